// Go (docs/rules/go.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int largest_size = 37;
constexpr u32 most_prisoners = 1'000'000'000;

// ---- Board. The point in column c and row r, both from 0 at the top left, is number r * N + c. A table gives its four neighbours; one that the plane lacks at
// the edge (or that the torus has twice: N = 2) is the number `edge`, a point that is never empty and belongs to no chain.
//
// Every point has a code that says what is on it:
//    0              empty
//    1              the edge
//    2 h + colour   a stone (colour 0 black, 1 white) of the chain with number h >= 1
// so code / 2 is the chain, with a chain 0 that nobody looks at. A chain's number is one more than one of its points, its stones are linked in a ring. Its
// liberties are counted once for every stone that touches them: such a count is 0 exactly when there is none, and changes by one per neighbour of a stone put
// down or taken away.

/// Boards up to `Limit` x `Limit`.
template <int Limit>
class Go {
 public:
  static constexpr int point_limit = Limit * Limit;
  using Points = WideBits<(point_limit + 63) / 64>;
  using Number = std::conditional_t<2 * point_limit + 2 <= 256, u8, u16>;  ///< also holds the liberties: at most one per edge of the board, 2 N^2

  enum Phase : u8 { playing, marking, answering, accepted };

  /// 400 bytes at 9x9, 3 kB at 19x19, 11 kB at 37x37: copying the chains costs less than finding them again at every move.
  struct State {
    Points empty{};
    Points black{};
    Points marked{};  ///< the first points of the chains marked as dead
    std::array<u32, 2> prisoners{};
    u16 ko = no_point;
    u8 mover = 0;
    u8 passes = 0;
    Phase phase = playing;

    // What follows from the above.
    bool finished = false;
    u16 empty_count = 0;
    std::array<Number, point_limit + 1> code{};
    std::array<Number, point_limit> next{};
    std::array<Number, point_limit + 1> liberties{};  ///< by chain
    std::array<Number, point_limit + 1> stones{};     ///< by chain

    friend bool operator==(const State& a, const State& b) {
      return a.empty == b.empty && a.black == b.black && a.marked == b.marked && a.prisoners == b.prisoners && a.ko == b.ko && a.mover == b.mover &&
             a.passes == b.passes && a.phase == b.phase;
    }
  };

  /// One number: a point; `dead_bit` and the first point of a chain; or one of the others.
  struct Move {
    u16 code = pass;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Go(const Options& options)
      : size_(static_cast<int>(options.integer("size"))),
        points_(size_ * size_),
        torus_(options.is("topology", "torus")),
        random_setup_(options.is("setup", "random100")),
        agree_(options.is("end", "agree")),
        hahn_(options.flag("hahn")),
        komi_(options.number("komi")),
        board_(Points::first(points_)) {
    for (int point = 0; point < points_; ++point) {
      const int row = point / size_;
      const int column = point % size_;
      if (column > 0) not_left_.set(point);
      if (column < size_ - 1) not_right_.set(point);
      auto& around = neighbours_[point];
      around.fill(edge);
      int count = 0;
      constexpr std::array<std::array<int, 2>, 4> steps{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};
      for (const auto& step : steps) {
        int r = row + step[0];
        int c = column + step[1];
        if (torus_) {
          r = (r + size_) % size_;
          c = (c + size_) % size_;
        } else if (r < 0 || c < 0 || r >= size_ || c >= size_) {
          continue;
        }
        const auto neighbour = static_cast<u16>(r * size_ + c);
        if (neighbour == point || std::find(around.begin(), around.begin() + count, neighbour) != around.begin() + count) continue;
        around[count++] = neighbour;
      }
    }
  }

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    do {
      state.empty = board_;
      state.black = {};
      if (random_setup_) scatter(state, rng);
    } while (build(state) >= 0);
    return state;
  }

  int current_player(const State& at) const { return is_over(at) ? over : at.mover; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    const auto put = [&](int point) { return emit(stone_on(point)); };
    if (may_put(at) && for_each_bit(legal_points(at), put)) return;
    if (at.phase == playing) {
      emit(Move{pass});
    } else if (at.phase == answering) {
      emit(Move{accept});
    } else {
      if (for_each_bit(markable(at), [&](int point) { return emit(dead_at(point)); })) return;
      emit(Move{score});
    }
  }

  void play(State& state, Move move) const {
    if (move.code < dead_bit) {
      put(state, move.code);
    } else if (move.code == pass) {
      state.ko = no_point;
      state.mover ^= 1;
      if (++state.passes == 2) {
        if (agree_) {
          state.phase = marking;
        } else {
          state.finished = true;
        }
      }
    } else if (move.code == score) {
      state.phase = answering;
      state.mover ^= 1;
    } else if (move.code == accept) {
      state.phase = accepted;
      state.finished = true;
    } else {
      state.marked.set(move.code ^ dead_bit);
    }
  }

  std::uint64_t count(const State& at) const {
    if (is_over(at)) return 0;
    int count = 1;  // pass, score or accept
    if (may_put(at)) count += popcount(legal_points(at));
    if (at.phase == marking) count += popcount(markable(at));
    return static_cast<std::uint64_t>(count);
  }

  Move nth(const State& at, std::uint64_t i) const {
    int n = static_cast<int>(i);
    if (may_put(at)) {
      const Points legal = legal_points(at);
      const int stones = popcount(legal);
      if (n < stones) return stone_on(nth_bit(legal, n));
      n -= stones;
    }
    if (at.phase == playing) return {pass};
    if (at.phase == answering) return {accept};
    const Points chains = markable(at);
    return n < popcount(chains) ? dead_at(nth_bit(chains, n)) : Move{score};
  }

  /// An empty point or the pass until it is legal: each legal move is as likely as the others, and nothing is listed.
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    if (at.phase == marking) return nth(at, rng.below(count(at)));
    while (true) {
      const auto draw = static_cast<int>(rng.below(at.empty_count + u64{1}));
      if (draw == at.empty_count) return Move{at.phase == playing ? pass : accept};
      const int point = nth_bit(at.empty, draw);
      if (legal(at, point)) return stone_on(point);
    }
  }

  std::uint64_t ply_limit() const { return static_cast<std::uint64_t>(3 * points_); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>(agree_ ? 2 * points_ + 3 : points_ + 1); }
  std::uint64_t action(Move move) const {
    const auto points = static_cast<std::uint64_t>(points_);
    if (move.code < dead_bit) return move.code;
    if (move.code >= pass) return points + (move.code - pass);
    return points + 3 + (move.code ^ dead_bit);
  }

  // ---- End and score
  Result result(const State& at) const {
    Points dead;
    for_each_bit(at.marked, [&](int first) {
      int point = first;
      do {
        dead.set(point);
        point = at.next[point];
      } while (point != first);
      return false;
    });
    const Points black = at.black.without(dead);
    const Points white = board_.without(at.empty | at.black | dead);
    const auto territory = territories(black, white);
    const int dead_black = popcount(dead & at.black);
    const std::array<double, 2> scores{static_cast<double>(territory[0]) + at.prisoners[0] + (popcount(dead) - dead_black),
                                       static_cast<double>(territory[1]) + at.prisoners[1] + dead_black + komi_};
    Result result = Result::by_score(2, scores, agree_ ? "score accepted" : "two passes");
    if (hahn_) result.set_points(hahn_points(scores[0] - scores[1]));
    return result;
  }

  Result conceded(const State&, int player) const {
    Result result = Result::win(2, 1 - player, "resignation");
    if (hahn_) result.set_points(std::array{player == 0 ? 0.0 : 100.0, player == 0 ? 100.0 : 0.0});
    return result;
  }

  Result agreed(const State&) const {
    Result result = Result::draw(2, "agreement");
    if (hahn_) result.set_points(hahn_points(0));
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_rows(size_, size_, [&](int row, int column) { return stone(at, row * size_ + column); });
    out += at.mover == 0 ? " x " : " o ";
    out += at.ko == no_point ? "-" : name(at.ko);
    out += ' ' + std::to_string(at.passes) + ' ' + std::to_string(at.prisoners[0]) + ',' + std::to_string(at.prisoners[1]) + ' ' + "psae"[at.phase];
    if (at.phase == playing) return out;
    char separator = ':';
    for_each_bit(at.marked, [&](int point) {
      (out += std::exchange(separator, ',')) += name(point);
      return false;
    });
    return separator == ':' ? out + ":-" : out;
  }

  std::string text(const State&, Move move) const {
    if (move.code < dead_bit) return name(move.code);
    return move.code == pass ? "pass" : move.code == score ? "score" : move.code == accept ? "accept" : "dead " + name(move.code ^ dead_bit);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 6, 6);
    State state;
    state.empty = board_;
    read_rows(parts[0], size_, size_, [&](int row, int column, char c) {
      if (c != 'X' && c != 'O') return false;
      state.empty.reset(row * size_ + column);
      if (c == 'X') state.black.set(row * size_ + column);
      return true;
    });
    if (const int captured = build(state); captured >= 0) {
      throw TextError("board " + in_quotes(parts[0]) + ": the chain on " + in_quotes(name(captured)) + " has no liberty");
    }
    if (parts[1] != "x" && parts[1] != "o") throw TextError("side to move " + in_quotes(parts[1]) + " is not x or o");
    state.mover = parts[1] == "o" ? 1 : 0;
    state.passes = static_cast<u8>(number(parts[3], 0, 2, "number of passes"));
    const auto taken = split(parts[4], ',');
    if (taken.size() != 2) throw TextError("prisoners " + in_quotes(parts[4]) + " are not two numbers");
    for (std::size_t i = 0; i < 2; ++i) state.prisoners[i] = static_cast<u32>(number(taken[i], 0, most_prisoners, "number of prisoners"));
    read_phase(state, parts[5]);
    if (agree_ && (state.passes == 2) != (state.phase != playing))
      throw TextError("phase " + in_quotes(parts[5]) + " does not fit passes " + in_quotes(parts[3]));
    state.finished = state.phase == accepted || (state.passes == 2 && state.phase == playing);
    if (parts[2] != "-") read_ko(state, parts[2]);
    return state;
  }

  /// Reads the names of the position text and, up to 25 x 25, of points also those of GTP (`D4`, `d4`).
  Move parse_move(const State& at, std::string_view in) const {
    const Move move = read_move(in);
    if (is_over(at)) illegal_move(in);
    const u16 code = move.code;
    bool fits = false;
    if (code < dead_bit) {
      fits = may_put(at) && at.empty.test(code) && legal(at, code);
    } else if (code < pass) {
      fits = at.phase == marking && markable(at).test(code ^ dead_bit);
    } else {
      fits = at.phase == (code == pass ? playing : code == score ? marking : answering);
    }
    if (!fits) illegal_move(in);
    return move;
  }

  /// Of what legality depends on: prisoners do not count.
  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(at.ko, static_cast<u64>(at.mover | at.passes << 1 | at.phase << 3));
    for (const Points* points : {&at.empty, &at.black, &at.marked}) {
      if (at.phase == playing && points == &at.marked) break;
      for (const u64 word : points->word) key = zobrist(key, word);
    }
    return key;
  }

  std::string diagram(const State& at) const {
    const auto cell = [&](int row, int column) {
      const char c = stone(at, row * size_ + column);
      return c != 0 ? c : '.';
    };
    return draw_rows(size_, size_, cell, [](int row) { return std::string(1, letter(row)); });
  }

 private:
  static constexpr u16 no_point = 0xFFFF;
  static constexpr u16 edge = point_limit;

  static constexpr u16 dead_bit = 1 << 11;
  static constexpr u16 pass = 0xFFF0;
  static constexpr u16 score = pass + 1;
  static constexpr u16 accept = pass + 2;
  static_assert(largest_size * largest_size <= dead_bit);

  static Move stone_on(int point) { return {static_cast<u16>(point)}; }
  static Move dead_at(int point) { return {static_cast<u16>(point | dead_bit)}; }

  static bool is_over(const State& at) { return at.finished; }
  /// A stone may be put down, if there is a legal point: also to go on after two passes, but not once a chain is marked.
  static bool may_put(const State& at) { return at.phase != marking || !at.marked.any(); }

  // ---- Stones

  void put(State& state, int point) const {
    const unsigned colour = state.mover;
    state.empty.reset(point);
    if (colour == 0) state.black.set(point);
    --state.empty_count;
    const auto& around = neighbours_[point];
    std::array<unsigned, 4> codes;
    int liberties = 0;
    unsigned own = 0;  // which neighbours are own stones, as bits: a branch for each would be guessed wrong too often
    for (int i = 0; i < 4; ++i) {
      codes[i] = state.code[around[i]];
      --state.liberties[codes[i] / 2];
      liberties += codes[i] == 0 ? 1 : 0;
      const unsigned other = codes[i] ^ colour;
      own |= (other > 1 ? ~other & 1 : 0) << i;
    }
    state.liberties[0] = 1;
    bool captures = false;  // or an own chain would be captured, were it not for the new stone
    for (const unsigned code : codes) captures |= state.liberties[code / 2] == 0;
    const int chain = own == 0 ? begin_chain(state, point, colour, liberties) : extend_chains(state, point, own, liberties);
    u32 captured = 0;
    int last = 0;
    if (captures) {
      for (const u16 neighbour : around) {
        const unsigned code = state.code[neighbour];
        if (code < 2 || code % 2 == colour || state.liberties[code / 2] != 0) continue;
        captured += capture(state, static_cast<int>(code / 2));
        last = neighbour;
      }
    }
    state.prisoners[colour] = std::min(state.prisoners[colour] + captured, most_prisoners);
    const bool single = captured == 1 && state.stones[chain] == 1 && state.liberties[chain] == 1;
    state.ko = single ? static_cast<u16>(last) : no_point;
    state.mover ^= 1;
    state.passes = 0;
    if (state.phase == playing) return;
    state.phase = playing;
    state.marked = {};
  }

  /// A stone with no other of its colour beside it.
  int begin_chain(State& state, int point, unsigned colour, int liberties) const {
    const int chain = point + 1;
    state.code[point] = static_cast<Number>(2 * static_cast<unsigned>(chain) + colour);
    state.next[point] = static_cast<Number>(point);
    state.liberties[chain] = static_cast<Number>(liberties);
    state.stones[chain] = 1;
    return chain;
  }

  /// A stone beside own ones, whose bits in the order of the neighbours are set: it makes their chains one.
  int extend_chains(State& state, int point, unsigned own, int liberties) const {
    const auto& around = neighbours_[point];
    const u16 friendly = around[lowest(u64{own})];
    const auto code = state.code[friendly];
    int chain = code / 2;
    state.code[point] = code;
    state.next[point] = std::exchange(state.next[friendly], static_cast<Number>(point));
    state.liberties[chain] = static_cast<Number>(state.liberties[chain] + liberties);
    ++state.stones[chain];
    for (own &= own - 1; own != 0; own &= own - 1) {
      const int other = state.code[around[lowest(u64{own})]] / 2;
      if (other != chain) chain = join(state, chain, other);
    }
    return chain;
  }

  /// The smaller chain becomes part of the larger one, whose number is returned.
  int join(State& state, int a, int b) const {
    if (state.stones[a] < state.stones[b]) std::swap(a, b);
    const auto code = state.code[a - 1];
    int point = b - 1;
    do {
      state.code[point] = code;
      point = state.next[point];
    } while (point != b - 1);
    std::swap(state.next[a - 1], state.next[b - 1]);
    state.liberties[a] = static_cast<Number>(state.liberties[a] + state.liberties[b]);
    state.stones[a] = static_cast<Number>(state.stones[a] + state.stones[b]);
    return a;
  }

  /// Takes a chain off the board; returns its size.
  u32 capture(State& state, int chain) const {
    const u32 size = state.stones[chain];
    int point = chain - 1;
    do {
      state.code[point] = 0;
      state.empty.set(point);
      state.black.reset(point);
      for (const u16 neighbour : neighbours_[point]) ++state.liberties[state.code[neighbour] / 2];
      point = state.next[point];
    } while (point != chain - 1);
    state.empty_count = static_cast<u16>(state.empty_count + size);
    return size;
  }

  /// May the mover put a stone on this empty point?
  bool legal(const State& at, int point) const {
    std::array<int, 4> codes;
    for (int i = 0; i < 4; ++i) codes[i] = at.code[neighbours_[point][i]];
    // A point that is barred by ko has no empty neighbour either.
    const int open = (codes[0] == 0) + (codes[1] == 0) + (codes[2] == 0) + (codes[3] == 0);  // a sum, for one branch instead of four
    if (open > 0) return true;
    if (point == at.ko) return false;
    for (const int code : codes) {
      if (code == 1) continue;
      const int liberties = at.liberties[code / 2];
      const int here = (codes[0] == code) + (codes[1] == code) + (codes[2] == code) + (codes[3] == code);
      if (code % 2 == at.mover ? liberties > here : liberties == here) return true;
    }
    return false;
  }

  /// The empty points where the mover may put a stone: those with an empty neighbour, and of the others those that `legal` allows.
  Points legal_points(const State& at) const {
    Points legal_ones = at.empty & next_to(at.empty);
    for_each_bit(at.empty.without(legal_ones), [&](int point) {
      if (legal(at, point)) legal_ones.set(point);
      return false;
    });
    return legal_ones;
  }

  /// The neighbours of all points of a set.
  Points next_to(const Points& points) const {
    Points out = (points & not_right_).up(1) | (points & not_left_).down(1) | points.up(size_) | points.down(size_);
    if (torus_ && size_ > 1) {
      const u64 row = (u64{1} << size_) - 1;
      const int last = points_ - size_;
      for (int start = 0; start < points_; start += size_) {
        const u64 line = points.window(start) & row;
        out.add(start, line >> (size_ - 1) | (line << (size_ - 1) & row));
      }
      out.add(0, points.window(last) & row);
      out.add(last, points.window(0) & row);
    }
    return out;
  }

  /// The first points of the chains that may be marked now: those after the last that is.
  Points markable(const State& at) const {
    const int after = at.marked.any() ? highest(at.marked) : -1;
    Points firsts;
    std::array<bool, point_limit + 1> seen{};
    for_each_bit(board_.without(at.empty), [&](int point) {
      bool& known = seen[at.code[point] / 2];
      if (!known && point > after) firsts.set(point);
      known = true;
      return false;
    });
    return firsts;
  }

  /// Finds what follows from the stones in `empty` and `black`. Chains get the number of their first point in row order. Returns a point of a chain without
  /// liberty, or -1.
  int build(State& state) const {
    state.empty_count = static_cast<u16>(popcount(state.empty));
    state.code.fill(1);
    for_each_bit(state.empty, [&](int point) {
      state.code[point] = 0;
      return false;
    });
    int captured = -1;
    for_each_bit(board_.without(state.empty), [&](int first) {
      if (state.code[first] == 1) {
        grow_chain(state, first);
        if (state.liberties[first + 1] == 0 && captured < 0) captured = first;
      }
      return false;
    });
    return captured;
  }

  void grow_chain(State& state, int first) const {
    const bool black = state.black.test(first);
    const auto code = static_cast<Number>(2 * (first + 1) + (black ? 0 : 1));
    state.code[first] = code;
    state.next[first] = static_cast<Number>(first);
    Number& liberties = state.liberties[first + 1];
    Number& stones = state.stones[first + 1];
    liberties = 0;
    stones = 1;
    // The ring is its own queue: new stones are linked in at its end, that is, before the first.
    int last = first;
    for (int point = first;; point = state.next[point]) {
      for (const u16 neighbour : neighbours_[point]) {
        if (neighbour == edge) continue;
        if (state.code[neighbour] == 0) ++liberties;
        if (state.code[neighbour] != 1 || state.black.test(neighbour) != black) continue;
        state.code[neighbour] = code;
        state.next[neighbour] = static_cast<Number>(first);
        state.next[last] = static_cast<Number>(neighbour);
        last = neighbour;
        ++stones;
      }
      if (point == last) break;
    }
  }

  void scatter(State& state, Rng& rng) const {
    constexpr int stones = 100;
    if constexpr (point_limit >= stones) {
      std::array<u16, point_limit> order;
      std::iota(order.begin(), order.begin() + points_, u16{0});
      rng.shuffle(order, static_cast<std::size_t>(points_));
      for (int i = 0; i < stones; ++i) {
        state.empty.reset(order[i]);
        if (i < stones / 2) state.black.set(order[i]);
      }
    }
  }

  // ---- Score

  /// The sizes of the empty regions bordered by stones of one colour only.
  std::array<int, 2> territories(const Points& black, const Points& white) const {
    std::array<int, 2> size{0, 0};
    Points open = board_.without(black | white);
    std::array<u16, point_limit> stack;
    while (open.any()) {
      const int first = nth_bit(open, 0);
      std::array<bool, 2> touches{false, false};
      int height = 0;
      int region = 0;
      open.reset(first);
      stack[height++] = static_cast<u16>(first);
      while (height > 0) {
        const int point = stack[--height];
        ++region;
        for (const u16 neighbour : neighbours_[point]) {
          if (neighbour == edge) continue;
          touches[0] |= black.test(neighbour);
          touches[1] |= white.test(neighbour);
          if (!open.test(neighbour)) continue;
          open.reset(neighbour);
          stack[height++] = neighbour;
        }
      }
      if (touches[0] != touches[1]) size[touches[0] ? 0 : 1] += region;
    }
    return size;
  }

  /// For Black and White; `lead` is Black's.
  static std::array<double, 2> hahn_points(double lead) {
    const double margin = std::abs(lead);
    const double winner = margin == 0 ? 50 : margin <= 10 ? 60 : margin <= 20 ? 70 : margin <= 30 ? 80 : margin <= 40 ? 90 : 100;
    return lead >= 0 ? std::array{winner, 100 - winner} : std::array{100 - winner, winner};
  }

  // ---- Notation

  static char letter(int i) { return static_cast<char>(i < 26 ? 'a' + i : 'A' + i - 26); }
  static int letter_index(char c) { return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1; }
  std::string name(int point) const { return {letter(point % size_), letter(point / size_)}; }

  char stone(const State& at, int point) const { return at.empty.test(point) ? '\0' : at.black.test(point) ? 'X' : 'O'; }

  /// The point with that name, or -1.
  int read_name(std::string_view in) const {
    if (in.size() != 2) return -1;
    const int column = letter_index(in[0]);
    const int row = letter_index(in[1]);
    return column < 0 || row < 0 || column >= size_ || row >= size_ ? -1 : row * size_ + column;
  }

  /// The point with that GTP name, or -1: columns without `I`, rows from the bottom.
  int read_gtp(std::string_view in) const {
    if (size_ > 25 || in.size() < 2 || in.size() > 3 || in[1] == '0') return -1;
    const int index = letter_index(in[0]) % 26;
    if (index < 0 || index == 'i' - 'a') return -1;
    const int column = index > 'i' - 'a' ? index - 1 : index;
    int row = 0;
    for (const char c : in.substr(1)) {
      if (c < '0' || c > '9') return -1;
      row = row * 10 + (c - '0');
    }
    return column >= size_ || row > size_ ? -1 : (size_ - row) * size_ + column;
  }

  int read_point(std::string_view in) const {
    const int point = read_name(in);
    return point >= 0 ? point : read_gtp(in);
  }

  Move read_move(std::string_view in) const {
    if (in == "pass") return {pass};
    if (in == "score") return {score};
    if (in == "accept") return {accept};
    const bool dead = in.starts_with("dead ");
    const std::string_view place = dead ? in.substr(5) : in;
    const int point = read_point(place);
    if (point < 0) unreadable_move(in);
    return dead ? dead_at(point) : stone_on(point);
  }

  /// `p`, or with `end=agree` also `s:`, `a:`, `e:` and the marked chains.
  void read_phase(State& state, std::string_view part) const {
    if (part == "p") return;
    const auto phase = part.empty() ? std::string_view::npos : std::string_view("psae").find(part[0]);
    if (!agree_ || part.size() < 3 || part[1] != ':' || phase == std::string_view::npos || phase == 0) {
      throw TextError("phase " + in_quotes(part) + (agree_ ? " is not p, s:, a: or e: with the marked chains" : " is not p"));
    }
    state.phase = static_cast<Phase>(phase);
    if (part.substr(2) == "-") return;
    int last = -1;
    for (const std::string_view marked : split(part.substr(2), ',')) {
      const int point = read_point(marked);
      if (point < 0 || state.code[point] / 2 != point + 1) throw TextError("marked point " + in_quotes(marked) + " is not the first of a chain");
      if (point <= last) throw TextError("marked points " + in_quotes(part.substr(2)) + " are not in row order");
      state.marked.set(last = point);
    }
  }

  /// The opponent has just captured one stone there with a stone that has no other liberty: so all around are stones of his, which are alive elsewhere but for
  /// that one.
  void read_ko(State& state, std::string_view part) const {
    const int point = read_point(part);
    const auto wrong = [&](const std::string& why) { return TextError("ko point " + in_quotes(part) + why); };
    if (point < 0) throw wrong(" is not a point");
    if (!state.empty.test(point)) throw wrong(" is not empty");
    if (state.passes != 0 || state.phase != playing) throw wrong(" after a pass");
    int captors = 0;
    for (const u16 neighbour : neighbours_[point]) {
      if (neighbour == edge) continue;
      const int code = state.code[neighbour];
      if (code < 2 || code % 2 == state.mover) throw wrong(" has a neighbour that is no stone of the opponent");
      const auto& around = neighbours_[point];
      const auto here = std::count_if(around.begin(), around.end(), [&](u16 other) { return state.code[other] == code; });
      if (state.liberties[code / 2] != here) continue;
      ++captors;
      if (state.stones[code / 2] != 1) throw wrong(" is the last liberty of several stones");
    }
    if (captors != 1) throw wrong(" is not the only liberty of exactly one stone");
    state.ko = static_cast<u16>(point);
  }

  int size_;
  int points_;
  bool torus_;
  bool random_setup_;
  bool agree_;
  bool hahn_;
  double komi_;
  Points board_;
  Points not_left_, not_right_;  ///< without the first, the last column
  std::array<std::array<u16, 4>, point_limit> neighbours_{};
};

void resolve_go(Options& options) {
  if (options.is("topology", "torus")) options.default_to("komi", 4.5);
  if (options.is("setup", "random100") && (options.integer("size") != 19 || options.is("topology", "torus"))) {
    throw OptionError("go: setup=random100 needs size=19 and topology=plane");
  }
}

std::unique_ptr<AnyGame> make_go(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 9) return as_game(Go<9>(options));
  if (size <= 11) return as_game(Go<11>(options));
  if (size <= 13) return as_game(Go<13>(options));
  if (size <= 19) return as_game(Go<19>(options));
  if (size <= 27) return as_game(Go<27>(options));
  return as_game(Go<largest_size>(options));
}

const Registration registration{{
    .id = "go",
    .title = "Go",
    .page = "go",
    .source = "go.cpp",
    .options = {{"size",
                 {Value(std::int64_t{19}), Value(std::int64_t{9}), Value(std::int64_t{13}), Value(std::int64_t{27}), Value(std::int64_t{37}),
                  Value(std::int64_t{11}), Range{1, largest_size}},
                 "points along a side"},
                {"topology", one_of({std::string("plane"), std::string("torus")}), "torus: opposite edges are joined"},
                {"komi", {Value(6.5), Value(4.5), HalfIntegers{-1'000'000, 1'000'000}}, "points that White gets; 4.5 by default on the torus"},
                {"setup", one_of({std::string("empty"), std::string("random100")}), "random100: 50 stones of each colour on 19x19"},
                {"end", one_of({std::string("auto"), std::string("agree")}), "after two passes: score at once, or agree on dead chains first"},
                {"hahn", flag(false), "tournament points by the margin"}},
    .resolve = resolve_go,
    .make = make_go,
}};

}  // namespace
