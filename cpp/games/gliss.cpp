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
constexpr int step_x(int orientation) { return (orientation & 1) != 0 ? -1 : 1; }
constexpr int step_y(int orientation) { return (orientation & 2) != 0 ? -1 : 1; }

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

struct Point {
  std::int8_t x = 0;
  std::int8_t y = 0;
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

  enum Kind : u8 { build, flight, edge };

  struct Move {
    Kind kind = build;
    bool convert = false;
    Point from{};          ///< build: the lower left point; else the core
    Point to{};            ///< flight: landing point; edge: the direction
    Point hit = no_point;  ///< core of the enemy glider that is lost of a base, where there is a choice
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Gliss(const Options& options) : size_(static_cast<int>(options.integer("size"))) {
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) board_.set(x, y);
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
    const Kinds kinds(at);
    if (decided(at, kinds)) return std::nullopt;
    const Set places = builds(at);
    const auto first = static_cast<std::uint64_t>(places.count());
    std::array<Move, 256> list;
    std::uint64_t listed = 0;
    flights(at, kinds, [&](const Move& move) {
      if (listed < list.size()) list[listed] = move;
      ++listed;
      return false;
    });
    if (first + listed == 0) return std::nullopt;
    std::uint64_t draw = rng.below(first + listed);
    if (draw < first) return Move{build, false, places.nth(static_cast<int>(draw)), {}, no_point};
    draw -= first;
    if (draw < list.size()) return list[draw];
    Move found;
    flights(at, kinds, [&](const Move& move) {
      found = move;
      return draw-- == 0;
    });
    return found;
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
    if (parts[1] != "r" && parts[1] != "b") throw TextError("side to move " + quoted(parts[1]) + " is not r or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    state.plies = static_cast<u8>(number(parts[2], 0, 2, "plies"));
    if (state.plies < 2 && state.mover != state.plies) throw TextError("side to move " + quoted(parts[1]) + " does not fit " + quoted(parts[2]) + " plies");
    // All that there is after one ply is the base that Red has built.
    if (state.plies < 2 && (state.stones[0].blocks().count() != state.plies || state.stones[0].count() != 4 * state.plies || state.stones[1].any())) {
      throw TextError("board " + quoted(parts[0]) + " does not fit " + quoted(parts[2]) + " plies");
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
        } else if (landscape.contact.test(q) ? landings(at, kinds, core, q, o, emit) : emit(Move{flight, false, core, q, no_point})) {
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
  static bool landings(const State& at, const Kinds& kinds, Point core, Point q, int o, Emit&& emit) {
    const Masks& mask = masks[o];
    const unsigned own = at.stones[at.mover].window(q, o);  // those that fly are not behind the dock
    const unsigned enemy_towers = kinds.towers[1 - at.mover].window(q, o);
    const unsigned enemy = at.stones[1 - at.mover].window(q, o);
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

  int size_;
  Set board_;
};

std::unique_ptr<AnyGame> make_gliss(const Options& options) {
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
