// Counts of every size: more moves than anybody can list, node counts around 2^64, a state of nearly 4 kB.
#include <array>
#include <limits>
#include <string>

#include "core/codec.hpp"
#include "core/perft.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

/// base^exponent, or CountOverflow.
std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) {
    if (result > std::numeric_limits<std::uint64_t>::max() / base) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    result *= base;
  }
  return result;
}

/// Each ply names a number below 10^9; the higher sum wins. Nothing may list the moves.
class Huge {
 public:
  static constexpr std::uint64_t numbers = 1'000'000'000;

  struct State {
    std::array<std::uint64_t, 2> sum{};
    int ply = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint32_t number = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Huge(const Options& options) : plies_(static_cast<int>(options.integer("plies"))) {}

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.ply == plies_ ? over : at.ply % 2; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (std::uint64_t i = 0; i < count(at); ++i) {
      if (emit(nth(at, i))) return;
    }
  }
  std::uint64_t count(const State& at) const { return at.ply == plies_ ? 0 : numbers; }
  Move nth(const State&, std::uint64_t i) const { return {static_cast<std::uint32_t>(i)}; }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.ply == plies_) return std::nullopt;
    return nth(at, rng.below(numbers));
  }
  std::optional<std::uint64_t> perft(const State& at, int depth) const { return depth > plies_ - at.ply ? 0 : power(numbers, depth); }
  void play(State& state, Move move) const { state.sum[static_cast<std::size_t>(state.ply++ % 2)] += move.number; }
  Result result(const State& at) const { return Result::by_score(2, at.sum, "all named"); }
  std::uint64_t actions() const { return numbers; }
  std::uint64_t action(Move move) const { return move.number; }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(plies_); }

  std::string text(const State& at) const { return std::to_string(at.sum[0]) + " " + std::to_string(at.sum[1]) + " " + std::to_string(at.ply); }
  /// Nine digits.
  std::string text(const State&, Move move) const { return std::to_string(numbers + move.number).substr(1); }
  /// Leading zeros may be left out.
  Move parse_move(const State& at, std::string_view in) const {
    if (in.empty() || in.size() > 9) unreadable_move(in);
    std::uint32_t value = 0;
    for (const char c : in) {
      if (c < '0' || c > '9') unreadable_move(in);
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    if (at.ply == plies_) illegal_move(in);
    return {value};
  }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    State state;
    state.ply = static_cast<int>(number(parts[2], 0, plies_, "ply"));
    for (std::size_t p = 0; p < 2; ++p) {
      const auto named = static_cast<std::int64_t>((static_cast<std::size_t>(state.ply) + 1 - p) / 2);
      state.sum[p] = static_cast<std::uint64_t>(number(parts[p], 0, named * static_cast<std::int64_t>(numbers - 1), "sum"));
    }
    return state;
  }

 private:
  int plies_;
};

/// Three moves on each of fifty plies, counted in closed form: 3^40 fits into 64 bits, 3^41 does not.
class Ternary {
 public:
  static constexpr int plies = 50;

  struct State {
    int ply = 0;
    int sum = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int digit = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.ply == plies ? over : at.ply % 2; }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (int digit = 0; digit < 3 && at.ply < plies; ++digit) {
      if (emit(Move{digit})) return;
    }
  }
  std::optional<std::uint64_t> perft(const State& at, int depth) const { return depth > plies - at.ply ? 0 : power(3, depth); }
  void play(State& state, Move move) const {
    state.sum = (state.sum + move.digit) % 3;
    ++state.ply;
  }
  Result result(const State& at) const { return at.sum == 2 ? Result::draw(2, "sum") : Result::win(2, at.sum, "sum"); }
  std::uint64_t longest_game() const { return plies; }
  std::string text(const State& at) const { return std::to_string(at.ply) + " " + std::to_string(at.sum); }
  std::string text(const State&, Move move) const { return std::to_string(move.digit); }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    return {static_cast<int>(number(parts[0], 0, plies, "ply")), static_cast<int>(number(parts[1], 0, 2, "sum"))};
  }
};

/// Two plies, 2^64 - 1 nodes at depth 2 or, with one more first move, one more: the same edge without a closed form of perft.
/// a b c leave 2^62 moves, d leaves 2^62 - 1, e leaves one.
class Brink {
 public:
  struct State {
    int first = -1;
    int parity = -1;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint64_t number = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Brink(const Options& options) : extra_(options.flag("extra")) {}

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.parity >= 0 ? over : at.first < 0 ? 0 : 1; }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (std::uint64_t i = 0; i < count(at); ++i) {
      if (emit(Move{i})) return;
    }
  }
  std::uint64_t count(const State& at) const {
    if (at.parity >= 0) return 0;
    if (at.first < 0) return extra_ ? 5 : 4;
    return at.first == 4 ? 1 : (std::uint64_t{1} << 62) - (at.first == 3 ? 1 : 0);
  }
  Move nth(const State&, std::uint64_t i) const { return {i}; }
  void play(State& state, Move move) const {
    if (state.first < 0) {
      state.first = static_cast<int>(move.number);
    } else {
      state.parity = static_cast<int>(move.number % 2);
    }
  }
  Result result(const State& at) const { return Result::win(2, at.parity, "parity"); }
  std::string text(const State& at) const {
    if (at.first < 0) return "-";
    std::string out(1, static_cast<char>('a' + at.first));
    return at.parity < 0 ? out : out + std::to_string(at.parity);
  }
  std::string text(const State& at, Move move) const {
    return at.first < 0 ? std::string(1, static_cast<char>('a' + move.number)) : std::to_string(move.number);
  }
  Move parse_move(const State& at, std::string_view in) const {
    Move move;
    if (at.first < 0) {
      if (in.size() != 1 || in[0] < 'a') unreadable_move(in);
      move.number = static_cast<std::uint64_t>(in[0] - 'a');
    } else {
      try {
        move.number = static_cast<std::uint64_t>(number(in.size() <= 18 ? in : "", 0, 999'999'999'999'999'999, "move"));
      } catch (const TextError&) {
        if (in.size() != 19 || in[0] == '0') unreadable_move(in);
        for (const char c : in) {
          if (c < '0' || c > '9') unreadable_move(in);
          move.number = move.number * 10 + static_cast<std::uint64_t>(c - '0');
        }
      }
    }
    if (move.number >= count(at)) illegal_move(in);
    return move;
  }
  State parse(std::string_view in) const {
    if (in == "-") return {};
    State state;
    if (in.size() > 2 || in.empty() || in[0] < 'a' || in[0] > (extra_ ? 'e' : 'd')) throw TextError("position " + in_quotes(in) + " is not one of - a b c ...");
    state.first = in[0] - 'a';
    if (in.size() == 2) state.parity = static_cast<int>(number(in.substr(1), 0, state.first == 4 ? 0 : 1, "parity"));
    return state;
  }

 private:
  bool extra_;
};

/// A board of 63 x 63 cells as characters. The state is nearly 4 kB; the game ends after so many plies, upper half against lower half.
class Wide {
 public:
  static constexpr int side = 63;

  struct State {
    std::array<char, side * side> cells{};  ///< 0: empty
    std::int16_t stones = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::int16_t cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };
  static_assert(sizeof(State) > 3900 && sizeof(State) <= 4096);

  explicit Wide(const Options& options) : plies_(static_cast<int>(options.integer("plies"))) {}

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.stones == plies_ ? over : at.stones % 2; }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.stones == plies_) return;
    for (std::int16_t cell = 0; cell < side * side; ++cell) {
      if (at.cells[static_cast<std::size_t>(cell)] == 0 && emit(Move{cell})) return;
    }
  }
  void play(State& state, Move move) const { state.cells[static_cast<std::size_t>(move.cell)] = state.stones++ % 2 == 0 ? 'x' : 'o'; }
  /// Player 0 wants stones above the middle row, player 1 below it.
  Result result(const State& at) const {
    std::array<int, 2> score{};
    for (int cell = 0; cell < side * side; ++cell) {
      if (at.cells[static_cast<std::size_t>(cell)] == 0 || cell / side == side / 2) continue;
      ++score[cell / side < side / 2 ? 0 : 1];
    }
    return Result::by_score(2, score, "enough stones");
  }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(plies_); }
  std::string text(const State& at) const {
    return write_rows(side, side, [&](int row, int column) { return at.cells[static_cast<std::size_t>(row * side + column)]; });
  }
  std::string text(const State&, Move move) const { return "r" + std::to_string(move.cell / side + 1) + "c" + std::to_string(move.cell % side + 1); }
  State parse(std::string_view in) const {
    State state;
    int surplus = 0;
    read_rows(in, side, side, [&](int row, int column, char c) {
      if (c != 'x' && c != 'o') return false;
      state.cells[static_cast<std::size_t>(row * side + column)] = c;
      ++state.stones;
      surplus += c == 'x' ? 1 : -1;
      return true;
    });
    if (state.stones > plies_) throw TextError("more than " + std::to_string(plies_) + " stones");
    if (surplus != 0 && surplus != 1) throw TextError("the players did not take turns");
    return state;
  }
  std::string diagram(const State& at) const {
    return draw_rows(
        side, side,
        [&](int row, int column) {
          const char c = at.cells[static_cast<std::size_t>(row * side + column)];
          return c == 0 ? '.' : c;
        },
        [](int row) { return std::to_string(row + 1); });
  }

 private:
  int plies_;
};

const Registration huge{{
    .id = "huge",
    .title = "Huge",
    .page = "counts",
    .source = "counts.cpp",
    .options = {{"plies", {Value(std::int64_t{2}), Range{1, 4}}, "plies of a game"}},
    .make = [](const Options& options) { return as_game(Huge(options)); },
}};
const Registration ternary{{
    .id = "ternary",
    .title = "Ternary",
    .page = "counts",
    .source = "counts.cpp",
    .make = [](const Options&) { return as_game(Ternary()); },
}};
const Registration brink{{
    .id = "brink",
    .title = "Brink",
    .page = "counts",
    .source = "counts.cpp",
    .options = {{"extra", flag(false), "one first move more"}},
    .make = [](const Options& options) { return as_game(Brink(options)); },
}};
const Registration wide{{
    .id = "wide",
    .title = "Wide",
    .page = "counts",
    .source = "counts.cpp",
    .options = {{"plies", {Value(std::int64_t{6}), Range{2, 60}}, "plies of a game"}},
    .make = [](const Options& options) { return as_game(Wide(options)); },
}};

}  // namespace
