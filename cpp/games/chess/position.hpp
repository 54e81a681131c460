// Positions and moves of the members on the 8x8 board, and the playing of moves.
//
// Squares are numbered a1 = 0, b1 = 1 .. h8 = 63 (geometry/board8.hpp). A position is eight words, as much as a cache line:
//
//   ways[as_pawn]    pawns
//   ways[as_knight]  what leaps
//   ways[as_bishop]  what slides diagonally: bishops and queens
//   ways[as_rook]    what slides straight: rooks and queens
//   side[white]      squares of White's pieces
//   side[black]      squares of Black's pieces
//   marks            ranks 1 and 8: kings and rooks that have not moved; a marked king and a marked rook on one rank may castle
//                    ranks 3 and 6: the square that a pawn has just passed over
//   clocks           move number, side to move, quiet plies
//
// A king is a piece that moves in none of the four ways. So a move is the same few operations for every piece, and takes rights away by clearing the marks
// of its two squares.
#pragma once

#include <bit>

#include "games/chess/description.hpp"
#include "geometry/board8.hpp"

namespace ply::chess {

using namespace board8;

inline constexpr u64 home_ranks = rank_set(0) | rank_set(7);
inline constexpr u64 passed_ranks = rank_set(2) | rank_set(5);

/// Where the clocks of a position stop.
inline constexpr u32 largest_clock = (u32{1} << 31) - 1;

struct State {
  std::array<u64, way_count> ways{};
  std::array<u64, 2> side{};
  u64 marks = 0;
  u32 move_number = 1;
  u32 black_to_move : 1 = 0;
  u32 quiet : 31 = 0;  ///< plies without a capture or pawn move

  int mover() const { return black_to_move != 0 ? black : white; }
  u64 occupied() const { return side[white] | side[black]; }
  u64 kings() const { return occupied() & ~(ways[as_pawn] | ways[as_knight] | ways[as_bishop] | ways[as_rook]); }

  /// The rooks that may still castle, their king being unmoved too.
  u64 castling_rooks() const {
    u64 rooks = 0;
    for (const u64 rank : {rank_set(0), rank_set(7)}) {
      if ((marks & rank & kings()) != 0) rooks |= marks & rank & ways[as_rook];
    }
    return rooks;
  }

  friend bool operator==(const State& a, const State& b);
};
static_assert(sizeof(State) == 64);

/// What `play` has to do beyond moving a piece. `promotion` + i: to the i-th piece of the description.
enum Kind : unsigned { plain, castling, pawn_move, double_step, en_passant, promotion };

/// Bits 0-5 from, 6-11 to, 12-15 kind. Castling goes from the king's square to the rook's.
class Move {
 public:
  Move() = default;
  constexpr Move(int from, int to, unsigned kind) : bits_(static_cast<u16>(from | to << 6 | static_cast<int>(kind << 12))) {}
  constexpr int from() const { return bits_ & 63; }
  constexpr int to() const { return bits_ >> 6 & 63; }
  constexpr unsigned kind() const { return bits_ >> 12; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  u16 bits_ = 0;
};

/// The set as seen from a side moved one square towards the other side.
template <int us>
constexpr u64 forward(u64 set) {
  return us == white ? north(set) : south(set);
}
/// The squares on which pawns of a side capture.
template <int us>
constexpr u64 pawn_attacks(u64 pawns) {
  return forward<us>(east(pawns) | west(pawns));
}

/// Where king and rook go, and what must hold on the way.
struct CastlingPath {
  int king, rook, king_to, rook_to;
  u64 empty;  ///< but for these two pieces
  u64 safe;   ///< from attack

  constexpr u64 unmoved() const { return bit(king) | bit(rook); }

  static constexpr CastlingPath of(int king, int rook) {
    const auto span = [](int a, int b) { return a < b ? 2 * bit(b) - bit(a) : 2 * bit(a) - bit(b); };
    const int corner = king & ~7;
    CastlingPath path{king, rook, corner + (rook > king ? 6 : 2), corner + (rook > king ? 5 : 3), 0, 0};
    path.safe = span(king, path.king_to);
    path.empty = (path.safe | span(rook, path.rook_to)) & ~path.unmoved();
    return path;
  }
};

namespace detail {

/// The rare part of `play`: the capturing or promoting pawn stands on `to` already.
template <const Description& variant, int us>
PLY_NEVER_INLINE void finish_move(State& state, unsigned kind, u64 to) {
  if (kind == en_passant) {
    const u64 captured = forward<1 - us>(to);
    state.ways[as_pawn] ^= captured;
    state.side[1 - us] ^= captured;
  } else {
    state.ways[as_pawn] ^= to;
    const unsigned ways = variant.promotions[kind - promotion].ways;
    for (std::size_t way = 0; way < way_count; ++way) state.ways[way] |= (ways >> way & 1) != 0 ? to : 0;
  }
}

template <int us>
PLY_NEVER_INLINE void castle(State& state, Move move) {
  const CastlingPath path = CastlingPath::of(move.from(), move.to());
  state.side[us] = (state.side[us] & ~path.unmoved()) | bit(path.king_to) | bit(path.rook_to);
  state.ways[as_rook] = (state.ways[as_rook] & ~bit(path.rook)) | bit(path.rook_to);
  state.marks &= home_ranks & ~path.unmoved();
  state.quiet += state.quiet != largest_clock ? 1 : 0;
}

}  // namespace detail

template <const Description& variant, int us>
inline void play_as(State& state, Move move) {
  const unsigned kind = move.kind();
  state.move_number += us == black && state.move_number != largest_clock ? 1 : 0;
  state.black_to_move = us == white;
  if (kind == castling) [[unlikely]]
    return detail::castle<us>(state, move);
  const u64 from = bit(move.from());
  const u64 to = bit(move.to());
  const u64 both = from | to;
  const int distance = move.to() - move.from();
  const bool progress = kind != plain || (state.side[1 - us] & to) != 0;
  state.quiet = progress ? 0 : state.quiet + (state.quiet != largest_clock ? 1 : 0);
  state.marks = (state.marks & ~both & home_ranks) | (kind == double_step ? forward<us>(from) : 0);
  state.side[us] ^= both;
  state.side[1 - us] &= ~to;
  // One by one, for a loop would keep the compiler from holding the new position in registers.
  const auto moved = [=](u64 set) { return (set & ~both) | std::rotl(set & from, distance & 63); };
  state.ways[as_pawn] = moved(state.ways[as_pawn]);
  state.ways[as_knight] = moved(state.ways[as_knight]);
  state.ways[as_bishop] = moved(state.ways[as_bishop]);
  state.ways[as_rook] = moved(state.ways[as_rook]);
  if (kind > double_step) [[unlikely]]
    detail::finish_move<variant, us>(state, kind, to);
}

template <const Description& variant>
inline void play(State& state, Move move) {
  state.mover() == white ? play_as<variant, white>(state, move) : play_as<variant, black>(state, move);
}

}  // namespace ply::chess
