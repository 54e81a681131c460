// Token checkers: one checker each, moved by the die; tokens left behind block the opponent. Page: docs/rules/token_checkers.md.
#include <array>
#include <optional>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/board8.hpp"

namespace {

using namespace ply;
using namespace ply::board8;  // the board: a set of squares is a word, a1 is bit 0, h8 is bit 63

constexpr int faces = 6;
constexpr int tokens_each = 32;

// ---- Targets. By die (index 1..6) and square of the checker.

using Squares = std::array<std::array<u64, 64>, faces + 1>;

/// One way to a target: which squares lie between, and the target as a set, empty if the way leads off the board.
struct Route {
  u64 passed = 0;
  u64 target = 0;
};
/// The straight move each way (north, south, east, west); with `bounce`, the reflected one where the straight one leads off the board.
using Routes = std::array<std::array<std::array<Route, 4>, 64>, faces + 1>;

constexpr Route route(int square, u64 (*ahead)(u64), u64 (*back)(u64), int die, bool bounce) {
  Route out;
  u64 at = bit(square);
  bool reflected = false;
  for (int step = 0; step < die; ++step) {
    if (step > 0) out.passed |= at;
    if (!reflected && ahead(at) == 0) {
      if (!bounce) return {};
      reflected = true;
    }
    at = reflected ? back(at) : ahead(at);
  }
  out.passed &= ~bit(square);
  out.target = at & ~bit(square);
  return out;
}

template <bool bounce>
constexpr Routes routes = [] {
  Routes table{};
  for (int die = 1; die <= faces; ++die) {
    for (int square = 0; square < 64; ++square) {
      table[die][square] = {route(square, north, south, die, bounce), route(square, south, north, die, bounce), route(square, east, west, die, bounce),
                            route(square, west, east, die, bounce)};
    }
  }
  return table;
}();

constexpr int distance(int a, int b) {
  const int files = file_of(a) - file_of(b);
  const int ranks = rank_of(a) - rank_of(b);
  return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
}

/// The targets where everything may be passed.
template <bool split, bool bounce>
constexpr Squares free_targets = [] {
  Squares table{};
  for (int die = 1; die <= faces; ++die) {
    for (int square = 0; square < 64; ++square) {
      for (const Route& way : routes<bounce>[die][square]) table[die][square] |= way.target;
      for (int to = 0; split && to < 64; ++to) {
        if (distance(square, to) == die) table[die][square] |= bit(to);
      }
    }
  }
  return table;
}();

/// The targets of a straight move or of two legs at a right angle where all squares of the way are in `open`: four first legs and the four second legs that
/// leave them go on step by step.
constexpr u64 legs(int square, int die, u64 open) {
  u64 n = bit(square), s = n, e = n, w = n;
  u64 vertical = 0, horizontal = 0;  // the starting points of second legs
  u64 nn = 0, ss = 0, ee = 0, ww = 0;
  for (int step = 0; step < die; ++step) {
    nn = north(nn | horizontal) & open;
    ss = south(ss | horizontal) & open;
    ee = east(ee | vertical) & open;
    ww = west(ww | vertical) & open;
    n = north(n) & open;
    s = south(s) & open;
    e = east(e) & open;
    w = west(w) & open;
    vertical = n | s;
    horizontal = e | w;
  }
  return vertical | horizontal | nn | ss | ee | ww;
}

class TokenCheckers {
 public:
  static constexpr bool uniform_chance = true;

  struct State {
    std::array<u64, 2> tokens{};
    std::array<u8, 2> checker{0, 63};
    std::array<u8, 2> supply{tokens_each, tokens_each};
    std::array<u8, 2> marks{};
    u8 roller = 0;
    u8 stage = 0;  ///< 0: to roll, 1: the roller moves, 2: the other moves
    u8 die = 0;    ///< 0: none
    friend bool operator==(const State&, const State&) = default;
  };

  /// A square; blocked; rolls behind.
  struct Move {
    u64 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit TokenCheckers(const Options& options)
      : marks_to_lose_(static_cast<u8>(options.integer("blocks"))),
        cross_(options.flag("cross")),
        own_landing_(options.flag("own_landing")),
        split_(options.flag("split")),
        bounce_(options.flag("bounce")),
        free_targets_(split_    ? bounce_ ? &free_targets<true, true> : &free_targets<true, false>
                      : bounce_ ? &free_targets<false, true>
                                : &free_targets<false, false>),
        routes_(bounce_ ? &routes<true> : &routes<false>) {}

  State initial(Rng&) const { return {}; }

  // ---- Move
  int current_player(const State& at) const { return is_over(at) ? over : at.stage == 0 ? chance : mover(at); }
  std::uint64_t weight(const State&, Move) const { return 1; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    if (at.stage == 0) {
      for (u64 face = 0; face < faces; ++face) {
        if (emit(Move{first_roll + face})) return;
      }
      return;
    }
    const u64 to = targets(at);
    if (to == 0) {
      emit(Move{blocked});
    } else {
      for_each_bit(to, [&](int square) { return emit(Move{static_cast<u64>(square)}); });
    }
  }

  void play(State& state, Move move) const {
    if (state.stage == 0) {
      state.die = static_cast<u8>(move.code - first_roll + 1);
      state.stage = 1;
      return;
    }
    const int player = mover(state);
    if (move.code == blocked) {
      ++state.marks[player];
    } else {
      state.checker[player] = static_cast<u8>(move.code);
      const u64 token = state.supply[player] != 0 ? bit(static_cast<int>(move.code)) & ~state.tokens[player] : 0;
      state.tokens[player] |= token;
      state.supply[player] -= token != 0 ? 1 : 0;
    }
    if (state.stage == 1) {
      state.stage = 2;
    } else {
      state.stage = 0;
      state.die = 0;
      state.roller ^= 1;
    }
  }

  std::uint64_t count(const State& at) const {
    if (is_over(at)) return 0;
    if (at.stage == 0) return faces;
    const u64 to = targets(at);
    return to == 0 ? 1 : static_cast<std::uint64_t>(popcount(to));
  }
  Move nth(const State& at, std::uint64_t i) const {
    if (at.stage == 0) return {first_roll + i};
    const u64 to = targets(at);
    return {to == 0 ? blocked : static_cast<u64>(nth_bit(to, static_cast<int>(i)))};
  }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    if (at.stage == 0) return Move{first_roll + rng.below(faces)};
    const u64 to = targets(at);
    if (to == 0) return Move{blocked};
    return Move{static_cast<u64>(nth_bit(to, static_cast<int>(rng.below(static_cast<u64>(popcount(to))))))};
  }

  std::uint64_t ply_limit() const { return 4000; }
  std::uint64_t actions() const { return first_roll + faces; }
  std::uint64_t action(Move move) const { return move.code; }

  std::uint64_t key(const State& at) const {
    u64 rest = 0;
    for (const std::size_t p : {0, 1}) rest = rest << 24 | u64{at.checker[p]} << 16 | u64{at.supply[p]} << 8 | at.marks[p];
    return scramble(scramble(scramble(at.tokens[0]) ^ at.tokens[1]) ^ (rest << 8 | static_cast<u64>(at.die << 4 | at.stage << 1 | at.roller)));
  }

  // ---- End
  Result result(const State& at) const { return Result::win(2, at.marks[0] == marks_to_lose_ ? 1 : 0, "blocked"); }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_rows(8, 8, [&](int row, int column) { return token(at, 8 * (7 - row) + column, '\0'); });
    out += ' ' + square_name(at.checker[0]) + ',' + square_name(at.checker[1]);
    out += ' ' + std::to_string(at.supply[0]) + ',' + std::to_string(at.supply[1]);
    out += ' ' + std::to_string(at.marks[0]) + ',' + std::to_string(at.marks[1]);
    for (const char c : {static_cast<char>('0' + at.roller), "r12"[at.stage], at.die == 0 ? '-' : static_cast<char>('0' + at.die)}) (out += ' ') += c;
    return out;
  }
  std::string text(const State&, Move move) const {
    if (move.code >= first_roll) return std::to_string(move.code - first_roll + 1);
    return move.code == blocked ? "blocked" : square_name(static_cast<int>(move.code));
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 7, 7);
    State state;
    read_rows(parts[0], 8, 8, [&](int row, int column, char c) {
      if (c != 'x' && c != 'o') return false;
      state.tokens[c == 'x' ? 0 : 1] |= bit(8 * (7 - row) + column);
      return true;
    });
    const auto checkers = pair(parts[1], "checkers");
    const auto supplies = pair(parts[2], "supplies");
    const auto marks = pair(parts[3], "marks");
    for (std::size_t p = 0; p < 2; ++p) {
      const auto square = square_called(checkers[p]);
      if (!square) throw TextError("checkers " + in_quotes(parts[1]) + ": " + in_quotes(checkers[p]) + " is not a square");
      state.checker[p] = static_cast<u8>(*square);
      state.supply[p] = static_cast<u8>(number(supplies[p], 0, tokens_each, "supply"));
      state.marks[p] = static_cast<u8>(number(marks[p], 0, marks_to_lose_, "marks"));
    }
    state.roller = static_cast<u8>(one_of_letters(parts[4], "01", "roller"));
    state.stage = static_cast<u8>(one_of_letters(parts[5], "r12", "stage"));
    state.die = static_cast<u8>(one_of_letters(parts[6], "-123456", "die"));
    check(state, parts);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "blocked") return require_legal(*this, at, Move{blocked}, in);
    if (in.size() == 1 && in[0] >= '1' && in[0] <= '6') return require_legal(*this, at, Move{first_roll + static_cast<u64>(in[0] - '1')}, in);
    const auto square = square_called(in);
    if (!square) unreadable_move(in);
    return require_legal(*this, at, Move{static_cast<u64>(*square)}, in);
  }

  /// Checkers X and O stand on what lies below them.
  std::string diagram(const State& at) const {
    return draw_rows(
        8, 8,
        [&](int row, int column) {
          const int square = 8 * (7 - row) + column;
          return square == at.checker[0] ? 'X' : square == at.checker[1] ? 'O' : token(at, square, '.');
        },
        [](int row) { return std::to_string(8 - row); });
  }

 private:
  static constexpr u64 blocked = 64;
  static constexpr u64 first_roll = 65;

  bool is_over(const State& at) const { return at.marks[0] == marks_to_lose_ || at.marks[1] == marks_to_lose_; }
  /// Of a turn, stage 1 or 2.
  static int mover(const State& at) { return at.roller ^ (at.stage - 1); }

  PLY_ALWAYS_INLINE u64 targets(const State& at) const {
    const int player = mover(at);
    const u64 theirs = at.tokens[1 - player];
    u64 to = cross_ ? (*free_targets_)[at.die][at.checker[player]] : uncrossed(at.checker[player], at.die, theirs);
    if (!own_landing_) to &= ~at.tokens[player];
    return to & ~theirs & ~bit(at.checker[1 - player]);
  }
  PLY_NEVER_INLINE u64 uncrossed(int square, int die, u64 theirs) const {
    u64 to = split_ ? legs(square, die, ~theirs) : 0;
    for (const Route& way : (*routes_)[die][square]) to |= (way.passed & theirs) == 0 ? way.target : 0;
    return to;
  }

  static char token(const State& at, int square, char empty) {
    return (at.tokens[0] & bit(square)) != 0 ? 'x' : (at.tokens[1] & bit(square)) != 0 ? 'o' : empty;
  }

  static std::vector<std::string_view> pair(std::string_view part, const std::string& name) {
    auto both = split(part, ',');
    if (both.size() != 2) throw TextError(name + " " + in_quotes(part) + " are not two, separated by a comma");
    return both;
  }
  static std::size_t one_of_letters(std::string_view part, std::string_view letters, const std::string& name) {
    const std::size_t found = part.size() == 1 ? letters.find(part[0]) : std::string_view::npos;
    if (found == std::string_view::npos) throw TextError(name + " " + in_quotes(part) + " is not one of " + in_quotes(letters));
    return found;
  }

  void check(const State& at, const std::vector<std::string_view>& parts) const {
    if (at.checker[0] == at.checker[1]) throw TextError("checkers " + in_quotes(parts[1]) + " stand on one square");
    for (const std::size_t p : {0, 1}) {
      const std::string player = "player " + std::to_string(p);
      if ((at.tokens[1 - p] & bit(at.checker[p])) != 0) throw TextError("checkers " + in_quotes(parts[1]) + ": that of " + player + " is on an opposing token");
      const int placed = popcount(at.tokens[p]);
      if (placed + at.supply[p] > tokens_each) {
        throw TextError("supplies " + in_quotes(parts[2]) + ": with " + std::to_string(placed) + " tokens on the board " + player + " has more than 32");
      }
      // His last mark was made in the turn just before: as the roller of this round, or as the other of the round before.
      if (at.marks[p] == marks_to_lose_ && (at.stage == 1 || at.roller != p)) {
        throw TextError("marks " + in_quotes(parts[3]) + ": " + player + " has them all, but did not just move");
      }
    }
    if ((at.die == 0) != (at.stage == 0)) throw TextError("die " + in_quotes(parts[6]) + " in stage " + in_quotes(parts[5]));
  }

  u8 marks_to_lose_;
  bool cross_;
  bool own_landing_;
  bool split_;
  bool bounce_;
  const Squares* free_targets_;
  const Routes* routes_;
};

const Registration registration{{
    .id = "token_checkers",
    .title = "Token checkers",
    .page = "token_checkers",
    .source = "token_checkers.cpp",
    .options =
        {
            {"blocks", one_of({Value(std::int64_t{6}), Value(std::int64_t{13})}), "marks that lose"},
            {"cross", flag(true), "whether opposing tokens may be passed"},
            {"own_landing", flag(true), "whether a checker may land on an own token"},
            {"split", flag(false), "whether a move may have two legs at a right angle"},
            {"bounce", flag(false), "whether a straight move is reflected at the edge"},
        },
    .make = [](const Options& options) { return as_game(TokenCheckers(options)); },
}};

}  // namespace
