// Boards too big for one word, in two: every rank is followed by two columns that are never occupied.
//
//   2 | 24 25 26 .. 33 (34 35)     10x10: a set of squares is the 128-bit word with the bits 12 * rank + file,
//   1 | 12 13 14 .. 21 (22 23)     ranks and files counted from 0
//   0 |  0  1  2 ..  9 (10 11)
//
// What steps, slides or leaps over an edge lands in those guard columns or beyond the word, never on a square: nothing needs a mask for the edge it
// left by. Sets that come out of a move may have bits there; cut them to the squares that matter.
//
// As on the 8x8 board (rays8.hpp) eight directions are worked on at once. Of each direction's set the half that bits enter first and leave for the other
// is the near one: the low half for what goes up, the high half for what goes down.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/bits.hpp"

namespace ply {

/// One set of squares for each of eight directions.
struct Sets8 {
  Words8 near, far;

  PLY_ALWAYS_INLINE Sets8(Words8 first, Words8 second) : near(first), far(second) {}
  /// The same set for all.
  PLY_ALWAYS_INLINE explicit Sets8(u128 set) : Sets8(Words8(low_word(set)), Words8(high_word(set)), 0) {}

  friend PLY_ALWAYS_INLINE Sets8 operator&(const Sets8& a, const Sets8& b) { return {a.near & b.near, a.far & b.far}; }
  friend PLY_ALWAYS_INLINE Sets8 operator|(const Sets8& a, const Sets8& b) { return {a.near | b.near, a.far | b.far}; }

  template <Words8::Step up>
  PLY_ALWAYS_INLINE Sets8 moved() const {
    return {near.moved<up>(), far.moved_from<up>(near)};
  }
  PLY_ALWAYS_INLINE Sets8 opposite() const { return {far.opposite(), near.opposite()}; }
  PLY_ALWAYS_INLINE bool any() const { return (near | far).any(); }
  /// The squares that any of the sets has.
  PLY_ALWAYS_INLINE u128 united() const {
    const auto halves = Words8::united(Words8::choose<upward>(near, far), Words8::choose<upward>(far, near));
    return words(halves[0], halves[1]);
  }
  /// The sets of single directions.
  class Array {
   public:
    PLY_ALWAYS_INLINE explicit Array(const Sets8& sets) : near_(sets.near.array()), far_(sets.far.array()) {}
    u128 operator[](std::size_t direction) const { return direction < 4 ? words(near_[direction], far_[direction]) : words(far_[direction], near_[direction]); }

   private:
    Words8::Array near_, far_;
  };

 private:
  static constexpr unsigned upward = 0b00001111;
  PLY_ALWAYS_INLINE Sets8(Words8 low, Words8 high, int) : Sets8(Words8::choose<upward>(low, high), Words8::choose<upward>(high, low)) {}
};

/// The bits of both, of which at most 255 in any one direction.
PLY_ALWAYS_INLINE int popcount(const Sets8& a, const Sets8& b) { return popcount(a.near, a.far, b.near, b.far); }

template <int board_width, int board_height>
struct GuardedBoard {
  static constexpr int width = board_width;
  static constexpr int height = board_height;
  static constexpr int stride = width + 2;
  static_assert(stride * height <= 128 && width <= 10 && height <= 10);

  /// Of a square or of a number beyond the last.
  static constexpr u128 bit(int square) { return u128(u64{1}) << square; }
  static constexpr int file_of(int square) { return square % stride; }
  static constexpr int rank_of(int square) { return square / stride; }
  static constexpr int square_at(int file, int rank) { return stride * rank + file; }
  static constexpr u128 rank_set(int rank) { return u128((u64{1} << width) - 1) << stride * rank; }
  static constexpr u128 squares = [] {
    u128 all = 0;
    for (int rank = 0; rank < height; ++rank) all |= rank_set(rank);
    return all;
  }();

  /// The set moved one square.
  static constexpr u128 north(u128 set) { return set << stride; }
  static constexpr u128 south(u128 set) { return set >> stride; }
  static constexpr u128 east(u128 set) { return set << 1; }
  static constexpr u128 west(u128 set) { return set >> 1; }

  // ---- Names
  static std::string square_name(int square) { return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1); }
  /// Takes a square's name, e.g. "e4" or "e10", off the front of a text.
  static std::optional<int> take_square(std::string_view& text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + width || text[1] < '1' || text[1] > '9') return std::nullopt;
    std::size_t size = 2;
    int rank = text[1] - '0';
    if (size < text.size() && text[size] >= '0' && text[size] <= '9') rank = 10 * rank + (text[size++] - '0');
    if (rank > height) return std::nullopt;
    const int file = text[0] - 'a';
    text.remove_prefix(size);
    return square_at(file, rank - 1);
  }
  static std::optional<int> square_called(std::string_view name) {
    const auto square = take_square(name);
    return name.empty() ? square : std::nullopt;
  }

  // ---- Tables by square
  static constexpr int numbers = stride * height;
  template <class T>
  using Table = std::array<T, numbers>;

  /// The bit of a square as words to be loaded.
  alignas(64) static constexpr Table<Words2::Array> bits = [] {
    Table<Words2::Array> table{};
    for (int i = 0; i < numbers; ++i) table[static_cast<std::size_t>(i)] = {low_word(bit(i)), high_word(bit(i))};
    return table;
  }();

  static constexpr Table<u128> king_steps = [] {
    Table<u128> table{};
    for (int i = 0; i < numbers; ++i) {
      const u128 row = bit(i) | east(bit(i)) | west(bit(i));
      table[static_cast<std::size_t>(i)] = (row | north(row) | south(row)) & ~bit(i) & squares;
    }
    return table;
  }();
  static constexpr Table<u128> knight_leaps = [] {
    Table<u128> table{};
    for (int i = 0; i < numbers; ++i) {
      const u128 near = east(bit(i)) | west(bit(i));
      const u128 far = east(east(bit(i))) | west(west(bit(i)));
      table[static_cast<std::size_t>(i)] = (north(north(near)) | south(south(near)) | north(far) | south(far)) & squares;
    }
    return table;
  }();

  // ---- Eight directions
  //   word        0      1     2          3          4      5     6          7
  //   direction   north  east  northeast  northwest  south  west  southwest  southeast
  //   leap        nne    nnw   ene        wnw        ssw    sse   wsw        ese
  enum Direction : unsigned { to_north, to_east, to_northeast, to_northwest, to_south, to_west, to_southwest, to_southeast };
  static constexpr Words8::Step one_step{stride, 1, stride + 1, stride - 1};
  static constexpr Words8::Step two_steps{2 * stride, 2, 2 * stride + 2, 2 * stride - 2};
  static constexpr Words8::Step four_steps{4 * stride, 4, 4 * stride + 4, 4 * stride - 4};
  static constexpr Words8::Step one_leap{2 * stride + 1, 2 * stride - 1, stride + 2, stride - 2};

  /// One step, or one knight's leap, in each direction. The guard columns are not cut off.
  static PLY_ALWAYS_INLINE Sets8 steps(const Sets8& from) { return arrived<one_step>(from.template moved<one_step>()); }
  static PLY_ALWAYS_INLINE Sets8 leaps(const Sets8& from) { return arrived<one_leap>(from.template moved<one_leap>()); }

  /// Where a ray can go on by one, two and four steps.
  struct Passable {
    Sets8 one, two, four;

    PLY_ALWAYS_INLINE explicit Passable(u128 empty)
        : one(arrived<one_step>(Sets8(empty))), two(one & one.template moved<one_step>()), four(two & two.template moved<two_steps>()) {}
  };

  /// In each direction from the squares of `from` over empty squares up to and including the first that is not empty, be it a guard column's.
  static PLY_ALWAYS_INLINE Sets8 rays(Sets8 from, const Passable& passable) {
    from = from | (passable.one & from.template moved<one_step>());
    from = from | (passable.two & from.template moved<two_steps>());
    from = from | (passable.four & from.template moved<four_steps>());
    from = from | (passable.one & from.template moved<one_step>());
    return steps(from);
  }

  /// The squares in each direction from a square, as Sets8.
  struct Star {
    Words8::Array near, far;
    PLY_ALWAYS_INLINE explicit operator Sets8() const { return {Words8(near), Words8(far)}; }
  };
  alignas(64) static constexpr Table<Star> stars = [] {
    Table<Star> table{};
    for (int i = 0; i < numbers; ++i) {
      for (std::size_t direction = 0; direction < 8; ++direction) {
        const int step = one_step[direction % 4];
        u128 line = 0;
        for (u128 at = bit(i) & squares; at != u128(0);) {
          at = (direction < 4 ? at << step : at >> step) & squares;
          line |= at;
        }
        Star& star = table[static_cast<std::size_t>(i)];
        star.near[direction] = direction < 4 ? low_word(line) : high_word(line);
        star.far[direction] = direction < 4 ? high_word(line) : low_word(line);
      }
    }
    return table;
  }();

  // ---- One slider
  /// The squares of the file, rank, diagonal and antidiagonal through a square, without the square itself: line d holds directions d and d + 4.
  static constexpr std::array<Table<u128>, 4> lines = [] {
    std::array<Table<u128>, 4> table{};
    for (std::size_t line = 0; line < 4; ++line) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(numbers); ++i) {
        const Star& star = stars[i];
        table[line][i] = words(star.near[line] | star.far[line + 4], star.far[line] | star.near[line + 4]);
      }
    }
    return table;
  }();

  /// Up to and including the first blocker both ways along a line (see sliders8.hpp).
  static constexpr u128 attacks_on_line(int square, u128 line, u128 blockers) {
    const u128 one = u64{1};
    const u128 above = line & ~(bit(square) - one) & blockers;
    const u128 below = line & (bit(square) - one) & blockers;
    const u128 first_above = above & (~above + one);
    const u128 first_below = bit(highest(below | one));
    return line & ((first_above << 1) - first_below);
  }
  static constexpr u128 rook_attacks(int square, u128 blockers) {
    const auto i = static_cast<std::size_t>(square);
    return attacks_on_line(square, lines[to_north][i], blockers) | attacks_on_line(square, lines[to_east][i], blockers);
  }
  static constexpr u128 bishop_attacks(int square, u128 blockers) {
    const auto i = static_cast<std::size_t>(square);
    return attacks_on_line(square, lines[to_northeast][i], blockers) | attacks_on_line(square, lines[to_northwest][i], blockers);
  }

 private:
  /// Without what a step brought in at the wrong end of the word.
  template <Words8::Step up>
  static PLY_ALWAYS_INLINE Sets8 arrived(const Sets8& sets) {
    return {sets.near & Words8(Words8::kept<up>), sets.far};
  }
};

}  // namespace ply
