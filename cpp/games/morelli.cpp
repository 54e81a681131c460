// Morelli. Page: docs/rules/morelli.md.
//
// Cell (x, y), both from 0, y upwards, is bit stride * (y + 1) + x + 1 of a set: a border of one cell is never occupied, and two steps from a cell of an inner
// ring lead no farther. The ring distance is convex along a line, so that the cells nearer to the centre all lie on one side of the stone, next to it: a line
// gives a stone moves in one direction only. There are two ways to the moves:
//
// Lines. Each cell lies on four lines, and each line has its occupied cells as a word of its own, by x or, on files, by y:
//
//    rank: (1, 0)      file: (0, 1)      rising: (1, 1)      falling: (1, -1)
//
// Each word is kept a second time backwards, so that the direction of the moves is always upwards. An owned throne is an occupied cell of the lines through it.
//
// Pairs, for boards of 5 and 7 along a side. Only 64 or 256 pairs (from, to) can ever be moves, numbered in the order of `moves`. The legal ones are those of
// the mover's stones without those that an occupied cell forbids. With a stride of 8 the board is one word:
//
//    57 58 59 60 61 62 63
//           ...
//     9 10 11 12 13 14 15      size 7: bits 0-8, 16, 24 .. 56 are the border; two steps over the last rank leave the word
#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int axes = 4;
constexpr int axis_step[axes][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

enum class Setup { random, half, alternating };

constexpr u8 nobody = 2;

/// The numbers of the cells.
class Cells {
 public:
  struct Move {
    u16 from = 0, to = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  Cells(int size, int stride) : size_(size), stride_(stride), centre_(cell(size / 2, size / 2)) {}

  int cell(int x, int y) const { return stride_ * (y + 1) + x + 1; }
  bool inside(int x, int y) const { return x >= 0 && x < size_ && y >= 0 && y < size_; }
  int ring(int x, int y) const { return std::max(std::abs(x - size_ / 2), std::abs(y - size_ / 2)); }
  /// The cell a quarter, a half or three quarters of a turn about the centre farther.
  int turned(int x, int y, int quarters) const {
    for (; quarters > 0; --quarters) x = size_ - 1 - std::exchange(y, x);
    return cell(x, y);
  }
  /// Calls `visit(x, y)` for the cells nearer to the centre than (x, y) in a direction, one after the other.
  template <class Visit>
  void each_nearer(int x, int y, int dx, int dy, Visit&& visit) const {
    for (int column = x + dx, row = y + dy; inside(column, row) && ring(column, row) < ring(x, y); column += dx, row += dy) visit(column, row);
  }

 protected:
  int size_;
  int stride_;
  int centre_;
};

/// Boards with up to so many cells along a side, by lines.
template <int longest>
class Lines : public Cells {
 public:
  static constexpr int cells = (longest + 2) * (longest + 2);
  static constexpr int words = (cells + 63) / 64;
  using Set = WideBits<words>;

  using Line = std::conditional_t<longest <= 16, u16, u32>;
  static constexpr int last_place = 8 * static_cast<int>(sizeof(Line)) - 1;

  struct State {
    std::array<Set, 2> owned{};
    std::array<Line, axes * 2 * longest * 2> line{};  ///< a line, then the same backwards
    u8 mover = 0;
    u8 throne = nobody;
    friend bool operator==(const State&, const State&) = default;
  };

  explicit Lines(int size) : Cells(size, size + 2) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        quarter_[cell(x, y)] = static_cast<u16>(turned(x, y, 1));
        for (int axis = 0; axis < axes; ++axis) tracks_[cell(x, y)][axis] = track(x, y, axis);
      }
    }
  }

  int current_player(const State& at) const {
    return for_each_bit(at.owned[at.mover], [&](int from) { return mobility(at, from) != 0; }) ? at.mover : over;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for_each_bit(at.owned[at.mover], [&](int from) { return moves_of(at, from, emit); });
  }
  bool legal(const State& at, Move move) const {
    return at.owned[at.mover].test(move.from) && moves_of(at, move.from, [&](const Move& other) { return other == move; });
  }

  void play(State& state, Move move) const {
    Set& mine = state.owned[state.mover];
    Set& theirs = state.owned[1 - state.mover];
    mine.reset(move.from);
    mine.set(move.to);
    toggle(state, move.from);
    toggle(state, move.to);
    // All sandwiches are judged before any stone turns.
    std::array<int, 1 + 2 * axes> changed{move.to};
    int size = 1;
    for (const Track& track : tracks_[move.to]) {
      for (const int side : {int{track.step}, -int{track.step}}) {
        if (theirs.test(move.to + side) && mine.test(move.to + 2 * side)) changed[static_cast<std::size_t>(size++)] = move.to + side;
      }
    }
    for (int i = 1; i < size; ++i) {
      theirs.reset(changed[static_cast<std::size_t>(i)]);
      mine.set(changed[static_cast<std::size_t>(i)]);
    }
    for (int i = 0; i < size; ++i) {
      const int first = changed[static_cast<std::size_t>(i)];
      const int second = quarter_[first];
      const int third = quarter_[second];
      if (mine.test(second) && mine.test(third) && mine.test(quarter_[third])) take_throne(state, state.mover);
    }
    state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const {
    std::uint64_t count = 0;
    for_each_bit(at.owned[at.mover], [&](int from) {
      count += static_cast<std::uint64_t>(mobility(at, from));
      return false;
    });
    return count;
  }

  Move nth(const State& at, std::uint64_t i) const {
    auto left = static_cast<int>(i);
    Move move;
    for_each_bit(at.owned[at.mover], [&](int from) {
      const int here = mobility(at, from);
      if (left >= here) {
        left -= here;
        return false;
      }
      move = nth_of(at, from, left);
      return true;
    });
    return move;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    std::array<u16, cells> stones;
    std::array<int, cells + 1> before;
    std::size_t size = 0;
    int total = 0;
    for_each_bit(at.owned[at.mover], [&](int from) {
      before[size] = total;
      stones[size++] = static_cast<u16>(from);
      total += mobility(at, from);
      return false;
    });
    if (total == 0) return std::nullopt;
    const auto i = static_cast<int>(rng.below(static_cast<std::uint64_t>(total)));
    std::size_t stone = 0;
    for (std::size_t jump = std::bit_floor(size); jump != 0; jump /= 2) {
      if (stone + jump < size && before[stone + jump] <= i) stone += jump;
    }
    return nth_of(at, stones[stone], i - before[stone]);
  }

  void put(State& state, int where, int player) const {
    state.owned[player].set(where);
    toggle(state, where);
  }
  void take_throne(State& state, int player) const {
    if (state.throne == nobody) toggle(state, centre_);
    state.throne = static_cast<u8>(player);
  }

 private:
  /// One of the four lines of a cell, in the order in which the cells nearer to the centre come after it.
  struct Track {
    Line nearer = 0;
    Line landing = 0;  ///< the same without the throne
    u16 line = 0;
    u8 place = 0;  ///< the cell's bit in it
    std::int8_t step = 0;
  };

  Track track(int x, int y, int axis) const {
    const int number = axis == 0 ? y : axis == 1 ? x : axis == 2 ? x - y + size_ - 1 : x + y;
    Track out;
    for (const int side : {1, -1}) {
      const int dx = side * axis_step[axis][0];
      const int dy = side * axis_step[axis][1];
      const bool nearer = inside(x + dx, y + dy) && ring(x + dx, y + dy) < ring(x, y);
      if (side == -1 && !nearer) break;
      const auto place = [&](int column, int row) { return (axis == 1 ? row : column) ^ (side == 1 ? 0 : last_place); };
      out.line = static_cast<u16>(2 * (2 * longest * axis + number) + (side == 1 ? 0 : 1));
      out.place = static_cast<u8>(place(x, y));
      out.step = static_cast<std::int8_t>(dy * stride_ + dx);
      each_nearer(x, y, dx, dy, [&](int column, int row) {
        out.nearer = static_cast<Line>(out.nearer | 1u << place(column, row));
        if (cell(column, row) != centre_) out.landing = static_cast<Line>(out.landing | 1u << place(column, row));
      });
    }
    return out;
  }

  /// Where a stone may land on one of its lines: before the first occupied cell.
  static u64 landings(const State& at, const Track& track) {
    const u32 blocks = at.line[track.line] & track.nearer;
    return track.landing & ((blocks & (~blocks + 1)) - 1);
  }
  template <class Visit>
  bool moves_of(const State& at, int from, Visit&& visit) const {
    for (const Track& track : tracks_[from]) {
      if (for_each_bit(landings(at, track), [&](int place) { return visit(landing(from, track, place)); })) return true;
    }
    return false;
  }
  int mobility(const State& at, int from) const {
    int moves = 0;
    for (const Track& track : tracks_[from]) moves += popcount(landings(at, track));
    return moves;
  }
  static Move landing(int from, const Track& track, int place) { return {static_cast<u16>(from), static_cast<u16>(from + (place - track.place) * track.step)}; }
  Move nth_of(const State& at, int from, int i) const {
    for (const Track& track : tracks_[from]) {
      const u64 targets = landings(at, track);
      const int here = popcount(targets);
      if (i < here) return landing(from, track, nth_bit(targets, i));
      i -= here;
    }
    return {};
  }

  void toggle(State& state, int where) const {
    for (const Track& track : tracks_[where]) {
      Line& line = state.line[track.line];
      Line& backwards = state.line[track.line ^ 1];
      line = static_cast<Line>(line ^ 1u << track.place);
      backwards = static_cast<Line>(backwards ^ 1u << (track.place ^ last_place));
    }
  }

  std::array<u16, cells> quarter_{};
  std::array<std::array<Track, axes>, cells> tracks_{};
};

/// Boards with 5 or 7 cells along a side, by pairs.
template <int size>
class Pairs : public Cells {
 public:
  static constexpr int cells = 64;
  static constexpr int inner = size - 2;  ///< cells along a side without the outer ring
  static constexpr int pairs = size == 7 ? 256 : 64;
  static_assert(size == 5 || size == 7);

  using Set = WideBits<1>;
  using Moves = WideBits<pairs / 64>;

  struct State {
    std::array<Set, 2> owned{};
    std::array<Moves, 2> pairs_of{};  ///< the pairs of each player's stones, over an empty board
    u8 mover = 0;
    u8 throne = nobody;
    friend bool operator==(const State&, const State&) = default;
  };

  Pairs() : Cells(size, 8) {
    int number = 0;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const int from = cell(x, y);
        for (int quarters = 0; quarters < 4; ++quarters) orbit_[from] |= u64{1} << turned(x, y, quarters);
        for (int axis = 0; axis < axes; ++axis) number = add_pairs(number, x, y, axis);
      }
    }
    for (auto& rank : forbidden_) {
      for (std::size_t some = 1; some < rank.size(); ++some) rank[some] = rank[some & (some - 1)] | rank[some & (~some + 1)];
    }
  }

  int current_player(const State& at) const { return legal(at).any() ? at.mover : over; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for_each_bit(legal(at), [&](int number) { return emit(pair_[static_cast<std::size_t>(number)]); });
  }
  bool legal(const State& at, Move move) const {
    return for_each_bit(legal(at), [&](int number) { return pair_[static_cast<std::size_t>(number)] == move; });
  }

  void play(State& state, Move move) const {
    const int mover = state.mover;
    const u64 to = u64{1} << move.to;
    u64 mine = (state.owned[mover].word[0] & ~(u64{1} << move.from)) | to;
    u64 theirs = state.owned[1 - mover].word[0];
    // All sandwiches are judged before any stone turns.
    u64 changed = 0;
    for (const int step : {1, 7, 8, 9}) changed |= ((to << step) & (mine >> step)) | ((to >> step) & (mine << step));
    changed &= theirs;
    mine ^= changed;
    theirs ^= changed;
    state.owned[mover].word[0] = mine;
    state.owned[1 - mover].word[0] = theirs;
    Moves& pairs_of_mine = state.pairs_of[mover];
    pairs_of_mine = pairs_of_mine.without(pairs_from_[move.from]) | pairs_from_[move.to];
    bool frame = (orbit_[move.to] & ~mine) == 0;
    for_each_bit(changed, [&](int where) {
      frame = frame || (orbit_[where] & ~mine) == 0;
      pairs_of_mine |= pairs_from_[where];
      Moves& pairs_of_theirs = state.pairs_of[1 - mover];
      pairs_of_theirs = pairs_of_theirs.without(pairs_from_[where]);
      return false;
    });
    if (frame) state.throne = static_cast<u8>(mover);
    state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const { return static_cast<std::uint64_t>(popcount(legal(at))); }
  Move nth(const State& at, std::uint64_t i) const { return pair_[static_cast<std::size_t>(nth_bit(legal(at), static_cast<int>(i)))]; }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const Moves all = legal(at);
    const int total = popcount(all);
    if (total == 0) return std::nullopt;
    return pair_[static_cast<std::size_t>(nth_bit(all, static_cast<int>(rng.below(static_cast<std::uint64_t>(total)))))];
  }

  void put(State& state, int where, int player) const {
    state.owned[player].set(where);
    state.pairs_of[player] |= pairs_from_[where];
  }
  void take_throne(State& state, int player) const { state.throne = static_cast<u8>(player); }

 private:
  /// The pairs of a stone on one of its lines get the next numbers; returns the number after them.
  int add_pairs(int number, int x, int y, int axis) {
    for (const int side : {1, -1}) {
      Moves through;  // the pairs of this line that pass over a cell or end there: all from its own on
      const int first = number;
      const int dx = side * axis_step[axis][0];
      const int dy = side * axis_step[axis][1];
      each_nearer(x, y, dx, dy, [&](int column, int row) {
        if (cell(column, row) == centre_) return;
        pair_[static_cast<std::size_t>(number)] = {static_cast<u16>(cell(x, y)), static_cast<u16>(cell(column, row))};
        pairs_from_[cell(x, y)].set(number);
        through.set(number++);
      });
      int done = first;
      each_nearer(x, y, dx, dy, [&](int column, int row) {
        forbidden_[row - 1][std::size_t{1} << (column - 1)] |= through;
        if (cell(column, row) != centre_) through.reset(done++);
      });
    }
    return number;
  }

  Moves legal(const State& at) const {
    const u64 throne = u64{at.throne != nobody} << centre_;
    const u64 occupied = at.owned[0].word[0] | at.owned[1].word[0] | throne;
    Moves forbidden = forbidden_[0][occupied >> cell(1, 1) & ((1 << inner) - 1)];
    for (int rank = 1; rank < inner; ++rank) forbidden |= forbidden_[rank][occupied >> cell(1, rank + 1) & ((1 << inner) - 1)];
    return at.pairs_of[at.mover].without(forbidden);
  }

  std::array<Move, pairs> pair_{};
  std::array<Moves, cells> pairs_from_{};
  std::array<u64, cells> orbit_{};                                ///< a cell and those a quarter, a half and three quarters of a turn farther
  std::array<std::array<Moves, 1 << inner>, inner> forbidden_{};  ///< by the occupied cells of a rank, without the outer ring
};

/// What does not depend on how the moves are found.
template <class Board>
class Morelli : public Board {
 public:
  using typename Board::Move;
  using typename Board::State;

  Morelli(Board board, Setup setup) : Board(std::move(board)), setup_(setup) {}

  State initial(Rng& rng) const {
    State state;
    for (int i = 0; i < 2 * (size_ - 1); ++i) {
      const bool white = setup_ == Setup::random ? rng.below(2) == 1 : setup_ == Setup::alternating && i % 2 == 1;
      const int x = std::min(i, size_ - 1);
      const int y = std::max(0, i - (size_ - 1));
      put(state, cell(x, y), white ? 1 : 0);
      put(state, cell(size_ - 1 - x, size_ - 1 - y), white ? 0 : 1);
    }
    return state;
  }

  Result result(const State& at) const {
    constexpr const char* reason = "no legal move";
    return at.throne == nobody ? Result::draw(2, reason) : Result::win(2, at.throne, reason);
  }

  /// Each move brings a stone nearer to the centre, by one ring at least.
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(4 * (size_ - 1) * ((size_ - 1) / 2 - 1)); }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x6d6f72656c6c69, at.mover + 2u * at.throne);
    for (const auto& set : at.owned) {
      for (const u64 word : set.word) key = scramble(key ^ word) + word;
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int y = size_; y-- > 0;) {
      for (int x = 0; x < size_; ++x) out += letter(at, cell(x, y), '.');
      if (y > 0) out += '/';
    }
    return out + (at.mover == 0 ? " b" : " w");
  }

  std::string text(const State&, Move move) const { return name(move.from) + '-' + name(move.to); }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    const auto lines = split(parts[0], '/');
    if (lines.size() != static_cast<std::size_t>(size_)) {
      throw TextError("board " + in_quotes(parts[0]) + " has " + std::to_string(lines.size()) + " ranks, not " + std::to_string(size_));
    }
    State state;
    for (int y = 0; y < size_; ++y) {
      const std::string_view line = lines[static_cast<std::size_t>(size_ - 1 - y)];
      const std::string rank = "rank " + std::to_string(y + 1) + " " + in_quotes(line) + " of the board: ";
      if (line.size() != static_cast<std::size_t>(size_)) throw TextError(rank + std::to_string(line.size()) + " cells, not " + std::to_string(size_));
      for (int x = 0; x < size_; ++x) {
        const char c = line[static_cast<std::size_t>(x)];
        if (c == '.') continue;
        const bool throne = cell(x, y) == centre_;
        if (c != (throne ? 'B' : 'b') && c != (throne ? 'W' : 'w')) {
          throw TextError(rank + "unknown character " + in_quotes(line.substr(static_cast<std::size_t>(x), 1)) + (throne ? " on the throne" : ""));
        }
        if (throne) {
          take_throne(state, c == 'B' ? 0 : 1);
        } else {
          put(state, cell(x, y), c == 'b' ? 0 : 1);
        }
      }
    }
    if (parts[1] != "b" && parts[1] != "w") throw TextError("side to move " + in_quotes(parts[1]) + " is not b or w");
    state.mover = parts[1] == "w" ? 1 : 0;
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    if (rest.ends_with('#')) rest.remove_suffix(1);
    if (rest.ends_with('x')) rest.remove_suffix(1);
    const auto dash = rest.find('-');
    if (dash == std::string_view::npos) unreadable_move(in);
    const Move move{cell_named(rest.substr(0, dash), in), cell_named(rest.substr(dash + 1), in)};
    if (!Board::legal(at, move)) illegal_move(in);
    return move;
  }

  std::string diagram(const State& at) const {
    return draw_rows(
        size_, size_, [&](int row, int column) { return letter(at, cell(column, size_ - 1 - row), '+'); },
        [&](int row) { return std::to_string(size_ - row); });
  }

 private:
  using Board::cell, Board::centre_, Board::put, Board::size_, Board::stride_, Board::take_throne;

  // ---- Text

  char letter(const State& at, int where, char free_throne) const {
    if (where == centre_) return at.throne == nobody ? free_throne : at.throne == 0 ? 'B' : 'W';
    return at.owned[0].test(where) ? 'b' : at.owned[1].test(where) ? 'w' : '.';
  }

  /// Files a .. z, then aa, ab, ...
  std::string name(int where) const {
    const int x = where % stride_ - 1;
    std::string out;
    if (x >= 26) out += 'a';
    out += static_cast<char>('a' + x % 26);
    return out += std::to_string(where / stride_);
  }
  u16 cell_named(std::string_view text, std::string_view in) const {
    std::size_t i = 0;
    while (i < text.size() && text[i] >= 'a' && text[i] <= 'z') ++i;
    if (i < 1 || i > 2 || (i == 2 && text[0] != 'a')) unreadable_move(in);
    const int x = text[i - 1] - 'a' + (i == 2 ? 26 : 0);
    const std::string_view digits = text.substr(i);
    int y = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9' || digits.size() > 2) unreadable_move(in);
      y = 10 * y + (c - '0');
    }
    if (x >= size_ || y < 1 || y > size_ || digits[0] == '0') unreadable_move(in);
    return static_cast<u16>(cell(x, y - 1));
  }

  Setup setup_;
};

const Registration registration{{
    .id = "morelli",
    .title = "Morelli",
    .page = "morelli",
    .source = "morelli.cpp",
    .options = {{"size",
                 {Value(std::int64_t{13}), Value(std::int64_t{11}), Value(std::int64_t{9}), Value(std::int64_t{31}), Range{5, 31, 2}},
                 "cells along a side"},
                {"setup", one_of({std::string("random"), std::string("half"), std::string("alt")}),
                 "stones on the outer ring; half: black on the first half; alt: black and white in turn"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      const auto size = static_cast<int>(options.integer("size"));
      const Setup setup = options.is("setup", "random") ? Setup::random : options.is("setup", "half") ? Setup::half : Setup::alternating;
      if (size == 5) return as_game(Morelli(Pairs<5>(), setup));
      if (size == 7) return as_game(Morelli(Pairs<7>(), setup));
      if (size <= 13) return as_game(Morelli(Lines<13>(size), setup));
      return as_game(Morelli(Lines<31>(size), setup));
    },
}};

}  // namespace
