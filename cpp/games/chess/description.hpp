// What the members of the chess family differ in. A game is one constexpr value of `Description`; the generator and the notation are templates over it.
#pragma once

#include <array>

#include "geometry/bits.hpp"

namespace ply::chess {

inline constexpr int white = 0;
inline constexpr int black = 1;

/// How a piece moves: some of these ways at once. The queen slides both ways, the king has none of them: its step is a matter of its own.
enum Way : std::size_t { as_pawn, as_knight, as_bishop, as_rook };
inline constexpr std::size_t way_count = 4;

struct Piece {
  char letter;    ///< White's, in a position text
  unsigned ways;  ///< bit w for Way w
};

namespace pieces {
inline constexpr Piece pawn{'P', 1u << as_pawn};
inline constexpr Piece knight{'N', 1u << as_knight};
inline constexpr Piece bishop{'B', 1u << as_bishop};
inline constexpr Piece rook{'R', 1u << as_rook};
inline constexpr Piece queen{'Q', bishop.ways | rook.ways};
inline constexpr Piece king{'K', 0};
}  // namespace pieces

template <class T, std::size_t capacity>
struct List {
  std::array<T, capacity> items;
  std::size_t size;
  constexpr const T* begin() const { return items.data(); }
  constexpr const T* end() const { return items.data() + size; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
};

/// A rule that only some members have is a field here, read in an `if constexpr`; nothing asks which game it is.
struct Description {
  const char* start;
  List<Piece, 8> pieces;
  List<Piece, 6> promotions;
};

inline constexpr Description orthodox{
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .pieces = {{pieces::pawn, pieces::knight, pieces::bishop, pieces::rook, pieces::queen, pieces::king}, 6},
    .promotions = {{pieces::queen, pieces::rook, pieces::bishop, pieces::knight}, 4},
};

}  // namespace ply::chess
