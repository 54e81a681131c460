// Positions and moves, and the playing of moves.
//
// A piece is a number: its place in the description, and whether it is promoted. The bits of the numbers lie in planes, a set of squares each:
//
//   plane[0], plane[1], ..   bits of the number
//   plane[last]              promoted pieces
//   side[sente], side[gote]  whose they are
//   hand[sente], hand[gote]  how many of each number, eight bits each
//
// So a move is the same few operations for every piece, and a captured piece is turned back by dropping a bit.
#pragma once

#include <bit>

#include "games/shogi/board.hpp"

namespace ply::shogi {

inline constexpr u32 largest_move_number = (u32{1} << 31) - 1;

template <const Description& variant>
using BoardOf = Board<variant.files, variant.ranks>;

template <const Description& variant>
struct State {
  using B = BoardOf<variant>;
  using Bits = typename B::Bits;
  static constexpr std::size_t number_bits = std::bit_width(variant.pieces.size - 1);

  std::array<Bits, number_bits + 1> plane{};
  std::array<Bits, 2> side{};
  std::array<u64, 2> hand{};
  u32 move_number = 1;
  u32 mover = sente;

  Bits occupied() const { return side[sente] | side[gote]; }
  Bits promoted() const { return plane[number_bits]; }
  /// The squares where this number, or none, is.
  PLY_ALWAYS_INLINE Bits numbered(std::size_t number) const {
    Bits set = (number & 1) != 0 ? plane[0] : ~plane[0];
    for_each_index<number_bits - 1>([&](auto b) PLY_INLINE_LAMBDA { set = set & ((number >> (b + 1) & 1) != 0 ? plane[b + 1] : ~plane[b + 1]); });
    return set;
  }
  Bits kings() const { return numbered(variant.king) & occupied(); }
  int number_on(int square) const {
    int number = 0;
    for (std::size_t b = 0; b < number_bits; ++b) number |= B::has(plane[b], square) ? 1 << b : 0;
    return number;
  }
  int in_hand(int whose, int number) const { return static_cast<int>(hand[static_cast<std::size_t>(whose)] >> 8 * number & 255); }

  void put(int whose, int number, bool promote, int square) {
    for (std::size_t b = 0; b < number_bits; ++b) plane[b] |= (number >> b & 1) != 0 ? B::bit(square) : B::none;
    if (promote) plane[number_bits] |= B::bit(square);
    side[static_cast<std::size_t>(whose)] |= B::bit(square);
  }

  friend bool operator==(const State&, const State&) = default;
};

/// Bits 0-6 to, 7-13 from (of a drop: the piece's number), 14 promotion, 15 drop.
class Move {
 public:
  Move() = default;
  constexpr explicit Move(unsigned bits) : bits_(static_cast<u16>(bits)) {}
  static constexpr unsigned board_move(int from, bool promotes) { return static_cast<unsigned>(from) << 7 | (promotes ? 1u << 14 : 0); }
  static constexpr unsigned drop(int number) { return static_cast<unsigned>(number) << 7 | 1u << 15; }
  constexpr int to() const { return bits_ & 127; }
  constexpr int from() const { return bits_ >> 7 & 127; }
  constexpr int number() const { return from(); }
  constexpr bool promotes() const { return (bits_ & 1u << 14) != 0; }
  constexpr bool is_drop() const { return (bits_ & 1u << 15) != 0; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  u16 bits_ = 0;
};

/// The side is a constant, and so is every index: else the compiler would keep the new position in memory all the while.
template <const Description& variant, std::size_t us>
PLY_ALWAYS_INLINE void play_as(State<variant>& state, Move move) {
  using S = State<variant>;
  using B = typename S::B;
  using Bits = typename S::Bits;
  const Bits to = B::bit(move.to());
  state.mover = 1 - us;
  state.move_number += state.move_number != largest_move_number ? 1 : 0;
  if (move.is_drop()) {
    state.hand[us] -= u64{1} << 8 * move.number();
    for_each_index<S::number_bits>([&](auto b) PLY_INLINE_LAMBDA { state.plane[b] |= to & when<Bits>((move.number() >> b & 1) != 0); });
    state.side[us] |= to;
    return;
  }
  const Bits stay = ~(B::bit(move.from()) | to);
  const bool captures = any(state.side[1 - us] & to);
  int captured = 0;
  for_each_index<S::number_bits>([&](auto b) PLY_INLINE_LAMBDA { captured |= B::has(state.plane[b], move.to()) ? 1 << b : 0; });
  state.hand[us] += u64{captures} << 8 * captured;
  for_each_index<S::number_bits + 1>([&](auto b) PLY_INLINE_LAMBDA {
    const bool set = B::has(state.plane[b], move.from()) || (b == S::number_bits && move.promotes());
    state.plane[b] = (state.plane[b] & stay) | (to & when<Bits>(set));
  });
  state.side[us] = (state.side[us] & stay) | to;
  state.side[1 - us] = state.side[1 - us] & ~to;
}

template <const Description& variant>
PLY_ALWAYS_INLINE void play(State<variant>& state, Move move) {
  state.mover == sente ? play_as<variant, sente>(state, move) : play_as<variant, gote>(state, move);
}

}  // namespace ply::shogi
