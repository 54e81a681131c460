// Hex (docs/rules/hex.md).
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
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int largest_size = 26;

// ---- Board. Cell (column c, row r), both from 0, is bit r * N + c: the rows one after the other. N = 4:
//
//    0  1  2  3        top
//      4  5  6  7
//        8  9 10 11
//         12 13 14 15  bottom
//
// The neighbours of cell i are i - N, i - N + 1, i - 1, i + 1, i + N - 1, i + N: 2 N + 1 <= 53 bits from first to last, so they lie in two adjacent words.

/// `Words` words hold all cells.
template <int Words>
class Hex {
 public:
  using Cells = WideBits<Words>;

  struct State {
    std::array<Cells, 2> stones{};
    /// The stones of each player that are connected to his first side (player 0: top, player 1: left). Follows from `stones`, but for the stones that decided
    /// the game: then `winner` is what counts.
    std::array<Cells, 2> reached{};
    u16 ply = 0;
    bool swapped = false;
    std::int8_t winner = -1;

    friend bool operator==(const State& a, const State& b) { return a.stones == b.stones && a.ply == b.ply; }
  };

  /// A cell, or `swap`.
  struct Move {
    u16 cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Hex(const Options& options)
      : size_(static_cast<int>(options.integer("size"))), cells_(size_ * size_), swap_(options.flag("swap")), board_(Cells::first(cells_)) {
    for (int cell = 0; cell < cells_; ++cell) {
      all_cells_[cell] = static_cast<u16>(cell);
      const int row = cell / size_;
      const int column = cell % size_;
      const std::array<bool, 4> on_side{row == 0, column == 0, row == size_ - 1, column == size_ - 1};
      for (int side = 0; side < 4; ++side) {
        if (!on_side[side]) continue;
        sides_of_[cell] |= static_cast<u8>(1 << side);
        side_[side].set(cell);
      }
      if (column > 0) not_left_.set(cell);
      if (column < size_ - 1) not_right_.set(cell);
    }
    for (int cell = 0; cell < cells_; ++cell) {
      Cells one;
      one.set(cell);
      const Cells around = grow(one);
      first_word_[cell] = static_cast<u8>(std::clamp((cell - size_) / 64, 0, std::max(Words - 2, 0)));
      around_[cell] = {around.word[first_word_[cell]], Words > 1 ? around.word[second_word(cell)] : 0};
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return at.winner >= 0 ? over : at.ply & 1; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.winner >= 0) return;
    if (for_each_bit(empty(at), [&](int cell) { return emit(place(cell)); })) return;
    if (may_swap(at)) emit(Move{swap_move});
  }

  void play(State& state, Move move) const {
    if (move.cell == swap_move) {
      swap_pieces(state);
    } else {
      put(state, state.ply & 1, move.cell);
    }
    ++state.ply;
  }

  std::uint64_t count(const State& at) const { return at.winner >= 0 ? 0 : static_cast<std::uint64_t>(empty_count(at) + (may_swap(at) ? 1 : 0)); }

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
    while (plies < max_plies) {
      if ((!swap_ || state.ply > 1) && state.winner < 0 && max_plies - plies >= static_cast<std::uint64_t>(empty_count(state))) {
        return plies + fill(state, rng);
      }
      const auto move = random_move(state, rng);
      if (!move) break;
      play(state, *move);
      ++plies;
    }
    return plies;
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(cells_ + (swap_ && size_ > 1 ? 1 : 0)); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>(cells_ + (swap_ ? 1 : 0)); }
  std::uint64_t action(Move move) const { return move.cell == swap_move ? static_cast<std::uint64_t>(cells_) : move.cell; }

  // ---- End
  Result result(const State& at) const { return Result::win(2, at.winner, "connection"); }

  /// While nobody can have connected before the last ply, every order of the empty cells is a game.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (at.winner >= 0) return 0;
    if (swap_ && at.ply == 0 && cells_ > 1 && depth > 1) {
      State child = at;  // which cell does not matter: the counts below depend on the number of stones only
      play(child, place(0));
      const auto below = perft(child, depth - 1);
      return below ? std::optional(product(static_cast<std::uint64_t>(cells_), *below)) : std::nullopt;
    }
    if (depth >= 2 && depth - 1 >= plies_to_win(at)) return depth == 2 && !may_swap(at) ? std::optional(two_plies(at)) : std::nullopt;
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
    return write_rows(size_, size_, [&](int row, int column) { return stone(at, row * size_ + column); }) + ((at.ply & 1) != 0 ? " o " : " x ") +
           std::to_string(at.ply);
  }

  std::string text(const State&, Move move) const {
    if (move.cell == swap_move) return "swap";
    return static_cast<char>('a' + move.cell % size_) + std::to_string(move.cell / size_ + 1);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    State state;
    read_rows(parts[0], size_, size_, [&](int row, int column, char c) {
      if (c != 'X' && c != 'O') return false;
      state.stones[c == 'O' ? 1 : 0].set(row * size_ + column);
      return true;
    });
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    state.ply = static_cast<u16>(number(parts[2], 0, cells_ + 1, "ply"));
    if ((state.ply & 1) != (parts[1] == "o" ? 1 : 0)) throw TextError("side to move " + in_quotes(parts[1]) + " does not fit ply " + in_quotes(parts[2]));
    const int first = popcount(state.stones[0]);
    const int second = popcount(state.stones[1]);
    state.swapped = first + second + 1 == state.ply && state.ply >= 2 && swap_ && cells_ > 1;
    // A swap gives player 0's only stone to player 1 and is player 1's move: one stone less for the former, as many for the latter.
    if (first != (state.ply + 1) / 2 - (state.swapped ? 1 : 0) || second != state.ply / 2) {
      throw TextError("board " + in_quotes(parts[0]) + " has " + std::to_string(first) + " X and " + std::to_string(second) + " O, which does not fit ply " +
                      in_quotes(parts[2]));
    }
    look(state);
    if (state.winner == (state.ply & 1))
      throw TextError("board " + in_quotes(parts[0]) + ": the sides of " + in_quotes(parts[1]) + ", to move, are connected already");
    return state;
  }

  /// Reads `d11`, `swap`, and what SGF records have: two letters, column and row, and `swap-pieces`.
  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap" || in == "swap-pieces") {
      if (!may_swap(at)) illegal_move(in);
      return {swap_move};
    }
    const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (in.size() < 2 || in.size() > 3 || !letter(in[0])) unreadable_move(in);
    int row = 0;
    if (in.size() == 2 && letter(in[1])) {
      row = in[1] - 'a';
    } else {
      if (in[1] == '0') unreadable_move(in);
      for (const char c : in.substr(1)) {
        if (c < '0' || c > '9') unreadable_move(in);
        row = row * 10 + (c - '0');
      }
      --row;
    }
    const int column = in[0] - 'a';
    if (at.winner >= 0 || column >= size_ || row >= size_ || !empty(at).test(row * size_ + column)) illegal_move(in);
    return place(row * size_ + column);
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.ply & 1;
    for (const Cells& stones : at.stones) {
      for (const u64 word : stones.word) key = zobrist(key, word);
    }
    return key;
  }

  std::string diagram(const State& at) const {
    std::string letters;
    for (int column = 0; column < size_; ++column) (letters += ' ') += static_cast<char>('a' + column);
    std::string out = "  " + letters + '\n';
    for (int row = 0; row < size_; ++row) {
      const std::string label = std::to_string(row + 1);
      out += std::string(static_cast<std::size_t>(row) + 2 - label.size(), ' ') + label;
      for (int column = 0; column < size_; ++column) {
        const char c = stone(at, row * size_ + column);
        (out += ' ') += c != 0 ? c : '.';
      }
      out += '\n';
    }
    return out + std::string(static_cast<std::size_t>(size_) + 2, ' ') + letters + '\n';
  }

 private:
  static constexpr int cell_limit = 64 * Words < largest_size * largest_size ? 64 * Words : largest_size * largest_size;
  static constexpr u16 swap_move = 0xFFFF;

  static Move place(int cell) { return {static_cast<u16>(cell)}; }

  Cells empty(const State& at) const { return board_.without(at.stones[0] | at.stones[1]); }
  int empty_count(const State& at) const { return cells_ - at.ply + (at.swapped ? 1 : 0); }
  bool may_swap(const State& at) const { return swap_ && at.ply == 1 && at.winner < 0; }
  static char stone(const State& at, int cell) { return at.stones[0].test(cell) ? 'X' : at.stones[1].test(cell) ? 'O' : '\0'; }

  static bool touches(u8 sides, int side) { return (sides >> side & 1) != 0; }
  int second_word(int cell) const { return Words > 1 ? first_word_[cell] + 1 : 0; }

  /// The neighbours of all cells of a set.
  Cells grow(const Cells& cells) const {
    const Cells left = (cells & not_left_).down(1);
    const Cells right = (cells & not_right_).up(1);
    return (left | right | (cells | left).up(size_) | (cells | right).down(size_)) & board_;
  }

  /// The stones connected to a side, or to those that are known to be. `grow` written out word by word: what random games spend most of their time on.
  Cells connected(const Cells& stones, int side, Cells reached = {}) const {
    const int up = size_;
    const int down = 64 - size_;
    std::array<u64, Words> now;
    for (int i = 0; i < Words; ++i) now[i] = reached.word[i] | (stones.word[i] & side_[side].word[i]);
    u64 changed = 0;
    do {
      std::array<u64, Words> left;   // the cells one column to the left of what is reached
      std::array<u64, Words> right;  // ... to the right
      for (int i = 0; i < Words; ++i) {
        left[i] = (now[i] & not_left_.word[i]) >> 1;
        right[i] = (now[i] & not_right_.word[i]) << 1;
        if (i + 1 < Words) left[i] |= (now[i + 1] & not_left_.word[i + 1]) << 63;
        if (i > 0) right[i] |= (now[i - 1] & not_right_.word[i - 1]) >> 63;
      }
      changed = 0;
      u64 below = 0;  // what the word before sends down to this one
      for (int i = 0; i < Words; ++i) {
        const u64 sent_down = now[i] | left[i];
        u64 next = left[i] | right[i] | sent_down << up | below >> down | (now[i] | right[i]) >> up;
        below = sent_down;
        if (i + 1 < Words) next |= (now[i + 1] | right[i + 1]) << down;
        next = (next & stones.word[i]) | now[i];
        changed |= next ^ now[i];
        now[i] = next;
      }
    } while (changed != 0);
    for (int i = 0; i < Words; ++i) reached.word[i] = now[i];
    return reached;
  }

  /// Finds what follows from the stones.
  void look(State& state) const {
    for (int player = 0; player < 2; ++player) {
      state.reached[player] = connected(state.stones[player], player);
      if ((state.reached[player] & side_[player + 2]).any()) state.winner = static_cast<std::int8_t>(player);
    }
  }

  bool next_to(const Cells& cells, int cell) const {
    const auto& [low, high] = around_[cell];
    return ((cells.word[first_word_[cell]] & low) | (cells.word[second_word(cell)] & high)) != 0;
  }

  void step(State& state, int cell) const { put(state, state.ply++ & 1, cell); }

  void put(State& state, int player, int cell) const {
    state.stones[player].set(cell);
    if (touches(sides_of_[cell], player) || next_to(state.reached[player], cell)) flood(state, player, cell);
  }

  /// The stone on `cell`, now connected to the first side, connects others. Each stone is reached once in a game.
  void flood(State& state, int player, int cell) const {
    const Cells& stones = state.stones[player];
    Cells& reached = state.reached[player];
    std::array<u16, cell_limit> stack;
    int height = 0;
    stack[height++] = static_cast<u16>(cell);
    reached.set(cell);
    while (height > 0) {
      const int from = stack[--height];
      if (touches(sides_of_[from], player + 2)) state.winner = static_cast<std::int8_t>(player);
      const auto& [low, high] = around_[from];
      const auto spread = [&](int word, u64 mask) {
        u64 fresh = stones.word[word] & ~reached.word[word] & mask;
        reached.word[word] |= fresh;
        while (fresh != 0) stack[height++] = static_cast<u16>(64 * word + pop_lowest(fresh));
      };
      spread(first_word_[from], low);
      if constexpr (Words > 1) spread(second_word(from), high);
    }
  }

  // ---- A whole random game. The cells are filled in random order and the full board has one winner; the first of his stones to connect him is found by
  // bisection. Few games are decided before three quarters of the board are full, so only the last quarter needs an order: of the cells before, any half is
  // equally likely to be one player's.

  std::uint64_t fill(State& state, Rng& rng) const {
    const int left = empty_count(state);
    const int ordered = std::min(left, cells_ / 4);
    const int early = left - ordered;
    std::array<u16, cell_limit> cells;
    list_empty(state, cells);
    shuffle_end(cells, left, ordered, rng);
    const u16* order = cells.data() + early;
    Cells drawn;
    for (int i = 0; i < ordered; ++i) drawn.set_next(order[i]);
    const Cells rest = empty(state).without(drawn);

    const int mover = state.ply & 1;
    const Cells first_half = random_half(rest, early, rng);
    std::array<Cells, 2> stones = state.stones;  // with the early ones
    stones[mover] |= first_half;
    stones[1 - mover] |= rest.without(first_half);

    const int turn = mover ^ (early & 1);  // who plays order[0]
    const auto with = [&](Cells set, int player, int from, int to) {
      for (int i = from; i < to; ++i) set.set_next(order[2 * i + (player != turn ? 1 : 0)]);
      return set;
    };
    const auto connects = [&](const Cells& reached, int player) { return (reached & side_[player + 2]).any(); };
    const auto share = [&](int player) { return (ordered + (player == turn ? 1 : 0)) / 2; };
    const int winner = connects(connected(with(stones[0], 0, 0, share(0)), 0), 0) ? 0 : 1;

    Cells before = stones[winner];
    Cells reached = connected(before, winner);
    if (connects(reached, winner)) return replay(state, rng, first_half, rest.without(first_half));
    int low = 0;  // so many of the winner's late stones do not connect him, `high` do
    int high = share(winner);
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      const Cells more = with(before, winner, low, middle);
      const Cells reached_more = connected(more, winner, reached);
      if (connects(reached_more, winner)) {
        high = middle;
      } else {
        low = middle;
        before = more;
        reached = reached_more;
      }
    }
    const int late = 2 * high - (winner == turn ? 1 : 0);
    state.stones[turn] = with(stones[turn], turn, 0, (late + 1) / 2);
    state.stones[1 - turn] = with(stones[1 - turn], 1 - turn, 0, late / 2);
    state.ply = static_cast<u16>(state.ply + early + late);
    state.winner = static_cast<std::int8_t>(winner);
    return static_cast<std::uint64_t>(early + late);
  }

  void list_empty(const State& at, std::array<u16, cell_limit>& list) const {
    int size = 0;
    if (2 * empty_count(at) < cells_) {
      for_each_bit(empty(at), [&](int cell) {
        list[size++] = static_cast<u16>(cell);
        return false;
      });
      return;
    }
    std::copy_n(all_cells_.begin(), cells_, list.begin());
    size = cells_;
    // From the last stone on, so that a cell before it is still in its own place.
    for (Cells stones = at.stones[0] | at.stones[1]; stones.any();) {
      const int stone = highest(stones);
      stones.reset(stone);
      list[stone] = list[--size];
    }
  }

  /// Draws the last `wanted` of `size` cells in random order. From 16 bits each, four a random number: Lemire's method as in Rng::below, so without bias.
  static void shuffle_end(std::array<u16, cell_limit>& list, int size, int wanted, Rng& rng) {
    const auto draw = [](u64 bits, unsigned n) { return static_cast<unsigned>(bits & 0xFFFF) * n; };
    u64 bits = 0;
    for (int i = 0; i < wanted; ++i) {
      const auto n = static_cast<unsigned>(size - i);
      bits = i % 4 == 0 ? rng.next() : bits >> 16;
      unsigned product = draw(bits, n);
      if ((product & 0xFFFF) < n) {
        const unsigned reject_below = 0x10000 % n;
        while ((product & 0xFFFF) < reject_below) product = draw(rng.next(), n);
      }
      std::swap(list[product >> 16], list[n - 1]);
    }
  }

  /// A random half of `count` cells, the larger one if it is odd: each cell by a coin, then cells drawn from the half that is too large change over.
  static Cells random_half(const Cells& cells, int count, Rng& rng) {
    Cells half = cells;
    for (u64& word : half.word) word &= rng.next();
    const int wanted = (count + 1) / 2;
    int size = popcount(half);
    for (; size > wanted; --size) half.reset(nth_bit(half, static_cast<int>(rng.below(static_cast<std::uint64_t>(size)))));
    for (; size < wanted; ++size) half.set(nth_bit(cells.without(half), static_cast<int>(rng.below(static_cast<std::uint64_t>(count - size)))));
    return half;
  }

  /// The game was decided among the early stones: they get an order after all.
  std::uint64_t replay(State& state, Rng& rng, const Cells& first_half, const Cells& second_half) const {
    std::array<std::array<u16, cell_limit>, 2> order;
    int turn = 0;
    for (const Cells& half : {first_half, second_half}) {
      std::size_t size = 0;
      for_each_bit(half, [&](int cell) {
        order[turn][size++] = static_cast<u16>(cell);
        return false;
      });
      rng.shuffle(order[turn++], size);
    }
    std::uint64_t plies = 0;
    for (; state.winner < 0; ++plies) step(state, order[plies & 1][plies / 2]);
    return plies;
  }

  void swap_pieces(State& state) const {
    const int from = nth_bit(state.stones[0], 0);
    state.stones[0] = state.reached[0] = Cells{};
    state.swapped = true;
    put(state, 1, from % size_ * size_ + from / size_);
  }

  /// No game ends in fewer plies: a chain from side to side has a stone in every row (player 0) or column (player 1).
  int plies_to_win(const State& at) const {
    const u64 line = (u64{1} << size_) - 1;
    u64 columns = 0;
    std::array<int, 2> needed{0, 0};
    for (int row = 0; row < size_; ++row) {
      if ((at.stones[0].window(row * size_) & line) == 0) ++needed[0];
      columns |= at.stones[1].window(row * size_);
    }
    needed[1] = size_ - popcount(columns & line);
    const int mover = at.ply & 1;
    return std::min(2 * std::max(needed[mover], 1) - 1, 2 * std::max(needed[1 - mover], 1));
  }

  /// perft(2): a cell that joins the two ends of the mover's chains leaves no answer.
  std::uint64_t two_plies(const State& at) const {
    const int player = at.ply & 1;
    const Cells from_first = side_[player] | grow(at.reached[player]);
    const Cells from_last = side_[player + 2] | grow(connected(at.stones[player], player + 2));
    const int wins = popcount(empty(at) & from_first & from_last);
    const auto cells = static_cast<std::uint64_t>(empty_count(at));
    return (cells - static_cast<std::uint64_t>(wins)) * (cells - 1);
  }

  static std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a * b;
  }
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a + b < a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a + b;
  }

  int size_;
  int cells_;
  bool swap_;
  Cells board_;
  std::array<Cells, 4> side_{};  ///< top, left, bottom, right: player 0 connects 0 and 2, player 1 connects 1 and 3
  Cells not_left_, not_right_;   ///< without the first, the last column
  struct Around {
    u64 low = 0, high = 0;
  };
  std::array<Around, cell_limit> around_{};  ///< by cell: its neighbours, as bits of its first word and the word after
  std::array<u8, cell_limit> first_word_{};
  std::array<u16, cell_limit> all_cells_{};
  std::array<u8, cell_limit> sides_of_{};  ///< by cell: bit k, it lies on side k
};

std::unique_ptr<AnyGame> make_hex(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 8) return as_game(Hex<1>(options));
  if (size <= 11) return as_game(Hex<2>(options));
  if (size <= 13) return as_game(Hex<3>(options));
  if (size <= 16) return as_game(Hex<4>(options));
  if (size <= 19) return as_game(Hex<6>(options));
  return as_game(Hex<11>(options));
}

const Registration registration{{
    .id = "hex",
    .title = "Hex",
    .page = "hex",
    .source = "hex.cpp",
    .options = {{"size",
                 {Value(std::int64_t{11}), Value(std::int64_t{13}), Value(std::int64_t{15}), Value(std::int64_t{19}), Range{1, largest_size}},
                 "cells along a side"},
                {"swap", flag(true), "the second player may take over the first stone"}},
    .make = make_hex,
}};

}  // namespace
