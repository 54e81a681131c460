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
    Move move;
    return Table(at).pick(move, rng) ? std::optional(move) : std::nullopt;
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    if (lacks_type(state, state.mover)) return 0;
    Table table(state);
    std::uint64_t plies = 0;
    Move move;
    while (plies < max_plies && table.pick(move, rng)) {
      table.play(move);
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
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + quoted(parts[1]) + " is not w or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    if (parts.size() == 3) {
      if (parts[2] != "1") throw TextError("turn " + quoted(parts[2]) + " is not 1, which marks the first one");
      if (state.mover == 1) throw TextError("side to move " + quoted(parts[1]) + ": White makes the first turn");
      state.single = true;
    }
    if (lacks_type(state, 1 - state.mover)) throw TextError("board " + quoted(parts[0]) + ": the side that has just moved lacks a type");
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

  /// A position as random games want it: each stack is linked with the six it sees, and it is known who may capture whom. A step only ever empties a point,
  /// so that links and captures change along the lines through its two points. Second steps are proposed blindly, as a stack and a direction.
  class Table {
   public:
    explicit Table(const State& at) : owned_(at.owned), mover_(at.mover), single_(at.single) {
      const u64 occupied = at.occupied();
      code_.fill(no_stack);
      for_each_bit(occupied, [&](int p) {
        const int owner = static_cast<int>(at.owned[1] >> p & 1);
        code_[p] = static_cast<u16>(4 * at.height[p] + owner);
        kind_[p] = static_cast<u8>(at.kind(p));
        ++visible_[owner][kind_[p]];
        return false;
      });
      const bool full = popcount(occupied) == points;
      if (full) link_ = neighbour;
      for_each_bit(occupied, [&](int p) {
        for (int d = 0; d < directions; ++d) {
          const u64 way = ray[p][d] & occupied;
          if (!full) link_[p][d] = static_cast<u8>(way == 0 ? edge : d < half ? lowest(way) : highest(way));
          note(captures_[d], p, code_[p], code_[link_[p][d]]);
        }
        return false;
      });
    }

    State state() const {
      State out;
      for_each_bit(owned_[0] | owned_[1], [&](int p) {
        put(out, p, static_cast<char>(((code_[p] & 3) == 0 ? 'a' : 'A') + kind_[p]), code_[p] / 4);
        return false;
      });
      out.mover = mover_;
      out.single = single_;
      return out;
    }

    /// A random turn; false if the game is over.
    bool pick(Move& move, Rng& rng) const {
      const u64 mine = owned_[mover_];
      if (visible_[mover_][0] == 0 || visible_[mover_][1] == 0 || visible_[mover_][2] == 0) return false;
      std::array<int, directions> up_to;
      int firsts = 0;
      for (int d = 0; d < directions; ++d) up_to[d] = firsts += popcount(captures_[d] & mine);
      if (firsts == 0) return false;
      const int slots = directions * popcount(mine) + 1;
      do {
        auto i = static_cast<int>(rng.below(static_cast<std::uint64_t>(firsts)));
        int d = 0;
        int before = 0;
        for (int next = 0; next < directions - 1; ++next) {
          const bool beyond = i >= up_to[next];
          d += beyond ? 1 : 0;
          before = beyond ? up_to[next] : before;
        }
        const int from = nth_bit(captures_[d] & mine, i - before);
        move.first = {static_cast<u8>(from), link_[from][d]};
      } while (!single_ && !complete(move, static_cast<int>(rng.below(static_cast<std::uint64_t>(slots)))));
      if (single_) move.second = {};
      return true;
    }

    void play(Move move) {
      step(move.first);
      if (move.second.from < pass) step(move.second);
      mover_ ^= 1;
      single_ = false;
    }

   private:
    /// Height and owner in one number: 4 * height + owner. No stack: as the owner that is neither, with a height that nobody has.
    static constexpr u16 no_stack = 0xFFFE;

    bool wins(Step s) const { return visible_[1 - mover_][kind_[s.to]] == 1; }
    static bool can_capture(u16 stack, u16 seen) { return ((stack ^ seen) & 3) == 1 && (stack | 3) >= seen; }

    /// Whether the stack on p may capture the one it sees in the direction of the set.
    static void note(u64& captures, int p, u16 stack, u16 seen) { captures = (captures & ~bit(p)) | static_cast<u64>(can_capture(stack, seen)) << p; }

    /// A proposal for the second step: false if it is none, or another move's.
    bool complete(Move& move, int slot) const {
      const Step first = move.first;
      const bool won = wins(first);
      if (slot == 0) {
        move.second = won ? Step{} : Step{pass, pass};
        return true;
      }
      if (won) return false;
      const int owner = nth_bit(owned_[mover_], (slot - 1) / directions);
      const int d = (slot - 1) % directions;
      const bool again = owner == first.from;
      const int from = again ? first.to : owner;
      int to = link_[from][d];
      const bool through = to == first.from;
      if (through) to = link_[first.from][d];
      move.second = {static_cast<u8>(from), static_cast<u8>(to)};
      if (to == first.to) return visible_[mover_][kind_[first.from]] > 1;
      if ((code_[to] & 3) == mover_) return visible_[mover_][kind_[to]] > 1;
      if (!can_capture(code_[owner], code_[to])) return false;
      return !(move.second < first) || again || through || wins(move.second);
    }

    void step(Step s) {
      const int taken = code_[s.to] & 3;
      --visible_[taken][kind_[s.to]];
      kind_[s.to] = kind_[s.from];
      const auto moved = static_cast<u16>(code_[s.from] + (taken == mover_ ? code_[s.to] & ~3 : 0));
      code_[s.to] = moved;
      code_[s.from] = no_stack;
      owned_[1 - mover_] &= ~bit(s.to);
      owned_[mover_] = (owned_[mover_] | bit(s.to)) & ~bit(s.from);
      for (int d = 0; d < half; ++d) {
        const int back = d + half;
        const int up = link_[s.from][d];
        const int down = link_[s.from][back];
        link_[up][back] = static_cast<u8>(down);
        link_[down][d] = static_cast<u8>(up);
        const int above = link_[s.to][d];
        const int below = link_[s.to][back];
        u64 ahead = captures_[d];
        u64 behind = captures_[back];
        note(behind, up, code_[up], code_[down]);
        note(ahead, down, code_[down], code_[up]);
        note(ahead, s.to, moved, code_[above]);
        note(behind, above, code_[above], moved);
        note(behind, s.to, moved, code_[below]);
        note(ahead, below, code_[below], moved);
        captures_[d] = ahead;
        captures_[back] = behind;
      }
    }

    std::array<std::array<u8, 8>, points + 1> link_{};  ///< the stack that a stack sees, or `edge`
    std::array<u64, directions> captures_{};            ///< stacks that may capture the one they see in that direction; means nothing where no stack is
    std::array<u64, 2> owned_;
    std::array<u16, 64> code_;
    std::array<u8, 64> kind_{};
    std::array<std::array<int, 4>, 2> visible_{};
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
      if (++point > points) throw TextError("board " + quoted(text) + " has more than 60 points");
      const bool piece = (token[0] >= 'a' && token[0] <= 'c') || (token[0] >= 'A' && token[0] <= 'C');
      if (!piece && token != ".") throw TextError("point " + name(point) + ": unknown stack " + quoted(token));
      if (!piece) continue;
      const auto height = token.size() == 1 ? 1 : number(token.substr(1), 2, pieces_each, "height at " + name(point));
      put(state, point, token[0], static_cast<int>(height));
    }
    if (point != points) throw TextError("board " + quoted(text) + " has " + std::to_string(point) + " points, not 60");
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
