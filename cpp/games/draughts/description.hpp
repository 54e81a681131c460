// What the members of the draughts family differ in. A game is one constexpr value of `Description`; generator and notation are templates over it.
#pragma once

#include "geometry/bits.hpp"

namespace ply::draughts {

/// White stands at the bottom and moves up.
inline constexpr int white = 0;
inline constexpr int black = 1;

enum class Grid { dark_8x8, dark_10x10, all_8x8 };

struct Description {
  Grid grid;
  int starts;             ///< the colour of player 0
  const char* start;      ///< the position text
  int most_pieces;        ///< of one side
  bool backward_capture;  ///< men capture in all four directions of capture
  bool flying_kings;      ///< kings move and capture from afar, else as men that may go backward
  bool linear_moves;      ///< a man may pass over a line of own men
  bool maximum;           ///< only the longest captures are legal
};

inline constexpr Description english{
    .grid = Grid::dark_8x8,
    .starts = black,
    .start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    .most_pieces = 12,
    .backward_capture = false,
    .flying_kings = false,
    .linear_moves = false,
    .maximum = false,
};

inline constexpr Description international{
    .grid = Grid::dark_10x10,
    .starts = white,
    .start = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    .most_pieces = 20,
    .backward_capture = true,
    .flying_kings = true,
    .linear_moves = false,
    .maximum = true,
};

inline constexpr Description dameo{
    .grid = Grid::all_8x8,
    .starts = white,
    .start = "bbbbbbbb/1bbbbbb1/2bbbb2/8/8/2wwww2/1wwwwww1/wwwwwwww w",
    .most_pieces = 18,
    .backward_capture = true,
    .flying_kings = true,
    .linear_moves = true,
    .maximum = false,
};

inline constexpr Description dameo_maximum = [] {
  Description variant = dameo;
  variant.maximum = true;
  return variant;
}();

}  // namespace ply::draughts
