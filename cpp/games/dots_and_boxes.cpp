// Dots and Boxes. Page: docs/rules/dots_and_boxes.md.
//
// Box (row r, column c), both from 0 at the bottom left, is number r * columns + c. Edges are numbered along the bottom sides of the boxes row by row, with
// one more row on top, then along their left sides row by row, with one more column on the right. 2 rows, 3 columns:
//
//      +--6--+--7--+--8--+
//     13    14    15    16
//      +--3--+--4--+--5--+
//      9    10    11    12
//      +--0--+--1--+--2--+
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/square_names.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int largest_side = 10;

/// `Words` words hold all edges.
template <int Words>
class DotsAndBoxes {
 public:
  using Set = WideBits<Words>;

  struct State {
    Set drawn;  ///< edges
    Set first;  ///< boxes of player 0; those of player 1 are the other complete ones
    u8 mover = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    u8 edge = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  DotsAndBoxes(int rows, int columns)
      : rows_(rows), columns_(columns), boxes_(rows * columns), edges_(rows * (columns + 1) + columns * (rows + 1)), board_(Set::first(edges_)) {
    beside_.fill({static_cast<u8>(boxes_), static_cast<u8>(boxes_)});
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const int box = row * columns + column;
        int side = 0;
        for (const int edge : {bottom(row, column), bottom(row + 1, column), left(row, column), left(row, column + 1)}) {
          sides_[box].set(edge);
          beside_[edge][side++ % 2 == 0 ? 1 : 0] = static_cast<u8>(box);
        }
      }
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return at.drawn == board_ ? over : at.mover; }

  // ---- Move

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for_each_bit(board_.without(at.drawn), [&](int edge) { return emit(Move{static_cast<u8>(edge)}); });
  }

  /// Who completes a box draws again. After the last edge, too, it stays his turn.
  void play(State& state, Move move) const {
    state.drawn.set(move.edge);
    bool completed = false;
    for (const u8 box : beside_[move.edge]) {
      if (box == boxes_ || !complete(state, box)) continue;
      completed = true;
      if (state.mover == 0) state.first.set(box);
    }
    if (!completed) state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const { return static_cast<std::uint64_t>(edges_ - popcount(at.drawn)); }

  Move nth(const State& at, std::uint64_t i) const { return {static_cast<u8>(nth_bit(board_.without(at.drawn), static_cast<int>(i)))}; }

  /// The edges in random order. Of each box only the number of missing sides matters, and who drew last beside it: if it is complete, it is his.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u8, edge_limit> edges;
    int missing = 0;
    for_each_bit(board_.without(state.drawn), [&](int edge) {
      edges[missing++] = static_cast<u8>(edge);
      return false;
    });
    std::array<u8, box_limit + 1> sides;  // still missing
    std::array<u8, box_limit + 1> last;
    for (int box = 0; box < boxes_; ++box) {
      sides[box] = static_cast<u8>(popcount(sides_[box].without(state.drawn)));
      last[box] = state.first.test(box) ? 0 : 1;
    }
    sides[boxes_] = 255;  // beyond the border: never complete
    const int plies = static_cast<int>(std::min<std::uint64_t>(max_plies, static_cast<std::uint64_t>(missing)));
    u8 mover = state.mover;
    u64 bits = 0;
    for (int ply = 0; ply < plies; ++ply) {
      // Four draws a random number: Lemire's method as in Rng::below, on 16 bits, so without bias.
      const auto choices = static_cast<unsigned>(missing - ply);
      bits = ply % 4 == 0 ? rng.next() : bits >> 16;
      unsigned product = static_cast<unsigned>(bits & 0xFFFF) * choices;
      if ((product & 0xFFFF) < choices) {
        const unsigned reject_below = 0x10000 % choices;
        while ((product & 0xFFFF) < reject_below) product = static_cast<unsigned>(rng.next() & 0xFFFF) * choices;
      }
      const unsigned edge = edges[product >> 16];
      edges[product >> 16] = edges[choices - 1];
      edges[choices - 1] = static_cast<u8>(edge);
      const auto [one, two] = beside_[edge];
      const u8 more_of_one = --sides[one];
      const u8 more_of_two = --sides[two];
      last[one] = last[two] = mover;
      mover ^= static_cast<u8>((more_of_one != 0) & (more_of_two != 0));
    }
    if (plies == missing) {
      state.drawn = board_;
    } else {
      for (int ply = 0; ply < plies; ++ply) state.drawn.set(edges[missing - 1 - ply]);
    }
    state.mover = mover;
    state.first = {};
    for (int box = 0; box < boxes_; ++box) state.first.holder(box) |= static_cast<u64>((last[box] | sides[box]) == 0) << (box % 64);
    return static_cast<std::uint64_t>(plies);
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(edges_); }
  std::uint64_t actions() const { return static_cast<std::uint64_t>(edges_); }
  std::uint64_t action(Move move) const { return move.edge; }

  // ---- End

  Result result(const State& at) const {
    const int first = popcount(at.first);
    return Result::by_score(2, std::array<int, 2>{first, boxes_ - first}, "all boxes owned");
  }

  /// Every order of the edges is a game.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    std::uint64_t total = 1;
    const int missing = edges_ - popcount(at.drawn);
    for (int i = 0; i < depth; ++i) {
      const auto choices = static_cast<std::uint64_t>(std::max(missing - i, 0));
      if (choices == 0) return 0;
      if (total > std::numeric_limits<std::uint64_t>::max() / choices) {
        if (depth > missing) return 0;
        throw CountOverflow("perft: more than 2^64 - 1 nodes");
      }
      total *= choices;
    }
    return total;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.mover;
    for (const u64 word : at.drawn.word) key = zobrist(key, word);
    for (const u64 word : at.first.word) key = zobrist(key, word);
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int row = rows_; row-- > 0;) {
      for (int column = 0; column < columns_; ++column) out += owner(at, row * columns_ + column);
      out += row > 0 ? '/' : ' ';
    }
    const auto rows = [&](int count, int length, int edge) {
      for (int row = 0; row < count; ++row) {
        for (int i = 0; i < length; ++i) out += at.drawn.test(edge++) ? '1' : '0';
        out += row + 1 < count ? '/' : ' ';
      }
    };
    rows(rows_ + 1, columns_, bottom(0, 0));
    rows(rows_, columns_ + 1, left(0, 0));
    return out + (at.mover == 0 ? '0' : '1');
  }

  /// The box, and which of its sides.
  std::string text(const State&, Move move) const {
    const bool lies = move.edge < left(0, 0);
    const int length = lies ? columns_ : columns_ + 1;
    const int at = lies ? move.edge : move.edge - left(0, 0);
    return square_name(at % length, at / length) + (lies ? 'h' : 'v');
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    Set second;
    each_character(parts[0], rows_, columns_, "owners", [&](int row, int column, char c) {
      const int box = (rows_ - 1 - row) * columns_ + column;
      if (c == '0') state.first.set(box);
      if (c == '1') second.set(box);
      return c == '0' || c == '1' || c == '.';
    });
    const auto read_edges = [&](std::string_view part, int count, int length, int first, const char* name) {
      each_character(part, count, length, name, [&](int row, int i, char c) {
        if (c == '1') state.drawn.set(first + row * length + i);
        return c == '0' || c == '1';
      });
    };
    read_edges(parts[1], rows_ + 1, columns_, bottom(0, 0), "horizontal edges");
    read_edges(parts[2], rows_, columns_ + 1, left(0, 0), "vertical edges");
    state.mover = static_cast<u8>(number(parts[3], 0, 1, "side to move"));
    for (int box = 0; box < boxes_; ++box) {
      const bool owned = state.first.test(box) || second.test(box);
      if (owned == complete(state, box)) continue;
      throw TextError("owners " + in_quotes(parts[0]) + ": box " + square_name(box % columns_, box / columns_) +
                      (owned ? " has an owner, but not four edges" : " has four edges, but no owner"));
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const auto box = take_square(rest, columns_ + 1, rows_ + 1);
    const bool lies = take_mark(rest, 'h');
    if (!box || (!lies && !take_mark(rest, 'v')) || !rest.empty()) unreadable_move(in);
    if (lies ? box->file == columns_ : box->rank == rows_) unreadable_move(in);
    const int edge = lies ? bottom(box->rank, box->file) : left(box->rank, box->file);
    if (at.drawn.test(edge)) illegal_move(in);
    return {static_cast<u8>(edge)};
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int row = rows_; row >= 0; --row) {
      out += "   ";
      for (int column = 0; column < columns_; ++column) out += at.drawn.test(bottom(row, column)) ? "+---" : "+   ";
      out += "+\n";
      if (row == 0) break;
      const std::string label = std::to_string(row);
      out += std::string(2 - label.size(), ' ') + label + ' ';
      for (int column = 0; column <= columns_; ++column) {
        out += at.drawn.test(left(row - 1, column)) ? '|' : ' ';
        if (column == columns_) break;
        const char c = owner(at, (row - 1) * columns_ + column);
        ((out += ' ') += c == '.' ? ' ' : c) += ' ';
      }
      out += '\n';
    }
    out += "   ";
    for (int column = 0; column < columns_; ++column) (out += "  ") += {static_cast<char>('a' + column), ' '};
    return out + '\n';
  }

 private:
  static constexpr int edge_limit = std::min(64 * Words, 2 * largest_side * (largest_side + 1));
  static constexpr int box_limit = std::min(64 * Words / 2, largest_side* largest_side);

  /// The bottom side of a box; also of those one row above the board, whose bottom sides are the upper border.
  int bottom(int row, int column) const { return row * columns_ + column; }
  /// The left side of a box; also of those one column to the right of the board.
  int left(int row, int column) const { return (rows_ + 1) * columns_ + row * (columns_ + 1) + column; }

  bool complete(const State& at, int box) const { return (sides_[box] & at.drawn) == sides_[box]; }
  char owner(const State& at, int box) const { return !complete(at, box) ? '.' : at.first.test(box) ? '0' : '1'; }

  /// `count` rows separated by '/', of `length` characters each; `put(row, i, character)` says whether the character may stand there.
  template <class Put>
  static void each_character(std::string_view part, int count, int length, const std::string& name, Put&& put) {
    const auto lines = split(part, '/');
    if (lines.size() != static_cast<std::size_t>(count)) {
      throw TextError(name + " " + in_quotes(part) + ": " + std::to_string(lines.size()) + " rows, not " + std::to_string(count));
    }
    for (int row = 0; row < count; ++row) {
      const std::string_view line = lines[static_cast<std::size_t>(row)];
      if (line.size() != static_cast<std::size_t>(length)) {
        throw TextError(name + " " + in_quotes(part) + ": row " + in_quotes(line) + " has " + std::to_string(line.size()) + " characters, not " +
                        std::to_string(length));
      }
      for (int i = 0; i < length; ++i) {
        const char c = line[static_cast<std::size_t>(i)];
        if (!put(row, i, c)) throw TextError(name + " " + in_quotes(part) + ": unknown character " + in_quotes(std::string_view(&c, 1)));
      }
    }
  }

  int rows_;
  int columns_;
  int boxes_;
  int edges_;
  Set board_;
  std::array<Set, box_limit> sides_{};                  ///< by box: its four edges
  std::array<std::array<u8, 2>, edge_limit> beside_{};  ///< by edge: the boxes on both sides, `boxes_` for none
};

/// `4x4` is another spelling of `4`.
void resolve_size(Options& options) {
  for (Options::Entry& entry : options.entries()) {
    const auto* text = std::get_if<std::string>(&entry.value);
    if (text == nullptr) continue;
    const std::size_t x = text->find('x');
    if (text->substr(0, x) == text->substr(x + 1)) entry.value = static_cast<std::int64_t>(std::stoi(*text));
  }
}

std::unique_ptr<AnyGame> make_dots_and_boxes(const Options& options) {
  int rows = 0;
  int columns = 0;
  if (const auto* text = std::get_if<std::string>(&options.value("size"))) {
    rows = std::stoi(*text);
    columns = std::stoi(text->substr(text->find('x') + 1));
  } else {
    rows = columns = static_cast<int>(options.integer("size"));
  }
  const int edges = rows * (columns + 1) + columns * (rows + 1);
  if (edges <= 64) return as_game(DotsAndBoxes<1>(rows, columns));
  if (edges <= 128) return as_game(DotsAndBoxes<2>(rows, columns));
  return as_game(DotsAndBoxes<4>(rows, columns));
}

const Registration registration{{
    .id = "dots_and_boxes",
    .title = "Dots and Boxes",
    .page = "dots_and_boxes",
    .source = "dots_and_boxes.cpp",
    .options = {{"size",
                 {Value(std::int64_t{5}), Value(std::int64_t{4}), Value(std::int64_t{6}), Value(std::int64_t{7}), Range{1, largest_side},
                  Sizes{1, largest_side}},
                 "boxes along a side, or rows x columns of boxes"}},
    .resolve = resolve_size,
    .make = make_dots_and_boxes,
}};

}  // namespace
