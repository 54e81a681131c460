// Game of the Amazons. Page: docs/rules/amazons.md.
//
// A cell is 16 * (rank - 1) + file, so that a rank is a row of sixteen bytes, six of them beyond the edge:
//
//   rank 10  144 145 146 147 148 149 150 151 152 153 | 154 .. 159
//            ...
//   rank  2   16  17  18  19  20  21  22  23  24  25 |  26 ..  31
//   rank  1    0   1   2   3   4   5   6   7   8   9 |  10 ..  15
//              a   b   c   d   e   f   g   h   i   j
//
// Turns are counted without listing them. Let steps(d, c) be the number of empty cells in a row that begin next to c in direction d, and around(c) their sum
// over all directions. An amazon that has moved from a in direction d to c sees around(c) cells for its arrow and, looking back over the cell it left,
// 1 + steps(opposite of d, a) more. The steps of all cells are found rank by rank, sixteen cells at a time.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int size = 10;
constexpr int pitch = 16;
constexpr int cells = pitch * size;

/// Opposite directions are neighbours: d and d ^ 1.
enum Direction { east, west, north, south, northeast, southwest, northwest, southeast, directions };
constexpr std::array<int, directions> step{1, -1, pitch, -pitch, pitch + 1, -pitch - 1, pitch - 1, -pitch + 1};

constexpr int rank_of(int cell) { return cell / pitch; }
constexpr int file_of(int cell) { return cell % pitch; }

/// How one gets from one cell to another; distance 0: not in a line.
struct Bearing {
  u8 direction;
  u8 distance;
};
constexpr auto bearings = [] {
  std::array<std::array<Bearing, 2 * size - 1>, 2 * size - 1> table{};
  constexpr int ranks[directions] = {0, 0, 1, -1, 1, -1, 1, -1};
  constexpr int files[directions] = {1, -1, 0, 0, 1, -1, -1, 1};
  for (int d = 0; d < directions; ++d) {
    for (int distance = 1; distance < size; ++distance) {
      table[size - 1 + distance * ranks[d]][size - 1 + distance * files[d]] = {static_cast<u8>(d), static_cast<u8>(distance)};
    }
  }
  return table;
}();
constexpr Bearing bearing(int from, int to) { return bearings[size - 1 + rank_of(to) - rank_of(from)][size - 1 + file_of(to) - file_of(from)]; }

/// For the empty cells of a rank, as bits: the steps of each of its cells to the west (low half of the byte) and to the east.
constexpr auto steps_along = [] {
  std::array<std::array<u8, pitch>, 1 << size> table{};
  for (unsigned empty = 0; empty < table.size(); ++empty) {
    unsigned run = 0;
    for (int file = 0; file < size; ++file) {
      table[empty][file] = static_cast<u8>(run);
      run = (empty >> file & 1) != 0 ? run + 1 : 0;
    }
    run = 0;
    for (int file = size - 1; file >= 0; --file) {
      table[empty][file] = static_cast<u8>(table[empty][file] | run << 4);
      run = (empty >> file & 1) != 0 ? run + 1 : 0;
    }
  }
  return table;
}();

/// 255 in the first n bytes.
constexpr auto first_bytes = [] {
  std::array<std::array<u8, pitch>, size + 1> table{};
  for (int n = 0; n <= size; ++n) {
    for (int i = 0; i < n; ++i) table[n][i] = 255;
  }
  return table;
}();

using Plane = std::array<u8, cells>;  ///< a number for each cell

/// The steps of every cell, empty or not, and their sums.
struct Sight {
  alignas(16) std::array<Plane, directions> steps;
  alignas(16) Plane around;

  explicit Sight(const std::array<u16, size>& empty) {
    Bytes16 sum[size];
    for (int rank = 0; rank < size; ++rank) {
      const Bytes16 both = Bytes16::load(steps_along[empty[rank]].data());
      keep(west, rank, both.low_half());
      keep(east, rank, both.high_half());
      sum[rank] = both.low_half() + both.high_half();
    }
    sweep<north, northeast, northwest>(empty, sum);
    sweep<south, southeast, southwest>(empty, sum);
    for (int rank = 0; rank < size; ++rank) sum[rank].store(&around[pitch * rank]);
  }

 private:
  void keep(int direction, int rank, Bytes16 row) { row.store(&steps[direction][pitch * rank]); }

  /// Three directions at once, from the edge they lead to: a cell has one step more than the next one, or none if that is not empty.
  template <Direction Straight, Direction Eastward, Direction Westward>
  void sweep(const std::array<u16, size>& empty, Bytes16* sum) {
    const Bytes16 one = Bytes16::all(1);
    Bytes16 straight = Bytes16::all(0);
    Bytes16 eastward = straight;
    Bytes16 westward = straight;
    for (int i = 0; i < size; ++i) {
      const int rank = Straight == north ? size - 1 - i : i;
      if (i > 0) {
        const Bytes16 next = Bytes16::spread(empty[Straight == north ? rank + 1 : rank - 1]);
        straight = (straight + one) & next;
        eastward = ((eastward + one) & next).from_higher();
        westward = ((westward + one) & next).from_lower();
      }
      keep(Straight, rank, straight);
      keep(Eastward, rank, eastward);
      keep(Westward, rank, westward);
      sum[rank] = sum[rank] + straight + eastward + westward;
    }
  }
};

// ---- Rules

class Amazons {
 public:
  static constexpr u8 nowhere = 255;

  struct State {
    std::array<u16, size> empty{};               ///< per rank, bit f: file f is empty
    std::array<std::array<u8, 4>, 2> amazons{};  ///< ascending; `nowhere` for those a test leaves out
    u8 mover = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    u8 from = 0;
    u8 to = 0;
    u8 arrow = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Amazons(const Options& options) : cross_(options.is("setup", "cross")) {}

  State initial(Rng&) const { return parse(cross_ ? "3Q2Q3/10/10/q8q/10/10/q8q/10/10/3Q2Q3 w" : "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"); }

  /// Whoever has a step has an arrow: back to where he came from. So it is over when no amazon of the mover has an empty neighbour.
  int current_player(const State& at) const {
    for (const u8 amazon : at.amazons[at.mover]) {
      if (amazon == nowhere) break;
      const int rank = rank_of(amazon);
      for (int next = std::max(rank - 1, 0); next <= std::min(rank + 1, size - 1); ++next) {
        if ((at.empty[next] << 1 >> file_of(amazon) & 7) != 0) return at.mover;
      }
    }
    return over;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const Sight sight(at.empty);
    each_step(sight, at, [&](int from, int d, int to) {
      for (int e = 0; e < directions; ++e) {
        const int reach = shots(sight, from, d, to, e);
        for (int k = 1; k <= reach; ++k) {
          if (emit(Move{static_cast<u8>(from), static_cast<u8>(to), static_cast<u8>(to + k * step[e])})) return true;
        }
      }
      return false;
    });
  }

  void play(State& state, Move move) const {
    auto& mine = state.amazons[state.mover];
    for (u8& amazon : mine) amazon = amazon == move.from ? move.to : amazon;
    for (const auto& [i, j] : {std::pair{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}}) {
      const u8 low = std::min(mine[i], mine[j]);
      mine[j] = std::max(mine[i], mine[j]);
      mine[i] = low;
    }
    state.empty[rank_of(move.from)] |= static_cast<u16>(1 << file_of(move.from));
    for (const int taken : {move.to, move.arrow}) state.empty[rank_of(taken)] &= static_cast<u16>(~(1 << file_of(taken)));
    state.mover ^= 1;
  }

  Result result(const State& at) const { return Result::win(2, 1 - at.mover, "no move"); }

  std::uint64_t count(const State& at) const { return static_cast<std::uint64_t>(Turns(at).count()); }

  Move nth(const State& at, std::uint64_t i) const {
    const Sight sight(at.empty);
    auto left = static_cast<int>(i);
    Move move;
    each_step(sight, at, [&](int from, int d, int to) {
      const int arrows = sight.around[to] + 1 + sight.steps[d ^ 1][from];
      if (left >= arrows) {
        left -= arrows;
        return false;
      }
      int e = 0;
      for (; left >= shots(sight, from, d, to, e); ++e) left -= shots(sight, from, d, to, e);
      move = {static_cast<u8>(from), static_cast<u8>(to), static_cast<u8>(to + (left + 1) * step[e])};
      return true;
    });
    return move;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const Turns turns(at);
    if (turns.count() == 0) return std::nullopt;
    return turns.pick(static_cast<int>(rng.below(static_cast<std::uint64_t>(turns.count()))));
  }

  /// Turn by turn, as the drivers would, but on a copy that only this loop knows.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    State at = state;
    std::uint64_t plies = 0;
    for (; plies < max_plies; ++plies) {
      const Turns turns(at);
      if (turns.count() == 0) break;
      play(at, turns.pick(static_cast<int>(rng.below(static_cast<std::uint64_t>(turns.count())))));
    }
    state = at;
    return plies;
  }

  /// Every turn burns one of 100 - 8 cells.
  std::uint64_t longest_game() const { return 92; }

  std::uint64_t key(const State& at) const {
    std::array<u64, 2> rows{};
    for (int rank = 0; rank < size; ++rank) rows[rank / 5] |= static_cast<u64>(at.empty[rank]) << size * (rank % 5);
    u64 amazons = 0;
    for (const auto& list : at.amazons) {
      for (const u8 amazon : list) amazons = amazons << 8 | amazon;
    }
    return zobrist(zobrist(zobrist(0x616d617a6f6e73 + at.mover, rows[0]), rows[1]), amazons);
  }

  // ---- Notation

  std::string text(const State& at) const {
    return write_rows(size, size,
                      [&](int row, int file) {
                        const char c = letter(at, size - 1 - row, file);
                        return c == '.' ? '\0' : c;
                      }) +
           (at.mover == 0 ? " w" : " b");
  }

  std::string text(const State&, Move move) const { return name(move.from) + '-' + name(move.to) + '/' + name(move.arrow); }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    State state;
    std::array<int, 2> found{};
    for (auto& list : state.amazons) list.fill(nowhere);
    state.empty.fill((1 << size) - 1);
    read_rows(parts[0], size, size, [&](int row, int file, char c) {
      if (c != 'Q' && c != 'q' && c != 'x' && c != '*') return false;
      const int rank = size - 1 - row;
      state.empty[rank] &= static_cast<u16>(~(1 << file));
      if (c != 'Q' && c != 'q') return true;
      const int player = c == 'Q' ? 0 : 1;
      if (found[player] == 4) throw TextError("board " + in_quotes(parts[0]) + " has more than 4 amazons " + in_quotes(std::string_view(&c, 1)));
      state.amazons[player][found[player]++] = static_cast<u8>(pitch * rank + file);
      return true;
    });
    for (int player = 0; player < 2; ++player) {
      if (found[player] == 0) throw TextError("board " + in_quotes(parts[0]) + " has no amazon " + (player == 0 ? "'Q'" : "'q'"));
      std::sort(state.amazons[player].begin(), state.amazons[player].end());
    }
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "w" ? 0 : 1;
    return state;
  }

  /// `d1-d7/g7` or, as Fairy-Stockfish writes it, `d1d7,d7g7`.
  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const int from = read_cell(rest);
    const bool dashed = read_mark(rest, '-');
    const int to = read_cell(rest);
    if (!read_mark(rest, dashed ? '/' : ',')) unreadable_move(in);
    const int again = dashed ? to : read_cell(rest);
    const int arrow = read_cell(rest);
    if (from < 0 || to < 0 || again != to || arrow < 0 || !rest.empty()) unreadable_move(in);
    const Sight sight(at.empty);
    const auto& mine = at.amazons[at.mover];
    const Bearing step_to = bearing(from, to);
    const Bearing shot_to = bearing(to, arrow);
    const bool legal = std::find(mine.begin(), mine.end(), from) != mine.end() && step_to.distance != 0 && shot_to.distance != 0 &&
                       step_to.distance <= sight.steps[step_to.direction][from] &&
                       shot_to.distance <= shots(sight, from, step_to.direction, to, shot_to.direction);
    if (!legal) illegal_move(in);
    return {static_cast<u8>(from), static_cast<u8>(to), static_cast<u8>(arrow)};
  }

  std::string diagram(const State& at) const {
    return draw_rows(size, size, [&](int row, int file) { return letter(at, size - 1 - row, file); }, [](int row) { return std::to_string(size - row); });
  }

 private:
  /// Calls `visit(from, direction, to)` for each step of the mover's amazons until it returns true.
  template <class Visit>
  static void each_step(const Sight& sight, const State& at, Visit&& visit) {
    for (const u8 from : at.amazons[at.mover]) {
      if (from == nowhere) return;
      for (int d = 0; d < directions; ++d) {
        for (int k = 1; k <= sight.steps[d][from]; ++k) {
          if (visit(from, d, from + k * step[d])) return;
        }
      }
    }
  }

  /// How many cells an amazon that came from `from` in direction d can hit from `to` in direction e. Looking back it finds `from` empty.
  static int shots(const Sight& sight, int from, int d, int to, int e) { return sight.steps[e][to] + (e == (d ^ 1) ? 1 + sight.steps[e][from] : 0); }

  /// All turns of the mover, counted but not listed: the usual ones, whose arrow is seen from `to` while `from` is still occupied, and the backward ones.
  class Turns {
   public:
    explicit Turns(const State& at) : sight_(at.empty), mine_(at.amazons[at.mover]) {
      find_visitors(at);
      Shorts8 total{};
      for (int rank = 0; rank < size; ++rank) {
        const Shorts8 row = multiply_pairs(Bytes16::load(&sight_.around[pitch * rank]), Bytes16::load(&visitors_[pitch * rank]));
        row.store(weight_[rank].data());
        total = total + row;
      }
      total.store(files_.data());
      for (int pair = 0; pair < size / 2; ++pair) usual_ += files_[pair];
      for (const u8 from : mine_) {
        if (from == nowhere) break;
        for (int d = 0; d < directions; d += 2) {
          const int there = sight_.steps[d][from];
          const int back = sight_.steps[d + 1][from];
          backward_ += there + back + 2 * there * back;
        }
      }
    }

    int count() const { return usual_ + backward_; }

    /// The i-th of them, in an order of its own.
    Move pick(int i) const { return i < usual_ ? pick_usual(i) : pick_backward(i - usual_); }

   private:
    /// visitors_[c]: how many of the mover's amazons can step to c.
    void find_visitors(const State& at) {
      alignas(16) Plane amazons{};
      visitors_.fill(0);
      for (const u8 from : mine_) {
        if (from == nowhere) break;
        amazons[from] = 255;
        const int file = file_of(from);
        const Bytes16 here = Bytes16::load(first_bytes[file + 1].data()) & ~Bytes16::load(first_bytes[file].data());
        const Bytes16 along = Bytes16::load(first_bytes[file + sight_.steps[east][from] + 1].data()) &
                              ~Bytes16::load(first_bytes[file - sight_.steps[west][from]].data()) & ~here;
        add_visitors(rank_of(from), along);
      }
      sweep<true>(at.empty, amazons);
      sweep<false>(at.empty, amazons);
    }
    template <bool Northward>
    void sweep(const std::array<u16, size>& empty, const Plane& amazons) {
      Bytes16 straight = Bytes16::all(0);
      Bytes16 eastward = straight;
      Bytes16 westward = straight;
      for (int i = 1; i < size; ++i) {
        const int rank = Northward ? i : size - 1 - i;
        const Bytes16 next = Bytes16::spread(empty[rank]);
        const Bytes16 starts = Bytes16::load(&amazons[pitch * (Northward ? rank - 1 : rank + 1)]);
        straight = (straight | starts) & next;
        eastward = (eastward | starts).from_lower() & next;
        westward = (westward | starts).from_higher() & next;
        add_visitors(rank, straight);
        add_visitors(rank, eastward);
        add_visitors(rank, westward);
      }
    }
    void add_visitors(int rank, Bytes16 where) { (Bytes16::load(&visitors_[pitch * rank]) - where).store(&visitors_[pitch * rank]); }

    Move pick_usual(int i) const {
      int pair = 0;
      for (; i >= files_[pair]; ++pair) i -= files_[pair];
      int rank = 0;
      for (; i >= weight_[rank][pair]; ++rank) i -= weight_[rank][pair];
      int to = pitch * rank + 2 * pair;
      const int first = sight_.around[to] * visitors_[to];
      if (i >= first) {
        i -= first;
        ++to;
      }
      int amazon = 0;
      while (true) {
        const Bearing way = bearing(mine_[amazon], to);
        if (way.distance != 0 && way.distance <= sight_.steps[way.direction][mine_[amazon]]) {
          if (i < sight_.around[to]) break;
          i -= sight_.around[to];
        }
        ++amazon;
      }
      int d = 0;
      for (; i >= sight_.steps[d][to]; ++d) i -= sight_.steps[d][to];
      return {mine_[amazon], static_cast<u8>(to), static_cast<u8>(to + (i + 1) * step[d])};
    }
    Move pick_backward(int i) const {
      for (const u8 from : mine_) {
        for (int d = 0; d < directions; ++d) {
          const int there = sight_.steps[d][from];
          const int back = 1 + sight_.steps[d ^ 1][from];
          if (i < there * back) return {from, static_cast<u8>(from + (1 + i / back) * step[d]), static_cast<u8>(from - i % back * step[d])};
          i -= there * back;
        }
      }
      return {};
    }

    Sight sight_;
    std::array<u8, 4> mine_;
    alignas(16) Plane visitors_;
    std::array<std::array<u16, 8>, size> weight_;  ///< usual turns by rank and pair of files of `to`
    std::array<u16, 8> files_;                     ///< their sums over the ranks
    int usual_ = 0;
    int backward_ = 0;
  };

  static char letter(const State& at, int rank, int file) {
    if ((at.empty[rank] >> file & 1) != 0) return '.';
    for (int player = 0; player < 2; ++player) {
      for (const u8 amazon : at.amazons[player]) {
        if (amazon == pitch * rank + file) return player == 0 ? 'Q' : 'q';
      }
    }
    return 'x';
  }

  static std::string name(int cell) { return static_cast<char>('a' + file_of(cell)) + std::to_string(rank_of(cell) + 1); }

  /// Takes the name of a cell off the front of the text; -1 if there is none.
  static int read_cell(std::string_view& text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + size || text[1] < '1' || text[1] > '9') return -1;
    const int file = text[0] - 'a';
    const bool ten = text.substr(1).starts_with("10");
    const int rank = ten ? 9 : text[1] - '1';
    text.remove_prefix(ten ? 3 : 2);
    return pitch * rank + file;
  }
  static bool read_mark(std::string_view& text, char mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(1);
    return true;
  }

  bool cross_;
};

const Registration registration{{
    .id = "amazons",
    .title = "Game of the Amazons",
    .page = "amazons",
    .source = "amazons.cpp",
    .options = {{"setup", one_of({std::string("standard"), std::string("cross")}), "where the amazons stand at the start"}},
    .make = [](const Options& options) { return as_game(Amazons(options)); },
}};

}  // namespace
