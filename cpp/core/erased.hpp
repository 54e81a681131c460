// The one implementation of the boundary: a rules value behind AnyGame.
#pragma once

#include <cstring>
#include <memory>
#include <utility>

#include "core/any_game.hpp"
#include "core/batch.hpp"
#include "core/codec.hpp"
#include "core/contract.hpp"
#include "core/history.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"

namespace ply {

template <Rules R>
class ErasedGame final : public AnyGame {
 public:
  using State = typename R::State;
  using Move = typename R::Move;
  static_assert(alignof(State) <= 16, "states live in Python objects, which are aligned to 16");

  explicit ErasedGame(R rules) : rules_(std::move(rules)) {}

  int players() const override { return players_of(rules_); }
  std::size_t state_size() const override { return sizeof(State); }
  std::size_t move_size() const override { return sizeof(Move); }
  bool has_nth() const override { return HasNth<R>; }
  bool adjudicates() const override { return has_adjudication<R>; }
  int repetition_limit() const override { return ply::repetition_limit(rules_); }
  std::optional<std::uint64_t> ply_limit() const override {
    if constexpr (HasPlyLimit<R>) return static_cast<std::uint64_t>(rules_.ply_limit());
    return std::nullopt;
  }
  std::optional<std::uint64_t> longest_game() const override {
    if constexpr (HasLongestGame<R>) return static_cast<std::uint64_t>(rules_.longest_game());
    return std::nullopt;
  }
  std::optional<std::uint64_t> actions() const override {
    if constexpr (HasActions<R>) return static_cast<std::uint64_t>(rules_.actions());
    return std::nullopt;
  }

  void initial(std::uint64_t seed, void* state) const override {
    Rng rng(seed, 0);
    set(state, rules_.initial(rng));
  }
  void parse(std::string_view text, void* state) const override {
    if (text.size() > longest_text) throw TextError("position text of " + std::to_string(text.size()) + " bytes: too long");
    set(state, rules_.parse(text));
  }
  std::string text(const void* state) const override { return rules_.text(get(state)); }
  std::string diagram(const void* state) const override {
    if constexpr (HasDiagram<R>) {
      return rules_.diagram(get(state));
    } else {
      std::string lines = rules_.text(get(state));
      for (char& c : lines) c = c == '/' ? '\n' : c;
      return lines + '\n';
    }
  }
  bool equal(const void* a, const void* b) const override { return get(a) == get(b); }
  std::uint64_t hash(const void* state) const override {
    if constexpr (HasKey<R>) {
      return rules_.key(get(state));
    } else {
      return std::hash<std::string>()(rules_.text(get(state)));
    }
  }
  std::vector<std::uint64_t> counters(const void* state) const override {
    if constexpr (HasCounters<R>) return rules_.counters(get(state));
    return {};
  }
  bool set_counters(void* state, std::span<const std::uint64_t> values) const override {
    if constexpr (HasCounters<R>) return rules_.set_counters(get(state), values);
    return values.empty();
  }

  int current_player(const void* state) const override { return rules_.current_player(get(state)); }
  std::uint64_t count(const void* state) const override { return count_moves(rules_, get(state)); }
  std::vector<std::string> move_texts(const void* state, Watch& watch) const override {
    std::vector<std::string> texts;
    for_each_move(get(state), watch, [&](const Move& move) { texts.push_back(rules_.text(get(state), move)); });
    return texts;
  }
  std::vector<std::pair<std::string, std::uint64_t>> outcomes(const void* state) const override {
    std::vector<std::pair<std::string, std::uint64_t>> rows;
    if constexpr (HasChance<R>) {
      rules_.moves(get(state), [&](const Move& move) {
        rows.emplace_back(rules_.text(get(state), move), static_cast<std::uint64_t>(rules_.weight(get(state), move)));
        return false;
      });
    }
    return rows;
  }
  std::vector<std::uint64_t> action_numbers(const void* state, Watch& watch) const override {
    std::vector<std::uint64_t> numbers;
    if constexpr (HasActions<R>) {
      for_each_move(get(state), watch, [&](const Move& move) { numbers.push_back(static_cast<std::uint64_t>(rules_.action(move))); });
    }
    return numbers;
  }
  std::vector<unsigned char> list(const void* state) const override {
    std::vector<unsigned char> bytes;
    rules_.moves(get(state), [&](const Move& move) {
      const std::size_t end = bytes.size();
      bytes.resize(end + sizeof(Move));
      std::memcpy(bytes.data() + end, &move, sizeof(Move));
      return false;
    });
    return bytes;
  }
  bool play_nth(void* state, std::uint64_t index) const override {
    const auto move = nth_move(rules_, get(state), index);
    if (move) rules_.play(get(state), *move);
    return move.has_value();
  }
  void play_move(void* state, const void* move) const override {
    Move copy;
    std::memcpy(&copy, move, sizeof(Move));
    rules_.play(get(state), copy);
  }
  void play_text(void* state, std::string_view text) const override {
    if (text.size() > longest_text) throw IllegalMove("move text of " + std::to_string(text.size()) + " bytes: too long");
    rules_.play(get(state), move_of(get(state), text));
  }
  std::optional<std::string> nth_text(const void* state, std::uint64_t index) const override {
    const auto move = nth_move(rules_, get(state), index);
    if (!move) return std::nullopt;
    return rules_.text(get(state), *move);
  }

  Result result(const void* state) const override { return rules_.result(get(state)); }
  Result conceded(const void* state, int player) const override {
    if constexpr (HasConceded<R>) {
      return rules_.conceded(get(state), player);
    } else {
      if (players() != 2) throw Error("resignation: this game has more than two sides");
      return Result::win(2, 1 - player, "resignation");
    }
  }
  Result agreed(const void* state) const override {
    if constexpr (HasAgreed<R>) {
      return rules_.agreed(get(state));
    } else {
      return Result::draw(players(), "agreement");
    }
  }
  Seen seen_now(const void* state) const override { return ply::seen_now(rules_, get(state)); }
  std::size_t look_back(const void* state) const override { return ply::look_back(rules_, get(state)); }
  std::optional<Result> adjudicate(const void* state, std::span<const Seen> seen) const override {
    if constexpr (HasRepetition<R>) {
      if (!seen.empty()) {
        if (auto verdict = judge_repetition(rules_, get(state), seen)) return verdict;
      }
    }
    if constexpr (HasAdjudicated<R>) return rules_.adjudicated(get(state));
    return std::nullopt;
  }

  std::uint64_t perft(const void* state, int depth, int threads, Watch& watch) const override { return ply::perft(rules_, get(state), depth, threads, watch); }
  std::vector<std::pair<std::string, std::uint64_t>> divide(const void* state, int depth, int threads, Watch& watch) const override {
    return ply::divide(rules_, get(state), depth, threads, watch);
  }
  PlayoutTotals playouts(const void* state, std::span<const Seen> seen, std::uint64_t games, std::uint64_t seed, int threads, std::uint64_t max_plies,
                         Watch& watch) const override {
    return ply::playouts(rules_, get(state), seen, games, seed, threads, max_plies, watch);
  }
  Outcome playout(void* state, std::vector<Seen>& seen, std::uint64_t seed, std::uint64_t max_plies, Watch& watch) const override {
    Rng rng(seed, 0);
    Chooser<R> choose;
    History<R> history(rules_);
    Poll poll(watch, true);
    history.start(seen);
    const Outcome outcome = random_game(rules_, get(state), rng, max_plies, choose, history, poll);
    seen.assign(history.seen().begin(), history.seen().end());
    return outcome;
  }
  std::unique_ptr<AnyBatch> batch(std::size_t size, std::uint64_t seed, std::uint64_t max_plies) const override {
    return std::make_unique<Batch<R>>(rules_, size, seed, max_plies);
  }
  std::vector<std::string> check(const void* state, std::uint64_t seed) const override { return check_refinements(rules_, get(state), seed); }

 private:
  static constexpr std::size_t longest_text = 1 << 16;

  static const State& get(const void* state) { return *static_cast<const State*>(state); }
  static State& get(void* state) { return *static_cast<State*>(state); }
  static void set(void* state, const State& value) { std::memcpy(state, &value, sizeof(State)); }

  template <class Visit>
  void for_each_move(const State& at, Watch& watch, Visit&& visit) const {
    Poll poll(watch, true);
    rules_.moves(at, [&](const Move& move) {
      visit(move);
      return poll();
    });
    if (watch.stopped()) throw Interrupted();
  }

  Move move_of(const State& at, std::string_view text) const {
    if constexpr (HasParseMove<R>) {
      return rules_.parse_move(at, text);
    } else {
      return find_move(rules_, at, text);
    }
  }

  R rules_;
};

}  // namespace ply
