// Things that several walks lead to, each only once.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "geometry/bits.hpp"

namespace ply {

template <class Item, class Hash>
class Distinct {
 public:
  /// Of about so many things.
  explicit Distinct(std::size_t expected = 256) : slots_(std::bit_ceil(4 * expected)) { items_.reserve(expected); }

  /// Whether it is new.
  PLY_ALWAYS_INLINE bool add(const Item& item) {
    for (std::size_t slot = Hash()(item) & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) {
        items_.push_back(item);
        slots_[slot] = static_cast<u32>(items_.size());
        if (2 * items_.size() > slots_.size()) grow();
        return true;
      }
      if (items_[slots_[slot] - 1] == item) return false;
    }
  }
  const std::vector<Item>& items() const { return items_; }

 private:
  PLY_NEVER_INLINE void grow() {
    std::vector<u32>(4 * slots_.size()).swap(slots_);
    items_.reserve(slots_.size() / 2);
    for (u32 i = 0; i < items_.size(); ++i) {
      std::size_t slot = Hash()(items_[i]) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }

  std::vector<Item> items_;
  std::vector<u32> slots_;  // 1 + number of an item; half are empty at least
};

}  // namespace ply
