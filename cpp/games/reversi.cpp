// Reversi: a disc turns every run of opposing discs that it encloses with another of its colour.
//
// Square i is bit i: rows from the top, as in the position text. 8x8:
//
//     1    0   1   2   3   4   5   6   7
//     2    8   9  10  11  12  13  14  15
//     3   16  17  18  19  20  21  22  23
//     4   24  25  26   O   X  29  30  31
//     5   32  33  34   X   O  37  38  39
//     6   40  41  42  43  44  45  46  47
//     7   48  49  50  51  52  53  54  55
//     8   56  57  58  59  60  61  62  63
//          a   b   c   d   e   f   g   h
//
// A disc that is turned lies between two others. So a direction turns none on the edges that it leads to or away from, and when these are left out, no line
// of shifted bits leads over an edge of the board.
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

template <int size>
class Reversi {
  static constexpr int squares = size * size;
  static constexpr std::size_t words = (squares + 63) / 64;
  using Squares = WideBits<words>;
  static constexpr bool one_word = squares <= 64;
  static constexpr bool all_directions_at_once = one_word && PLY_VECTOR_BITS >= 256;
  static constexpr bool placements_side_by_side = one_word && PLY_VECTOR_BITS >= 128;

 public:
  struct State {
    Squares mover;  ///< discs of the player to move
    Squares other;
    std::uint8_t player = 0;  ///< who that is
    friend constexpr bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint8_t square = pass;
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const {
    constexpr int middle = size / 2;
    State state;
    for (const int square : {square_at(middle - 1, middle), square_at(middle, middle - 1)}) state.mover.set(square);
    for (const int square : {square_at(middle - 1, middle - 1), square_at(middle, middle)}) state.other.set(square);
    return state;
  }

  int current_player(const State& at) const { return count(at) == 0 ? over : at.player; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const Squares legal = placements(at.mover, at.other);
    if (legal.any()) {
      for_each_bit(legal, [&](int square) { return emit(Move{static_cast<std::uint8_t>(square)}); });
    } else if (placements(at.other, at.mover).any()) {
      emit(Move{pass});
    }
  }
  std::uint64_t count(const State& at) const {
    const int legal = popcount(placements(at.mover, at.other));
    if (legal == 0) return placements(at.other, at.mover).any() ? 1 : 0;
    return static_cast<std::uint64_t>(legal);
  }
  Move nth(const State& at, std::uint64_t i) const {
    const Squares legal = placements(at.mover, at.other);
    return {legal.any() ? static_cast<std::uint8_t>(nth_bit(legal, static_cast<int>(i))) : pass};
  }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const Squares legal = placements(at.mover, at.other);
    const int choices = popcount(legal);
    if (choices > 0) return Move{static_cast<std::uint8_t>(nth_bit(legal, static_cast<int>(rng.below(static_cast<u64>(choices)))))};
    if (placements(at.other, at.mover).any()) return Move{pass};
    return std::nullopt;
  }

  void play(State& state, Move move) const {
    Squares mover = state.mover;
    Squares other = state.other;
    if (move.square != pass) {
      const Squares turned = enclosed(mover, other, move.square);
      mover |= turned;
      mover.set(move.square);
      other = other.without(turned);
    }
    state.mover = other;
    state.other = mover;
    state.player ^= 1;
  }

  /// The last three plies: two of them are counted side by side, and the driver, which listens for a call to stop, sees to those above.
  std::optional<std::uint64_t> perft(const State& at, int depth) const
    requires(placements_side_by_side)
  {
    if (depth > 3) return std::nullopt;
    return nodes(at.mover.word[0], at.other.word[0], depth);
  }

  Result result(const State& at) const {
    std::array<int, 2> discs{popcount(at.mover), popcount(at.other)};
    if (at.player == 1) std::swap(discs[0], discs[1]);
    return Result::by_score(2, discs, "no placement left");
  }

  /// Placements, and passes between them: never two in a row, none before the first and none after the last.
  std::uint64_t longest_game() const { return 2 * (squares - 4) - 1; }
  std::uint64_t actions() const { return squares + 1; }
  std::uint64_t action(Move move) const { return move.square == pass ? squares : move.square; }
  std::uint64_t key(const State& at) const {
    u64 key = at.player;
    for (const Squares& discs : {at.mover, at.other}) {
      for (const u64 word : discs.word) key = scramble(key ^ word) + 1;
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int square = 0; square < squares; ++square) out += disc_at(at, square);
    return out + (at.player == 0 ? " X" : " O");
  }
  std::string text(const State&, Move move) const {
    if (move.square == pass) return "pass";
    return static_cast<char>('a' + move.square % size) + std::to_string(move.square / size + 1);
  }

  std::string diagram(const State& at) const {
    const auto cell = [&](int row, int column) {
      const char disc = disc_at(at, square_at(row, column));
      return disc == '-' ? '.' : disc;
    };
    return draw_rows(size, size, cell, [](int row) { return std::to_string(row + 1); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    if (parts[0].size() != squares) {
      throw TextError("board " + in_quotes(parts[0]) + " has " + std::to_string(parts[0].size()) + " squares, not " + std::to_string(squares));
    }
    State state;
    for (int square = 0; square < squares; ++square) {
      const char disc = parts[0][static_cast<std::size_t>(square)];
      if (disc == 'X') {
        state.mover.set(square);
      } else if (disc == 'O') {
        state.other.set(square);
      } else if (disc != '-') {
        throw TextError("board: " + in_quotes(std::string_view(&disc, 1)) + " on " + text(state, Move{static_cast<std::uint8_t>(square)}) +
                        " is not X, O or -");
      }
    }
    if (parts[1] != "X" && parts[1] != "O") throw TextError("side to move " + in_quotes(parts[1]) + " is not X or O");
    if (parts[1] == "O") {
      std::swap(state.mover, state.other);
      state.player = 1;
    }
    return state;
  }

  /// `f5`, or `pass`, which other programs write `ps`, `pa` or `--`.
  Move parse_move(const State& at, std::string_view in) const {
    if (in == "pass" || in == "ps" || in == "pa" || in == "--") return require_legal(*this, at, Move{pass}, in);
    const bool one_digit = in.size() == 2 && in[1] >= '1' && in[1] <= '9';
    const bool two_digits = in.size() == 3 && in[1] == '1' && in[2] >= '0' && in[2] <= '9';
    if (!one_digit && !two_digits) unreadable_move(in);
    const int row = one_digit ? in[1] - '1' : in[2] - '0' + 9;
    const int column = in[0] - 'a';
    if (row >= size || column < 0 || column >= size) unreadable_move(in);
    return require_legal(*this, at, Move{static_cast<std::uint8_t>(square_at(row, column))}, in);
  }

 private:
  static constexpr std::uint8_t pass = 255;

  static constexpr int square_at(int row, int column) { return row * size + column; }
  static constexpr Squares board = Squares::first(squares);

  /// The squares that have a neighbour on both sides in the direction of `step`.
  static constexpr Squares inner(int step) {
    const bool across = step % size != 0;
    const bool along = step > 1 || step < -1;
    Squares out;
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const bool beside = across && (column == 0 || column == size - 1);
        const bool above = along && (row == 0 || row == size - 1);
        if (!beside && !above) out.set(square_at(row, column));
      }
    }
    return out;
  }

  // ---- One direction after the other, on boards of any size. A direction is the step to the next square.

  template <int step>
  static Squares moved(const Squares& from) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) { return Squares{{moved_into<step, i>(from)...}}; }(std::make_index_sequence<words>{});
  }
  template <int step, std::size_t i>
  static u64 moved_into(const Squares& from) {
    if constexpr (step < 0) {
      return from.word[i] >> -step | (i + 1 < words ? from.word[(i + 1) % words] << (64 + step) : 0);
    } else {
      return from.word[i] << step | (i > 0 ? from.word[(i + words - 1) % words] >> (64 - step) : 0);
    }
  }
  /// The discs of `other` next to a square of `from`, and all that follow them without a gap, but for those on the edges.
  template <int step>
  static Squares run(const Squares& from, const Squares& other) {
    constexpr Squares between = inner(step);
    const Squares discs = other & between;
    Squares out = discs & moved<step>(from);
    out |= discs & moved<step>(out);
    const Squares pairs = discs & moved<step>(discs);
    for (int length = 2; length < size - 2; length += 2) out |= pairs & moved<2 * step>(out);
    return out;
  }
  template <class Visit>
  static void each_direction(Visit&& visit) {
    visit.template operator()<1>();
    visit.template operator()<-1>();
    visit.template operator()<size - 1>();
    visit.template operator()<1 - size>();
    visit.template operator()<size>();
    visit.template operator()<-size>();
    visit.template operator()<size + 1>();
    visit.template operator()<-1 - size>();
  }

  // ---- All directions at once, on boards of one word: words 0-3 of a Words8 lead up the squares, words 4-7 the opposite way.

  static constexpr Words8::Step each_step{1, size - 1, size, size + 1};
  alignas(64) static constexpr Words8::Array each_between = [] {
    Words8::Array out{};
    for (std::size_t i = 0; i < 8; ++i) out[i] = inner(each_step[i % 4]).word[0];
    return out;
  }();
  static constexpr Words8::Step twice(Words8::Step steps) {
    for (int& step : steps) step *= 2;
    return steps;
  }
  /// As above, among `discs`; `pairs`: those that follow on another of them.
  template <Words8::Step step>
  static Words8 run(Words8 from, Words8 discs, Words8 pairs) {
    Words8 out = discs & from.template moved<step>();
    out = out | (discs & out.template moved<step>());
    for (int length = 2; length < size - 2; length += 2) out = out | (pairs & out.template moved<twice(step)>());
    return out;
  }
  template <Words8::Step step>
  static Words8 run(Words8 from, Words8 discs) {
    return run<step>(from, discs, discs & discs.template moved<step>());
  }

  // ---- Both

  /// Where `mover` may place: on empty squares at the far end of a run from one of his discs.
  static Squares placements(const Squares& mover, const Squares& other) {
    Squares ends;
    if constexpr (all_directions_at_once) {
      const Words8 discs = Words8(other.word[0]) & Words8(each_between);
      ends.word[0] = run<each_step>(Words8(mover.word[0]), discs).template moved<each_step>().united();
    } else {
      each_direction([&]<int step>() { ends |= moved<step>(run<step>(mover, other)); });
    }
    return (ends & board).without(mover | other);
  }

  /// The discs that `mover` turns by placing on `square`: the runs from there that end at one of his.
  static Squares enclosed(const Squares& mover, const Squares& other, int square) {
    Squares disc;
    disc.set(square);
    Squares turned;
    if constexpr (all_directions_at_once) {
      const Words8 discs = Words8(other.word[0]) & Words8(each_between);
      const Words8 pairs = discs & discs.template moved<each_step>();
      const Words8 closed = run<each_step>(Words8(mover.word[0]), discs, pairs).opposite();
      turned.word[0] = (run<each_step>(Words8(disc.word[0]), discs, pairs) & closed).united();
    } else {
      each_direction([&]<int step>() {
        const Squares out = run<step>(disc, other);
        if ((moved<step>(out) & mover).any()) turned |= out;
      });
    }
    return turned;
  }

  // ---- Node counts, on boards of one word

  static u64 nodes(u64 mover, u64 other, int depth) {
    if (depth == 0) return 1;
    if (depth == 2) return two_plies(mover, other);
    Squares legal = placements({mover}, {other});
    if (!legal.any()) return nodes_after_pass(mover, other, depth);
    if (depth == 1) return static_cast<u64>(popcount(legal));
    u64 total = 0;
    for_each_bit(legal, [&](int square) {
      const u64 turned = enclosed({mover}, {other}, square).word[0];
      total += nodes(other & ~turned, mover | turned | u64{1} << square, depth - 1);
      return false;
    });
    return total;
  }
  static u64 nodes_after_pass(u64 mover, u64 other, int depth) { return placements({other}, {mover}).any() ? nodes(other, mover, depth - 1) : 0; }

  /// Makes four placements, and counts the replies to each, side by side: word i of a Words8 is the i-th in one direction, word i + 4 in the opposite one.
  static u64 two_plies(u64 mover, u64 other) {
    const auto runs = each_axis([&]<std::size_t axis>() { return run_along<axis>(Words8(mover), Words8(other)); });
    const auto ends = each_axis([&]<std::size_t axis>() { return runs[axis].template moved<along<axis>>(); });
    u64 legal = together(ends).united() & board.word[0] & ~(mover | other);
    if (legal == 0) return nodes_after_pass(mover, other, 2);
    // Seen from a placement, these are the runs that end at a disc of the mover: what it turns.
    const auto closed = each_axis([&]<std::size_t axis>() { return runs[axis].opposite(); });
    const auto pairs = each_axis([&]<std::size_t axis>() { return closed[axis] & closed[axis].template moved<along<axis>>(); });
    u64 total = 0;
    while (legal != 0) {
      std::array<u64, 4> discs;
      for (u64& disc : discs) {
        disc = legal & (~legal + 1);
        legal ^= disc;
      }
      const Words8 disc({discs[0], discs[1], discs[2], discs[3], discs[0], discs[1], discs[2], discs[3]});
      const Words8 turned = both_ways(each_axis([&]<std::size_t axis>() { return run<along<axis>>(disc, closed[axis], pairs[axis]); }));
      const Words8 mine = Words8(mover) | turned | disc;
      const Words8 theirs = Words8(other).without(turned);
      const Words8 reached = both_ways(each_axis([&]<std::size_t axis>() { return run_along<axis>(theirs, mine).template moved<along<axis>>(); }));
      const Words8::Array replies = (reached & Words8(board.word[0])).without(mine | theirs).array();
      bool none = false;
      for (std::size_t i = 0; i < 4; ++i) {
        total += discs[i] != 0 ? static_cast<u64>(popcount(replies[i])) : 0;
        none |= replies[i] == 0;
      }
      if (none) [[unlikely]] {
        for (std::size_t i = 0; i < 4; ++i) {
          if (discs[i] != 0 && replies[i] == 0) total += nodes_after_pass(theirs.array()[i], mine.array()[i], 1);
        }
      }
    }
    return total;
  }

  /// An axis is a direction and its opposite.
  template <class Make>
  static std::array<Words8, 4> each_axis(Make&& make) {
    return {make.template operator()<0>(), make.template operator()<1>(), make.template operator()<2>(), make.template operator()<3>()};
  }
  static Words8 together(const std::array<Words8, 4>& axes) { return axes[0] | axes[1] | axes[2] | axes[3]; }
  static Words8 both_ways(const std::array<Words8, 4>& axes) { return together(axes) | together(axes).opposite(); }
  template <std::size_t axis>
  static constexpr Words8::Step along{each_step[axis], each_step[axis], each_step[axis], each_step[axis]};
  template <std::size_t axis>
  static Words8 run_along(Words8 from, Words8 discs) {
    return run<along<axis>>(from, discs & Words8(each_between[axis]));
  }

  static char disc_at(const State& at, int square) {
    if (at.mover.test(square)) return at.player == 0 ? 'X' : 'O';
    if (at.other.test(square)) return at.player == 0 ? 'O' : 'X';
    return '-';
  }
};

const Registration registration{{
    .id = "reversi",
    .title = "Reversi",
    .page = "reversi",
    .source = "reversi.cpp",
    .options = {{"size", one_of({std::int64_t{8}, std::int64_t{6}, std::int64_t{10}, std::int64_t{12}, std::int64_t{4}}), "squares on a side"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      switch (options.integer("size")) {
        case 4:
          return as_game(Reversi<4>());
        case 6:
          return as_game(Reversi<6>());
        case 10:
          return as_game(Reversi<10>());
        case 12:
          return as_game(Reversi<12>());
        default:
          return as_game(Reversi<8>());
      }
    },
}};

}  // namespace
