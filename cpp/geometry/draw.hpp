// Squares in random order.
#pragma once

#include <utility>

#include "core/rng.hpp"
#include "geometry/bits.hpp"

namespace ply {

/// Draws `wanted` of the first `size` <= 65536 entries and puts them at the end of these, the first one last. From 16 bits each, four a random number: Lemire's
/// method as in Rng::below, so without bias.
template <class List>
void draw_to_end(List& list, int size, int wanted, Rng& rng) {
  const auto draw = [](u64 bits, unsigned n) { return static_cast<unsigned>(bits & 0xFFFF) * n; };
  u64 bits = 0;
  for (int i = 0; i < wanted; ++i) {
    const auto n = static_cast<unsigned>(size - i);
    bits = i % 4 == 0 ? rng.next() : bits >> 16;
    unsigned product = draw(bits, n);
    if ((product & 0xFFFF) < n) {
      const unsigned reject_below = 0x10000 % n;
      while ((product & 0xFFFF) < reject_below) product = draw(rng.next(), n);
    }
    std::swap(list[product >> 16], list[n - 1]);
  }
}

}  // namespace ply
