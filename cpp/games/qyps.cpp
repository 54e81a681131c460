// QYPS (docs/rules/qyps.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/triangle.hpp"

namespace {

using namespace ply;

// ---- Board. Cells and stones are numbered from 0, so that a set of either is a word:
//
//    cells, row by row:  a1           stones, in alphabetical order: AB AC AD .. BC BD ..
//                        a2 b2
//                        a3 b3 c3

constexpr int smallest_side = 3;
constexpr int largest_side = 14;
constexpr std::array<u8, largest_side + 1> rack_sizes{0, 0, 0, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9};

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
template <class Bits>
constexpr Bits bit(int i) {
  return Triangle<Bits>::bit(i);
}
template <class Bits>
constexpr bool any(Bits set) {
  return static_cast<bool>(set);
}
template <class Bits>
constexpr bool has(Bits set, int i) {
  return Triangle<Bits>::has(set, i);
}

enum Kind : u8 { turn, swap_racks, keep_racks, pass, drawn };

/// A turn: stones on their cells, and the cells whose stones turn. Otherwise only its kind counts; a stone drawn by chance is stone[0].
template <class Bits, int Rack>
struct Turn {
  std::array<u8, index(Rack)> cell{};  ///< ascending; the rest 0
  std::array<u8, index(Rack)> stone{};
  u8 size = 0;
  Kind kind = turn;
  Bits flips = 0;
  friend bool operator==(const Turn&, const Turn&) = default;

  void add(int at, int which) {
    std::size_t i = size++;  // keeps the cells in order
    for (; i > 0 && cell[i - 1] > at; --i) {
      cell[i] = cell[i - 1];
      stone[i] = stone[i - 1];
    }
    cell[i] = static_cast<u8>(at);
    stone[i] = static_cast<u8>(which);
  }
};

/// What a turn needs to know of a position. Two stones share at most one colour, so one colour joins all stones of a turn with more than one stone.
template <class Bits, int Colours>
struct Scene {
  const std::array<Bits, index(Colours)>& carriers;  ///< by colour: the stones that carry it
  const std::array<Bits, index(Colours)>& on_board;  ///< by colour: the cells of such stones
  int colours;
  Bits empty, theirs, rack;
};

// ---- All turns of a small board (15 cells), by tables. The cells of a path decide everything: whether there is a path, whether it is straight, what may turn.
// So for the stones on the board that carry a colour, at most four, and those of them that are the opponent's, the tables have the cells on which one more
// stone of the colour, two or three can come, by what turns. A set of their stones is numbered: bit k is the k-th of them from the apex.

/// Pairs of cells: bit b of lane a is the pair (a, b). Sixteen lanes of sixteen bits.
using Pairs = std::array<u64, 4>;
constexpr u64 every_lane = 0x0001'0001'0001'0001;

constexpr Pairs operator|(const Pairs& a, const Pairs& b) { return {a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]}; }
constexpr Pairs operator&(const Pairs& a, const Pairs& b) { return {a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]}; }
constexpr u32 size_of(const Pairs& a) { return static_cast<u32>(popcount(a[0]) + popcount(a[1]) + popcount(a[2]) + popcount(a[3])); }
constexpr Pairs lanes_of(u64 cells) {
  const u64 lanes = cells * every_lane;
  return {lanes, lanes, lanes, lanes};
}
constexpr Pairs pairs_within(u64 cells) {
  Pairs out{};
  for (std::size_t word = 0; word < 4; ++word) {
    const u64 four = cells >> 4 * word;
    out[word] = cells * ((four & 1) | (four & 2) << 15 | (four & 4) << 30 | (four & 8) << 45);
  }
  return out;
}

class SmallPaths {
 public:
  static constexpr int side = 5;
  static constexpr std::size_t cells = 15;

  static const SmallPaths& tables() {
    static const SmallPaths all;
    return all;
  }

  /// The number of the stones on the board, of which `theirs` are the opponent's: five have the number of none.
  std::size_t number(u64 stones, u64 theirs) const { return index_[stones] + extract_bits(theirs, stones); }
  /// By that number: lane f has the cells for one stone when f turns. Nothing in lane 0: that is a single, whatever the colour.
  const Pairs& one(std::size_t number) const { return one_[number]; }
  /// By that number, for up to three stones: the pairs of cells for two stones when f turns.
  const Pairs* two(std::size_t number) const { return &two_[two_at_[number]]; }
  /// For up to two stones: the pairs that go with a third cell when f turns.
  const Pairs* three(std::size_t number, std::size_t flips) const { return &three_[three_at_[number] + cells * flips]; }

 private:
  /// The cells, and the pairs of cells, that make a set a bent or a straight path.
  struct Ends {
    u64 bent = 0, straight = 0;
    Pairs bent_pairs{}, straight_pairs{};
  };

  SmallPaths() {
    std::vector<Ends> ends(index_.size());
    const Triangle<u64> board(side);
    for (int cell = 0; cell < static_cast<int>(cells); ++cell) extend(board, ends, bit<u64>(cell), cell);
    for (int size = 0; size < side; ++size) {
      for (u64 stones = 0; stones < index_.size(); ++stones) {
        if (popcount(stones) != size) continue;
        index_[stones] = static_cast<u16>(one_.size());
        for (u64 f = 0; f < u64{1} << size; ++f) enter(ends, stones, deposit_bits(f, stones));
      }
    }
  }

  static void extend(const Triangle<u64>& board, std::vector<Ends>& ends, u64 path, int end) {
    const bool straight = board.straight(path);
    for_each_bit(path, [&](int a) {
      const u64 others = path ^ bit<u64>(a);
      (straight ? ends[others].straight : ends[others].bent) |= bit<u64>(a);
      return for_each_bit(others, [&](int b) {
        Ends& both = ends[others ^ bit<u64>(b)];
        (straight ? both.straight_pairs : both.bent_pairs)[index(a / 4)] |= u64{1} << (16 * (a % 4) + b);
        return false;
      });
    });
    if (popcount(path) == side) return;  // so many stones carry a colour
    for_each_bit(board.around(end) & ~path, [&](int next) {
      extend(board, ends, path | bit<u64>(next), next);
      return false;
    });
  }

  /// Visits what turns with each subset of the stones: bent paths turn none or one, straight ones all.
  template <class Visit>
  static void for_each_subset(u64 stones, u64 theirs, Visit&& visit) {
    for (u64 used = stones;; used = (used - 1) & stones) {
      visit(used, extract_bits(used & theirs, theirs));
      if (used == 0) return;
    }
  }
  template <class Add>
  static void bent_flips(u64 flips, Add&& add) {
    add(0);
    for (; flips != 0; flips &= flips - 1) add(flips & (0 - flips));
  }

  void enter(const std::vector<Ends>& ends, u64 stones, u64 theirs) {
    const std::size_t sets = std::size_t{1} << popcount(theirs);
    Pairs& one = one_.emplace_back();
    const auto add_one = [&](u64 flips, u64 to) {
      if (flips != 0) one[flips / 4] |= to << 16 * (flips % 4);
    };
    for_each_subset(stones, theirs, [&](u64 used, u64 flips) {
      add_one(flips, ends[used].straight);
      bent_flips(flips, [&](u64 f) { add_one(f, ends[used].bent); });
    });
    if (popcount(stones) > 3) return;
    two_at_.push_back(static_cast<u32>(two_.size()));
    two_.resize(two_.size() + sets);
    add_pairs(ends, stones, theirs, 0, &two_[two_at_.back()], 1);
    if (popcount(stones) > 2) return;
    three_at_.push_back(static_cast<u32>(three_.size()));
    three_.resize(three_.size() + cells * sets);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if ((stones >> cell & 1) == 0) add_pairs(ends, stones, theirs, u64{1} << cell, &three_[three_at_.back() + cell], cells);
    }
  }
  static void add_pairs(const std::vector<Ends>& ends, u64 stones, u64 theirs, u64 third, Pairs* by_flips, std::size_t step) {
    const auto add = [&](u64 flips, const Pairs& pairs) { by_flips[step * flips] = by_flips[step * flips] | pairs; };
    for_each_subset(stones, theirs, [&](u64 used, u64 flips) {
      add(flips, ends[used | third].straight_pairs);
      bent_flips(flips, [&](u64 f) { add(f, ends[used | third].bent_pairs); });
    });
  }

  std::array<u16, 1 << cells> index_{};
  std::vector<Pairs> one_, two_, three_;
  std::vector<u32> two_at_, three_at_;
};

template <int Colours, int Rack>
class SmallTurns {
 public:
  using Move = Turn<u64, Rack>;

  explicit SmallTurns(const Triangle<u64>&) {}

  void find(const Scene<u64, Colours>& scene) {
    empty_ = scene.empty;
    rack_ = scene.rack;
    theirs_ = scene.theirs;
    empties_ = static_cast<u32>(popcount(empty_));
    size_ = empties_ * static_cast<u32>(popcount(rack_));
    const Pairs lanes = lanes_of(empty_);
    unsigned several = 0;
    for (std::size_t colour = 0; colour < Colours; ++colour) {
      Joined& out = joined_[colour];
      out.stones = rack_ & scene.carriers[colour];
      out.board = scene.on_board[colour];
      out.number = tables_.number(out.board, theirs_);
      const auto stones = static_cast<u32>(popcount(out.stones));
      out.of_one = stones * size_of(tables_.one(out.number) & lanes);
      out.of_two = 0;
      out.turns = out.of_one;
      size_ += out.turns;
      several |= (stones > 1 ? 1u : 0u) << colour;
    }
    for (; several != 0; several &= several - 1) find_several(joined_[index(lowest(u64{several}))]);
  }

  u64 size() const { return size_; }

  /// Single stones first; then by colour; then by the number of stones.
  Move operator[](u64 number) const {
    auto i = static_cast<u32>(number);
    Move move;
    int which = 0;
    const int stones = popcount(rack_);
    while (which < stones && i >= empties_) {
      i -= empties_;
      ++which;
    }
    if (which < stones) {
      move.add(nth_bit(empty_, static_cast<int>(i)), nth_bit(rack_, which));
      return move;
    }
    std::size_t colour = 0;
    while (i >= joined_[colour].turns) i -= joined_[colour++].turns;
    const Joined& from = joined_[colour];
    if (i < from.of_one) {
      pick_one(from, i, move);
    } else if (i - from.of_one < from.of_two) {
      pick_two(from, i - from.of_one, move);
    } else {
      pick_three(from, i - from.of_one - from.of_two, move);
    }
    return move;
  }

  template <class Emit>
  void each(Emit&& emit) const {
    for (u64 i = 0; i < size_; ++i) {
      if (emit((*this)[i])) return;
    }
  }

 private:
  /// The turns with one colour.
  struct Joined {
    u64 stones;  ///< of the rack
    u64 board;   ///< cells of the stones on the board
    std::size_t number;
    u32 turns, of_one, of_two;  ///< in all, of one stone, of two
  };

  std::size_t flips_of(const Joined& from) const { return std::size_t{1} << popcount(from.board & theirs_); }
  void turn_over(const Joined& from, u64 flips, Move& move) const { move.flips = deposit_bits(flips, from.board & theirs_); }

  /// A pair (a, b) stands for the lower stone on a and the higher one on b. Only one colour can be on all three stones of a rack.
  PLY_NEVER_INLINE void find_several(Joined& out) {
    const bool triple = popcount(out.stones) == 3;
    const Pairs within = pairs_within(empty_);
    const std::size_t sets = flips_of(out);
    const Pairs* pairs = tables_.two(out.number);
    u32 turns = 0;
    for (std::size_t f = 0; f < sets; ++f) turns += size_of(pairs[f] & within);
    out.of_two = triple ? 3 * turns : turns;
    out.turns += out.of_two;
    if (triple) {
      for (std::size_t f = 0; f < sets; ++f) {
        const Pairs* by_cell = tables_.three(out.number, f);
        for (u64 rest = empty_; rest != 0;) out.turns += size_of(by_cell[pop_lowest(rest)] & within);
      }
    }
    size_ += out.turns - out.of_one;
  }

  /// The i-th bit of the four words, which number 256; else takes off how many there are.
  static int find_bit(const Pairs& pairs, u32& i) {
    for (std::size_t word = 0; word < 4; ++word) {
      const auto here = static_cast<u32>(popcount(pairs[word]));
      if (i < here) return static_cast<int>(64 * word) + nth_bit(pairs[word], static_cast<int>(i));
      i -= here;
    }
    return -1;
  }

  void pick_one(const Joined& from, u32 i, Move& move) const {
    const auto stones = static_cast<u32>(popcount(from.stones));
    const int which = stones == 1 ? 0 : static_cast<int>(i % stones);
    if (stones != 1) i /= stones;
    const int place = find_bit(tables_.one(from.number) & lanes_of(empty_), i);
    move.add(place % 16, nth_bit(from.stones, which));
    turn_over(from, static_cast<u64>(place / 16), move);
  }
  void pick_two(const Joined& from, u32 i, Move& move) const {
    u64 stones = from.stones;
    if (popcount(stones) == 3) {
      stones &= ~bit<u64>(nth_bit(stones, static_cast<int>(i % 3)));
      i /= 3;
    }
    const Pairs within = pairs_within(empty_);
    const Pairs* pairs = tables_.two(from.number);
    for (std::size_t f = 0; f < flips_of(from); ++f) {
      const int place = find_bit(pairs[f] & within, i);
      if (place < 0) continue;
      move.add(place / 16, lowest(stones));
      move.add(place % 16, highest(stones));
      return turn_over(from, f, move);
    }
  }
  void pick_three(const Joined& from, u32 i, Move& move) const {
    const Pairs within = pairs_within(empty_);
    for (std::size_t f = 0; f < flips_of(from); ++f) {
      const Pairs* by_cell = tables_.three(from.number, f);
      for (u64 rest = empty_; rest != 0;) {
        const int cell = pop_lowest(rest);
        const int place = find_bit(by_cell[cell] & within, i);
        if (place < 0) continue;
        move.add(cell, nth_bit(from.stones, 0));
        move.add(place / 16, nth_bit(from.stones, 1));
        move.add(place % 16, nth_bit(from.stones, 2));
        return turn_over(from, f, move);
      }
    }
  }

  const SmallPaths& tables_ = SmallPaths::tables();
  u64 empty_ = 0, rack_ = 0, theirs_ = 0;
  u32 empties_ = 0;
  u32 size_ = 0;
  std::array<Joined, index(Colours)> joined_;
};

// ---- All turns of a larger board: a walk over all paths through the empty cells and the stones that share a colour. Which of the stones in the rack with that
// colour come on which cells does not matter to a path, so the walk collects sets of cells, and each stands for many turns.

template <class Bits, int Colours, int Rack>
class LargeTurns {
 public:
  using Move = Turn<Bits, Rack>;

  explicit LargeTurns(const Triangle<Bits>& board) : board_(board) {}

  void find(const Scene<Bits, Colours>& scene) {
    scene_.emplace(scene);
    found_.clear();
    singles_ = static_cast<u64>(popcount(scene.empty) * popcount(scene.rack));
    size_ = singles_;
    std::fill(slots_.begin(), slots_.end(), 0);
    for (colour_ = 0; colour_ < scene.colours; ++colour_) {
      const Bits stones = scene.rack & scene.carriers[index(colour_)];
      stones_ = popcount(stones);
      used_ = scene.on_board[index(colour_)];
      if (stones_ == 0 || (stones_ == 1 && !any(used_ & scene.theirs))) continue;
      for_each_bit(scene.empty | used_, [&](int cell) {
        start_ = cell;
        walk(bit<Bits>(cell), cell, any_axis, has(scene.empty, cell) ? 1 : 0);
        return false;
      });
    }
  }

  u64 size() const { return size_; }

  Move operator[](u64 i) const {
    if (i < singles_) return single(i);
    i -= singles_;
    const auto after = std::upper_bound(found_.begin(), found_.end(), i, [](u64 n, const Found& found) { return n < found.first; });
    return nth(*(after - 1), i - (after - 1)->first);
  }

  template <class Emit>
  void each(Emit&& emit) const {
    for (u64 i = 0; i < singles_; ++i) {
      if (emit(single(i))) return;
    }
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const u64 end = k + 1 < found_.size() ? found_[k + 1].first : size_ - singles_;
      for (u64 i = found_[k].first; i < end; ++i) {
        if (emit(nth(found_[k], i - found_[k].first))) return;
      }
    }
  }

 private:
  static constexpr int any_axis = -1;
  static constexpr int bent = 3;

  struct Found {
    Bits cells, flips;
    u64 first;  ///< turns before
    int colour;
  };

  void walk(Bits path, int end, int axis, int placed) {
    if (start_ <= end && placed > 0) enter(path, axis);
    Bits next = board_.around(end) & ~path & (placed < stones_ ? scene_->empty | used_ : used_);
    while (any(next)) {
      const int cell = pop_lowest(next);
      const int towards = board_.axis(end, cell);
      walk(path | bit<Bits>(cell), cell, axis == any_axis || axis == towards ? towards : bent, placed + (has(scene_->empty, cell) ? 1 : 0));
    }
  }

  void enter(Bits path, int axis) {
    const Bits cells = path & scene_->empty;
    Bits flips = path & scene_->theirs;
    const bool one = popcount(cells) == 1;  // a single if nothing turns
    if (axis != bent) {
      if (any(flips) || !one) add(cells, flips);
      return;
    }
    if (!one) add(cells, 0);
    while (any(flips)) add(cells, bit<Bits>(pop_lowest(flips)));
  }

  static u64 hash(Bits cells, Bits flips, int colour) {
    u64 word = scramble(static_cast<u64>(cells) ^ static_cast<u64>(colour) << 60) ^ static_cast<u64>(flips);
    if constexpr (!std::is_same_v<Bits, u64>) word = scramble(word ^ high_word(cells)) + high_word(flips);
    return scramble(word);
  }
  void add(Bits cells, Bits flips) {
    if (2 * (found_.size() + 1) > slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash(cells, flips, colour_) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
      const Found& there = found_[slots_[slot] - 1];
      if (there.cells == cells && there.flips == flips && there.colour == colour_) return;
    }
    found_.push_back({cells, flips, size_ - singles_, colour_});
    slots_[slot] = static_cast<u32>(found_.size());
    u64 orders = 1;
    for (int i = 0; i < popcount(cells); ++i) orders *= static_cast<u64>(stones_ - i);
    size_ += orders;
  }
  PLY_NEVER_INLINE void grow() {
    slots_.assign(std::max<std::size_t>(256, 2 * slots_.size()), 0);
    for (std::size_t i = 0; i < found_.size(); ++i) {
      std::size_t slot = hash(found_[i].cells, found_[i].flips, found_[i].colour) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<u32>(i + 1);
    }
  }

  Move single(u64 i) const {
    const auto stones = static_cast<u64>(popcount(scene_->rack));
    Move move;
    move.add(nth_bit(scene_->empty, static_cast<int>(i / stones)), nth_bit(scene_->rack, static_cast<int>(i % stones)));
    return move;
  }
  Move nth(const Found& found, u64 i) const {
    Move move;
    move.flips = found.flips;
    Bits left = scene_->rack & scene_->carriers[index(found.colour)];
    for_each_bit(found.cells, [&](int cell) {
      const auto choices = static_cast<u64>(popcount(left));
      const int stone = nth_bit(left, static_cast<int>(i % choices));
      i /= choices;
      left &= ~bit<Bits>(stone);
      move.add(cell, stone);
      return false;
    });
    return move;
  }

  const Triangle<Bits>& board_;
  std::optional<Scene<Bits, Colours>> scene_;
  u64 singles_ = 0;
  u64 size_ = 0;
  std::vector<Found> found_;
  std::vector<u32> slots_;  ///< hash table: 1 + place in found_, or 0
  // of the walk
  int colour_ = 0, stones_ = 0, start_ = 0;
  Bits used_ = 0;
};

/// For sides up to `Side`.
template <class Bits, int Side>
class Qyps {
 public:
  static constexpr bool uniform_chance = true;
  static constexpr int colour_limit = Side + 1;
  static constexpr int cell_limit = Side * (Side + 1) / 2;
  static constexpr int rack_limit = rack_sizes[index(Side)];
  using Board = Triangle<Bits>;
  using Move = Turn<Bits, rack_limit>;
  using Turns = std::conditional_t<Side <= SmallPaths::side, SmallTurns<colour_limit, rack_limit>, LargeTurns<Bits, colour_limit, rack_limit>>;

  enum Phase : u8 { choosing, playing, drawing };

  struct State {
    std::array<Bits, 2> cells{};  ///< of each player
    std::array<Bits, 2> rack{};   ///< stones
    Bits bag = 0;
    std::array<Bits, index(colour_limit)> coloured{};  ///< by colour: the cells of stones that carry it. Follows from `stone`.
    std::array<u8, index(cell_limit)> stone{};         ///< by cell, 0 if empty
    std::array<u8, index(cell_limit)> order{};         ///< draw=fixed: the bag in the order in which it comes, at the end of the array
    u8 player = 0;
    Phase phase = choosing;

    friend bool operator==(const State&, const State&) = default;
  };

  explicit Qyps(const Options& options)
      : board_(static_cast<int>(options.integer("size"))),
        colours_(board_.side() + 1),
        rack_size_(rack_sizes[index(board_.side())]),
        fixed_(options.is("draw", "fixed")) {
    u8 stone = 0;
    for (int a = 0; a < colours_; ++a) {
      for (int b = a + 1; b < colours_; ++b) {
        carriers_[index(a)] |= bit<Bits>(stone);
        carriers_[index(b)] |= bit<Bits>(stone);
        colours_of_[index(stone++)] = {static_cast<u8>(a), static_cast<u8>(b)};
      }
    }
  }

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    std::array<u8, index(cell_limit)> stones{};
    for (int i = 0; i < board_.cells(); ++i) stones[index(i)] = static_cast<u8>(i);
    rng.shuffle(stones, index(board_.cells()));
    for (int i = 0; i < board_.cells(); ++i) {
      const Bits stone = bit<Bits>(stones[index(i)]);
      (i < rack_size_ ? state.rack[0] : i < 2 * rack_size_ ? state.rack[1] : state.bag) |= stone;
    }
    if (fixed_) std::copy_n(stones.begin() + 2 * rack_size_, popcount(state.bag), state.order.end() - popcount(state.bag));
    return state;
  }

  int current_player(const State& at) const {
    if (finished(at)) return over;
    return at.phase == drawing ? chance : at.player;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (finished(at)) return;
    if (at.phase == choosing) {
      if (!emit(plain(swap_racks))) emit(plain(keep_racks));
    } else if (at.phase == drawing) {
      for_each_bit(at.bag, [&](int stone) { return emit(draw_of(stone)); });
    } else if (!any(at.rack[at.player])) {
      emit(plain(pass));
    } else {
      Turns turns(board_);
      turns.find(scene(at));
      turns.each(emit);
    }
  }

  void play(State& state, const Move& move) const {
    if (move.kind == turn) {
      for (std::size_t i = 0; i < move.size; ++i) place(state, move.cell[i], move.stone[i]);
      state.cells[state.player] |= move.flips;
      state.cells[1 - state.player] &= ~move.flips;
    } else if (move.kind == drawn) {
      take(state, move.stone[0]);
      if (refill_due(state)) return;
    } else if (move.kind != pass) {
      if (move.kind == swap_racks) std::swap(state.rack[0], state.rack[1]);
      state.phase = playing;
      state.player = 1;
      return;
    }
    if (refill_due(state)) {
      if (!fixed_) {
        state.phase = drawing;
        return;
      }
      do {
        u8& next = state.order[state.order.size() - index(popcount(state.bag))];
        take(state, next);
        next = 0;
      } while (refill_due(state));
    }
    state.phase = playing;
    state.player ^= 1;
  }

  std::uint64_t weight(const State&, const Move&) const { return 1; }

  std::uint64_t count(const State& at) const {
    if (finished(at)) return 0;
    if (at.phase == choosing) return 2;
    if (at.phase == drawing) return static_cast<std::uint64_t>(popcount(at.bag));
    if (!any(at.rack[at.player])) return 1;
    Turns turns(board_);
    turns.find(scene(at));
    return turns.size();
  }

  Move nth(const State& at, std::uint64_t i) const {
    if (at.phase == choosing) return plain(i == 0 ? swap_racks : keep_racks);
    if (at.phase == drawing) return draw_of(nth_bit(at.bag, static_cast<int>(i)));
    if (!any(at.rack[at.player])) return plain(pass);
    Turns turns(board_);
    turns.find(scene(at));
    return turns[i];
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    Turns turns(board_);
    return random_move(at, rng, turns);
  }

  /// On the small boards. On the large ones the search for turns is all that counts, and a whole game is too long to be left uninterrupted.
  GameLength random_game(State& state, Rng& rng, std::uint64_t max_plies) const
    requires(Side <= 10)
  {
    GameLength length;
    Turns turns(board_);
    for (; length.plies < max_plies; ++length.plies) {
      const auto move = random_move(state, rng, turns);
      if (!move) break;
      length.chance_plies += state.phase == drawing ? 1 : 0;
      play(state, *move);
    }
    return length;
  }

  /// The choice, the turns, a pass for each stone that the other has left at the end, the draws.
  std::uint64_t longest_game() const {
    const auto cells = static_cast<std::uint64_t>(board_.cells());
    const auto rack = static_cast<std::uint64_t>(rack_size_);
    return 1 + cells + rack + (fixed_ ? 0 : cells - 2 * rack);
  }

  // ---- End
  Result result(const State& at) const {
    for (const int player : {0, 1}) {
      if (board_.connects(at.cells[player])) return Result::win(2, player, "connection");
    }
    return Result::draw(2, "no stone left");
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (cell > 0) out += board_.x(cell) == 0 ? '/' : ' ';
      out += contents(at, cell);
    }
    out += ' ' + list(at.rack[0]) + '|' + list(at.rack[1]) + '|';
    if (fixed_ && any(at.bag)) {
      for (std::size_t i = at.order.size() - index(popcount(at.bag)); i < at.order.size(); ++i) out += stone_name(at.order[i]) + ',';
      out.pop_back();
    } else {
      out += any(at.bag) && at.bag == unseen(at) ? "*" : list(at.bag);
    }
    out += at.player == 0 ? " 0 " : " 1 ";
    return out + (at.phase == choosing ? "swap" : at.phase == drawing ? "draw" : "turn");
  }

  std::string text(const State&, const Move& move) const {
    if (move.kind == swap_racks) return "swap";
    if (move.kind == keep_racks) return "noswap";
    if (move.kind == pass) return "pass";
    if (move.kind == drawn) return '+' + stone_name(move.stone[0]);
    std::string out;
    for (std::size_t i = 0; i < move.size; ++i) out += (i > 0 ? " " : "") + stone_name(move.stone[i]) + '@' + board_.name(move.cell[i]);
    for_each_bit(move.flips, [&](int cell) {
      out += " !" + board_.name(cell);
      return false;
    });
    return out;
  }

  State parse(std::string_view in) const {
    std::string_view rest = in;
    std::array<std::string_view, 3> last;  // racks and bag, player, phase
    for (std::size_t i = 3; i-- > 0;) {
      const std::size_t space = rest.rfind(' ');
      if (space == rest.npos) throw TextError("position " + in_quotes(in) + " is not a board, racks and bag, player and phase");
      last[i] = rest.substr(space + 1);
      rest = rest.substr(0, space);
    }
    State state;
    Bits seen = read_board(state, rest);
    read_stones(state, last[0], seen);
    state.player = static_cast<u8>(number(last[1], 0, 1, "player to move"));
    read_phase(state, last[2]);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    for (const Kind kind : {swap_racks, keep_racks, pass}) {
      const Move move = plain(kind);
      if (in == text(at, move)) return require_short(at, move, in);
    }
    if (in.starts_with('+')) {
      const int stone = in.size() == 3 ? read_stone(in.substr(1)) : -1;
      if (stone < 0) unreadable_move(in);
      return require_short(at, draw_of(stone), in);
    }
    const bool witness = in.find(' ') == in.npos && in.find_first_of("-!") != in.npos;
    Move move = witness ? read_witness(at, in) : read_turn(in);
    if (finished(at) || at.phase != playing || !legal(at, move)) illegal_move(in);
    return move;
  }

  std::uint64_t key(const State& at) const {
    u64 key = u64{at.player} << 8 | at.phase;
    const auto add = [&](Bits set) {
      key = scramble(key ^ static_cast<u64>(set));
      if constexpr (!std::is_same_v<Bits, u64>) key = scramble(key ^ high_word(set));
    };
    for (const Bits set : {at.cells[0], at.cells[1], at.rack[0], at.rack[1], at.bag}) add(set);
    const auto add_stones = [&](const auto& stones) {
      u64 word = 0;
      for (std::size_t i = 0; i < stones.size(); ++i) {
        word = word << 8 | stones[i];
        if (i % 8 == 7) key = scramble(key ^ word);
      }
      key = scramble(key ^ word);
    };
    add_stones(at.stone);
    if (fixed_) add_stones(at.order);
    return key;
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int row = 0; row < board_.side(); ++row) {
      const std::string name = std::to_string(row + 1);
      out += std::string(3 - name.size(), ' ') + name + std::string(index(2 * (board_.side() - row)), ' ');
      for (int x = 0; x <= row; ++x) out += (x > 0 ? "  " : "") + contents(at, board_.cell(x, row));
      out += '\n';
    }
    return out + "Black " + list(at.rack[0]) + ", White " + list(at.rack[1]) + '\n';
  }

 private:
  static Move plain(Kind kind) {
    Move move;
    move.kind = kind;
    return move;
  }
  static Move draw_of(int stone) {
    Move move = plain(drawn);
    move.stone[0] = static_cast<u8>(stone);
    return move;
  }

  static bool finished(const State& at) { return !any(at.rack[0] | at.rack[1] | at.bag); }
  bool refill_due(const State& at) const { return any(at.bag) && popcount(at.rack[at.player]) < rack_size_; }
  Bits unseen(const State& at) const {
    Bits all = board_.board() & ~(at.rack[0] | at.rack[1]);  // as many stones as cells
    for_each_bit(at.cells[0] | at.cells[1], [&](int cell) {
      all &= ~bit<Bits>(at.stone[index(cell)]);
      return false;
    });
    return all;
  }
  Bits empty(const State& at) const { return board_.board() & ~(at.cells[0] | at.cells[1]); }

  Scene<Bits, colour_limit> scene(const State& at) const { return {carriers_, at.coloured, colours_, empty(at), at.cells[1 - at.player], at.rack[at.player]}; }

  std::optional<Move> random_move(const State& at, Rng& rng, Turns& turns) const {
    if (finished(at)) return std::nullopt;
    if (at.phase == choosing) return plain(rng.below(2) == 0 ? swap_racks : keep_racks);
    if (at.phase == drawing) return draw_of(nth_bit(at.bag, static_cast<int>(rng.below(static_cast<std::uint64_t>(popcount(at.bag))))));
    if (!any(at.rack[at.player])) return plain(pass);
    turns.find(scene(at));
    return turns[rng.below(turns.size())];
  }

  void place_of(State& state, int player, int cell, int stone) const {
    state.cells[index(player)] |= bit<Bits>(cell);
    state.stone[index(cell)] = static_cast<u8>(stone);
    for (const u8 colour : colours_of_[index(stone)]) state.coloured[colour] |= bit<Bits>(cell);
  }
  void place(State& state, int cell, int stone) const {
    place_of(state, state.player, cell, stone);
    state.rack[state.player] ^= bit<Bits>(stone);
  }
  void take(State& state, int stone) const {
    state.bag ^= bit<Bits>(stone);
    state.rack[state.player] |= bit<Bits>(stone);
  }

  // ---- Whether one turn is legal: by paths through its cells and the stones that share the colour.
  bool legal(const State& at, const Move& move) const {
    Bits cells = 0;
    Bits stones = 0;
    for (std::size_t i = 0; i < move.size; ++i) {
      cells |= bit<Bits>(move.cell[i]);
      stones |= bit<Bits>(move.stone[i]);
    }
    if (popcount(cells) != move.size || popcount(stones) != move.size) return false;
    if (any(cells & ~empty(at)) || any(stones & ~at.rack[at.player]) || any(move.flips & ~at.cells[1 - at.player])) return false;
    if (move.size == 1 && !any(move.flips)) return true;
    for (int colour = 0; colour < colours_; ++colour) {
      const Bits used = at.coloured[index(colour)];
      if (any(stones & ~carriers_[index(colour)]) || any(move.flips & ~used)) continue;
      const Search search{at.cells[1 - at.player], cells | used, cells, move.flips};
      if (for_each_bit(cells | used, [&](int cell) { return joins(search, bit<Bits>(cell), cell); })) return true;
    }
    return false;
  }
  struct Search {
    Bits theirs, allowed, cells, flips;
  };
  bool joins(const Search& search, Bits path, int end) const {
    if (!any(search.cells & ~path)) {
      const Bits flips = path & search.theirs;
      if (board_.straight(path) ? flips == search.flips : popcount(search.flips) <= 1 && !any(search.flips & ~flips)) return true;
    }
    return for_each_bit(board_.around(end) & search.allowed & ~path, [&](int next) { return joins(search, path | bit<Bits>(next), next); });
  }

  // ---- Reading and writing
  std::string stone_name(int stone) const {
    const auto& [a, b] = colours_of_[index(stone)];
    return {static_cast<char>('A' + a), static_cast<char>('A' + b)};
  }
  /// The stone, or -1.
  int read_stone(std::string_view name) const {
    if (name.size() != 2 || name[0] < 'A' || name[0] >= name[1] || name[1] >= 'A' + colours_) return -1;
    return lowest(carriers_[index(name[0] - 'A')] & carriers_[index(name[1] - 'A')]);
  }
  std::string contents(const State& at, int cell) const {
    if (has(empty(at), cell)) return "--";
    std::string out = stone_name(at.stone[index(cell)]);
    if (has(at.cells[0], cell)) {
      for (char& c : out) c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
  }
  std::string list(Bits stones) const {
    if (!any(stones)) return "-";
    std::string out;
    for_each_bit(stones, [&](int stone) {
      out += stone_name(stone) + ',';
      return false;
    });
    out.pop_back();
    return out;
  }

  Move require_short(const State& at, const Move& move, std::string_view in) const {
    const bool turns = at.phase == playing && any(at.rack[at.player]);
    if (turns) illegal_move(in);
    return require_legal(*this, at, move, in);
  }

  /// `AC@b3` as cell and stone; a cell that is not on the board is -1.
  std::array<int, 2> read_placement(std::string_view part, std::string_view in) const {
    const int stone = part.size() < 5 ? -1 : read_stone(part.substr(0, 2));
    if (stone < 0 || part[2] != '@') unreadable_move(in);
    return {read_cell(part.substr(3), in), stone};
  }
  int read_cell(std::string_view name, std::string_view in) const {
    const auto cell = board_.called(name);
    if (!cell) unreadable_move(in);
    return *cell;
  }

  /// Placements and then flips, each in the order of the cells.
  Move read_turn(std::string_view in) const {
    Move move;
    int last = -1;
    for (const std::string_view part : split(in, ' ')) {
      if (part.starts_with('!')) {
        if (move.size == 0) unreadable_move(in);
        if (!any(move.flips)) last = -1;
        const int cell = read_cell(part.substr(1), in);
        if (cell <= last) unreadable_move(in);
        last = cell;
        move.flips |= bit<Bits>(cell);
      } else {
        const auto [cell, stone] = read_placement(part, in);
        if (any(move.flips) || cell <= last) unreadable_move(in);
        last = cell;
        if (move.size == rack_limit) illegal_move(in);
        move.add(cell, stone);
      }
    }
    return move;
  }

  /// The cells of a path, those with a new stone as placements, then what turns: on a straight path all or left out.
  Move read_witness(const State& at, std::string_view in) const {
    const auto parts = split(in, '!');
    Move move;
    Bits path = 0;
    int colour_count = 0;
    std::array<int, index(colour_limit)> on{};
    int end = -1;
    for (const std::string_view part : split(parts[0], '-')) {
      int cell;
      int stone;
      if (part.find('@') != part.npos) {
        const auto placed = read_placement(part, in);
        cell = placed[0];
        stone = placed[1];
        if (move.size == rack_limit) illegal_move(in);
        move.add(cell, stone);
      } else {
        cell = read_cell(part, in);
        if (!has(at.cells[0] | at.cells[1], cell)) illegal_move(in);
        stone = at.stone[index(cell)];
      }
      if (has(path, cell) || (end >= 0 && !has(board_.around(end), cell))) illegal_move(in);
      path |= bit<Bits>(cell);
      end = cell;
      for (const u8 colour : colours_of_[index(stone)]) colour_count = std::max(colour_count, ++on[colour]);
    }
    if (move.size == 0 || colour_count < popcount(path)) illegal_move(in);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Bits flip = bit<Bits>(read_cell(parts[i], in));
      if (any(move.flips & flip)) unreadable_move(in);
      move.flips |= flip;
    }
    const Bits theirs = path & at.cells[1 - at.player];
    if (board_.straight(path)) {
      if (parts.size() > 1 && move.flips != theirs) illegal_move(in);
      move.flips = theirs;
    } else if (popcount(move.flips) > 1 || any(move.flips & ~theirs)) {
      illegal_move(in);
    }
    return move;
  }

  Bits read_board(State& state, std::string_view in) const {
    const auto rows = split(in, '/');
    if (rows.size() != index(board_.side())) {
      throw TextError("board " + in_quotes(in) + " has " + std::to_string(rows.size()) + " rows, not " + std::to_string(board_.side()));
    }
    Bits seen = 0;
    for (int row = 0; row < board_.side(); ++row) {
      const std::string which = "row " + std::to_string(row + 1) + ' ' + in_quotes(rows[index(row)]) + " of the board";
      const auto parts = split(rows[index(row)], ' ');
      if (parts.size() != index(row + 1)) throw TextError(which + " has " + std::to_string(parts.size()) + " cells, not " + std::to_string(row + 1));
      for (int x = 0; x <= row; ++x) {
        const std::string_view part = parts[index(x)];
        if (part == "--") continue;
        const bool black = !part.empty() && part[0] >= 'a' && part[0] <= 'z';
        std::string name(part);
        for (char& c : name) {
          if (black) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : '?';
        }
        const int stone = read_stone(name);
        if (stone < 0) throw TextError(which + ": unknown stone " + in_quotes(part));
        see(stone, seen);
        place_of(state, black ? 0 : 1, board_.cell(x, row), stone);
      }
    }
    return seen;
  }
  void see(int stone, Bits& seen) const {
    if (has(seen, stone)) throw TextError("stone " + stone_name(stone) + " is there twice");
    seen |= bit<Bits>(stone);
  }

  void read_stones(State& state, std::string_view in, Bits& seen) const {
    const auto parts = split(in, '|');
    if (parts.size() != 3) throw TextError("racks and bag " + in_quotes(in) + " are not three parts separated by |");
    for (std::size_t player = 0; player < 2; ++player) {
      read_list(parts[player], "rack", seen, [&](std::size_t, int stone) { state.rack[player] |= bit<Bits>(stone); });
      if (popcount(state.rack[player]) > rack_size_) {
        throw TextError("rack " + in_quotes(parts[player]) + " has more than " + std::to_string(rack_size_) + " stones");
      }
    }
    if (parts[2] == "*") {
      if (fixed_) throw TextError("bag \"*\": with draw=fixed its stones are listed in the order in which they come");
      state.bag = board_.board() & ~seen;
      return;
    }
    std::array<u8, index(cell_limit)> order{};
    read_list(parts[2], "bag", seen, [&](std::size_t i, int stone) {
      state.bag |= bit<Bits>(stone);
      order[i] = static_cast<u8>(stone);
    });
    if (fixed_) std::copy_n(order.begin(), popcount(state.bag), state.order.end() - popcount(state.bag));
  }
  template <class Visit>
  void read_list(std::string_view in, std::string_view name, Bits& seen, Visit&& visit) const {
    if (in == "-") return;
    std::size_t i = 0;
    for (const std::string_view part : split(in, ',')) {
      const int stone = read_stone(part);
      if (stone < 0) throw TextError(std::string(name) + ' ' + in_quotes(in) + ": unknown stone " + in_quotes(part));
      see(stone, seen);
      visit(i++, stone);
    }
  }

  void read_phase(State& state, std::string_view in) const {
    const std::string which = "phase " + in_quotes(in);
    if (in == "swap") {
      const bool start = empty(state) == board_.board() && state.player == 0;
      if (!start || popcount(state.rack[0]) < rack_size_ || popcount(state.rack[1]) < rack_size_) {
        throw TextError(which + " is that of an empty board with full racks and player 0 to choose");
      }
      state.phase = choosing;
    } else if (in == "draw") {
      if (fixed_) throw TextError(which + ": with draw=fixed nothing is drawn by chance");
      if (!refill_due(state)) throw TextError(which + ": the rack is full or the bag is empty");
      state.phase = drawing;
    } else if (in == "turn") {
      state.phase = playing;
    } else {
      throw TextError(which + " is not swap, turn or draw");
    }
  }

  Board board_;
  int colours_;
  int rack_size_;
  bool fixed_;
  std::array<Bits, index(colour_limit)> carriers_{};               ///< by colour: the stones that carry it
  std::array<std::array<u8, 2>, index(cell_limit)> colours_of_{};  ///< by stone
};

std::unique_ptr<AnyGame> make_qyps(const Options& options) {
  const auto size = options.integer("size");
  if (size <= 5) return as_game(Qyps<u64, 5>(options));
  if (size <= 8) return as_game(Qyps<u64, 8>(options));
  if (size <= 10) return as_game(Qyps<u64, 10>(options));
  return as_game(Qyps<u128, 14>(options));
}

const Registration registration{{
    .id = "qyps",
    .title = "QYPS",
    .page = "qyps",
    .source = "qyps.cpp",
    .options = {{"size", {Value(std::int64_t{5}), Value(std::int64_t{8}), Range{smallest_side, largest_side}}, "cells along a side"},
                {"draw", one_of({std::string("chance"), std::string("fixed")}), "stones are drawn by chance, or in an order fixed at the start"}},
    .make = make_qyps,
}};

}  // namespace
