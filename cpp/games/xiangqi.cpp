// XiangQi (docs/rules/xiangqi.md).
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/board9x10.hpp"

namespace {

using namespace ply;
using namespace ply::board9x10;

// ---- Board (numbers of the points: geometry/board9x10.hpp)

constexpr int red = 0;
constexpr int black = 1;

/// What stands on a point, as three bits: one plane each for all points.
enum Kind : unsigned { nothing, soldier, advisor, elephant, horse, general, chariot, cannon };
constexpr std::string_view letters = ".PABNKRC";

/// A side's half up to the river, as a word: Red's half looks like Black's, seen from the left end of its lowest rank.
using Half = u64;
constexpr Half half_board = (u64{1} << half_squares) - 1;

template <int us>
constexpr Half own_half(u128 set) {
  return us == red ? low_word(set) & half_board : low_word(set >> half_squares);
}
template <int us>
constexpr u128 from_half(Half half) {
  return us == red ? u128(half) : u128(half) << half_squares;
}
template <class... Points>
constexpr u64 set_of(Points... points) {
  return ((u64{1} << points) | ...);
}

constexpr u64 in_half(int file, int rank) { return u64{1} << (files * rank + file); }

/// c, g; a, e, i; c, g on every second rank of a half.
constexpr Half elephant_points = in_half(2, 0) | in_half(6, 0) | in_half(0, 2) | in_half(4, 2) | in_half(8, 2) | in_half(2, 4) | in_half(6, 4);
constexpr Half palace_from(int rank) {
  return u64{0b111} << (files * rank + 3) | u64{0b111} << (files * (rank + 1) + 3) | u64{0b111} << (files * (rank + 2) + 3);
}
constexpr Half advisor_points_from(int rank) {
  return in_half(3, rank) | in_half(5, rank) | in_half(4, rank + 1) | in_half(3, rank + 2) | in_half(5, rank + 2);
}
template <int us>
constexpr Half palace = palace_from(us == red ? 0 : 2);
template <int us>
constexpr Half advisor_points = advisor_points_from(us == red ? 0 : 2);

template <int us>
constexpr u128 beyond_river = us == red ? all_squares & ~u128(half_board) : u128(half_board);
template <int us>
constexpr u128 forward(u128 set) {
  return us == red ? north(set) : south(set);
}
/// Where soldiers can be: on their starting rank or before it.
template <int us>
constexpr u128 soldier_points = us == red ? all_squares & ~u128((u64{1} << 3 * files) - 1) : (u128(u64{1}) << 7 * files) - u128(u64{1});

/// Where the clocks of a position stop.
constexpr u32 largest_clock = (u32{1} << 31) - 1;

struct State {
  std::array<u128, 3> plane{};  ///< bit i of the Kind of each point
  u128 red_pieces{};
  u128 occupied_by_file{}, red_by_file{};  ///< the same once more, for the lines
  u32 move_number = 1;
  u32 black_to_move : 1 = 0;
  u32 quiet : 31 = 0;  ///< plies without a capture

  int mover() const { return black_to_move != 0 ? black : red; }
  u128 occupied() const { return plane[0] | plane[1] | plane[2]; }
  template <Kind kind>
  u128 all() const {
    const auto plane_or_not = [](u128 set, bool yes) { return yes ? set : ~set; };
    return plane_or_not(plane[0], (kind & 1) != 0) & plane_or_not(plane[1], (kind & 2) != 0) & plane_or_not(plane[2], (kind & 4) != 0);
  }
  Kind kind_on(int point) const {
    return static_cast<Kind>((holds(plane[0], point) ? 1u : 0) | (holds(plane[1], point) ? 2u : 0) | (holds(plane[2], point) ? 4u : 0));
  }
  void put(int side, Kind kind, int point) {
    for (unsigned i = 0; i < 3; ++i) plane[i] |= (kind >> i & 1) != 0 ? bit(point) : no_squares;
    occupied_by_file |= bit(place(point).by_file);
    if (side == black) return;
    red_pieces |= bit(point);
    red_by_file |= bit(place(point).by_file);
  }
  friend bool operator==(const State&, const State&) = default;
};

struct Move {
  u8 from = 0, to = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

template <int us>
PLY_ALWAYS_INLINE void play_as(State& state, Move move) {
  const u128 from = bit(move.from);
  const u128 to = bit(move.to);
  const u128 from_by_file = bit(place(move.from).by_file);
  const u128 to_by_file = bit(place(move.to).by_file);
  const bool captures = any(state.occupied() & to);
  const auto moved = [&](u128 set) { return (set & ~(from | to)) | (any(set & from) ? to : no_squares); };
  state.plane = {moved(state.plane[0]), moved(state.plane[1]), moved(state.plane[2])};
  state.occupied_by_file = (state.occupied_by_file & ~from_by_file) | to_by_file;
  if constexpr (us == red) {
    state.red_pieces = (state.red_pieces & ~from) | to;
    state.red_by_file = (state.red_by_file & ~from_by_file) | to_by_file;
  } else {
    state.red_pieces &= ~to;
    state.red_by_file &= ~to_by_file;
    state.move_number += state.move_number != largest_clock ? 1 : 0;
  }
  state.quiet = captures ? 0 : state.quiet + (state.quiet != largest_clock ? 1 : 0);
  state.black_to_move = us == red;
}

// ---- Move: how the pieces go

/// The horse's eight points, by file and by which of the legs south, west, east, north (bits 0 to 3) are blocked.
constexpr auto horse_moves = [] {
  std::array<std::array<u64, 16>, files> out{};
  for (int file = 0; file < files; ++file) {
    for (unsigned blocked = 0; blocked < 16; ++blocked) {
      u64 points = 0;
      const auto add = [&](unsigned leg, int x, int y) {
        if ((blocked >> leg & 1) == 0 && file + x >= 0 && file + x < files) points |= in_window(x, y);
      };
      for (const int side : {1, -1}) {
        add(0, side, -2);
        add(1, -2, side);
        add(2, 2, side);
        add(3, side, 2);
      }
      out[static_cast<std::size_t>(file)][blocked] = points;
    }
  }
  return out;
}();
/// From where horses attack the middle of the window: their legs are at its four diagonal neighbours, southwest, southeast, northwest, northeast.
constexpr std::array<std::array<int, 2>, 4> diagonals{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
constexpr u64 horses_past(int x, int y) { return in_window(2 * x, y) | in_window(x, 2 * y); }
constexpr auto horse_attacks = [] {
  std::array<u64, 16> out{};
  for (unsigned blocked = 0; blocked < 16; ++blocked) {
    for (unsigned leg = 0; leg < 4; ++leg) {
      if ((blocked >> leg & 1) == 0) out[blocked] |= horses_past(diagonals[leg][0], diagonals[leg][1]);
    }
  }
  return out;
}();

/// Four bits of a window, gathered.
template <int a, int b, int c, int d>
constexpr std::size_t gathered(u64 window) {
  if constexpr (has_fast_pext) return static_cast<std::size_t>(extract_bits(window, set_of(a, b, c, d)));
  return static_cast<std::size_t>((window >> a & 1) | (window >> (b - 1) & 2) | (window >> (c - 2) & 4) | (window >> (d - 3) & 8));
}
constexpr std::size_t beside(u64 window) { return gathered<centre - files, centre - 1, centre + 1, centre + files>(window); }
constexpr std::size_t diagonally(u64 window) { return gathered<centre - files - 1, centre - files + 1, centre + files - 1, centre + files + 1>(window); }

inline u64 horse_window(int point, u128 occupied) { return horse_moves[place(point).file][beside(window(occupied, point))]; }

/// Set by set: all points that some advisor reaches in one of the four directions, and so on. `use` gets each set.
template <int us, class Use>
PLY_ALWAYS_INLINE void advisor_moves(Half advisors, Half targets, Use&& use) {
  targets &= advisor_points<us>;
  use(advisors << 8 & targets);
  use(advisors << 10 & targets);
  use(advisors >> 8 & targets);
  use(advisors >> 10 & targets);
}
/// The elephants' points are so far apart that what leaves the board at one side does not come in at a point on the other.
template <class Use>
PLY_ALWAYS_INLINE void elephant_moves(Half elephants, Half empty, Half targets, Use&& use) {
  targets &= elephant_points;
  use((elephants << 8 & empty) << 8 & targets);
  use((elephants << 10 & empty) << 10 & targets);
  use((elephants >> 8 & empty) >> 8 & targets);
  use((elephants >> 10 & empty) >> 10 & targets);
}
template <int us, class Use>
PLY_ALWAYS_INLINE void soldier_moves(u128 soldiers, u128 targets, Use&& use) {
  use(forward<us>(soldiers) & targets);
  const u128 crossed = soldiers & beyond_river<us>;
  if (!any(crossed)) return;
  use(east(crossed) & targets);
  use(west(crossed) & targets);
}

/// What threatens our general. The other general threatens along its file as a chariot does; the ranks of two generals never meet.
struct Threats {
  u128 chariots, cannons, horses, soldiers;

  Threats without(u128 captured) const { return {chariots & ~captured, cannons & ~captured, horses & ~captured, soldiers & ~captured}; }
};

/// The points in the window of our palace from which a soldier takes: it has long crossed the river.
template <int us>
constexpr u64 soldier_attacks = in_window(-1, 0) | in_window(1, 0) | in_window(0, us == red ? 1 : -1);

template <int us>
PLY_ALWAYS_INLINE bool attacked(int point, const Threats& by, u128 occupied, u128 occupied_by_file) {
  if (any((by.chariots | by.cannons) & crosses[static_cast<std::size_t>(point)])) {
    if (any(along_lines(lines.first, point, occupied, occupied_by_file) & by.chariots)) return true;
    if (any(along_lines(lines.second, point, occupied, occupied_by_file) & by.cannons)) return true;
  }
  const u64 horses = window(by.horses, point) & horse_attacks[0];
  if (horses != 0 && (horses & horse_attacks[diagonally(window(occupied, point))]) != 0) return true;
  return (window(by.soldiers, point) & soldier_attacks<us>) != 0;
}

// ---- Move: what the safety of the general allows

/// A position as the side `us` must look at it before it moves.
template <int us>
struct Sight {
  u128 occupied, own;
  int king;  ///< the point of our general
  Threats by;
  u128 targets;  ///< where a piece may go for all that stands there: not on its own side, and never on the general

  // Found out by look_around:
  u128 exposing = no_squares;  ///< empty points between the general and a cannon: whoever goes there is its screen
  u128 bound = no_squares;     ///< our pieces that may not leave
  struct Bound {
    int from;
    u128 allowed;
  };
  std::array<Bound, 12> bounds;  ///< two on a ray at most, and one on each diagonal
  std::size_t bound_count = 0;
  bool check = false;
  u128 answers = no_squares;  ///< in check: the only points that can end it for one of the pieces giving check ...
  u128 screen = no_squares;   ///< ... but that this piece of ours may do so by going anywhere

  PLY_ALWAYS_INLINE explicit Sight(const State& at) {
    occupied = at.occupied();
    own = us == red ? at.red_pieces : occupied & ~at.red_pieces;
    const u128 enemy = occupied ^ own;
    const u128 generals = at.all<general>();
    king = lowest(generals & own);
    const u128 other = generals & enemy;
    by = {(at.all<chariot>() & enemy) | other, at.all<cannon>() & enemy, at.all<horse>() & enemy, at.all<soldier>() & enemy};
    targets = all_squares & ~(own | other);
  }

  PLY_ALWAYS_INLINE void look_around(const State& at) {
    const u128 sliders = by.chariots | by.cannons;
    const auto i = static_cast<std::size_t>(king);
    const bool northward = any(sliders & rays<to_north>[i]);
    const bool southward = any(sliders & rays<to_south>[i]);
    const bool eastward = any(sliders & rays<to_east>[i]);
    const bool westward = any(sliders & rays<to_west>[i]);
    const Place here = place(king);
    if (northward || southward) {
      const u32 line = file_line(at.occupied_by_file, here.file);
      if (northward) look_along<to_north>(line, here);
      if (southward) look_along<to_south>(line, here);
    }
    if (eastward || westward) {
      const u32 line = rank_line(occupied, here.rank);
      if (eastward) look_along<to_east>(line, here);
      if (westward) look_along<to_west>(line, here);
    }
    const u64 near = window(by.horses, king) & horse_attacks[0];
    if (near != 0) look_at_horses(near);
    const u64 soldiers = window(by.soldiers, king) & soldier_attacks<us>;
    if (soldiers != 0) give_check(from_window(soldiers & (~soldiers + 1), king));
  }

  bool attacked_after(const State& at, int from, int to) const {
    const u128 occupied_then = (occupied & ~bit(from)) | bit(to);
    const u128 by_file_then = (at.occupied_by_file & ~bit(place(from).by_file)) | bit(place(to).by_file);
    return attacked<us>(from == king ? to : king, by.without(bit(to)), occupied_then, by_file_then);
  }

  /// Where the general may go. Each point is tried: there are four at most.
  PLY_ALWAYS_INLINE u128 king_moves(const State& at) const {
    const u128 here = bit(king);
    u128 steps = (here << 1 | here >> 1 | here << files | here >> files) & from_half<us>(palace<us>) & targets;
    u128 safe = no_squares;
    while (any(steps)) {
      const int to = pop_lowest(steps);
      if (!attacked_after(at, king, to)) safe |= bit(to);
    }
    return safe;
  }

 private:
  void give_check(u128 points, u128 by_moving = no_squares) {
    check = true;
    answers = points;
    screen = by_moving;
  }
  void bind(int from, u128 allowed) {
    bound |= bit(from);
    bounds[bound_count++] = {from, allowed};
  }

  /// The first three pieces on a ray decide: with a chariot (or the other general) as the first or a cannon as the second we are in check, and one move
  /// can bring that about by taking away one of the pieces before them or by putting one there.
  template <Direction direction>
  PLY_NEVER_INLINE void look_along(u32 line, Place here) {
    constexpr bool upright = direction == to_north || direction == to_south;
    constexpr bool up = direction == to_north || direction == to_east;
    const u32 self = 1u << (upright ? here.rank : here.file);
    const auto next = [](u32 set) { return up ? set & (~set + 1) : std::bit_floor(set); };
    const auto between = [](u32 a, u32 b) { return up ? b - 2 * a : a - 2 * b; };
    const auto point_of = [&](u32 piece) {
      const int i = std::countr_zero(piece);
      return upright ? files * i + here.file : files * here.rank + i;
    };
    const auto points_of = [&](u32 set) { return upright ? on_file(set, here.file) : on_rank(set, here.rank); };

    u32 rest = up ? line & ~(2 * self - 1) : line & (self - 1);
    const u32 first = next(rest);
    const int first_point = point_of(first);
    if (holds(by.chariots, first_point)) return give_check(points_of(between(self, first) | first));
    if (holds(by.cannons, first_point)) exposing |= points_of(between(self, first));

    const u32 second = next(rest ^= first);
    if (second == 0) return;
    const int second_point = point_of(second);
    if (holds(by.cannons, second_point)) {
      return give_check(points_of(between(self, first) | between(first, second) | second), bit(first_point) & own);
    }
    const u32 third = next(rest ^= second);
    const bool cannon_third = third != 0 && holds(by.cannons, point_of(third));
    const bool chariot_second = holds(by.chariots, second_point);
    if ((chariot_second || cannon_third) && holds(own, first_point)) {
      // Taking the chariot makes a screen for the cannon behind it, jumping over it to the cannon leaves the chariot.
      u32 allowed = between(self, second);
      if (!cannon_third) allowed |= second;
      if (!chariot_second) allowed |= third;
      bind(first_point, points_of(allowed));
    }
    if (cannon_third && holds(own, second_point)) bind(second_point, points_of(between(first, third) | third));
  }

  /// The legs of horses that are a horse's move away: diagonally beside the general.
  PLY_NEVER_INLINE void look_at_horses(u64 near) {
    for (const auto& [x, y] : diagonals) {
      const u64 horses = near & horses_past(x, y);
      if (horses == 0) continue;
      const u128 leg = from_window(in_window(x, y), king);
      const bool single = (horses & (horses - 1)) == 0;
      if (!any(occupied & leg)) {
        give_check(from_window(horses, king) | leg);
      } else if (any(own & leg)) {
        bind(lowest(leg), single ? from_window(horses, king) : no_squares);
      }
    }
  }
};

/// The moves of one piece to `targets`.
struct Group {
  int from;
  u128 targets;
};

class Groups {
 public:
  void add(int from, u128 targets) {
    items_[size_] = {from, targets};
    size_ += any(targets) ? 1 : 0;
  }
  const Group* begin() const { return items_.data(); }
  const Group* end() const { return items_.data() + size_; }
  int total() const {
    int sum = 0;
    for (const Group& group : *this) sum += popcount(group.targets);
    return sum;
  }

 private:
  std::array<Group, squares + 1> items_;  // and the one after the last
  std::size_t size_ = 0;
};

template <int us>
class Generator {
 public:
  PLY_ALWAYS_INLINE static int count(const State& at) {
    Sight<us> sight(at);
    sight.look_around(at);
    if (sight.check || any(sight.exposing)) [[unlikely]]
      return count_list(at);
    return count_all(at, sight);
  }

  static void list(const State& at, Groups& groups) {
    Sight<us> sight(at);
    sight.look_around(at);
    groups.add(sight.king, sight.king_moves(at));
    u128 pieces = sight.own & ~bit(sight.king);
    if (sight.check) return list_answers(at, sight, pieces, groups);
    sight.targets &= ~sight.exposing;
    u128 free = pieces & ~sight.bound;
    while (any(free)) {
      const int from = pop_lowest(free);
      groups.add(from, moves_from(at, sight, from, at.kind_on(from)));
    }
    for (std::size_t i = 0; i < sight.bound_count; ++i) {
      const auto& bound = sight.bounds[i];
      groups.add(bound.from, moves_from(at, sight, bound.from, at.kind_on(bound.from)) & bound.allowed);
    }
  }

  static bool in_check(const State& at) {
    const Sight<us> sight(at);
    return attacked<us>(sight.king, sight.by, sight.occupied, at.occupied_by_file);
  }

 private:
  PLY_NEVER_INLINE static int count_list(const State& at) {
    Groups groups;
    list(at, groups);
    return groups.total();
  }

  /// Not in check, and no point is closed to all.
  PLY_ALWAYS_INLINE static int count_all(const State& at, const Sight<us>& sight) {
    const u128 free = sight.own & ~sight.bound;
    const u128 empty = ~sight.occupied;
    int total = popcount(sight.king_moves(at));
    const auto sum = [&](auto set) { total += popcount(set); };
    soldier_moves<us>(at.all<soldier>() & free, sight.targets, sum);
    advisor_moves<us>(own_half<us>(at.all<advisor>() & free), own_half<us>(sight.targets), sum);
    elephant_moves(own_half<us>(at.all<elephant>() & free), own_half<us>(empty), own_half<us>(sight.targets), sum);
    for (u128 horses = at.all<horse>() & free; any(horses);) {
      const int from = pop_lowest(horses);
      sum(horse_window(from, sight.occupied) & window(sight.targets, from));
    }
    // Chariots and cannons in words: a rank's targets above a file's.
    u128 sliders = at.plane[2] & at.plane[1] & free;
    if (any(sliders)) {
      const u128 occupied_by_file = at.occupied_by_file;
      const int other = lowest(at.all<general>() & ~sight.own);
      const u128 own_by_file = us == red ? at.red_by_file : occupied_by_file & ~at.red_by_file;
      const u128 closed_by_file = own_by_file | bit(place(other).by_file);
      const u128 closed = ~sight.targets;
      const auto both = [](u32 rank, u32 file) { return rank << 10 | file; };
      do {
        const int from = pop_lowest(sliders);
        const Place here = place(from);
        const u32 rank = rank_line(sight.occupied, here.rank);
        const u32 file = file_line(occupied_by_file, here.file);
        const u32 shut = both(rank_line(closed, here.rank), file_line(closed_by_file, here.file));
        const u32 first = both(lines.first[here.file][rank] & 0x1FFu, lines.first[here.rank][file]);
        if (holds(at.plane[0], from)) {
          const u32 second = both(lines.second[here.file][rank], lines.second[here.rank][file]);
          sum(u64{(first & ~both(rank, file)) | (second & ~shut)});
        } else {
          sum(u64{first & ~shut});
        }
      } while (any(sliders));
    }
    for (std::size_t i = 0; i < sight.bound_count; ++i) {
      const auto& bound = sight.bounds[i];
      sum(moves_from(at, sight, bound.from, at.kind_on(bound.from)) & bound.allowed);
    }
    return total;
  }

  /// Where a piece other than the general goes, its general apart.
  PLY_NEVER_INLINE static u128 moves_from(const State& at, const Sight<us>& sight, int from, Kind kind) {
    u128 out = no_squares;
    const auto unite = [&](u128 set) { out |= set; };
    const auto unite_half = [&](Half set) { out |= from_half<us>(set); };
    switch (kind) {
      case soldier:
        soldier_moves<us>(bit(from), sight.targets, unite);
        break;
      case advisor:
        advisor_moves<us>(own_half<us>(bit(from)), own_half<us>(sight.targets), unite_half);
        break;
      case elephant:
        elephant_moves(own_half<us>(bit(from)), own_half<us>(~sight.occupied), own_half<us>(sight.targets), unite_half);
        break;
      case horse:
        out = from_window(horse_window(from, sight.occupied), from);
        break;
      case chariot:
        out = along_lines(lines.first, from, sight.occupied, at.occupied_by_file);
        break;
      case cannon:
        out = (along_lines(lines.first, from, sight.occupied, at.occupied_by_file) & ~sight.occupied) |
              along_lines(lines.second, from, sight.occupied, at.occupied_by_file);
        break;
      default:
        break;
    }
    return out & sight.targets;
  }

  /// In check: few moves can answer it, and each of them is tried.
  static void list_answers(const State& at, const Sight<us>& sight, u128 pieces, Groups& groups) {
    while (any(pieces)) {
      const int from = pop_lowest(pieces);
      u128 candidates = moves_from(at, sight, from, at.kind_on(from));
      if (!holds(sight.screen, from)) candidates &= sight.answers;
      u128 legal = no_squares;
      while (any(candidates)) {
        const int to = pop_lowest(candidates);
        if (!sight.attacked_after(at, from, to)) legal |= bit(to);
      }
      groups.add(from, legal);
    }
  }
};

// ---- Notation

std::string side_name(int side) { return side == red ? "Red" : "Black"; }

/// The piece of a letter in a position text; E is read as B, H as N.
std::optional<std::pair<int, Kind>> piece_of(char letter) {
  const bool capital = letter >= 'A' && letter <= 'Z';
  const char upper = capital ? letter : static_cast<char>(letter - 'a' + 'A');
  if (upper < 'A' || upper > 'Z') return std::nullopt;
  const auto kind = letters.find(upper == 'E' ? 'B' : upper == 'H' ? 'N' : upper);
  if (kind == std::string_view::npos) return std::nullopt;
  return std::pair{capital ? red : black, static_cast<Kind>(kind)};
}

/// The letter of the piece on a point, or 0.
char letter_on(const State& at, int point) {
  const Kind kind = at.kind_on(point);
  if (kind == nothing) return 0;
  return holds(at.red_pieces, point) ? letters[kind] : static_cast<char>(letters[kind] - 'A' + 'a');
}

int point_at(int row, int column) { return files * (ranks - 1 - row) + column; }

template <int side>
void check_points(const State& at, std::string_view board) {
  const u128 own = side == red ? at.red_pieces : at.occupied() & ~at.red_pieces;
  const auto wrong = [&](const std::string& what) { return TextError("board " + in_quotes(board) + ": " + what); };
  const auto require = [&](u128 pieces, u128 allowed, const char* what) {
    const u128 outside = pieces & own & ~allowed;
    if (any(outside)) throw wrong(side_name(side) + "'s " + what + " cannot stand on " + square_name(lowest(outside)));
  };
  const int generals = popcount(at.all<general>() & own);
  if (generals != 1) throw wrong(side_name(side) + " has " + std::to_string(generals) + " generals, not 1");
  require(at.all<general>(), from_half<side>(palace<side>), "general");
  require(at.all<advisor>(), from_half<side>(advisor_points<side>), "advisor");
  require(at.all<elephant>(), from_half<side>(elephant_points), "elephant");
  require(at.all<soldier>(), soldier_points<side>, "soldier");
}

bool generals_face(const State& at) {
  const int king = lowest(at.all<general>() & at.red_pieces);
  return any(along_lines(lines.first, king, at.occupied(), at.occupied_by_file) & at.all<general>());
}

State read_position(std::string_view in) {
  const auto given = fields(in, 1, 6);
  constexpr std::string_view missing[] = {"", "w", "-", "-", "0", "1"};
  const auto field = [&](std::size_t i) { return i < given.size() ? given[i] : missing[i]; };
  State state;
  read_rows(field(0), ranks, files, [&](int row, int column, char letter) {
    const auto piece = piece_of(letter);
    if (piece) state.put(piece->first, piece->second, point_at(row, column));
    return piece.has_value();
  });
  if (field(1) != "w" && field(1) != "b") throw TextError("side to move " + in_quotes(field(1)) + " is neither 'w' nor 'b'");
  state.black_to_move = field(1) == "b";
  for (const std::size_t i : {std::size_t{2}, std::size_t{3}}) {
    if (field(i) != "-") throw TextError("field " + std::to_string(i + 1) + " " + in_quotes(field(i)) + " is not '-'");
  }
  state.quiet = static_cast<u32>(number(field(4), 0, largest_clock, "quiet-ply counter")) & largest_clock;
  state.move_number = static_cast<u32>(number(field(5), 1, largest_clock, "move number"));
  check_points<red>(state, field(0));
  check_points<black>(state, field(0));
  if (generals_face(state)) throw TextError("board " + in_quotes(field(0)) + ": the generals face each other, and " + side_name(state.mover()) + " could take");
  return state;
}

// ---- The game

class Xiangqi {
 public:
  using State = ::State;
  using Move = ::Move;

  explicit Xiangqi(const Options& options)
      : start_(read_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")),
        repetition_(static_cast<int>(options.integer("repetition"))),
        perpetual_loses_(options.is("perpetual", "loss")),
        quiet_limit_(static_cast<u32>(options.integer("quiet_limit"))) {}

  State initial(Rng&) const { return start_; }

  template <class Emit>
  PLY_NEVER_INLINE void moves(const State& at, Emit&& emit) const {
    Groups groups;
    list(at, groups);
    for (const Group& group : groups) {
      u128 targets = group.targets;
      while (any(targets)) {
        if (emit(move_of(group, pop_lowest(targets)))) return;
      }
    }
  }
  std::uint64_t count(const State& at) const { return static_cast<std::uint64_t>(at.mover() == red ? Generator<red>::count(at) : Generator<black>::count(at)); }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    Groups groups;
    list(at, groups);
    const int total = groups.total();
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(rng.below(static_cast<std::uint64_t>(total)));
    const Group* group = groups.begin();
    for (; left >= popcount(group->targets); ++group) left -= popcount(group->targets);
    return move_of(*group, nth_bit(group->targets, left));
  }
  void play(State& state, Move move) const { state.mover() == red ? play_as<red>(state, move) : play_as<black>(state, move); }

  // ---- End
  int current_player(const State& at) const { return count(at) == 0 ? over : at.mover(); }
  Result result(const State& at) const { return Result::win(2, 1 - at.mover(), in_check(at) ? "checkmate" : "stalemate"); }
  std::optional<Result> adjudicated(const State& at) const {
    // Chariots, cannons and horses have the high bit in common with the generals only.
    if (!any(at.all<soldier>() | (at.plane[2] & ~at.all<general>()))) return Result::draw(2, "insufficient material");
    if (quiet_limit_ != 0 && at.quiet >= quiet_limit_) return Result::draw(2, "quiet limit");
    return std::nullopt;
  }

  /// Of placement and side to move, from scratch: cheaper than keeping it up to date in every move.
  u64 key(const State& at) const {
    const u128 sets[] = {at.plane[0], at.plane[1], at.plane[2], at.red_pieces | u128(u64{at.black_to_move}) << squares};
    u64 key = 0;
    u64 salt = 0;
    for (const u128 set : sets) {
      key += scramble(low_word(set) + (salt += 0x9E3779B97F4A7C15));
      key += scramble(high_word(set) + (salt += 0x9E3779B97F4A7C15));
    }
    return key;
  }
  int repetition_limit() const { return repetition_; }
  u32 reversible_plies(const State& at) const { return at.quiet; }
  /// Bit 0: the mover is in check. Bit 1: the mover is Black.
  std::uint8_t note(const State& at) const { return static_cast<std::uint8_t>((in_check(at) ? 1 : 0) | at.mover() << 1); }
  /// Who alone gave check with every move since the first occurrence loses.
  std::optional<Result> repeated(const State&, std::span<const Seen> seen) const {
    std::array<bool, 2> always{true, true};
    for (const Seen& entry : seen.subspan(1)) {
      const auto came_from = static_cast<std::size_t>(1 - (entry.note >> 1 & 1));
      always[came_from] = always[came_from] && (entry.note & 1) != 0;
    }
    if (perpetual_loses_ && always[red] != always[black]) return Result::win(2, always[red] ? black : red, "perpetual check");
    return Result::draw(2, "repetition");
  }
  std::uint64_t ply_limit() const { return 1000; }

  std::uint64_t actions() const { return squares * squares; }
  std::uint64_t action(Move move) const { return static_cast<std::uint64_t>(squares * move.from + move.to); }

  // ---- Notation
  std::string text(const State& at) const {
    return write_rows(ranks, files, [&](int row, int column) { return letter_on(at, point_at(row, column)); }) + (at.mover() == red ? " w" : " b") + " - - " +
           std::to_string(at.quiet) + ' ' + std::to_string(at.move_number);
  }
  std::string text(const State&, Move move) const { return square_name(move.from) + square_name(move.to); }
  State parse(std::string_view in) const { return read_position(in); }
  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const auto from = take_square(rest);
    const auto to = from ? take_square(rest) : std::nullopt;
    if (!to || !rest.empty()) unreadable_move(in);
    Groups groups;
    list(at, groups);
    for (const Group& group : groups) {
      if (group.from == *from && holds(group.targets, *to)) return move_of(group, *to);
    }
    illegal_move(in);
  }
  std::string diagram(const State& at) const {
    const auto cell = [&](int row, int column) {
      const char letter = letter_on(at, point_at(row, column));
      return letter == 0 ? '.' : letter;
    };
    return draw_rows(ranks, files, cell, [](int row) { return std::to_string(ranks - row); });
  }

 private:
  static Move move_of(const Group& group, int to) { return {static_cast<u8>(group.from), static_cast<u8>(to)}; }
  static void list(const State& at, Groups& groups) { at.mover() == red ? Generator<red>::list(at, groups) : Generator<black>::list(at, groups); }
  static bool in_check(const State& at) { return at.mover() == red ? Generator<red>::in_check(at) : Generator<black>::in_check(at); }

  State start_;
  int repetition_;
  bool perpetual_loses_;
  u32 quiet_limit_;
};

const Registration registration{{
    .id = "xiangqi",
    .title = "XiangQi",
    .page = "xiangqi",
    .source = "xiangqi.cpp",
    .options = {{"repetition", one_of({std::int64_t{3}, std::int64_t{0}}), "occurrences of a position that end the game; 0: none do"},
                {"perpetual", one_of({std::string("loss"), std::string("draw")}),
                 "a repetition in which one side alone always gave check: its loss, or a draw"},
                {"quiet_limit", one_of({std::int64_t{120}, std::int64_t{0}}), "plies without a capture that make a draw; 0: never"}},
    .make = [](const Options& options) { return as_game(Xiangqi(options)); },
}};

}  // namespace
