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
// The neighbours of cell i are i - N, i - N + 1, i - 1, i + 1, i + N - 1, i + N, so all lie in the 2 N + 1 <= 53 bits from i - N on: one word, the cell's window.
// Rows before the first and after the last are empty there by themselves; neighbours that would wrap around a row are left out by the cell's mask.

/// All cells of the largest board of a size class must fit.
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
    const int n = size_;
    const auto bit = [](int i) { return u64{1} << i; };
    const u64 up_down = bit(0) | bit(2 * n);
    const u64 leftward = bit(n - 1) | bit(2 * n - 1);
    const u64 rightward = bit(1) | bit(n + 1);
    for (int cell = 0; cell < cells_; ++cell) {
      const int column = cell % n;
      column_[cell] = static_cast<u8>(column);
      row_[cell] = static_cast<u8>(cell / n);
      neighbours_[cell] = up_down | (column > 0 ? leftward : 0) | (column < n - 1 ? rightward : 0);
      all_cells_[cell] = static_cast<u16>(cell);
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

  /// The empty cells are shuffled as far as the game needs them; who connects is noticed stone by stone.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    while (plies < max_plies && state.winner < 0 && swap_ && state.ply < 2) {
      play(state, *random_move(state, rng));
      ++plies;
    }
    std::array<u16, cell_limit> order;
    int left = 0;
    if (state.ply == 0) {
      std::copy_n(all_cells_.begin(), cells_, order.begin());
      left = cells_;
    } else {
      for_each_bit(empty(state), [&](int cell) {
        order[left++] = static_cast<u16>(cell);
        return false;
      });
    }
    while (plies < max_plies && state.winner < 0) {
      u16& drawn = order[rng.below(static_cast<std::uint64_t>(left))];
      const int cell = drawn;
      drawn = order[--left];
      put(state, state.ply & 1, cell);
      ++state.ply;
      ++plies;
    }
    return plies;
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(cells_ + (swap_ && size_ > 1 ? 1 : 0)); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>(cells_ + (swap_ ? 1 : 0)); }
  std::uint64_t action(Move move) const { return move.cell == swap_move ? static_cast<std::uint64_t>(cells_) : move.cell; }

  // ---- End
  Result result(const State& at) const { return Result::win(2, at.winner, "sides connected"); }

  /// While nobody can connect, every order of the empty cells is a game. The last ply but one at which that must hold is depth - 1.
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
    return static_cast<char>('a' + column_[move.cell]) + std::to_string(row_[move.cell] + 1);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 3, 3);
    State state;
    read_rows(parts[0], size_, size_, [&](int row, int column, char c) {
      if (c != 'X' && c != 'O') return false;
      state.stones[c == 'O' ? 1 : 0].set(row * size_ + column);
      return true;
    });
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + quoted(parts[1]) + " is not x or o");
    state.ply = static_cast<u16>(number(parts[2], 0, cells_ + 1, "ply"));
    if ((state.ply & 1) != (parts[1] == "o" ? 1 : 0)) throw TextError("side to move " + quoted(parts[1]) + " does not fit ply " + quoted(parts[2]));
    const int first = popcount(state.stones[0]);
    const int second = popcount(state.stones[1]);
    state.swapped = first + second + 1 == state.ply && state.ply >= 2 && swap_;
    // A swap gives player 0's only stone to player 1 and is player 1's move: one stone less for the former, as many for the latter.
    if (first != (state.ply + 1) / 2 - (state.swapped ? 1 : 0) || second != state.ply / 2) {
      throw TextError("board " + quoted(parts[0]) + " has " + std::to_string(first) + " X and " + std::to_string(second) + " O, which does not fit ply " +
                      quoted(parts[2]));
    }
    for (int player = 0; player < 2; ++player) {
      for_each_bit(state.stones[player], [&](int cell) {
        if (on_first_side(player, cell) && !state.reached[player].test(cell)) flood(state, player, cell);
        return false;
      });
    }
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

  bool on_first_side(int player, int cell) const { return (player == 0 ? row_[cell] : column_[cell]) == 0; }
  bool on_last_side(int player, int cell) const { return (player == 0 ? row_[cell] : column_[cell]) == size_ - 1; }

  void put(State& state, int player, int cell) const {
    state.stones[player].set(cell);
    if (on_first_side(player, cell) || (state.reached[player].window(cell - size_) & neighbours_[cell]) != 0) flood(state, player, cell);
  }

  /// The stone on `cell`, connected to the first side, connects others. Each stone is reached once in a game.
  void flood(State& state, int player, int cell) const {
    Cells fresh = state.stones[player].without(state.reached[player]);
    std::array<u16, cell_limit> stack;
    int height = 0;
    stack[height++] = static_cast<u16>(cell);
    fresh.reset(cell);
    state.reached[player].set(cell);
    while (height > 0) {
      const int from = stack[--height];
      if (on_last_side(player, from)) state.winner = static_cast<std::int8_t>(player);
      for (u64 next = fresh.window(from - size_) & neighbours_[from]; next != 0;) {
        const int to = from - size_ + pop_lowest(next);
        fresh.reset(to);
        state.reached[player].set(to);
        stack[height++] = static_cast<u16>(to);
      }
    }
  }

  void swap_pieces(State& state) const {
    const int from = nth_bit(state.stones[0], 0);
    state.stones[0] = state.reached[0] = Cells{};
    state.swapped = true;
    put(state, 1, column_[from] * size_ + row_[from]);
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
    const Cells& near = at.reached[player];
    State turned = at;  // the same from the last side
    turned.reached[player] = {};
    for_each_bit(at.stones[player], [&](int cell) {
      if (on_last_side(player, cell) && !turned.reached[player].test(cell)) flood(turned, player, cell);
      return false;
    });
    const Cells& far = turned.reached[player];
    int wins = 0;
    for_each_bit(empty(at), [&](int cell) {
      const bool joins_first = on_first_side(player, cell) || (near.window(cell - size_) & neighbours_[cell]) != 0;
      const bool joins_last = on_last_side(player, cell) || (far.window(cell - size_) & neighbours_[cell]) != 0;
      if (joins_first && joins_last) ++wins;
      return false;
    });
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
  std::array<u64, cell_limit> neighbours_{};  ///< by cell: which bits of its window are neighbours
  std::array<u8, cell_limit> column_{};
  std::array<u8, cell_limit> row_{};
  std::array<u16, cell_limit> all_cells_{};
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
    .options = {{"size", {Value(std::int64_t{11}), Value(std::int64_t{13}), Value(std::int64_t{15}), Value(std::int64_t{19}), Range{1, largest_size}},
                 "cells along a side"},
                {"swap", flag(true), "the second player may take over the first stone"}},
    .make = make_hex,
}};

}  // namespace
