// Random games: every legal move equally likely, chance outcomes by their weights.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/history.hpp"
#include "core/rules.hpp"
#include "core/workers.hpp"

namespace ply {

/// Chooses moves; keeps its list between calls so that a long run allocates once.
template <Rules R>
class Chooser {
 public:
  using State = typename R::State;
  using Move = typename R::Move;

  /// A random legal move, or nothing when the game is over.
  std::optional<Move> operator()(const R& rules, const State& at, Rng& rng) {
    if constexpr (HasRandomMove<R>) {
      return rules.random_move(at, rng);
    } else {
      return derived(rules, at, rng);
    }
  }

  /// The same choice made without `random_move`.
  std::optional<Move> derived(const R& rules, const State& at, Rng& rng) {
    if constexpr (HasChance<R> && !uniform_chance<R>()) {
      if (rules.current_player(at) == chance) return by_weight(rules, at, rng);
    }
    if constexpr (HasCount<R> && HasNth<R>) {
      const auto count = static_cast<std::uint64_t>(rules.count(at));
      if (count == 0) return std::nullopt;
      return rules.nth(at, rng.below(count));
    } else {
      list(rules, at);
      if (moves_.empty()) return std::nullopt;
      return moves_[rng.below(moves_.size())];
    }
  }

 private:
  void list(const R& rules, const State& at) {
    moves_.clear();
    rules.moves(at, [&](const Move& move) {
      moves_.push_back(move);
      return false;
    });
  }

  std::optional<Move> by_weight(const R& rules, const State& at, Rng& rng) {
    list(rules, at);
    std::uint64_t total = 0;
    for (const Move& move : moves_) total += rules.weight(at, move);
    if (total == 0) return std::nullopt;
    std::uint64_t draw = rng.below(total);
    for (const Move& move : moves_) {
      const auto weight = static_cast<std::uint64_t>(rules.weight(at, move));
      if (draw < weight) return move;
      draw -= weight;
    }
    return std::nullopt;
  }

  std::vector<Move> moves_;
};

/// How one random game went.
struct Outcome {
  std::uint64_t plies = 0;
  std::uint64_t chance_plies = 0;
  std::optional<Result> adjudicated;  ///< declared by the driver; else the rules' own end, unless
  bool cut = false;                   ///< the ply limit was reached first
};

inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

template <class R>
inline constexpr bool plays_whole_games = !has_adjudication<R> && (HasChance<R> ? HasRandomChanceGame<R> : HasRandomGame<R>);

/// Plays `state` to its end, move by move. `history` holds the positions so far, `state` last.
template <Rules R>
Outcome play_out(const R& rules, typename R::State& state, Rng& rng, std::uint64_t max_plies, Chooser<R>& choose, History<R>& history, Poll& poll) {
  Outcome outcome;
  while (true) {
    const auto move = choose(rules, state, rng);
    if (!move) return outcome;
    if constexpr (has_adjudication<R>) {
      // The start itself was judged by whoever set it up; every later position is judged once it is known to have moves.
      if (outcome.plies > 0) {
        outcome.adjudicated = history.adjudicate(rules, state);
        if (outcome.adjudicated) return outcome;
      }
    }
    if (outcome.plies >= max_plies || poll()) {
      outcome.cut = true;
      return outcome;
    }
    if constexpr (HasChance<R>) {
      if (rules.current_player(state) == chance) ++outcome.chance_plies;
    }
    rules.play(state, *move);
    ++outcome.plies;
  }
}

/// A random game by the fastest way the game offers.
template <Rules R>
Outcome random_game(const R& rules, typename R::State& state, Rng& rng, std::uint64_t max_plies, Chooser<R>& choose, History<R>& history, Poll& poll) {
  if constexpr (plays_whole_games<R>) {
    Outcome outcome;
    if constexpr (HasRandomChanceGame<R>) {
      const GameLength length = rules.random_game(state, rng, max_plies);
      outcome.plies = length.plies;
      outcome.chance_plies = length.chance_plies;
    } else {
      outcome.plies = static_cast<std::uint64_t>(rules.random_game(state, rng, max_plies));
    }
    outcome.cut = outcome.plies >= max_plies && has_moves(rules, state);
    poll(outcome.plies);
    return outcome;
  } else {
    return play_out(rules, state, rng, max_plies, choose, history, poll);
  }
}

/// Totals of a run. Integers and exact sums, so that they do not depend on who played which game.
struct PlayoutTotals {
  std::uint64_t games = 0;
  std::array<std::uint64_t, max_players> wins{};
  std::uint64_t draws = 0;
  std::uint64_t cut = 0;
  std::uint64_t plies = 0;
  std::uint64_t chance_plies = 0;
  std::uint64_t shortest = no_limit;
  std::uint64_t longest = 0;
  std::array<std::int64_t, max_players> returns_millionths{};

  void add(const Outcome& outcome, const std::optional<Result>& result) {
    ++games;
    plies += outcome.plies;
    chance_plies += outcome.chance_plies;
    shortest = std::min(shortest, outcome.plies);
    longest = std::max(longest, outcome.plies);
    cut += outcome.cut ? 1 : 0;
    if (!result || result->winners == 0) ++draws;
    if (!result) return;
    for (int p = 0; p < result->players; ++p) {
      wins[static_cast<std::size_t>(p)] += result->winners >> p & 1;
      returns_millionths[static_cast<std::size_t>(p)] += static_cast<std::int64_t>(static_cast<double>(result->returns[static_cast<std::size_t>(p)]) * 1e6);
    }
  }
  void add(const PlayoutTotals& other) {
    games += other.games;
    for (std::size_t p = 0; p < max_players; ++p) {
      wins[p] += other.wins[p];
      returns_millionths[p] += other.returns_millionths[p];
    }
    draws += other.draws;
    cut += other.cut;
    plies += other.plies;
    chance_plies += other.chance_plies;
    shortest = std::min(shortest, other.shortest);
    longest = std::max(longest, other.longest);
  }
};

/// `games` random games from `at`, which has legal moves; `seen` as in History. Game i draws from stream (seed, i): the totals do not depend on the threads.
template <Rules R>
PlayoutTotals playouts(const R& rules, const typename R::State& at, std::span<const Seen> seen, std::uint64_t games, std::uint64_t seed, int threads,
                       std::uint64_t max_plies, Watch& watch) {
  watch.expect(static_cast<double>(games));
  constexpr std::uint64_t chunk = 16;  // games are short: threads must not meet at every one
  std::atomic<std::uint64_t> next{0};
  std::vector<PlayoutTotals> parts(static_cast<std::size_t>(threads));
  run_threads(threads, watch, [&](int index, Poll& poll) {
    Chooser<R> choose;
    History<R> history(rules);
    PlayoutTotals totals;
    for (std::uint64_t first = next.fetch_add(chunk); first < games && !watch.stopped(); first = next.fetch_add(chunk)) {
      const std::uint64_t last = std::min(games, first + chunk);
      for (std::uint64_t game = first; game < last && !poll(16); ++game) {
        typename R::State state = at;
        Rng rng(seed, game);
        history.start(seen);
        const Outcome outcome = random_game(rules, state, rng, max_plies, choose, history, poll);
        if (outcome.cut || outcome.adjudicated) {
          totals.add(outcome, outcome.adjudicated);
        } else {
          totals.add(outcome, rules.result(state));
        }
      }
      watch.advance(last - first);
    }
    parts[static_cast<std::size_t>(index)] = totals;
  });
  if (watch.stopped()) throw Interrupted();
  PlayoutTotals totals;
  for (const auto& part : parts) totals.add(part);
  return totals;
}

}  // namespace ply
