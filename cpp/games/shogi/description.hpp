// What the members of the shogi family differ in. A game is one constexpr value of `Description`; board, generator and notation are templates over it.
#pragma once

#include <array>

#include "geometry/bits.hpp"

namespace ply::shogi {

inline constexpr int sente = 0;
inline constexpr int gote = 1;

template <class T, std::size_t capacity>
struct List {
  std::array<T, capacity> items{};
  std::size_t size = 0;
  constexpr const T* begin() const { return items.data(); }
  constexpr const T* end() const { return items.data() + size; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
  constexpr void add(const T& item) { items[size++] = item; }
  friend constexpr bool operator==(const List&, const List&) = default;
};

// Directions as Sente sees them, in the order of Words8 on squares numbered file by file from the right, each from the top:
//
//   direction   0     1     2          3             4        5      6              7
//               back  left  left back  left forward  forward  right  right forward  right back
//
// Those of Gote, who sits opposite, are 4 further: d ^ 4.
namespace go {
inline constexpr unsigned back = 1, left = 2, left_back = 4, left_forward = 8, forward = 16, right = 32, right_forward = 64, right_back = 128;
inline constexpr unsigned straight = back | left | forward | right;
inline constexpr unsigned diagonal = left_back | left_forward | right_forward | right_back;
}  // namespace go

/// A jump over whatever is in between, in files to the left and ranks towards the last letter.
struct Leap {
  int files, ranks;
  friend constexpr bool operator==(const Leap&, const Leap&) = default;
};

/// Directions are sets of bits of `go`.
struct Movement {
  unsigned steps = 0;    ///< one square
  unsigned slides = 0;   ///< any distance
  unsigned seconds = 0;  ///< the second square too, if the first, which is among `steps`, is empty
  List<Leap, 3> leaps{};
  friend constexpr bool operator==(const Movement&, const Movement&) = default;
};

struct Piece {
  char letter;  ///< Sente's
  Movement moves;
  bool promotes = false;
  Movement promoted{};
  int dead_ranks = 0;  ///< the last ranks, from which it could never move again
};

struct Description {
  int files, ranks;
  const char* start;
  int zone;                 ///< the far ranks on which pieces promote
  List<Piece, 8> pieces;    ///< numbered in this order
  int king, pawn;           ///< pieces of that number
  const char* hand;         ///< letters in the order in which hands are written
  int pawns_on_file;        ///< so many of one side at most can come to stand on a file by drops; 0: any number
  bool drop_mate = false;   ///< a pawn drop may mate
  bool home_wins = false;   ///< a king that stands on the far rank after its side's move has won
  bool dead_drops = false;  ///< pieces may be dropped where they can never move again
};

// ---- The pieces of shogi

inline constexpr Movement gold_moves{.steps = go::straight | go::left_forward | go::right_forward};
inline constexpr Movement silver_moves{.steps = go::diagonal | go::forward};
inline constexpr Movement king_moves{.steps = go::straight | go::diagonal};
inline constexpr Movement knight_moves{.leaps = {{Leap{1, -2}, Leap{-1, -2}}, 2}};

namespace pieces {
inline constexpr Piece pawn{'P', {.steps = go::forward}, true, gold_moves, 1};
inline constexpr Piece lance{'L', {.slides = go::forward}, true, gold_moves, 1};
inline constexpr Piece knight{'N', knight_moves, true, gold_moves, 2};
inline constexpr Piece silver{'S', silver_moves, true, gold_moves};
inline constexpr Piece gold{'G', gold_moves};
inline constexpr Piece king{'K', king_moves};
inline constexpr Piece bishop{'B', {.slides = go::diagonal}, true, {.steps = go::straight, .slides = go::diagonal}};
inline constexpr Piece rook{'R', {.slides = go::straight}, true, {.steps = go::diagonal, .slides = go::straight}};
}  // namespace pieces

}  // namespace ply::shogi
