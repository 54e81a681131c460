// Slither (docs/rules/slither.md).
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int smallest_size = 3;
constexpr int largest_size = 19;

// ---- Board. Point (column x, row y), both from 0, is bit x * (size + 1) + y: a point with a smaller name has a smaller number. Size 3:
//
//    3  2  6 10       The numbers between two columns and after the last column stand for no point and are never set: what steps over an edge ends there.
//    2  1  5  9
//    1  0  4  8
//       a  b  c
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

/// `Words` words hold the columns and one more.
template <int Words>
class Slither {
 public:
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
      : size_(static_cast<int>(options.integer("size"))), stride_(size_ + 1), advanced_(options.is("variant", "advanced")), swap_(options.flag("swap")) {
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
    near_steps_ = {-stride_ - 1, -stride_, -stride_ + 1, -1, 1, stride_ - 1, stride_, stride_ + 1};
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
      Game game(*this, at);
      if (const auto turn = game.draw(rng))
        return turn->from == no_stone ? put_on(number_of(turn->near)) : compound(number_of(turn->from), number_of(turn->near), number_of(turn->other));
    }
    return nth(at, rng.below(count(at)));
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    while (plies < max_plies && !is_over(state)) {
      if (!may_swap(state) && state.plies > 0) {
        Game game(*this, state);
        const std::uint64_t made = game.run(rng, max_plies - plies);
        game.store(state);
        plies += made;
        if (made > 0) continue;
      }
      play(state, nth(state, rng.below(count(state))));  // the first plies, and where legal turns are few
      ++plies;
    }
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
        state.connected = connects(own, state.turn, move.near);
      } else {
        own.reset(move.from);
        own.set(move.other);
        state.connected = connects(own, state.turn, move.near) || connects(own, state.turn, move.other);
      }
      state.passes = 0;
    }
    state.turn ^= 1;
    if (state.plies < 2) ++state.plies;
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
      if (rules.advanced_) movable = rules.flood(own & rules.beside(at.stones[at.turn ^ 1]), own);
    }
  };

  // ---- Sets of points
  Points beside(const Points& points) const { return points.up(1) | points.down(1) | points.up(stride_) | points.down(stride_); }
  /// Those of `within` that are connected to `from`, a part of it.
  Points flood(Points from, const Points& within) const {
    while (true) {
      const Points more = (from | beside(from)) & within;
      if (more == from) return from;
      from = more;
    }
  }
  /// The points on which a stone is, or would be, a naked diagonal of one of `own`.
  Points naked(const Points& own) const {
    const Points left = own.up(stride_);  // the points that have one of them to the left
    const Points right = own.down(stride_);
    const Points below = own.up(1);
    const Points above = own.down(1);
    return (left.up(1).without(left | below)) | (left.down(1).without(left | above)) | (right.up(1).without(right | below)) |
           (right.down(1).without(right | above));
  }
  bool connects(const Points& own, int colour, int point) const {
    Points chain;
    chain.set(point);
    chain = flood(chain, own);
    return (chain & edges_[colour][0]).any() && (chain & edges_[colour][1]).any();
  }

  unsigned pattern(const Points& own, int point) const {
    const auto column = [&](int middle) { return static_cast<unsigned>(own.window(middle - 1) & 7); };
    return column(point - stride_) | column(point) << 3 | column(point + stride_) << 6;
  }
  bool is_near(int a, int b) const {
    const int apart = a < b ? b - a : a - b;
    return apart == 1 || (apart >= stride_ - 1 && apart <= stride_ + 1);
  }
  Points near(int point) const {
    Points out;
    for (const int step : near_steps_) {
      if (point + step >= 0) out.set(point + step);
    }
    return out & board_;
  }

  /// Whether a compound turn leaves no naked diagonal.
  bool holds(Points own, int from, int near, int other) const {
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

  // ---- Random turns. Most that come to mind are legal, so one is drawn from all of them until it is: an empty point; or a stone, a direction and an empty
  // point. The board is kept by column, row y at bit y + 1 of the word x + 1, and as lists. A point here is 32 * (x + 1) + y + 1.

  int number_of(u16 point) const { return number_of(point / 32 - 1, point % 32 - 1); }

  class Game {
   public:
    struct Turn {
      u16 from, near, other;
    };

    Game(const Slither& rules, const State& at) : rules_(rules), turn_(at.turn) {
      const u32 column = (u32{1} << rules.size_) - 1;
      for (int x = 0; x < rules.size_; ++x) {
        for (const u8 colour : {black, white}) {
          columns_[colour][x + 1] = static_cast<u32>(at.stones[colour].window(x * rules.stride_) & column) << 1;
          for_each_bit(u64{columns_[colour][x + 1]}, [&](int y) {
            stones_[colour][stone_count_[colour]++] = static_cast<u16>(32 * (x + 1) + y);
            return false;
          });
        }
        for_each_bit(u64{(column << 1) & ~(columns_[black][x + 1] | columns_[white][x + 1])}, [&](int y) {
          list_empty(empty_count_++, 32 * (x + 1) + y);
          return false;
        });
      }
    }

    /// A legal turn, or nothing where they are few: then they have to be counted.
    std::optional<Turn> draw(Rng& rng) {
      const auto drawn = pick(rng);
      return drawn ? std::optional(drawn->turn) : std::nullopt;
    }

    /// Plays until somebody has won or legal turns are few; returns the plies.
    std::uint64_t run(Rng& rng, std::uint64_t max_plies) {
      std::uint64_t plies = 0;
      while (plies < max_plies && !connected_) {
        const auto drawn = pick(rng);
        if (!drawn) break;
        make(*drawn);
        ++plies;
      }
      return plies;
    }

    void store(State& state) const {
      for (const u8 colour : {black, white}) {
        state.stones[colour] = {};
        for (int x = 0; x < rules_.size_; ++x) state.stones[colour].add(x * rules_.stride_, columns_[colour][x + 1] >> 1);
      }
      if (moved_) {
        state.passes = 0;
        state.plies = 2;
      }
      state.turn = static_cast<u8>(turn_);
      state.connected = connected_;
    }

   private:
    static constexpr int point_limit = largest_size * largest_size;
    static constexpr std::array<int, 8> steps{-33, -32, -31, -1, 1, 31, 32, 33};

    struct Drawn {
      Turn turn;
      unsigned stone = 0;  ///< the place of `from` in the list
    };

    std::optional<Drawn> pick(Rng& rng) {
      constexpr int patience = 100;
      const auto points = static_cast<unsigned>(empty_count_);
      const auto stones = static_cast<unsigned>(stone_count_[turn_]);
      if (points == 0) return std::nullopt;
      for (int i = 0; i < patience; ++i) {
        const auto drawn = static_cast<unsigned>(rng.below(points * (1 + 8 * stones)));
        const unsigned kind = drawn / points;
        const u16 other = empty_[drawn % points];
        if (kind == 0) {
          if ((nakedness[pattern(turn_, other)] & naked_middle) == 0) return Drawn{{no_stone, other, 0}};
          continue;
        }
        const unsigned stone = (kind - 1) / 8;
        const u16 from = stones_[turn_][stone];
        const auto near = static_cast<u16>(from + steps[(kind - 1) % 8]);
        if (!is_empty(near) || near == other || (other < near && is_near(from, other))) continue;
        if (!holds(from, near, other) || (rules_.advanced_ && !is_mobile(from))) continue;
        return Drawn{{from, near, other}, stone};
      }
      return std::nullopt;
    }

    void make(const Drawn& drawn) {
      const auto& [from, near, other] = drawn.turn;
      auto& stones = stones_[turn_];
      flip(turn_, near);
      if (from == no_stone) {
        list_empty(place_[near], empty_[--empty_count_]);
        connected_ = connects(near);
      } else {
        flip(turn_, from);
        flip(turn_, other);
        list_empty(place_[other], from);
        list_empty(place_[near], empty_[--empty_count_]);
        stones[drawn.stone] = other;
        connected_ = connects(near) || connects(other);
      }
      stones[static_cast<unsigned>(stone_count_[turn_]++)] = near;
      turn_ ^= 1;
      moved_ = true;
    }

    void list_empty(int place, int point) {
      empty_[place] = static_cast<u16>(point);
      place_[point] = static_cast<u16>(place);
    }

    void flip(int colour, int point) { columns_[colour][point / 32] ^= u32{1} << point % 32; }
    bool has(int colour, int point) const { return (columns_[colour][point / 32] >> point % 32 & 1) != 0; }
    bool is_empty(int point) const {
      const int x = point / 32;
      const int y = point % 32;
      return x >= 1 && x <= rules_.size_ && y >= 1 && y <= rules_.size_ && ((columns_[black][x] | columns_[white][x]) >> y & 1) == 0;
    }
    static bool is_near(int a, int b) {
      const int apart = a < b ? b - a : a - b;
      return apart == 1 || (apart >= 31 && apart <= 33);
    }
    unsigned pattern(int colour, int point) const {
      const u32* column = &columns_[colour][point / 32];
      const int shift = point % 32 - 1;
      return (column[-1] >> shift & 7) | (column[0] >> shift & 7) << 3 | (column[1] >> shift & 7) << 6;
    }

    bool holds(int from, int near, int other) {
      flip(turn_, from);
      flip(turn_, near);
      flip(turn_, other);
      const bool good = (nakedness[pattern(turn_, near)] & naked_middle) == 0 && (nakedness[pattern(turn_, other)] & naked_middle) == 0 &&
                        (nakedness[pattern(turn_, from)] & naked_around) == 0;
      flip(turn_, from);
      flip(turn_, near);
      flip(turn_, other);
      return good;
    }

    /// Visits the stones connected to one, itself first, until `visit` returns true; tells whether it did.
    template <class Visit>
    bool along_chain(int colour, int start, Visit&& visit) const {
      Columns left = columns_[colour];  // not visited yet
      std::array<u16, point_limit> stack;
      int height = 0;
      const auto push = [&](int point) {
        const u32 bit = u32{1} << point % 32;
        if ((left[point / 32] & bit) == 0) return;
        left[point / 32] ^= bit;
        stack[height++] = static_cast<u16>(point);
      };
      push(start);
      while (height > 0) {
        const int point = stack[--height];
        if (visit(point)) return true;
        for (const int step : {-32, -1, 1, 32}) push(point + step);
      }
      return false;
    }

    bool is_mobile(int from) const {
      return along_chain(turn_, from, [&](int point) { return (pattern(turn_ ^ 1, point) & beside) != 0; });
    }

    bool connects(int point) const {
      if ((pattern(turn_, point) & beside) == 0) return false;
      // Cheaper than the chain: black stones in every row, white ones in every column.
      u32 rows = 0;
      bool each = true;
      for (int x = 1; x <= rules_.size_; ++x) {
        rows |= columns_[turn_][x];
        each = each && columns_[turn_][x] != 0;
      }
      if (turn_ == black ? rows != ((u32{1} << rules_.size_) - 1) << 1 : !each) return false;
      bool low = false;
      bool high = false;
      return along_chain(turn_, point, [&](int at) {
        const int along = turn_ == black ? at % 32 : at / 32;
        low = low || along == 1;
        high = high || along == rules_.size_;
        return low && high;
      });
    }

    static constexpr unsigned beside = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7;
    using Columns = std::array<u32, largest_size + 2>;

    const Slither& rules_;
    int turn_;
    bool connected_ = false;
    bool moved_ = false;
    int empty_count_ = 0;
    std::array<int, 2> stone_count_{};
    std::array<Columns, 2> columns_{};
    std::array<u16, point_limit> empty_;
    std::array<u16, 32 * (largest_size + 1)> place_;  ///< by point: where it is in `empty_`
    std::array<std::array<u16, point_limit>, 2> stones_;
  };

  int size_;
  int stride_;
  bool advanced_;
  bool swap_;
  Points board_;
  std::array<std::array<Points, 2>, 2> edges_{};  ///< by colour
  std::array<int, 8> near_steps_{};
};

std::unique_ptr<AnyGame> make_slither(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 7) return as_game(Slither<1>(options));
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
