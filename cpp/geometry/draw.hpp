// Squares in random order.
#pragma once

#include <algorithm>

#include "core/rng.hpp"
#include "geometry/bits.hpp"

namespace ply {

/// Draws `wanted` of the first `size` <= 65536 entries, visits each as visit(number, entry) and leaves the others in front. From 16 bits each, four a random
/// number: Lemire's method as in Rng::below, so without bias.
template <class List, class Visit>
PLY_ALWAYS_INLINE void draw(List& list, int size, int wanted, Rng& random, Visit&& visit) {
  Rng rng = random;  // not where a visit that writes bytes might change it
  for (int i = 0; i < wanted;) {
    u64 bits = rng.next();
    for (const int next = std::min(i + 4, wanted); i < next; ++i, bits >>= 16) {
      const auto n = static_cast<unsigned>(size - i);
      unsigned product = static_cast<unsigned>(bits & 0xFFFF) * n;
      if ((product & 0xFFFF) < n) {
        const unsigned reject_below = 0x10000 % n;
        while ((product & 0xFFFF) < reject_below) product = static_cast<unsigned>(rng.next() & 0xFFFF) * n;
      }
      const auto drawn = list[product >> 16];
      list[product >> 16] = list[n - 1];
      visit(i, drawn);
    }
  }
  random = rng;
}

}  // namespace ply
