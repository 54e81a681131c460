// Connect6: two stones a turn, six or more in a line win (docs/rules/connect6.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/draw.hpp"
#include "geometry/square_lines.hpp"
#include "geometry/square_names.hpp"

namespace {

using namespace ply;

// ---- Board. Point (column, row), both from 0, is bit row * (N + 1) + column, a guard at the end of each row (geometry/square_lines.hpp). N = 6:
//
//     6  35 36 37 38 39 40 (41)
//          ...
//     2   7  8  9 10 11 12 (13)
//     1   0  1  2  3  4  5  (6)
//         a  b  c  d  e  f

constexpr int line = 6;
constexpr int smallest_size = 6;
constexpr int largest_size = 59;

std::uint64_t pairs(std::uint64_t n) { return n * (n - 1) / 2; }

/// For boards up to a size.
template <int largest>
class Connect6 {
  static constexpr int words_needed = (largest * (largest + 1) + 63) / 64;
  using Points = WideBits<words_needed>;

 public:
  struct State {
    std::array<Points, 2> stones{};
    u16 count = 0;  ///< of stones
    u8 mover = 0;
    bool won = false;  ///< by the side not to move; follows from the stones
    friend bool operator==(const State&, const State&) = default;
  };

  /// Two points, the lower first, or one.
  struct Move {
    u16 first = 0;
    u16 second = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Connect6(int size)
      : size_(size), row_(size + 1), squares_(size * (size + 1)), points_(size * size), stones_of_most_games_(stones_of_most_games(size)) {
    for (int i = 0; i < points_; ++i) {
      all_points_[i] = static_cast<u16>(i / size_ * row_ + i % size_);
      board_.set(all_points_[i]);
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return is_over(at) ? over : at.mover; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    std::array<u16, most_points> list;
    int size = 0;
    for_each_bit(empty(at), [&](int square) {
      list[size++] = static_cast<u16>(square);
      return false;
    });
    for (int i = 0; i < size; ++i) {
      if (stones_due(at) == 1 && emit(Move{list[i], nowhere})) return;
      for (int j = i + 1; stones_due(at) == 2 && j < size; ++j) {
        if (emit(Move{list[i], list[j]})) return;
      }
    }
  }

  std::uint64_t count(const State& at) const { return is_over(at) ? 0 : turns(at.count); }

  /// Before the turns whose lower point is number k among n empty ones there are k (2 n - k - 1) / 2.
  Move nth(const State& at, std::uint64_t i) const {
    const Points open = empty(at);
    if (stones_due(at) == 1) return {static_cast<u16>(nth_bit(open, static_cast<int>(i))), nowhere};
    const auto n = static_cast<std::uint64_t>(points_ - at.count);
    const auto before = [n](std::uint64_t k) { return k * (2 * n - k - 1) / 2; };
    const double b = static_cast<double>(n) - 0.5;
    auto k = static_cast<std::uint64_t>(std::clamp(b - std::sqrt(std::max(b * b - 2.0 * static_cast<double>(i), 0.0)), 0.0, static_cast<double>(n - 2)));
    while (before(k) > i) --k;
    while (before(k + 1) <= i) ++k;
    return pair_of(open, static_cast<int>(k), static_cast<int>(k + 1 + i - before(k)));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    const auto left = static_cast<std::uint64_t>(points_ - at.count);
    const int first = static_cast<int>(rng.below(left));
    if (stones_due(at) == 1) return Move{static_cast<u16>(nth_bit(empty(at), first)), nowhere};
    int second = static_cast<int>(rng.below(left - 1));
    if (second >= first) ++second;
    return pair_of(empty(at), std::min(first, second), std::max(first, second));
  }

  void play(State& state, Move move) const {
    Points& own = state.stones[state.mover];
    own.set(move.first);
    ++state.count;
    if (move.second != nowhere) {
      own.set(move.second);
      ++state.count;
    }
    state.won = in_line<line>(own, move.first, row_) || (move.second != nowhere && in_line<line>(own, move.second, row_));
    state.mover ^= 1;
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    if (state.count == 0 && max_plies > 0) {  // one stone
      play(state, {all_points_[rng.below(count(state))], nowhere});
      ++plies;
    }
    return is_over(state) ? plies : plies + place_at_random(state, rng, max_plies - plies);
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(points_ / 2 + 1); }

  // ---- End
  Result result(const State& at) const { return at.won ? Result::win(2, 1 - at.mover, "six in a row") : Result::draw(2, "board full"); }

  /// While nobody can have six stones before the last ply, only the number of stones matters. Two plies need no board below this one: what matters is how many
  /// turns win.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (depth < 2 || is_over(at)) return depth == 0 ? 1 : count(at);
    if (depth == 2) return product(turns(at.count) - winning_turns(at), turns(at.count + stones_due(at)));
    const int others = (depth - 1) / 2;  // turns before the last, of the side not to move
    if (popcount(at.stones[at.mover]) + 2 * (depth - 1 - others) >= line || popcount(at.stones[1 - at.mover]) + 2 * others >= line) return std::nullopt;
    std::uint64_t total = 1;
    for (int i = 0, stones = at.count; i < depth; ++i) {
      total = product(total, turns(stones));
      stones += stones_due(stones);
    }
    return total;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.mover;
    for (const Points& of_colour : at.stones) {
      for (const u64 word : of_colour.word) key = scramble(key ^ word) + word;
    }
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const {
    return write_rows(size_, size_, [&](int r, int column) { return stone(at, r, column); }) + (at.mover == 0 ? " b" : " w");
  }

  std::string text(const State&, Move move) const { return point_name(move.first) + (move.second == nowhere ? "" : point_name(move.second)); }

  std::string diagram(const State& at) const {
    const auto cell = [&](int r, int column) {
      const char c = stone(at, r, column);
      return c != 0 ? c : '.';
    };
    return draw_squares(size_, size_, cell, [&](int r) { return std::to_string(size_ - r); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    State state;
    read_rows(parts[0], size_, size_, [&](int r, int column, char c) {
      if (c != 'x' && c != 'o') return false;
      state.stones[c == 'x' ? 0 : 1].set((size_ - 1 - r) * row_ + column);
      ++state.count;
      return true;
    });
    if (parts[1] != "b" && parts[1] != "w") throw TextError("side to move " + in_quotes(parts[1]) + " is not b or w");
    state.mover = parts[1] == "b" ? 0 : 1;
    if (has_line<line>(state.stones[state.mover], row_)) {
      throw TextError("board " + in_quotes(parts[0]) + ": six in a row of the side to move, " + in_quotes(parts[1]));
    }
    state.won = has_line<line>(state.stones[1 - state.mover], row_);
    return state;
  }

  /// Two points in either order, with nothing, a comma or a space between.
  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const auto first = take_square(rest);
    if (!first) unreadable_move(in);
    const bool separated = !rest.empty() && (rest[0] == ',' || rest[0] == ' ');
    if (separated) rest.remove_prefix(1);
    const auto second = take_square(rest);
    if (!rest.empty() || (separated && !second)) unreadable_move(in);
    const Points open = empty(at);
    const auto square = [&](const SquareName& name) {
      if (name.column >= size_ || name.number > size_) illegal_move(in);
      const int index = (name.number - 1) * row_ + name.column;
      if (!open.test(index)) illegal_move(in);
      return static_cast<u16>(index);
    };
    if (is_over(at) || stones_due(at) != (second ? 2 : 1)) illegal_move(in);
    const u16 a = square(*first);
    if (!second) return {a, nowhere};
    const u16 b = square(*second);
    if (a == b) illegal_move(in);
    return {std::min(a, b), std::max(a, b)};
  }

 private:
  static constexpr int most_points = largest * largest;
  static constexpr u16 nowhere = 0xFFFF;

  bool is_over(const State& at) const { return at.won || at.count == points_; }
  Points empty(const State& at) const { return board_.without(at.stones[0] | at.stones[1]); }

  /// One on the empty board or on the last point.
  int stones_due(int stones) const { return stones == 0 || stones == points_ - 1 ? 1 : 2; }
  int stones_due(const State& at) const { return stones_due(at.count); }
  std::uint64_t turns(int stones) const {
    const auto left = static_cast<std::uint64_t>(points_ - stones);
    return left == 0 ? 0 : stones_due(stones) == 1 ? left : pairs(left);
  }

  /// The points number i < j of the set.
  static Move pair_of(const Points& set, int i, int j) { return {static_cast<u16>(nth_bit(set, i)), static_cast<u16>(nth_bit(set, j))}; }

  std::string point_name(int square) const { return square_name(square % row_, square / row_); }
  char stone(const State& at, int r, int column) const {
    const int square = (size_ - 1 - r) * row_ + column;
    return at.stones[0].test(square) ? 'x' : at.stones[1].test(square) ? 'o' : '\0';
  }

  static std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a * b;
  }

  /// How many turns win: those with a point that makes six by itself, and the pairs that fill a six with two gaps.
  std::uint64_t winning_turns(const State& at) const {
    const Points& own = at.stones[at.mover];
    const Points open = empty(at);
    const Points alone = completing<line>(own, row_) & open;
    const auto one = static_cast<std::uint64_t>(popcount(alone));
    if (stones_due(at) == 1) return one;
    const auto left = static_cast<std::uint64_t>(points_ - at.count);
    const Points others = open.without(alone);
    std::vector<std::pair<int, int>> together;
    for (const int step : line_steps(row_)) {
      for_each_bit(lines_along<line>(own | others, step), [&](int from) {
        int gaps = 0;
        std::array<int, line> gap;
        for (int i = 0; i < line; ++i) {
          if (!own.test(from + i * step)) gap[gaps++] = from + i * step;
        }
        if (gaps == 2) together.emplace_back(gap[0], gap[1]);
        return false;
      });
    }
    std::sort(together.begin(), together.end());
    together.erase(std::unique(together.begin(), together.end()), together.end());
    const std::uint64_t without = left - one;
    return turns(at.count) - (without < 2 ? 0 : pairs(without)) + together.size();
  }

  // ---- Random games. The points in random order say in which turn each would be taken; from that follows when the first line comes about.

  using Time = std::conditional_t<(largest < 22), u8, u16>;
  static constexpr Time never = std::numeric_limits<Time>::max();
  using Times = std::array<Time, listed_squares(line, 64 * words_needed, largest + 1)>;

  std::uint64_t place_at_random(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u16, most_points> list;
    const int left = list_empty(state, list);
    const int most = max_plies > static_cast<std::uint64_t>(left / 2) ? left : 2 * static_cast<int>(max_plies);
    std::array<Times, 2> taken;
    for (int side = 0; side < 2; ++side) {
      taken[side].fill(never);
      for_each_bit(state.stones[side], [&](int square) {
        taken[side][square] = 0;
        return false;
      });
    }
    int drawn = 0;
    Time lined = never;
    for (int until = std::max(32, (stones_of_most_games_ - state.count) / 4 * 4); lined == never && drawn < most; until += stones_of_most_games_ / 16 * 4) {
      const int before = drawn;
      drawn = std::min(until, most);
      draw_turns(list, left - before, before, drawn, rng, taken[state.mover], taken[1 - state.mover]);
      lined = first_line(taken);
    }
    const int plies = std::min<int>(lined, (most + 1) / 2);
    for (int side = 0; side < 2; ++side) {
      auto& words = state.stones[side].word;
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = at_most(taken[side].data() + 64 * i, static_cast<Time>(plies));
    }
    state.count = static_cast<u16>(state.count + std::min(2 * plies, left));
    state.won = lined == plies;
    state.mover ^= static_cast<u8>(plies & 1);
    return static_cast<std::uint64_t>(plies);
  }

  /// Draws the stones from number `begin`, a multiple of four, to `end` among the first `size` of the list: of four stones the first two are the mover's.
  static void draw_turns(std::array<u16, most_points>& list, int size, int begin, int end, Rng& rng, Times& mover, Times& other) {
    const int turn = begin / 2 + 1;
    draw(list, size, end - begin, rng,
         [&, turn](int i, u16 square) PLY_INLINE_LAMBDA { ((i & 2) == 0 ? mover : other)[square] = static_cast<Time>(turn + i / 2); });
  }

  /// Four of five random games last no longer: of N * N points, N^(-1/3) times a constant. In whole numbers, so that the same is drawn on every machine.
  static int stones_of_most_games(int size) {
    const auto points = static_cast<std::uint64_t>(size * size);
    const auto cube = [](std::uint64_t n) { return n * n * n; };
    std::uint64_t stones = 4;
    while (stones < points && cube(stones + 4) * static_cast<std::uint64_t>(size) <= 6 * cube(points)) stones += 4;
    return static_cast<int>(stones);
  }

  using Row = std::conditional_t<(largest < 32), u32, u64>;

  /// When a player had the first line. There are few lines even in the end: they are found among all the stones, the times after that. Not inline: it would
  /// take registers from the draws.
  PLY_NEVER_INLINE Time first_line(const std::array<Times, 2>& taken) const {
    constexpr int rows_of_one = (largest + line - 1 + 7) / 8 * 8;  // with enough empty ones
    constexpr int rows_of_both = 2 * rows_of_one;
    std::array<Row, rows_of_both + line - 1> rows{};
    const Row points_of_row = static_cast<Row>((Row{1} << size_) - 1);
    for (int side = 0; side < 2; ++side) {
      for (int r = 0; r < size_; ++r) {
        rows[side * rows_of_one + r] = at_most<Row>(taken[side].data() + r * row_, static_cast<Time>(never - 1)) & points_of_row;
      }
    }
    const auto starts = line_starts<line>(rows);
    std::array<u8, (rows_of_both + 63) / 64 * 64> without;
    without.fill(1);
    for (int i = 0; i < rows_of_both; ++i) without[i] = static_cast<u8>(starts[i] == 0 ? 1 : 0);
    Time first = never;
    for (int begin = 0; begin < rows_of_both; begin += 64) {
      for_each_bit(at_most(without.data() + begin, u8{0}), [&](int i) {
        const int side = begin + i < rows_of_one ? 0 : 1;
        const Time* const row = taken[side].data() + (begin + i - side * rows_of_one) * row_;
        return for_each_bit(u64{starts[begin + i]}, [&](int column) {
          first = std::min(first, first_from(row + column));
          return false;
        });
      });
    }
    return first;
  }

  /// The least of the greatest times of the lines from a point.
  Time first_from(const Time* point) const {
    Time first = never;
    for (const int step : line_steps(row_)) {
      Time greatest = *point;
      for (int k = 1; k < line; ++k) greatest = std::max(greatest, point[k * step]);
      first = std::min(first, greatest);
    }
    return first;
  }

  int list_empty(const State& at, std::array<u16, most_points>& list) const {
    std::copy_n(all_points_.begin(), points_, list.begin());
    int size = points_;
    // From the last stone on, so that a point before it is still in its own place.
    for (Points taken = at.stones[0] | at.stones[1]; taken.any();) {
      const int square = highest(taken);
      taken.reset(square);
      list[square - square / row_] = list[--size];
    }
    return size;
  }

  int size_;
  int row_;      ///< its length with the guard
  int squares_;  ///< with guards
  int points_;
  int stones_of_most_games_;
  Points board_;
  std::array<u16, most_points> all_points_{};
};

const Registration registration{{
    .id = "connect6",
    .title = "Connect6",
    .page = "connect6",
    .source = "connect6.cpp",
    .options = {{"size", {Value(std::int64_t{19}), Range{smallest_size, largest_size}}, "points along a side"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      const int size = static_cast<int>(options.integer("size"));
      if (size <= 10) return as_game(Connect6<10>(size));
      if (size <= 19) return as_game(Connect6<19>(size));
      if (size <= 31) return as_game(Connect6<31>(size));
      return as_game(Connect6<largest_size>(size));
    },
}};

}  // namespace
