// Twixt: pegs a knight's move apart are linked, links may not cross; a chain joins two sides (docs/rules/twixt.md).
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/square_names.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

constexpr int smallest_size = 4;
constexpr int largest_size = 48;

// ---- Board. Hole (x, y), both from 0, is number (y + 2) * (size + 2) + x: the rows one after the other, from the top, with two guards at the end of each and
// two rows of guards above and below, so that no knight's move or crossing link leads astray. Size 4, corners in brackets:
//
//    y = 0   (12) 13  14 (15)  16  17
//        1    18  19  20  21   22  23
//        2    24  25  26  27   28  29
//        3   (30) 31  32 (33)  34  35
//    x =      0   1   2   3   guards

constexpr int guards = 2;

// ---- Links. The eight directions, opposites four apart. A link is named by its first end, from which it goes to the right: by one of the first four, which
// are in key order.

struct Direction {
  int x, y;
};
constexpr int directions = 8;
constexpr int forward = 4;
constexpr std::array<Direction, directions> knight{{{1, -2}, {1, 2}, {2, -1}, {2, 1}, {-1, 2}, {-1, -2}, {-2, 1}, {-2, -1}}};
constexpr u8 forward_links = 0x0F;

/// A link that crosses another: where its first end is, seen from the first end of that one, and its direction.
struct Crossing {
  int x, y, direction;
};
constexpr int crossings_each = 9;

/// Whether the ends of a segment from `from` in direction `d` lie on different sides of the line through (0, 0) and `along`.
constexpr bool parts(Direction along, Direction from, Direction d) {
  const int one = along.x * from.y - along.y * from.x;
  const int other = along.x * (from.y + d.y) - along.y * (from.x + d.x);
  return one * other < 0;
}
constexpr auto crossings = [] {
  std::array<std::array<Crossing, crossings_each>, forward> table{};
  for (int d = 0; d < forward; ++d) {
    std::size_t found = 0;
    for (int y = -4; y <= 4; ++y) {
      for (int x = -4; x <= 4; ++x) {
        for (int other = 0; other < forward; ++other) {
          if (parts(knight[d], {x, y}, knight[other]) && parts(knight[other], {-x, -y}, knight[d])) table[d][found++] = {x, y, other};
        }
      }
    }
    if (found != crossings_each) throw "every link is crossed by nine others";
  }
  return table;
}();

/// For boards up to a size.
template <int largest>
class Twixt {
  static constexpr int most_holes = (largest + 2 * guards) * (largest + guards);
  using Holes = WideBits<(most_holes + 63) / 64>;

 public:
  struct State {
    std::array<Holes, 2> pegs{};
    std::array<u8, 8 * ((most_holes + 7) / 8)> links{};  ///< by hole: bit d, a link goes from here in direction d
    u8 mover = 0;
    u8 turns = 0;     ///< completed; 2: two or more
    u16 removed = 0;  ///< the last link removed in this turn: 1 + its key; 0: none

    // What follows from the above. `blocked` makes the state of size 48 large, 6.5 kB, and saves each new peg from looking for crossing links.
    std::int8_t winner = -1;
    std::array<bool, 2> stale{};  ///< `reached` of this player is out of date
    std::array<u16, 2> open{};    ///< empty holes that a player may use
    std::array<u16, 2> link_count{};
    std::array<Holes, 2> reached{};        ///< pegs connected to the first side of their owner: top and left
    std::array<u8, most_holes> blocked{};  ///< by hole: bit d, and bit 4 + d, White, and Black, can make no link from here in direction d

    friend bool operator==(const State& a, const State& b) {
      return a.pegs == b.pegs && a.links == b.links && a.mover == b.mover && a.turns == b.turns && a.removed == b.removed;
    }
  };

  /// A hole; removes + 4 * the hole at the first end + the direction of the link; or `swap`.
  struct Move {
    u16 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Twixt(const Options& options)
      : size_(static_cast<int>(options.integer("size"))),
        row_(size_ + guards),
        removal_(options.flag("removal")),
        own_cross_(options.flag("own_cross")),
        swap_(options.flag("swap")) {
    for (int d = 0; d < directions; ++d) to_[d] = knight[d].y * row_ + knight[d].x;
    for (int d = 0; d < forward; ++d) {
      for (int i = 0; i < crossings_each; ++i) {
        const Crossing& c = crossings[d][i];
        crossing_[d][i] = {static_cast<std::int16_t>(c.y * row_ + c.x), static_cast<u8>(c.direction)};
      }
    }
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        const std::array<bool, 4> side{y == 0, x == 0, y == size_ - 1, x == size_ - 1};
        const int here = hole(x, y);
        first_key_[here] = static_cast<u16>((x * size_ + y) * forward);
        for (int s = 0; s < 4; ++s) sides_[here] |= static_cast<u8>(side[s] ? 1 << s : 0);
        if ((side[0] || side[2]) && (side[1] || side[3])) continue;
        if (!side[1] && !side[3]) allowed_[0].set(here);
        if (!side[0] && !side[2]) allowed_[1].set(here);
        if (side[0] || side[1]) first_side_[side[0] ? 0 : 1].set(here);
        for (int d = 0; d < forward; ++d) {
          if (has_hole(x + knight[d].x, y + knight[d].y)) possible_[here] |= static_cast<u8>(1 << d);
        }
      }
    }
  }

  // ---- Setup
  State initial(Rng&) const {
    State state;
    for (u16& open : state.open) open = static_cast<u16>(size_ * (size_ - 2));
    return state;
  }

  int current_player(const State& at) const { return is_over(at) ? over : at.mover; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (is_over(at)) return;
    if (for_each_bit(empty(at), [&](int peg) { return emit(Move{static_cast<u16>(peg)}); })) return;
    if (may_swap(at) && emit(Move{swap_move})) return;
    if (removal_) each_removal(at, emit);
  }

  std::uint64_t count(const State& at) const {
    return is_over(at) ? 0 : static_cast<std::uint64_t>(at.open[at.mover] + (may_swap(at) ? 1 : 0) + removal_count(at));
  }

  Move nth(const State& at, std::uint64_t i) const {
    int n = static_cast<int>(i);
    if (n < at.open[at.mover]) return {static_cast<u16>(nth_bit(empty(at), n))};
    n -= at.open[at.mover];
    if (may_swap(at) && n-- == 0) return {swap_move};
    Move found;
    each_removal(at, [&](Move move) {
      found = move;
      return n-- == 0;
    });
    return found;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const std::uint64_t choices = count(at);
    if (choices == 0) return std::nullopt;
    return nth(at, rng.below(choices));
  }

  void play(State& state, Move move) const {
    if (move.code == swap_move) {
      swap_pegs(state);
    } else if (move.code >= removes) {
      remove(state, (move.code - removes) / forward, (move.code - removes) % forward);
      return;
    } else {
      put(state, state.mover, move.code);
    }
    end_turn(state);
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    while (plies < max_plies && !is_over(state)) {
      if (!removal_ && (state.turns == 2 || !swap_)) return plies + place_at_random(state, rng, max_plies - plies);
      play(state, nth(state, rng.below(count(state))));
      ++plies;
    }
    return plies;
  }

  /// Every hole gets a peg, once a second time after a swap; each link, up to eight a peg, may be removed.
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>((size_ * size_ - 4) * (removal_ ? 1 + directions : 1) + (swap_ ? 1 : 0)); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>((1 + forward) * size_ * size_ + 1); }
  std::uint64_t action(Move move) const {
    if (move.code == swap_move) return static_cast<std::uint64_t>((1 + forward) * size_ * size_);
    if (move.code < removes) return static_cast<std::uint64_t>(y_of(move.code) * size_ + x_of(move.code));
    return static_cast<std::uint64_t>(size_ * size_ + link_key((move.code - removes) / forward, (move.code - removes) % forward));
  }

  // ---- End
  Result result(const State& at) const { return at.winner >= 0 ? Result::win(2, at.winner, "connection") : Result::draw(2, "no hole left"); }

  std::uint64_t key(const State& at) const {
    u64 key = static_cast<u64>(at.removed) << 8 | static_cast<u64>(2 * at.turns + at.mover);
    const auto mix = [&](u64 word) { key = scramble(key ^ word) + word; };
    for (const Holes& pegs : at.pegs) {
      for (const u64 word : pegs.word) mix(word);
    }
    for (std::size_t i = 0; i < at.links.size(); i += 8) {
      u64 word = 0;
      for (std::size_t k = 0; k < 8; ++k) word |= static_cast<u64>(at.links[i + k]) << 8 * k;
      mix(word);
    }
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const {
    return write_rows(size_, size_, [&](int y, int x) { return cell(at, x, y); }) + (at.mover == 0 ? " w " : " b ") + link_list(at, 0) + ' ' +
           link_list(at, 1) + ' ' + (at.removed == 0 ? "-" : link_name(hole_of_key(at.removed - 1), (at.removed - 1) % forward)) + ' ' +
           std::to_string(at.turns);
  }

  std::string text(const State&, Move move) const {
    if (move.code == swap_move) return "swap";
    if (move.code < removes) return hole_name(move.code);
    return '-' + link_name((move.code - removes) / forward, (move.code - removes) % forward);
  }

  std::string diagram(const State& at) const {
    const auto drawn = [&](int y, int x) {
      const char c = cell(at, x, y);
      return c == 'x' ? ' ' : c != 0 ? c : '.';
    };
    return draw_squares(size_, size_, drawn, [](int y) { return std::to_string(y + 1); }) + "White links: " + link_list(at, 0) +
           "\nBlack links: " + link_list(at, 1) + '\n';
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 6, 6);
    Rng unused;
    State state = initial(unused);
    read_board(state, parts[0]);
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "w" ? 0 : 1;
    for (int player = 0; player < 2; ++player) read_links(state, player, parts[2 + player]);
    for (int player = 0; player < 2; ++player) refuse_crossed(state, player, parts[2 + player]);
    read_removed(state, parts[4]);
    read_turns(state, parts[5]);
    for (int player = 0; player < 2; ++player) {
      if (!connected(state, player)) continue;
      if (player == state.mover) throw TextError("position " + in_quotes(in) + ": the side to move, " + in_quotes(parts[1]) + ", has won already");
      if (state.removed != 0) throw TextError("removed link " + in_quotes(parts[4]) + ": the other side has won already");
      state.winner = static_cast<std::int8_t>(player);
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap") {
      if (is_over(at) || !may_swap(at)) illegal_move(in);
      return {swap_move};
    }
    const bool removing = !in.empty() && in[0] == '-';
    std::string_view rest = in.substr(removing ? 1 : 0);
    const auto first = take_square(rest);
    const auto second = removing ? take_square(rest) : std::nullopt;
    if (!first || (removing && !second) || !rest.empty()) unreadable_move(in);
    if (is_over(at) || !on_board(*first) || !on_board(second.value_or(*first))) illegal_move(in);
    const int from = hole(first->column, first->number - 1);
    if (!removing) {
      if (!empty(at).test(from)) illegal_move(in);
      return {static_cast<u16>(from)};
    }
    const int d = direction(*first, second.value_or(*first));
    if (!removal_ || d < 0 || d >= forward || !at.pegs[at.mover].test(from) || (at.links[from] >> d & 1) == 0 || link_key(from, d) < at.removed)
      illegal_move(in);
    return removal_move(from, d);
  }

 private:
  static constexpr u16 swap_move = 0xFFFF;
  static constexpr u16 removes = 0x4000;
  static_assert(most_holes <= removes);

  static Move removal_move(int from, int d) { return {static_cast<u16>(removes + forward * from + d)}; }

  int hole(int x, int y) const { return (y + guards) * row_ + x; }
  int x_of(int number) const { return number % row_; }
  int y_of(int number) const { return number / row_ - guards; }
  bool on_board(const SquareName& name) const { return name.column < size_ && name.number <= size_; }
  bool has_hole(int x, int y) const {
    if (x < 0 || x >= size_ || y < 0 || y >= size_) return false;
    return (x != 0 && x != size_ - 1) || (y != 0 && y != size_ - 1);
  }

  /// The order of links by (x1, y1, x2, y2).
  int link_key(int from, int d) const { return first_key_[from] + d; }
  int hole_of_key(int key) const { return hole(key / forward / size_, key / forward % size_); }

  bool is_over(const State& at) const { return at.winner >= 0 || at.open[at.mover] == 0; }
  bool may_swap(const State& at) const { return swap_ && at.turns == 1; }
  Holes empty(const State& at) const { return allowed_[at.mover].without(at.pegs[0] | at.pegs[1]); }

  /// Links after the last one removed; `link_key(from, d) < at.removed` holds for that one and those before it.
  template <class Emit>
  void each_removal(const State& at, Emit&& emit) const {
    for_each_bit(at.pegs[at.mover], [&](int from) {
      for (u64 links = at.links[from] & forward_links; links != 0;) {
        const int d = pop_lowest(links);
        if (link_key(from, d) >= at.removed && emit(removal_move(from, d))) return true;
      }
      return false;
    });
  }
  int removal_count(const State& at) const {
    if (!removal_) return 0;
    if (at.removed == 0) return at.link_count[at.mover];
    int links = 0;
    each_removal(at, [&](Move) {
      ++links;
      return false;
    });
    return links;
  }

  static u8 mask_for(int player, int d) { return static_cast<u8>(1 << (forward * player + d)); }

  /// Puts a peg into an empty hole and makes its links.
  PLY_ALWAYS_INLINE void put(State& state, int player, int number) const {
    const bool connects = link_up(state, player, number);
    if (state.stale[player]) {
      if (connected(state, player)) state.winner = static_cast<std::int8_t>(player);
    } else if (connects) {
      flood(state, player, number);
    }
  }

  /// Tells whether the peg is connected to the first side.
  PLY_ALWAYS_INLINE bool link_up(State& state, int player, int number) const {
    Holes& pegs = state.pegs[player];
    pegs.set(number);
    for (int p = 0; p < 2; ++p) state.open[p] = static_cast<u16>(state.open[p] - (allowed_[p].test(number) ? 1 : 0));
    unsigned near = 0;
    for (int d = 0; d < directions; ++d) near |= static_cast<unsigned>(pegs.test(number + to_[d])) << d;
    bool connects = (sides_[number] >> player & 1) != 0;
    for (u64 rest = near; rest != 0;) {
      const int d = pop_lowest(rest);
      const int other = number + to_[d];
      const int from = d < forward ? number : other;
      const int way = d % forward;
      if ((state.blocked[from] & mask_for(player, way)) != 0) continue;
      add_link(state, player, from, way);
      connects |= state.reached[player].test(other);
    }
    return connects;
  }

  void add_link(State& state, int player, int from, int d) const {
    state.links[from] |= static_cast<u8>(1 << d);
    state.links[from + to_[d]] |= static_cast<u8>(1 << (d + forward));
    ++state.link_count[player];
    for (const auto& [offset, way] : crossing_[d]) {
      state.blocked[from + offset] |= static_cast<u8>(mask_for(1 - player, way) | (own_cross_ ? 0 : mask_for(player, way)));
    }
  }

  void remove(State& state, int from, int d) const {
    const int player = state.mover;
    state.links[from] &= static_cast<u8>(~(1 << d));
    state.links[from + to_[d]] &= static_cast<u8>(~(1 << (d + forward)));
    --state.link_count[player];
    state.removed = static_cast<u16>(1 + link_key(from, d));
    state.stale[player] = state.stale[player] || state.reached[player].test(from);
    for (const auto& [offset, way] : crossing_[d]) {
      const int crossed = from + offset;
      if ((possible_[crossed] >> way & 1) == 0) continue;
      for (int p = 0; p < 2; ++p) {
        if (!is_crossed(state, p, crossed, way)) state.blocked[crossed] &= static_cast<u8>(~mask_for(p, way));
      }
    }
  }

  /// Whether a link crosses this one that keeps the player from making it.
  bool is_crossed(const State& at, int player, int from, int d) const {
    for (const auto& [offset, way] : crossing_[d]) {
      const int other = from + offset;
      if ((at.links[other] >> way & 1) != 0 && (!own_cross_ || at.pegs[1 - player].test(other))) return true;
    }
    return false;
  }

  void swap_pegs(State& state) const {
    const int from = nth_bit(state.pegs[0], 0);
    state.pegs[0] = state.reached[0] = Holes{};
    for (u16& open : state.open) open = static_cast<u16>(size_ * (size_ - 2));
    put(state, 1, hole(y_of(from), x_of(from)));
  }

  static void end_turn(State& state) {
    state.mover ^= 1;
    state.removed = 0;
    if (state.turns < 2) ++state.turns;
  }

  /// The peg is connected to the first side now, and so is what is linked to it.
  void flood(State& state, int player, int number) const {
    std::array<u16, most_holes> stack;
    int height = 0;
    const auto reach = [&](int peg) {
      if (state.reached[player].test(peg)) return;
      state.reached[player].set(peg);
      stack[height++] = static_cast<u16>(peg);
    };
    reach(number);
    while (height > 0) {
      const int peg = stack[--height];
      if ((sides_[peg] >> (player + 2) & 1) != 0) state.winner = static_cast<std::int8_t>(player);
      for (u64 links = state.links[peg]; links != 0;) reach(peg + to_[pop_lowest(links)]);
    }
  }

  /// From scratch: whether a chain joins the player's sides.
  bool connected(State& state, int player) const {
    const auto winner = state.winner;
    state.winner = -1;
    state.stale[player] = false;
    state.reached[player] = Holes{};
    for_each_bit(state.pegs[player] & first_side_[player], [&](int peg) {
      flood(state, player, peg);
      return false;
    });
    const bool joined = state.winner >= 0;
    state.winner = winner;
    return joined;
  }

  // ---- Random games without removals: the empty holes in a list, those of White's border rows, those that both may use, those of Black's.

  std::uint64_t place_at_random(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u16, largest * largest> list;
    int size = 0;
    const Holes taken = state.pegs[0] | state.pegs[1];
    const auto append = [&](const Holes& holes) {
      for_each_bit(holes.without(taken), [&](int number) {
        list[size++] = static_cast<u16>(number);
        return false;
      });
      return size;
    };
    int first = 0;
    int shared = append(allowed_[0].without(allowed_[1]));  // where these begin
    int last = append(allowed_[0] & allowed_[1]);           // where Black's own begin
    append(allowed_[1].without(allowed_[0]));
    std::uint64_t plies = 0;
    while (plies < max_plies && !is_over(state)) {
      const int player = state.mover;
      const int begin = player == 0 ? first : shared;
      const int end = player == 0 ? last : size;
      const int chosen = begin + static_cast<int>(rng.below(static_cast<std::uint64_t>(end - begin)));
      const int number = list[chosen];
      if (chosen >= last) {
        list[chosen] = list[--size];
      } else if (chosen < shared) {
        list[chosen] = list[first++];
      } else {
        list[chosen] = list[shared];
        list[shared++] = list[first++];
      }
      put(state, player, number);
      end_turn(state);
      ++plies;
    }
    return plies;
  }

  // ---- Texts

  char cell(const State& at, int x, int y) const {
    if (!has_hole(x, y)) return 'x';
    return at.pegs[0].test(hole(x, y)) ? 'W' : at.pegs[1].test(hole(x, y)) ? 'B' : '\0';
  }
  std::string hole_name(int number) const { return square_name(x_of(number), y_of(number)); }
  std::string link_name(int from, int d) const { return hole_name(from).append(hole_name(from + to_[d])); }

  std::string link_list(const State& at, int player) const {
    std::string out;
    for (int x = 0; x < size_; ++x) {
      for (int y = 0; y < size_; ++y) {
        if (!at.pegs[player].test(hole(x, y))) continue;
        for (u64 links = at.links[hole(x, y)] & forward_links; links != 0;) (out += out.empty() ? "" : ",") += link_name(hole(x, y), pop_lowest(links));
      }
    }
    return out.empty() ? "-" : out;
  }

  void read_board(State& state, std::string_view part) const {
    int corners = 0;
    read_rows(part, size_, size_, [&](int y, int x, char c) {
      if (c == 'x' && !has_hole(x, y)) return ++corners > 0;
      if (c != 'W' && c != 'B') return false;
      const int player = c == 'W' ? 0 : 1;
      const int number = hole(x, y);
      if (!allowed_[player].test(number))
        throw TextError("board " + in_quotes(part) + ": " + c + " on " + hole_name(number) + " is on a corner or the other's border");
      state.pegs[player].set(number);
      for (int p = 0; p < 2; ++p) state.open[p] = static_cast<u16>(state.open[p] - (allowed_[p].test(number) ? 1 : 0));
      return true;
    });
    if (corners != 4) throw TextError("board " + in_quotes(part) + " has no x on some corner");
  }

  /// -1: not a knight's move.
  static int direction(const SquareName& from, const SquareName& to) {
    for (int d = 0; d < directions; ++d) {
      if (to.column - from.column == knight[d].x && to.number - from.number == knight[d].y) return d;
    }
    return -1;
  }

  /// The key of a link between two pegs of a player.
  int read_link(const State& at, int player, std::string_view part) const {
    const auto wrong = [&](const std::string& what) { return TextError("link " + in_quotes(part) + " " + what); };
    std::string_view rest = part;
    const auto first = take_square(rest);
    const auto second = take_square(rest);
    if (!first || !second || !rest.empty()) throw wrong("is not the names of two holes");
    if (!on_board(*first) || !on_board(*second)) throw wrong("leaves the board");
    const int d = direction(*first, *second);
    if (d < 0) throw wrong("is not a knight's move");
    if (d >= forward) throw wrong("has its ends out of order");
    const int from = hole(first->column, first->number - 1);
    if (!at.pegs[player].test(from) || !at.pegs[player].test(from + to_[d]))
      throw wrong(std::string("has not two ") + (player == 0 ? "white" : "black") + " pegs");
    return link_key(from, d);
  }

  void read_links(State& state, int player, std::string_view part) const {
    if (part == "-") return;
    int before = -1;
    for (const std::string_view name : split(part, ',')) {
      const int key = read_link(state, player, name);
      if (key <= before) throw TextError("link " + in_quotes(name) + " is out of order");
      before = key;
      add_link(state, player, hole_of_key(key), key % forward);
    }
  }

  void refuse_crossed(const State& at, int player, std::string_view part) const {
    for_each_bit(at.pegs[player], [&](int from) {
      for (u64 links = at.links[from] & forward_links; links != 0;) {
        const int d = pop_lowest(links);
        if ((at.blocked[from] & mask_for(player, d)) != 0)
          throw TextError("links " + in_quotes(part) + ": " + link_name(from, d) + " crosses a link that it may not cross");
      }
      return false;
    });
  }

  void read_removed(State& state, std::string_view part) const {
    if (part == "-") return;
    if (!removal_) throw TextError("removed link " + in_quotes(part) + ": links are not removed in this game");
    const int key = read_link(state, state.mover, part);
    if ((state.links[hole_of_key(key)] >> (key % forward) & 1) != 0) throw TextError("removed link " + in_quotes(part) + " is still there");
    state.removed = static_cast<u16>(1 + key);
  }

  void read_turns(State& state, std::string_view part) const {
    state.turns = static_cast<u8>(number(part, 0, 2, "number of turns"));
    const int white = popcount(state.pegs[0]);
    const int black = popcount(state.pegs[1]);
    const bool fits = state.turns == 0   ? white + black == 0 && state.mover == 0
                      : state.turns == 1 ? white == 1 && black == 0 && state.mover == 1
                                         : white + black > 0;
    if (!fits) throw TextError("number of turns " + in_quotes(part) + " does not fit the pegs or the side to move");
  }

  struct Blocker {
    std::int16_t offset = 0;
    u8 direction = 0;
  };

  int size_;
  int row_;  ///< its length with guards
  bool removal_;
  bool own_cross_;
  bool swap_;
  std::array<int, directions> to_{};                                     ///< what leads to the hole in each direction
  std::array<std::array<Blocker, crossings_each>, forward> crossing_{};  ///< by direction of a link
  std::array<Holes, 2> allowed_{};                                       ///< the holes that each player may use
  std::array<Holes, 2> first_side_{};
  std::array<u16, most_holes> first_key_{};  ///< by hole
  std::array<u8, most_holes> sides_{};       ///< by hole: bits 0-3 for top, left, bottom, right; player p joins p and p + 2
  std::array<u8, most_holes> possible_{};    ///< by hole: bit d, a link in direction d has both ends on the board
};

const Registration registration{{
    .id = "twixt",
    .title = "Twixt",
    .page = "twixt",
    .source = "twixt.cpp",
    .options = {{"size", {Value(std::int64_t{24}), Value(std::int64_t{30}), Value(std::int64_t{48}), Range{smallest_size, largest_size}}, "holes along a side"},
                {"removal", flag(true), "a player may remove links of his own before he puts a peg"},
                {"own_cross", flag(true), "a player's links may cross each other"},
                {"swap", flag(true), "the second player may take over the first peg"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      const auto size = options.integer("size");
      if (size <= 12) return as_game(Twixt<12>(options));
      if (size <= 24) return as_game(Twixt<24>(options));
      if (size <= 30) return as_game(Twixt<30>(options));
      return as_game(Twixt<largest_size>(options));
    },
}};

}  // namespace
