// Fendo. Page: docs/rules/fendo.md.
//
// Square (file, rank), both from 0, is bit 8 * rank + file; bit 7 of a rank is never a square. A fence stands on the north or on the east side of its square.
// The corners of the squares, where fences begin and end, are numbered the same way: corner (x, y) is the lower left one of square (x, y).
//
//   rank 7  48 49 50 51 52 53 54 (55)
//   ...
//   rank 1   0  1  2  3  4  5  6  (7)
//            a  b  c  d  e  f  g
//
// A fence divides an area exactly when its two corners hang together already, by fences or by the border. Whether it does, and into which parts, depends on
// fences only and is kept with the position: the parts of a fence are found once, and later fences only make the open area around them smaller. Who may build
// it then follows from the number of pieces in its two parts.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"
#include "geometry/square_names.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int size = 7;
constexpr int squares = 56;  ///< with the gaps
constexpr u64 bit(int square) { return u64{1} << square; }
constexpr u64 board = 0x007F7F7F7F7F7F7F;
constexpr u64 below_top = 0x00007F7F7F7F7F7F;     ///< squares that have one to the north
constexpr u64 left_of_edge = 0x003F3F3F3F3F3F3F;  ///< squares that have one to the east
constexpr u64 border_corners = 0xFF818181818181FF;

enum Side : u8 { side_n, side_e, side_s, side_w, no_fence, passing };
constexpr std::string_view side_letters = "nesw";

/// Where one can go from square to square: the squares without a fence, and without the border, on their north and east side.
struct Gaps {
  u64 north = below_top;
  u64 east = left_of_edge;
  friend constexpr bool operator==(const Gaps&, const Gaps&) = default;

  constexpr u64 grown(u64 area) const { return area | (area & north) << 8 | (area >> 8 & north) | (area & east) << 1 | (area >> 1 & east); }
  constexpr u64 area_of(u64 from) const {
    for (u64 area = from;;) {
      const u64 more = grown(area);
      if (more == area) return area;
      area = more;
    }
  }
  /// `one` and `other` lie in two areas: that of `one`, given both together. Whichever is smaller is found first.
  constexpr u64 area_of(u64 one, u64 other, u64 together) const {
    while (true) {
      const u64 more = grown(one);
      if (more == one) return one;
      one = more;
      const u64 more_of_other = grown(other);
      if (more_of_other == other) return together & ~other;
      other = more_of_other;
    }
  }
  /// The corners that hang together with one that is not connected to the border.
  constexpr u64 tied_to(u64 corners) const {
    const u64 lying = (below_top & ~north) << 8;       // by their left corner
    const u64 standing = (left_of_edge & ~east) << 1;  // by their lower corner
    while (true) {
      const u64 more = corners | (corners & lying) << 1 | (corners >> 1 & lying) | (corners & standing) << 8 | (corners >> 8 & standing);
      if (more == corners) return corners;
      corners = more;
    }
  }
};

/// Squares over which pieces can pass, as the steps of a parallel-prefix fill.
class Travel {
 public:
  Travel(const Gaps& gaps, u64 empty)
      : north_(up<8>(gaps.north << 8 & empty)), south_(down<8>(gaps.north & empty)), east_(up<1>(gaps.east << 1 & empty)), west_(down<1>(gaps.east & empty)) {}

  /// From each of eight squares all that can be reached: along a line, or two with one turn between them; the square itself included. Eight because a compiler
  /// makes vectors of them.
  void from_each(u64* sets) const {
    for (int i = 0; i < at_once; ++i) sets[i] = along_file(along_rank(sets[i])) | along_rank(along_file(sets[i]));
  }
  static constexpr int at_once = 8;

 private:
  using Steps = std::array<u64, 3>;  ///< one, two and four squares at once
  template <int by>
  static Steps up(u64 one) {
    const u64 two = one & one << by;
    return {one, two, two & two << 2 * by};
  }
  template <int by>
  static Steps down(u64 one) {
    const u64 two = one & one >> by;
    return {one, two, two & two >> 2 * by};
  }
  template <int by>
  static u64 fill_up(u64 set, const Steps& steps) {
    set |= set << by & steps[0];
    set |= set << 2 * by & steps[1];
    return set | (set << 4 * by & steps[2]);
  }
  template <int by>
  static u64 fill_down(u64 set, const Steps& steps) {
    set |= set >> by & steps[0];
    set |= set >> 2 * by & steps[1];
    return set | (set >> 4 * by & steps[2]);
  }
  u64 along_file(u64 set) const { return fill_up<8>(set, north_) | fill_down<8>(set, south_); }
  u64 along_rank(u64 set) const { return fill_up<1>(set, east_) | fill_down<1>(set, west_); }

  Steps north_, south_, east_, west_;
};

// ---- Rules

class Fendo {
 public:
  struct State {
    std::array<u64, 2> pieces{};
    Gaps gaps;
    std::array<u8, 2> hand{};
    u8 mover = 0;
    u8 passes = 0;
    // The rest follows from the pieces and the gaps.
    u64 open = 0;               ///< the open area
    u64 tied = border_corners;  ///< corners that are connected to the border
    /// Fences that would divide the open area, as gaps; others may be there that are outside of it by now.
    Gaps dividing{0, 0};
    /// By square with such a fence: its own part of what the fence divided when this was found.
    std::array<u64, squares> part_north{};
    std::array<u64, squares> part_east{};

    friend bool operator==(const State& a, const State& b) {
      return a.pieces == b.pieces && a.gaps == b.gaps && a.hand == b.hand && a.mover == b.mover && a.passes == b.passes;
    }
  };
  /// Side n, e, s, w: a piece moves and builds there. `no_fence`: one is added on `to`. `passing`: neither.
  struct Move {
    u8 from = 0;
    u8 to = 0;
    u8 side = passing;
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  explicit Fendo(const Options&) : start_(parse("7/7/7/R5B/7/7/7 - 6,6 0 0")) {}

  // ---- Setup
  State initial(Rng&) const { return start_; }

  int current_player(const State& at) const { return is_over(at) ? over : at.mover; }

  // ---- Move

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    const Turns turns(at);
    if (turns.count() == 0) {
      emit(Move{});
      return;
    }
    for (int i = 0; i < turns.movers; ++i) {
      for (u8 side = side_n; side <= side_w; ++side) {
        if (for_each_bit(turns.goals[i][side], [&](int to) { return emit(Move{turns.from[i], static_cast<u8>(to), side}); })) return;
      }
    }
    for_each_bit(turns.additions, [&](int to) { return emit(addition(to)); });
  }

  void play(State& state, Move move) const { make<true>(state, move); }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; plies < max_plies && !is_over(state); ++plies) make<false>(state, draw(state, rng));
    if (!is_over(state)) find_parts(state, state.dividing);
    return plies;
  }

  std::uint64_t count(const State& at) const {
    if (is_over(at)) return 0;
    const int turns = Turns(at).count();
    return static_cast<std::uint64_t>(turns == 0 ? 1 : turns);
  }

  Move nth(const State& at, std::uint64_t i) const { return Turns(at).pick(static_cast<int>(i)); }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    const Turns turns(at);
    if (turns.count() == 0) return Move{};
    return turns.pick(static_cast<int>(rng.below(static_cast<std::uint64_t>(turns.count()))));
  }

  /// 84 fences and 12 additions, and no two passes in a row but at the end.
  std::uint64_t longest_game() const { return 2 * (84 + 12) + 2; }

  /// Additions, a pass, and moves by the squares where they begin and end and the side of the fence.
  std::uint64_t actions() const { return squares + 1 + squares * squares * 4; }
  std::uint64_t action(Move move) const {
    if (move.side == no_fence) return move.to;
    if (move.side == passing) return squares;
    return static_cast<std::uint64_t>(squares + 1 + 4 * (squares * move.from + move.to) + move.side);
  }

  // ---- End

  Result result(const State& at) const {
    std::array<int, 2> scores{};
    for (std::size_t player = 0; player < 2; ++player) {
      for_each_bit(at.pieces[player] & ~at.open, [&](int square) {
        scores[player] += popcount(at.gaps.area_of(bit(square)));
        return false;
      });
    }
    return Result::by_score(2, scores, at.open == 0 ? "all areas closed" : "two passes");
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = static_cast<u64>(at.hand[0]) << 24 | static_cast<u64>(at.hand[1]) << 16 | static_cast<u64>(at.mover) << 8 | at.passes;
    for (const u64 word : {at.pieces[0], at.pieces[1], at.gaps.north, at.gaps.east}) key = zobrist(key, word);
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string fences;
    for (int file = 0; file < size; ++file) {
      for (int rank = 0; rank < size; ++rank) {
        const u64 here = bit(8 * rank + file);
        if ((left_of_edge & ~at.gaps.east & here) != 0) fences += square_name(file, rank) + "e,";
        if ((below_top & ~at.gaps.north & here) != 0) fences += square_name(file, rank) + "n,";
      }
    }
    if (fences.empty()) fences = "-,";
    fences.back() = ' ';
    return write_rows(size, size, [&](int row, int file) { return piece_at(at, 8 * (size - 1 - row) + file); }) + ' ' + fences + std::to_string(at.hand[0]) +
           ',' + std::to_string(at.hand[1]) + ' ' + std::to_string(at.mover) + ' ' + std::to_string(at.passes);
  }

  std::string text(const State&, Move move) const {
    if (move.side == passing) return "pass";
    if (move.side == no_fence) return name(move.to);
    return name(move.from) + '-' + name(move.to) + '/' + side_letters[move.side];
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    read_rows(parts[0], size, size, [&](int row, int file, char piece) {
      if (piece != 'R' && piece != 'B') return false;
      state.pieces[piece == 'R' ? 0 : 1] |= bit(8 * (size - 1 - row) + file);
      return true;
    });
    if (parts[1] != "-") {
      for (const std::string_view fence : split(parts[1], ',')) read_fence(state.gaps, fence);
    }
    const auto hands = split(parts[2], ',');
    if (hands.size() != 2) throw TextError("pieces in hand " + in_quotes(parts[2]) + " are not two numbers");
    for (std::size_t player = 0; player < 2; ++player) state.hand[player] = static_cast<u8>(number(hands[player], 0, 6, "hand"));
    state.mover = static_cast<u8>(number(parts[3], 0, 1, "side to move"));
    state.passes = static_cast<u8>(number(parts[4], 0, 2, "number of passes"));
    find_open(state);
    find_dividing(state);
    return state;
  }

  /// Letters of either case.
  Move parse_move(const State& at, std::string_view in) const {
    std::string lower(in.substr(0, 8));
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    std::string_view rest = lower;
    if (in.size() > 7) unreadable_move(in);
    if (rest == "pass") {
      if (is_over(at) || Turns(at).count() != 0) illegal_move(in);
      return {};
    }
    const auto from = take_square(rest, size, size);
    if (!from) unreadable_move(in);
    const int first = 8 * from->rank + from->file;
    if (rest.empty()) {
      if (is_over(at) || (Turns(at).additions & bit(first)) == 0) illegal_move(in);
      return addition(first);
    }
    const bool dash = take_mark(rest, '-');
    const auto to = take_square(rest, size, size);
    const bool slash = take_mark(rest, '/');
    const std::size_t side = rest.size() == 1 ? side_letters.find(rest[0]) : std::string_view::npos;
    if (!dash || !to || !slash || side == std::string_view::npos) unreadable_move(in);
    const Move move{static_cast<u8>(first), static_cast<u8>(8 * to->rank + to->file), static_cast<u8>(side)};
    if (is_over(at) || !Turns(at).has(move)) illegal_move(in);
    return move;
  }

  std::string diagram(const State& at) const {
    std::string out = "   +---+---+---+---+---+---+---+\n";
    for (int rank = size - 1; rank >= 0; --rank) {
      std::string below = "\n   ";
      out += ' ' + std::to_string(rank + 1) + " |";
      for (int file = 0; file < size; ++file) {
        const int square = 8 * rank + file;
        const char piece = piece_at(at, square);
        ((out += ' ') += piece == 0 ? '.' : piece) += ' ';
        out += (at.gaps.east & bit(square)) != 0 ? ' ' : '|';
        below += rank > 0 && (at.gaps.north & bit(square - 8)) != 0 ? "+   " : "+---";
      }
      out += below + "+\n";
    }
    return out + "     a   b   c   d   e   f   g\n";
  }

 private:
  static bool is_over(const State& at) { return at.open == 0 || at.passes == 2; }
  static std::string name(int square) { return square_name(square % 8, square / 8); }
  static char piece_at(const State& at, int square) { return (at.pieces[0] & bit(square)) != 0 ? 'R' : (at.pieces[1] & bit(square)) != 0 ? 'B' : '\0'; }
  static Move addition(int to) { return {static_cast<u8>(to), static_cast<u8>(to), no_fence}; }

  /// Plays a legal move. The parts of fences that divide from now on are found, or else left for later.
  template <bool with_parts>
  static void make(State& state, Move move) {
    if (move.side == passing) {
      ++state.passes;
    } else {
      state.passes = 0;
      u64& own = state.pieces[state.mover];
      if (move.side == no_fence) {
        own |= bit(move.to);
        --state.hand[state.mover];
      } else {
        own = (own & ~bit(move.from)) | bit(move.to);
        const int square = owner_of_fence(move);
        fence_lies(move.side) ? build<true, with_parts>(state, square) : build<false, with_parts>(state, square);
      }
    }
    state.mover ^= 1;
  }

  static bool fence_lies(u8 side) { return side == side_n || side == side_s; }
  /// The square whose north or east side it is.
  static int owner_of_fence(Move move) { return move.side == side_s ? move.to - 8 : move.side == side_w ? move.to - 1 : move.to; }

  /// The own pieces in the open area, and where they can travel.
  struct Reach {
    u64 all;  ///< pieces of both
    u64 own;
    int movers = 0;
    std::array<u8, size * size> from;
    std::array<u64, squares> goals;
    u64 additions = 0;

    explicit Reach(const State& at) : all(at.pieces[0] | at.pieces[1]), own(at.pieces[at.mover] & at.open) {
      for_each_bit(own, [&](int square) {
        from[movers] = static_cast<u8>(square);
        goals[movers++] = bit(square);
        return false;
      });
      for (int i = movers; i % Travel::at_once != 0; ++i) goals[i] = 0;
      const Travel travel(at.gaps, board & ~all);
      for (int i = 0; i < movers; i += Travel::at_once) travel.from_each(&goals[i]);
      if (at.hand[at.mover] == 0) return;
      for (int i = 0; i < movers; ++i) additions |= goals[i];
      additions &= ~all;
    }
  };

  /// All turns but a pass.
  struct Turns {
    int movers;
    std::array<u8, size * size> from;
    std::array<std::array<u64, 4>, size * size> goals;  ///< by piece and side of the fence
    u64 additions;

    explicit Turns(const State& at) : Turns(at, Reach(at)) {}
    Turns(const State& at, const Reach& reach) : movers(reach.movers), from(reach.from), additions(reach.additions), count_(popcount(additions)) {
      const Gaps harmless{at.gaps.north & ~at.dividing.north, at.gaps.east & ~at.dividing.east};
      for (int i = 0; i < movers; ++i) goals[i] = {harmless.north, harmless.east, harmless.north << 8, harmless.east << 1};
      add_dividing(at, reach.all, reach.own);
      for (int i = 0; i < movers; ++i) {
        for (u64& set : goals[i]) count_ += popcount(set &= reach.goals[i]);
      }
    }

    int count() const { return count_; }

    Move pick(int n) const {
      for (int i = 0; i < movers; ++i) {
        for (u8 side = side_n; side <= side_w; ++side) {
          const int here = popcount(goals[i][side]);
          if (n < here) return {from[i], static_cast<u8>(nth_bit(goals[i][side], n)), side};
          n -= here;
        }
      }
      return n < popcount(additions) ? addition(nth_bit(additions, n)) : Move{};
    }

    bool has(Move move) const {
      for (int i = 0; i < movers; ++i) {
        if (from[i] == move.from) return (goals[i][move.side] & bit(move.to)) != 0;
      }
      return false;
    }

   private:
    void add_dividing(const State& at, u64 all, u64 own) {
      const int pieces = popcount(all & at.open);
      for_each_bit(at.dividing.north & at.open, [&](int square) {
        add_dividing(at.part_north[square] & at.open, at, all, own, pieces, side_n, square, square + 8);
        return false;
      });
      for_each_bit(at.dividing.east & at.open, [&](int square) {
        add_dividing(at.part_east[square] & at.open, at, all, own, pieces, side_e, square, square + 1);
        return false;
      });
    }

    /// A fence between `inner`, which lies in `part`, and `outer`, which does not. After it one part must have exactly one piece and the other at least one;
    /// a piece that comes from the other part to build it changes both.
    void add_dividing(u64 part, const State& at, u64 all, u64 own, int pieces, Side side, int inner, int outer) {
      const int inside = popcount(all & part);
      const int outside = pieces - inside;
      const u64 rest = at.open & ~part;
      const bool staying = fine(inside, outside);
      const u64 to_inner = own & ((staying ? part : 0) | (fine(inside + 1, outside - 1) ? rest : 0));
      const u64 to_outer = own & ((staying ? rest : 0) | (fine(inside - 1, outside + 1) ? part : 0));
      if ((to_inner | to_outer) == 0) return;
      for (int i = 0; i < movers; ++i) {
        goals[i][side] |= (to_inner >> from[i] & 1) << inner;
        goals[i][side + 2] |= (to_outer >> from[i] & 1) << outer;
      }
    }

    int count_;
  };

  /// Pieces in the two parts that a fence makes of the open area.
  static bool fine(int one, int other) { return (one == 1 && other >= 1) || (other == 1 && one >= 1); }

  // ---- A random move of a game in which the parts of fences are not kept: drawn as if no fence divided, and drawn again if it may not be built. Where this
  // takes long there may be no move at all: then all are looked at.

  static Move draw(State& state, Rng& rng) {
    const Reach reach(state);
    if (reach.movers == 0) return {};
    const u64 south = state.gaps.north << 8;
    const u64 west = state.gaps.east << 1;
    if (reach.movers <= most_movers) {
      std::array<int, most_movers> up_to;  // so many moves with a fence have this piece and those before
      int fences = 0;
      for (int i = 0; i < most_movers; ++i) {
        const u64 goals = reach.goals[i];
        if (i < reach.movers)
          fences += popcount(goals & state.gaps.north) + popcount(goals & state.gaps.east) + popcount(goals & south) + popcount(goals & west);
        up_to[i] = fences;
      }
      const int turns = fences + popcount(reach.additions);
      if (turns == 0) return {};
      for (int trial = 0; trial < trials; ++trial) {
        const int n = static_cast<int>(rng.below(static_cast<std::uint64_t>(turns)));
        if (n >= fences) return addition(nth_bit(reach.additions, n - fences));
        int piece = 0;
        for (int i = 0; i + 1 < most_movers; ++i) piece += n >= up_to[i] ? 1 : 0;
        const u64 goals = reach.goals[piece];
        const std::array<u64, 4> sides{goals & state.gaps.north, goals & state.gaps.east, goals & south, goals & west};
        int left = n - (piece == 0 ? 0 : up_to[piece - 1]);
        u8 side = side_n;
        for (; left >= popcount(sides[side]); ++side) left -= popcount(sides[side]);
        const Move move{reach.from[piece], static_cast<u8>(nth_bit(sides[side], left)), side};
        if (may_build(state, move, reach.all)) return move;
      }
    }
    find_parts(state, state.dividing);
    const Turns turns(state, reach);
    return turns.count() == 0 ? Move{} : turns.pick(static_cast<int>(rng.below(static_cast<std::uint64_t>(turns.count()))));
  }
  static constexpr int most_movers = 8;
  static constexpr int trials = 16;

  /// Finds the parts of the fence, too, if it divides.
  static bool may_build(State& state, Move move, u64 all) {
    const bool lies = fence_lies(move.side);
    const int square = owner_of_fence(move);
    if (((lies ? state.dividing.north : state.dividing.east) & bit(square)) == 0) return true;
    const u64 part = lies ? part_of<true>(state, square) : part_of<false>(state, square);
    (lies ? state.part_north : state.part_east)[square] = part;
    const u64 then = ((all & ~bit(move.from)) | bit(move.to)) & state.open;
    return fine(popcount(then & part), popcount(then & ~part));
  }

  /// The part of the open area that a square belongs to if a fence on its north or east side divides it.
  template <bool north>
  static u64 part_of(const State& at, int square) {
    Gaps gaps = at.gaps;
    (north ? gaps.north : gaps.east) &= ~bit(square);
    return gaps.area_of(bit(square), bit(north ? square + 8 : square + 1), at.open);
  }

  /// Builds a fence on the north or east side of a square.
  template <bool north, bool with_parts>
  static void build(State& state, int square) {
    u64& gaps = north ? state.gaps.north : state.gaps.east;
    u64& dividing = north ? state.dividing.north : state.dividing.east;
    if ((dividing & bit(square)) != 0) {
      gaps &= ~bit(square);
      dividing &= ~bit(square);
      const u64 part = (north ? state.part_north : state.part_east)[square] & state.open;
      const u64 rest = state.open & ~part;
      const u64 all = state.pieces[0] | state.pieces[1];
      state.open = popcount(all & part) > 1 ? part : popcount(all & rest) > 1 ? rest : 0;
      return;
    }
    // It ties together what its two corners belong to. Other fences between these two would divide now.
    const u64 one = tied_to(state, bit(north ? square + 8 : square + 1));
    const u64 other = tied_to(state, bit(square + 9));
    gaps &= ~bit(square);
    if (((one | other) & state.tied) != 0) state.tied |= one | other;
    add_dividing<with_parts>(state, {((one & other >> 1) | (other & one >> 1)) >> 8, ((one & other >> 8) | (other & one >> 8)) >> 1});
  }

  static u64 tied_to(const State& at, u64 corner) { return (at.tied & corner) != 0 ? at.tied : at.gaps.tied_to(corner); }

  /// Of these, the ones that can be built in the open area divide it.
  template <bool with_parts>
  static void add_dividing(State& state, Gaps fences) {
    fences.north &= state.gaps.north & state.open;
    fences.east &= state.gaps.east & state.open;
    state.dividing.north |= fences.north;
    state.dividing.east |= fences.east;
    if (with_parts) find_parts(state, fences);
  }
  static void find_parts(State& state, const Gaps& fences) {
    for_each_bit(fences.north & state.open, [&](int square) {
      state.part_north[square] = part_of<true>(state, square);
      return false;
    });
    for_each_bit(fences.east & state.open, [&](int square) {
      state.part_east[square] = part_of<false>(state, square);
      return false;
    });
  }

  static void read_fence(Gaps& gaps, std::string_view fence) {
    std::string_view rest = fence;
    const auto square = take_square(rest, size, size);
    const bool north = rest == "n";
    if (!square || (!north && rest != "e")) throw TextError("fence " + in_quotes(fence) + " is not a square with n or e");
    const u64 here = bit(8 * square->rank + square->file);
    if (((north ? below_top : left_of_edge) & here) == 0) throw TextError("fence " + in_quotes(fence) + " is on the border");
    u64& side = north ? gaps.north : gaps.east;
    if ((side & here) == 0) throw TextError("fence " + in_quotes(fence) + " is there twice");
    side &= ~here;
  }

  /// From the pieces and the gaps alone; refuses what is no legal position.
  static void find_open(State& state) {
    const u64 all = state.pieces[0] | state.pieces[1];
    for (u64 left = board; left != 0;) {
      const u64 area = state.gaps.area_of(left & (~left + 1));
      left &= ~area;
      if ((all & area) == 0) throw TextError("the area of " + name(lowest(area)) + " has no piece");
      if (popcount(all & area) < 2) continue;
      if (state.open != 0) throw TextError("two open areas, of " + name(lowest(state.open)) + " and of " + name(lowest(area)));
      state.open = area;
    }
  }
  static void find_dividing(State& state) {
    state.tied = state.gaps.tied_to(border_corners);
    Gaps fences{0, 0};
    u64 corners = 0;  // done
    const auto tie = [&](u64 tied) {
      corners |= tied;
      fences.north |= (tied & tied >> 1) >> 8;
      fences.east |= (tied & tied >> 8) >> 1;
    };
    tie(state.tied);
    while (~corners != 0) tie(state.gaps.tied_to(~corners & (corners + 1)));
    add_dividing<true>(state, fences);
  }

  State start_;
};

const Registration registration{{
    .id = "fendo",
    .title = "Fendo",
    .page = "fendo",
    .source = "fendo.cpp",
    .make = [](const Options& options) { return as_game(Fendo(options)); },
}};

}  // namespace
