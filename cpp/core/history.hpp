// Adjudicated ends: what the drivers and the user-facing state declare beyond the rules' own ends. Perft ignores them.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/rules.hpp"

namespace ply {

template <class R>
inline constexpr bool has_adjudication = HasAdjudicated<R> || HasRepetition<R>;

template <Rules R>
int repetition_limit(const R& rules) {
  if constexpr (HasRepetition<R>) {
    return static_cast<int>(rules.repetition_limit());
  } else {
    return 0;
  }
}

template <Rules R>
Seen seen_now(const R& rules, const typename R::State& at) {
  Seen seen{0, 0};
  if constexpr (HasKey<R>) seen.key = rules.key(at);
  if constexpr (HasNote<R>) seen.note = rules.note(at);
  return seen;
}

/// How far back the present position can have occurred, in plies.
template <Rules R>
std::size_t look_back(const R& rules, const typename R::State& at) {
  if constexpr (HasReversiblePlies<R>) {
    return static_cast<std::size_t>(rules.reversible_plies(at));
  } else {
    return static_cast<std::size_t>(-1);
  }
}

/// The verdict on `at` if it stands on the board for the limit-th time. `seen`: the positions of the game, `at` last.
template <Rules R>
std::optional<Result> judge_repetition(const R& rules, const typename R::State& at, std::span<const Seen> seen) {
  const auto limit = static_cast<std::size_t>(repetition_limit(rules));
  const std::size_t back = std::min(look_back(rules, at), seen.size() - 1);
  if (limit == 0 || back + 1 < limit) return std::nullopt;
  const std::size_t last = seen.size() - 1;
  std::size_t occurrences = 0;
  std::size_t first = last;
  for (std::size_t i = last - back; i <= last; ++i) {
    if (seen[i].key != seen[last].key) continue;
    if (occurrences++ == 0) first = i;
  }
  if (occurrences < limit) return std::nullopt;
  if constexpr (HasRepeated<R>) {
    return rules.repeated(at, seen.subspan(first));
  } else {
    return Result::draw(players_of(rules), "repetition");
  }
}

/// Positions of one running game, as a driver keeps them. Costs nothing where the game (or its options) knows no repetition.
template <Rules R>
class History {
 public:
  explicit History(const R& rules) : keeps_(repetition_limit(rules) > 0) {}

  void start(const R& rules, const typename R::State& at) {
    seen_.clear();
    if (keeps_) seen_.push_back(seen_now(rules, at));
  }
  void start(std::span<const Seen> seen) { seen_.assign(seen.begin(), seen.end()); }

  /// After a move led to `at`, which has legal moves: the adjudicated end, if any.
  std::optional<Result> adjudicate(const R& rules, const typename R::State& at) {
    if constexpr (HasRepetition<R>) {
      if (keeps_) {
        if (look_back(rules, at) == 0) seen_.clear();
        seen_.push_back(seen_now(rules, at));
        if (auto verdict = judge_repetition(rules, at, seen_)) return verdict;
      }
    }
    if constexpr (HasAdjudicated<R>) return rules.adjudicated(at);
    return std::nullopt;
  }

  std::span<const Seen> seen() const { return seen_; }

 private:
  bool keeps_;
  std::vector<Seen> seen_;
};

}  // namespace ply
