// Slither (docs/rules/slither.md).
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/board8.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int smallest_size = 3;
constexpr int largest_size = 19;

// ---- Board. Point (column x, row y), both from 0, is bit x * (size + 1) + y: a point with a smaller name has a smaller number. Size 9:
//
//    9  8 18 28 ..      The numbers between two columns and after the last column stand for no point and are never set: what steps over an edge ends there.
//    .  .  .  .
//    2  1 11 21 ..
//    1  0 10 20 ..
//       a  b  c
//
// Up to size 8 it is bit x * 8 + y of one word, as in geometry/board8.hpp with columns for ranks; where 8 rows leave nothing between the columns, what steps
// over the upper or lower edge is masked out.
//
// ---- Around a point. Its pattern:
//
//    2 5 8       column x - 1, x, x + 1
//    1 4 7
//    0 3 6
constexpr int patterns = 512;

struct Corner {
  int corner, beside, above;  ///< bits of a pattern: a point diagonal to the middle and the two that are orthogonal to both
};
constexpr std::array<Corner, 4> corners{{{0, 1, 3}, {2, 1, 5}, {6, 7, 3}, {8, 7, 5}}};

/// By the pattern of a player's stones: bit 0, a stone in the middle is a naked diagonal of another; bit 1, two neighbours of the middle, which is not the
/// player's, are naked diagonals of each other.
constexpr u8 naked_middle = 1;
constexpr u8 naked_around = 2;
constexpr std::array<u8, patterns> nakedness = [] {
  std::array<u8, patterns> table{};
  for (int pattern = 0; pattern < patterns; ++pattern) {
    const auto own = [&](int bit) { return (pattern >> bit & 1) != 0; };
    for (const auto& [corner, beside, above] : corners) {
      if (own(corner) && !own(beside) && !own(above)) table[pattern] |= naked_middle;
      if (!own(4) && !own(corner) && own(beside) && own(above)) table[pattern] |= naked_around;
    }
  }
  return table;
}();

/// By the pattern of a player's stones: whether the middle touches stones that do not hang together around it.
constexpr std::array<bool, patterns> joins = [] {
  constexpr std::array<int, 8> circle{0, 1, 2, 5, 8, 7, 6, 3};
  std::array<bool, patterns> table{};
  for (int pattern = 0; pattern < patterns; ++pattern) {
    const auto own = [&](int place) { return (pattern >> circle[place % 8] & 1) != 0; };
    int touched = 0;
    int links = 0;
    for (int side = 1; side < 8; side += 2) {
      touched += own(side);
      links += own(side) && own(side + 1) && own(side + 2);
    }
    table[pattern] = touched - links > 1;
  }
  return table;
}();
/// By colour: the part of a pattern that lies beyond either edge.
constexpr std::array<std::array<unsigned, 2>, 2> edge_patterns{{{0b001001001, 0b100100100}, {0b000000111, 0b111000000}}};

// ---- Close to a pair, a stone and a point next to it: the other points next to either. Of two points next to the stone, one has the other among its places.
struct Step {
  int x, y;
};
constexpr std::array<Step, 8> ways{{{1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}}};

constexpr int close_places = 8;
/// By the way from the point to the stone: places for the other stone, seen from the stone; 0, 0 (never empty) fills up.
constexpr std::array<std::array<Step, close_places>, 8> places = [] {
  std::array<std::array<Step, close_places>, 8> table{};
  std::array<int, 8> filled{};
  for (int way = 0; way < 8; ++way) {
    const Step point = ways[(way + 4) % 8];
    for (const Step step : ways) {
      const Step place{point.x + step.x, point.y + step.y};
      if (place.x < -1 || place.x > 1 || place.y < -1 || place.y > 1) table[way][filled[way]++] = place;
    }
  }
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < a; ++b) {
      const bool first = filled[a] < filled[b];
      table[first ? a : b][filled[first ? a : b]++] = ways[((first ? b : a) + 4) % 8];
    }
  }
  return table;
}();

/// For a word, by point: the part of a pattern that lies within 8 columns and rows.
constexpr std::array<u16, 64> inside = [] {
  std::array<u16, 64> table{};
  for (int point = 0; point < 64; ++point) {
    for (int place = 0; place < 9; ++place) {
      const int x = point / 8 + place / 3 - 1;
      const int y = point % 8 + place % 3 - 1;
      if (x >= 0 && x < 8 && y >= 0 && y < 8) table[point] = static_cast<u16>(table[point] | 1U << place);
    }
  }
  return table;
}();

/// For a word, by point: its neighbours. No point, 64, has none.
constexpr std::array<u64, 65> neighbours = [] {
  std::array<u64, 65> table{};
  for (int point = 0; point < 64; ++point) table[point] = board8::king_steps[point];
  return table;
}();

/// `Words` words hold the columns and one more; one word holds 8 columns of 8.
template <int Words>
class Slither {
 public:
  static constexpr bool one_word = Words == 1;
  using Points = WideBits<Words>;

  enum Colour : u8 { black, white };

  struct State {
    std::array<Points, 2> stones{};  ///< by colour
    u8 turn = black;
    u8 black_player = 0;
    u8 plies = 0;  ///< 2: two or more
    u8 passes = 0;
    bool connected = false;  ///< the stones of the colour that just moved join his edges. Follows from the stones

    friend bool operator==(const State& a, const State& b) {
      return a.stones == b.stones && a.turn == b.turn && a.black_player == b.black_player && a.plies == b.plies && a.passes == b.passes;
    }
  };

  /// A stone on `near`; or the stone `from` goes to `near`, a neighbouring point, and another one is put on `other`. If that is a neighbour too,
  /// near < other. Or `pass` or `swap`.
  struct Move {
    u16 from = no_stone;
    u16 near = 0;
    u16 other = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Slither(const Options& options)
      : size_(static_cast<int>(options.integer("size"))),
        stride_(one_word ? 8 : size_ + 1),
        advanced_(options.is("variant", "advanced")),
        swap_(options.flag("swap")) {
    for (int x = 0; x < size_; ++x) {
      for (int y = 0; y < size_; ++y) {
        const int point = number_of(x, y);
        board_.set(point);
        if (y == 0) edges_[black][0].set(point);
        if (y == size_ - 1) edges_[black][1].set(point);
        if (x == 0) edges_[white][0].set(point);
        if (x == size_ - 1) edges_[white][1].set(point);
      }
    }
    ways_ = {stride_ - 1, stride_, stride_ + 1, 1, -stride_ + 1, -stride_, -stride_ - 1, -1};
    for (int colour = 0; colour < 2; ++colour) {
      for (int end = 0; end < 2; ++end) {
        for_each_bit(edges_[colour][end], [&](int point) {
          beyond_[colour][point] = static_cast<u16>(beyond_[colour][point] | edge_patterns[colour][end]);
          return false;
        });
      }
    }
    for (int way = 0; way < 8; ++way) {
      for (int place = 0; place < close_places; ++place) close_[way][place] = places[way][place].x * stride_ + places[way][place].y;
    }
  }

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return is_over(at) ? over : player_of(at, at.turn); }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    const Position now(*this, at);
    const Points plain = now.empty.without(naked(now.own));
    if (for_each_bit(plain, [&](int point) { return emit(put_on(point)); })) return;
    bool any = plain.any();
    const bool stopped = for_each_compound(now, [&](int from, int near, const Points& others) {
      any = any || others.any();
      return for_each_bit(others, [&](int other) { return emit(compound(from, near, other)); });
    });
    if (stopped) return;
    if (may_swap(at)) {
      emit(swap_move);
    } else if (!any) {
      emit(pass_move);
    }
  }

  std::uint64_t count(const State& at) const {
    if (is_over(at)) return 0;
    const Position now(*this, at);
    std::uint64_t total = static_cast<std::uint64_t>(popcount(now.empty.without(naked(now.own))));
    for_each_compound(now, [&](int, int, const Points& others) {
      total += static_cast<std::uint64_t>(popcount(others));
      return false;
    });
    return total + (may_swap(at) || total == 0 ? 1 : 0);
  }

  Move nth(const State& at, std::uint64_t i) const {
    const Position now(*this, at);
    const Points plain = now.empty.without(naked(now.own));
    const auto plains = static_cast<std::uint64_t>(popcount(plain));
    if (i < plains) return put_on(nth_bit(plain, static_cast<int>(i)));
    i -= plains;
    Move found = may_swap(at) ? swap_move : pass_move;
    for_each_compound(now, [&](int from, int near, const Points& others) {
      const auto here = static_cast<std::uint64_t>(popcount(others));
      if (i < here) {
        found = compound(from, near, nth_bit(others, static_cast<int>(i)));
        return true;
      }
      i -= here;
      return false;
    });
    return found;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    if (!may_swap(at)) {
      const Position now(*this, at);
      if constexpr (one_word) {
        const Turn turn = draw_in_word(now, rng);
        if (turn.other != 0) return turn.from == 0 ? put_on(lowest(turn.other)) : compound(lowest(turn.from), lowest(turn.near), lowest(turn.other));
      } else {
        if (const auto turn = draw(now, rng)) return turn;
      }
    }
    return nth(at, rng.below(count(at)));
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    if constexpr (one_word) return random_game_in_word(state, rng, max_plies);
    std::uint64_t plies = 0;
    for (; plies < max_plies && !is_over(state); ++plies) play(state, *random_move(state, rng));
    return plies;
  }

  void play(State& state, Move move) const {
    if (move == swap_move) {
      state.black_player = 1;
      state.plies = 2;
      return;
    }
    if (move == pass_move) {
      ++state.passes;
    } else {
      Points& own = state.stones[state.turn];
      own.set(move.near);
      if (move.from == no_stone) {
        state.connected = joins_at(own, state.turn, move.near) && connects(own, state.turn, move.near);
      } else {
        own.reset(move.from);
        const bool near_joins = joins_at(own, state.turn, move.near);
        own.set(move.other);
        const bool other_joins = joins_at(own, state.turn, move.other);
        state.connected = (near_joins | other_joins) && connects(own, state.turn, move.near, move.other);
      }
      state.passes = 0;
    }
    pass_on(state);
  }

  /// A turn adds a stone; passes stand between them; one swap.
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(2 * size_ * size_ + 3); }

  // ---- End
  Result result(const State& at) const { return at.connected ? Result::win(2, player_of(at, at.turn ^ 1), "connection") : Result::draw(2, "two passes"); }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_rows(size_, size_, [&](int row, int column) { return stone(at, row, column, '\0'); });
    out += at.turn == black ? " b " : " w ";
    return out + std::to_string(at.black_player) + ' ' + std::to_string(at.plies) + ' ' + std::to_string(at.passes);
  }

  std::string text(const State&, Move move) const {
    if (move == swap_move) return "swap";
    if (move == pass_move) return "pass";
    if (move.from == no_stone) return name(move.near);
    return name(move.from) + '-' + name(move.near) + '/' + name(move.other);
  }

  std::string diagram(const State& at) const {
    return draw_rows(size_, size_, [&](int row, int column) { return stone(at, row, column, '.'); }, [&](int row) { return std::to_string(size_ - row); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    read_rows(parts[0], size_, size_, [&](int row, int column, char c) {
      if (c != 'B' && c != 'W') return false;
      state.stones[c == 'B' ? black : white].set(number_of(column, size_ - 1 - row));
      return true;
    });
    if (parts[1] != "b" && parts[1] != "w") throw TextError("colour to move " + in_quotes(parts[1]) + " is not b or w");
    state.turn = parts[1] == "b" ? black : white;
    state.black_player = static_cast<u8>(number(parts[2], 0, swap_ ? 1 : 0, "player who is Black"));
    state.plies = static_cast<u8>(number(parts[3], 0, 2, "plies"));
    state.passes = static_cast<u8>(number(parts[4], 0, 2, "passes"));
    const std::string board = "board " + in_quotes(parts[0]);
    const int blacks = popcount(state.stones[black]);
    const int stones = blacks + popcount(state.stones[white]);
    if (state.plies == 2 ? stones == 0 : stones != state.plies || blacks != stones)
      throw TextError(board + ": not the stones after " + in_quotes(parts[3]) + " plies");
    if (state.plies < 2 && state.turn != state.plies) throw TextError("colour to move " + in_quotes(parts[1]) + " does not fit plies " + in_quotes(parts[3]));
    if (state.plies < 2 && state.black_player != 0)
      throw TextError("player who is Black " + in_quotes(parts[2]) + " does not fit plies " + in_quotes(parts[3]));
    if (state.plies < 2 && state.passes != 0) throw TextError("passes " + in_quotes(parts[4]) + " do not fit plies " + in_quotes(parts[3]));
    for (const u8 colour : {black, white}) {
      const Points& own = state.stones[colour];
      if ((naked(own) & own).any()) throw TextError(board + ": two stones of a colour on a diagonal without a common neighbour");
      const bool joined = (flood(edges_[colour][0] & own, own) & edges_[colour][1]).any();
      if (!joined) continue;
      if (colour == state.turn) throw TextError(board + ": the edges of " + in_quotes(parts[1]) + ", to move, are joined already");
      state.connected = true;
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap" || in == "pass") {
      const bool legal = in == "swap" ? may_swap(at) : !is_over(at) && !may_swap(at) && nth(at, 0) == pass_move;
      if (!legal) illegal_move(in);
      return in == "swap" ? swap_move : pass_move;
    }
    std::string_view rest = in;
    const Named first = take_name(rest);
    const auto follows = [&](char mark) {
      if (rest.empty() || rest[0] != mark) return false;
      rest.remove_prefix(1);
      return true;
    };
    if (!first.readable) unreadable_move(in);
    if (rest.empty()) {
      if (is_over(at) || !first.point) illegal_move(in);
      const Position now(*this, at);
      if (!now.empty.test(*first.point) || (nakedness[pattern(now.own, *first.point)] & naked_middle) != 0) illegal_move(in);
      return put_on(*first.point);
    }
    if (!follows('-')) unreadable_move(in);
    const Named second = take_name(rest);
    if (!second.readable || !follows('/')) unreadable_move(in);
    const Named third = take_name(rest);
    if (!third.readable || !rest.empty()) unreadable_move(in);
    if (is_over(at) || !first.point || !second.point || !third.point) illegal_move(in);
    const Position now(*this, at);
    const int from = *first.point;
    int near = *second.point;
    int other = *third.point;
    if (!now.movable.test(from) || !now.empty.test(near) || !now.empty.test(other) || near == other || !is_near(from, near)) illegal_move(in);
    if (other < near && is_near(from, other)) std::swap(near, other);
    if (!holds(now.own, from, near, other)) illegal_move(in);
    return compound(from, near, other);
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = static_cast<std::uint64_t>(at.turn | at.black_player << 1 | at.plies << 2 | at.passes << 4);
    for (const Points& stones : at.stones) {
      for (const u64 word : stones.word) key = zobrist(key, word);
    }
    return key;
  }

 private:
  static constexpr u16 no_stone = 0xFFFF;
  static constexpr Move pass_move{no_stone, no_stone, 0};
  static constexpr Move swap_move{no_stone, no_stone, 1};

  static Move put_on(int point) { return {no_stone, static_cast<u16>(point), 0}; }
  static Move compound(int from, int near, int other) { return {static_cast<u16>(from), static_cast<u16>(near), static_cast<u16>(other)}; }

  static bool is_over(const State& at) { return at.connected || at.passes == 2; }
  bool may_swap(const State& at) const { return swap_ && at.plies == 1; }
  static int player_of(const State& at, int colour) { return at.black_player ^ colour; }

  static void pass_on(State& state) {
    state.turn ^= 1;
    if (state.plies < 2) ++state.plies;
  }

  int number_of(int x, int y) const { return x * stride_ + y; }
  char stone(const State& at, int row, int column, char empty) const {
    const int point = number_of(column, size_ - 1 - row);
    return at.stones[black].test(point) ? 'B' : at.stones[white].test(point) ? 'W' : empty;
  }
  std::string name(int point) const { return static_cast<char>('a' + point / stride_) + std::to_string(point % stride_ + 1); }

  struct Named {
    bool readable;
    std::optional<int> point;  ///< nothing: not on this board
  };
  Named take_name(std::string_view& text) const {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'z' || text[1] < '1' || text[1] > '9') return {false, std::nullopt};
    const int x = text[0] - 'a';
    int y = text[1] - '0';
    text.remove_prefix(2);
    if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
      y = 10 * y + (text[0] - '0');
      text.remove_prefix(1);
    }
    if (x >= size_ || y > size_) return {true, std::nullopt};
    return {true, number_of(x, y - 1)};
  }

  /// What turns depend on.
  struct Position {
    const Points& own;
    Points empty;
    Points movable;

    Position(const Slither& rules, const State& at) : own(at.stones[at.turn]), empty(rules.board_.without(at.stones[black] | at.stones[white])), movable(own) {
      if (rules.advanced_) movable = rules.flood(rules.touching(own, at.stones[at.turn ^ 1]), own);
    }
  };

  // ---- Sets of points
  /// The same a row higher or lower.
  Points higher(const Points& points) const {
    if constexpr (one_word) return {{board8::east(points.word[0])}};
    return points.up(1);
  }
  Points lower(const Points& points) const {
    if constexpr (one_word) return {{board8::west(points.word[0])}};
    return points.down(1);
  }
  /// Word i of the points next to these.
  PLY_ALWAYS_INLINE u64 beside(const Points& points, int i) const {
    const u64 here = points.word[i];
    if constexpr (one_word) return board8::north(here) | board8::south(here) | board8::east(here) | board8::west(here);
    const u64 before = i > 0 ? points.word[i - 1] : 0;
    const u64 after = i + 1 < Words ? points.word[i + 1] : 0;
    return here << 1 | here >> 1 | here << stride_ | here >> stride_ | before >> 63 | before >> (64 - stride_) | after << 63 | after << (64 - stride_);
  }
  /// Those of `within` that are next to `points`.
  Points touching(const Points& within, const Points& points) const {
    Points out;
    for (int i = 0; i < Words; ++i) out.word[i] = within.word[i] & beside(points, i);
    return out;
  }
  /// Those of `within` that are connected to `from`, a part of it.
  Points flood(Points from, const Points& within) const {
    while (true) {
      u64 grown = 0;
      for (int i = 0; i < Words; ++i) {  // what a word gains counts for the next one at once
        const u64 more = (from.word[i] | beside(from, i)) & within.word[i];
        grown |= more ^ from.word[i];
        from.word[i] = more;
      }
      if (grown == 0) return from;
    }
  }
  /// The points on which a stone is, or would be, a naked diagonal of one of `own`.
  Points naked(const Points& own) const {
    const Points left = own.up(stride_);  // the points that have one of them to the left
    const Points right = own.down(stride_);
    const Points below = higher(own);
    const Points above = lower(own);
    return (higher(left).without(left | below)) | (lower(left).without(left | above)) | (higher(right).without(right | below)) |
           (lower(right).without(right | above));
  }
  /// Whether the stone just put on a point may have joined something. If what it touches, edges too, hangs together around it, no more is joined than without
  /// it.
  bool joins_at(const Points& own, int colour, int point) const { return joins[pattern(own, point) | beyond_[colour][point]]; }
  /// Whether the chain of one of the points joins the edges.
  template <class... Point>
  bool connects(const Points& own, int colour, Point... points) const {
    Points start;
    (start.set(points), ...);
    const Points chains = flood(start, own);
    if (!(chains & edges_[colour][0]).any() || !(chains & edges_[colour][1]).any()) return false;
    if constexpr (sizeof...(Point) == 1) {
      return true;
    } else {
      return (connects(own, colour, points) || ...);
    }
  }

  PLY_ALWAYS_INLINE unsigned pattern(const Points& own, int point) const {
    if constexpr (one_word) {
      const u64 window = std::rotr(own.word[0], point - 9);
      return static_cast<unsigned>((window & 7) | (window >> 5 & 7 << 3) | (window >> 10 & 7 << 6)) & inside[point];
    }
    // All three columns at once, without branches. What is read behind the last word goes beyond them.
    const int start = point - stride_ - 1;
    const int index = start >> 6;
    const auto shift = static_cast<unsigned>(start) % 64;
    const u64 low = index < 0 ? 0 : own.word[index];
    const u64 high = own.word[std::min(index + 1, Words - 1)];
    const u64 window = low >> shift | high << 1 << (63 - shift);
    return static_cast<unsigned>((window & 7) | (window >> stride_ & 7) << 3 | (window >> 2 * stride_ & 7) << 6);
  }
  bool is_near(int a, int b) const {
    if constexpr (one_word) return (board8::king_steps[a] >> b & 1) != 0;
    const int apart = a < b ? b - a : a - b;
    return apart == 1 || (apart >= stride_ - 1 && apart <= stride_ + 1);
  }
  Points near(int point) const {
    Points out;
    if constexpr (one_word) return board_ & Points{{board8::king_steps[point]}};
    for (const int step : ways_) {
      if (point + step >= 0) out.set(point + step);
    }
    return out & board_;
  }

  /// Whether a compound turn leaves no naked diagonal.
  PLY_ALWAYS_INLINE bool holds(Points own, int from, int near, int other) const {
    own.reset(from);
    own.set(near);
    own.set(other);
    return (nakedness[pattern(own, near)] & naked_middle) == 0 && (nakedness[pattern(own, other)] & naked_middle) == 0 &&
           (nakedness[pattern(own, from)] & naked_around) == 0;
  }

  /// Calls `visit(from, near, others)` for each stone and each point that it can go to: the points for the other stone.
  template <class Visit>
  bool for_each_compound(const Position& now, Visit&& visit) const {
    return for_each_bit(now.movable, [&](int from) {
      Points rest = now.own;
      rest.reset(from);
      const Points around = near(from);
      const Points good = now.empty.without(naked(rest));
      Points later = now.empty;  // points of `around` that have had their turn are left out
      return for_each_bit(around & now.empty, [&](int first) {
        later.reset(first);
        Points with = rest;
        with.set(first);
        // Points that the first stone or the hole left behind have nothing to do with are good or not whatever stands there.
        Points others;
        Points close = near(first);
        if ((nakedness[pattern(with, from)] & naked_around) != 0) {
          close = around;  // one of its neighbours must be taken
        } else if (good.test(first)) {
          others = (good & later).without(close);
        }
        for_each_bit(close & later, [&](int other) {
          if (holds(now.own, from, first, other)) others.set(other);
          return false;
        });
        return visit(from, first, others);
      });
    });
  }

  // ---- Random turns on several words. A pair is a stone that may move and an empty point next to it. It is free if the stone can go there whatever becomes of
  // points that are not close; then each of those that is good for a plain turn is good for the other stone. So a turn is one of three kinds: a plain one; a
  // free pair with a point of a plain turn, not close; any pair with a place close to it, which has to be looked at. Drawn from all that may be one until it
  // is.

  /// Pairs are kept as their points, in a set for each way from there to the stone. Sets are worked out in loops over as many words as registers like, with
  /// none set before and behind them.
  static constexpr int lanes = static_cast<int>(std::bit_ceil(static_cast<unsigned>(Words)));
  using Lanes = WideBits<lanes>;
  using Pairs = std::array<Lanes, 8>;

  struct Padded {
    std::array<u64, lanes + 2> word;
    Padded() { word.front() = word.back() = 0; }
    explicit Padded(const Points& points) : word{} {
      for (int i = 0; i < Words; ++i) word[i + 1] = points.word[i];
    }
    /// Word i of the set moved by n.
    u64 up(int i, int n) const { return word[i + 1] << n | word[i] >> (64 - n); }
    u64 down(int i, int n) const { return word[i + 1] >> n | word[i + 2] << (64 - n); }
  };

  struct Choices {
    Lanes plain;
    Pairs pairs, free;
  };

  /// Out of line: in registers the sets would have to be taken apart to be counted.
  PLY_NEVER_INLINE Choices choices(const Position& now) const {
    const Padded own(now.own);
    const Padded empty(now.empty);
    const Padded movable(now.movable);
    Choices out;
    std::array<std::array<u64, lanes>, 8> blocked;  // by way: the points where a stone would be a naked diagonal when the one that way has gone
    std::array<Padded, 8> loose;                    // by way: those that leave no naked diagonal when they go the other way
    for (int i = 0; i < lanes; ++i) {
      const u64 west = own.up(i, stride_), east = own.down(i, stride_), south = own.up(i, 1), north = own.down(i, 1);
      const u64 south_west = own.up(i, stride_ + 1), north_west = own.up(i, stride_ - 1), south_east = own.down(i, stride_ - 1),
                north_east = own.down(i, stride_ + 1);
      // Naked diagonals of a stone on the point; pairs that would be one if the point were not taken.
      const u64 sw = south_west & ~(south | west), nw = north_west & ~(north | west), se = south_east & ~(south | east), ne = north_east & ~(north | east);
      const u64 gap_sw = south & west & ~south_west, gap_nw = north & west & ~north_west, gap_se = south & east & ~south_east,
                gap_ne = north & east & ~north_east;
      const u64 go = movable.word[i + 1];
      out.plain.word[i] = empty.word[i + 1] & ~(sw | nw | se | ne);
      blocked[0][i] = sw | nw | ne;
      blocked[1][i] = sw | nw | (south_east & ~south) | (north_east & ~north);
      blocked[2][i] = sw | nw | se;
      blocked[3][i] = sw | se | (north_west & ~west) | (north_east & ~east);
      blocked[4][i] = sw | se | ne;
      blocked[5][i] = se | ne | (south_west & ~south) | (north_west & ~north);
      blocked[6][i] = nw | se | ne;
      blocked[7][i] = nw | ne | (south_west & ~west) | (south_east & ~east);
      loose[0].word[i + 1] = go & ~(gap_sw | gap_se | gap_ne);
      loose[1].word[i + 1] = loose[3].word[i + 1] = loose[5].word[i + 1] = loose[7].word[i + 1] = go & ~(gap_sw | gap_nw | gap_se | gap_ne);
      loose[2].word[i + 1] = go & ~(gap_nw | gap_se | gap_ne);
      loose[4].word[i + 1] = go & ~(gap_sw | gap_nw | gap_ne);
      loose[6].word[i + 1] = go & ~(gap_sw | gap_nw | gap_se);
    }
    for (int i = 0; i < lanes; ++i) {
      const u64 open = empty.word[i + 1];
      out.pairs[0].word[i] = open & movable.down(i, stride_ - 1);
      out.pairs[1].word[i] = open & movable.down(i, stride_);
      out.pairs[2].word[i] = open & movable.down(i, stride_ + 1);
      out.pairs[3].word[i] = open & movable.down(i, 1);
      out.pairs[4].word[i] = open & movable.up(i, stride_ - 1);
      out.pairs[5].word[i] = open & movable.up(i, stride_);
      out.pairs[6].word[i] = open & movable.up(i, stride_ + 1);
      out.pairs[7].word[i] = open & movable.up(i, 1);
      out.free[0].word[i] = open & loose[0].down(i, stride_ - 1) & ~blocked[0][i];
      out.free[1].word[i] = open & loose[1].down(i, stride_) & ~blocked[1][i];
      out.free[2].word[i] = open & loose[2].down(i, stride_ + 1) & ~blocked[2][i];
      out.free[3].word[i] = open & loose[3].down(i, 1) & ~blocked[3][i];
      out.free[4].word[i] = open & loose[4].up(i, stride_ - 1) & ~blocked[4][i];
      out.free[5].word[i] = open & loose[5].up(i, stride_) & ~blocked[5][i];
      out.free[6].word[i] = open & loose[6].up(i, stride_ + 1) & ~blocked[6][i];
      out.free[7].word[i] = open & loose[7].up(i, 1) & ~blocked[7][i];
    }
    return out;
  }

  /// The n-th pair.
  class Numbered {
   public:
    explicit Numbered(const Pairs& pairs) : pairs_(pairs) {
      for (int way = 0; way < 8; ++way) before_[way + 1] = before_[way] + popcount(pairs[way]);
    }
    int count() const { return before_[8]; }
    std::pair<int, int> nth(int n) const {
      int way = 0;
      for (int i = 1; i < 8; ++i) way += n >= before_[i] ? 1 : 0;
      return {way, nth_bit(pairs_[way], n - before_[way])};
    }

   private:
    const Pairs& pairs_;
    std::array<int, 9> before_{};
  };

  /// A legal turn, or nothing where they are few: then they have to be counted.
  std::optional<Move> draw(const Position& now, Rng& rng) const {
    constexpr int patience = 100;
    const Choices all = choices(now);
    const Numbered free(all.free);
    const Numbered pairs(all.pairs);
    const int plains = popcount(all.plain);
    const int far = plains * (1 + free.count());
    const int whole = far + close_places * pairs.count();
    if (whole == 0) return std::nullopt;
    for (int i = 0; i < patience; ++i) {
      int drawn = static_cast<int>(rng.below(static_cast<u64>(whole)));
      if (drawn < far) {
        // Two more numbers are sooner there than the quotient of the first.
        const int pair = static_cast<int>(rng.below(static_cast<u64>(free.count() + 1)));
        const int other = nth_bit(all.plain, static_cast<int>(rng.below(static_cast<u64>(plains))));
        if (pair == free.count()) return put_on(other);
        const auto [way, near] = free.nth(pair);
        const int from = near + ways_[way];
        if (other != near && !is_near(other, near) && !is_near(other, from)) return compound(from, near, other);
        continue;
      }
      drawn -= far;
      const auto [way, near] = pairs.nth(drawn / close_places);
      const int from = near + ways_[way];
      const int other = from + close_[way][drawn % close_places];
      if (other < 0 || !now.empty.test(other) || !holds(now.own, from, near, other)) continue;
      return near < other || !is_near(from, other) ? compound(from, near, other) : compound(from, other, near);
    }
    return std::nullopt;
  }

  // ---- Random turns on one word. A stone that may move and an empty point next to it are a contact. A turn is a contact, or none, and an empty point. Drawn
  // from all that may be one until it is: all stones after it are looked at in a few instructions, which is sooner than keeping apart what must be good.

  /// Sets of one point or, `from` of a plain turn, none; its `near` is `other`.
  struct Turn {
    u64 from = 0, near = 0, other = 0;
  };

  class Contacts {
   public:
    PLY_ALWAYS_INLINE Contacts(u64 movable, u64 empty) {
      const auto find = [&](int way, u64 from) PLY_INLINE_LAMBDA {
        const int up = ups[way];
        lower_[way] = ((movable & empty >> up) | (empty & movable >> up)) & from;
        before_[way] = count_;
        count_ += popcount(lower_[way]);
      };
      find(0, ~board8::file_a);
      find(1, ~u64{0});
      find(2, ~board8::file_h);
      find(3, ~board8::file_h);
      for (int way = 1; way < 4; ++way) starts_ |= static_cast<u64>(before_[way]) << 16 * way;
    }
    PLY_ALWAYS_INLINE int count() const { return count_; }
    /// The stone and the point of the n-th contact; neither if there are not so many.
    PLY_ALWAYS_INLINE u64 nth(int n) const {
      const int way = popcount(((static_cast<u64>(n) * (tops >> 15) | tops) - starts_) & tops);
      const u64 one = nth_bit_alone(lower_[way], n - before_[way]);
      return one | one << ups[way];
    }

   private:
    static constexpr std::array<int, 4> ups{7, 8, 9, 1};
    static constexpr u64 tops = 0x8000800080000000;
    std::array<u64, 4> lower_;  ///< by way, the point or stone with the smaller number
    std::array<int, 4> before_;
    int count_ = 0;
    u64 starts_ = 0;  ///< `before_` in 16 bits each
  };

  /// Whether some of the stones are naked diagonals of each other: of four points in a square, two stand alone.
  static u64 nakeds(u64 own) {
    const u64 right = own >> 8;
    const u64 above = own >> 1;
    return (own ^ right) & (own ^ above) & ~(own ^ right >> 1) & ~board8::file_h;
  }

  /// A legal turn, or none where they are few.
  PLY_ALWAYS_INLINE Turn draw_in_word(const Position& now, Rng& rng) const {
    constexpr int patience = 40;
    const u64 own = now.own.word[0];
    const u64 empty = now.empty.word[0];
    const Contacts contacts(now.movable.word[0], empty);
    const auto kinds = static_cast<u32>(contacts.count() + 1);
    const auto empties = static_cast<u32>(popcount(empty));
    for (int i = 0; i < patience; ++i) {
      // Rng::below(kinds * empties), in two digits.
      const u64 kind = (rng.next() >> 32) * kinds;
      const u64 point = u64{static_cast<u32>(kind)} * empties;
      const u64 both = contacts.nth(static_cast<int>(kind >> 32));
      const u64 other = nth_bit_alone(empty, static_cast<int>(point >> 32));
      const u64 from = both & own;
      const u64 near = both ^ from;
      // Where either point is next to the stone, the contact is the one with the smaller number.
      const u64 taken = both | (neighbours[std::countr_zero(from)] & (near - 1));
      if ((nakeds((own ^ both) | other) | (other & taken)) != 0) continue;
      const u32 all = kinds * empties;
      const auto rest = static_cast<u32>(point);
      if (rest < all && rest < (0 - all) % all) continue;
      return {from, from == 0 ? other : near, other};
    }
    return {};
  }

  std::uint64_t random_game_in_word(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; plies < max_plies && !is_over(state); ++plies) {
      const Position now(*this, state);
      const Turn turn = may_swap(state) ? Turn{} : draw_in_word(now, rng);
      if (turn.other == 0) {
        play_counted(state, rng);
      } else {
        play_in_word(state, turn);
      }
    }
    return plies;
  }
  PLY_NEVER_INLINE void play_counted(State& state, Rng& rng) const { play(state, nth(state, rng.below(count(state)))); }
  /// As `play`, without a branch on the kind of turn.
  PLY_ALWAYS_INLINE void play_in_word(State& state, const Turn& turn) const {
    Points& own = state.stones[state.turn];
    const int near = lowest(turn.near);
    const int other = lowest(turn.other);
    own.word[0] ^= turn.from | turn.near;
    const bool near_joins = joins_at(own, state.turn, near);
    own.word[0] |= turn.other;
    const bool other_joins = joins_at(own, state.turn, other);
    state.connected = (near_joins | other_joins) && connects(own, state.turn, near, other);
    state.passes = 0;
    pass_on(state);
  }

  int size_;
  int stride_;
  bool advanced_;
  bool swap_;
  Points board_;
  std::array<std::array<Points, 2>, 2> edges_{};         ///< by colour
  std::array<std::array<u16, 64 * Words>, 2> beyond_{};  ///< by colour and point: the part of a pattern that lies beyond his edges
  std::array<int, 8>
      ways_{};  ///< the steps to the neighbours, around the point; then every second one, from the first on, is diagonal, and the first four are up
  std::array<std::array<int, close_places>, 8> close_{};  ///< `places` as steps from the stone
};

std::unique_ptr<AnyGame> make_slither(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 8) return as_game(Slither<1>(options));
  if (size <= 10) return as_game(Slither<2>(options));
  if (size <= 12) return as_game(Slither<3>(options));
  if (size <= 15) return as_game(Slither<4>(options));
  return as_game(Slither<7>(options));
}

const Registration registration{{
    .id = "slither",
    .title = "Slither",
    .page = "slither",
    .source = "slither.cpp",
    .options = {{"variant", one_of({std::string("classic"), std::string("advanced")}), "advanced: only a stone connected to one of the other colour may move"},
                {"size", {Value(std::int64_t{9}), Value(std::int64_t{13}), Value(std::int64_t{15}), Range{smallest_size, largest_size}}, "points along a side"},
                {"swap", flag(false), "the second player may take over the first stone; with variant=advanced the default is true"}},
    .resolve = [](Options& options) { options.default_to("swap", options.is("variant", "advanced")); },
    .make = make_slither,
}};

}  // namespace
