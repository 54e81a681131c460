// Positions and moves of the members on boards wider than 8x8, and the playing of moves.
//
// The board and its numbers are geometry/guarded_board.hpp's; a set of squares takes two words, the low one first. A position is
//
//   ways   a set for each Way: pawns, what leaps, what slides diagonally, what slides straight
//   side   White's squares and Black's
//   king   where the kings stand, which move in none of these ways
//   passed the square that a pawn has just passed over, or 0 (a corner, which no pawn passes)
//   clocks move number, side to move, quiet plies
//
// These members have no castling. `play` reads and writes the sets only as whole vectors, for the generator reads them so in the next moment.
#pragma once

#include "games/chess/description.hpp"
#include "geometry/guarded_board.hpp"

namespace ply::chess::wide {

template <const Description& variant>
using BoardOf = GuardedBoard<variant.width, variant.height>;

/// Where the clocks of a position stop.
inline constexpr u32 largest_clock = (u32{1} << 31) - 1;

template <const Description& variant>
struct alignas(16) State {
  Words8::Array ways{};
  std::array<Words2::Array, 2> side{};
  u32 move_number = 1;
  u32 quiet = 0;  ///< plies without a capture or pawn move
  bool black_to_move = false;
  std::array<u8, 2> king{};
  u8 passed = 0;
  std::array<u8, 20> unused{};  ///< so that two whole vectors make a copy: with parts that overlap, what is read next would have to wait for both

  int mover() const { return black_to_move ? black : white; }
  u128 set(Way way) const { return words(ways[2 * way], ways[2 * way + 1]); }
  u128 squares_of(int who) const { return words(side[static_cast<std::size_t>(who)][0], side[static_cast<std::size_t>(who)][1]); }
  u128 occupied() const { return squares_of(white) | squares_of(black); }

  void add(int who, unsigned piece_ways, u128 square) {
    for (std::size_t half = 0; half < 2; ++half) {
      const u64 word = half == 0 ? low_word(square) : high_word(square);
      side[static_cast<std::size_t>(who)][half] |= word;
      for (std::size_t way = 0; way < way_count; ++way) ways[2 * way + half] |= (piece_ways >> way & 1) != 0 ? word : 0;
    }
  }
};

static_assert(sizeof(State<orthodox>) == 128);

/// What `play` has to do beyond moving a piece. `promotion` + i: to the i-th of the description's promotions.
enum Kind : unsigned { plain, pawn_move, double_step, en_passant, promotion };

/// Bits 0-6 from, 7-13 to, 14-17 kind.
class Move {
 public:
  Move() = default;
  constexpr Move(int from, int to, unsigned kind) : bits_(static_cast<u32>(from | to << 7) | kind << 14) {}
  constexpr int from() const { return static_cast<int>(bits_ & 127); }
  constexpr int to() const { return static_cast<int>(bits_ >> 7 & 127); }
  constexpr unsigned kind() const { return bits_ >> 14; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  u32 bits_ = 0;
};

/// A rank counted from the side's own edge.
template <const Description& variant, int us>
constexpr u128 own_rank(int rank) {
  return BoardOf<variant>::rank_set(us == white ? rank : variant.height - 1 - rank);
}
/// The set as seen from a side moved one square towards the other side.
template <const Description& variant, int us>
constexpr u128 forward(u128 set) {
  return us == white ? BoardOf<variant>::north(set) : BoardOf<variant>::south(set);
}
/// The squares on which pawns of a side capture; guard columns not cut off.
template <const Description& variant, int us>
constexpr u128 pawn_attacks(u128 pawns) {
  return forward<variant, us>(BoardOf<variant>::east(pawns) | BoardOf<variant>::west(pawns));
}

namespace detail {

/// The rare part of `play`: the capturing or promoting pawn stands on `to` already.
template <const Description& variant, int us>
PLY_NEVER_INLINE void finish_move(State<variant>& state, unsigned kind, int square) {
  using Board = BoardOf<variant>;
  const auto remove = [](u64& low, u64& high, u128 set) {
    low &= ~low_word(set);
    high &= ~high_word(set);
  };
  const u128 to = Board::bit(square);
  if (kind == en_passant) {
    const u128 captured = forward<variant, 1 - us>(to);
    remove(state.ways[2 * as_pawn], state.ways[2 * as_pawn + 1], captured);
    remove(state.side[1 - us][0], state.side[1 - us][1], captured);
  } else {
    remove(state.ways[2 * as_pawn], state.ways[2 * as_pawn + 1], to);
    state.add(us, variant.promotions[kind - promotion].ways, to);
  }
}

}  // namespace detail

template <const Description& variant, int us>
inline void play_as(State<variant>& state, Move move) {
  const unsigned kind = move.kind();
  const Words2 from(BoardOf<variant>::bits[static_cast<std::size_t>(move.from())]);
  const Words2 to(BoardOf<variant>::bits[static_cast<std::size_t>(move.to())]);
  const Words2 both = from | to;
  const u32 captures = static_cast<u32>(state.side[1 - us][static_cast<std::size_t>(move.to() / 64)] >> move.to() % 64 & 1);
  const u32 progress = captures | (kind != plain ? 1u : 0u);

  state.move_number += us == black && state.move_number != largest_clock ? 1 : 0;
  state.black_to_move = us == white;
  state.quiet = (state.quiet + (state.quiet != largest_clock ? 1 : 0)) & (progress - 1);  // 0 or all bits: captures are hard to predict
  state.passed = static_cast<u8>(kind == double_step ? (move.from() + move.to()) / 2 : 0);
  state.king[us] = static_cast<u8>(state.king[us] == move.from() ? move.to() : state.king[us]);

  (Words2(state.side[us]) ^ both).store(state.side[us]);
  Words2(state.side[1 - us]).without(to).store(state.side[1 - us]);
  const Words8 ways(state.ways);
  (ways.without(Words8(both)) | (ways.pairs_with(Words8(from)) & Words8(to))).store(state.ways);
  if (kind > double_step) [[unlikely]]
    detail::finish_move<variant, us>(state, kind, move.to());
}

template <const Description& variant>
inline void play(State<variant>& state, Move move) {
  state.mover() == white ? play_as<variant, white>(state, move) : play_as<variant, black>(state, move);
}

}  // namespace ply::chess::wide
