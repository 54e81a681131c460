// Catchup (docs/rules/catchup.md).
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int most_cells = 127;
constexpr int most_stones = 3;  // of a turn

// ---- Board. Only the cells are numbered, in reading order, hexhex 2:
//
//        0  1         cells (column q, row r), both from 0; the neighbours of (q, r) are
//       2  3  4       (q - 1, r), (q + 1, r), (q, r - 1), (q, r + 1), (q + 1, r - 1), (q - 1, r + 1)
//        5  6

constexpr std::array<std::pair<int, int>, 6> directions{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}}};

struct Board {
  static constexpr u8 none = most_cells;

  std::array<u8, most_cells> column{};
  std::array<u8, most_cells> row{};
  std::array<std::array<u8, 6>, most_cells> around{};  ///< the neighbours of a cell, `none` where there is none
  u8 size = 0;

  /// Cells are added in reading order.
  constexpr void add(int q, int r) {
    column[size] = static_cast<u8>(q);
    row[size++] = static_cast<u8>(r);
  }
  constexpr void find_neighbours() {
    for (int cell = 0; cell < size; ++cell) {
      for (std::size_t d = 0; d < directions.size(); ++d) {
        const int found = at(column[cell] + directions[d].first, row[cell] + directions[d].second);
        around[cell][d] = found < 0 ? none : static_cast<u8>(found);
      }
    }
  }
  /// The cell of this column and row, or -1.
  constexpr int at(int q, int r) const {
    for (int cell = 0; cell < size; ++cell) {
      if (column[cell] == q && row[cell] == r) return cell;
    }
    return -1;
  }
  constexpr int width() const { return size == 0 ? 0 : 1 + *std::max_element(column.begin(), column.begin() + size); }
  constexpr int height() const { return size == 0 ? 0 : 1 + row[size - 1]; }

  bool connected() const {
    WideBits<2> reached;
    std::array<u8, most_cells> list{0};
    int filled = 1;
    reached.set(0);
    for (int i = 0; i < filled; ++i) {
      for (const u8 next : around[list[i]]) {
        if (next == none || reached.test(next)) continue;
        reached.set(next);
        list[filled++] = next;
      }
    }
    return filled == size;
  }

  friend bool operator==(const Board& a, const Board& b) { return a.size == b.size && a.column == b.column && a.row == b.row; }
};

constexpr Board hexhex(int side) {
  Board board;
  for (int r = 0; r < 2 * side - 1; ++r) {
    for (int q = std::max(0, side - 1 - r); q < std::min(2 * side - 1, 3 * side - 2 - r); ++q) board.add(q, r);
  }
  board.find_neighbours();
  return board;
}

// ---- How many sets of 1, 2 and 3 of n cells there are.

constexpr std::uint64_t pairs(std::uint64_t n) { return n * (n - 1) / 2; }
constexpr std::uint64_t triples(std::uint64_t n) { return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6; }
constexpr std::uint64_t turns(int limit, std::uint64_t n) {
  if (n == 0) return 0;
  return n + (limit > 1 ? pairs(n) : 0) + (limit > 2 ? triples(n) : 0);
}

/// Where the board of a position is: in the rules for hex5 and hex7, in the state for `random`.
struct NoBoard {
  friend bool operator==(const NoBoard&, const NoBoard&) = default;
};

template <int Words, bool Random>
class Catchup {
 public:
  using Cells = WideBits<Words>;

  struct State {
    std::array<Cells, 2> stones{};
    /// By cell with a stone: another of its group, or, of one stone of each group, minus the group's size. Follows from `stones`, up to the choice of stones.
    std::array<std::int8_t, 64 * Words> link{};
    std::array<u8, 2> score{1, 1};  ///< as on the page: at least 1
    u8 empty = 0;
    u8 mover = 0;
    bool bonus = false;
    [[no_unique_address]] std::conditional_t<Random, Board, NoBoard> own_board{};

    friend bool operator==(const State& a, const State& b) {
      return a.stones == b.stones && a.mover == b.mover && a.bonus == b.bonus && a.own_board == b.own_board;
    }
  };

  /// A set of cells in ascending order; unused places hold `unused`.
  struct Move {
    std::array<u8, most_stones> cell{unused, unused, unused};
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Catchup(int side) : board_(hexhex(side)) {
    for (int cell = 0; cell < board_.size; ++cell) {
      for (const u8 next : board_.around[cell]) {
        if (next != Board::none) around_[cell].set(next);
      }
    }
  }

  // ---- Setup
  State initial(Rng& rng) const {
    if constexpr (Random) {
      return on(draw_board(rng));
    } else {
      return on(board_);
    }
  }

  int current_player(const State& at) const { return at.empty == 0 ? over : at.mover; }

  // ---- Move. One cell, then pairs, then triples, each in lexicographic order.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    std::array<u8, 64 * Words> cells;
    const int n = list_empty(at, cells);
    for (int a = 0; a < n; ++a) {
      if (emit(Move{{cells[a], unused, unused}})) return;
    }
    const int limit = limit_of(at);
    if (limit < 2) return;
    for (int a = 0; a < n; ++a) {
      for (int b = a + 1; b < n; ++b) {
        if (emit(Move{{cells[a], cells[b], unused}})) return;
      }
    }
    if (limit < 3) return;
    for (int a = 0; a < n; ++a) {
      for (int b = a + 1; b < n; ++b) {
        for (int c = b + 1; c < n; ++c) {
          if (emit(Move{{cells[a], cells[b], cells[c]}})) return;
        }
      }
    }
  }

  void play(State& state, const Move& move) const {
    const int player = state.mover;
    const u8 before = state.score[player];
    for (const u8 cell : move.cell) {
      if (cell == unused) break;
      put(state, player, cell);
    }
    end_turn(state, before);
  }

  std::uint64_t count(const State& at) const { return turns(limit_of(at), at.empty); }

  Move nth(const State& at, std::uint64_t i) const {
    const Cells free = empty(at);
    const std::uint64_t n = at.empty;
    const auto cell = [&](std::uint64_t k) { return static_cast<u8>(nth_bit(free, static_cast<int>(k))); };
    if (i < n) return {{cell(i), unused, unused}};
    i -= n;
    // The first of a set leaves the sets of one cell less among the cells after it.
    if (i < pairs(n)) {
      const std::uint64_t a = skip(i, n, [](std::uint64_t rest) { return rest; });
      return {{cell(a), cell(a + 1 + i), unused}};
    }
    i -= pairs(n);
    const std::uint64_t a = skip(i, n, pairs);
    const std::uint64_t b = skip(i, n - 1 - a, [](std::uint64_t rest) { return rest; });
    return {{cell(a), cell(a + 1 + b), cell(a + 1 + b + 1 + i)}};
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const std::uint64_t choices = count(at);
    if (choices == 0) return std::nullopt;
    return nth(at, rng.below(choices));
  }

  /// The size of each turn is drawn with the number of sets of that size, its cells are the next of a shuffled list.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u8, 64 * Words> cells;
    list_empty(state, cells);
    std::uint64_t plies = 0;
    u64 bits = 0;
    int left = 0;  // numbers of 16 bits in it
    for (; state.empty != 0 && plies < max_plies; ++plies) {
      const unsigned n = state.empty;
      const std::uint64_t draw = rng.below(count(state));
      const int size = draw < n ? 1 : draw < n + pairs(n) ? 2 : 3;
      const int player = state.mover;
      const u8 before = state.score[player];
      for (int k = 0; k < size; ++k) {
        if (left == 0) {
          bits = rng.next();
          left = 4;
        }
        // Lemire's method as in Rng::below, so without bias.
        const unsigned rest = state.empty;
        unsigned product = static_cast<unsigned>(bits & 0xFFFF) * rest;
        bits >>= 16;
        --left;
        if ((product & 0xFFFF) < rest) {
          while ((product & 0xFFFF) < 0x10000 % rest) product = static_cast<unsigned>(rng.next() & 0xFFFF) * rest;
        }
        const unsigned index = product >> 16;
        const u8 cell = cells[index];
        cells[index] = cells[rest - 1];
        put(state, player, cell);
      }
      end_turn(state, before);
    }
    return plies;
  }

  std::uint64_t longest_game() const { return Random ? random_cells : board_.size; }

  // ---- End
  /// The descending lists of group sizes first differ at the largest size of which one player has more groups.
  Result result(const State& at) const {
    std::array<std::int8_t, most_cells + 1> more{};  // groups of White less those of Black, by size
    for (int player = 0; player < 2; ++player) {
      for_each_bit(at.stones[player], [&](int cell) {
        if (at.link[cell] < 0) more[-at.link[cell]] = static_cast<std::int8_t>(more[-at.link[cell]] + (player == 0 ? 1 : -1));
        return false;
      });
    }
    int size = std::max(at.score[0], at.score[1]);
    while (size > 0 && more[size] == 0) --size;
    Result result = size == 0 ? Result::draw(2, "board full") : Result::win(2, more[size] > 0 ? 0 : 1, "board full");
    result.set_scores(at.score);
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    const Board& board = board_of(at);
    std::string out(static_cast<std::size_t>(board.height() * (board.width() + 1)), '~');
    const auto index = [&](int q, int r) { return static_cast<std::size_t>(r * (board.width() + 1) + q); };
    for (int r = 1; r < board.height(); ++r) out[index(-1, r)] = '/';
    for (int cell = 0; cell < board.size; ++cell) out[index(board.column[cell], board.row[cell])] = letter(at, cell);
    out.back() = ' ';
    return out + (at.mover == 0 ? "w " : "b ") + (at.bonus ? '+' : '-');
  }

  std::string text(const State& at, const Move& move) const {
    std::string out;
    for (const u8 cell : move.cell) {
      if (cell == unused) break;
      if (!out.empty()) out += ',';
      out += name(board_of(at), cell);
    }
    return out;
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    const auto [board, owners] = read_board(parts[0]);
    if constexpr (!Random) {
      if (!(board == board_)) throw TextError("board " + in_quotes(parts[0]) + " is not the hexagon of " + std::to_string(board_.size) + " cells");
    }
    State state = on(board);
    for (int cell = 0; cell < board.size; ++cell) {
      if (owners[cell] != 0) put(state, owners[cell] == 'o' ? 0 : 1, cell);
    }
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    if (parts[2] != "+" && parts[2] != "-") throw TextError("bonus " + in_quotes(parts[2]) + " is not + or -");
    state.bonus = parts[2] == "+";
    if (state.bonus && state.empty == board.size) throw TextError("bonus '+' on an empty board");
    if (state.bonus && state.score[1 - state.mover] < state.score[state.mover]) {
      throw TextError("bonus '+' for a player whose score, " + std::to_string(state.score[state.mover]) + ", is the higher one");
    }
    return state;
  }

  /// Reads the cells in any order.
  Move parse_move(const State& at, std::string_view in) const {
    const Board& board = board_of(at);
    const auto parts = split(in, ',');
    Move move;
    std::size_t size = 0;
    bool on_board = true;
    for (const std::string_view part : parts) {
      const auto [q, r] = read_cell(part, in);
      const int cell = board.at(q, r);
      on_board = on_board && cell >= 0;
      if (size < most_stones) move.cell[size] = static_cast<u8>(cell);
      ++size;
    }
    if (!on_board || size > static_cast<std::size_t>(limit_of(at)) || size > at.empty) illegal_move(in);
    std::sort(move.cell.begin(), move.cell.end());
    const Cells free = empty(at);
    for (std::size_t i = 0; i < size; ++i) {
      if (!free.test(move.cell[i]) || (i > 0 && move.cell[i] == move.cell[i - 1])) illegal_move(in);
    }
    return move;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.mover + (at.bonus ? 2u : 0u);
    for (const Cells& stones : at.stones) {
      for (const u64 word : stones.word) key = scramble(key ^ word);
    }
    if constexpr (Random) {
      for (int cell = 0; cell < at.own_board.size; ++cell) key = scramble(key ^ static_cast<u64>(at.own_board.column[cell] * 256 + at.own_board.row[cell] + 1));
    }
    return key;
  }

  /// The hexagons stand on their points; each row begins with the name of its first cell.
  std::string diagram(const State& at) const {
    const Board& board = board_of(at);
    int left = 2 * board.width() + board.height();
    for (int cell = 0; cell < board.size; ++cell) left = std::min(left, 2 * board.column[cell] + board.row[cell]);
    std::string out;
    for (int cell = 0; cell < board.size;) {
      const std::string label = name(board, cell);
      std::string line = std::string(label.size() < 6 ? 6 - label.size() : 0, ' ') + label + "  ";
      for (const int row = board.row[cell]; cell < board.size && board.row[cell] == row; ++cell) {
        const auto place = static_cast<std::size_t>(8 + 2 * board.column[cell] + row - left);
        line.resize(place, ' ');
        line += letter(at, cell);
      }
      out += line + '\n';
    }
    return out;
  }

 private:
  static constexpr u8 unused = 255;
  static constexpr int random_cells = 61;

  const Board& board_of([[maybe_unused]] const State& at) const {
    if constexpr (Random) {
      return at.own_board;
    } else {
      return board_;
    }
  }

  static State on(const Board& board) {
    State state;
    state.empty = board.size;
    if constexpr (Random) state.own_board = board;
    return state;
  }

  /// Grows from one cell, each time by one of the empty cells next to it: the frontier, in reading order.
  static Board draw_board(Rng& rng) {
    using Place = std::pair<int, int>;  // row, column
    std::set<Place> cluster;
    std::set<Place> frontier{{0, 0}};
    while (cluster.size() < static_cast<std::size_t>(random_cells)) {
      auto chosen = frontier.begin();
      if (!cluster.empty()) std::advance(chosen, static_cast<std::ptrdiff_t>(rng.below(frontier.size())));
      const auto [r, q] = *chosen;
      frontier.erase(chosen);
      cluster.insert({r, q});
      for (const auto& [east, south] : directions) {
        if (!cluster.contains({r + south, q + east})) frontier.insert({r + south, q + east});
      }
    }
    int first_column = 0;
    for (const auto& [r, q] : cluster) first_column = std::min(first_column, q);
    Board board;
    for (const auto& [r, q] : cluster) board.add(q - first_column, r - cluster.begin()->first);
    board.find_neighbours();
    return board;
  }

  Cells empty(const State& at) const { return Cells::first(board_of(at).size).without(at.stones[0] | at.stones[1]); }
  int list_empty(const State& at, std::array<u8, 64 * Words>& cells) const {
    int n = 0;
    for_each_bit(empty(at), [&](int cell) {
      cells[n++] = static_cast<u8>(cell);
      return false;
    });
    return n;
  }

  int limit_of(const State& at) const { return at.empty == board_of(at).size ? 1 : at.bonus ? 3 : 2; }

  /// Which a of n comes first in the i-th set, when `sets(n - 1 - a)` begin with a; i becomes the number among those.
  template <class Sets>
  static std::uint64_t skip(std::uint64_t& i, std::uint64_t n, Sets&& sets) {
    for (std::uint64_t a = 0;; ++a) {
      const std::uint64_t here = sets(n - 1 - a);
      if (i < here) return a;
      i -= here;
    }
  }

  static int group_of(const State& at, int cell) {
    while (at.link[cell] >= 0) cell = at.link[cell];
    return cell;
  }

  void put(State& state, int player, int cell) const {
    state.stones[player].set(cell);
    --state.empty;
    state.link[cell] = -1;
    int group = cell;
    // The smaller of two groups is hung below the larger one, so that the way up stays short.
    const auto join = [&](int next) {
      int other = group_of(state, next);
      if (other == group) return false;
      if (state.link[group] > state.link[other]) std::swap(group, other);
      state.link[group] = static_cast<std::int8_t>(state.link[group] + state.link[other]);
      state.link[other] = static_cast<std::int8_t>(group);
      return false;
    };
    if constexpr (Random) {
      for (const u8 next : state.own_board.around[cell]) {
        if (state.stones[player].test(next)) join(next);
      }
    } else {
      for_each_bit(around_[cell] & state.stones[player], join);
    }
    state.score[player] = std::max(state.score[player], static_cast<u8>(-state.link[group]));
  }

  static void end_turn(State& state, u8 score_before) {
    const u8 score = state.score[state.mover];
    state.mover ^= 1;
    state.bonus = score > score_before && score >= state.score[state.mover];
  }

  char letter(const State& at, int cell) const { return at.stones[0].test(cell) ? 'o' : at.stones[1].test(cell) ? 'x' : '.'; }

  static std::string name(const Board& board, int cell) {
    const int q = board.column[cell];
    std::string out;
    if (q >= 26) out += static_cast<char>('a' + q / 26 - 1);
    return (out += static_cast<char>('a' + q % 26)) + std::to_string(board.row[cell] + 1);
  }
  static std::pair<int, int> read_cell(std::string_view part, std::string_view in) {
    std::size_t i = 0;
    int q = 0;
    for (; i < part.size() && i < 2 && part[i] >= 'a' && part[i] <= 'z'; ++i) q = 26 * q + (part[i] - 'a' + 1);
    if (i == 0 || i == part.size() || part.size() - i > 3 || part[i] == '0') unreadable_move(in);
    int r = 0;
    for (; i < part.size(); ++i) {
      if (part[i] < '0' || part[i] > '9') unreadable_move(in);
      r = 10 * r + (part[i] - '0');
    }
    return {q - 1, r - 1};
  }

  /// The board and what stands on its cells: `o`, `x` or 0.
  static std::pair<Board, std::array<char, most_cells>> read_board(std::string_view in) {
    Board board;
    std::array<char, most_cells> owners{};
    const auto wrong = [&](const std::string& what) { return TextError("board " + in_quotes(in) + ": " + what); };
    const auto rows = split(in, '/');
    const std::string_view first = rows[0];
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].size() != first.size()) throw wrong("row " + std::to_string(r + 1) + " is not as long as the first");
      for (std::size_t q = 0; q < rows[r].size(); ++q) {
        const char c = rows[r][q];
        if (c == '~') continue;
        if (c != '.' && c != 'o' && c != 'x') throw wrong("unknown character " + in_quotes(symbol_at(rows[r], q)) + " in row " + std::to_string(r + 1));
        if (board.size == most_cells) throw wrong("more than " + std::to_string(most_cells) + " cells");
        // A connected board of so few cells lies in so many rows and columns; larger numbers need not fit a byte.
        if (r >= most_cells || q >= most_cells) throw wrong("its cells are not connected, or the first row or column has none");
        owners[board.size] = c == '.' ? '\0' : c;
        board.add(static_cast<int>(q), static_cast<int>(r));
      }
    }
    if (board.size == 0) throw wrong("no cells");
    const auto width = static_cast<int>(first.size());
    const bool from_first = board.row[0] == 0 && *std::min_element(board.column.begin(), board.column.begin() + board.size) == 0;
    if (!from_first || board.width() != width || board.height() != static_cast<int>(rows.size())) throw wrong("a first or last row or column without cells");
    board.find_neighbours();
    if (!board.connected()) throw wrong("its cells are not connected");
    return {board, owners};
  }

  Board board_;  ///< of hex5 and hex7
  std::array<Cells, 64 * Words> around_{};
};

std::unique_ptr<AnyGame> make_catchup(const Options& options) {
  if (options.is("board", "hex5")) return as_game(Catchup<1, false>(5));
  if (options.is("board", "hex7")) return as_game(Catchup<2, false>(7));
  return as_game(Catchup<2, true>(1));
}

const Registration registration{{
    .id = "catchup",
    .title = "Catchup",
    .page = "catchup",
    .source = "catchup.cpp",
    .options = {{"board", one_of({std::string("hex5"), std::string("hex7"), std::string("random")}), "hexagon of side 5 or 7, or a random board of 61 cells"}},
    .make = make_catchup,
}};

}  // namespace
