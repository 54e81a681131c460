// Gliti: pieces are placed, then rows of up to three are shifted; five in a line win (docs/rules/gliti.md).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/board8.hpp"
#include "geometry/rays8.hpp"

namespace {

using namespace ply;
using board8::bit;
using board8::square_name;

// ---- Board: geometry/board8.hpp, a1 is bit 0 and h8 bit 63; directions in the order of geometry/rays8.hpp.

constexpr int pieces_each = 12;
constexpr int longest_segment = 3;
constexpr int directions = 8;
constexpr std::array<int, directions> step_of{8, 1, 9, 7, -8, -1, -9, -7};

/// The lowest squares of lines of five, wherever such a line may begin.
constexpr u64 fives(u64 pieces, int step) {
  const u64 two = pieces & pieces >> step;
  return two & two >> 2 * step & pieces >> 4 * step;
}
PLY_ALWAYS_INLINE constexpr bool has_five(u64 pieces) {
  constexpr u64 files_a_to_d = 0x0F0F0F0F0F0F0F0F;
  return (((fives(pieces, 1) | fives(pieces, 9)) & files_a_to_d) | fives(pieces, 8) | (fives(pieces, 7) & ~files_a_to_d)) != 0;
}

class Gliti {
 public:
  using Board = std::array<u64, 2>;  ///< the pieces of each player

  struct State {
    Board board{};
    Board before{};  ///< the last turn
    std::array<u8, 2> hand{pieces_each, pieces_each};
    u8 mover = 0;
    bool introduced = false;  ///< movement
    bool has_before = false;
    std::int8_t winner = -1;  ///< follows from the board and the mover
    friend bool operator==(const State&, const State&) = default;
  };

  /// A square where a piece is placed; first_shift + 64 * set + the square of a segment's foremost piece, sets as in `Shifts`; or `pass`.
  struct Move {
    u16 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return at.winner >= 0 ? over : at.mover; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.winner >= 0) return;
    const u64 open = placements(at);
    bool any = open != 0;
    if (for_each_bit(open, [&](int square) { return emit(Move{static_cast<u16>(square)}); })) return;
    const Shifts shifts = shifts_of(at);
    for (int set = 0; set < shift_sets; ++set) {
      any |= shifts[set] != 0;
      if (for_each_bit(shifts[set], [&](int front) { return emit(shift(set, front)); })) return;
    }
    if (!any) emit(Move{pass_move});
  }

  std::uint64_t count(const State& at) const {
    if (at.winner >= 0) return 0;
    const int all = popcount(placements(at)) + shift_count(at);
    return static_cast<std::uint64_t>(std::max(all, 1));
  }

  Move nth(const State& at, std::uint64_t i) const {
    const u64 open = placements(at);
    auto n = static_cast<int>(i) - popcount(open);
    if (n < 0) return {static_cast<u16>(nth_bit(open, static_cast<int>(i)))};
    const Shifts shifts = shifts_of(at);
    for (int set = 0; set < shift_sets; ++set) {
      const int size = popcount(shifts[set]);
      if (n < size) return shift(set, nth_bit(shifts[set], n));
      n -= size;
    }
    return {pass_move};
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.winner >= 0) return std::nullopt;
    return chosen(at, rng);
  }

  void play(State& state, Move move) const {
    const int mover = state.mover;
    const Board before = state.board;
    state.mover ^= 1;
    if (move.code < first_shift) {
      state.board[mover] |= bit(move.code);
      --state.hand[mover];
      // Movement must be introduced by the time that nobody has a piece to place.
      if (mover == 1 && !state.introduced && state.hand[0] == 0 && state.hand[1] == 0) state.mover = 1;
      if (has_five(state.board[mover])) state.winner = static_cast<std::int8_t>(mover);
    } else if (move.code != pass_move) {
      state.board = shifted(state.board, move);
      state.introduced = state.introduced || mover == 1;
      // The mover looks first: both at once is his.
      state.winner = static_cast<std::int8_t>(has_five(state.board[mover]) ? mover : pushes(move) && has_five(state.board[1 - mover]) ? 1 - mover : -1);
    }
    state.before = before;
    state.has_before = true;
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; plies < max_plies && state.winner < 0; ++plies) play(state, chosen(state, rng));
    return plies;
  }

  std::uint64_t ply_limit() const { return 500; }
  std::uint64_t actions() const { return pass_move + 1; }
  std::uint64_t action(Move move) const { return move.code; }

  // ---- End
  Result result(const State& at) const { return Result::win(2, at.winner, "five in a row"); }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = static_cast<std::uint64_t>(at.hand[0]) << 16 | static_cast<std::uint64_t>(at.hand[1]) << 8 |
                        static_cast<std::uint64_t>(4 * at.mover + (at.introduced ? 2 : 0) + (at.has_before ? 1 : 0));
    for (const u64 word : {at.board[0], at.board[1], at.before[0], at.before[1]}) key = zobrist(key, word);
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const {
    return rows(at.board) + (at.mover == 0 ? " x " : " o ") + std::to_string(at.hand[0]) + ',' + std::to_string(at.hand[1]) + (at.introduced ? " m " : " p ") +
           (at.has_before ? rows(at.before) : "-");
  }

  std::string text(const State&, Move move) const {
    if (move.code == pass_move) return "pass";
    if (move.code < first_shift) return square_name(move.code);
    const Segment segment(move);
    return (segment.length > 1 ? square_name(segment.rear()) : "") + square_name(segment.front) + '>' + square_name(segment.target());
  }

  std::string diagram(const State& at) const {
    const auto cell = [&](int r, int file) {
      const char c = piece(at.board, r, file);
      return c != 0 ? c : '.';
    };
    return draw_rows(8, 8, cell, [](int r) { return std::to_string(8 - r); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    state.board = read_board(parts[0]);
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    state.mover = parts[1] == "x" ? 0 : 1;
    const auto hands = split(parts[2], ',');
    if (hands.size() != 2) throw TextError("hands " + in_quotes(parts[2]) + " are not two numbers with a comma between");
    for (int player = 0; player < 2; ++player) {
      state.hand[player] = static_cast<u8>(number(hands[player], 0, pieces_each, "hand"));
      const int placed = popcount(state.board[player]);
      if (placed + state.hand[player] > pieces_each) {
        throw TextError("hands " + in_quotes(parts[2]) + ": with " + std::to_string(placed) + (player == 0 ? " x" : " o") +
                        " on the board these are more than " + std::to_string(pieces_each) + " pieces");
      }
    }
    if (parts[3] != "p" && parts[3] != "m") throw TextError("flag " + in_quotes(parts[3]) + " is not p or m");
    state.introduced = parts[3] == "m";
    state.has_before = parts[4] != "-";
    if (state.has_before) state.before = read_board(parts[4]);
    for (const int player : {static_cast<int>(state.mover), 1 - state.mover}) {
      if (has_five(state.board[player])) state.winner = static_cast<std::int8_t>(player);
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "pass") {
      if (at.winner >= 0 || !(nth(at, 0) == Move{pass_move})) illegal_move(in);
      return {pass_move};
    }
    const bool is_shift = in.size() == 5 || in.size() == 7;
    if (in.size() != 2 && (!is_shift || in[in.size() - 3] != '>')) unreadable_move(in);
    const auto square_at = [&](std::size_t from) {
      const auto square = board8::square_called(in.substr(from, 2));
      if (!square) unreadable_move(in);
      return *square;
    };
    const int target = square_at(in.size() - 2);
    if (!is_shift) {
      if (at.winner >= 0 || (placements(at) & bit(target)) == 0) illegal_move(in);
      return {static_cast<u16>(target)};
    }
    const int front = square_at(in.size() - 5);
    const int rear = square_at(0);
    if (at.winner >= 0) illegal_move(in);
    const Shifts shifts = shifts_of(at);
    for (int set = 0; set < shift_sets; ++set) {
      if ((shifts[set] & bit(front)) == 0) continue;
      const Segment segment(shift(set, front));
      if (segment.target() == target && segment.rear() == rear && (segment.length > 1) == (in.size() == 7)) return shift(set, front);
    }
    illegal_move(in);
  }

 private:
  static constexpr int shift_sets = longest_segment * directions;
  static constexpr u16 first_shift = 64;
  static constexpr u16 pass_move = first_shift + 64 * shift_sets;

  /// Where the foremost pieces of the segments that may be shifted stand: the segments of one piece in each of the eight directions, those of two, those of
  /// three.
  using Shifts = std::array<u64, shift_sets>;

  static Move shift(int set, int front) { return {static_cast<u16>(first_shift + 64 * set + front)}; }

  struct Segment {
    int front;
    int step;
    int length;
    explicit Segment(Move move)
        : front((move.code - first_shift) & 63),
          step(step_of[(move.code - first_shift) / 64 % directions]),
          length((move.code - first_shift) / 64 / directions + 1) {}
    int rear() const { return front - (length - 1) * step; }
    int target() const { return front + step; }
  };

  /// Whether the shift may move pieces of the opponent, too.
  static bool pushes(Move move) { return move.code >= first_shift + 64 * directions; }

  static u64 placements(const State& at) { return at.hand[at.mover] == 0 ? 0 : ~(at.board[0] | at.board[1]); }

  struct Fronts {
    Words8 one, two, three;
  };
  PLY_ALWAYS_INLINE static Fronts fronts(const Board& board, int mover) {
    const u64 all = board[0] | board[1];
    const Words8 can_go = Words8(all) & board8::steps(Words8(~all)).opposite();
    // The pieces, and the mover's own, one and two squares further back.
    const Words8 own(board[mover]);
    const Words8 second = board8::steps(Words8(all));
    const Words8 own_second = own | board8::steps(own);
    const Words8 third = second & board8::steps(second);
    const Words8 own_third = own_second | board8::steps(board8::steps(own));
    return {can_go & own, can_go & second & own_second, can_go & third & own_third};
  }

  static bool may_shift(const State& at) { return at.mover == 1 || at.introduced; }

  PLY_ALWAYS_INLINE static Shifts shifts_of(const State& at) {
    Shifts shifts{};
    if (!may_shift(at)) return shifts;
    const Fronts found = fronts(at.board, at.mover);
    int set = 0;
    for (const Words8& words : {found.one, found.two, found.three}) {
      for (const u64 word : words.array()) shifts[set++] = word;
    }
    if (const u16 move = undoing(at); move != 0) shifts[(move - first_shift) / 64] &= ~bit((move - first_shift) & 63);
    return shifts;
  }

  static int shift_count(const State& at) {
    if (!may_shift(at)) return 0;
    const Fronts found = fronts(at.board, at.mover);
    return popcount(found.one, found.two, found.three) - (undoing(at) != 0 ? 1 : 0);
  }

  /// The shift that would bring back the board before the last turn: its code, or 0. It must be that of two or three pieces, one of them the mover's own.
  static u16 undoing(const State& at) {
    const u64 now = at.board[0] | at.board[1];
    const u64 then = at.before[0] | at.before[1];
    const u64 gone = now & ~then;
    const u64 come = then & ~now;
    if (!at.has_before || gone == 0 || come == 0 || (gone & (gone - 1)) != 0 || (come & (come - 1)) != 0) return 0;
    // Most turns move one piece of the opponent; a shift that undoes them would have to move one of the mover's.
    if (at.board[at.mover] == at.before[at.mover]) return 0;
    const int rear = lowest(gone);
    const int target = lowest(come);
    const int right = board8::file_of(target) - board8::file_of(rear);
    const int up = board8::rank_of(target) - board8::rank_of(rear);
    const int length = std::max(std::abs(right), std::abs(up));
    if (length > longest_segment || (right != 0 && std::abs(right) != length) || (up != 0 && std::abs(up) != length)) return 0;
    const int step = (target - rear) / length;
    const auto direction = static_cast<int>(std::find(step_of.begin(), step_of.end(), step) - step_of.begin());
    const Move move = shift((length - 1) * directions + direction, target - step);
    u64 segment = 0;
    for (int i = 0; i < length; ++i) segment |= bit(rear + i * step);
    const bool legal = (segment & ~now) == 0 && (segment & at.board[at.mover]) != 0;
    return legal && shifted(at.board, move) == at.before ? move.code : u16{0};
  }

  /// A random move of a game that is not over. The shift that is barred is drawn like the others, and then drawn again.
  PLY_ALWAYS_INLINE static Move chosen(const State& at, Rng& rng) {
    const u64 open = placements(at);
    const int placing = popcount(open);
    if (!may_shift(at)) return {placing == 0 ? pass_move : static_cast<u16>(nth_bit(open, static_cast<int>(rng.below(static_cast<std::uint64_t>(placing)))))};
    const Fronts found = fronts(at.board, at.mover);
    const std::array<int, longest_segment> sizes{popcount(found.one), popcount(found.two), popcount(found.three)};
    const int all = placing + sizes[0] + sizes[1] + sizes[2];
    while (all > 0) {
      int n = static_cast<int>(rng.below(static_cast<std::uint64_t>(all)));
      if (n < placing) return {static_cast<u16>(nth_bit(open, n))};
      n -= placing;
      int longer = 0;
      while (n >= sizes[longer]) n -= sizes[longer++];
      const Words8::Array words = (longer == 0 ? found.one : longer == 1 ? found.two : found.three).array();
      int d = 0;
      for (int size = popcount(words[0]); n >= size; size = popcount(words[++d])) n -= size;
      const Move move = shift(longer * directions + d, nth_bit(words[d], n));
      if (!at.has_before || shifted(at.board, move) != at.before) return move;
      if (all == 1) break;
    }
    return {pass_move};
  }

  PLY_ALWAYS_INLINE static Board shifted(Board board, Move move) {
    const Segment segment(move);
    u64 squares = 0;
    for (int i = 0; i < segment.length; ++i) squares |= bit(segment.front - i * segment.step);
    for (u64& pieces : board) {
      const u64 moving = pieces & squares;
      pieces = (pieces ^ moving) | (segment.step > 0 ? moving << segment.step : moving >> -segment.step);
    }
    return board;
  }

  static char piece(const Board& board, int r, int file) {
    const u64 here = bit(8 * (7 - r) + file);
    return (board[0] & here) != 0 ? 'x' : (board[1] & here) != 0 ? 'o' : '\0';
  }
  static std::string rows(const Board& board) {
    return write_rows(8, 8, [&](int r, int file) { return piece(board, r, file); });
  }
  static Board read_board(std::string_view part) {
    Board board{};
    read_rows(part, 8, 8, [&](int r, int file, char c) {
      if (c != 'x' && c != 'o') return false;
      board[c == 'x' ? 0 : 1] |= bit(8 * (7 - r) + file);
      return true;
    });
    return board;
  }
};

const Registration registration{{
    .id = "gliti",
    .title = "Gliti",
    .page = "gliti",
    .source = "gliti.cpp",
    .make = [](const Options&) { return as_game(Gliti()); },
}};

}  // namespace
