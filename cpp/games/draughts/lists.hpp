// Lists without an upper bound that live on the stack as long as they are as short as usual.
#pragma once

#include <vector>

#include "games/draughts/position.hpp"

namespace ply::draughts {

class MoveList {
 public:
  void clear() { size_ = 0; }
  void add(const Move& move) {
    if (size_ < inline_size) {
      first_[size_] = move;
    } else {
      more_.resize(size_ - inline_size);
      more_.push_back(move);
    }
    ++size_;
  }
  std::size_t size() const { return size_; }
  const Move& operator[](std::size_t i) const { return i < inline_size ? first_[i] : more_[i - inline_size]; }

 private:
  static constexpr std::size_t inline_size = 48;
  Move first_[inline_size];
  std::vector<Move> more_;
  std::size_t size_ = 0;
};

/// Where a capturing piece has stood with what it had captured by then.
class Visited {
 public:
  void clear() {
    size_ = 0;
    table_.clear();
  }

  /// False if it is there already.
  bool add(int square, u64 captured) {
    const Entry entry{captured, square};
    if (table_.empty()) {
      for (std::size_t i = 0; i < size_; ++i) {
        if (first_[i] == entry) return false;
      }
      if (size_ < inline_size) {
        first_[size_++] = entry;
        return true;
      }
      grow(8 * inline_size);
      for (const Entry& old : first_) *find(old) = old;
    }
    Entry* const place = find(entry);
    if (place->captured != 0) return false;
    *place = entry;
    if (++size_ * 2 > table_.size()) grow(4 * table_.size());
    return true;
  }

 private:
  struct Entry {
    u64 captured;
    int square;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  static constexpr std::size_t inline_size = 32;

  /// Open addressing; the size of the table is a power of 2 and no entry captures nothing.
  Entry* find(const Entry& entry) {
    auto i = static_cast<std::size_t>(scramble(entry.captured ^ u64{0x9E3779B97F4A7C15} * static_cast<u64>(entry.square)));
    while (true) {
      Entry& place = table_[i++ & (table_.size() - 1)];
      if (place.captured == 0 || place == entry) return &place;
    }
  }
  void grow(std::size_t size) {
    std::vector<Entry> old(size, Entry{0, 0});
    old.swap(table_);
    for (const Entry& entry : old) {
      if (entry.captured != 0) *find(entry) = entry;
    }
  }

  Entry first_[inline_size];
  std::vector<Entry> table_;
  std::size_t size_ = 0;
};

}  // namespace ply::draughts
