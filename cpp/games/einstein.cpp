// EinStein wuerfelt nicht!: six numbered cubes a side walk towards the opposite corner; a die says which may move.
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

// ---- Board. Squares are numbered in the order of the position text; red (player 0) starts at the top left and goes right and down, blue the other way.
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
/// The corner that each player wants to reach.
constexpr std::array<u8, 2> goal{24, 0};
/// The start area of each player in the order of a setup.
constexpr std::array<std::array<u8, cubes>, 2> area{{{0, 1, 2, 5, 6, 10}, {24, 23, 22, 19, 18, 14}}};

// ---- The cubes of a player are a word: byte k is 64 + the square of cube k, or 0 if that is not on the board.
//
//    byte    7    6    5    4    3    2    1    0
//            95   cube 6       ...       cube 1   95
//
// Bytes 0 and 7 belong to no cube and end a search for the nearest lower or higher one. No byte is above 127, so that bytes are compared by an addition without
// a carry.

constexpr u64 every_byte = 0x0101010101010101;
constexpr u64 placed = 0x40;
constexpr u64 no_square = 31;
constexpr u64 no_cubes = (placed | no_square) << 56 | (placed | no_square);

constexpr u8 byte_of(u64 word, u64 index) { return static_cast<u8>(word >> 8 * index); }
/// The high bit of the byte, if any, of the cube on the square.
constexpr u64 standing_on(u64 side, u64 square) {
  const u64 differs = side ^ (placed | square) * every_byte;
  return ~(differs + 0x7F * every_byte) & 0x80 * every_byte;
}
constexpr u64 without(u64 side, u64 square) {
  const u64 taken = standing_on(side, square);
  return side & ~(taken - (taken >> 7));
}

/// Up to six squares, one a byte from the lowest on.
struct Squares {
  u64 bytes = 0;
  u64 size = 0;
};

/// Where a cube of each player may step: straight or diagonally towards the goal. The opponent's steps are this player's backward steps.
constexpr auto steps = [] {
  std::array<std::array<Squares, 32>, 2> table{};
  for (int square = 0; square < squares; ++square) {
    for (int player = 0; player < 2; ++player) {
      const int way = player == 0 ? 1 : -1;
      Squares& to = table[player][square];
      for (const auto& [down, right] : {std::array{0, way}, std::array{way, 0}, std::array{way, way}}) {
        const int row = square / 5 + down;
        const int column = square % 5 + right;
        if (row >= 0 && row < 5 && column >= 0 && column < 5) to.bytes |= static_cast<u64>(5 * row + column) << 8 * to.size++;
      }
    }
  }
  return table;
}();

using Setup = std::array<u8, cubes>;  ///< the cube on each square of the area

/// The 720 setups in alphabetical order.
constexpr auto setups = [] {
  std::array<Setup, 720> table{};
  Setup order{1, 2, 3, 4, 5, 6};
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
    std::array<u64, 2> side{no_cubes, no_cubes};
    std::array<u8, 2> points{};
    u8 mover = 0;
    u8 starter = 0;  ///< of the current game
    u8 phase = 0;    ///< 1..6: the die; else one of those below
    friend bool operator==(const State&, const State&) = default;
  };

  /// 32 * from + to; rolls and setups behind. A whole word, because less than one goes slowly through std::optional.
  struct Move {
    u64 code = 0;
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
      Setup setup{1, 2, 3, 4, 5, 6};
      rng.shuffle(setup, cubes);
      arrange(state, player, setup);
    }
    state.phase = about_to_roll;
    return state;
  }

  int current_player(const State& at) const {
    if (rolled(at)) return at.mover;
    if (at.phase == finished) return over;
    return at.phase == setting_up && !random_ ? at.mover : chance;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const u64 choices = count(at);
    for (u64 i = 0; i < choices; ++i) {
      if (emit(nth(at, i))) return;
    }
  }

  void play(State& state, Move move) const {
    if (move.code < first_roll) {
      move_cube(state, move.code / 32, move.code % 32);
    } else if (move.code < first_setup) {
      state.phase = static_cast<u8>(move.code - first_roll + 1);
    } else {
      set_up(state, setups[move.code - first_setup]);
    }
  }

  std::uint64_t weight(const State&, Move) const { return 1; }

  std::uint64_t count(const State& at) const {
    if (at.phase == about_to_roll) return 6;
    if (at.phase == setting_up) return setups.size();
    if (at.phase == finished) return 0;
    return choices(at).size();
  }

  Move nth(const State& at, std::uint64_t i) const {
    if (!rolled(at)) return {(at.phase == setting_up ? first_setup : first_roll) + i};
    return named(choices(at)[i]);
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.phase == about_to_roll) return Move{first_roll + rng.below(6)};
    if (at.phase == setting_up) return Move{first_setup + rng.below(setups.size())};
    if (at.phase == finished) return std::nullopt;
    const Choices all = choices(at);
    return named(all[rng.below(all.size())]);
  }

  /// Rolls and steps of a game are made in turn without going through the state.
  GameLength random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    GameLength length;
    while (length.plies < max_plies) {
      if (state.phase == about_to_roll && max_plies - length.plies >= 2) {
        const u64 moves = random_moves(state, rng, (max_plies - length.plies) / 2);
        length.plies += 2 * moves;
        length.chance_plies += moves;
        continue;
      }
      const auto move = random_move(state, rng);
      if (!move) break;
      length.chance_plies += current_player(state) == chance ? 1 : 0;
      play(state, *move);
      ++length.plies;
    }
    return length;
  }

  /// Each of the first moves of both sides has three targets, whatever the setups: a cube in its area is not on an edge in its way, and the areas lie too far
  /// apart.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    constexpr std::array<std::uint64_t, 6> choices{720, 720, 6, 3, 6, 3};
    if (at.phase != setting_up) return std::nullopt;
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

  /// The setups, the rolls, and the six directions from each square.
  std::uint64_t actions() const { return 720 + 6 + 6 * squares; }
  std::uint64_t action(Move move) const {
    if (move.code >= first_setup) return move.code - first_setup;
    if (move.code >= first_roll) return 720u + move.code - first_roll;
    const int by = static_cast<int>(move.code % 32) - static_cast<int>(move.code / 32);
    const int axis = by % 5 == 0 ? 0 : by % 6 == 0 ? 1 : 2;
    return 726u + 6 * (move.code / 32) + 3 * (by < 0 ? 1 : 0) + axis;
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
    out += rolled(at) ? static_cast<char>('0' + at.phase) : at.phase == setting_up ? 's' : '-';
    return out + ' ' + std::to_string(at.points[0]) + '-' + std::to_string(at.points[1]) + (at.starter == 0 ? " 0" : " 1");
  }

  std::string text(const State&, Move move) const {
    if (move.code >= first_setup) {
      std::string out = "setup ";
      for (const u8 cube : setups[move.code - first_setup]) out += static_cast<char>('0' + cube);
      return out;
    }
    if (move.code >= first_roll) return "roll " + std::to_string(move.code - first_roll + 1);
    return square_name(move.code / 32) + square_name(move.code % 32);
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
      throw TextError("phase " + in_quotes(parts[2]) + " is not -, s or a die from 1 to 6");
    }
    const auto points = split(parts[3], '-');
    if (points.size() != 2) throw TextError("points " + in_quotes(parts[3]) + " are not two numbers joined by -");
    for (std::size_t player = 0; player < 2; ++player) state.points[player] = static_cast<u8>(number(points[player], 0, target_, "points"));
    state.starter = side(parts[4], "starter");
    if (reached(state, 0) || reached(state, 1)) {
      if (state.phase != about_to_roll) throw TextError("phase " + in_quotes(parts[2]) + ": that of a finished match is -");
      state.phase = finished;
    }
    check(state, parts);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in.starts_with("setup ")) return require_legal(*this, at, setup_named(in), in);
    if (in.starts_with("roll ")) {
      if (in.size() != 6 || in[5] < '1' || in[5] > '6') unreadable_move(in);
      return require_legal(*this, at, Move{static_cast<u64>(first_roll + in[5] - '1')}, in);
    }
    if (in.size() != 4) unreadable_move(in);
    const int from = square_named(in.substr(0, 2));
    const int to = square_named(in.substr(2, 2));
    if (from < 0 || to < 0) unreadable_move(in);
    return require_legal(*this, at, Move{static_cast<u64>(32 * from + to)}, in);
  }

  std::uint64_t key(const State& at) const {
    const u64 rest = at.phase | u64{at.mover} << 8 | u64{at.starter} << 16 | u64{at.points[0]} << 24 | u64{at.points[1]} << 32;
    return scramble(scramble(scramble(at.side[0]) ^ at.side[1]) ^ rest);
  }

  std::string diagram(const State& at) const {
    const std::string board = write_board(at, '\0');
    return draw_rows(
        5, 5, [&](int row, int column) { return board[static_cast<std::size_t>(6 * row + column)]; }, [](int row) { return std::to_string(5 - row); });
  }

 private:
  static constexpr u8 about_to_roll = 0;
  static constexpr u8 setting_up = 7;
  static constexpr u8 finished = 8;
  static constexpr u64 first_roll = 32 * 32;
  static constexpr u64 first_setup = first_roll + 6;

  static bool rolled(const State& at) { return at.phase - 1u < 6u; }
  bool reached(const State& at, int player) const { return at.points[player] >= target_; }
  static std::string square_name(int square) { return {static_cast<char>('a' + square % 5), static_cast<char>('5' - square / 5)}; }
  static int square_named(std::string_view name) {
    if (name[0] < 'a' || name[0] > 'e' || name[1] < '1' || name[1] > '5') return -1;
    return 5 * ('5' - name[1]) + (name[0] - 'a');
  }

  struct Step {
    int cube;  ///< as the place of its lowest bit
    u64 from, to;
  };
  /// The steps of the cube that was rolled, or of the nearest lower and the nearest higher one.
  struct Choices {
    u64 own;
    int lower, higher;  ///< the cubes
    Squares lower_to, higher_to;
    u64 size() const { return lower_to.size + higher_to.size; }
    /// The i-th step, without a branch: which of the two it is cannot be foreseen.
    PLY_ALWAYS_INLINE Step operator[](u64 i) const {
      const u64 behind = i >= lower_to.size ? ~u64{0} : 0;
      const u64 to = lower_to.bytes ^ ((lower_to.bytes ^ higher_to.bytes) & behind);
      const int cube = lower ^ ((lower ^ higher) & static_cast<int>(behind));
      return {cube, own >> cube & 31, byte_of(to, i - (lower_to.size & behind))};
    }
  };
  static Move named(Step step) { return {32 * step.from + step.to}; }
  PLY_ALWAYS_INLINE Choices choices(int player, u64 own, u64 theirs, int die) const {
    const u64 flags = own & placed * every_byte;
    const int lower = (std::bit_width(flags & ((u64{0x80} << 8 * die) - 1)) - 1) & 56;
    const int higher = 8 * die + (lowest(flags >> 8 * die) & 56);
    const u64 same = lower == higher ? no_square : 0;
    return {own, lower, higher, targets(player, theirs, own >> lower & 31), targets(player, theirs, (own >> higher & 31) | same)};
  }
  Choices choices(const State& at) const { return choices(at.mover, at.side[at.mover], at.side[1 - at.mover], at.phase); }

  PLY_ALWAYS_INLINE Squares targets(int player, u64 theirs, u64 from) const {
    Squares to = steps[player][from];
    if (backwards_) {
      const Squares back = steps[1 - player][from];
      for (u64 i = 0; i < back.size; ++i) {
        const u64 square = byte_of(back.bytes, i);
        if (standing_on(theirs, square) != 0) to.bytes |= square << 8 * to.size++;
      }
    }
    return to;
  }

  static bool has_none(u64 side) { return side == no_cubes; }
  static void put(State& state, int player, int cube, u64 square) { state.side[player] |= (placed | square) << 8 * cube; }
  static void arrange(State& state, int player, const Setup& setup) {
    for (int i = 0; i < cubes; ++i) put(state, player, setup[i], area[player][i]);
  }

  PLY_NEVER_INLINE void set_up(State& state, const Setup& setup) const {
    arrange(state, state.mover, setup);
    if (state.mover != state.starter) state.phase = about_to_roll;
    state.mover = 1 - state.mover;
  }

  /// The player's cubes and the opponent's after a step. Tells whether that ends the game.
  PLY_ALWAYS_INLINE bool make(Step step, int player, u64& own, u64& theirs) const {
    own = without(own, step.to) ^ (step.from ^ step.to) << step.cube;
    if (blackhole_) own = without(own, hole);
    theirs = without(theirs, step.to);
    return step.to == goal[player] || has_none(theirs) || (blackhole_ && has_none(own));
  }
  void move_cube(State& state, u64 from, u64 to) const {
    const int player = state.mover;
    u64& own = state.side[player];
    const bool ended = make({lowest(standing_on(own, from)) & 56, from, to}, player, own, state.side[1 - player]);
    state.phase = about_to_roll;
    state.mover = static_cast<u8>(1 - player);
    if (ended) end_game(state);
  }

  /// Up to `most` rolls and steps of one game, at least one. Returns how many.
  PLY_NEVER_INLINE u64 random_moves(State& state, Rng& rng, u64 most) const {
    int player = state.mover;
    u64 own = state.side[player];
    u64 theirs = state.side[1 - player];
    bool ended = false;
    u64 made = 0;
    while (made < most && !ended) {
      const int die = 1 + static_cast<int>(rng.below(6));
      const Choices all = choices(player, own, theirs, die);
      ended = make(all[rng.below(all.size())], player, own, theirs);
      ++made;
      std::swap(own, theirs);
      player = 1 - player;
    }
    state.mover = static_cast<u8>(player);
    state.side[player] = own;
    state.side[1 - player] = theirs;
    if (ended) end_game(state);
    return made;
  }

  /// The player who moved wins, unless his last cube fell into the hole.
  PLY_NEVER_INLINE void end_game(State& state) const { win_game(state, has_won(state, 1 - state.mover) ? 1 - state.mover : state.mover); }

  /// One point; unless that ends the match, the other player starts the next game.
  void win_game(State& state, int player) const {
    ++state.points[player];
    if (reached(state, player)) {
      state.phase = finished;
      return;
    }
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
      setup[i] = static_cast<u8>(digit - '0');
      used |= 1u << setup[i];
    }
    if (used != 0x7E) unreadable_move(in);
    return {static_cast<u64>(first_setup + (std::lower_bound(setups.begin(), setups.end(), setup) - setups.begin()))};
  }

  /// Five rows, each followed by `separator` but the last.
  std::string write_board(const State& at, char separator) const {
    std::string out = "...../...../...../...../.....";
    if (blackhole_) out[hole + hole / 5] = '*';
    for (int player = 0; player < 2; ++player) {
      for (int cube = 1; cube <= cubes; ++cube) {
        const int square = byte_of(at.side[player], cube) % 32;
        if (byte_of(at.side[player], cube) != 0) out[static_cast<std::size_t>(square + square / 5)] = static_cast<char>((player == 0 ? '0' : '@') + cube);
      }
    }
    std::replace(out.begin(), out.end(), '/', separator);
    return out;
  }

  void read_board(State& state, std::string_view board) const {
    const auto rows = split(board, '/');
    if (rows.size() != 5) throw TextError("board " + in_quotes(board) + " has " + std::to_string(rows.size()) + " rows, not 5");
    for (int square = 0; square < squares; ++square) {
      const std::string_view row = rows[static_cast<std::size_t>(square / 5)];
      const std::string where = "row " + in_quotes(row) + " of the board: ";
      if (row.size() != 5) throw TextError(where + std::to_string(row.size()) + " squares, not 5");
      const char c = row[static_cast<std::size_t>(square % 5)];
      const bool is_hole = blackhole_ && square == hole;
      if (is_hole != (c == '*')) throw TextError(where + (is_hole ? "c3 is the hole, '*'" : "there is no hole on " + square_name(square)));
      if (c == '.' || c == '*') continue;
      const bool red = c >= '1' && c <= '6';
      if (!red && (c < 'A' || c > 'F')) throw TextError(where + "unknown character " + in_quotes(std::string_view(&c, 1)));
      const int player = red ? 0 : 1;
      const int cube = red ? c - '0' : c - '@';
      if (byte_of(state.side[player], cube) != 0) throw TextError(where + "cube " + in_quotes(std::string_view(&c, 1)) + " stands on the board twice");
      put(state, player, cube, static_cast<u64>(square));
    }
  }

  static u8 side(std::string_view part, std::string_view name) {
    if (part != "0" && part != "1") throw TextError(std::string(name) + " " + in_quotes(part) + " is not 0 or 1");
    return static_cast<u8>(part[0] - '0');
  }

  /// Whether the board is a game won by the player: his cube has arrived, or his opponent has none.
  static bool has_won(const State& at, int player) { return standing_on(at.side[player], goal[player]) != 0 || has_none(at.side[1 - player]); }

  void check(const State& at, const std::vector<std::string_view>& parts) const {
    const auto wrong = [&](const std::string& what) {
      return TextError("position " + in_quotes(parts[0]) + " " + in_quotes(parts[2]) + " " + in_quotes(parts[3]) + ": " + what);
    };
    if (at.phase == setting_up) {
      if (!has_none(at.side[at.mover])) throw wrong("the side to move has cubes on the board before its setup");
      if (at.mover == at.starter) {
        if (!has_none(at.side[1 - at.mover])) throw wrong("the starter sets up on an empty board");
        return;
      }
      for (const u8 square : area[at.starter]) {
        if (standing_on(at.side[at.starter], square) == 0) throw wrong("the starter's cubes are not in the starting area");
      }
      return;
    }
    const bool red = has_won(at, 0);
    const bool blue = has_won(at, 1);
    if (at.phase != finished) {
      if (red || blue) throw wrong("the game is decided, but no player has the points for it");
      return;
    }
    if (reached(at, 0) && reached(at, 1)) throw wrong("both players have won the match");
    if (red == blue || red != reached(at, 0)) throw wrong("the last game is not won by the player with the points");
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
