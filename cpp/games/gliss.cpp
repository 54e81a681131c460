// Gliss (docs/rules/gliss.md).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board. A word for each rank; file x and rank y, both from 0, are bit x + 2 of word y + 2. Two more bits and words on each side are always empty, so that
// the neighbourhood of a glider can be cut out anywhere:
//
//        v                                  A glider with core q and arms u, v fills q, q + u, q + v (#); D is its dock. Of its own colour, nothing may stand
//      .            12 13 14 15             on # and the six points o next to it, and on D only a tower. Arms may point east or west, north or south: the
//      window o  o          8  9 10 11             of 4 x 4 points begins one point behind the core and is numbered as on the left for arms east and north; for
//      the
//    o #  D  o       4  5  6  7             others the masks are mirrored, not the board.
//    o #  #  o  u    0  1  2  3
//      o  o

constexpr int margin = 2;

/// The ways of the two arms: bit 0, u is west (else east); bit 1, v is south (else north).
constexpr int orientations = 4;
constexpr int step_x(int orientation) { return 1 - 2 * (orientation & 1); }
constexpr int step_y(int orientation) { return 1 - (orientation & 2); }

/// The bit of q + a u + b v in the window, -1 <= a, b <= 2.
constexpr unsigned in_window(int orientation, int a, int b) {
  const int column = (orientation & 1) != 0 ? 2 - a : a + 1;
  const int row = (orientation & 2) != 0 ? 2 - b : b + 1;
  return 1u << (4 * row + column);
}

struct Masks {
  unsigned core, arm_u, arm_v, dock, cells, near;
  unsigned base_u, base_v;  // the 2 x 2 that has core and arm_u but not arm_v, and the other
  unsigned behind_dock;     // the neighbours of the dock that are not next to the glider
};
constexpr Masks masks_of(int orientation) {
  const auto at = [orientation](int a, int b) { return in_window(orientation, a, b); };
  Masks out{};
  out.core = at(0, 0);
  out.arm_u = at(1, 0);
  out.arm_v = at(0, 1);
  out.dock = at(1, 1);
  out.cells = out.core | out.arm_u | out.arm_v;
  out.near = out.cells | at(-1, 0) | at(0, -1) | at(2, 0) | at(1, -1) | at(0, 2) | at(-1, 1);
  out.base_u = at(0, 0) | at(1, 0) | at(0, -1) | at(1, -1);
  out.base_v = at(0, 0) | at(0, 1) | at(-1, 0) | at(-1, 1);
  out.behind_dock = at(2, 1) | at(1, 2);
  return out;
}
constexpr std::array<Masks, orientations> masks{masks_of(0), masks_of(1), masks_of(2), masks_of(3)};

/// What a glider filled a and b steps ago, in the window of where it is; a + b <= 2.
using Flown = std::array<std::array<unsigned, 3>, 3>;
constexpr Flown flown_by(int orientation) {
  Flown out{};
  for (int a = 0; a <= 2; ++a) {
    for (int b = 0; a + b <= 2; ++b) {
      for (const auto& [i, j] : {std::pair{-a, -b}, std::pair{1 - a, -b}, std::pair{-a, 1 - b}}) {
        if (i >= -1 && j >= -1) out[a][b] |= in_window(orientation, i, j);
      }
    }
  }
  return out;
}
constexpr std::array<Flown, orientations> flown{flown_by(0), flown_by(1), flown_by(2), flown_by(3)};

// ---- A wider window, of the 5 x 5 points around q, numbered by rank and file. If nothing of F is on or next to cells(q), so that a glider stops at q, then
// it could not stop at q - u if, and only if, something of F is on one of the points U; at q - v, on one of the points V:
//
//      .  U  o  .  .
//      U  o  #  D  .       u to the right, v up
//      U  o  #  #  o
//      .  UV o  o  V
//      .  .  V  V  .

/// The bit of q + a u + b v, -2 <= a, b <= 2; 0 for others.
constexpr unsigned in_square(int orientation, int a, int b) {
  const auto outside = [](int i) { return i < -2 || i > 2; };
  return outside(a) || outside(b) ? 0 : 1u << (5 * (step_y(orientation) * b + 2) + step_x(orientation) * a + 2);
}

struct Surroundings {
  static constexpr int far = 4;  ///< so many steps along an arm, and the glider does not see where it came from

  unsigned near = 0;  ///< F must have nothing here if a glider is to stop; own stones nothing here if a base is to be built
  unsigned dock = 0;
  unsigned behind = 0;                                         ///< U and V
  std::array<std::array<unsigned, far + 1>, far + 1> flown{};  ///< what the glider filled a and b steps ago

  unsigned others(unsigned stones, int a, int b) const { return stones & ~flown[std::min(a, far)][std::min(b, far)]; }
};
constexpr Surroundings surroundings_of(int orientation) {
  const auto at = [orientation](int a, int b) { return in_square(orientation, a, b); };
  Surroundings out;
  out.near = at(0, 0) | at(1, 0) | at(0, 1) | at(-1, 0) | at(0, -1) | at(2, 0) | at(1, -1) | at(0, 2) | at(-1, 1);
  out.dock = at(1, 1);
  out.behind = at(-1, 2) | at(-2, 1) | at(-2, 0) | at(-1, -1) | at(2, -1) | at(1, -2) | at(0, -2);
  for (int a = 0; a <= Surroundings::far; ++a) {
    for (int b = 0; b <= Surroundings::far; ++b) out.flown[a][b] = at(-a, -b) | at(1 - a, -b) | at(-a, 1 - b);
  }
  return out;
}
/// A bit above the points: what has it needs nothing else behind.
constexpr unsigned always = 1u << 25;
/// Of the lower left point of a block.
constexpr Surroundings surroundings_of_build() {
  const auto at = [](int a, int b) { return in_square(0, a, b); };
  Surroundings out;
  for (int i = 0; i < 2; ++i) out.near |= at(-1, i) | at(0, i) | at(1, i) | at(2, i) | at(i, -1) | at(i, 2);
  out.behind = always;
  return out;
}
constexpr std::array<Surroundings, orientations + 1> surroundings{surroundings_of(0), surroundings_of(1), surroundings_of(2), surroundings_of(3),
                                                                  surroundings_of_build()};

struct Point {
  std::int8_t x;  // no initial values: long lists of points are filled as needed
  std::int8_t y;
  friend bool operator==(const Point&, const Point&) = default;
};
constexpr Point point(int x, int y) { return {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}; }

/// A set of points of a board of at most `Most` ranks.
template <int Most>
struct Points {
  std::array<std::uint32_t, Most + 2 * margin> rank{};

  bool test(int x, int y) const { return (rank[y + margin] >> (x + margin) & 1) != 0; }
  bool test(Point p) const { return test(p.x, p.y); }
  void set(int x, int y) { rank[y + margin] |= std::uint32_t{1} << (x + margin); }
  void reset(int x, int y) { rank[y + margin] &= ~(std::uint32_t{1} << (x + margin)); }
  void set(Point p) { set(p.x, p.y); }
  void reset(Point p) { reset(p.x, p.y); }
  friend bool operator==(const Points&, const Points&) = default;

  unsigned window(Point q, int orientation) const {
    const int x = q.x + margin - 1 - (orientation & 1);
    const int y = q.y + margin - 1 - (orientation >> 1);
    return (rank[y] >> x & 15) | (rank[y + 1] >> x & 15) << 4 | (rank[y + 2] >> x & 15) << 8 | (rank[y + 3] >> x & 15) << 12;
  }

  /// The 5 x 5 points around q.
  unsigned square(Point q) const { return square(q.x, q.y); }
  unsigned square(int x, int y) const {
    const std::uint32_t* low = &rank[static_cast<unsigned>(y)];
    const auto two = [&](int i) {
      const u64 both = (u64{low[i]} | u64{low[i + 1]} << 32) >> x & 0x1F0000001F;
      return static_cast<unsigned>(both | both >> 27);
    };
    return (two(0) & 1023) | (two(2) & 1023) << 10 | (low[4] >> x & 31) << 20;
  }

  /// A 2 x 2 block by its lower left point.
  unsigned block(int x, int y) const { return (rank[static_cast<unsigned>(y + margin)] | rank[static_cast<unsigned>(y + margin + 1)]) >> (x + margin) & 3; }

  /// A set made rank by rank; `of` sees the words of the margins too, but not the outermost.
  template <class Of>
  static Points make(Of&& of) {
    Points out;
    for (int i = 1; i + 1 < Most + 2 * margin; ++i) out.rank[i] = of(i);
    return out;
  }
  /// The points next to one of the set.
  std::uint32_t around(int i) const { return rank[i] << 1 | rank[i] >> 1 | rank[i - 1] | rank[i + 1]; }

  Points towers() const {
    return make([this](int i) { return rank[i] & ~around(i); });
  }
  /// The lower left points of 2 x 2 blocks.
  Points blocks() const {
    return make([this](int i) { return rank[i] & rank[i] >> 1 & rank[i + 1] & rank[i + 1] >> 1; });
  }
  int count() const {
    int sum = 0;
    for (const std::uint32_t word : rank) sum += popcount(u64{word});
    return sum;
  }
  bool any() const {
    std::uint32_t all = 0;
    for (const std::uint32_t word : rank) all |= word;
    return all != 0;
  }
  /// Rank by rank; `visit(point)` returns true to stop.
  template <class Visit>
  bool for_each(Visit&& visit) const {
    for (int i = margin; i < Most + margin; ++i) {
      for (u64 rest = rank[i]; rest != 0;) {
        if (visit(point(pop_lowest(rest) - margin, i - margin))) return true;
      }
    }
    return false;
  }
  Point nth(int n) const {
    int i = margin;
    for (int here = popcount(u64{rank[i]}); n >= here; here = popcount(u64{rank[i]})) {
      n -= here;
      ++i;
    }
    return point(nth_bit(u64{rank[i]}, n) - margin, i - margin);
  }
};

constexpr int towers_to_win = 12;

enum Kind : u8 { build, flight, edge };

// ---- Small boards. Random games on boards to 8 x 8 have a word for a set, where x, y is bit x + 8 y, and no lists: what fliers can do is found for all
// of them, and a move drawn.

constexpr int small_size = 8;
constexpr u64 small_bit(int point) { return u64{1} << point; }

/// The points q with q + (X, Y) in the set; and some of those where that is beyond a side of the board.
template <int X, int Y>
constexpr u64 seeing_within(u64 set) {
  constexpr int n = X + 8 * Y;
  if constexpr (n >= 0) {
    return set >> n;
  } else {
    return set << -n;
  }
}
/// The points q with q + (X, Y) in the set.
template <int X, int Y>
constexpr u64 seeing(u64 set) {
  constexpr u64 files = (X > 0 ? 0xFF >> std::max(X, 0) : 0xFF << std::max(-X, 0) & 0xFF) * u64{0x0101010101010101};
  return seeing_within<X, Y>(set) & files;
}
constexpr u64 next_to(u64 set) { return seeing<1, 0>(set) | seeing<-1, 0>(set) | seeing<0, 1>(set) | seeing<0, -1>(set); }
constexpr u64 blocks_in(u64 set) { return set & set >> 8 & seeing<1, 0>(set & set >> 8); }
/// The points of the blocks with these lower left points, none of them on the last rank or file.
constexpr u64 block_points(u64 blocks) { return blocks | blocks << 1 | blocks << 8 | blocks << 9; }

/// A glider.
constexpr u64 small_cells(int q, int orientation) { return small_bit(q) | small_bit(q + step_x(orientation)) | small_bit(q + 8 * step_y(orientation)); }

/// Points that a flight gets to, and whether it gets off the board.
struct Reach {
  u64 points = 0;
  u8 off = 0;  ///< bit 0: along u; bit 1: along v
};

class SmallBoard {
 public:
  explicit SmallBoard(int size) {
    const u64 rank = (u64{1} << size) - 1;
    for (int y = 0; y < size; ++y) points |= rank << 8 * y;
    prepare<0>();
    prepare<1>();
    prepare<2>();
    prepare<3>();
  }

  /// Flies on from `from`, and from wherever it then is stuck.
  template <int Orientation>
  Reach fly(u64 from, u64 stuck, Reach reach) const {
    constexpr int ux = step_x(Orientation);
    constexpr int vy = step_y(Orientation);
    const u64 room = rooms[Orientation];
    while (from != 0) {
      const u64 along_u = seeing<-ux, 0>(from);
      const u64 along_v = seeing<0, -vy>(from);
      if ((from & ~seeing<ux, 0>(room)) != 0) reach.off |= 1;
      if ((from & ~seeing<0, vy>(room)) != 0) reach.off |= 2;
      const u64 to = (along_u | along_v) & room;
      reach.points |= to;
      from = to & stuck;
    }
    return reach;
  }

  u64 points = 0;
  std::array<u64, orientations> rooms{};                     ///< where a glider is all on the board
  std::array<std::array<Reach, 64>, orientations> corner{};  ///< by core: the first points that are out of reach of the stone that a base leaves behind

 private:
  template <int Orientation>
  void prepare() {
    constexpr int ux = step_x(Orientation);
    constexpr int vy = step_y(Orientation);
    rooms[Orientation] = points & seeing<ux, 0>(points) & seeing<0, vy>(points);
    for_each_bit(rooms[Orientation], [&](int core) {
      // Wherever the steps along both arms are at most 2, but for (2, 2).
      const u64 at = small_bit(core);
      const u64 line = at | seeing<-ux, 0>(at) | seeing<-2 * ux, 0>(at);
      const u64 square = line | seeing<0, -vy>(line) | seeing<0, -2 * vy>(line);
      const u64 stuck = square & ~seeing<-2 * ux, -2 * vy>(at);
      Reach& reach = corner[Orientation][static_cast<unsigned>(core)];
      reach = fly<Orientation>(at, stuck, {});
      reach.points &= ~stuck;
      return false;
    });
  }
};

class SmallGame {
 public:
  /// A move, as in a game of any size; points by their bits, -1 for none.
  struct Turn {
    Kind kind;
    bool convert;
    bool along_v;  ///< of an edge move
    u8 orientation;
    int from;
    int to;
    int hit;
  };

  SmallGame(const SmallBoard& board, const std::array<u64, 2>& stones, u8 mover, u8 plies) : board_(board), mover_(mover), plies_(plies) {
    for (unsigned i = 0; i < 2; ++i) sides_[i].is(stones[i]);
  }

  bool decided() const { return plies_ == 2 && (sides_[0].bases == 0 || sides_[1].bases == 0 || popcount(sides_[mover_].towers) >= towers_to_win); }

  /// Finds the legal moves, and counts them.
  unsigned find() {
    const Side& own = sides_[mover_];
    builds_ = blocks_in(board_.points & ~(own.stones | sides_[1 - mover_].stones | next_to(own.stones)));
    ways_ = static_cast<unsigned>(popcount(builds_));
    fliers_ = 0;
    if (own.bases != 0 && own.stones == block_points(own.bases & (0 - own.bases))) {
      find_fliers<true>();
    } else if (own.stones != 0) {
      find_fliers<false>();
    }
    return ways_;
  }

  /// The n-th of the moves found.
  Turn nth(unsigned n) const {
    const auto builds = static_cast<unsigned>(popcount(builds_));
    if (n < builds) return {build, false, false, 0, nth_bit(builds_, static_cast<int>(n)), -1, -1};
    n -= builds;
    unsigned i = 0;
    while (n >= list_[i].ways) n -= list_[i++].ways;
    return turn_of(list_[i], static_cast<int>(n));
  }

  void make(const Turn& turn) {
    Side& own = sides_[mover_];
    u64 stones = own.stones;
    if (turn.kind == build) {
      stones |= block_points(small_bit(turn.from));
    } else {
      stones ^= small_cells(turn.from, turn.orientation);
      if (turn.kind == flight) stones |= land(turn);
    }
    own.is(stones);
    mover_ ^= 1;
    plies_ = static_cast<u8>(std::min(plies_ + 1, 2));
  }

  u64 stones(unsigned player) const { return sides_[player].stones; }
  u8 mover() const { return mover_; }
  u8 plies() const { return plies_; }

 private:
  struct Side {
    u64 stones;
    u64 towers;
    u64 bases;  ///< lower left points
    void is(u64 set) {
      stones = set;
      towers = set & ~next_to(set);
      bases = blocks_in(set);
    }
    u64 gliders() const { return stones & ~(towers | block_points(bases)); }
  };

  struct Flier {
    u64 landings;
    u64 twice;  ///< those of them that two moves end on
    u8 core;
    u8 orientation;
    u8 off;
    unsigned ways;
  };

  /// Points where there are two moves, because of a base that is hit twice: on the core and an arm; or of a tower at the dock.
  struct Twice {
    u64 hit_u;
    u64 hit_v;
    u64 any;
  };

  /// Where a glider of this orientation cannot stop.
  template <int Orientation>
  static u64 stuck(u64 own, u64 own_towers) {
    constexpr int ux = step_x(Orientation);
    constexpr int vy = step_y(Orientation);
    return own | next_to(own) | seeing<ux, -vy>(own) | seeing<-ux, vy>(own) | seeing<2 * ux, 0>(own) | seeing<0, 2 * vy>(own) |
           seeing_within<ux, vy>(own & ~own_towers);
  }

  /// With a base as the only own group, nothing is behind any dock. The lower left point of a base is never where a shift would bring in the other side.
  template <int Orientation, bool OneBase>
  Twice twice() const {
    constexpr int ux = step_x(Orientation);
    constexpr int vy = step_y(Orientation);
    const u64 own = sides_[mover_].stones;
    const Side& enemy = sides_[1 - mover_];
    constexpr int west = ux < 0 ? -1 : 0;  // from q to the lower left point of the block with q and q + u
    constexpr int south = vy < 0 ? -1 : 0;
    Twice out;
    out.hit_u = seeing_within<west, -1 - south>(enemy.bases);
    out.hit_v = seeing_within<-1 - west, south>(enemy.bases);
    u64 convertible = seeing_within<ux, vy>(enemy.towers) | seeing_within<west, south>(enemy.bases);
    if constexpr (!OneBase) convertible &= ~(seeing<2 * ux, vy>(own) | seeing<ux, 2 * vy>(own));
    out.any = out.hit_u | out.hit_v | convertible;
    return out;
  }

  template <bool OneBase>
  void find_fliers() {
    find_fliers<0, OneBase>();
    find_fliers<1, OneBase>();
    find_fliers<2, OneBase>();
    find_fliers<3, OneBase>();
  }
  template <int Orientation, bool OneBase>
  PLY_ALWAYS_INLINE void find_fliers() {
    constexpr int ux = step_x(Orientation);
    constexpr int vy = step_y(Orientation);
    constexpr int corner = (ux < 0 ? 1 : 0) + (vy < 0 ? 8 : 0);
    const Side& own = sides_[mover_];
    const u64 enemy_towers = sides_[1 - mover_].towers;
    const u64 reverted = enemy_towers | seeing_within<ux, 0>(enemy_towers) | seeing_within<0, vy>(enemy_towers);
    twice_[Orientation] = twice<Orientation, OneBase>();
    if constexpr (OneBase) {
      const int core = lowest(own.bases) + corner;
      const Reach& reach = board_.corner[Orientation][static_cast<unsigned>(core)];
      add_flier<Orientation>(core, reach.points & ~reverted, reach.off);
    } else {
      // The stones of its base do not matter to a corner: where they are in its way, so is the one that stays behind.
      const u64 stuck_corner = stuck<Orientation>(own.stones, own.towers);
      for (u64 bases = own.bases; bases != 0;) {
        const int core = pop_lowest(bases) + corner;
        const Reach first = board_.corner[Orientation][static_cast<unsigned>(core)];
        const Reach reach = board_.fly<Orientation>(first.points & stuck_corner, stuck_corner, first);
        add_flier<Orientation>(core, reach.points & ~(stuck_corner | reverted), reach.off);
      }
      const u64 gliders = own.gliders();
      for (u64 cores = gliders & seeing<ux, 0>(gliders) & seeing<0, vy>(gliders); cores != 0;) {
        const int core = pop_lowest(cores);
        const u64 stuck_glider = stuck<Orientation>(own.stones ^ small_cells(core, Orientation), own.towers);
        const Reach reach = board_.fly<Orientation>(small_bit(core), stuck_glider, {});
        add_flier<Orientation>(core, reach.points & ~(stuck_glider | reverted), reach.off);
      }
    }
  }

  template <int Orientation>
  void add_flier(int core, u64 landings, u8 off) {
    const u64 two = landings & twice_[Orientation].any;
    const int ways = popcount(landings) + popcount(two) + (off & 1) + (off >> 1);
    list_[fliers_++] = {landings, two, static_cast<u8>(core), Orientation, off, static_cast<unsigned>(ways)};
    ways_ += static_cast<unsigned>(ways);
  }

  /// The n-th move of a flier: the landings, those again that are two moves, and off the board.
  Turn turn_of(const Flier& flier, int n) const {
    const int o = flier.orientation;
    const int landings = popcount(flier.landings);
    const int two = popcount(flier.twice);
    Turn turn{flight, false, false, flier.orientation, flier.core, -1, -1};
    if (n >= landings + two) {
      turn.kind = edge;
      turn.along_v = n > landings + two || flier.off == 2;
      return turn;
    }
    const bool again = n >= landings;
    turn.to = again ? nth_bit(flier.twice, n - landings) : nth_bit(flier.landings, n);
    const Twice& twice = twice_[flier.orientation];
    const bool hit_u = (twice.hit_u >> turn.to & 1) != 0;
    const bool hit_v = (twice.hit_v >> turn.to & 1) != 0;
    if (hit_u || hit_v) {
      turn.hit = turn.to + (!again ? 0 : hit_u ? step_x(o) : 8 * step_y(o));
    } else {
      turn.convert = again;
    }
    return turn;
  }

  /// The mover's new stones.
  u64 land(const Turn& turn) {
    Side& enemy = sides_[1 - mover_];
    const int o = turn.orientation;
    u64 cells = small_cells(turn.to, o);
    u64 stones = enemy.stones;
    if ((cells & stones) != 0) stones = captured(enemy, cells, turn);
    if (turn.convert) {
      const u64 dock = small_bit(turn.to + step_x(o) + 8 * step_y(o));
      stones ^= dock;
      cells |= dock;
    }
    if (stones != enemy.stones) enemy.is(stones);
    return cells;
  }

  /// What is left of the enemy.
  static u64 captured(const Side& enemy, u64 cells, const Turn& turn) {
    const u64 gliders = enemy.gliders();
    u64 lost = cells & gliders;
    for (int i = 0; i < 2; ++i) lost |= next_to(lost) & gliders;
    for (u64 bases = enemy.bases & (cells | cells >> 1 | cells >> 8 | cells >> 9); bases != 0;) {
      const int low = pop_lowest(bases);
      const u64 base = block_points(small_bit(low));
      const u64 hit = base & cells;
      const int hits = popcount(hit);
      const int core = hits == 1 ? lowest(hit) : hits == 2 ? turn.hit : turn.to;
      lost |= base ^ small_bit(2 * low + 9 - core);
    }
    return enemy.stones & ~lost;
  }

  const SmallBoard& board_;
  std::array<Side, 2> sides_;
  u64 builds_ = 0;
  std::array<Twice, orientations> twice_;
  std::array<Flier, 64> list_;  ///< there are no more than stones
  unsigned fliers_ = 0;
  unsigned ways_ = 0;
  u8 mover_;
  u8 plies_;
};

template <int Most>
class Gliss {
 public:
  using Set = Points<Most>;

  struct State {
    std::array<Set, 2> stones{};
    u8 mover = 0;
    u8 plies = 0;  ///< 2: two or more

    friend bool operator==(const State&, const State&) = default;
  };

  struct Move {
    Kind kind = build;
    bool convert = false;
    Point from{};          ///< build: the lower left point; else the core
    Point to{};            ///< flight: landing point; edge: the direction
    Point hit = no_point;  ///< core of the enemy glider that is lost of a base, where there is a choice
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Gliss(const Options& options)
      : size_(static_cast<int>(options.integer("size"))),
        area_(static_cast<unsigned>(size_ * size_)),
        build_area_(static_cast<unsigned>((size_ - 1) * (size_ - 1))),
        reciprocal_(0xFFFFFFFF / area_ + 1),
        small_(std::min(size_, small_size)) {
    unsigned builds = 0;
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        board_.set(x, y);
        points_[static_cast<unsigned>(y * size_ + x)] = point(x, y);
        if (x > 0 && y > 0) points_[static_cast<unsigned>(Most * Most) + builds++] = point(x, y);
      }
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const {
    bool some = false;
    moves(at, [&](const Move&) { return some = true; });
    return some ? at.mover : over;
  }

  // ---- Move. Builds, then flights by core.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const Kinds kinds(at);
    if (decided(at, kinds)) return;
    if (builds(at).for_each([&](Point p) { return emit(Move{build, false, p, {}, no_point}); })) return;
    flights(at, kinds, emit);
  }

  void play(State& state, const Move& move) const {
    Set& own = state.stones[state.mover];
    if (move.kind == build) {
      for (int i = 0; i < 4; ++i) own.set(move.from.x + (i & 1), move.from.y + (i >> 1));
    } else {
      const int o = orientation_of(own, move.from);
      own.reset(move.from);
      own.reset(move.from.x + step_x(o), move.from.y);
      own.reset(move.from.x, move.from.y + step_y(o));
      if (move.kind == flight) land(state, move, o);
    }
    state.mover ^= 1;
    state.plies = static_cast<u8>(std::min(state.plies + 1, 2));
  }

  std::uint64_t count(const State& at) const {
    const Kinds kinds(at);
    if (decided(at, kinds)) return 0;
    auto total = static_cast<std::uint64_t>(builds(at).count());
    flights(at, kinds, [&](const Move&) {
      ++total;
      return false;
    });
    return total;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if constexpr (Most <= small_size) {
      return random_small_move(at, rng);
    } else {
      if (decided(at, Kinds(at))) return std::nullopt;
      Game game(*this, at);
      typename Game::Turn turn;
      if (game.pick(rng, turn)) return turn.move;
      return random_of_list(at, rng);
    }
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    if constexpr (Most <= small_size) {
      return random_small_game(state, rng, max_plies);
    } else {
      std::uint64_t plies = 0;
      while (true) {
        Game game(*this, state);
        plies += game.run(rng, max_plies - plies);
        game.store(state);
        if (plies == max_plies || game.decided()) return plies;
        const auto move = random_of_list(state, rng);  // legal moves are few
        if (!move) return plies;
        play(state, *move);
        ++plies;
      }
    }
  }

  // ---- End
  Result result(const State& at) const {
    const Kinds kinds(at);
    const auto end = decided(at, kinds);
    return end ? Result::win(2, end->winner, end->reason) : Result::win(2, 1 - at.mover, "no legal move");
  }

  std::uint64_t ply_limit() const { return 2000; }

  // ---- Notation
  std::string text(const State& at) const {
    return write_rows(size_, size_, [&](int row, int x) { return letter(at, x, size_ - 1 - row); }) + (at.mover == 0 ? " r " : " b ") +
           std::to_string(at.plies);
  }

  std::string text(const State&, const Move& move) const {
    if (move.kind == build) return "B:" + name(move.from);
    if (move.kind == edge) return name(move.from) + '-' + (move.to.x > 0 ? 'E' : move.to.x < 0 ? 'W' : move.to.y > 0 ? 'N' : 'S');
    return name(move.from) + '-' + name(move.to) + (move.hit == no_point ? "" : 'x' + name(move.hit)) + (move.convert ? "=" : "");
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    State state;
    read_rows(parts[0], size_, size_, [&](int row, int x, char c) {
      if (c != 'R' && c != 'B') return false;
      state.stones[c == 'R' ? 0 : 1].set(x, size_ - 1 - row);
      return true;
    });
    for (int player = 0; player < 2; ++player) check_shapes(state.stones[player], player == 0 ? "red" : "blue");
    if (parts[1] != "r" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not r or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    state.plies = static_cast<u8>(number(parts[2], 0, 2, "plies"));
    if (state.plies < 2 && state.mover != state.plies)
      throw TextError("side to move " + in_quotes(parts[1]) + " does not fit " + in_quotes(parts[2]) + " plies");
    // All that there is after one ply is the base that Red has built.
    if (state.plies < 2 && (state.stones[0].blocks().count() != state.plies || state.stones[0].count() != 4 * state.plies || state.stones[1].any())) {
      throw TextError("board " + in_quotes(parts[0]) + " does not fit " + in_quotes(parts[2]) + " plies");
    }
    return state;
  }

  std::uint64_t key(const State& at) const {
    u64 key = at.mover + 2u * at.plies;
    for (const Set& set : at.stones) {
      for (const std::uint32_t word : set.rank) key = scramble(key ^ word);
    }
    return key;
  }

  std::string diagram(const State& at) const {
    const auto stone = [&](int row, int x) {
      const char c = letter(at, x, size_ - 1 - row);
      return c != 0 ? c : '.';
    };
    return draw_rows(size_, size_, stone, [&](int row) { return std::to_string(size_ - row); });
  }

 private:
  static constexpr Point no_point{-1, -1};

  /// What the stones of a position are.
  struct Kinds {
    std::array<Set, 2> towers;
    std::array<Set, 2> bases;  ///< lower left points
    explicit Kinds(const State& at) {
      for (int player = 0; player < 2; ++player) {
        towers[player] = at.stones[player].towers();
        bases[player] = at.stones[player].blocks();
      }
    }
  };

  struct End {
    int winner;
    const char* reason;
  };
  static std::optional<End> decided(const State& at, const Kinds& kinds) {
    if (at.plies < 2) return std::nullopt;
    const int last = 1 - at.mover;
    if (!kinds.bases[last].any()) return End{at.mover, "no base"};
    if (!kinds.bases[at.mover].any()) return End{last, "no base"};
    if (kinds.towers[at.mover].count() >= towers_to_win) return End{at.mover, "twelve towers"};
    return std::nullopt;
  }

  /// The lower left points of the blocks of empty points that are not next to an own stone.
  Set builds(const State& at) const {
    const Set& own = at.stones[at.mover];
    const Set& enemy = at.stones[1 - at.mover];
    return Set::make([&](int i) { return board_.rank[i] & ~(own.rank[i] | enemy.rank[i] | own.around(i)); }).blocks();
  }

  /// Every glider, and each corner of every base as the core of one, by the ways of their arms.
  template <class Emit>
  bool flights(const State& at, const Kinds& kinds, Emit&& emit) const {
    return flights_of<0>(at, kinds, emit) || flights_of<1>(at, kinds, emit) || flights_of<2>(at, kinds, emit) || flights_of<3>(at, kinds, emit);
  }

  /// What awaits a glider of one orientation on every point, as long as the stones that fly do not matter.
  struct Landscape {
    Set cores;     ///< gliders and corners of bases
    Set stuck;     ///< it cannot stop here
    Set reverted;  ///< an enemy tower is under it
    Set contact;   ///< an enemy stone is under it or at its dock
  };
  template <int Orientation>
  static Landscape landscape_of(const State& at, const Kinds& kinds) {
    constexpr int v = step_y(Orientation);
    const auto& own = at.stones[at.mover].rank;
    const auto& own_towers = kinds.towers[at.mover].rank;
    const auto& enemy = at.stones[1 - at.mover].rank;
    const auto& enemy_towers = kinds.towers[1 - at.mover].rank;
    // The points one step along u, or one back, of the points of a rank.
    const auto ahead = [](std::uint32_t rank) { return (Orientation & 1) != 0 ? rank << 1 : rank >> 1; };
    const auto back = [](std::uint32_t rank) { return (Orientation & 1) != 0 ? rank >> 1 : rank << 1; };
    Landscape out;
    for (int i = margin; i < Most + margin; ++i) {
      out.cores.rank[i] = own[i] & ahead(own[i]) & own[i + v];
      out.stuck.rank[i] = own[i - v] | ahead(own[i - v]) | own[i] | back(own[i]) | ahead(own[i]) | ahead(ahead(own[i])) | own[i + v] | back(own[i + v]) |
                          ahead(own[i + v] & ~own_towers[i + v]) | own[i + 2 * v];
      out.reverted.rank[i] = enemy_towers[i] | ahead(enemy_towers[i]) | enemy_towers[i + v];
      out.contact.rank[i] = enemy[i] | ahead(enemy[i]) | enemy[i + v] | ahead(enemy[i + v]);
    }
    return out;
  }

  template <int Orientation, class Emit>
  bool flights_of(const State& at, const Kinds& kinds, Emit&& emit) const {
    const Landscape landscape = landscape_of<Orientation>(at, kinds);
    return landscape.cores.for_each([&](Point core) { return fly<Orientation>(at, kinds, landscape, core, emit); });
  }

  /// The arms of the glider with this core, or that a base corner would have.
  static int orientation_of(const Set& own, Point core) { return (own.test(core.x - 1, core.y) ? 1 : 0) | (own.test(core.x, core.y - 1) ? 2 : 0); }

  /// The search goes from all points a steps along u and b along v to those with a + b one larger; a set bit a of `from` is a point that can be left again.
  /// A glider out of a base cannot stop in reach of the stone that stays behind: wherever a and b are at most 2, but for (2, 2). For one on its own the stones
  /// that fly must be looked away from on the first two steps. Everywhere else the landscape says what happens.
  template <int Orientation, class Emit>
  bool fly(const State& at, const Kinds& kinds, const Landscape& landscape, Point core, Emit&& emit) const {
    constexpr int o = Orientation;
    constexpr int ux = step_x(o);
    constexpr int vy = step_y(o);
    constexpr std::array<u64, 4> left_behind{0, 0b11, 0b111, 0b110};  // by steps: the a that are in reach of the fourth stone
    const bool from_base = at.stones[at.mover].test(core.x + ux, core.y + vy);
    const int room_u = ux > 0 ? size_ - 2 - core.x : core.x - 1;
    const int room_v = vy > 0 ? size_ - 2 - core.y : core.y - 1;
    bool off_u = false;
    bool off_v = false;
    u64 from = 1;
    for (int steps = 1; from != 0; ++steps) {
      u64 to = from | from << 1;
      if ((to >> (room_u + 1)) != 0) {
        off_u = true;
        to &= (u64{2} << room_u) - 1;
      }
      if (steps > room_v) {
        const u64 inside = ~u64{0} << (steps - room_v);
        off_v = off_v || (to & ~inside) != 0;
        to &= inside;
      }
      from = from_base && steps <= 3 ? to & left_behind[steps] : 0;
      for (u64 rest = to & ~from; rest != 0;) {
        const int a = pop_lowest(rest);
        const int b = steps - a;
        const Point q = point(core.x + a * ux, core.y + b * vy);
        if (from_base || steps > 2 ? landscape.stuck.test(q) : stuck_at_first(at, kinds, q, o, a, b)) {
          from |= u64{1} << a;
        } else if (landscape.reverted.test(q)) {
          continue;
        } else if (landscape.contact.test(q) ? landings(at.stones[at.mover], at.stones[1 - at.mover], kinds.towers[1 - at.mover], core, q, o, emit)
                                             : emit(Move{flight, false, core, q, no_point})) {
          return true;
        }
      }
    }
    if (off_u && emit(Move{edge, false, core, point(ux, 0), no_point})) return true;
    return off_v && emit(Move{edge, false, core, point(0, vy), no_point});
  }

  /// Whether a glider on its own, a and b steps away from where it was, cannot stop.
  static bool stuck_at_first(const State& at, const Kinds& kinds, Point q, int o, int a, int b) {
    const unsigned own = at.stones[at.mover].window(q, o) & ~flown[o][a][b];
    const unsigned towers = kinds.towers[at.mover].window(q, o);
    return (own & (masks[o].near | (masks[o].dock & ~towers))) != 0;
  }

  /// The moves that end on q: two where a base is hit twice, each with and without the conversion of a tower at the dock.
  template <class Emit>
  static bool landings(const Set& mine, const Set& theirs, const Set& their_towers, Point core, Point q, int o, Emit&& emit) {
    const Masks& mask = masks[o];
    const unsigned own = mine.window(q, o);  // those that fly are not behind the dock
    const unsigned enemy_towers = their_towers.window(q, o);
    const unsigned enemy = theirs.window(q, o);
    const bool tower_at_dock = (enemy_towers & mask.dock) != 0 || (enemy & (mask.cells | mask.dock)) == (mask.cells | mask.dock);
    const bool convertible = tower_at_dock && (own & mask.behind_dock) == 0;
    const auto both = [&](Point hit) {
      if (emit(Move{flight, false, core, q, hit})) return true;
      return convertible && emit(Move{flight, true, core, q, hit});
    };
    if ((enemy & mask.base_u) == mask.base_u) return both(q) || both(point(q.x + step_x(o), q.y));
    if ((enemy & mask.base_v) == mask.base_v) return both(q) || both(point(q.x, q.y + step_y(o)));
    return both(no_point);
  }

  /// The own stones are those that do not fly.
  void land(State& state, const Move& move, int o) const {
    Set& own = state.stones[state.mover];
    Set& enemy = state.stones[1 - state.mover];
    const Point q = move.to;
    const std::array<Point, 3> cells{q, point(q.x + step_x(o), q.y), point(q.x, q.y + step_y(o))};
    const Set before = enemy;
    for (const Point cell : cells) {
      if (before.test(cell)) capture(before, enemy, cells, cell, move.hit);
    }
    for (const Point cell : cells) own.set(cell);
    if (move.convert) {
      enemy.reset(q.x + step_x(o), q.y + step_y(o));
      own.set(q.x + step_x(o), q.y + step_y(o));
    }
  }

  /// Removes what is lost of the enemy group at `cell`, one of the landing points.
  static void capture(const Set& before, Set& enemy, const std::array<Point, 3>& cells, Point cell, Point hit) {
    for (int i = 0; i < 4; ++i) {
      const Point corner = point(cell.x - (i & 1), cell.y - (i >> 1));
      const auto square = [&](int k) { return point(corner.x + (k & 1), corner.y + (k >> 1)); };
      if (!before.test(square(0)) || !before.test(square(1)) || !before.test(square(2)) || !before.test(square(3))) continue;
      // A base. Its core is the chosen stone, the landing point if three are hit, or the only one.
      Point lost = hit;
      if (lost == no_point) {
        int hits = 0;
        for (const Point other : cells) hits += other.x >= corner.x && other.x <= corner.x + 1 && other.y >= corner.y && other.y <= corner.y + 1 ? 1 : 0;
        lost = hits == 3 ? cells[0] : cell;
      } else if (!(lost.x >= corner.x && lost.x <= corner.x + 1 && lost.y >= corner.y && lost.y <= corner.y + 1)) {
        lost = cell;  // another base, hit once
      }
      for (int k = 0; k < 4; ++k) {
        if (square(k).x == lost.x || square(k).y == lost.y) enemy.reset(square(k));
      }
      return;
    }
    // A glider: all that is within a step of one another.
    enemy.reset(cell);
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const bool near = x == 0 || y == 0 || before.test(cell.x + x, cell.y) || before.test(cell.x, cell.y + y);
        if (near && before.test(cell.x + x, cell.y + y)) enemy.reset(cell.x + x, cell.y + y);
      }
    }
  }

  // ---- Random moves on small boards
  std::optional<Move> random_small_move(const State& at, Rng& rng) const {
    SmallGame game(small_, {word_of(at.stones[0]), word_of(at.stones[1])}, at.mover, at.plies);
    const unsigned ways = game.decided() ? 0 : game.find();
    if (ways == 0) return std::nullopt;
    return move_of(game.nth(static_cast<unsigned>(rng.below(ways))));
  }
  static Move move_of(const SmallGame::Turn& turn) {
    Move move{turn.kind, turn.convert, small_point(turn.from), {}, turn.hit < 0 ? no_point : small_point(turn.hit)};
    if (move.kind == flight) move.to = small_point(turn.to);
    if (move.kind == edge) move.to = turn.along_v ? point(0, step_y(turn.orientation)) : point(step_x(turn.orientation), 0);
    return move;
  }

  std::uint64_t random_small_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    SmallGame game(small_, {word_of(state.stones[0]), word_of(state.stones[1])}, state.mover, state.plies);
    std::uint64_t plies = 0;
    for (; plies < max_plies && !game.decided(); ++plies) {
      const unsigned ways = game.find();
      if (ways == 0) break;
      game.make(game.nth(static_cast<unsigned>(rng.below(ways))));
    }
    for (unsigned player = 0; player < 2; ++player) state.stones[player] = set_of(game.stones(player));
    state.mover = game.mover();
    state.plies = game.plies();
    return plies;
  }

  static u64 word_of(const Set& set) {
    u64 word = 0;
    for (int y = 0; y < small_size; ++y) word |= u64{set.rank[y + margin]} >> margin << 8 * y;
    return word;
  }
  static Set set_of(u64 word) {
    Set set;
    for (int y = 0; y < small_size; ++y) set.rank[y + margin] = static_cast<std::uint32_t>(word >> 8 * y & 0xFF) << margin;
    return set;
  }
  static Point small_point(int i) { return point(i & 7, i >> 3); }

  // ---- Random moves on other boards. There are many ways to name a move, and those that name one are not rare: so a way is drawn, each equally likely, until
  // it names one. Every move has one way:
  //   build               the upper right point of the block
  //   flight of a base    a point of the board for the corner and where it lands. With the lower left stone of the base at x, files to x are west of it, for
  //                       the landing points 1 .. x + 1 of the corners at x + 1, which fly west; files from x + 1 are for x .. size - 2 of those that fly east
  //   flight of a glider  one of its arms, or, for more than one step, a point of the board; but only if it can pass one of the points next to it
  //   edge move           a flier (the corner of a base, or a glider) and one of its arms
  //   another move that ends where a flight does, with a base core other than the first, or a conversion
  //                       a flier and an enemy tower, at its dock; or a flier and an enemy base, and how that is hit, one of three

  std::optional<Move> random_of_list(const State& at, Rng& rng) const {
    const std::uint64_t all = count(at);
    if (all == 0) return std::nullopt;
    std::uint64_t draw = rng.below(all);
    Move found;
    moves(at, [&](const Move& move) {
      found = move;
      return draw-- == 0;
    });
    return found;
  }

  /// A glider, or the corner of a base.
  struct Flier {
    Point core;
    u8 orientation;
    bool of_base;
    std::uint16_t group;  ///< its place in the list
    friend bool operator==(const Flier& a, const Flier& b) { return a.core == b.core; }
  };

  template <class T, int Limit>
  struct List {
    unsigned size = 0;
    std::array<T, Limit> items;
    void add(const T& item) { items[size++] = item; }
    void remove_at(unsigned i) { items[i] = items[--size]; }
    void remove(const T& item) {
      unsigned i = 0;
      while (!(items[i] == item)) ++i;
      remove_at(i);
    }
    const T& operator[](unsigned i) const { return items[i]; }
  };

  /// A position with lists of its groups.
  class Game {
   public:
    struct Turn {
      Move move;
      Flier flier;
    };

    Game(const Gliss& rules, const State& at) : rules_(rules), mover_(at.mover), plies_(at.plies) {
      for (int player = 0; player < 2; ++player) sides_[player].read(at.stones[player]);
    }

    bool decided() const { return plies_ == 2 && (sides_[0].bases.size == 0 || sides_[1].bases.size == 0 || sides_[mover_].towers.size >= towers_to_win); }

    /// A legal move, or nothing where they are few; the game must not have been decided.
    PLY_ALWAYS_INLINE bool pick(Rng& rng, Turn& turn) {
      constexpr int patience = 300;
      Side& own = sides_[mover_];
      const Side& enemy = sides_[1 - mover_];
      own.bases.items[own.bases.size] = point(-1, -1);  // for builds: what the points of their block of ways are relative to
      const unsigned bases = own.bases.size * rules_.area_;
      const unsigned common = bases + rules_.build_area_;
      const unsigned ways = common + rare_ways();
      for (int i = 0; i < patience; ++i) {
        const auto way = static_cast<unsigned>(rng.below(ways));
        if (way >= common) {
          if (rare(way - common, turn)) return true;
          continue;
        }
        // A build or the flight of a base: without branches, as most are not possible.
        const unsigned group = rules_.divided_by_area(way);
        const unsigned is_build = way >= bases ? 1 : 0;
        const Point at = rules_.points_[is_build * Most * Most + way - group * rules_.area_];
        const Point low = own.bases.items[group];
        const int west = at.x <= low.x ? 1 : 0;
        const int south = at.y <= low.y ? 1 : 0;
        const int x = at.x + 2 * west - 1;
        const int y = at.y + 2 * south - 1;
        const unsigned kind = static_cast<unsigned>(west + 2 * south) + orientations * is_build;
        const unsigned stones = own.stones().square(x, y) | always;
        const unsigned blocked = (stones & surroundings[kind].near) | (enemy.stones().block(x, y) & (0 - is_build));
        const unsigned behind = stones & surroundings[kind].behind;
        if ((blocked | (behind - 1) >> 31) != 0) continue;
        const Point to = point(x, y);
        if (is_build != 0) {
          turn = {Move{build, false, to, {}, no_point}, {}};
          return true;
        }
        turn.flier = corner(group, kind);
        if (!stops(turn.flier, to, stones)) continue;
        turn.move = first_landing(turn.flier, to);
        return true;
      }
      return false;
    }

    /// Plays until the game has been decided or legal moves are few; returns the plies.
    std::uint64_t run(Rng& rng, std::uint64_t max_plies) {
      std::uint64_t plies = 0;
      Turn turn;
      for (; plies < max_plies && !decided() && pick(rng, turn); ++plies) make(turn);
      return plies;
    }

    void store(State& state) const {
      state.stones = {sides_[0].sets[0], sides_[1].sets[0]};
      state.mover = mover_;
      state.plies = plies_;
    }

   private:
    struct Side {
      std::array<Set, 2> sets{};  ///< all stones; the towers
      List<Point, Most * Most> towers;
      List<Point, Most * Most> bases;  ///< lower left points
      List<Flier, Most * Most> gliders;

      const Set& stones() const { return sets[0]; }
      bool is_tower(Point p) const { return sets[1].test(p); }

      void read(const Set& from) {
        if (!from.any()) return;
        sets = {from, from.towers()};
        sets[1].for_each([&](Point p) {
          towers.add(p);
          return false;
        });
        Set rest = Set::make([&](int i) { return from.rank[i] & ~sets[1].rank[i]; });
        from.blocks().for_each([&](Point p) {
          bases.add(p);
          for (int i = 0; i < 4; ++i) rest.reset(p.x + (i & 1), p.y + (i >> 1));
          return false;
        });
        rest.for_each([&](Point p) {
          const int o = orientation_of(rest, p);
          if (rest.test(p.x + step_x(o), p.y) && rest.test(p.x, p.y + step_y(o))) gliders.add(Flier{p, static_cast<u8>(o), false, 0});
          return false;
        });
      }
      void put(Point p) { sets[0].set(p); }
      void take(Point p) { sets[0].reset(p); }
      void put_tower(Point p) {
        put(p);
        sets[1].set(p);
        towers.add(p);
      }
      /// The stone stays.
      void no_tower(Point p) {
        sets[1].reset(p);
        towers.remove(p);
      }
    };

    // -- The ways that are rare: a point of the board for each restless glider; the arms; the other landings
    unsigned rare_ways() {
      const Side& own = sides_[mover_];
      find_restless();
      steps_ = restless_.size * rules_.area_;
      edges_ = steps_ + 2 * own.gliders.size;
      others_ = edges_ + 2 * fliers();
      return others_ + fliers() * (3 * sides_[1 - mover_].bases.size + sides_[1 - mover_].towers.size);
    }

    bool rare(unsigned way, Turn& turn) const {
      Flier& flier = turn.flier;
      if (way < steps_) {
        flier = glider(restless_[rules_.divided_by_area(way)]);
        const Point to = rules_.points_[way % rules_.area_];
        return std::abs(to.x - flier.core.x) + std::abs(to.y - flier.core.y) > 1 && land_on(turn, to, 0);
      }
      if (way < edges_) {
        flier = glider((way - steps_) / 2);
        const Point along = arm(flier, (way - steps_) % 2 != 0);
        return land_on(turn, point(flier.core.x + along.x, flier.core.y + along.y), 0);
      }
      if (way < others_) {
        flier = flier_at((way - edges_) / 2);
        const bool along_v = (way - edges_) % 2 != 0;
        turn.move = Move{edge, false, flier.core, arm(flier, along_v), no_point};
        return leaves(flier, !along_v);
      }
      flier = flier_at((way - others_) % fliers());
      return other_landing(turn, (way - others_) / fliers());
    }

    /// Restless is a glider that may fly on from one of the points next to it.
    void find_restless() {
      const auto& all = sides_[mover_].gliders;
      restless_.size = 0;
      for (unsigned i = 0; i < all.size; ++i) {
        const Point core = all[i].core;
        const Point u = arm(all[i], false);
        const Point v = arm(all[i], true);
        restless_.items[restless_.size] = static_cast<std::uint16_t>(i);
        if (passes(all[i], point(core.x + u.x, core.y), 1, 0) || passes(all[i], point(core.x, core.y + v.y), 0, 1)) ++restless_.size;
      }
    }
    bool passes(const Flier& flier, Point q, int a, int b) const {
      const unsigned stones = sides_[mover_].stones().square(q);
      const Surroundings& around = surroundings[flier.orientation];
      return fits(flier, q) && ((around.others(stones, a, b) & around.near) != 0 || ((stones & around.dock) != 0 && !tower_at_dock(flier, q)));
    }

    // -- Fliers
    unsigned fliers() const { return 4 * sides_[mover_].bases.size + sides_[mover_].gliders.size; }
    Flier flier_at(unsigned i) const {
      const unsigned corners = 4 * sides_[mover_].bases.size;
      return i < corners ? corner(i / 4, i % 4) : glider(i - corners);
    }
    Flier glider(unsigned i) const {
      Flier out = sides_[mover_].gliders[i];
      out.group = static_cast<std::uint16_t>(i);
      return out;
    }
    /// The corners of a base are numbered as the ways of their arms.
    Flier corner(unsigned base, unsigned k) const {
      const Point low = sides_[mover_].bases[base];
      return {point(low.x + static_cast<int>(k & 1), low.y + static_cast<int>(k >> 1)), static_cast<u8>(k), true, static_cast<std::uint16_t>(base)};
    }
    static Point arm(const Flier& flier, bool v) { return v ? point(0, step_y(flier.orientation)) : point(step_x(flier.orientation), 0); }
    bool fits(const Flier& flier, Point q) const {
      return rules_.board_.test(q.x + step_x(flier.orientation), q.y) && rules_.board_.test(q.x, q.y + step_y(flier.orientation));
    }
    bool tower_at_dock(const Flier& flier, Point q) const {
      return sides_[mover_].is_tower(point(q.x + step_x(flier.orientation), q.y + step_y(flier.orientation)));
    }

    // -- Flights
    /// The i-th of the moves that end on q, if a flight can and there are so many.
    bool land_on(Turn& turn, Point q, unsigned i) const { return lands(turn.flier, q) && landing(turn, q, i); }

    /// Whether a flight can end on q: it stops there, and not on the way, and nothing reverts it.
    bool lands(const Flier& flier, Point q) const {
      const int a = (q.x - flier.core.x) * step_x(flier.orientation);
      const int b = (q.y - flier.core.y) * step_y(flier.orientation);
      if (a < 0 || b < 0 || a + b == 0 || !fits(flier, q)) return false;
      const Surroundings& around = surroundings[flier.orientation];
      const unsigned stones = around.others(sides_[mover_].stones().square(q), a, b);
      return (stones & around.near) == 0 && (a + b == 1 || (stones & around.behind) != 0) && stops(flier, q, stones);
    }

    /// The same where only a stone at the dock, the way and enemy towers can be against it.
    bool stops(const Flier& flier, Point q, unsigned stones) const {
      if ((stones & surroundings[flier.orientation].dock) != 0 && !tower_at_dock(flier, q)) return false;
      const Set& towers = sides_[1 - mover_].sets[1];
      if (towers.test(q) || towers.test(q.x + step_x(flier.orientation), q.y) || towers.test(q.x, q.y + step_y(flier.orientation))) return false;
      const int a = std::abs(q.x - flier.core.x);
      const int b = std::abs(q.y - flier.core.y);
      // Out of a base, a glider cannot stop wherever a and b are at most 2, but for (2, 2).
      return (flier.of_base ? std::max(a, b) <= 3 && a + b < 5 : a + b == 1) || reaches(flier, a, b);
    }

    /// Whether a glider that stops a and b steps along its arms can get there.
    bool reaches(const Flier& flier, int a, int b) const {
      const int x = flier.core.x + a * step_x(flier.orientation) + margin;
      return flood(flier, b, [&](int rank, std::uint32_t from) {
        if (rank == b - 1) return (from >> x & 1) != 0;
        return rank == b && (from >> (x - step_x(flier.orientation)) & 1) != 0;
      });
    }

    bool leaves(const Flier& flier, bool along_u) const {
      const int o = flier.orientation;
      const int room_u = step_x(o) > 0 ? rules_.size_ - 2 - flier.core.x : flier.core.x - 1;
      const int room_v = step_y(o) > 0 ? rules_.size_ - 2 - flier.core.y : flier.core.y - 1;
      if ((along_u ? room_u : room_v) <= (flier.of_base ? 2 : 0)) return true;
      const int last = flier.core.x + room_u * step_x(o) + margin;
      return flood(flier, room_v, [&](int rank, std::uint32_t from) { return along_u ? (from >> last & 1) != 0 : rank == room_v && from != 0; });
    }

    /// Calls `visit` with the numbers from 0 to `last` of the ranks along v, and the points of each that the flier passes, until it returns true; tells whether
    /// it did.
    template <class Visit>
    bool flood(const Flier& flier, int last, Visit&& visit) const {
      return (flier.orientation & 1) != 0 ? flood_to<true>(flier, last, visit) : flood_to<false>(flier, last, visit);
    }
    template <bool West, class Visit>
    bool flood_to(const Flier& flier, int last, Visit&& visit) const {
      const auto forth = [](std::uint32_t rank, int n) { return West ? rank >> n : rank << n; };
      const auto back = [](std::uint32_t rank, int n) { return West ? rank << n : rank >> n; };
      const int v = step_y(flier.orientation);
      const Side& side = sides_[mover_];
      Set own = side.stones();
      const std::uint32_t core = std::uint32_t{1} << (flier.core.x + margin);
      int y = flier.core.y + margin;
      own.rank[y] &= ~(core | forth(core, 1));
      own.rank[y + v] &= ~core;
      const std::uint32_t room = rules_.board_.rank[y] & back(rules_.board_.rank[y], 1);
      std::uint32_t from = core;
      for (int rank = 0; rank <= last; ++rank, y += v) {
        const std::uint32_t behind = own.rank[y - v];
        const std::uint32_t here = own.rank[y];
        const std::uint32_t next = own.rank[y + v];
        std::uint32_t stuck = behind | back(behind, 1) | here | forth(here, 1) | back(here, 1) | back(here, 2) | next | forth(next, 1) |
                              back(next & ~side.sets[1].rank[y + v], 1) | own.rank[y + 2 * v];
        stuck &= room;
        if (rank > 0) from &= stuck;
        if (from == 0) return false;
        for (int n = 1; n < 32; n *= 2) {
          from |= forth(from, n) & stuck;
          stuck &= forth(stuck, n);
        }
        if (visit(rank, from)) return true;
      }
      return false;
    }

    Move first_landing(const Flier& flier, Point q) const {
      const Masks& mask = masks[flier.orientation];
      const unsigned enemy = sides_[1 - mover_].stones().window(q, flier.orientation);
      const bool twice = (enemy & mask.base_u) == mask.base_u || (enemy & mask.base_v) == mask.base_v;
      return {flight, false, flier.core, q, twice ? q : no_point};
    }

    /// The i-th of the moves that end on q, if there are so many.
    bool landing(Turn& turn, Point q, unsigned i) const {
      const Side& enemy = sides_[1 - mover_];
      return landings(sides_[mover_].stones(), enemy.stones(), enemy.sets[1], turn.flier.core, q, turn.flier.orientation, [&](const Move& move) {
        turn.move = move;
        return i-- == 0;
      });
    }

    /// A move that is not the first to end where it does: where the points under the core and one arm, or all three, hit a base; or with a tower at the dock.
    /// Such a tower is next to what would be a base that is hit twice, so there never are more than two moves.
    bool other_landing(Turn& turn, unsigned target) const {
      const Side& enemy = sides_[1 - mover_];
      const int ux = step_x(turn.flier.orientation);
      const int vy = step_y(turn.flier.orientation);
      if (target < enemy.towers.size) return land_on(turn, point(enemy.towers[target].x - ux, enemy.towers[target].y - vy), 1);
      // The stone of the base that is first along both arms is q itself, or one step along v, or u, before it.
      const unsigned base = (target - enemy.towers.size) / 3;
      const unsigned hit = (target - enemy.towers.size) % 3;
      const int x = enemy.bases[base].x + (ux < 0 ? 1 : 0) + (hit == 2 ? ux : 0);
      const int y = enemy.bases[base].y + (vy < 0 ? 1 : 0) + (hit == 1 ? vy : 0);
      return !enemy.is_tower(point(x + ux, y + vy)) && land_on(turn, point(x, y), 1);
    }

    void make(const Turn& turn) {
      Side& own = sides_[mover_];
      const Move& move = turn.move;
      if (move.kind == build) {
        own.bases.add(move.from);
        for (int i = 0; i < 4; ++i) own.put(point(move.from.x + (i & 1), move.from.y + (i >> 1)));
      } else {
        const int ux = step_x(turn.flier.orientation);
        const int vy = step_y(turn.flier.orientation);
        for (const Point p : {move.from, point(move.from.x + ux, move.from.y), point(move.from.x, move.from.y + vy)}) own.take(p);
        if (turn.flier.of_base) {
          own.bases.remove_at(turn.flier.group);
          own.put_tower(point(move.from.x + ux, move.from.y + vy));
        } else {
          own.gliders.remove_at(turn.flier.group);
        }
        if (move.kind == flight) land(move, turn.flier.orientation);
      }
      mover_ ^= 1;
      plies_ = static_cast<u8>(std::min(plies_ + 1, 2));
    }

    void land(const Move& move, u8 o) {
      Side& own = sides_[mover_];
      Side& enemy = sides_[1 - mover_];
      const Point q = move.to;
      const Point dock = point(q.x + step_x(o), q.y + step_y(o));
      const std::array<Point, 3> cells{q, point(dock.x, q.y), point(q.x, dock.y)};
      if (enemy.stones().test(cells[0]) || enemy.stones().test(cells[1]) || enemy.stones().test(cells[2])) capture(enemy, cells, move.hit);
      for (const Point cell : cells) own.put(cell);
      if (move.convert) {
        enemy.no_tower(dock);
        enemy.take(dock);
        own.put_tower(dock);
      }
      if (own.is_tower(dock)) {
        own.no_tower(dock);
        own.bases.add(point(std::min(q.x, dock.x), std::min(q.y, dock.y)));
      } else {
        own.gliders.add(Flier{q, o, false, 0});
      }
    }

    static void capture(Side& enemy, const std::array<Point, 3>& cells, Point hit) {
      for (unsigned i = enemy.bases.size; i-- > 0;) {
        const Point low = enemy.bases[i];
        const auto holds = [low](Point p) { return p.x >= low.x && p.x <= low.x + 1 && p.y >= low.y && p.y <= low.y + 1; };
        int hits = 0;
        Point lost = cells[0];  // where three are hit
        for (const Point cell : cells) {
          if (!holds(cell)) continue;
          ++hits;
          if (hits == 1) lost = cell;
        }
        if (hits == 0) continue;
        if (hits == 2) lost = hit;
        enemy.bases.remove_at(i);
        for (int k = 0; k < 4; ++k) enemy.take(point(low.x + (k & 1), low.y + (k >> 1)));
        enemy.put_tower(point(2 * low.x + 1 - lost.x, 2 * low.y + 1 - lost.y));
      }
      for (unsigned i = enemy.gliders.size; i-- > 0;) {
        const Flier& glider = enemy.gliders[i];
        const Point core = glider.core;
        const std::array<Point, 3> stones{core, point(core.x + step_x(glider.orientation), core.y), point(core.x, core.y + step_y(glider.orientation))};
        const bool met = std::find_first_of(stones.begin(), stones.end(), cells.begin(), cells.end()) != stones.end();
        if (!met) continue;
        for (const Point p : stones) enemy.take(p);
        enemy.gliders.remove_at(i);
      }
    }

    const Gliss& rules_;
    std::array<Side, 2> sides_;
    List<std::uint16_t, Most * Most / 3 + 1> restless_;  ///< places in the list of gliders
    unsigned steps_ = 0;                                 ///< where the rare ways of a kind begin
    unsigned edges_ = 0;
    unsigned others_ = 0;
    u8 mover_;
    u8 plies_;
  };

  static char letter(const State& at, int x, int y) { return at.stones[0].test(x, y) ? 'R' : at.stones[1].test(x, y) ? 'B' : '\0'; }
  static std::string name(Point p) { return static_cast<char>('a' + p.x) + std::to_string(p.y + 1); }

  void check_shapes(const Set& stones, const std::string& colour) const {
    Set rest = stones;
    while (rest.any()) {
      std::vector<Point> group{rest.nth(0)};
      rest.reset(group[0]);
      for (std::size_t i = 0; i < group.size(); ++i) {
        const Point p = group[i];
        for (const Point next : {point(p.x + 1, p.y), point(p.x - 1, p.y), point(p.x, p.y + 1), point(p.x, p.y - 1)}) {
          if (!rest.test(next)) continue;
          rest.reset(next);
          group.push_back(next);
        }
      }
      bool in_block = true;
      for (const Point& a : group) {
        for (const Point& b : group) in_block = in_block && std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1;
      }
      if (!in_block || group.size() == 2) {
        throw TextError("the " + colour + " group of " + std::to_string(group.size()) + " at " + name(group[0]) + " is no tower, glider or base");
      }
    }
  }

  unsigned divided_by_area(unsigned i) const { return static_cast<unsigned>(i * u64{reciprocal_} >> 32); }

  int size_;
  unsigned area_;
  unsigned build_area_;
  u32 reciprocal_;  ///< of the area
  SmallBoard small_;
  Set board_;
  std::array<Point, 2 * Most * Most> points_{};  ///< rank by rank; then the upper right points of blocks
};

std::unique_ptr<AnyGame> make_gliss(const Options& options) {
  if (options.integer("size") <= small_size) return as_game(Gliss<small_size>(options));
  if (options.integer("size") <= 12) return as_game(Gliss<12>(options));
  return as_game(Gliss<19>(options));
}

const Registration registration{{
    .id = "gliss",
    .title = "Gliss",
    .page = "gliss",
    .source = "gliss.cpp",
    .options = {{"size", {Value(std::int64_t{12}), Range{13, 19}, Range{5, 11}}, "points along a side"}},
    .make = make_gliss,
}};

}  // namespace
