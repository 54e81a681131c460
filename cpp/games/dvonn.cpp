// DVONN. Page: docs/rules/dvonn.md.
//
// A set of spaces is a 64-bit word. Space (x, row) is bit 11 * (row - 1) + x, so bit order is the page's reading order:
//
//              a1:0   1   2   3   4   5   6   7   i1:8
//           a2:11  12  13  14  15  16  17  18  19   j2:20
//        a3:22  23  24  25  26  27  28  29  30  31   k3:32
//           b4:34  35  36  37  38  39  40  41  42   k4:43
//              c5:46  47  48  49  50  51  52  53   k5:54
//
// The six directions are shifts by 1, 11 and 12 either way. The bits that are no spaces separate the rows: one step over an edge ends on one of them or
// outside.
#include <algorithm>
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int spaces = 49;
constexpr int pieces_each = 23;
constexpr int stride = 11;
constexpr int rows = 5;
constexpr std::array<int, rows> first_column{0, 0, 0, 1, 2};
constexpr std::array<int, rows> row_width{9, 10, 11, 10, 9};
/// No stack that is higher can move: the longest line has 11 spaces.
constexpr int highest_mobile = 10;
constexpr int reds = 3;

constexpr bool on_board(int x, int row) { return row >= 0 && row < rows && x >= first_column[row] && x < first_column[row] + row_width[row]; }
constexpr u64 bit(int space) { return u64{1} << space; }

constexpr u64 board = [] {
  u64 all = 0;
  for (int row = 0; row < rows; ++row) {
    for (int x = 0; x < stride; ++x) {
      if (on_board(x, row)) all |= bit(stride * row + x);
    }
  }
  return all;
}();
static_assert(popcount(board) == spaces);

/// The six directions, as columns and rows; direction d + 3 is opposite to d. As shifts, the first three lead to higher bits.
constexpr int directions = 6;
constexpr int direction[directions][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 0}, {0, -1}, {-1, -1}};
constexpr std::array<int, directions> shift{1, stride, stride + 1, -1, -stride, -stride - 1};

constexpr int space_at(int space, int d, int distance) {
  const int x = space % stride + distance * direction[d][0];
  const int row = space / stride + distance * direction[d][1];
  return on_board(x, row) ? stride * row + x : -1;
}

/// starts[h][d]: the spaces from which h steps in direction d stay on the board.
constexpr auto starts = [] {
  std::array<std::array<u64, directions>, highest_mobile + 1> table{};
  for (int height = 1; height <= highest_mobile; ++height) {
    for (int d = 0; d < directions; ++d) {
      for_each_bit(board, [&](int space) {
        if (space_at(space, d, height) >= 0) table[height][d] |= bit(space);
        return false;
      });
    }
  }
  return table;
}();

/// landings[h][space]: the spaces exactly h away from it in the six directions; none for a height that cannot move.
constexpr auto landings = [] {
  std::array<std::array<u64, 64>, highest_mobile + 2> table{};
  for (int height = 1; height <= highest_mobile; ++height) {
    for_each_bit(board, [&](int space) {
      for (int d = 0; d < directions; ++d) {
        const int to = space_at(space, d, height);
        if (to >= 0) table[height][space] |= bit(to);
      }
      return false;
    });
  }
  return table;
}();

/// The set moved by a shift. One step over an edge is lost or ends on a bit that is no space; longer ways may wrap round to another row, see `starts`.
constexpr u64 moved(u64 set, int by) { return by > 0 ? set << by : set >> -by; }

/// The set and all neighbours of it, some of which may be no spaces.
constexpr u64 grown(u64 set) {
  const u64 up = set | set << 1;
  const u64 down = set | set >> 1;
  return up | down | up << stride | down >> stride;
}
static_assert([] { return !for_each_bit(board, [](int space) { return (grown(bit(space)) & board) != (landings[1][space] | bit(space)); }); }());

/// Spaces with six occupied neighbours. Never on the edge, where a neighbour is missing.
constexpr u64 surrounded(u64 occupied) { return occupied << 1 & occupied >> 1 & occupied << 11 & occupied >> 11 & occupied << 12 & occupied >> 12; }

/// Whether the occupied neighbours of a space fall apart into two or more arcs of the ring around it.
constexpr bool is_bridge(u64 neighbours) {
  const int touching = popcount(neighbours & neighbours << 1) + popcount(neighbours & neighbours << 11) + popcount(neighbours & neighbours << 12);
  return popcount(neighbours) - touching > 1;
}

/// The part of `occupied` that is connected to `seeds`; as soon as that holds all of `wanted`, simply all of `occupied`.
constexpr u64 connected(u64 occupied, u64 seeds, u64 wanted) {
  u64 reached = seeds;
  while ((wanted & ~reached) != 0) {
    const u64 next = grown(reached) & occupied;
    if (next == reached) return reached;
    reached = next;
  }
  return occupied;
}

// ---- Rules

class Dvonn {
 public:
  static constexpr u8 none = 63;  ///< no space
  static constexpr u8 all_placed = spaces;

  struct State {
    // In an order that keeps compilers from loading as pairs what was just stored one by one.
    u64 mine = 0;    ///< spaces of the stacks with the mover's colour on top
    u64 odd = 0;     ///< spaces of the stacks of height 1 and 3
    u64 theirs = 0;  ///< spaces of the stacks with the other colour on top
    u64 even = 0;    ///< spaces of the stacks of height 2 and 3; stacks so low are counted all at once
    u64 red = 0;     ///< spaces of the stacks that contain red, lone reds among them
    std::array<u8, 64> height{};
    u8 mover = 0;
    u8 placed = 0;  ///< 0 .. 47 in the placement phase, all_placed in the movement phase
    /// Movement phase: every stack is connected to a red one. False only for a position read from a text, until a move is made.
    bool whole = true;

    u64 occupied() const { return mine | theirs | red; }
    u64 owned(int player) const { return player == mover ? mine : theirs; }
    friend bool operator==(const State&, const State&) = default;
  };
  /// Placement: `to`. Movement: `from` and `to`. Pass: neither.
  struct Move {
    u8 from = none;
    u8 to = none;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Dvonn(const Options& options) : random_(options.is("setup", "random")) {}

  State initial(Rng& rng) const {
    State state;
    if (!random_) return state;
    std::string pieces = std::string(reds, 'R') + std::string(23, 'W') + std::string(23, 'B');
    rng.shuffle(pieces, pieces.size());
    return full_board(pieces);
  }

  int current_player(const State& at) const {
    if (placing(at) || can_move(at, at.mine) || can_move(at, at.theirs)) return at.mover;
    return over;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (placing(at)) {
      for_each_bit(board & ~at.occupied(), [&](int to) { return emit(Move{none, static_cast<u8>(to)}); });
      return;
    }
    bool any = false;
    each_stack(at, free_stacks(at, at.mine), [&](int from, u64 targets) {
      any = any || targets != 0;
      return for_each_bit(targets, [&](int to) { return emit(Move{static_cast<u8>(from), static_cast<u8>(to)}); });
    });
    if (!any && can_move(at, at.theirs)) emit(Move{});
  }

  void play(State& state, Move move) const {
    if (placing(state)) {
      place(state, move.to);
    } else if (move.from != none) {
      step(state, move.from, move.to);
    }
    pass(state);
  }

  Result result(const State& at) const { return Result::by_score(2, std::array{score(at, at.owned(0)), score(at, at.owned(1))}, "no moves"); }

  std::uint64_t count(const State& at) const {
    if (placing(at)) return static_cast<std::uint64_t>(spaces - at.placed);
    const int moves = Movements(at).count;
    return moves != 0 ? static_cast<std::uint64_t>(moves) : can_move(at, at.theirs) ? 1 : 0;
  }

  Move nth(const State& at, std::uint64_t i) const {
    auto left = static_cast<int>(i);
    if (placing(at)) return {none, static_cast<u8>(nth_bit(board & ~at.occupied(), left))};
    return nth_of(at, free_stacks(at, at.mine), left);
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (placing(at)) return nth(at, rng.below(count(at)));
    const Movements movements(at);
    if (movements.count == 0) return can_move(at, at.theirs) ? std::optional(Move{}) : std::nullopt;
    return movements.pick(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(movements.count))));
  }

  /// The placements by one shuffle; then move by move.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    State at = state;
    std::uint64_t plies = 0;
    if (placing(at)) plies = random_placements(at, rng, max_plies);
    for (; plies < max_plies; ++plies) {
      const Movements movements(at);
      if (movements.count != 0) {
        const Move move = movements.pick(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(movements.count))));
        step(at, move.from, move.to);
      } else if (!can_move(at, at.theirs)) {
        break;
      }
      pass(at);
    }
    state = at;
    return plies;
  }

  /// Within the placement phase: a falling factorial.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (!placing(at) || at.placed + depth > 48) return std::nullopt;
    std::uint64_t nodes = 1;
    for (int i = 0; i < depth; ++i) {
      const auto choices = static_cast<std::uint64_t>(spaces - at.placed - i);
      if (nodes > ~std::uint64_t{0} / choices) throw CountOverflow("perft: more than 2^64 - 1 nodes");
      nodes *= choices;
    }
    return nodes;
  }

  /// 48 placements, 48 moves, each of which leaves a space empty for good, and at most one pass before each move.
  std::uint64_t longest_game() const { return 48 + 48 + 48; }

  std::uint64_t actions() const { return spaces + spaces * spaces + 1; }
  std::uint64_t action(Move move) const {
    if (move.to == none) return spaces + spaces * spaces;
    const std::uint64_t to = index_of(move.to);
    return move.from == none ? to : spaces + spaces * index_of(move.from) + to;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x64766f6e6e, static_cast<std::uint64_t>(2 * at.placed + at.mover));
    for (const u64 word : {at.mine, at.theirs, at.red}) key = zobrist(key, word);
    u64 word = 0;
    int filled = 0;
    for_each_bit(at.occupied(), [&](int space) {
      word = word << 6 | at.height[space];
      if (++filled % 10 == 0) key = zobrist(key, word);
      return false;
    });
    return zobrist(key, word);
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int row = 0; row < rows; ++row) {
      if (row > 0) out += '/';
      for (int i = 0; i < row_width[row]; ++i) {
        if (i > 0) out += ',';
        out += cell(at, stride * row + first_column[row] + i);
      }
    }
    out += at.mover == 0 ? " w " : " b ";
    return out + (placing(at) ? "p" + std::to_string(at.placed) : "m");
  }

  std::string text(const State&, Move move) const {
    if (move.to == none) return "pass";
    return (move.from == none ? "" : name(move.from)) + name(move.to);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    const std::string_view board_text = parts[0];
    State state;
    if (board_text.size() == spaces && board_text.find_first_not_of("RWB") == std::string_view::npos) {
      state = full_board(board_text);
    } else {
      read_board(state, board_text);
    }
    if (popcount(state.red) > reds) throw TextError("board " + in_quotes(board_text) + " has more than 3 red pieces");
    if (std::max(popcount(state.mine), popcount(state.theirs)) > pieces_each) {
      throw TextError("board " + in_quotes(board_text) + " has more than 23 stacks of one colour");
    }
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    if (parts[1] == "b") pass(state);
    if (parts[2] == "m") {
      state.placed = all_placed;
      state.whole = connected(state.occupied(), state.red, board) == state.occupied();
      return state;
    }
    if (!parts[2].starts_with('p')) throw TextError("phase " + in_quotes(parts[2]) + " is not m or p0 .. p47");
    const auto placed = static_cast<int>(number(parts[2].substr(1), 0, 47, "number of placements"));
    state.placed = static_cast<u8>(placed);
    if (state.mover != placed % 2) throw TextError("side to move " + in_quotes(parts[1]) + " does not fit the phase " + in_quotes(parts[2]));
    const bool singles = std::ranges::all_of(state.height, [](u8 height) { return height <= 1; });
    const int lone = popcount(state.red & ~(state.mine | state.theirs));
    const int white = placed < 5 ? 0 : (placed - 3) / 2;
    const int black = placed < 4 ? 0 : (placed - 2) / 2;
    if (!singles || lone != std::min(placed, reds) || popcount(state.owned(0)) != white || popcount(state.owned(1)) != black) {
      throw TextError("board " + in_quotes(board_text) + " does not hold the first " + std::to_string(placed) + " pieces");
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    Move wanted;
    if (in.size() == 4 && in != "pass") {
      wanted.from = space_named(in.substr(0, 2));
      wanted.to = space_named(in.substr(2));
      if (wanted.from == none || wanted.to == none) unreadable_move(in);
    } else if (in.size() == 2) {
      wanted.to = space_named(in);
      if (wanted.to == none) unreadable_move(in);
    } else if (in != "pass") {
      unreadable_move(in);
    }
    return require_legal(*this, at, wanted, in);
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int row = 0; row < rows; ++row) {
      const int from = stride * row + first_column[row];
      out += std::string(static_cast<std::size_t>(2 * (11 - row_width[row])), ' ') + name(from) + ' ';
      for (int i = 0; i < row_width[row]; ++i) {
        const std::string text = cell(at, from + i);
        out += std::string(text.size() < 4 ? 4 - text.size() : 0, ' ') + text;
      }
      out += "  " + name(from + row_width[row] - 1) + '\n';
    }
    return out;
  }

 private:
  static bool placing(const State& at) { return at.placed != all_placed; }

  static void pass(State& state) {
    std::swap(state.mine, state.theirs);
    state.mover ^= 1;
  }

  /// Calls `visit(from, targets)` for each of the stacks until it returns true; `targets` are its moves if it is free, and may be empty.
  template <class Visit>
  static void each_stack(const State& at, u64 stacks, Visit&& visit) {
    const u64 occupied = at.occupied();
    for_each_bit(stacks, [&](int from) {
      const int height = std::min<int>(at.height[from], highest_mobile + 1);
      return visit(from, landings[height][from] & occupied);
    });
  }
  static u64 free_stacks(const State& at, u64 stacks) { return stacks & ~surrounded(at.occupied()); }

  /// All moves of the mover, counted but not listed.
  struct Movements {
    std::array<u64, directions> low;  ///< per direction: the free stacks of height 1 to 3 that may move so
    u64 high;                         ///< the free stacks that are higher
    int low_count = 0;
    int count;

    explicit Movements(const State& at) {
      const u64 occupied = at.occupied();
      const u64 free = at.mine & ~surrounded(occupied);
      // Shifting the occupied spaces back by h steps shows, for all stacks of that height, whether they would land on one.
      const std::array<u64, 4> of_height{0, free & at.odd & ~at.even, free & at.even & ~at.odd, free & at.odd & at.even};
      for (int d = 0; d < directions; ++d) {
        low[d] = of_height[1] & moved(occupied, -shift[d]);
        for (int h = 2; h <= 3; ++h) low[d] |= of_height[h] & starts[h][d] & moved(occupied, -h * shift[d]);
        low_count += popcount(low[d]);
      }
      high = free & ~(at.odd | at.even);
      count = low_count;
      each_stack(at, high, [&](int, u64 targets) {
        count += popcount(targets);
        return false;
      });
    }

    /// The i-th of them, in an order of its own.
    Move pick(const State& at, int i) const {
      if (i >= low_count) return nth_of(at, high, i - low_count);
      // Without branches, which nobody could predict: `beyond` is all ones while the move lies in a later direction.
      int d = 0;
      int before = 0;
      int sum = 0;
      for (int next = 0; next < directions - 1; ++next) {
        const int here = popcount(low[next]);
        sum += here;
        const int beyond = (sum - 1 - i) >> 31;
        d -= beyond;
        before += here & beyond;
      }
      const int from = nth_bit(low[d], i - before);
      return {static_cast<u8>(from), static_cast<u8>(from + shift[d] * at.height[from])};
    }
  };

  /// The i-th move of free stacks, stack by stack.
  static Move nth_of(const State& at, u64 stacks, int i) {
    Move move;
    each_stack(at, stacks, [&](int from, u64 targets) {
      const int here = popcount(targets);
      if (i < here) {
        move = {static_cast<u8>(from), static_cast<u8>(nth_bit(targets, i))};
        return true;
      }
      i -= here;
      return false;
    });
    return move;
  }

  static bool can_move(const State& at, u64 stacks) {
    bool found = false;
    each_stack(at, free_stacks(at, stacks), [&](int, u64 targets) { return found = targets != 0; });
    return found;
  }

  /// The next piece of the placement order; the 48th brings the last one with it.
  static void place(State& state, int to) {
    put(state, to);
    if (state.placed != 48) return;
    pass(state);
    put(state, lowest(board & ~state.occupied()));
    pass(state);
    state.placed = all_placed;
  }
  static void set_height(State& state, int space, int height) {
    constexpr u64 odd_heights = 0b1010;
    constexpr u64 even_heights = 0b1100;
    state.height[space] = static_cast<u8>(height);
    state.odd = (state.odd & ~bit(space)) | (odd_heights >> height & 1) << space;
    state.even = (state.even & ~bit(space)) | (even_heights >> height & 1) << space;
  }
  static void put(State& state, int to) {
    (state.placed < reds ? state.red : state.mine) |= bit(to);
    set_height(state, to, 1);
    ++state.placed;
  }

  static void step(State& state, int from, int to) {
    const u64 origin = bit(from);
    const u64 target = bit(to);
    set_height(state, to, state.height[to] + state.height[from]);
    set_height(state, from, 0);
    const bool carries_red = (state.red & origin) != 0;
    if (carries_red) state.red = (state.red | target) & ~origin;
    state.mine = (state.mine | target) & ~origin;
    state.theirs &= ~target;
    // Where all was connected, a stack can only have lost its connection through the vacated space, and so only together with a neighbour of it.
    const u64 occupied = state.occupied();
    u64 suspects = landings[1][from] & occupied;
    if (!state.whole) {
      suspects = board;
    } else if (!carries_red && !is_bridge(suspects)) {
      return;
    }
    remove(state, occupied & ~connected(occupied, state.red, suspects));
    state.whole = true;
  }
  static void remove(State& state, u64 lost) {
    state.mine &= ~lost;
    state.theirs &= ~lost;
    state.odd &= ~lost;
    state.even &= ~lost;
    for_each_bit(lost, [&](int space) {
      state.height[space] = 0;
      return false;
    });
  }

  /// The order of the placements is a shuffle of the empty spaces.
  static std::uint64_t random_placements(State& state, Rng& rng, std::uint64_t max_plies) {
    std::array<u8, spaces> empty;
    std::size_t size = 0;
    for_each_bit(board & ~state.occupied(), [&](int space) {
      empty[size++] = static_cast<u8>(space);
      return false;
    });
    std::uint64_t plies = 0;
    for (; placing(state) && plies < max_plies; ++plies) {
      std::swap(empty[plies], empty[plies + rng.below(size - plies)]);
      place(state, empty[plies]);
      pass(state);
    }
    return plies;
  }

  static int score(const State& at, u64 stacks) {
    int score = 0;
    for_each_bit(stacks, [&](int space) {
      score += at.height[space];
      return false;
    });
    return score;
  }

  static std::uint64_t index_of(int space) { return static_cast<std::uint64_t>(popcount(board & (bit(space) - 1))); }

  static std::string name(int space) { return {static_cast<char>('a' + space % stride), static_cast<char>('1' + space / stride)}; }
  static u8 space_named(std::string_view name) {
    const int x = name[0] - 'a';
    const int row = name[1] - '1';
    return on_board(x, row) ? static_cast<u8>(stride * row + x) : none;
  }

  static std::string cell(const State& at, int space) {
    const u64 here = bit(space);
    if ((at.occupied() & here) == 0) return ".";
    if (((at.mine | at.theirs) & here) == 0) return "R";
    const int height = at.height[space];
    return ((at.owned(0) & here) != 0 ? "W" : "B") + (height > 1 ? std::to_string(height) : "") + ((at.red & here) != 0 ? "*" : "");
  }

  /// 49 letters in index order, White to move in the movement phase.
  static State full_board(std::string_view letters) {
    State state;
    std::size_t i = 0;
    for_each_bit(board, [&](int space) {
      const char letter = letters[i++];
      (letter == 'R' ? state.red : letter == 'W' ? state.mine : state.theirs) |= bit(space);
      set_height(state, space, 1);
      return false;
    });
    state.placed = all_placed;
    return state;
  }

  static void read_board(State& state, std::string_view text) {
    const auto lines = split(text, '/');
    if (lines.size() != rows) throw TextError("board " + in_quotes(text) + " has " + std::to_string(lines.size()) + " rows, not 5");
    int pieces = 0;
    for (int row = 0; row < rows; ++row) {
      const auto cells = split(lines[row], ',');
      if (cells.size() != static_cast<std::size_t>(row_width[row])) {
        throw TextError("row " + std::to_string(row + 1) + " " + in_quotes(lines[row]) + " of the board: " + std::to_string(cells.size()) + " spaces, not " +
                        std::to_string(row_width[row]));
      }
      for (std::size_t i = 0; i < cells.size(); ++i) pieces += read_cell(state, cells[i], stride * row + first_column[row] + static_cast<int>(i));
    }
    if (pieces > spaces) throw TextError("board " + in_quotes(text) + " has more than 49 pieces");
  }
  static int read_cell(State& state, std::string_view text, int space) {
    if (text == ".") return 0;
    int height = 1;
    if (text == "R") {
      state.red |= bit(space);
    } else {
      const bool white = text.starts_with('W');
      if (!white && !text.starts_with('B')) throw TextError("space " + name(space) + ": unknown stack " + in_quotes(text));
      (white ? state.mine : state.theirs) |= bit(space);
      std::string_view rest = text.substr(1);
      const bool red = rest.ends_with('*');
      if (red) {
        rest.remove_suffix(1);
        state.red |= bit(space);
        if (rest.empty()) throw TextError("space " + name(space) + ": stack " + in_quotes(text) + " contains red, but has height 1");
      }
      if (!rest.empty()) height = static_cast<int>(number(rest, 2, spaces, "height at " + name(space)));
    }
    set_height(state, space, height);
    return height;
  }

  bool random_;
};

const Registration registration{{
    .id = "dvonn",
    .title = "DVONN",
    .page = "dvonn",
    .source = "dvonn.cpp",
    .options = {{"setup", one_of({std::string("place"), std::string("random")}), "place: the players place the pieces; random: a shuffled full board"}},
    .make = [](const Options& options) { return as_game(Dvonn(options)); },
}};

}  // namespace
