// Sixfold (docs/rules/sixfold.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board. The text has a board line by line: ranks of square and cross and rows of the triangle from the top, columns of the hexagon from the left, each
// from its top. Place p of line l is bit 8 l + p; the lines of the hexagon begin where those of a skewed grid do:
//
//    square, cross               hexagon (lines: columns a..g)     triangle
//     0  1  2  3  4  5  (6)            3  4  5  6                   0
//     8  9 10 11 12 13                10 11 12 13 14                8  9
//    16 17 18 19 20 21               17 18 19 20 21 22             16 17 18
//
// A neighbour is then a fixed number of bits away, and a step off the board ends on a bit that is no cell or leaves the word. Every direction either goes up
// the bits (even numbers below) or down (its opposite, the odd number after).

struct Layout {
  const char* name;
  int lines;
  std::array<int, 8> first;   // place of a line
  std::array<int, 8> length;  // of a line, the inactive cells with it
  u64 inactive;
  int ways;                  // pairs of opposite directions
  std::array<int, 3> shift;  // bits to the neighbour of each pair
};

constexpr u64 bit(int cell) { return u64{1} << cell; }
constexpr int centre = 27;  // of a board of seven lines of seven places

constexpr u64 corner_triads = bit(0) | bit(1) | bit(8) | bit(5) | bit(6) | bit(14) | bit(40) | bit(48) | bit(49) | bit(46) | bit(53) | bit(54);

enum BoardName : u8 { square, hexagon, cross, triangle };  // in the order in which `board=random` draws

constexpr std::array<Layout, 4> layouts{{
    {"square", 6, {}, {6, 6, 6, 6, 6, 6}, 0, 2, {1, 8}},
    {"hex", 7, {3, 2, 1, 0, 0, 0, 0}, {4, 5, 6, 7, 6, 5, 4}, bit(centre), 3, {1, 8, 7}},
    {"cross", 7, {}, {7, 7, 7, 7, 7, 7, 7}, corner_triads | bit(centre), 2, {1, 8}},
    {"triangle", 8, {}, {1, 2, 3, 4, 5, 6, 7, 8}, 0, 3, {1, 8, 9}},
}};

struct Geometry {
  u64 active = 0;
  std::array<u64, 3> links{};                 // by pair of directions: the cells with a neighbour up the bits
  std::array<std::array<u64, 64>, 6> rays{};  // by direction and cell: the cells from its neighbour to the edge or an inactive cell
};

constexpr Geometry geometry_of(const Layout& layout) {
  Geometry out;
  for (int line = 0; line < layout.lines; ++line) {
    for (int i = 0; i < layout.length[line]; ++i) out.active |= bit(8 * line + layout.first[line] + i);
  }
  out.active &= ~layout.inactive;
  for (int way = 0; way < layout.ways; ++way) {
    const int shift = layout.shift[way];
    out.links[way] = out.active & out.active >> shift;
    for (int cell = 0; cell < 64; ++cell) {
      if ((out.active & bit(cell)) == 0) continue;
      for (int to = cell + shift; to < 64 && (out.active & bit(to)) != 0; to += shift) out.rays[2 * way][cell] |= bit(to);
      for (int to = cell - shift; to >= 0 && (out.active & bit(to)) != 0; to -= shift) out.rays[2 * way + 1][cell] |= bit(to);
    }
  }
  return out;
}

constexpr std::array<Geometry, 4> geometries{geometry_of(layouts[0]), geometry_of(layouts[1]), geometry_of(layouts[2]), geometry_of(layouts[3])};
static_assert(popcount(geometries[square].active) == 36 && popcount(geometries[hexagon].active) == 36);
static_assert(popcount(geometries[cross].active) == 36 && popcount(geometries[triangle].active) == 36);

// ---- Stones: number 6 colour + shape, a set of them is a word.

constexpr int stones = 36;
constexpr int offered = 6;
constexpr u64 all_stones = bit(stones) - 1;

class Sixfold {
 public:
  static constexpr bool uniform_chance = true;

  struct State {
    u64 occupied = 0;
    u64 offer = 0;
    u64 undrawn = 0;
    std::array<u8, 64> stone{};                ///< by occupied cell, else 0
    std::array<u8, stones - offered> order{};  ///< draw=fixed: the undrawn stones in the order in which they come, at the end of the array
    u8 board = square;
    u8 mover = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  /// A slide or none, a stone and its cell. A chance outcome is a stone without a cell.
  struct Move {
    u8 from = none;
    u8 to = none;
    u8 stone = 0;
    u8 cell = none;
    friend bool operator==(const Move&, const Move&) = default;
  };

  /// board: one of the four, or none for random.
  Sixfold(std::optional<u8> board, bool fixed) : board_(board), fixed_(fixed) {}

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    state.board = board_ ? *board_ : static_cast<u8>(rng.below(layouts.size()));
    std::array<u8, stones> deck;
    for (int i = 0; i < stones; ++i) deck[i] = static_cast<u8>(i);
    rng.shuffle(deck, deck.size());
    for (int i = 0; i < offered; ++i) state.offer |= bit(deck[i]);
    state.undrawn = all_stones & ~state.offer;
    if (fixed_) std::copy(deck.begin() + offered, deck.end(), state.order.begin());
    return state;
  }

  int current_player(const State& at) const {
    if (refill_due(at)) return chance;
    return at.offer == 0 ? over : at.mover;
  }

  // ---- Move. Without a slide, then by slide (direction, cell); then by cell; then by stone.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (refill_due(at)) {
      for_each_bit(at.undrawn, [&](int stone) { return emit(drawn(stone)); });
      return;
    }
    if (at.offer == 0) return;
    const auto placements = [&](Move move) {
      return for_each_bit(empty_after(at, move), [&](int cell) {
        move.cell = static_cast<u8>(cell);
        return for_each_bit(at.offer, [&](int stone) {
          move.stone = static_cast<u8>(stone);
          return emit(move);
        });
      });
    };
    if (placements(Move{})) return;
    for (int direction = 0; direction < 2 * layouts[at.board].ways; ++direction) {
      if (for_each_bit(sliders(at, direction), [&](int from) { return placements(slide(at, direction, from)); })) return;
    }
  }

  void play(State& state, Move move) const {
    if (move.cell == none) {
      draw(state, move.stone);
      return;
    }
    if (move.from != none) {
      state.occupied ^= bit(move.from) | bit(move.to);
      state.stone[move.to] = state.stone[move.from];
      state.stone[move.from] = 0;
    }
    state.occupied |= bit(move.cell);
    state.stone[move.cell] = move.stone;
    state.offer ^= bit(move.stone);
    state.mover ^= 1;
    if (fixed_ && state.undrawn != 0) {
      const std::size_t next = state.order.size() - static_cast<std::size_t>(popcount(state.undrawn));
      draw(state, state.order[next]);
      state.order[next] = 0;
    }
  }

  std::uint64_t count(const State& at) const {
    if (refill_due(at)) return static_cast<std::uint64_t>(popcount(at.undrawn));
    return static_cast<std::uint64_t>((1 + slides(at)) * popcount(at.offer) * popcount(empty(at)));
  }

  Move nth(const State& at, std::uint64_t i) const {
    const auto n = static_cast<unsigned>(i);
    if (refill_due(at)) return drawn(nth_bit(at.undrawn, static_cast<int>(n)));
    const auto choices = static_cast<unsigned>(popcount(at.offer));
    const auto cells = static_cast<unsigned>(popcount(empty(at)));
    return turn(at, static_cast<int>(n / choices / cells), static_cast<int>(n / choices % cells), static_cast<int>(n % choices));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const auto below = [&](int n) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(n))); };
    if (refill_due(at)) return drawn(nth_bit(at.undrawn, below(popcount(at.undrawn))));
    if (at.offer == 0) return std::nullopt;
    const int which = below(1 + slides(at));
    const int cell = below(popcount(empty(at)));
    return turn(at, which, cell, below(popcount(at.offer)));
  }

  std::uint64_t weight(const State&, Move) const { return 1; }

  std::uint64_t longest_game() const { return fixed_ ? stones : stones + stones - offered; }

  // ---- End
  Result result(const State& at) const {
    std::array<u64, 12> cells{};  // of the stones of each shape, then of each colour
    for_each_bit(at.occupied, [&](int cell) {
      cells[at.stone[cell] % 6] |= bit(cell);
      cells[6 + at.stone[cell] / 6] |= bit(cell);
      return false;
    });
    std::array<int, 2> scores{};
    for (std::size_t i = 0; i < cells.size(); ++i) scores[i / 6] += points(at.board, cells[i]);
    return Result::by_score(2, scores, "board full");
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = layouts[at.board].name;
    for_each_place(at.board, [&](int line, int cell, bool first) {
      if (first) out += line == 0 ? ' ' : '/';
      out += contents(at, cell);
    });
    out += ' ' + list(at.offer) + ' ';
    if (at.undrawn == 0) {
      out += '-';
    } else if (!fixed_) {
      out += '*';
    } else {
      for (std::size_t i = at.order.size() - static_cast<std::size_t>(popcount(at.undrawn)); i < at.order.size(); ++i) out += stone_name(at.order[i]) + ',';
      out.pop_back();
    }
    return out + (at.mover == 0 ? " 0" : " 1");
  }

  std::string text(const State& at, Move move) const {
    if (move.cell == none) return '+' + stone_name(move.stone);
    std::string out;
    if (move.from != none) out = cell_name(at.board, move.from) + '-' + cell_name(at.board, move.to) + ' ';
    return out + stone_name(move.stone) + '@' + cell_name(at.board, move.cell);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    state.board = read_board_name(parts[0]);
    u64 seen = read_board(state, parts[1]);
    for (const int stone : read_list(parts[2], "offer", seen)) state.offer |= bit(stone);
    if (popcount(state.offer) > offered) throw TextError("offer " + in_quotes(parts[2]) + " has more than " + std::to_string(offered) + " stones");
    state.undrawn = all_stones & ~seen;
    if (fixed_) {
      read_order(state, parts[3], seen);
    } else if (parts[3] != (state.undrawn == 0 ? "-" : "*")) {
      throw TextError("undrawn stones " + in_quotes(parts[3]) + (state.undrawn == 0 ? ": none are left, so '-' is due" : ": some are left, so '*' is due"));
    }
    state.mover = static_cast<u8>(number(parts[4], 0, 1, "player to move"));
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in.starts_with('+')) {
      const int stone = in.size() == 3 ? read_stone(in.substr(1)) : -1;
      if (stone < 0) unreadable_move(in);
      if (!refill_due(at) || (at.undrawn & bit(stone)) == 0) illegal_move(in);
      return drawn(stone);
    }
    const auto parts = split(in, ' ');
    const std::string_view placement = parts.back();
    if (parts.size() > 2 || placement.size() != 5 || placement[2] != '@') unreadable_move(in);
    Move move;
    const int stone = read_stone(placement.substr(0, 2));
    bool on_board = true;
    const auto cell = [&](std::string_view name) {
      if (name.size() != 2 || name[0] < 'a' || name[0] > 'z' || name[1] < '0' || name[1] > '9') unreadable_move(in);
      const int found = find_cell(at.board, name);
      on_board = on_board && found >= 0;
      return static_cast<u8>(found);
    };
    if (stone < 0) unreadable_move(in);
    move.stone = static_cast<u8>(stone);
    move.cell = cell(placement.substr(3));
    if (parts.size() == 2) {
      if (parts[0].size() != 5 || parts[0][2] != '-') unreadable_move(in);
      move.from = cell(parts[0].substr(0, 2));
      move.to = cell(parts[0].substr(3));
    }
    if (!on_board || refill_due(at) || (at.offer & bit(stone)) == 0) illegal_move(in);
    if (move.from != none && !can_slide(at, move)) illegal_move(in);
    if ((empty_after(at, move) & bit(move.cell)) == 0) illegal_move(in);
    return move;
  }

  std::uint64_t key(const State& at) const {
    u64 key = scramble(at.offer ^ static_cast<u64>(at.board) << 40 ^ static_cast<u64>(at.mover) << 42);
    const auto add = [&](const auto& bytes) {
      u64 word = 0;
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        word = word << 8 | bytes[i];
        if (i % 8 == 7) key = scramble(key ^ word);
      }
      key = scramble(key ^ word);
    };
    key = scramble(key ^ at.occupied);
    add(at.stone);
    if (fixed_) add(at.order);
    return key;
  }

  /// Line by line as in the text, each after the name of its first cell.
  std::string diagram(const State& at) const {
    const Layout& layout = layouts[at.board];
    const bool slanted = layout.ways == 3;
    std::string out;
    for_each_place(at.board, [&](int line, int cell, bool first) {
      if (first) {
        if (line > 0) out += '\n';
        out += cell_name(at.board, cell) + "  ";
        if (slanted) out += std::string(static_cast<std::size_t>(3 * (layout.lines - layout.length[line]) / 2), ' ');
      }
      out += (layout.inactive & bit(cell)) != 0 ? "   " : ' ' + contents(at, cell);
    });
    return out + "\nOffer " + list(at.offer) + '\n';
  }

 private:
  static constexpr u8 none = 255;

  static Move drawn(int stone) {
    Move move;
    move.stone = static_cast<u8>(stone);
    return move;
  }
  bool refill_due(const State& at) const { return !fixed_ && at.undrawn != 0 && popcount(at.offer) < offered; }
  static void draw(State& state, int stone) {
    state.undrawn ^= bit(stone);
    state.offer ^= bit(stone);
  }

  static u64 empty(const State& at) { return geometries[at.board].active & ~at.occupied; }
  static u64 empty_after(const State& at, Move move) { return move.from == none ? empty(at) : empty(at) ^ (bit(move.from) | bit(move.to)); }

  /// A stone next to an empty cell slides there: one slide for each link between a stone and an empty cell.
  static int slides(const State& at) {
    const Layout& layout = layouts[at.board];
    int count = 0;
    for (int way = 0; way < layout.ways; ++way) count += popcount((at.occupied ^ at.occupied >> layout.shift[way]) & geometries[at.board].links[way]);
    return count;
  }
  /// The stones that slide in a direction.
  static u64 sliders(const State& at, int direction) {
    const int shift = layouts[at.board].shift[direction / 2];
    return at.occupied & (direction % 2 == 0 ? empty(at) >> shift : empty(at) << shift);
  }
  static Move slide(const State& at, int direction, int from) {
    const u64 ray = geometries[at.board].rays[direction][from];
    const u64 blockers = ray & at.occupied;
    Move move;
    move.from = static_cast<u8>(from);
    if (direction % 2 == 0) {
      move.to = static_cast<u8>(highest(ray & ((blockers & (~blockers + 1)) - 1)));
    } else {
      move.to = static_cast<u8>(lowest(blockers == 0 ? ray : ray & (~u64{1} << highest(blockers))));
    }
    return move;
  }
  static bool can_slide(const State& at, Move wanted) {
    for (int direction = 0; direction < 2 * layouts[at.board].ways; ++direction) {
      if ((sliders(at, direction) & bit(wanted.from)) != 0 && slide(at, direction, wanted.from).to == wanted.to) return true;
    }
    return false;
  }

  /// The turn with the which-th slide (0: none), the k-th of the cells then empty and the s-th stone of the offer.
  static Move turn(const State& at, int which, int k, int s) {
    Move move;
    if (which > 0) {
      --which;
      int direction = 0;
      u64 from = sliders(at, direction);
      for (int here = popcount(from); which >= here; here = popcount(from)) {
        which -= here;
        from = sliders(at, ++direction);
      }
      move = slide(at, direction, nth_bit(from, which));
    }
    move.cell = static_cast<u8>(nth_bit(empty_after(at, move), k));
    move.stone = static_cast<u8>(nth_bit(at.offer, s));
    return move;
  }

  /// The sum of N (N - 1) / 2 over the groups of a set of cells.
  static int points(int board, u64 cells) {
    const Layout& layout = layouts[board];
    int sum = 0;
    while (cells != 0) {
      u64 group = cells & (~cells + 1);
      for (u64 more = group; more != 0;) {
        u64 near = 0;
        for (int way = 0; way < layout.ways; ++way) near |= more << layout.shift[way] | more >> layout.shift[way];
        more = near & cells & ~group;
        group |= more;
      }
      cells ^= group;
      sum += popcount(group) * (popcount(group) - 1) / 2;
    }
    return sum;
  }

  /// Calls `visit(line, cell, first of its line)` in the order of the text.
  template <class Visit>
  static void for_each_place(int board, Visit&& visit) {
    const Layout& layout = layouts[board];
    for (int line = 0; line < layout.lines; ++line) {
      for (int i = 0; i < layout.length[line]; ++i) visit(line, 8 * line + layout.first[line] + i, i == 0);
    }
  }

  static std::string stone_name(int stone) { return {static_cast<char>('A' + stone / 6), static_cast<char>('1' + stone % 6)}; }
  static int read_stone(std::string_view name) {
    if (name.size() != 2 || name[0] < 'A' || name[0] > 'F' || name[1] < '1' || name[1] > '6') return -1;
    return 6 * (name[0] - 'A') + name[1] - '1';
  }
  static std::string list(u64 set) {
    if (set == 0) return "-";
    std::string out;
    for_each_bit(set, [&](int stone) {
      if (!out.empty()) out += ',';
      out += stone_name(stone);
      return false;
    });
    return out;
  }
  static std::string contents(const State& at, int cell) {
    if ((geometries[at.board].active & bit(cell)) == 0) return "##";
    return (at.occupied & bit(cell)) != 0 ? stone_name(at.stone[cell]) : "--";
  }

  static std::string cell_name(int board, int cell) {
    const Layout& layout = layouts[board];
    const int line = cell / 8;
    const int place = cell % 8;
    if (board == hexagon) return static_cast<char>('a' + line) + std::to_string(layout.first[line] + layout.length[line] - place);
    return static_cast<char>('a' + place) + std::to_string(board == triangle ? line + 1 : layout.lines - line);
  }
  static int find_cell(int board, std::string_view name) {
    int found = -1;
    for_each_bit(geometries[board].active, [&](int cell) {
      if (cell_name(board, cell) == name) found = cell;
      return found >= 0;
    });
    return found;
  }

  u8 read_board_name(std::string_view in) const {
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      if (in != layouts[i].name) continue;
      if (board_ && *board_ != i) throw TextError("board " + in_quotes(in) + " is not the board of the game, " + layouts[*board_].name);
      return static_cast<u8>(i);
    }
    throw TextError("board " + in_quotes(in) + " is none of square, hex, cross, triangle");
  }
  /// Returns the set of stones on the board.
  static u64 read_board(State& state, std::string_view in) {
    const Layout& layout = layouts[state.board];
    const auto lines = split(in, '/');
    if (lines.size() != static_cast<std::size_t>(layout.lines)) throw TextError("board " + in_quotes(in) + " has " + std::to_string(lines.size()) + " lines");
    for (int line = 0; line < layout.lines; ++line) {
      if (lines[line].size() != static_cast<std::size_t>(2 * layout.length[line])) {
        throw TextError("line " + std::to_string(line + 1) + " " + in_quotes(lines[line]) + " of the board does not have " +
                        std::to_string(layout.length[line]) + " cells of two characters");
      }
    }
    u64 seen = 0;
    for_each_place(state.board, [&](int line, int cell, bool) {
      const auto part = lines[line].substr(static_cast<std::size_t>(2 * (cell - 8 * line - layout.first[line])), 2);
      const auto wrong = [&](const std::string& what) {
        return TextError("line " + std::to_string(line + 1) + " of the board: " + in_quotes(part) + " " + what);
      };
      if ((layout.inactive & bit(cell)) != 0) {
        if (part != "##") throw wrong("where '##' is due");
        return;
      }
      if (part == "--") return;
      const int stone = read_stone(part);
      if (stone < 0) throw wrong("is no stone and not '--'");
      if ((seen & bit(stone)) != 0) throw wrong("is there twice");
      seen |= bit(stone);
      state.occupied |= bit(cell);
      state.stone[cell] = static_cast<u8>(stone);
    });
    return seen;
  }
  struct StoneList {
    std::array<u8, stones> stone;
    int size = 0;
    const u8* begin() const { return stone.data(); }
    const u8* end() const { return stone.data() + size; }
  };
  /// Adds to `seen`, in which none of the stones may be.
  static StoneList read_list(std::string_view in, const std::string& what, u64& seen) {
    StoneList out;
    if (in == "-") return out;
    for (const std::string_view part : split(in, ',')) {
      const int stone = read_stone(part);
      if (stone < 0) throw TextError(what + " " + in_quotes(in) + ": " + in_quotes(part) + " is no stone");
      if ((seen & bit(stone)) != 0) throw TextError(what + " " + in_quotes(in) + ": " + in_quotes(part) + " is somewhere else too");
      seen |= bit(stone);
      out.stone[out.size++] = static_cast<u8>(stone);
    }
    return out;
  }
  static void read_order(State& state, std::string_view in, u64& seen) {
    const StoneList list = read_list(in, "undrawn stones", seen);
    if (seen != all_stones) throw TextError("undrawn stones " + in_quotes(in) + ": some are missing");
    if (list.size > 0 && popcount(state.offer) < offered) throw TextError("undrawn stones " + in_quotes(in) + ", but the offer is not full");
    std::copy(list.begin(), list.end(), state.order.end() - list.size);
  }

  std::optional<u8> board_;
  bool fixed_;
};

std::unique_ptr<AnyGame> make_sixfold(const Options& options) {
  std::optional<u8> board;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (options.is("board", layouts[i].name)) board = static_cast<u8>(i);
  }
  return as_game(Sixfold(board, options.is("draw", "fixed")));
}

const Registration registration{{
    .id = "sixfold",
    .title = "Sixfold",
    .page = "sixfold",
    .source = "sixfold.cpp",
    .options = {{"board", one_of({std::string("random"), std::string("square"), std::string("hex"), std::string("cross"), std::string("triangle")}),
                 "which of the boards of 36 cells"},
                {"draw", one_of({std::string("chance"), std::string("fixed")}), "offer refilled by chance, or in an order that the set-up fixes"}},
    .make = make_sixfold,
}};

}  // namespace
