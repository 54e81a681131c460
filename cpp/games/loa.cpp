// Lines of Action. Page: docs/rules/loa.md.
//
// Square (file, rank), both from 0, is bit size * rank + file, on 8x8 squares in one word, on 9x9 in two:
//
//   8 | 56 57 58 59 60 61 62 63
//   . |  .  .  .  .  .  .  .  .
//   1 |  0  1  2  3  4  5  6  7
//       a  b  c  d  e  f  g  h
//
// All pieces of a line go equally far, as many squares as the line has pieces. So all pieces start at once in all eight directions, one square at a time; on
// lines of n pieces they stop after n steps. How many pieces the line through a square has is kept bit by bit: `counts[b][k]` has bit b of the number for
// line k of every square. No two pieces that go in one direction share a goal, so the goals are eight sets.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/rays8.hpp"
#include "geometry/square_names.hpp"

namespace {

using namespace ply;

// ---- Board

//   direction  0      1     2          3          4      5     6          7
//              north  east  northeast  northwest  south  west  southwest  southeast      (as in rays8.hpp)
//   line       column row   diagonal   antidiag.  the same again
constexpr unsigned directions = 8;
constexpr std::array<Square, directions> direction_steps{{{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}}};

/// One set of squares for each direction, on a board that needs two words.
class Sets8 {
 public:
  explicit Sets8(u128 set) { sets_.fill(set); }
  static Sets8 both(const std::array<u128, 4>& half) {
    Sets8 out(half[0]);
    for (std::size_t d = 0; d < directions; ++d) out.sets_[d] = half[d % 4];
    return out;
  }
  template <class Make>
  static Sets8 each(Make&& make) {
    Sets8 out(u128(u64{0}));
    for (std::size_t d = 0; d < directions; ++d) out.sets_[d] = make(d);
    return out;
  }
  u128 operator[](std::size_t d) const { return sets_[d]; }
  friend Sets8 operator&(const Sets8& a, const Sets8& b) {
    return each([&](std::size_t d) { return a.sets_[d] & b.sets_[d]; });
  }
  friend Sets8 operator|(const Sets8& a, const Sets8& b) {
    return each([&](std::size_t d) { return a.sets_[d] | b.sets_[d]; });
  }
  Sets8 without(const Sets8& other) const {
    return each([&](std::size_t d) { return sets_[d] & ~other.sets_[d]; });
  }
  const std::array<u128, directions>& array() const { return sets_; }

 private:
  std::array<u128, directions> sets_;
};

template <int size>
struct Board {
  static constexpr int squares = size * size;
  using Bits = std::conditional_t<squares <= 64, u64, u128>;
  using Sets = std::conditional_t<squares <= 64, Words8, Sets8>;
  /// So many bits tell how far a piece goes. Eight pieces on a line of eight squares are 0: they go nowhere either.
  static constexpr int digits = size <= 8 ? 3 : 4;

  static constexpr Bits none{u64{0}};
  static constexpr Bits bit(int square) { return Bits(u64{1}) << square; }
  static constexpr bool inside(int file, int rank) { return file >= 0 && file < size && rank >= 0 && rank < size; }
  static constexpr int step(unsigned direction) { return direction_steps[direction].rank * size + direction_steps[direction].file; }

  static constexpr Bits file_set(int file) {
    Bits set = none;
    for (int rank = 0; rank < size; ++rank) set |= bit(size * rank + file);
    return set;
  }
  static constexpr Bits not_first_file = ~file_set(0);
  static constexpr Bits not_last_file = ~file_set(size - 1);

  /// The four lines through each square, itself included.
  static constexpr auto lines = [] {
    std::array<std::array<Bits, 4>, squares> table{};
    for (int square = 0; square < squares; ++square) {
      for (unsigned d = 0; d < directions; ++d) {
        for (int file = square % size, rank = square / size; inside(file, rank);) {
          table[square][d % 4] |= bit(size * rank + file);
          file += direction_steps[d].file;
          rank += direction_steps[d].rank;
        }
      }
    }
    return table;
  }();

  /// Where a step in each direction can arrive.
  static constexpr auto arrivals = [] {
    std::array<Bits, directions> table{};
    for (unsigned d = 0; d < directions; ++d) {
      for (int square = 0; square < squares; ++square) {
        if (inside(square % size - direction_steps[d].file, square / size - direction_steps[d].rank)) table[d] |= bit(square);
      }
    }
    return table;
  }();

  /// One step of every set in its direction.
  static PLY_ALWAYS_INLINE Words8 steps(const Words8& from) { return board8::steps(from); }
  static Sets8 steps(const Sets8& from) {
    return Sets8::each([&](std::size_t d) {
      const int by = step(static_cast<unsigned>(d));
      return (by > 0 ? from[d] << by : from[d] >> -by) & arrivals[d];
    });
  }

  /// Whether the squares hang together. Whatever has a square without neighbours does not, which is found at once and is usual.
  static constexpr bool connected(Bits set) {
    const Bits beside = east(set) | west(set);
    const Bits row = set | beside;
    if ((set & ~(beside | row << size | row >> size)) != none) return (set & (set - Bits(u64{1}))) == none;
    Bits reached = set & (~set + Bits(u64{1}));
    while (true) {
      const Bits wide = reached | east(reached) | west(reached);
      const Bits more = (wide | wide << size | wide >> size) & set;
      if (more == reached) return reached == set;
      reached = more;
    }
  }

 private:
  static constexpr Bits east(Bits set) { return (set & not_last_file) << 1; }
  static constexpr Bits west(Bits set) { return (set & not_first_file) >> 1; }
};

// ---- Rules

/// `hole`: a square where every piece disappears, or -1.
template <int size, int hole>
class Loa {
  using Geometry = Board<size>;
  using Bits = typename Geometry::Bits;
  using Sets = typename Geometry::Sets;
  static constexpr int digits = Geometry::digits;
  static constexpr Bits none = Geometry::none;

 public:
  struct State {
    std::array<Bits, 2> pieces{};
    std::array<std::array<Bits, 4>, digits> counts{};  ///< follows from `pieces`
    std::uint32_t quiet = 0;                           ///< plies since a piece disappeared: what was before cannot come again
    u8 mover = 0;
    u8 connected = 0;  ///< bit p: the pieces of player p are; follows from `pieces`
    friend constexpr bool operator==(const State& a, const State& b) { return a.pieces == b.pieces && a.mover == b.mover; }
  };
  struct Move {
    u8 from = 0;
    u8 to = 0;
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  Loa(const Options& options, std::string_view setup)
      : start_(parse(setup)), repetition_(static_cast<int>(options.integer("repetition"))), mover_wins_(options.is("both", "mover")) {}

  // ---- Setup
  State initial(Rng&) const { return start_; }

  int current_player(const State& at) const { return count(at) == 0 ? over : at.mover; }

  // ---- Move

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.connected != 0) return;
    const Goals goals(at);
    for (unsigned d = 0; d < directions; ++d) {
      if (for_each_bit(goals.sets[d], [&](int to) { return emit(arriving(at, d, to)); })) return;
    }
  }

  void play(State& state, Move move) const {
    Bits& own = state.pieces[state.mover];
    Bits& enemy = state.pieces[state.mover ^ 1];
    const Bits to = Geometry::bit(move.to);
    const bool capture = (enemy & to) != none;
    const bool lost = move.to == hole;
    own ^= Geometry::bit(move.from);
    enemy &= ~to;
    take_off(state, move.from);
    if (!lost) own |= to;
    if (!lost && !capture) put_on(state, move.to);
    state.connected = static_cast<u8>(Geometry::connected(own) ? 1 << state.mover : 0);
    if (capture && Geometry::connected(enemy)) state.connected |= static_cast<u8>(2 >> state.mover);
    state.quiet = lost || capture ? 0 : state.quiet + 1;
    state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const {
    if (at.connected != 0) return 0;
    return static_cast<std::uint64_t>(Goals(at).count());
  }

  Move nth(const State& at, std::uint64_t i) const { return pick(at, Goals(at), static_cast<int>(i)); }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.connected != 0) return std::nullopt;
    const Goals goals(at);
    if (goals.count() == 0) return std::nullopt;
    return pick(at, goals, static_cast<int>(rng.below(static_cast<std::uint64_t>(goals.count()))));
  }

  // ---- End

  /// The player who moved last is the one not to move.
  Result result(const State& at) const {
    const int last = at.mover ^ 1;
    if (at.connected == 3) return mover_wins_ ? Result::win(2, last, "both connected") : Result::draw(2, "both connected");
    if (at.connected != 0) return Result::win(2, at.connected == 2 ? 1 : 0, "connection");
    return Result::win(2, last, "no move");
  }

  int repetition_limit() const { return repetition_; }
  std::uint32_t reversible_plies(const State& at) const { return at.quiet; }
  std::uint64_t ply_limit() const { return 2000; }

  std::vector<std::uint64_t> counters(const State& at) const { return {at.quiet}; }
  bool set_counters(State& state, std::span<const std::uint64_t> in) const {
    if (in.size() != 1 || in[0] > 0xFFFFFFFF) return false;
    state.quiet = static_cast<std::uint32_t>(in[0]);
    return true;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.mover;
    for (const Bits pieces : at.pieces) {
      key = scramble(key + 0x9E3779B97F4A7C15) ^ low_word(pieces);
      if constexpr (sizeof(Bits) > 8) key = scramble(key) ^ high_word(pieces);
    }
    return scramble(key);
  }

  // ---- Notation

  std::string text(const State& at) const {
    return write_rows(size, size, [&](int row, int file) { return piece_at(at, file, size - 1 - row); }) + (at.mover == 0 ? " x" : " o");
  }

  std::string text(const State& at, Move move) const {
    const bool capture = (at.pieces[at.mover ^ 1] & Geometry::bit(move.to)) != none;
    return name(move.from) + (capture ? 'x' : '-') + name(move.to);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    State state;
    bool hole_is_there = false;
    read_rows(parts[0], size, size, [&](int row, int file, char piece) {
      const int square = size * (size - 1 - row) + file;
      if (square == hole) return hole_is_there = piece == '*';
      if (piece != 'X' && piece != 'O') return false;
      state.pieces[piece == 'X' ? 0 : 1] |= Geometry::bit(square);
      put_on(state, square);
      return true;
    });
    const auto wrong = [&](const std::string& what) { return TextError("board " + in_quotes(parts[0]) + ": " + what); };
    if (hole >= 0 && !hole_is_there) throw wrong("no hole '*' on " + name(hole));
    for (std::size_t player = 0; player < 2; ++player) {
      if (state.pieces[player] == none) throw wrong(std::string("no piece ") + (player == 0 ? "'X'" : "'O'"));
      if (Geometry::connected(state.pieces[player])) state.connected |= static_cast<u8>(1 << player);
    }
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    state.mover = parts[1] == "x" ? 0 : 1;
    return state;
  }

  /// `b1-b3`, `c1xa3`, or without the mark.
  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const auto from = take_square(rest, size, size);
    const bool taking = take_mark(rest, 'x');
    const bool going = !taking && take_mark(rest, '-');
    const auto to = take_square(rest, size, size);
    if (!from || !to || !rest.empty()) unreadable_move(in);
    const Move move{static_cast<u8>(size * from->rank + from->file), static_cast<u8>(size * to->rank + to->file)};
    const bool capture = (at.pieces[at.mover ^ 1] & Geometry::bit(move.to)) != none;
    if (at.connected != 0 || !legal(at, move) || (capture ? going : taking)) illegal_move(in);
    return move;
  }

  std::string diagram(const State& at) const {
    return draw_rows(
        size, size,
        [&](int row, int file) {
          const char piece = piece_at(at, file, size - 1 - row);
          return piece == 0 ? '.' : piece;
        },
        [](int row) { return std::to_string(size - row); });
  }

  /// By square and direction: how far follows from the position.
  std::uint64_t actions() const { return directions * size * size; }
  std::uint64_t action(Move move) const { return directions * move.from + bearing(move); }

 private:
  static std::string name(int square) { return square_name(square % size, square / size); }
  static char piece_at(const State& at, int file, int rank) {
    const int square = size * rank + file;
    const Bits here = Geometry::bit(square);
    return square == hole ? '*' : (at.pieces[0] & here) != none ? 'X' : (at.pieces[1] & here) != none ? 'O' : '\0';
  }

  /// One piece more, or less, on the lines through a square.
  static void put_on(State& state, int square) {
    std::array<Bits, 4> carry = Geometry::lines[square];
    for (auto& digit : state.counts) {
      for (std::size_t k = 0; k < 4; ++k) {
        const Bits next = digit[k] & carry[k];
        digit[k] ^= carry[k];
        carry[k] = next;
      }
    }
  }
  static void take_off(State& state, int square) {
    std::array<Bits, 4> borrow = Geometry::lines[square];
    for (auto& digit : state.counts) {
      for (std::size_t k = 0; k < 4; ++k) {
        digit[k] ^= borrow[k];
        borrow[k] &= digit[k];
      }
    }
  }

  /// How far the pieces on line k of a square go.
  static int distance(const State& at, unsigned k, int square) { return popcount((at.pieces[0] | at.pieces[1]) & Geometry::lines[square][k]); }

  /// Where the pieces of the mover can go, by direction.
  struct Goals {
    std::array<Bits, directions> sets;
    std::array<int, directions> up_to;  ///< how many goals there are in this direction and those before

    PLY_ALWAYS_INLINE explicit Goals(const State& at) : sets(find(at)) {
      int sum = 0;
      for (std::size_t d = 0; d < directions; ++d) up_to[d] = sum += popcount(sets[d]);
    }
    int count() const { return up_to[directions - 1]; }

   private:
    static PLY_ALWAYS_INLINE std::array<Bits, directions> find(const State& at) {
      const Sets own(at.pieces[at.mover]);
      const Sets enemy(at.pieces[at.mover ^ 1]);
      Sets going = own;
      Sets goals(none);
      for (int n = 1; n < size; ++n) {
        going = Geometry::steps(going);
        Sets stopping = going;
        for (int b = 0; b < digits; ++b) {
          const Sets digit = Sets::both(at.counts[b]);
          stopping = (n >> b & 1) != 0 ? stopping & digit : stopping.without(digit);
        }
        goals = goals | stopping.without(own);
        going = going.without(stopping).without(enemy);
      }
      return goals.array();
    }
  };

  static Move arriving(const State& at, unsigned direction, int to) {
    return {static_cast<u8>(to - distance(at, direction % 4, to) * Geometry::step(direction)), static_cast<u8>(to)};
  }

  /// The n-th move. The direction is found without branches, for n is random.
  static Move pick(const State& at, const Goals& goals, int n) {
    unsigned direction = 0;
    for (std::size_t d = 0; d + 1 < directions; ++d) direction += n >= goals.up_to[d] ? 1u : 0u;
    const int before = direction == 0 ? 0 : goals.up_to[direction - 1];
    return arriving(at, direction, nth_bit(goals.sets[direction], n - before));
  }

  /// The direction of a move along a line.
  static unsigned bearing(Move move) {
    const auto sign = [](int x) { return (x > 0) - (x < 0); };
    const int file = sign(move.to % size - move.from % size);
    const int rank = sign(move.to / size - move.from / size);
    unsigned d = 0;
    while (direction_steps[d].file != file || direction_steps[d].rank != rank) ++d;
    return d;
  }

  static bool legal(const State& at, Move move) {
    if (move.from == move.to || (at.pieces[at.mover] & Geometry::bit(move.from)) == none) return false;
    const unsigned d = bearing(move);
    if ((Geometry::lines[move.from][d % 4] & Geometry::bit(move.to)) == none) return false;
    return (Goals(at).sets[d] & Geometry::bit(move.to)) != none && arriving(at, d, move.to) == move;
  }

  State start_;
  int repetition_;
  bool mover_wins_;
};

std::unique_ptr<AnyGame> make_loa(const Options& options) {
  constexpr int no_hole = -1;
  constexpr int e5 = 9 * 4 + 4;
  if (options.is("variant", "blackhole")) return as_game(Loa<9, e5>(options, "1XXXXXXX1/O7O/O7O/O7O/O3*3O/O7O/O7O/O7O/1XXXXXXX1 x"));
  if (options.is("variant", "scramble")) return as_game(Loa<8, no_hole>(options, "1XOXOXO1/O6X/X6O/O6X/X6O/O6X/X6O/1OXOXOX1 x"));
  if (options.is("variant", "quick")) return as_game(Loa<8, no_hole>(options, "2XXXX2/8/O6O/O6O/O6O/O6O/8/2XXXX2 x"));
  return as_game(Loa<8, no_hole>(options, "1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 x"));
}

const Registration registration{{
    .id = "loa",
    .title = "Lines of Action",
    .page = "loa",
    .source = "loa.cpp",
    .options = {{"variant", one_of({std::string("standard"), std::string("scramble"), std::string("quick"), std::string("blackhole")}), "board and setup"},
                {"repetition", one_of({std::int64_t{3}, std::int64_t{0}}), "occurrences of a position that make a draw; 0: never"},
                {"both", one_of({std::string("draw"), std::string("mover")}), "who wins when a move connects both sides"}},
    .make = make_loa,
}};

}  // namespace
