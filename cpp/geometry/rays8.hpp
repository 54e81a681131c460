// Eight directions of the 8x8 board at once: a Words8 holds one set of squares for each direction.
//
// Rays of different squares in the same direction never share a square, for each ends at the first blocker: so the moves of any number of sliders are
// counted by eight bit counts, whatever the number of sliders, without a branch.
#pragma once

#include "geometry/board8.hpp"

namespace ply::board8 {

//   word        0      1     2          3          4      5     6          7
//   direction   north  east  northeast  northwest  south  west  southwest  southeast
//   leap        nne    nnw   ene        wnw        ssw    sse   wsw        ese
enum Direction : unsigned { to_north, to_east, to_northeast, to_northwest, to_south, to_west, to_southwest, to_southeast };
inline constexpr unsigned straight_directions = 0b00110011;  ///< bit d for direction d; the others are diagonal

namespace detail {

inline constexpr Words8::Step one_step{8, 1, 9, 7};
inline constexpr Words8::Step two_steps{16, 2, 18, 14};
inline constexpr Words8::Step four_steps{32, 4, 36, 28};
inline constexpr Words8::Step one_leap{17, 15, 10, 6};

/// Where a step or leap in each direction can arrive: not on the far side of the edge it left by.
alignas(64) inline constexpr Words8::Array step_arrivals{
    ~rank_set(0), ~file_a, ~(rank_set(0) | file_a), ~(rank_set(0) | file_h), ~rank_set(7), ~file_h, ~(rank_set(7) | file_h), ~(rank_set(7) | file_a),
};
alignas(64) inline constexpr Words8::Array leap_arrivals{
    ~(rank_set(0) | rank_set(1) | file_a), ~(rank_set(0) | rank_set(1) | file_h), ~(rank_set(0) | file_a | file_set(1)), ~(rank_set(0) | file_h | file_set(6)),
    ~(rank_set(7) | rank_set(6) | file_h), ~(rank_set(7) | rank_set(6) | file_a), ~(rank_set(7) | file_h | file_set(6)), ~(rank_set(7) | file_a | file_set(1)),
};

}  // namespace detail

/// One step, or one knight's leap, in each direction.
PLY_ALWAYS_INLINE Words8 steps(Words8 from) { return from.moved<detail::one_step>() & Words8(detail::step_arrivals); }
PLY_ALWAYS_INLINE Words8 leaps(Words8 from) { return from.moved<detail::one_leap>() & Words8(detail::leap_arrivals); }

/// Where a ray can go on by one, two and four steps: what `rays` needs to know of the empty squares. Parallel prefix.
struct Passable {
  Words8 one, two, four;

  PLY_ALWAYS_INLINE explicit Passable(u64 empty)
      : one(Words8(empty) & Words8(detail::step_arrivals)), two(one & one.moved<detail::one_step>()), four(two & two.moved<detail::two_steps>()) {}
};

/// In each direction from the squares of `from` over empty squares up to and including the first that is not empty.
PLY_ALWAYS_INLINE Words8 rays(Words8 from, const Passable& passable) {
  from = from | (passable.one & from.moved<detail::one_step>());
  from = from | (passable.two & from.moved<detail::two_steps>());
  from = from | (passable.four & from.moved<detail::four_steps>());
  return steps(from);
}

}  // namespace ply::board8
