// TZAAR. Page: docs/rules/tzaar.md.
//
// A set of points is a 64-bit word. The points are numbered 1 .. 60 in the page's POS order, x ascending and inside x by y ascending, the centre left out:
//
//   x:  k        l        m         n         o         p         q         r         s
//       ko:1     ln:6     mm:12     nl:19     ok:27     pk:35     qk:43     rk:50     sk:56
//       kp:2     lo:7     mn:13     nm:20     ol:28     pl:36     ql:44     rl:51     sl:57
//       ...      ...      ...       ...       ...       ...       ...       ...       ...
//       ks:5     ls:11    ms:18     ns:26     os:34     pr:42     qq:49     rp:55     so:60
//
// The directions (0,1), (1,0) and (1,-1) lead to higher numbers, their opposites to lower ones. Number 0 is no point: what lies over the edge and in the
// centre.
#include <algorithm>
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int points = 60;
constexpr int radius = 4;
constexpr int edge = 0;
constexpr int kinds = 3;
constexpr int pieces_each = 30;
constexpr std::array<int, kinds> set_of_kind{6, 9, 15};
constexpr std::array<char, kinds> letters{'a', 'b', 'c'};

constexpr int directions = 6;
constexpr int half = directions / 2;  ///< direction d + half is opposite to d
constexpr int direction[directions][2] = {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}};

constexpr u64 bit(int point) { return u64{1} << point; }
constexpr bool on_board(int x, int y) {
  return x >= -radius && x <= radius && y >= -radius && y <= radius && x + y >= -radius && x + y <= radius && (x != 0 || y != 0);
}

struct Coordinates {
  int x = 0, y = 0;
};
constexpr auto coordinates = [] {
  std::array<Coordinates, points + 1> table{};
  int next = 1;
  for (int x = -radius; x <= radius; ++x) {
    for (int y = -radius; y <= radius; ++y) {
      if (on_board(x, y)) table[static_cast<std::size_t>(next++)] = {x, y};
    }
  }
  return table;
}();
constexpr int point_at(int x, int y) {
  if (!on_board(x, y)) return edge;
  int point = 1;
  while (coordinates[static_cast<std::size_t>(point)].x != x || coordinates[static_cast<std::size_t>(point)].y != y) ++point;
  return point;
}

/// neighbour[p][d]: the next point, or `edge`.
constexpr auto neighbour = [] {
  std::array<std::array<u8, 8>, points + 1> table{};
  for (int p = 1; p <= points; ++p) {
    const auto [x, y] = coordinates[static_cast<std::size_t>(p)];
    for (int d = 0; d < directions; ++d) table[p][d] = static_cast<u8>(point_at(x + direction[d][0], y + direction[d][1]));
  }
  return table;
}();
/// ray[p][d]: all points in that direction up to the edge or the centre.
constexpr auto ray = [] {
  std::array<std::array<u64, directions>, points + 1> table{};
  for (int p = 1; p <= points; ++p) {
    for (int d = 0; d < directions; ++d) {
      for (int q = neighbour[p][d]; q != edge; q = neighbour[q][d]) table[p][d] |= bit(q);
    }
  }
  return table;
}();
static_assert([] {
  for (int p = 1; p <= points; ++p) {
    for (int d = 0; d < half; ++d) {
      if (neighbour[p][d] != edge && neighbour[p][d] < p) return false;
    }
  }
  return true;
}());

/// The first occupied points in the six directions.
constexpr u64 in_reach(int from, u64 occupied) {
  u64 out = 0;
  for (int d = 0; d < half; ++d) {
    const u64 up = ray[from][d] & occupied;
    out |= up & (~up + 1);
    const u64 down = ray[from][d + half] & occupied;
    if (down != 0) out |= bit(highest(down));
  }
  return out;
}

// ---- Rules

class Tzaar {
 public:
  static constexpr u8 pass = 62;  ///< as `from` of the second step
  static constexpr u8 none = 63;  ///< there is no second step

  struct State {
    std::array<u64, 2> owned{};
    std::array<u64, kinds> top{};  ///< points by the type on top
    std::array<u16, 64> height{};  ///< without bound in positions read from texts
    u8 mover = 0;
    bool single = false;  ///< the first turn of the game: one capture
    friend bool operator==(const State&, const State&) = default;

    u64 mine() const { return owned[mover]; }
    u64 theirs() const { return owned[1 - mover]; }
    u64 occupied() const { return owned[0] | owned[1]; }
    int kind(int point) const { return static_cast<int>(top[1] >> point & 1) + 2 * static_cast<int>(top[2] >> point & 1); }
    int visible(int player, int kind) const { return popcount(owned[static_cast<std::size_t>(player)] & top[static_cast<std::size_t>(kind)]); }
  };
  struct Step {
    u8 from = none, to = none;
    friend bool operator==(const Step&, const Step&) = default;
    friend bool operator<(Step a, Step b) { return a.from != b.from ? a.from < b.from : a.to < b.to; }
  };
  /// A whole turn: a capture and what follows it.
  struct Move {
    Step first, second;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Tzaar(const Options&) {}

  State initial(Rng& rng) const {
    std::string pieces;
    for (const char shift : {'a' - 'a', 'A' - 'a'}) {
      for (int k = 0; k < kinds; ++k) pieces += std::string(static_cast<std::size_t>(set_of_kind[k]), static_cast<char>(letters[k] + shift));
    }
    rng.shuffle(pieces, pieces.size());
    State state;
    for (int p = 1; p <= points; ++p) put(state, p, pieces[static_cast<std::size_t>(p) - 1], 1);
    state.single = true;
    return state;
  }

  int current_player(const State& at) const { return lacks_type(at, at.mover) || !can_capture(at) ? over : at.mover; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (lacks_type(at, at.mover)) return;
    each_first(at, [&](Step first) { return each_turn(at, first, emit); });
  }

  void play(State& state, Move move) const {
    capture(state, move.first);
    if (move.second.from < pass) step(state, move.second);
    state.mover ^= 1;
    state.single = false;
  }

  Result result(const State& at) const { return Result::win(2, 1 - at.mover, lacks_type(at, at.mover) ? "missing type" : "no capture"); }

  std::uint64_t count(const State& at) const {
    std::uint64_t count = 0;
    weighed_firsts(at, [&](Step, int turns) {
      count += static_cast<std::uint64_t>(turns);
      return false;
    });
    return count;
  }

  Move nth(const State& at, std::uint64_t i) const {
    Move found;
    weighed_firsts(at, [&](Step first, int turns) {
      if (i >= static_cast<std::uint64_t>(turns)) {
        i -= static_cast<std::uint64_t>(turns);
        return false;
      }
      each_turn(at, first, [&](const Move& move) {
        found = move;
        return i-- == 0;
      });
      return true;
    });
    return found;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (lacks_type(at, at.mover)) return std::nullopt;
    if (!Table::holds(at)) return counted_move(at, rng);
    Turn turn;
    return Table(at).pick(turn, rng) ? std::optional(turn.move()) : std::nullopt;
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    if (!Table::holds(state)) {
      for (; plies < max_plies; ++plies) {
        const auto move = counted_move(state, rng);
        if (!move) break;
        play(state, *move);
      }
      return plies;
    }
    if (lacks_type(state, state.mover)) return 0;
    Table table(state);
    Turn turn;
    while (plies < max_plies && table.pick(turn, rng)) {
      table.play(turn);
      ++plies;
    }
    state = table.state();
    return plies;
  }

  /// Every turn takes a stack, and three a side must stay visible.
  std::uint64_t longest_game() const { return 56; }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x747a616172, 2u * at.mover + (at.single ? 1 : 0));
    for (const u64 word : {at.owned[0], at.owned[1], at.top[0], at.top[1]}) key = scramble(key ^ word) + word;
    u64 word = 0;
    int filled = 0;
    for_each_bit(at.occupied(), [&](int point) {
      word = word << 16 | at.height[point];
      if (++filled % 4 == 0) key = scramble(key ^ word) + word;
      return false;
    });
    return scramble(key ^ word);
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int p = 1; p <= points; ++p) out += cell(at, p);
    out += at.mover == 0 ? " w" : " b";
    return at.single ? out + " 1" : out;
  }

  std::string text(const State&, Move move) const {
    const std::string first = name(move.first.from) + name(move.first.to);
    if (move.second.from == none) return first;
    return first + '-' + (move.second.from == pass ? "pass" : name(move.second.from) + name(move.second.to));
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 3);
    State state;
    read_board(state, parts[0]);
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    if (parts.size() == 3) {
      if (parts[2] != "1") throw TextError("turn " + in_quotes(parts[2]) + " is not 1, which marks the first one");
      if (state.mover == 1) throw TextError("side to move " + in_quotes(parts[1]) + ": White makes the first turn");
      state.single = true;
    }
    if (lacks_type(state, 1 - state.mover)) throw TextError("board " + in_quotes(parts[0]) + ": the side that has just moved lacks a type");
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    const auto steps = split(in, '-');
    if (steps.size() > 2) unreadable_move(in);
    Move move;
    move.first = read_step(steps[0], in);
    if (steps.size() == 2) move.second = steps[1] == "pass" ? Step{pass, pass} : read_step(steps[1], in);
    if (lacks_type(at, at.mover) || !may_capture(at, move.first)) illegal_move(in);
    const bool ends = at.single || wins(at, move.first);
    if (ends != (move.second.from == none)) illegal_move(in);
    if (ends || move.second.from == pass) return move;
    State middle = at;
    capture(middle, move.first);
    if ((second_steps(middle, move.second.from) >> move.second.to & 1) == 0) illegal_move(in);
    if (written_the_other_way(at, move.first, move.second)) std::swap(move.first, move.second);
    return move;
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int x = -radius; x <= radius; ++x) {
      const int low = std::max(-radius, -radius - x);
      const int high = std::min(radius, radius - x);
      out += std::string(static_cast<std::size_t>(2 * (2 * radius - high + low)), ' ') + letter(x) + letter(low);
      for (int y = low; y <= high; ++y) {
        const std::string text = on_board(x, y) ? cell(at, point_at(x, y)) : "";
        out += std::string(text.size() < 4 ? 4 - text.size() : 1, ' ') + text;
      }
      out += "  ";
      out += letter(x);
      out += letter(high);
      out += '\n';
    }
    return out;
  }

 private:
  static void put(State& state, int point, char piece, int height) {
    const bool white = piece >= 'a';
    state.owned[white ? 0 : 1] |= bit(point);
    state.top[static_cast<std::size_t>(piece - (white ? 'a' : 'A'))] |= bit(point);
    state.height[point] = static_cast<u16>(height);
  }
  static void clear(State& state, int point) {
    for (u64& owned : state.owned) owned &= ~bit(point);
    for (u64& top : state.top) top &= ~bit(point);
    state.height[point] = 0;
  }

  static bool lacks_type(const State& at, int player) {
    const u64 own = at.owned[static_cast<std::size_t>(player)];
    return (own & at.top[0]) == 0 || (own & at.top[1]) == 0 || (own & at.top[2]) == 0;
  }

  // ---- Steps

  /// The stack moves, and its top and height are those of the target; `capture` forgets what stood there.
  static void capture(State& state, Step s) {
    const int height = state.height[s.from];
    const auto kind = static_cast<std::size_t>(state.kind(s.from));
    clear(state, s.from);
    clear(state, s.to);
    state.owned[state.mover] |= bit(s.to);
    state.top[kind] |= bit(s.to);
    state.height[s.to] = static_cast<u16>(height);
  }
  static void step(State& state, Step s) {
    const int below = (state.mine() >> s.to & 1) != 0 ? state.height[s.to] : 0;
    capture(state, s);
    state.height[s.to] = static_cast<u16>(state.height[s.to] + below);
  }

  static u64 captures(const State& at, int from) {
    u64 out = 0;
    for_each_bit(in_reach(from, at.occupied()) & at.theirs(), [&](int to) {
      if (at.height[from] >= at.height[to]) out |= bit(to);
      return false;
    });
    return out;
  }
  static bool may_capture(const State& at, Step s) { return (at.mine() >> s.from & 1) != 0 && (captures(at, s.from) >> s.to & 1) != 0; }
  static bool can_capture(const State& at) {
    return for_each_bit(at.mine(), [&](int from) { return captures(at, from) != 0; });
  }
  /// Own stacks that may be covered: their type is visible elsewhere too.
  static u64 coverable(const State& at) {
    u64 out = 0;
    for (const u64 top : at.top) {
      const u64 own = top & at.mine();
      if ((own & (own - 1)) != 0) out |= own;
    }
    return out;
  }
  static u64 second_steps(const State& middle, int from) {
    if ((middle.mine() >> from & 1) == 0) return 0;
    return captures(middle, from) | (in_reach(from, middle.occupied()) & coverable(middle));
  }
  /// Whether a capture takes the last visible piece of a type.
  static bool wins(const State& at, Step s) { return at.visible(1 - at.mover, at.kind(s.to)) == 1; }

  /// Two captures on four points, each legal without the other: one move, written with the smaller one first. Not so if that one wins at once.
  static bool written_the_other_way(const State& at, Step first, Step second) {
    return second < first && second.from != first.to && second.to != first.to && may_capture(at, second) && !wins(at, second);
  }

  // ---- Turns

  template <class Visit>
  static bool each_first(const State& at, Visit&& visit) {
    return for_each_bit(
        at.mine(), [&](int from) { return for_each_bit(captures(at, from), [&](int to) { return visit(Step{static_cast<u8>(from), static_cast<u8>(to)}); }); });
  }

  template <class Emit>
  static bool each_turn(const State& at, Step first, Emit&& emit) {
    if (at.single || wins(at, first)) return emit(Move{first, {}});
    if (emit(Move{first, {pass, pass}})) return true;
    State middle = at;
    capture(middle, first);
    const u64 cover = coverable(middle);
    return for_each_bit(middle.mine(), [&](int from) {
      const u64 targets = captures(middle, from) | (in_reach(from, middle.occupied()) & cover);
      return for_each_bit(targets, [&](int to) {
        const Step second{static_cast<u8>(from), static_cast<u8>(to)};
        if ((cover >> to & 1) == 0 && written_the_other_way(at, first, second)) return false;
        return emit(Move{first, second});
      });
    });
  }

  /// Calls `visit(first, turns)` for each first capture with the number of its turns, without listing them.
  template <class Visit>
  static void weighed_firsts(const State& at, Visit&& visit) {
    if (lacks_type(at, at.mover)) return;
    if (at.single) {
      each_first(at, [&](Step first) { return visit(first, 1); });
      return;
    }
    std::array<u64, 64> not_higher;  // the opposing stacks that a stack can capture, once it sees them
    std::array<int, 64> steps;       // how many second steps it would have if the first one changed nothing
    const u64 cover = coverable(at);
    int all_steps = 0;
    for_each_bit(at.mine(), [&](int p) {
      not_higher[p] = 0;
      const u64 seen = in_reach(p, at.occupied());
      for_each_bit(at.theirs(), [&](int q) {
        if (at.height[q] <= at.height[p]) not_higher[p] |= bit(q);
        return false;
      });
      all_steps += steps[p] = popcount(seen & (not_higher[p] | cover));
      return false;
    });
    // Captures that do not win were counted before with each earlier one, unless the two share a point.
    std::array<int, 64> earlier_to{};
    int earlier = 0;
    for_each_bit(at.mine(), [&](int a) {
      int earlier_from = 0;
      return for_each_bit(in_reach(a, at.occupied()) & not_higher[a], [&](int b) {
        const Step first{static_cast<u8>(a), static_cast<u8>(b)};
        if (wins(at, first)) return static_cast<bool>(visit(first, 1));
        const u64 occupied = at.occupied() & ~bit(a);
        const u64 covers = (cover & ~bit(a)) | (cover >> a & 1) << b;
        int turns = 1 + all_steps - steps[a] + popcount(in_reach(b, occupied) & ((not_higher[a] & ~bit(b)) | covers));
        for_each_bit((in_reach(a, at.occupied()) | in_reach(b, at.occupied())) & at.mine() & ~bit(a), [&](int p) {
          turns += popcount(in_reach(p, occupied) & ((not_higher[p] & ~bit(b)) | covers)) - steps[p];
          return false;
        });
        turns -= earlier - earlier_from - earlier_to[b];
        ++earlier_from;
        ++earlier_to[b];
        ++earlier;
        return static_cast<bool>(visit(first, turns));
      });
    });
  }

  // ---- Random turns

  std::optional<Move> counted_move(const State& at, Rng& rng) const {
    const std::uint64_t turns = count(at);
    return turns == 0 ? std::nullopt : std::optional(nth(at, rng.below(turns)));
  }

  /// A step that knows in which direction it goes.
  struct Directed {
    int from = none, to = none, way = 0;
    Step step() const { return {static_cast<u8>(from), static_cast<u8>(to)}; }
  };
  struct Turn {
    Directed first, second;
    Move move() const { return {first.step(), second.step()}; }
  };

  /// A position as random games want it. Each stack is linked with the six it sees, and has at hand what they are; a step only ever empties a point, so that
  /// this changes along the lines through its two points. Who may capture or cover whom is then found by comparing rows of bytes.
  class Table {
   public:
    /// Not texts with stacks that no game can pile up.
    static bool holds(const State& at) {
      int all = 0;
      for (const u16 height : at.height) all += height;
      return all < owner_bit;
    }

    explicit Table(const State& at) : owned_(at.owned), top_(at.top), mover_(at.mover), single_(at.single) {
      const u64 occupied = at.occupied();
      for (int p = 0; p < 64; ++p) {
        const int owner = static_cast<int>(at.owned[1] >> p & 1);
        code_[p] = static_cast<u8>((occupied >> p & 1) != 0 ? at.height[p] + owner * owner_bit : no_stack);
      }
      const bool full = popcount(occupied) == points;
      if (full) link_ = neighbour;
      for_each_bit(occupied, [&](int p) {
        for (int d = 0; d < directions; ++d) {
          const u64 way = ray[p][d] & occupied;
          if (!full) link_[p][d] = static_cast<u8>(way == 0 ? edge : d < half ? lowest(way) : highest(way));
          seen_[d][p] = code_[link_[p][d]];
        }
        return false;
      });
    }

    State state() const {
      State out;
      out.owned = owned_;
      out.top = top_;
      for (int p = 0; p < 64; ++p) out.height[p] = code_[p] == no_stack ? 0 : code_[p] % owner_bit;
      out.mover = mover_;
      out.single = single_;
      return out;
    }

    /// A random turn; false if the game is over. What is drawn is a first capture and a proposal for the second step; of the turns each is proposed once.
    PLY_ALWAYS_INLINE bool pick(Turn& turn, Rng& rng) const {
      const u64 mine = owned_[mover_];
      if ((mine & top_[0]) == 0 || (mine & top_[1]) == 0 || (mine & top_[2]) == 0) return false;
      Proposals all(*this);
      if (all.captures.count() == 0) return all.wins.count() != 0 && all.win(turn, static_cast<int>(rng.below(static_cast<u64>(all.wins.count()))));
      const auto firsts = static_cast<u64>(all.captures.count());
      const auto seconds = static_cast<u64>(all.seconds());
      const u64 both = firsts * seconds;
      u64 of_first;
      u64 of_both;
      do {
        // As Rng::below(both), divided by `seconds`.
        do {
          of_first = (rng.next() >> 32) * firsts;
          of_both = (of_first & low_half) * seconds;
        } while ((of_both & low_half) < both && (of_both & low_half) < ((u64{1} << 32) - both) % both);
      } while (!all.propose(turn, static_cast<int>(of_first >> 32), static_cast<int>(of_both >> 32)));
      return true;
    }

    PLY_ALWAYS_INLINE void play(const Turn& turn) {
      step(turn.first);
      if (turn.second.from < pass) step(turn.second);
      mover_ ^= 1;
      single_ = false;
    }

   private:
    static constexpr u64 low_half = 0xFFFFFFFF;
    /// Height and owner in one number: height + 64 * owner. No stack: as neither owner's, and higher than any.
    static constexpr int owner_bit = 64;
    static constexpr u8 no_stack = 190;
    static constexpr std::array<u8, 2 * directions> turned{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
    static constexpr int opposite(int d) { return turned[d + half]; }

    /// Makes the opponent's codes comparable with the mover's: those of equal height are equal, and all others are too big.
    u8 shift() const { return static_cast<u8>(mover_ == 0 ? -owner_bit : owner_bit); }
    bool can_capture(int stack, int seen) const { return static_cast<u8>(seen + shift()) <= stack; }

    /// Steps of one kind, by their direction.
    struct Steps {
      std::array<u64, directions> from;
      std::array<int, directions + 1> before;

      template <class Set>
      PLY_ALWAYS_INLINE void fill(Set&& set) {
        int all = 0;
        for (int d = 0; d < directions; ++d) {
          from[d] = set(d);
          before[d] = all;
          all += popcount(from[d]);
        }
        before[directions] = all;
      }
      int count() const { return before[directions]; }
      PLY_ALWAYS_INLINE Directed nth(const Table& at, int i) const {
        int d = 0;
        for (int next = 1; next < directions; ++next) d += i >= before[next] ? 1 : 0;
        const int p = nth_bit(from[d], i - before[d]);
        return {p, at.link_[p][d], d};
      }
    };

    /// The proposals for a turn: a capture that does not win, and
    ///   nothing | a step that it makes possible | a step on to an own stack | a capture that wins | another capture that does not | a capture that wins
    ///   instead
    /// where the last is there once for each of those captures, however it is combined.
    struct Proposals {
      static constexpr int beside = 1;
      static constexpr int covering = beside + directions + 2 * (directions - 1);

      const Table& at;
      Steps captures;
      Steps covers;
      Steps wins;
      u64 coverable = 0;
      int winning, capturing, instead;

      PLY_ALWAYS_INLINE explicit Proposals(const Table& table) : at(table) {
        const u64 mine = at.owned_[at.mover_];
        const u64 theirs = at.owned_[1 - at.mover_];
        u64 last = 0;  // stacks whose capture wins
        for (const u64 top : at.top_) {
          const u64 own = top & mine;
          const u64 other = top & theirs;
          coverable |= (own & (own - 1)) != 0 ? own : 0;
          last |= (other & (other - 1)) == 0 ? other : 0;
        }
        const Bytes64 codes(at.code_.data());
        const Bytes64 shift = Bytes64::all(at.shift());
        captures.fill([&](int d) { return mine & at_most(Bytes64(at.seen_[d].data()) + shift, codes); });
        covers.fill([&](int d) { return mine & disjoint(Bytes64(at.seen_[d].data()) ^ codes, Bytes64::all(3 * owner_bit)); });
        wins.before[directions] = 0;
        if (last != 0 && !at.single_) set_wins_apart(last);
        winning = covering + covers.count();
        capturing = winning + wins.count();
        instead = capturing + captures.count() / 2;
      }

      void set_wins_apart(u64 last) {
        std::array<u64, directions> seers{};
        for_each_bit(last, [&](int p) {
          for (int d = 0; d < directions; ++d) seers[d] |= bit(at.link_[p][opposite(d)]);
          return false;
        });
        wins.fill([&](int d) { return captures.from[d] & seers[d]; });
        captures.fill([&](int d) { return captures.from[d] & ~seers[d]; });
      }

      int seconds() const {
        if (at.single_) return 1;
        int all = instead;
        for (int left = wins.count(); left > 0; left -= captures.count()) ++all;
        return all;
      }

      bool win(Turn& turn, int i) const {
        if (i >= wins.count()) return false;
        turn = {wins.nth(at, i), {}};
        return true;
      }

      /// False if what is proposed is no turn.
      PLY_ALWAYS_INLINE bool propose(Turn& turn, int i, int j) const {
        if (j >= instead) return win(turn, i + (j - instead) * captures.count());
        turn.first = captures.nth(at, i);
        if (j == 0) {
          turn.second = {};
          if (!at.single_) turn.second.from = turn.second.to = pass;
          return true;
        }
        if (j < covering) return step_beside(turn, j - beside);
        return j < capturing ? step_apart(turn, j < winning ? covers : wins, j - (j < winning ? covering : winning)) : pair(turn, i, j - capturing + 1);
      }

      /// A step which the first one leaves as it was.
      PLY_ALWAYS_INLINE bool step_apart(Turn& turn, const Steps& steps, int i) const {
        turn.second = steps.nth(at, i);
        const int a = turn.first.from;
        return turn.second.from != a && turn.second.to != a && ((coverable | ~at.owned_[at.mover_]) >> turn.second.to & 1) != 0;
      }

      /// The capture which follows `further` places after the first one, in a circle, so that of two either follows the other one in at most half of it.
      PLY_ALWAYS_INLINE bool pair(Turn& turn, int i, int further) const {
        const int all = captures.count();
        if (2 * further == all && i >= further) return false;
        turn.second = captures.nth(at, i + further < all ? i + further : i + further - all);
        if (turn.second.from == turn.first.from || turn.second.to == turn.first.to) return false;
        if (turn.second.from < turn.first.from) std::swap(turn.first, turn.second);
        return true;
      }

      /// From the target of the first step (6), on to it (5), or along a line through the point that was left (5).
      PLY_ALWAYS_INLINE bool step_beside(Turn& turn, int slot) const {
        const auto [a, b, way] = turn.first;
        const int back = opposite(way);
        const bool leaves = slot < directions;
        const bool crosses = slot >= 2 * directions - 1;
        const int line = leaves ? slot : turned[(crosses ? way + 2 - 2 * directions : back + 1 - directions) + slot];
        const int on = leaves ? slot : opposite(line);
        const int from = leaves ? b : at.link_[crosses ? a : b][line];
        const int to = leaves || crosses ? at.link_[crosses || slot == back ? a : b][on] : b;
        turn.second = {from, to, on};
        const int stack = leaves ? at.code_[a] : at.code_[from];
        const int seen = to == b ? at.code_[a] : at.code_[to];
        const bool covers_it = seen / owner_bit == at.mover_ && (coverable >> (to == b ? a : to) & 1) != 0;
        const bool captures_it = at.can_capture(stack, seen);
        return stack / owner_bit == at.mover_ && (covers_it || captures_it);
      }
    };

    void step(Directed s) {
      const u64 there = bit(s.to);
      const u64 touched = there | bit(s.from);
      const bool covers = (owned_[mover_] & there) != 0;
      for (u64& top : top_) top = (top & ~touched) | (top >> s.from & 1) << s.to;
      owned_[1 - mover_] &= ~there;
      owned_[mover_] = (owned_[mover_] | touched) ^ bit(s.from);
      const auto moved = static_cast<u8>(code_[s.from] + (covers ? code_[s.to] % owner_bit : 0));
      code_[s.to] = moved;
      code_[s.from] = no_stack;
      // What the target sees is read before that changes: who is no longer there may well be told, and who is there instead learns it from the first loop.
      std::array<int, directions> out;
      std::array<int, directions> around;
      std::array<u8, directions> codes;
      for (int d = 0; d < directions; ++d) {
        out[d] = link_[s.from][d];
        around[d] = link_[s.to][d];
        codes[d] = code_[out[d]];
      }
      for (int d = 0; d < directions; ++d) {
        const int e = d < half ? d + half : d - half;
        link_[out[d]][e] = static_cast<u8>(out[e]);
        seen_[e][out[d]] = codes[e];
      }
      for (int d = 0; d < directions; ++d) seen_[d < half ? d + half : d - half][around[d]] = moved;
    }

    std::array<std::array<u8, 64>, directions> seen_{};  ///< by direction: the code of the stack that a stack sees; means nothing where no stack is
    std::array<u8, 64> code_;
    std::array<std::array<u8, 8>, points + 1> link_{};  ///< the stack that a stack sees, or `edge`
    std::array<u64, 2> owned_;
    std::array<u64, kinds> top_;
    u8 mover_;
    bool single_;
  };

  // ---- Text

  static char letter(int coordinate) { return static_cast<char>('o' + coordinate); }
  static std::string name(int point) {
    const auto [x, y] = coordinates[static_cast<std::size_t>(point)];
    return {letter(x), letter(y)};
  }

  static Step read_step(std::string_view text, std::string_view in) {
    if (text.size() != 4) unreadable_move(in);
    const int from = point_at(text[0] - 'o', text[1] - 'o');
    const int to = point_at(text[2] - 'o', text[3] - 'o');
    if (from == edge || to == edge) unreadable_move(in);
    return {static_cast<u8>(from), static_cast<u8>(to)};
  }

  static std::string cell(const State& at, int point) {
    if ((at.occupied() >> point & 1) == 0) return ".";
    const char piece = static_cast<char>(((at.owned[0] >> point & 1) != 0 ? 'a' : 'A') + at.kind(point));
    return piece + (at.height[point] > 1 ? std::to_string(at.height[point]) : "");
  }

  static void read_board(State& state, std::string_view text) {
    int point = 0;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t begin = i++;
      while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
      const std::string_view token = text.substr(begin, i - begin);
      if (++point > points) throw TextError("board " + in_quotes(text) + " has more than 60 points");
      const bool piece = (token[0] >= 'a' && token[0] <= 'c') || (token[0] >= 'A' && token[0] <= 'C');
      if (!piece && token != ".") throw TextError("point " + name(point) + ": unknown stack " + in_quotes(token));
      if (!piece) continue;
      const auto height = token.size() == 1 ? 1 : number(token.substr(1), 2, pieces_each, "height at " + name(point));
      put(state, point, token[0], static_cast<int>(height));
    }
    if (point != points) throw TextError("board " + in_quotes(text) + " has " + std::to_string(point) + " points, not 60");
  }
};

const Registration registration{{
    .id = "tzaar",
    .title = "TZAAR",
    .page = "tzaar",
    .source = "tzaar.cpp",
    .make = [](const Options& options) { return as_game(Tzaar(options)); },
}};

}  // namespace
