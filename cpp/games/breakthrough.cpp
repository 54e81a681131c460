// Breakthrough. Page: docs/rules/breakthrough.md.
//
// Square (file, rank), both from 0, is bit size * rank + file. White moves up the ranks, Black down. 8x8:
//
//   8 | 56 57 58 59 60 61 62 63      White's far rank
//   . |  .  .  .  .  .  .  .  .
//   1 |  0  1  2  3  4  5  6  7      Black's far rank
//       a  b  c  d  e  f  g  h
//
// No two men that move in one direction share a goal, so the goals of each direction are one set and moves are counted by three bit counts.
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

/// `rows`: how many rows of men each side has at the start.
template <class Bits, int size, int rows>
class Breakthrough {
  static_assert(size * size <= static_cast<int>(8 * sizeof(Bits)));

 public:
  struct State {
    std::array<Bits, 2> men{};
    u8 mover = 0;
    friend constexpr bool operator==(const State&, const State&) = default;
  };
  struct Move {
    u8 from = 0;
    u8 to = 0;
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  // ---- Setup

  State initial(Rng&) const {
    State state;
    for (int rank = 0; rank < rows; ++rank) {
      state.men[0] |= rank_set(rank);
      state.men[1] |= rank_set(size - 1 - rank);
    }
    return state;
  }

  /// Whoever has a man and has not lost has a move: his most advanced man has no man of his own before it, and at least one diagonal.
  int current_player(const State& at) const { return is_over(at) ? over : at.mover; }

  // ---- Move

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (!is_over(at)) at.mover == 0 ? list<0>(at, emit) : list<1>(at, emit);
  }

  void play(State& state, Move move) const {
    put(state.men[state.mover], state.men[state.mover ^ 1], bit(move.from), bit(move.to));
    state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const { return is_over(at) ? 0 : static_cast<std::uint64_t>(goals(at).count()); }

  Move nth(const State& at, std::uint64_t i) const { return goals(at).pick(at.mover, static_cast<int>(i)); }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (is_over(at)) return std::nullopt;
    const Goals choices = goals(at);
    return choices.pick(at.mover, static_cast<int>(rng.below(static_cast<std::uint64_t>(choices.count()))));
  }

  /// The sides by turns in one loop; only the move just made is asked for the end.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    if (is_over(state) || max_plies == 0) return 0;
    std::array<Bits, 2> men = state.men;
    std::uint64_t plies = 0;
    if (state.mover == 1) {
      ++plies;
      if (random_ply<1>(men, rng)) return finish(state, men, plies);
    }
    while (plies < max_plies) {
      ++plies;
      if (random_ply<0>(men, rng) || plies == max_plies) break;
      ++plies;
      if (random_ply<1>(men, rng)) break;
    }
    return finish(state, men, plies);
  }

  /// A man of the start makes at most size - 2 steps, less those behind him, before one that wins.
  std::uint64_t longest_game() const {
    int steps = 0;
    for (int rank = 0; rank < rows; ++rank) steps += size * (size - 2 - rank);
    return static_cast<std::uint64_t>(2 * steps + 1);
  }

  // ---- End

  Result result(const State& at) const {
    return Result::win(2, at.mover ^ 1, (at.men[at.mover ^ 1] & far_rank[at.mover ^ 1]) != none ? "far rank" : "no men left");
  }

  /// Two plies from the sets of goals alone: a move changes the number of replies only on its two squares.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (is_over(at)) return depth == 0 ? 1 : 0;
    if (depth != 2) return std::nullopt;
    return at.mover == 0 ? two_plies<0>(at) : two_plies<1>(at);
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.mover;
    for (const Bits men : at.men) {
      key = zobrist(key, low_word(men));
      if constexpr (sizeof(Bits) > 8) key = zobrist(key, high_word(men));
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    return write_rows(size, size, [&](int row, int file) { return man_at(at, file, size - 1 - row); }) + (at.mover == 0 ? " w" : " b");
  }

  std::string text(const State& at, Move move) const {
    const bool capture = (at.men[at.mover ^ 1] & bit(move.to)) != none;
    return name(move.from) + (capture ? 'x' : '-') + name(move.to);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    State state;
    read_rows(parts[0], size, size, [&](int row, int file, char man) {
      if (man != 'P' && man != 'p') return false;
      state.men[man == 'P' ? 0 : 1] |= bit(size * (size - 1 - row) + file);
      return true;
    });
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "w" ? 0 : 1;
    const auto wrong = [&](const std::string& what) {
      return TextError("board " + in_quotes(parts[0]) + " with " + std::string(parts[1]) + " to move: " + what);
    };
    if ((state.men[state.mover] & far_rank[state.mover]) != none) throw wrong("the side to move has a man on its far rank");
    if (state.men[state.mover ^ 1] == none) throw wrong("the side that moved last has no man");
    return state;
  }

  /// `a2-a3`, `d4xe5`, or without the mark of a capture, or without any mark.
  Move parse_move(const State& at, std::string_view in) const {
    std::string_view rest = in;
    const auto from = take_square(rest, size, size);
    const bool taking = take_mark(rest, 'x');
    if (!taking) take_mark(rest, '-');
    const auto to = take_square(rest, size, size);
    if (!from || !to || !rest.empty()) unreadable_move(in);
    const Move move{static_cast<u8>(size * from->rank + from->file), static_cast<u8>(size * to->rank + to->file)};
    const int ahead = at.mover == 0 ? 1 : -1;
    const int aside = to->file - from->file;
    const bool own = (at.men[at.mover] & bit(move.from)) != none;
    const bool blocked = (at.men[at.mover] & bit(move.to)) != none;
    const bool enemy = (at.men[at.mover ^ 1] & bit(move.to)) != none;
    const bool legal = own && !blocked && to->rank == from->rank + ahead && aside >= -1 && aside <= 1 && !(enemy && aside == 0) && (enemy || !taking);
    if (is_over(at) || !legal) illegal_move(in);
    return move;
  }

  std::string diagram(const State& at) const {
    return draw_rows(
        size, size,
        [&](int row, int file) {
          const char man = man_at(at, file, size - 1 - row);
          return man == 0 ? '.' : man;
        },
        [](int row) { return std::to_string(size - row); });
  }

  /// By square and direction.
  std::uint64_t actions() const { return 3 * size * size; }
  std::uint64_t action(Move move) const { return static_cast<std::uint64_t>(3 * move.from + (move.to % size - move.from % size + 1)); }

 private:
  static constexpr Bits none{u64{0}};
  static constexpr Bits bit(int square) { return Bits(u64{1}) << square; }
  static constexpr Bits rank_set(int rank) {
    Bits set = none;
    for (int file = 0; file < size; ++file) set |= bit(size * rank + file);
    return set;
  }
  static constexpr Bits file_set(int file) {
    Bits set = none;
    for (int rank = 0; rank < size; ++rank) set |= bit(size * rank + file);
    return set;
  }
  static constexpr Bits not_first_file = ~file_set(0);
  static constexpr Bits not_last_file = ~file_set(size - 1);
  static constexpr Bits board = [] {
    Bits set = none;
    for (int rank = 0; rank < size; ++rank) set |= rank_set(rank);
    return set;
  }();
  static constexpr std::array<Bits, 2> far_rank{rank_set(size - 1), rank_set(0)};

  static std::string name(int square) { return square_name(square % size, square / size); }
  static char man_at(const State& at, int file, int rank) {
    const Bits here = bit(size * rank + file);
    return (at.men[0] & here) != none ? 'P' : (at.men[1] & here) != none ? 'p' : '\0';
  }

  static constexpr bool is_over(const State& at) { return at.men[at.mover] == none || (at.men[at.mover ^ 1] & far_rank[at.mover ^ 1]) != none; }

  /// One step of all men of a set in the direction of `player`, `aside` files to the right.
  template <int player, int aside>
  static constexpr Bits stepped(Bits men) {
    if (aside < 0) men &= not_first_file;
    if (aside > 0) men &= not_last_file;
    return player == 0 ? men << (size + aside) & board : men >> (size - aside);
  }

  /// Where men can go: to the left, straight ahead, to the right, as seen from White.
  struct Goals {
    Bits left, ahead, right;

    constexpr int count() const { return popcount(left) + popcount(ahead) + popcount(right); }

    /// The n-th move. Without branches, for n is random.
    constexpr Move pick(int player, int n) const {
      const int lefts = popcount(left);
      const int aheads = popcount(ahead);
      int aside = -1;
      Bits set = left;
      int before = 0;
      aside = n >= lefts ? 0 : aside;
      set = n >= lefts ? ahead : set;
      before = n >= lefts ? lefts : before;
      aside = n >= lefts + aheads ? 1 : aside;
      set = n >= lefts + aheads ? right : set;
      before = n >= lefts + aheads ? lefts + aheads : before;
      const int to = nth_bit(set, n - before);
      return {static_cast<u8>(to - (player == 0 ? size : -size) - aside), static_cast<u8>(to)};
    }
  };

  template <int player>
  static constexpr Goals goals_of(Bits own, Bits enemy) {
    return {stepped<player, -1>(own) & ~own, stepped<player, 0>(own) & ~(own | enemy), stepped<player, 1>(own) & ~own};
  }
  static constexpr Goals goals(const State& at) { return at.mover == 0 ? goals_of<0>(at.men[0], at.men[1]) : goals_of<1>(at.men[1], at.men[0]); }

  template <int player, class Emit>
  static void list(const State& at, Emit& emit) {
    const Goals to = goals_of<player>(at.men[player], at.men[1 - player]);
    const auto each = [&](Bits set, int step) {
      return for_each_bit(set, [&](int square) { return emit(Move{static_cast<u8>(square - step), static_cast<u8>(square)}); });
    };
    constexpr int ahead = player == 0 ? size : -size;
    if (!each(to.left, ahead - 1) && !each(to.ahead, ahead)) each(to.right, ahead + 1);
  }

  static constexpr void put(Bits& own, Bits& enemy, Bits from, Bits to) {
    own ^= from | to;
    enemy &= ~to;
  }

  /// Whether it decided the game.
  template <int player>
  static bool random_ply(std::array<Bits, 2>& men, Rng& rng) {
    Bits& own = men[player];
    Bits& enemy = men[1 - player];
    const Goals choices = goals_of<player>(own, enemy);
    const Move move = choices.pick(player, static_cast<int>(rng.below(static_cast<std::uint64_t>(choices.count()))));
    const Bits to = bit(move.to);
    put(own, enemy, bit(move.from), to);
    return (to & far_rank[player]) != none || enemy == none;
  }

  static std::uint64_t finish(State& state, const std::array<Bits, 2>& men, std::uint64_t plies) {
    state.men = men;
    state.mover = static_cast<u8>((state.mover + plies) & 1);
    return plies;
  }

  template <int player>
  static std::uint64_t two_plies(const State& at) {
    constexpr int opponent = 1 - player;
    const Bits own = at.men[player];
    const Bits enemy = at.men[opponent];
    const Goals replies = goals_of<opponent>(enemy, own);
    Goals to = goals_of<player>(own, enemy);
    to.left &= ~far_rank[player];  // what reaches the far rank has no reply
    to.ahead &= ~far_rank[player];
    to.right &= ~far_rank[player];

    // A man that leaves from before an enemy man lets it go ahead; one that comes to stand before an enemy man stops it, unless that man was stopped by
    // the man just taken.
    const Bits before_enemy = stepped<opponent, 0>(enemy);
    const Bits leaving = own & before_enemy;
    const Bits stopping = before_enemy & ~enemy;
    int more = popcount(to.left & stepped<player, -1>(leaving)) + popcount(to.right & stepped<player, 1>(leaving));
    more -= popcount(to.left & stopping) + popcount(to.ahead & stopping) + popcount(to.right & stopping);

    // An enemy man that is taken has no moves left, but its square is open to the diagonal moves of others.
    const auto of_taken = [&](Bits taken) {
      return popcount(taken & stepped<opponent, -1>(enemy)) + popcount(taken & stepped<opponent, 1>(enemy)) -
             popcount(taken & stepped<player, 1>(replies.left)) - popcount(taken & stepped<player, 0>(replies.ahead)) -
             popcount(taken & stepped<player, -1>(replies.right));
    };
    more += of_taken(to.left & enemy) + of_taken(to.right & enemy);
    return static_cast<std::uint64_t>(to.count() * replies.count() + more);
  }
};

const Registration registration{{
    .id = "breakthrough",
    .title = "Breakthrough",
    .page = "breakthrough",
    .source = "breakthrough.cpp",
    .options = {{"size", one_of({std::int64_t{8}, std::int64_t{7}, std::int64_t{10}}), "squares along a side"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      switch (options.integer("size")) {
        case 7:
          return as_game(Breakthrough<u64, 7, 2>());
        case 10:
          return as_game(Breakthrough<u128, 10, 3>());
        default:
          return as_game(Breakthrough<u64, 8, 2>());
      }
    },
}};

}  // namespace
