// Gretrix: marbles are sown along a snake through the holes of a square board, and who fills the last pit around a hole captures what is in it.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board. Hole (x, y) is bit 7 y + x, so that bits 6, 13, .. between the rows are none and a step off the board never lands on a hole. Pit (i, j) is bit
// 7 j + i; the corners of a hole are then the pits b, b + 1, b + 7 and b + 8 of its own bit b.
//
//    6   35 36 37 38 39 40        6   42 43 44 45 46 47 48
//    ...                          ...
//    2    7  8  9 10 11 12        1    7  8  9 10 11 12 13
//    1    0  1  2  3  4  5        0    0  1  2  3  4  5  6
//         a  b  c  d  e  f             A  B  C  D  E  F  G

constexpr int side = 6;
constexpr int stride = side + 1;
constexpr int hole_bits = stride * side;
constexpr int pits = stride * stride;
constexpr int marbles_each = side * side;
constexpr int most_players = 4;

constexpr u64 bit(int index) { return u64{1} << index; }
constexpr u64 every_hole = [] {
  u64 set = 0;
  for (int y = 0; y < side; ++y) set |= u64{63} << stride * y;
  return set;
}();
constexpr u64 dark_holes = [] {
  u64 set = 0;
  for (int y = 0; y < side; ++y) set |= u64{y % 2 == 0 ? 21U : 42U} << stride * y;
  return set;
}();

/// All holes, and others that are none, next to the set.
constexpr u64 around(u64 set) { return set << 1 | set >> 1 | set << stride | set >> stride; }
constexpr u64 corners(int hole) { return u64{3 | 3 << stride} << hole; }
constexpr u64 closed_by(u64 filled) { return filled & filled >> 1 & filled >> stride & filled >> (stride + 1) & every_hole; }

// ---- Sowing paths

/// From where paths of 0 to 4 steps lead through a set of holes without coming back to a hole, the first one included. Only paths of 4 steps could close a
/// square without turning straight back, so that only their last step needs care. Directions: right, up, left, down; d ^ 2 is back.
struct Starts {
  std::array<u64, 5> of{};

  Starts(u64 open, int longest) {
    of[0] = every_hole;
    if (longest < 1) return;
    of[1] = around(open) & every_hole;
    if (longest < 2) return;
    const std::array<u64, 4> one{open >> 1, open >> stride, open << 1, open << stride};
    const std::array<u64, 4> two = before(open, one);
    of[2] = (two[0] | two[1] | two[2] | two[3]) & every_hole;
    if (longest < 3) return;
    const std::array<u64, 4> three = before(open, two);
    of[3] = (three[0] | three[1] | three[2] | three[3]) & every_hole;
    if (longest < 4) return;
    u64 four = 0;
    for (int d = 0; d < 4; ++d) {
      u64 next = three[d];
      for (const int turn : {d ^ 1, d ^ 3}) {
        // d, turn, back: then on, or away from the first hole
        const u64 back = from(d ^ 2, open & (one[d ^ 2] | one[turn]));
        next |= from(turn, open & (two[d] | two[turn] | back));
      }
      four |= from(d, open & next);
    }
    of[4] = four & every_hole;
  }

 private:
  /// The places from which a step in the direction leads into the set.
  static constexpr u64 from(int direction, u64 set) {
    switch (direction) {
      case 0:
        return set >> 1;
      case 1:
        return set >> stride;
      case 2:
        return set << 1;
      default:
        return set << stride;
    }
  }
  /// One step more in front, by its direction, but not one that is taken back at once.
  static constexpr std::array<u64, 4> before(u64 open, const std::array<u64, 4>& rest) {
    const u64 across = rest[0] | rest[2];
    const u64 along = rest[1] | rest[3];
    return {from(0, open & (along | rest[0])), from(1, open & (across | rest[1])), from(2, open & (along | rest[2])), from(3, open & (across | rest[3]))};
  }
};

/// Whether a path of at least 2 steps leads from a hole through a set of holes without it: depth first, for few steps.
bool short_path(int hole, u64 open, int steps) {
  u64 next = around(bit(hole)) & open;
  if (steps == 2) return (around(next) & open) != 0;
  while (next != 0) {
    const int to = pop_lowest(next);
    if (short_path(to, open & ~bit(to), steps - 1)) return true;
  }
  return false;
}
/// The same for any number of steps: what bounds a path is looked at, and places that failed are remembered.
class LongPath {
 public:
  static constexpr int longest_short = 8;

  bool leads_from(int hole, u64 open, int steps) {
    if (steps <= longest_short) return short_path(hole, open, steps);
    u64 next = around(bit(hole)) & open;
    const u64 place = open | static_cast<u64>(hole) << hole_bits;
    if (next == 0 || steps > bound(hole, open) || failed_.contains(place)) return false;
    while (next != 0) {
      const int to = pop_lowest(next);
      if (leads_from(to, open & ~bit(to), steps - 1)) return true;
    }
    failed_.insert(place);
    return false;
  }

 private:
  /// No path is longer: it stays in one connected area, changes colour with every step, and ends in one of the dead ends at most.
  static int bound(int hole, u64 open) {
    const u64 first = around(bit(hole)) & open;
    u64 area = first;
    for (u64 more = first; more != 0;) {
      more = around(more) & open & ~area;
      area |= more;
    }
    const u64 other = (bit(hole) & dark_holes) != 0 ? ~dark_holes : dark_holes;
    const int others = popcount(area & other);
    const int same = popcount(area & ~other);
    const u64 with_hole = area | bit(hole);
    const u64 right = with_hole >> 1, left = with_hole << 1, up = with_hole >> stride, down = with_hole << stride;
    const u64 two_ways = (right & left) | (up & down) | ((right | left) & (up | down));
    const int dead_ends = popcount(area & ~two_ways);
    return std::min(others > same ? 2 * same + 1 : 2 * others, others + same - std::max(0, dead_ends - 1));
  }

  std::unordered_set<u64> failed_;
};

class Gretrix {
 public:
  struct State {
    std::array<u32, hole_bits> marbles{};     ///< byte p: those of player p
    std::array<u64, most_players> in_pits{};  ///< by colour
    u64 last = 0;                             ///< holes of the most recent sowing
    std::array<u16, most_players> scores{};
    u8 mover = 0;
    // the unfinished turn
    u8 origin = none;
    u8 sown = 0;  ///< length of the path
    std::array<u8, side * side> path{};
    u32 hand = 0;  ///< as marbles
    // what follows from the holes
    std::array<u64, most_players> holding{};  ///< holes with a marble of the player
    std::array<u64, 5> of_size{};             ///< holes with 0 .. 4 marbles
    u64 origins = 0;                          ///< between turns: the holes with a complete path, whosever marbles they hold
    friend bool operator==(const State&, const State&) = default;
  };

  /// What it is, the hole or pit, the colour. A whole word, because less than one goes slowly through std::optional.
  struct Move {
    u64 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  Gretrix(int players, bool limited) : players_(players), limited_(limited) {}

  int players() const { return players_; }

  // ---- Setup
  State initial(Rng&) const {
    State state;
    const u32 one_of_each = 0x01010101U >> 8 * (most_players - players_);
    for_each_bit(every_hole, [&](int hole) {
      state.marbles[hole] = one_of_each;
      return false;
    });
    derive(state);
    return state;
  }

  int current_player(const State& at) const { return at.origin == none && at.origins == 0 ? over : at.mover; }

  // ---- Move. By hole and colour; pits by colour and pit.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.origin == none) {
      const u64 own = own_origins(at);
      if (own != 0) {
        for_each_bit(own, [&](int hole) { return emit(made_of(origin, hole)); });
      } else if (at.origins != 0) {
        emit(made_of(pass));
      }
    } else if (at.hand != 0) {
      for_each_bit(next_holes(at), [&](int hole) { return for_each_bit(colours(at.hand), [&](int colour) { return emit(made_of(drop, hole, colour)); }); });
    } else {
      for_each_bit(colours(at.marbles[place(at)]),
                   [&](int colour) { return for_each_bit(empty_pits(at), [&](int to) { return emit(made_of(pit, to, colour)); }); });
    }
  }

  void play(State& state, Move move) const {
    const int where = static_cast<int>(move.code >> 8 & 0xFF);
    const int colour = static_cast<int>(move.code >> 16);
    switch (static_cast<Kind>(move.code & 0xFF)) {
      case origin:
        take_up(state, where);
        break;
      case drop:
        sow(state, where, colour);
        break;
      case pit:
        fill(state, where, colour);
        break;
      case pass:
        next_player(state);
        break;
    }
  }

  std::uint64_t count(const State& at) const {
    if (at.origin == none) {
      const int own = popcount(own_origins(at));
      return own != 0 ? static_cast<u64>(own) : at.origins != 0 ? 1 : 0;
    }
    if (at.hand != 0) return static_cast<u64>(popcount(next_holes(at)) * popcount(colours(at.hand)));
    return static_cast<u64>(popcount(colours(at.marbles[place(at)])) * popcount(empty_pits(at)));
  }

  Move nth(const State& at, std::uint64_t i) const {
    const auto n = static_cast<int>(i);
    if (at.origin == none) {
      const u64 own = own_origins(at);
      return own != 0 ? made_of(origin, nth_bit(own, n)) : made_of(pass);
    }
    if (at.hand != 0) {
      const u64 of = colours(at.hand);
      return made_of(drop, nth_bit(next_holes(at), n / popcount(of)), nth_bit(of, n % popcount(of)));
    }
    const u64 to = empty_pits(at);
    return made_of(pit, nth_bit(to, n % popcount(to)), nth_bit(colours(at.marbles[place(at)]), n / popcount(to)));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const auto any = [&](u64 set) { return nth_bit(set, static_cast<int>(rng.below(static_cast<u64>(popcount(set))))); };
    if (at.origin == none) {
      if (at.origins == 0) return std::nullopt;
      const u64 own = own_origins(at);
      return own != 0 ? made_of(origin, any(own)) : made_of(pass);
    }
    if (at.hand != 0) {
      const int hole = any(next_holes(at));
      return made_of(drop, hole, any(colours(at.hand)));
    }
    const int to = any(empty_pits(at));
    return made_of(pit, to, any(colours(at.marbles[place(at)])));
  }

  /// Every turn fills a pit; between two turns everybody else may pass.
  std::uint64_t longest_game() const {
    const u64 longest_path = limited_ ? 4 : side * side - 1;
    return pits * (2 + longest_path + static_cast<u64>(players_) - 1);
  }

  /// Origins, drops, pits, pass.
  std::uint64_t actions() const { return side * side * (1 + most_players) + pits * most_players + 1; }
  std::uint64_t action(Move move) const {
    const u64 where = move.code >> 8 & 0xFF;
    const u64 hole = where - where / stride;
    const u64 colour = move.code >> 16;
    switch (static_cast<Kind>(move.code & 0xFF)) {
      case origin:
        return hole;
      case drop:
        return side * side * (1 + colour) + hole;
      case pit:
        return side * side * (1 + most_players) + pits * colour + where;
      default:
        return actions() - 1;
    }
  }

  // ---- End
  Result result(const State& at) const { return Result::by_score(players_, at.scores, "no sowing left"); }

  // ---- Notation
  std::string text(const State& at) const {
    const u64 closed = closed_by(filled(at));
    std::string out;
    for (int y = side - 1; y >= 0; --y) {
      for (int x = 0; x < side; ++x) {
        const int hole = stride * y + x;
        out += (closed & bit(hole)) != 0 ? "#" : at.marbles[hole] == 0 ? "." : digits(at.marbles[hole]);
        out += x < side - 1 ? ',' : y > 0 ? '/' : ' ';
      }
    }
    for (int j = stride - 1; j >= 0; --j) {
      for (int i = 0; i < stride; ++i) out += pit_character(at, stride * j + i);
    }
    out += ' ' + list(at.last) + ' ';
    for (int player = 0; player < players_; ++player) out += std::to_string(at.scores[player]) + (player < players_ - 1 ? ',' : ' ');
    out += static_cast<char>('0' + at.mover);
    if (at.origin == none) return out + " -";
    out += ' ' + hole_name(at.origin) + '/';
    for (int i = 0; i < at.sown; ++i) out += (i > 0 ? "," : "") + hole_name(at.path[i]);
    if (at.sown == 0) out += '-';
    return out + '/' + (at.hand == 0 ? "-" : digits(at.hand));
  }

  std::string text(const State&, Move move) const {
    const int where = static_cast<int>(move.code >> 8 & 0xFF);
    const auto colour = static_cast<char>('0' + (move.code >> 16));
    switch (static_cast<Kind>(move.code & 0xFF)) {
      case origin:
        return hole_name(where);
      case drop:
        return hole_name(where) + ':' + colour;
      case pit:
        return std::string("P") + colour + ':' + static_cast<char>('A' + where % stride) + static_cast<char>('0' + where / stride);
      default:
        return "pass";
    }
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 6, 6);
    State state;
    std::array<int, most_players> found{};  // marbles of each colour
    read_pits(state, parts[1]);
    read_holes(state, parts[0], found);
    state.last = read_list(parts[2]);
    const auto scores = split(parts[3], ',');
    if (scores.size() != static_cast<std::size_t>(players_)) throw TextError("scores " + in_quotes(parts[3]) + " are not those of " + players_text());
    for (std::size_t p = 0; p < scores.size(); ++p) state.scores[p] = static_cast<u16>(number(scores[p], 0, marbles_each * players_, "score"));
    state.mover = static_cast<u8>(number(parts[4], 0, players_ - 1, "player to move"));
    if (parts[5] != "-") read_turn(state, parts[5], found);
    int all = popcount(filled(state));
    for (int p = 0; p < players_; ++p) all += found[p] + state.scores[p];
    if (all != marbles_each * players_) {
      throw TextError("position " + in_quotes(in) + " has " + std::to_string(all) + " marbles, not " + std::to_string(marbles_each * players_));
    }
    derive(state);
    if (state.origin != none && state.hand != 0 && next_holes(state) == 0) throw TextError("turn " + in_quotes(parts[5]) + ": no path is left for the hand");
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "pass") return require_legal(*this, at, made_of(pass), in);
    const auto colour = [&](char c) {
      if (c < '0' || c >= '0' + players_) unreadable_move(in);
      return c - '0';
    };
    if (in.size() == 5 && in[0] == 'P' && in[2] == ':') {
      const int i = in[3] - 'A';
      const int j = in[4] - '0';
      if (i < 0 || i >= stride || j < 0 || j >= stride) unreadable_move(in);
      return require_legal(*this, at, made_of(pit, stride * j + i, colour(in[1])), in);
    }
    const int hole = hole_named(in.substr(0, 2));
    if (hole < 0) unreadable_move(in);
    if (in.size() == 2) return require_legal(*this, at, made_of(origin, hole), in);
    if (in.size() != 4 || in[2] != ':') unreadable_move(in);
    return require_legal(*this, at, made_of(drop, hole, colour(in[3])), in);
  }

  std::uint64_t key(const State& at) const {
    u64 key = scramble(at.last | u64{at.mover} << 42 | u64{at.origin} << 48 | u64{at.sown} << 56);
    const auto add = [&](u64 word) { key = scramble(key ^ word); };
    for (int hole = 0; hole < hole_bits; hole += 2) add(at.marbles[hole] | u64{at.marbles[hole + 1]} << 32);
    for (const u64 set : at.in_pits) add(set);
    add(at.scores[0] | u64{at.scores[1]} << 16 | u64{at.scores[2]} << 32 | u64{at.scores[3]} << 48);
    add(at.hand);
    for (int i = 0; i < at.sown; ++i) add(at.path[i]);
    return key;
  }

  /// Pits and holes as they lie, the holes as wide as the fullest.
  std::string diagram(const State& at) const {
    const u64 closed = closed_by(filled(at));
    std::size_t width = 1;
    for (const u32 marbles : at.marbles) width = std::max(width, static_cast<std::size_t>(total(marbles)));
    std::string out;
    for (int j = stride - 1; j >= 0; --j) {
      out += "  " + std::to_string(j);
      for (int i = 0; i < stride; ++i) out += ' ' + std::string(1, pit_character(at, stride * j + i)) + (i < side ? std::string(width + 1, ' ') : "");
      out += '\n';
      if (j == 0) break;
      out += std::to_string(j) + "    ";
      for (int x = 0; x < side; ++x) {
        const int hole = stride * (j - 1) + x;
        std::string item = (closed & bit(hole)) != 0 ? "#" : at.marbles[hole] == 0 ? "." : digits(at.marbles[hole]);
        item.resize(width + 3, ' ');
        out += item;
      }
      while (out.back() == ' ') out.pop_back();
      out += '\n';
    }
    out += "   ";
    for (int i = 0; i < stride; ++i) {
      out += ' ' + std::string(1, static_cast<char>('A' + i));
      if (i < side) out += static_cast<char>('a' + i) + std::string(width, ' ');
    }
    return out + '\n';
  }

 private:
  static constexpr u8 none = 255;
  enum Kind : u8 { origin, drop, pit, pass };

  static constexpr Move made_of(Kind kind, int where = 0, int colour = 0) { return {kind | static_cast<u64>(where) << 8 | static_cast<u64>(colour) << 16}; }

  // ---- Marbles: a byte for each colour
  static constexpr u32 one(int colour) { return u32{1} << 8 * colour; }
  static constexpr int total(u32 marbles) { return static_cast<int>(marbles * 0x01010101U >> 24); }
  /// Bit p: there is one of player p. No count is above 127.
  static constexpr u64 colours(u32 marbles) {
    const u32 some = (marbles + 0x7F7F7F7FU) >> 7 & 0x01010101U;
    return some * 0x01020408U >> 24 & 15;
  }

  // ---- What the position says
  static u64 filled(const State& at) { return at.in_pits[0] | at.in_pits[1] | at.in_pits[2] | at.in_pits[3]; }
  static u64 own_origins(const State& at) { return at.origins & at.holding[at.mover]; }
  /// The hole of the last drop, or the origin.
  static int place(const State& at) { return at.sown == 0 ? at.origin : at.path[at.sown - 1]; }
  static u64 empty_pits(const State& at) { return corners(place(at)) & ~filled(at); }
  /// Where a marble may fall in a sowing that begins now.
  u64 open_holes(const State& at) const { return every_hole & ~closed_by(filled(at)) & ~at.last & ~(limited_ ? at.of_size[4] : 0); }
  static u64 path_of(const State& at) {
    u64 set = 0;
    for (int i = 0; i < at.sown; ++i) set |= bit(at.path[i]);
    return set;
  }
  /// Where the next marble of the hand may fall so that the others find a path.
  u64 next_holes(const State& at) const {
    const u64 open = open_holes(at) & ~bit(at.origin) & ~path_of(at);
    const u64 next = around(bit(place(at))) & open;
    const int rest = total(at.hand) - 1;
    if (rest <= 4) return next & Starts(open, rest).of[rest];
    return long_starts(next, open, [&](int) { return rest; });
  }
  /// Those of the holes from which a path of steps(hole) > 4 leads through the open ones.
  template <class Steps>
  static PLY_NEVER_INLINE u64 long_starts(u64 holes, u64 open, Steps&& steps) {
    u64 out = 0;
    for_each_bit(holes, [&](int hole) {
      const int n = steps(hole);
      const u64 others = open & ~bit(hole);
      if (n <= LongPath::longest_short ? short_path(hole, others, n) : LongPath().leads_from(hole, others, n)) out |= bit(hole);
      return false;
    });
    return out;
  }
  u64 find_origins(const State& at) const {
    const u64 open = open_holes(at);
    const Starts starts(open, 4);
    u64 out = 0;
    for (int n = 1; n <= 4; ++n) out |= at.of_size[n] & starts.of[n];
    const u64 large = every_hole & ~(at.of_size[0] | at.of_size[1] | at.of_size[2] | at.of_size[3] | at.of_size[4]);
    if (large != 0) out |= long_starts(large, open, [&](int hole) { return total(at.marbles[hole]); });
    return out;
  }
  void derive(State& state) const {
    state.holding = {};
    state.of_size = {};
    for_each_bit(every_hole, [&](int hole) {
      note(state, hole);
      return false;
    });
    if (state.origin == none) state.origins = find_origins(state);
  }
  /// Adds a hole to the sets.
  static void note(State& state, int hole) {
    const u64 held = colours(state.marbles[hole]);
    for (int p = 0; p < most_players; ++p) state.holding[p] |= (held >> p & 1) << hole;
    const int size = total(state.marbles[hole]);
    if (size <= 4) state.of_size[size] |= bit(hole);
  }
  static void forget(State& state, u64 holes) {
    for (u64& set : state.holding) set &= ~holes;
    for (u64& set : state.of_size) set &= ~holes;
  }

  // ---- Steps
  static void take_up(State& state, int hole) {
    state.origin = static_cast<u8>(hole);
    state.hand = state.marbles[hole];
    state.marbles[hole] = 0;
    state.origins = 0;
    forget(state, bit(hole));
    state.of_size[0] |= bit(hole);
  }
  static void sow(State& state, int hole, int colour) {
    state.path[state.sown++] = static_cast<u8>(hole);
    state.hand -= one(colour);
    state.marbles[hole] += one(colour);
    forget(state, bit(hole));
    note(state, hole);
  }
  void fill(State& state, int to, int colour) const {
    const int hole = place(state);
    state.marbles[hole] -= one(colour);
    forget(state, bit(hole));
    note(state, hole);
    const u64 before = closed_by(filled(state));
    state.in_pits[colour] |= bit(to);
    const u64 closed = closed_by(filled(state)) & ~before;
    for_each_bit(closed, [&](int captured) {
      state.scores[state.mover] = static_cast<u16>(state.scores[state.mover] + total(state.marbles[captured]));
      state.marbles[captured] = 0;
      return false;
    });
    forget(state, closed);
    state.of_size[0] |= closed;
    state.last = path_of(state);
    std::fill_n(state.path.begin(), state.sown, u8{0});
    state.sown = 0;
    state.origin = none;
    state.origins = find_origins(state);
    next_player(state);
  }
  void next_player(State& state) const { state.mover = static_cast<u8>(state.mover + 1 == players_ ? 0 : state.mover + 1); }

  // ---- Texts
  static std::string hole_name(int hole) { return {static_cast<char>('a' + hole % stride), static_cast<char>('1' + hole / stride)}; }
  static int hole_named(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'f' || name[1] < '1' || name[1] > '6') return -1;
    return stride * (name[1] - '1') + (name[0] - 'a');
  }
  static std::string digits(u32 marbles) {
    std::string out;
    for (int p = 0; p < most_players; ++p) out += std::string(marbles >> 8 * p & 0xFF, static_cast<char>('0' + p));
    return out;
  }
  static char pit_character(const State& at, int where) {
    for (int p = 0; p < most_players; ++p) {
      if ((at.in_pits[p] & bit(where)) != 0) return static_cast<char>('0' + p);
    }
    return '-';
  }
  /// Sorted by name: column by column.
  static std::string list(u64 holes) {
    std::string out;
    for (int x = 0; x < side; ++x) {
      for (int y = 0; y < side; ++y) {
        if ((holes & bit(stride * y + x)) != 0) out += (out.empty() ? "" : ",") + hole_name(stride * y + x);
      }
    }
    return out.empty() ? "-" : out;
  }
  std::string players_text() const { return std::to_string(players_) + " players"; }

  /// Sorted digits of players.
  u32 read_marbles(std::string_view in, const std::string& what, std::array<int, most_players>& found) const {
    u32 marbles = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (in[i] < '0' || in[i] >= '0' + players_) throw TextError(what + ": " + in_quotes(symbol_at(in, i)) + " is none of " + players_text());
      if (i > 0 && in[i] < in[i - 1]) throw TextError(what + ": " + in_quotes(in) + " is not sorted");
      if (++found[in[i] - '0'] > marbles_each) throw TextError(what + ": more than 36 marbles of player " + std::string(in.substr(i, 1)));
      marbles += one(in[i] - '0');
    }
    return marbles;
  }

  void read_pits(State& state, std::string_view in) const {
    if (in.size() != pits) throw TextError("pits " + in_quotes(in) + " are " + std::to_string(in.size()) + ", not 49");
    for (int at = 0; at < pits; ++at) {
      const char c = in[static_cast<std::size_t>(at)];
      if (c == '-') continue;
      if (c < '0' || c >= '0' + players_) throw TextError("pits " + in_quotes(in) + ": " + in_quotes(std::string_view(&c, 1)) + " is neither - nor a player");
      state.in_pits[c - '0'] |= bit(stride * (side - at / stride) + at % stride);
    }
  }

  void read_holes(State& state, std::string_view in, std::array<int, most_players>& found) const {
    const u64 closed = closed_by(filled(state));
    const auto rows = split(in, '/');
    if (rows.size() != side) throw TextError("holes " + in_quotes(in) + " have " + std::to_string(rows.size()) + " rows, not 6");
    for (int row = 0; row < side; ++row) {
      const auto items = split(rows[static_cast<std::size_t>(row)], ',');
      const std::string where = "row " + std::to_string(side - row) + " " + in_quotes(rows[static_cast<std::size_t>(row)]) + " of the holes";
      if (items.size() != side) throw TextError(where + ": " + std::to_string(items.size()) + " holes, not 6");
      for (int x = 0; x < side; ++x) {
        const int hole = stride * (side - 1 - row) + x;
        const std::string_view item = items[static_cast<std::size_t>(x)];
        if ((item == "#") != ((closed & bit(hole)) != 0)) {
          throw TextError(where + ": " + hole_name(hole) +
                          (item == "#" ? " is closed, but not all its pits are filled" : " is not closed, but all its pits are filled"));
        }
        if (item == "#" || item == ".") continue;
        if (item.empty()) throw TextError(where + ": nothing for " + hole_name(hole));
        state.marbles[hole] = read_marbles(item, where, found);
        if (limited_ && total(state.marbles[hole]) > 4) throw TextError(where + ": more than 4 marbles in " + hole_name(hole));
      }
    }
  }

  static u64 read_list(std::string_view in) {
    u64 holes = 0;
    if (in == "-") return holes;
    std::string_view before;
    for (const std::string_view name : split(in, ',')) {
      const int hole = hole_named(name);
      if (hole < 0) throw TextError("last sowing " + in_quotes(in) + ": " + in_quotes(name) + " is no hole");
      if (!before.empty() && name <= before) throw TextError("last sowing " + in_quotes(in) + ": not sorted, or twice " + in_quotes(name));
      holes |= bit(hole);
      before = name;
    }
    return holes;
  }

  void read_turn(State& state, std::string_view in, std::array<int, most_players>& found) const {
    const auto wrong = [&](const std::string& what) { return TextError("turn " + in_quotes(in) + ": " + what); };
    const auto parts = split(in, '/');
    if (parts.size() != 3) throw wrong("not - and not origin/path/hand");
    const int first = hole_named(parts[0]);
    if (first < 0) throw wrong(in_quotes(parts[0]) + " is no hole");
    const u64 closed = closed_by(filled(state));
    if ((closed & bit(first)) != 0 || state.marbles[first] != 0) throw wrong("the origin " + std::string(parts[0]) + " is not open and empty");
    state.origin = static_cast<u8>(first);
    u64 used = bit(first);
    u64 seen = 0;  // colours
    if (parts[1] != "-") {
      for (const std::string_view name : split(parts[1], ',')) {
        const int hole = hole_named(name);
        if (hole < 0) throw wrong(in_quotes(name) + " is no hole");
        if ((around(bit(place(state))) & bit(hole)) == 0) throw wrong(in_quotes(name) + " is not next to the hole before");
        if ((used & bit(hole)) != 0) throw wrong(in_quotes(name) + " is visited twice");
        if (((closed | state.last) & bit(hole)) != 0) throw wrong(in_quotes(name) + " is closed or in the last sowing");
        if (state.marbles[hole] == 0) throw wrong(in_quotes(name) + " is empty, but a marble was dropped there");
        used |= bit(hole);
        seen |= colours(state.marbles[hole]);
        state.path[state.sown++] = static_cast<u8>(hole);
      }
    }
    if (parts[2] != "-") {
      if (parts[2].empty()) throw wrong("no hand");
      state.hand = read_marbles(parts[2], "turn " + in_quotes(in), found);
    } else if (state.sown == 0) {
      throw wrong("neither path nor hand");
    }
    if (limited_ && state.sown + total(state.hand) > 4) throw wrong("more than 4 marbles");
    if (((seen | colours(state.hand)) >> state.mover & 1) == 0) throw wrong("no marble of the player to move");
  }

  int players_;
  bool limited_;
};

const Registration registration{{
    .id = "gretrix",
    .title = "Gretrix",
    .page = "gretrix",
    .source = "gretrix.cpp",
    .options = {{"players", one_of({std::int64_t{2}, std::int64_t{3}, std::int64_t{4}}), "how many play"},
                {"hole_limit", one_of({std::string("auto"), std::int64_t{4}, std::int64_t{0}}),
                 "most marbles into a hole; 0: any number; auto: 4 with two players, else 0"}},
    .make =
        [](const Options& options) {
          const auto players = static_cast<int>(options.integer("players"));
          const bool limited = options.is("hole_limit", "auto") ? players == 2 : options.integer("hole_limit") == 4;
          return as_game(Gretrix(players, limited));
        },
    .players = {2, 3, 4},
}};

}  // namespace
