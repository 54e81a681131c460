// Havannah (docs/rules/havannah.md).
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/hexhex.hpp"

namespace {

using namespace ply;

constexpr int largest_size = 10;
constexpr int most_cells = HexGrid<1>::cells_of_hexagon(largest_size);

// ---- Board. Cell = bit, row by row from row 1 (row j of the page is y = j - 1, letter a is x = 0). Size 4, 37 cells:
//
//    7    33 34 35 36
//    6   28 29 30 31 32
//    5  22 23 24 25 26 27
//    4 15 16 17 18 19 20 21
//    3  9 10 11 12 13 14
//    2    4  5  6  7  8
//    1      0  1  2  3
//
// ---- Around a cell. Its pattern has the bits that the three rows around have, read off where they stand:
//
//    bit 0  1          row y + 1, columns x - 1 and x
//       4 . 6          row y, columns x - 1 and x + 1
//        2  3          row y - 1, columns x and x + 1
constexpr int patterns = 128;
constexpr unsigned surrounded = 0b1011111;
/// The pattern's bits in the order of HexGrid's directions, and round once more.
constexpr std::array<int, 12> round_bits{6, 1, 0, 4, 2, 3, 6, 1, 0, 4, 2, 3};

/// What a pattern of own stones says of a stone put in the middle.
struct Around {
  u8 arcs = 0;                 ///< runs of own neighbours next to each other
  std::array<u8, 3> in_arc{};  ///< for each, the direction of one of them
  u8 between = 0;              ///< bit d: the neighbours in direction d and on both sides of it are own
};
constexpr std::array<Around, patterns> arounds = [] {
  std::array<Around, patterns> table{};
  for (unsigned pattern = 0; pattern < patterns; ++pattern) {
    const auto own = [&](unsigned d) { return (pattern >> round_bits[d % 6] & 1) != 0; };
    Around& around = table[pattern];
    for (unsigned d = 0; d < 6; ++d) {
      if (own(d) && !own(d + 5)) around.in_arc[around.arcs++] = static_cast<u8>(d);
      if (own(d) && own(d + 1) && own(d + 5)) around.between |= static_cast<u8>(1 << d);
    }
    if (around.arcs == 0 && own(0)) around.arcs = 1;  // all six
  }
  return table;
}();

// ---- Structures
enum Structure : u8 { bridge = 1, fork = 2, ring = 4 };
constexpr std::array<const char*, 8> reasons{"board full", "bridge", "fork", "bridge, fork", "ring", "bridge, ring", "fork, ring", "bridge, fork, ring"};

/// What a group touches: bits 0-5 sides, bits 6-11 corners.
constexpr u16 all_sides = 0b111111;
constexpr u16 first_corner = 1 << 6;
constexpr u8 made_by(u16 touched) {
  return static_cast<u8>((popcount(u64{touched} >> 6) >= 2 ? bridge : 0) | (popcount(u64{touched} & all_sides) >= 3 ? fork : 0));
}

/// `Words` words hold all cells and one more bit, which is never set: what lies beyond the edge.
template <int Words>
class Havannah {
  static constexpr int capacity = std::min(64 * Words - 1, most_cells);

 public:
  using Cells = WideBits<Words>;

  /// The connected groups, of both colours: each stone names another of its group, and the last one, the root, what the group touches.
  struct Groups {
    static constexpr u16 root = 0x8000;
    std::array<u16, capacity> link;

    int find(int cell) {
      while (true) {
        const u16 next = link[cell];
        if ((next & root) != 0) return cell;
        const u16 after = link[next];
        if ((after & root) != 0) return next;
        link[cell] = after;
        cell = after;
      }
    }
  };

  struct State {
    std::array<Cells, 2> stones{};
    Groups groups{};  ///< follows from the stones
    u16 ply = 0;
    bool swapped = false;
    u8 made = 0;  ///< the structures of the player who just moved: if there are any, the game is over

    friend bool operator==(const State& a, const State& b) { return a.stones == b.stones && a.ply == b.ply; }
  };

  /// A cell, or `swap`.
  struct Move {
    u16 cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Havannah(const Options& options)
      : size_(static_cast<int>(options.integer("size"))),
        grid_(HexGrid<most_cells>::hexagon(size_, Slant::falling)),
        cells_(grid_.cells()),
        swap_(options.flag("swap")),
        board_(Cells::first(cells_)) {
    const int last = 2 * size_ - 2;
    for (int cell = 0; cell < cells_; ++cell) {
      const int x = grid_.x(cell);
      const int y = grid_.y(cell);
      const std::array<bool, 6> on_side{x == 0, y == last, x + y == 3 * size_ - 3, x == last, y == 0, x + y == size_ - 1};  // one after the other
      u16 touched = 0;
      for (unsigned side = 0; side < 6; ++side) {
        if (!on_side[side]) continue;
        touched = static_cast<u16>(on_side[(side + 1) % 6] ? first_corner << side : on_side[(side + 5) % 6] ? first_corner << (side + 5) % 6 : 1 << side);
      }
      touches_[cell] = touched;
      for (int d = 0; d < 6; ++d) {
        const int next = grid_.neighbour(cell, d);
        next_[cell][d] = static_cast<u16>(next == grid_.none ? cells_ : next);
      }
      places_[cell] = {static_cast<u8>(x + 1), static_cast<u8>(y + 1)};
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return is_over(at) ? over : at.ply & 1; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    if (for_each_bit(empty(at), [&](int cell) { return emit(place(cell)); })) return;
    if (may_swap(at)) emit(Move{swap_move});
  }

  void play(State& state, Move move) const {
    if (move.cell == swap_move) {
      std::swap(state.stones[0], state.stones[1]);
      state.swapped = true;
    } else {
      put(state, state.ply & 1, move.cell);
    }
    ++state.ply;
  }

  std::uint64_t count(const State& at) const { return is_over(at) ? 0 : static_cast<std::uint64_t>(empty_count(at) + (may_swap(at) ? 1 : 0)); }

  Move nth(const State& at, std::uint64_t i) const {
    const int n = static_cast<int>(i);
    return n == empty_count(at) ? Move{swap_move} : place(nth_bit(empty(at), n));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const std::uint64_t choices = count(at);
    if (choices == 0) return std::nullopt;
    return nth(at, rng.below(choices));
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; swap_ && state.ply <= 1 && plies < max_plies; ++plies) {
      const auto move = random_move(state, rng);
      if (!move) return plies;
      play(state, *move);
    }
    return is_over(state) ? plies : plies + fill(state, rng, max_plies - plies);
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(cells_ + (swap_ ? 1 : 0)); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>(cells_ + (swap_ ? 1 : 0)); }
  std::uint64_t action(Move move) const { return move.cell == swap_move ? static_cast<std::uint64_t>(cells_) : move.cell; }

  // ---- End
  Result result(const State& at) const { return at.made != 0 ? Result::win(2, (at.ply + 1) & 1, reasons[at.made]) : Result::draw(2, reasons[0]); }

  /// While nobody can have won before the last ply, every order of the empty cells is a game.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (is_over(at)) return 0;
    if (swap_ && at.ply == 0 && depth > 1) {
      State child = at;  // which cell does not matter: the counts below depend on the number of stones only
      play(child, place(0));
      const auto below = perft(child, depth - 1);
      return below ? std::optional(product(static_cast<std::uint64_t>(cells_), *below)) : std::nullopt;
    }
    const int mover = at.ply & 1;
    if (popcount(at.stones[mover]) + depth / 2 >= stones_to_win() || popcount(at.stones[1 - mover]) + (depth - 1) / 2 >= stones_to_win()) return std::nullopt;
    std::uint64_t total = 1;
    for (int i = 0; i < depth; ++i) total = product(total, static_cast<std::uint64_t>(std::max(empty_count(at) - i, 0)));
    if (!may_swap(at)) return total;
    if (depth == 1) return total + 1;
    State swapped = at;
    play(swapped, Move{swap_move});
    const auto below = perft(swapped, depth - 1);
    return below ? std::optional(sum(total, *below)) : std::nullopt;
  }

  // ---- Notation
  std::string text(const State& at) const {
    return write_rows(grid_.rows(), row_lengths(), [&](int row, int column) { return stone(at, cell_of(row, column)); }) + ((at.ply & 1) != 0 ? " o " : " x ") +
           std::to_string(at.ply);
  }

  std::string text(const State&, Move move) const { return move.cell == swap_move ? "swap" : grid_.name(move.cell); }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    std::array<Cells, 2> stones{};
    read_rows(parts[0], grid_.rows(), row_lengths(), [&](int row, int column, char c) {
      if (c != 'X' && c != 'O') return false;
      stones[c == 'O' ? 1 : 0].set(cell_of(row, column));
      return true;
    });
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    State state;
    state.ply = static_cast<u16>(number(parts[2], 0, cells_ + (swap_ ? 1 : 0), "ply"));
    if ((state.ply & 1) != (parts[1] == "o" ? 1 : 0)) throw TextError("side to move " + in_quotes(parts[1]) + " does not fit ply " + in_quotes(parts[2]));
    const int first = popcount(stones[0]);
    const int second = popcount(stones[1]);
    state.swapped = first + second + 1 == state.ply && state.ply >= 2 && swap_;
    // A swap gives player 0's only stone to player 1 and is player 1's move: one stone less for the former, as many for the latter.
    if (first != (state.ply + 1) / 2 - (state.swapped ? 1 : 0) || second != state.ply / 2) {
      throw TextError("board " + in_quotes(parts[0]) + " has " + std::to_string(first) + " X and " + std::to_string(second) + " O, which does not fit ply " +
                      in_quotes(parts[2]));
    }
    const int mover = state.ply & 1;
    for (const int player : {mover, 1 - mover}) {
      for_each_bit(stones[player], [&](int cell) {
        put(state, player, cell);
        return false;
      });
      if (player == mover && state.made != 0) {
        throw TextError("board " + in_quotes(parts[0]) + ": " + in_quotes(parts[1]) + ", to move, has won already (" + reasons[state.made] + ")");
      }
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap") {
      if (!may_swap(at)) illegal_move(in);
      return {swap_move};
    }
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (in.size() < 2 || in.size() > 3 || in[0] < 'a' || in[0] > 'z' || in[1] == '0' || !digit(in[1]) || !digit(in.back())) unreadable_move(in);
    const auto cell = grid_.called(in);
    if (is_over(at) || !cell || !empty(at).test(*cell)) illegal_move(in);
    return place(*cell);
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.ply & 1;
    for (const Cells& stones : at.stones) {
      for (const u64 word : stones.word) key = zobrist(key, word);
    }
    return key;
  }

  /// Rows from the top; the letters of the columns, which run down to the left ... right, stand below their lowest cells.
  std::string diagram(const State& at) const {
    std::string out;
    for (int y = grid_.rows() - 1; y >= -1; --y) {
      std::string line = y < 0 ? "" : std::to_string(y + 1);
      line.insert(0, 3 - line.size(), ' ');
      line.resize(static_cast<std::size_t>(5 + size_ + 4 * size_), ' ');
      for (int x = 0; x < grid_.rows(); ++x) {
        const int cell = grid_.cell(x, y);
        const bool below = cell == grid_.none && grid_.cell(x, y + 1) != grid_.none && x + y < 2 * size_;
        const char c = cell == grid_.none ? (below ? static_cast<char>('a' + x) : ' ') : stone(at, cell);
        if (c != ' ') line[static_cast<std::size_t>(5 + 2 * x + y + 1 - (size_ - 1))] = c != 0 ? c : '.';
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
    return out;
  }

 private:
  static constexpr u16 swap_move = 0xFFFF;

  static Move place(int cell) { return {static_cast<u16>(cell)}; }

  Cells empty(const State& at) const { return board_.without(at.stones[0] | at.stones[1]); }
  int empty_count(const State& at) const { return cells_ - at.ply + (at.swapped ? 1 : 0); }
  bool may_swap(const State& at) const { return swap_ && at.ply == 1; }
  bool is_over(const State& at) const { return at.made != 0 || empty_count(at) == 0; }
  static char stone(const State& at, int cell) { return at.stones[0].test(cell) ? 'X' : at.stones[1].test(cell) ? 'O' : '\0'; }

  /// Rows of a text run from the top.
  int cell_of(int row, int column) const { return grid_.first_in_row(grid_.rows() - 1 - row) + column; }
  auto row_lengths() const {
    return [this](int row) { return grid_.row_length(grid_.rows() - 1 - row); };
  }

  unsigned pattern(const Cells& stones, int cell) const {
    unsigned out = 0;
    for (unsigned d = 0; d < 6; ++d) out |= static_cast<unsigned>(stones.test(next_[cell][d])) << round_bits[d];
    return out;
  }

  void put(State& state, int player, int cell) const {
    Cells& stones = state.stones[player];
    stones.set(cell);
    state.made |= join(state.groups, cell, [&](int at) { return pattern(stones, at); });
  }

  /// Joins a new stone to its neighbours; returns the structures that it makes. `pattern_at(cell)` knows of the stone already.
  template <class PatternAt>
  PLY_ALWAYS_INLINE u8 join(Groups& groups, int cell, PatternAt&& pattern_at) const {
    const Around& around = arounds[pattern_at(cell)];
    const u16 touched = touches_[cell];
    if (around.arcs == 0) {
      groups.link[cell] = static_cast<u16>(Groups::root | touched);
      return 0;
    }
    const int neighbour = next_[cell][around.in_arc[0]];
    u8 made = 0;
    if (around.arcs == 1 && touched == 0) {
      groups.link[cell] = static_cast<u16>(neighbour);
    } else {
      const int root = groups.find(neighbour);
      groups.link[cell] = static_cast<u16>(root);
      u16 all = static_cast<u16>(groups.link[root] | touched);
      for (int arc = 1; arc < around.arcs; ++arc) {
        const int other = groups.find(next_[cell][around.in_arc[arc]]);
        if (other == root) {
          // From one arc through the group to the other and back over this stone: what lies between the arcs on one of the two sides is shut in. It is not
          // the outside of the board, so there is a cell that is not the player's.
          made |= ring;
        } else {
          all |= groups.link[other];
          groups.link[other] = static_cast<u16>(root);
        }
      }
      groups.link[root] = all;
      made |= made_by(static_cast<u16>(all & ~Groups::root));
    }
    // With one arc nothing is shut in but, perhaps, a neighbour of the player's own.
    if (around.between != 0) made |= surrounds(around.between, cell, pattern_at);
    return made;
  }

  template <class PatternAt>
  PLY_ALWAYS_INLINE u8 surrounds(u64 directions, int cell, PatternAt&& pattern_at) const {
    while (directions != 0) {
      if (pattern_at(next_[cell][pop_lowest(directions)]) == surrounded) return ring;
    }
    return 0;
  }

  // ---- The rest of a game, at random. The stones are kept by row, column x at bit x + 1, which gives patterns faster.

  using Rows = std::array<u32, 2 * largest_size + 1>;  ///< with an empty row below and above

  std::uint64_t fill(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u16, capacity> cells;
    int left = 0;
    for_each_bit(empty(state), [&](int cell) {
      cells[left++] = static_cast<u16>(cell);
      return false;
    });
    std::array<Rows, 2> rows{};
    for (int player = 0; player < 2; ++player) {
      for_each_bit(state.stones[player], [&](int cell) {
        rows[player][places_[cell].y] |= u32{1} << places_[cell].x;
        return false;
      });
    }
    const int plies = static_cast<int>(std::min<std::uint64_t>(max_plies, static_cast<std::uint64_t>(left)));
    int player = state.ply & 1;
    int ply = 0;
    u64 bits = 0;
    while (ply < plies) {
      bits = ply % 4 == 0 ? rng.next() : bits >> 16;
      const int drawn = draw(bits, left, rng);
      const int cell = cells[drawn];
      cells[drawn] = cells[--left];
      Rows& own = rows[player];
      own[places_[cell].y] |= u32{1} << places_[cell].x;
      ++ply;
      player = 1 - player;
      state.made = join(state.groups, cell, [&](int at) {
        const auto [x, y] = places_[at];
        return (own[y + 1] >> (x - 1) & 3) | (own[y - 1] >> x & 3) << 2 | (own[y] >> (x - 1) & 5) << 4;
      });
      if (state.made != 0) break;
    }
    state.ply = static_cast<u16>(state.ply + ply);
    for (int p = 0; p < 2; ++p) {
      for (int y = 0; y < grid_.rows(); ++y) {
        state.stones[p].add(grid_.first_in_row(y), u64{rows[p][y + 1]} >> (grid_.x(grid_.first_in_row(y)) + 1));
      }
    }
    return static_cast<std::uint64_t>(ply);
  }

  /// Uniform over 0 .. n - 1 from the low 16 bits and, rarely, more: Lemire's method as in Rng::below, so without bias.
  static int draw(u64 bits, int n, Rng& rng) {
    const auto size = static_cast<unsigned>(n);
    unsigned product = static_cast<unsigned>(bits & 0xFFFF) * size;
    if ((product & 0xFFFF) < size) {
      const unsigned reject_below = 0x10000 % size;
      while ((product & 0xFFFF) < reject_below) product = static_cast<unsigned>(rng.next() & 0xFFFF) * size;
    }
    return static_cast<int>(product >> 16);
  }

  /// A bridge is as long as a side, a fork longer, and the shortest ring has six stones.
  int stones_to_win() const { return std::min(size_, 6); }

  static std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a * b;
  }
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a + b < a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a + b;
  }

  struct Place {
    u8 x = 0, y = 0;  ///< from 1
  };
  int size_;
  HexGrid<most_cells> grid_;
  int cells_;
  bool swap_;
  Cells board_;
  std::array<Place, capacity> places_{};
  std::array<std::array<u16, 6>, capacity> next_{};  ///< by direction; beyond the edge: cells_
  std::array<u16, capacity> touches_{};
};

std::unique_ptr<AnyGame> make_havannah(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 5) return as_game(Havannah<1>(options));
  if (size <= 7) return as_game(Havannah<2>(options));
  if (size <= 8) return as_game(Havannah<3>(options));
  return as_game(Havannah<5>(options));
}

const Registration registration{{
    .id = "havannah",
    .title = "Havannah",
    .page = "havannah",
    .source = "havannah.cpp",
    .options = {{"size",
                 one_of({std::int64_t{8}, std::int64_t{4}, std::int64_t{5}, std::int64_t{6}, std::int64_t{7}, std::int64_t{9}, std::int64_t{10},
                         std::int64_t{2}, std::int64_t{3}}),
                 "cells along a side"},
                {"swap", flag(true), "the second player may take over the first stone"}},
    .make = make_havannah,
}};

}  // namespace
