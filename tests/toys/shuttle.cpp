// Repetition with notes, a perpetual that loses, a quiet limit, counters that the position text does not hold.
// Two tokens on a ring step one point forwards or back, never onto each other. A `push` is for good: who has made all his pushes wins.
// A token next to the other when it is the opponent's turn gives check.
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

/// `bounded`: it tells how far back a position can recur.
template <bool bounded>
class Shuttle {
 public:
  struct State {
    std::array<int, 2> token{};
    std::array<int, 2> pushes{};  ///< still to make
    int mover = 0;
    std::uint32_t quiet = 0;  ///< plies since the last push; not in the text
    friend bool operator==(const State& a, const State& b) { return a.token == b.token && a.pushes == b.pushes && a.mover == b.mover; }
  };
  struct Move {
    int step = 0;  ///< +1, -1; 0: push
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Shuttle(const Options& options)
      : ring_(static_cast<int>(options.integer("ring"))),
        pushes_(static_cast<int>(options.integer("pushes"))),
        repeat_(static_cast<int>(options.integer("repeat"))),
        quiet_(static_cast<std::uint32_t>(options.integer("quiet"))) {}

  State initial(Rng&) const { return {{0, ring_ / 2}, {pushes_, pushes_}, 0, 0}; }
  int current_player(const State& at) const { return at.pushes[0] == 0 || at.pushes[1] == 0 ? over : at.mover; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (current_player(at) == over) return;
    for (const int step : {1, -1}) {
      if (moved(at, step) != at.token[1 - me(at)] && emit(Move{step})) return;
    }
    emit(Move{0});
  }
  void play(State& state, Move move) const {
    if (move.step == 0) {
      --state.pushes[me(state)];
      state.quiet = 0;
    } else {
      state.token[me(state)] = moved(state, move.step);
      ++state.quiet;
    }
    state.mover = 1 - state.mover;
  }
  Result result(const State& at) const { return Result::win(2, at.pushes[0] == 0 ? 0 : 1, "all pushed"); }

  std::uint64_t key(const State& at) const {
    return zobrist(1, static_cast<std::uint64_t>(at.token[0])) ^ zobrist(2, static_cast<std::uint64_t>(at.token[1])) ^
           zobrist(3, static_cast<std::uint64_t>(at.pushes[0])) ^ zobrist(4, static_cast<std::uint64_t>(at.pushes[1])) ^
           zobrist(5, static_cast<std::uint64_t>(at.mover));
  }
  int repetition_limit() const { return repeat_; }
  std::uint32_t reversible_plies(const State& at) const
    requires bounded
  {
    return at.quiet;
  }
  /// Bit 0: the mover is in check. Bit 1: the mover is player 1.
  std::uint8_t note(const State& at) const {
    const int distance = (at.token[1] - at.token[0] + ring_) % ring_;
    return static_cast<std::uint8_t>((distance == 1 || distance == ring_ - 1 ? 1 : 0) | at.mover << 1);
  }
  /// Who gave check with every move since the first occurrence, and was not checked as often, loses.
  std::optional<Result> repeated(const State&, std::span<const Seen> seen) const {
    std::array<bool, 2> always{true, true};
    for (const Seen& entry : seen.subspan(1)) {
      if ((entry.note & 1) == 0) always[1 - (entry.note >> 1 & 1)] = false;
    }
    if (always[0] != always[1]) return Result::win(2, always[0] ? 1 : 0, "perpetual check");
    return Result::draw(2, "repetition");
  }
  std::optional<Result> adjudicated(const State& at) const {
    if (quiet_ != 0 && at.quiet >= quiet_) return Result::draw(2, "quiet moves");
    return std::nullopt;
  }
  std::vector<std::uint64_t> counters(const State& at) const { return {at.quiet}; }
  bool set_counters(State& state, std::span<const std::uint64_t> values) const {
    if (values.size() != 1 || values[0] > 1'000'000) return false;
    state.quiet = static_cast<std::uint32_t>(values[0]);
    return true;
  }
  std::uint64_t ply_limit() const { return 200; }

  std::string text(const State& at) const {
    std::string out;
    for (const int part : {at.token[0], at.token[1], at.pushes[0], at.pushes[1]}) out += std::to_string(part) + ' ';
    return out + std::to_string(at.mover);
  }
  std::string text(const State&, Move move) const { return move.step == 0 ? "push" : move.step > 0 ? "+" : "-"; }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    for (std::size_t p = 0; p < 2; ++p) {
      state.token[p] = static_cast<int>(number(parts[p], 0, ring_ - 1, "token"));
      state.pushes[p] = static_cast<int>(number(parts[2 + p], 0, pushes_, "pushes"));
    }
    state.mover = static_cast<int>(number(parts[4], 0, 1, "side to move"));
    if (state.token[0] == state.token[1]) throw TextError("position " + in_quotes(in) + ": both tokens on point " + std::to_string(state.token[0]));
    if (state.pushes[0] == 0 && state.pushes[1] == 0) throw TextError("position " + in_quotes(in) + ": both have made all pushes");
    return state;
  }
  std::string diagram(const State& at) const {
    std::string out(static_cast<std::size_t>(ring_), '.');
    out[static_cast<std::size_t>(at.token[0])] = 'A';
    out[static_cast<std::size_t>(at.token[1])] = 'B';
    return out + "\nA " + std::to_string(at.pushes[0]) + ", B " + std::to_string(at.pushes[1]) + "\n";
  }

 private:
  static std::size_t me(const State& at) { return static_cast<std::size_t>(at.mover); }
  int moved(const State& at, int step) const { return (at.token[me(at)] + step + ring_) % ring_; }

  int ring_;
  int pushes_;
  int repeat_;
  std::uint32_t quiet_;
};

template <bool bounded>
GameEntry shuttle(const char* id) {
  return {
      .id = id,
      .title = "Shuttle",
      .page = "shuttle",
      .source = "shuttle.cpp",
      .options =
          {
              {"ring", {Value(std::int64_t{6}), Range{4, 12}}, "points of the ring"},
              {"pushes", {Value(std::int64_t{3}), Range{1, 9}}, "pushes that win"},
              {"repeat", one_of({std::int64_t{3}, std::int64_t{2}, std::int64_t{4}, std::int64_t{0}}), "occurrences that end the game; 0: none do"},
              {"quiet", {Value(std::int64_t{20}), Range{0, 100}}, "plies without a push that draw; 0: none do"},
          },
      .make = [](const Options& options) { return as_game(Shuttle<bounded>(options)); },
  };
}

const Registration registration{shuttle<true>("shuttle")};
const Registration unbounded{shuttle<false>("shuttle_unbounded")};

}  // namespace
