// Four in a row: discs fall in columns; four or more of one's own in an unbroken line win.
//
// A column is a run of rows + 1 bits, its lowest cell first. The top bit of each run is a guard that never holds a disc, so that no line of shifted bits
// leads from one column into the next. 6x7:
//
//     6  13  20  27  34  41  48   guard
//     5  12  19  26  33  40  47   row 6
//     4  11  18  25  32  39  46
//     3  10  17  24  31  38  45
//     2   9  16  23  30  37  44
//     1   8  15  22  29  36  43
//     0   7  14  21  28  35  42   row 1
//     a   b   c   d   e   f   g
#include <algorithm>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

template <class Bits, int rows, int columns>
class FourInARow {
  static constexpr int stride = rows + 1;
  static_assert(stride * columns <= static_cast<int>(8 * sizeof(Bits)));

 public:
  struct State {
    Bits mover{};  ///< discs of the player to move; whose turn it is follows from the number of discs
    Bits other{};
    friend constexpr bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint8_t column = 0;
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return count(at) == 0 ? over : to_move(at); }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (has_line(at.other)) return;
    for_each_bit(landing(at), [&](int cell) { return emit(Move{static_cast<std::uint8_t>(cell / stride)}); });
  }
  std::uint64_t count(const State& at) const { return has_line(at.other) ? 0 : static_cast<std::uint64_t>(popcount(landing(at))); }
  Move nth(const State& at, std::uint64_t i) const { return {static_cast<std::uint8_t>(nth_bit(landing(at), static_cast<int>(i)) / stride)}; }

  void play(State& state, Move move) const {
    const Bits disc = landing(state) & column_cells(move.column);
    const Bits mover = state.mover | disc;
    state.mover = state.other;
    state.other = mover;
  }

  /// The line is looked for before the full board: the last disc can win.
  Result result(const State& at) const {
    if (has_line(at.other)) return Result::win(2, 1 - to_move(at), "four in a row");
    return Result::draw(2, "board full");
  }

  /// Two and three plies need no board below this one, because a disc changes nobody's threats but those of its owner.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (depth > 3) return std::nullopt;
    if (has_line(at.other)) return 0;
    const Bits open = landing(at);
    if (depth < 2) return depth == 0 ? 1 : static_cast<std::uint64_t>(popcount(open));
    const Bits quiet = open & ~completing(at.mover);  // drops after which the game goes on, unless the board is full
    if (depth == 2) return replies(open, quiet);
    const Bits harmless = ~completing(at.other);
    std::uint64_t total = 0;
    for (Bits rest = quiet; rest != Bits(u64{0}); rest &= rest - Bits(u64{1})) {
      const Bits disc = rest & (~rest + Bits(u64{1}));
      const Bits below = open ^ disc ^ (disc << 1 & board);
      total += replies(below, below & harmless);
    }
    return total;
  }

  /// One loop over the drops, with the cells where a disc can land in a list.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    if (has_line(state.other)) return 0;
    std::array<Bits, columns> cells;
    unsigned open = 0;
    for_each_bit(landing(state), [&](int index) {
      cells[open++] = Bits(u64{1}) << index;
      return false;
    });
    const int discs = popcount(state.mover | state.other);
    const std::uint64_t most = std::min<std::uint64_t>(max_plies, static_cast<std::uint64_t>(rows * columns - discs));
    const std::uint64_t untested = std::min<std::uint64_t>(most, discs < 6 ? static_cast<std::uint64_t>(6 - discs) : 0);  // nobody has four of six discs
    const auto drop = [&] {
      Bits& cell = cells[rng.below(open)];
      const Bits disc = cell;
      cell = (disc & top_row) == Bits(u64{0}) ? disc << 1 : cells[--open];
      state = {state.other, state.mover | disc};
    };
    std::uint64_t plies = 0;
    for (; plies < untested; ++plies) drop();
    for (; plies < most; ++plies) {
      drop();
      if (has_line(state.other)) return plies + 1;
    }
    return plies;
  }

  std::uint64_t longest_game() const { return rows * columns; }
  std::uint64_t actions() const { return columns; }
  std::uint64_t action(Move move) const { return move.column; }
  std::uint64_t key(const State& at) const {
    const Bits once = at.mover + landing_above(at);  // the discs of one side and a bit above the top disc of each column: unique
    return zobrist(low_word(once), high_word(once));
  }

  // ---- Notation

  std::string text(const State& at) const {
    const auto row = [&](int r, int column) { return disc_at(at, rows - 1 - r, column); };
    return write_rows(rows, columns, row) + (to_move(at) == 0 ? " x" : " o");
  }
  std::string text(const State&, Move move) const { return std::string(1, static_cast<char>('a' + move.column)); }

  std::string diagram(const State& at) const {
    const auto row = [&](int r, int column) {
      const char disc = disc_at(at, rows - 1 - r, column);
      return disc == 0 ? '.' : disc;
    };
    return draw_rows(rows, columns, row, [](int r) { return std::to_string(rows - r); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    std::array<Bits, 2> discs{};
    read_rows(parts[0], rows, columns, [&](int r, int column, char disc) {
      if (disc == 'X' || disc == 'O') discs[disc == 'X' ? 0 : 1] |= cell(rows - 1 - r, column);
      return disc == 'X' || disc == 'O';
    });
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    const int player = parts[1] == "x" ? 0 : 1;
    const Bits filled = discs[0] | discs[1];
    const Bits floating = filled & ~((filled << 1) | bottom_row);
    if (floating != Bits(u64{0})) throw TextError("board " + in_quotes(parts[0]) + ": the disc on " + cell_name(lowest(floating)) + " has nothing below it");
    if (popcount(discs[0]) != popcount(discs[1]) + player) {
      throw TextError("board " + in_quotes(parts[0]) + ": " + std::to_string(popcount(discs[0])) + " X and " + std::to_string(popcount(discs[1])) + " O with " +
                      std::string(parts[1]) + " to move");
    }
    const State state{discs[static_cast<std::size_t>(player)], discs[static_cast<std::size_t>(1 - player)]};
    if (has_line(state.mover)) throw TextError("board " + in_quotes(parts[0]) + ": a line of the side to move (" + std::string(parts[1]) + ")");
    return state;
  }

  /// `d`, or the column's number `4`, or the cell where the disc lands, `d1`.
  Move parse_move(const State& at, std::string_view in) const {
    if (in.empty() || in.size() > 3) unreadable_move(in);
    const bool letter = in[0] >= 'a' && in[0] < 'a' + columns;
    int number = 0;
    for (const char c : in.substr(letter ? 1 : 0)) {
      if (c < '0' || c > '9' || (c == '0' && number == 0)) unreadable_move(in);
      number = 10 * number + (c - '0');
    }
    const bool names_cell = letter && in.size() > 1;
    if (number > (names_cell ? rows : columns)) unreadable_move(in);
    const int column = letter ? in[0] - 'a' : number - 1;
    const Bits wanted = names_cell ? cell(number - 1, column) : column_cells(static_cast<unsigned>(column));
    if (has_line(at.other) || (landing(at) & wanted) == Bits(u64{0})) illegal_move(in);
    return {static_cast<std::uint8_t>(column)};
  }

 private:
  static constexpr Bits cell(int row, int column) { return Bits(u64{1}) << (column * stride + row); }
  static constexpr Bits row_cells(int row) {
    Bits out{};
    for (int column = 0; column < columns; ++column) out |= cell(row, column);
    return out;
  }
  static constexpr Bits bottom_row = row_cells(0);
  static constexpr Bits top_row = row_cells(rows - 1);
  static constexpr Bits guards = row_cells(rows);
  static constexpr Bits board = guards - bottom_row;

  static constexpr std::array<Bits, columns> column_table = [] {
    std::array<Bits, columns> table{};
    for (int column = 0; column < columns; ++column) {
      for (int row = 0; row <= rows; ++row) table[static_cast<std::size_t>(column)] |= cell(row, column);
    }
    return table;
  }();
  /// The cells of a column and its guard.
  static constexpr Bits column_cells(unsigned column) { return column_table[column]; }

  /// Above the highest disc of each column; on the guard if the column is full.
  static constexpr Bits landing_above(const State& at) { return (at.mover | at.other) + bottom_row; }
  static constexpr Bits landing(const State& at) { return landing_above(at) & board; }

  static int to_move(const State& at) { return popcount(at.mover | at.other) & 1; }

  template <int step>
  static constexpr bool has_line_along(Bits discs) {
    const Bits pairs = discs & discs >> step;
    return (pairs & pairs >> 2 * step) != Bits(u64{0});
  }
  static constexpr bool has_line(Bits discs) {
    return has_line_along<1>(discs) || has_line_along<stride>(discs) || has_line_along<stride - 1>(discs) || has_line_along<stride + 1>(discs);
  }

  /// The cells, empty or not, where one more disc makes four.
  static constexpr Bits completing(Bits discs) {
    return (discs << 1 & discs << 2 & discs << 3) | completing_along<stride>(discs) | completing_along<stride - 1>(discs) | completing_along<stride + 1>(discs);
  }
  /// Two discs on one side of the cell, and a third behind them or on its other side.
  template <int step>
  static constexpr Bits completing_along(Bits discs) {
    const Bits before = discs << step;
    const Bits after = discs >> step;
    return (before & discs << 2 * step & (after | discs << 3 * step)) | (after & discs >> 2 * step & (before | discs >> 3 * step));
  }

  /// All replies to all drops: as many each time as columns are open, but for the column that the drop itself fills.
  static std::uint64_t replies(Bits open, Bits quiet) { return static_cast<std::uint64_t>(popcount(quiet) * popcount(open) - popcount(quiet & top_row)); }

  static char disc_at(const State& at, int row, int column) {
    const Bits here = cell(row, column);
    if (((at.mover | at.other) & here) == Bits(u64{0})) return 0;
    return ((at.mover & here) != Bits(u64{0})) == (to_move(at) == 0) ? 'X' : 'O';
  }
  static std::string cell_name(int index) { return static_cast<char>('a' + index / stride) + std::to_string(index % stride + 1); }
};

const Registration registration{{
    .id = "four_in_a_row",
    .title = "Four in a row",
    .page = "four_in_a_row",
    .source = "four_in_a_row.cpp",
    .options = {{"size", one_of({std::string("6x7"), std::string("8x8"), std::string("9x9"), std::string("10x10")}), "rows x columns"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      if (options.is("size", "8x8")) return as_game(FourInARow<u128, 8, 8>());
      if (options.is("size", "9x9")) return as_game(FourInARow<u128, 9, 9>());
      if (options.is("size", "10x10")) return as_game(FourInARow<u128, 10, 10>());
      return as_game(FourInARow<u64, 6, 7>());
    },
}};

}  // namespace
