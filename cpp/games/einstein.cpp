// EinStein wuerfelt nicht! (docs/rules/einstein.md).
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board. Bit of each square, in the order of the position text; red (player 0) starts at the top left and goes right and down, blue the other way.
//
//    5    0  1  2  3  4
//    4    5  6  7  8  9
//    3   10 11 12 13 14      12, c3, is the hole of `blackhole`
//    2   15 16 17 18 19
//    1   20 21 22 23 24
//         a  b  c  d  e

constexpr int squares = 25;
constexpr int cubes = 6;
constexpr u8 hole = 12;
constexpr u8 nowhere = 255;
/// The corner that each player wants to reach.
constexpr std::array<u8, 2> goal{24, 0};
/// The start area of each player in the order of a setup.
constexpr std::array<std::array<u8, cubes>, 2> area{{{0, 1, 2, 5, 6, 10}, {24, 23, 22, 19, 18, 14}}};

constexpr u32 bit(int square) { return u32{1} << square; }

/// Where a cube of each player may step: straight or diagonally towards the goal. The opponent's steps are this player's backward steps.
constexpr auto steps = [] {
  std::array<std::array<u32, squares>, 2> table{};
  for (int square = 0; square < squares; ++square) {
    const int row = square / 5;
    const int column = square % 5;
    for (int player = 0; player < 2; ++player) {
      const int way = player == 0 ? 1 : -1;
      for (const auto& [down, right] : {std::array{0, way}, std::array{way, 0}, std::array{way, way}}) {
        const int to_row = row + down;
        const int to_column = column + right;
        if (to_row >= 0 && to_row < 5 && to_column >= 0 && to_column < 5) table[player][square] |= bit(5 * to_row + to_column);
      }
    }
  }
  return table;
}();

/// The cubes that may move on a roll, by the set of cubes in play: the cube itself, else the nearest lower and the nearest higher one.
constexpr auto movable = [] {
  std::array<std::array<u8, 1 << cubes>, cubes> table{};
  for (int die = 0; die < cubes; ++die) {
    for (u32 alive = 0; alive < 1 << cubes; ++alive) {
      u32 chosen = alive & 1u << die;
      if (chosen == 0) {
        const u32 lower = alive & ((1u << die) - 1);
        const u32 higher = alive & ~((2u << die) - 1);
        if (lower != 0) chosen |= 1u << (std::bit_width(lower) - 1);
        chosen |= higher & (~higher + 1);
      }
      table[die][alive] = static_cast<u8>(chosen);
    }
  }
  return table;
}();

using Setup = std::array<u8, cubes>;  ///< the cube (from 0) on each square of the area

/// The 720 setups in alphabetical order.
constexpr auto setups = [] {
  std::array<Setup, 720> table{};
  Setup order{0, 1, 2, 3, 4, 5};
  for (Setup& setup : table) {
    setup = order;
    std::next_permutation(order.begin(), order.end());
  }
  return table;
}();

class Einstein {
 public:
  static constexpr bool uniform_chance = true;

  struct State {
    std::array<u32, 2> occupied{};                             ///< by player; follows from `square`
    std::array<std::array<u8, cubes>, 2> square = no_cubes();  ///< of each cube, `nowhere` if it is not on the board
    std::array<u8, 2> alive{};                                 ///< cubes on the board; follows from `square`
    std::array<u8, 2> points{};
    u8 mover = 0;
    u8 starter = 0;  ///< of the current game
    u8 phase = 0;    ///< 1..6: the die; else one of the two below

    friend bool operator==(const State&, const State&) = default;

    static constexpr std::array<std::array<u8, cubes>, 2> no_cubes() {
      std::array<std::array<u8, cubes>, 2> all{};
      for (auto& side : all) side.fill(nowhere);
      return all;
    }
  };

  /// from * 25 + to; rolls and setups behind.
  struct Move {
    u16 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Einstein(const Options& options)
      : blackhole_(options.is("variant", "blackhole")),
        backwards_(options.is("variant", "backwards")),
        random_(options.is("setup", "random")),
        target_(static_cast<u8>(options.integer("points"))) {}

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    state.phase = setting_up;
    if (!random_) return state;
    for (const int player : {0, 1}) {
      Setup setup{0, 1, 2, 3, 4, 5};
      rng.shuffle(setup, cubes);
      arrange(state, player, setup);
    }
    state.phase = about_to_roll;
    return state;
  }

  int current_player(const State& at) const {
    if (is_over(at)) return over;
    const bool chance_moves = at.phase == about_to_roll || (at.phase == setting_up && random_);
    return chance_moves ? chance : at.mover;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    if (at.phase == about_to_roll || at.phase == setting_up) {
      const u16 first = at.phase == setting_up ? first_setup : first_roll;
      const int choices = at.phase == setting_up ? 720 : 6;
      for (int i = 0; i < choices; ++i) {
        if (emit(Move{static_cast<u16>(first + i)})) return;
      }
      return;
    }
    for_each_bit(u64{chosen(at)}, [&](int cube) {
      const int from = at.square[at.mover][cube];
      return for_each_bit(u64{targets(at, from)}, [&](int to) { return emit(step(from, to)); });
    });
  }

  void play(State& state, Move move) const {
    if (move.code >= first_setup) {
      set_up(state, setups[move.code - first_setup]);
    } else if (move.code >= first_roll) {
      state.phase = static_cast<u8>(move.code - first_roll + 1);
    } else {
      move_cube(state, move.code / squares, move.code % squares);
    }
  }

  std::uint64_t weight(const State&, Move) const { return 1; }

  std::uint64_t count(const State& at) const {
    if (is_over(at)) return 0;
    if (at.phase == about_to_roll) return 6;
    if (at.phase == setting_up) return 720;
    int total = 0;
    for_each_bit(u64{chosen(at)}, [&](int cube) {
      total += popcount(u64{targets(at, at.square[at.mover][cube])});
      return false;
    });
    return static_cast<std::uint64_t>(total);
  }

  Move nth(const State& at, std::uint64_t i) const {
    if (at.phase == about_to_roll) return {static_cast<u16>(first_roll + i)};
    if (at.phase == setting_up) return {static_cast<u16>(first_setup + i)};
    int left = static_cast<int>(i);
    u64 cubes_left = chosen(at);
    while (true) {
      const int from = at.square[at.mover][pop_lowest(cubes_left)];
      const u64 to = targets(at, from);
      if (left < popcount(to)) return step(from, nth_bit(to, left));
      left -= popcount(to);
    }
  }

  /// Each of the first moves of both sides has three targets, whatever the setups: a cube in its area is not on an edge in its way, and the areas lie too far
  /// apart.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    constexpr std::array<std::uint64_t, 6> choices{720, 720, 6, 3, 6, 3};
    if (is_over(at) || at.phase != setting_up) return std::nullopt;
    const std::size_t made = at.mover == at.starter ? 0 : 1;
    if (made + static_cast<std::size_t>(depth) > choices.size()) return std::nullopt;
    std::uint64_t nodes = 1;
    for (int ply = 0; ply < depth; ++ply) nodes *= choices[made + static_cast<std::size_t>(ply)];
    return nodes;
  }

  /// Every step but a backward one brings a cube nearer to its goal: 8 a cube, and a backward step, a capture, gives at most 2 back.
  std::uint64_t longest_game() const {
    const std::uint64_t moves_a_game = 2 * cubes * 8 + (backwards_ ? 11 * 3 : 0);
    return (2 * std::uint64_t{target_} - 1) * (2 * moves_a_game + 2);
  }

  // ---- End
  Result result(const State& at) const {
    Result result = Result::win(2, at.points[0] >= target_ ? 0 : 1, "match won");
    result.set_scores(at.points);
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_board(at, '/');
    out += at.mover == 0 ? " 0 " : " 1 ";
    out += at.phase == about_to_roll ? '-' : at.phase == setting_up ? 's' : static_cast<char>('0' + at.phase);
    return out + ' ' + std::to_string(at.points[0]) + '-' + std::to_string(at.points[1]) + (at.starter == 0 ? " 0" : " 1");
  }

  std::string text(const State&, Move move) const {
    if (move.code >= first_setup) {
      std::string out = "setup ";
      for (const u8 cube : setups[move.code - first_setup]) out += static_cast<char>('1' + cube);
      return out;
    }
    if (move.code >= first_roll) return "roll " + std::to_string(move.code - first_roll + 1);
    return square_name(move.code / squares) + square_name(move.code % squares);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    read_board(state, parts[0]);
    state.mover = side(parts[1], "side to move");
    if (parts[2] == "-") {
      state.phase = about_to_roll;
    } else if (parts[2] == "s") {
      state.phase = setting_up;
    } else if (parts[2].size() == 1 && parts[2][0] >= '1' && parts[2][0] <= '6') {
      state.phase = static_cast<u8>(parts[2][0] - '0');
    } else {
      throw TextError("phase " + quoted(parts[2]) + " is not -, s or a die from 1 to 6");
    }
    const auto points = split(parts[3], '-');
    if (points.size() != 2) throw TextError("points " + quoted(parts[3]) + " are not two numbers joined by -");
    for (std::size_t player = 0; player < 2; ++player) state.points[player] = static_cast<u8>(number(points[player], 0, target_, "points"));
    state.starter = side(parts[4], "starter");
    check(state, parts);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in.starts_with("setup ")) return require_legal(*this, at, setup_named(in), in);
    if (in.starts_with("roll ")) {
      if (in.size() != 6 || in[5] < '1' || in[5] > '6') unreadable_move(in);
      return require_legal(*this, at, Move{static_cast<u16>(first_roll + in[5] - '1')}, in);
    }
    if (in.size() != 4) unreadable_move(in);
    const int from = square_named(in.substr(0, 2));
    const int to = square_named(in.substr(2, 2));
    if (from < 0 || to < 0) unreadable_move(in);
    return require_legal(*this, at, step(from, to), in);
  }

  std::uint64_t key(const State& at) const {
    u64 key = at.phase | u64{at.mover} << 8 | u64{at.starter} << 16 | u64{at.points[0]} << 24 | u64{at.points[1]} << 32;
    for (const auto& side : at.square) {
      u64 word = 0;
      for (const u8 square : side) word = word << 8 | square;
      key = zobrist(key, word);
    }
    return key;
  }

  std::string diagram(const State& at) const {
    const std::string board = write_board(at, '\0');
    return draw_rows(
        5, 5, [&](int row, int column) { return board[static_cast<std::size_t>(6 * row + column)]; }, [](int row) { return std::to_string(5 - row); });
  }

 private:
  static constexpr u8 about_to_roll = 0;
  static constexpr u8 setting_up = 7;
  static constexpr u16 first_roll = squares * squares;
  static constexpr u16 first_setup = first_roll + 6;

  static Move step(int from, int to) { return {static_cast<u16>(from * squares + to)}; }
  static std::string square_name(int square) { return {static_cast<char>('a' + square % 5), static_cast<char>('5' - square / 5)}; }
  static int square_named(std::string_view name) {
    if (name[0] < 'a' || name[0] > 'e' || name[1] < '1' || name[1] > '5') return -1;
    return 5 * ('5' - name[1]) + (name[0] - 'a');
  }

  bool is_over(const State& at) const { return at.points[0] >= target_ || at.points[1] >= target_; }
  static u8 chosen(const State& at) { return movable[at.phase - 1][at.alive[at.mover]]; }
  u32 targets(const State& at, int from) const {
    const u32 forward = steps[at.mover][static_cast<std::size_t>(from)];
    return backwards_ ? forward | (steps[1 - at.mover][static_cast<std::size_t>(from)] & at.occupied[1 - at.mover]) : forward;
  }

  static void put(State& state, int player, int cube, int square) {
    state.square[player][cube] = static_cast<u8>(square);
    state.occupied[player] |= bit(square);
    state.alive[player] |= static_cast<u8>(1 << cube);
  }

  /// Takes the player's cube, if any, off the square.
  static void take(State& state, int player, int square) {
    if ((state.occupied[player] & bit(square)) == 0) return;
    state.occupied[player] &= ~bit(square);
    for (int cube = 0; cube < cubes; ++cube) {
      if (state.square[player][cube] != square) continue;
      state.square[player][cube] = nowhere;
      state.alive[player] &= static_cast<u8>(~(1 << cube));
    }
  }

  static void arrange(State& state, int player, const Setup& setup) {
    for (int i = 0; i < cubes; ++i) put(state, player, setup[i], area[player][i]);
  }

  void set_up(State& state, const Setup& setup) const {
    arrange(state, state.mover, setup);
    if (state.mover != state.starter) state.phase = about_to_roll;
    state.mover = 1 - state.mover;
  }

  void move_cube(State& state, int from, int to) const {
    const int player = state.mover;
    int cube = 0;
    while (state.square[player][cube] != from) ++cube;
    take(state, player, to);
    take(state, 1 - player, to);
    if (blackhole_ && to == hole) {
      take(state, player, from);
    } else {
      state.occupied[player] ^= bit(from) | bit(to);
      state.square[player][cube] = static_cast<u8>(to);
    }
    state.phase = about_to_roll;
    state.mover = static_cast<u8>(1 - player);
    if (to == goal[player] || state.alive[1 - player] == 0) {
      win_game(state, player);
    } else if (state.alive[player] == 0) {
      win_game(state, 1 - player);
    }
  }

  /// One point; unless that ends the match, the other player starts the next game.
  void win_game(State& state, int player) const {
    ++state.points[player];
    if (is_over(state)) return;
    const auto points = state.points;
    const auto next = static_cast<u8>(1 - state.starter);
    state = State{};
    state.points = points;
    state.starter = state.mover = next;
    state.phase = setting_up;
  }

  static Move setup_named(std::string_view in) {
    const std::string_view digits = in.substr(6);
    Setup setup{};
    u32 used = 0;
    if (digits.size() != cubes) unreadable_move(in);
    for (int i = 0; i < cubes; ++i) {
      const char digit = digits[static_cast<std::size_t>(i)];
      if (digit < '1' || digit > '6') unreadable_move(in);
      setup[i] = static_cast<u8>(digit - '1');
      used |= 1u << setup[i];
    }
    if (used != 0x3F) unreadable_move(in);
    return {static_cast<u16>(first_setup + (std::lower_bound(setups.begin(), setups.end(), setup) - setups.begin()))};
  }

  /// Five rows, each followed by `separator` but the last.
  std::string write_board(const State& at, char separator) const {
    std::string out = "...../...../...../...../.....";
    if (blackhole_) out[hole + hole / 5] = '*';
    for (int player = 0; player < 2; ++player) {
      for (int cube = 0; cube < cubes; ++cube) {
        const int square = at.square[player][cube];
        if (square != nowhere) out[static_cast<std::size_t>(square + square / 5)] = static_cast<char>((player == 0 ? '1' : 'A') + cube);
      }
    }
    std::replace(out.begin(), out.end(), '/', separator);
    return out;
  }

  void read_board(State& state, std::string_view board) const {
    const auto rows = split(board, '/');
    if (rows.size() != 5) throw TextError("board " + quoted(board) + " has " + std::to_string(rows.size()) + " rows, not 5");
    for (int square = 0; square < squares; ++square) {
      const std::string_view row = rows[static_cast<std::size_t>(square / 5)];
      const std::string where = "row " + quoted(row) + " of the board: ";
      if (row.size() != 5) throw TextError(where + std::to_string(row.size()) + " squares, not 5");
      const char c = row[static_cast<std::size_t>(square % 5)];
      const bool is_hole = blackhole_ && square == hole;
      if (is_hole != (c == '*')) throw TextError(where + (is_hole ? "c3 is the hole, '*'" : "there is no hole on " + square_name(square)));
      if (c == '.' || c == '*') continue;
      const bool red = c >= '1' && c <= '6';
      if (!red && (c < 'A' || c > 'F')) throw TextError(where + "unknown character " + quoted(std::string_view(&c, 1)));
      const int player = red ? 0 : 1;
      const int cube = red ? c - '1' : c - 'A';
      if (state.square[player][cube] != nowhere) throw TextError(where + "cube " + quoted(std::string_view(&c, 1)) + " stands on the board twice");
      put(state, player, cube, square);
    }
  }

  static u8 side(std::string_view part, std::string_view name) {
    if (part != "0" && part != "1") throw TextError(std::string(name) + " " + quoted(part) + " is not 0 or 1");
    return static_cast<u8>(part[0] - '0');
  }

  /// Whether the board is a game won by the player: his cube has arrived, or his opponent has none.
  static bool has_won(const State& at, int player) { return (at.occupied[player] & bit(goal[player])) != 0 || at.alive[1 - player] == 0; }

  void check(const State& at, const std::vector<std::string_view>& parts) const {
    const auto wrong = [&](const std::string& what) {
      return TextError("position " + quoted(parts[0]) + " " + quoted(parts[2]) + " " + quoted(parts[3]) + ": " + what);
    };
    if (at.phase == setting_up) {
      if (is_over(at)) throw wrong("the match is over: its phase is '-'");
      if (at.alive[at.mover] != 0) throw wrong("the side to move has cubes on the board before its setup");
      u32 corner = 0;
      for (const u8 square : area[at.starter]) corner |= bit(square);
      if (at.mover == at.starter ? at.alive[1 - at.starter] != 0 : at.occupied[at.starter] != corner) {
        throw wrong(at.mover == at.starter ? "the starter sets up on an empty board" : "the starter's cubes are not in the starting area");
      }
      return;
    }
    const bool red = has_won(at, 0);
    const bool blue = has_won(at, 1);
    if (!is_over(at)) {
      if (red || blue) throw wrong("the game is decided, but no player has the points for it");
      return;
    }
    if (at.phase != about_to_roll) throw wrong("the match is over: its phase is '-'");
    if (at.points[0] >= target_ && at.points[1] >= target_) throw wrong("both players have won the match");
    if (red == blue || red != (at.points[0] >= target_)) throw wrong("the last game is not won by the player with the points");
  }

  bool blackhole_;
  bool backwards_;
  bool random_;
  u8 target_;
};

const Registration registration{{
    .id = "einstein",
    .title = "EinStein wuerfelt nicht!",
    .page = "einstein",
    .source = "einstein.cpp",
    .options =
        {
            {"variant", one_of({Value("standard"), Value("blackhole"), Value("backwards")}), "a hole in the middle, or captures backwards"},
            {"points",
             one_of({Value(std::int64_t{1}), Value(std::int64_t{3}), Value(std::int64_t{5}), Value(std::int64_t{7}), Value(std::int64_t{11}),
                     Value(std::int64_t{19}), Value(std::int64_t{50})}),
             "won games that win the match"},
            {"setup", one_of({Value("place"), Value("random")}), "the players place their cubes, or chance does"},
        },
    .make = [](const Options& options) { return as_game(Einstein(options)); },
}};

}  // namespace
