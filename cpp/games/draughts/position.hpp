// Positions and moves, and the playing of moves.
#pragma once

#include "games/draughts/board.hpp"

namespace ply::draughts {

struct State {
  std::array<u64, 2> side{};  ///< squares of White's and of Black's pieces
  u64 kings = 0;              ///< of both
  u32 mover = white;
  u32 quiet = 0;  ///< plies without a capture or a man's move, since the game or its text began; no part of the position

  friend constexpr bool operator==(const State& a, const State& b) { return a.side == b.side && a.kings == b.kings && a.mover == b.mover; }
};
static_assert(sizeof(State) == 32);

/// A whole turn. What is captured tells captures apart that share both ends; the route does not matter.
struct Move {
  u64 captured;
  u8 from;
  u8 to;
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

template <const Description& variant, int us>
inline void play_as(State& state, const Move& move) {
  const u64 from = bit(move.from);
  const u64 to = bit(move.to);
  const bool by_king = (state.kings & from) != 0;
  const u64 crowned = by_king ? to : to & Board<variant.grid>::far_row[us];
  state.quiet = by_king && move.captured == 0 ? state.quiet + 1 : 0;
  state.side[us] = (state.side[us] & ~from) | to;  // in this order: a capture may end where it began
  state.side[1 - us] &= ~move.captured;
  state.kings = (state.kings & ~(from | move.captured)) | crowned;
  state.mover = 1 - us;
}

template <const Description& variant>
inline void play(State& state, const Move& move) {
  state.mover == white ? play_as<variant, white>(state, move) : play_as<variant, black>(state, move);
}

}  // namespace ply::draughts
