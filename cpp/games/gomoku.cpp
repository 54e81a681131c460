// Gomoku and Gomoku Pro: five or more of a colour in a line win (docs/rules/gomoku.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/draw.hpp"
#include "geometry/square_lines.hpp"

namespace {

using namespace ply;

// ---- Board. Point (column, row), both from 0, is bit row * (N + 1) + column, a guard at the end of each row (geometry/square_lines.hpp). N = 9:
//
//     9  80 81 82 83 84 85 86 87 88 (89)
//          ...
//     2  10 11 12 13 14 15 16 17 18 (19)
//     1   0  1  2  3  4  5  6  7  8  (9)
//         a  b  c  d  e  f  g  h  i

constexpr int line = 5;
constexpr int black = 0;
constexpr int white = 1;
/// So few stones make no line, and leave each side a window: at most four of a colour, and a stone touches at most 20 of the 140 windows or more.
constexpr int harmless_stones = 8;
/// `gomoku` is drawn with so many.
constexpr int drawing_stones = 150;

enum Phase : u8 { opening, choice, in_play };
/// What ended the game.
enum End : u8 { none, five, no_window, stones };

template <int N, bool pro>
class Gomoku {
  static constexpr int row = N + 1;
  static constexpr int squares = N * row;  ///< with guards
  static constexpr int points = N * N;
  using Points = WideBits<(squares + 63) / 64>;

 public:
  struct State {
    std::array<Points, 2> stones{};
    u16 count = 0;  ///< of stones: the next one is black if even
    Phase phase = pro ? opening : in_play;
    std::int8_t black_is = pro ? -1 : 0;  ///< which player; -1: not settled
    End end = none;                       ///< follows from the rest
    friend bool operator==(const State&, const State&) = default;
  };

  /// A point's bit, `done` or `swap`.
  struct Move {
    u16 square = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const {
    if (at.end != none) return over;
    return at.phase == in_play ? owner(at, due(at)) : at.phase == opening ? 0 : 1;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.end != none) return;
    if (for_each_bit(open(at), [&](int square) { return emit(place(square)); })) return;
    if (const auto word = other_move(at)) emit(*word);
  }

  std::uint64_t count(const State& at) const { return at.end != none ? 0 : static_cast<std::uint64_t>(open_count(at)) + (other_move(at) ? 1 : 0); }

  Move nth(const State& at, std::uint64_t i) const {
    const int n = static_cast<int>(i);
    return n < open_count(at) ? place(nth_bit(open(at), n)) : *other_move(at);
  }

  void play(State& state, Move move) const {
    if (move.square == done_move) {
      state.phase = choice;
    } else if (move.square == swap_move) {
      settle(state, due(state), 0);
    } else {
      put(state, move.square);
    }
  }

  /// The opening, and the stones for which not every point is open, one by one; then all that are left at once.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; state.phase != in_play || (!pro && state.count < 3); ++plies) {
      if (plies == max_plies || state.end != none) return plies;
      play(state, nth(state, rng.below(count(state))));
    }
    return state.end != none ? plies : plies + place_at_random(state, rng, max_plies - plies);
  }

  std::uint64_t longest_game() const { return pro ? points + 2 : drawing_stones; }
  std::uint64_t actions() const { return pro ? points + 2 : points; }
  std::uint64_t action(Move move) const {
    return move.square == done_move ? points : move.square == swap_move ? points + 1 : static_cast<std::uint64_t>(point_number(move.square));
  }

  // ---- End
  Result result(const State& at) const {
    if (at.end == stones) return Result::draw(2, "150 stones");
    return Result::win(2, owner(at, 1 - due(at)), at.end == five ? "five in a row" : "no five possible");
  }

  /// As long as the stones are few, their places do not matter. Two plies need no board below this one: what matters is which stones end the game.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (depth < 2 || at.end != none) return depth == 0 ? 1 : count(at);
    if ((pro || at.count >= 2) && at.count + depth - 1 <= harmless_stones) return orders(at, depth);
    if (depth > 2 || at.phase != in_play || at.count < 3) return std::nullopt;
    if (!pro && at.count + 1 == drawing_stones) return 0;
    Points ending = completing<line>(at.stones[due(at)], row);
    if constexpr (pro) ending |= common_to_windows(at, 1 - due(at));
    const auto replies = static_cast<std::uint64_t>(points - at.count - 1);
    return static_cast<std::uint64_t>(popcount(empty(at).without(ending))) * replies;
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = static_cast<std::uint64_t>(4 * at.phase + at.black_is);
    for (const Points& of_colour : at.stones) {
      for (const u64 word : of_colour.word) key = zobrist(key, word);
    }
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_rows(N, N, [&](int r, int column) { return stone(at, r, column); });
    out += due(at) == black ? " x " : " o ";
    if (at.phase == opening) {
      out += 'o' + std::to_string(at.count);
    } else {
      out += at.phase == choice ? 'c' : 'p';
    }
    return out + " black=" + (at.black_is < 0 ? "-" : std::to_string(at.black_is));
  }

  std::string text(const State&, Move move) const {
    if (move.square == done_move) return "done";
    if (move.square == swap_move) return "swap";
    return point_name(move.square);
  }

  std::string diagram(const State& at) const {
    const auto cell = [&](int r, int column) {
      const char c = stone(at, r, column);
      return c != 0 ? c : '.';
    };
    return draw_rows(N, N, cell, [](int r) { return std::to_string(N - r); });
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    read_rows(parts[0], N, N, [&](int r, int column, char c) {
      if (c != 'X' && c != 'O') return false;
      state.stones[c == 'X' ? black : white].set((N - 1 - r) * row + column);
      return true;
    });
    if (parts[1] != "x" && parts[1] != "o") throw TextError("colour due " + in_quotes(parts[1]) + " is not x or o");
    const int of_black = popcount(state.stones[black]);
    const int of_white = popcount(state.stones[white]);
    const int colour = parts[1] == "x" ? black : white;
    const std::string stones_text = "board " + in_quotes(parts[0]);
    if (of_black - of_white != colour) {
      throw TextError(stones_text + " has " + std::to_string(of_black) + " X and " + std::to_string(of_white) + " O, which does not fit " +
                      in_quotes(parts[1]) + " due");
    }
    state.count = static_cast<u16>(of_black + of_white);
    if (!pro && state.count > drawing_stones) throw TextError(stones_text + " has " + std::to_string(state.count) + " stones, more than 150");
    read_phase(state, parts[2]);
    read_owner(state, parts[3]);
    if (has_line<line>(state.stones[colour], row)) throw TextError(stones_text + ": five in a row of the colour due, " + in_quotes(parts[1]));
    state.end = end_of(state, has_line<line>(state.stones[1 - colour], row));
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "done" || in == "swap") {
      const auto word = other_move(at);
      if (at.end != none || !word || text(at, *word) != in) illegal_move(in);
      return *word;
    }
    if (in.size() < 2 || in.size() > 3 || in[0] < 'a' || in[0] > 'z' || in[1] == '0') unreadable_move(in);
    int number = 0;
    for (const char c : in.substr(1)) {
      if (c < '0' || c > '9') unreadable_move(in);
      number = number * 10 + (c - '0');
    }
    const int column = in[0] - 'a';
    if (at.end != none || column >= N || number > N || !open(at).test((number - 1) * row + column)) illegal_move(in);
    return place((number - 1) * row + column);
  }

 private:
  static constexpr u16 done_move = 0xFFFE;
  static constexpr u16 swap_move = 0xFFFF;

  static constexpr auto all_points = [] {
    std::array<u16, points> list{};
    for (int i = 0; i < points; ++i) list[i] = static_cast<u16>(i / N * row + i % N);
    return list;
  }();
  static constexpr Points board = [] {
    Points out;
    for (const u16 square : all_points) out.set(square);
    return out;
  }();

  /// Black's first stone in `gomoku`.
  static constexpr int centre = N / 2 * row + N / 2;
  /// Where Black's second stone may not go: the 7x7 points around the centre, and a point in the middle of each side of that square.
  static constexpr Points restricted = [] {
    Points out;
    if (pro) return out;
    for (int up = -3; up <= 3; ++up) {
      for (int right = -3; right <= 3; ++right) out.set(centre + up * row + right);
    }
    for (const int away : {4, 4 * row}) {
      out.set(centre + away);
      out.set(centre - away);
    }
    return out;
  }();

  static constexpr int point_number(int square) { return square - square / row; }
  static Move place(int square) { return {static_cast<u16>(square)}; }
  static std::string point_name(int square) { return static_cast<char>('a' + square % row) + std::to_string(square / row + 1); }
  static char stone(const State& at, int r, int column) {
    const int square = (N - 1 - r) * row + column;
    return at.stones[black].test(square) ? 'X' : at.stones[white].test(square) ? 'O' : '\0';
  }

  static int due(const State& at) { return at.count & 1; }
  static int owner(const State& at, int colour) { return colour == black ? at.black_is : 1 - at.black_is; }

  static Points empty(const State& at) { return board.without(at.stones[black] | at.stones[white]); }

  /// Where the next stone may go.
  static Points open(const State& at) {
    if (pro || at.count > 2 || at.count == 1) return empty(at);
    if (at.count == 2) return empty(at).without(restricted);
    Points out;
    out.set(centre);
    return out;
  }
  static int open_count(const State& at) { return !pro && at.count < 3 ? popcount(open(at)) : points - at.count; }

  /// `done`, `swap`, or nothing.
  static std::optional<Move> other_move(const State& at) {
    if (at.phase == opening && at.count > 0) return Move{done_move};
    if (at.phase == choice) return Move{swap_move};
    return std::nullopt;
  }

  static void settle(State& state, int colour, int player) {
    state.phase = in_play;
    state.black_is = static_cast<std::int8_t>(colour == black ? player : 1 - player);
  }

  static void put(State& state, int square) {
    const int colour = due(state);
    if (state.phase == choice) settle(state, colour, 1);
    state.stones[colour].set(square);
    ++state.count;
    if (state.phase == opening && state.count == 5) state.phase = choice;
    state.end = end_of(state, in_line<line>(state.stones[colour], square, row));
  }

  /// The end, given whether the colour that is not due has a line.
  static End end_of(const State& at, bool has_five) {
    if (has_five) return five;
    if (!pro) return at.count >= drawing_stones ? stones : none;
    return at.phase != in_play || at.count <= harmless_stones || has_window(at, due(at)) ? none : no_window;
  }

  static bool has_window(const State& at, int colour) { return has_line<line>(board.without(at.stones[1 - colour]), row); }

  /// The points that all windows of a colour have in common. None if it has so many that they cannot.
  static Points common_to_windows(const State& at, int colour) {
    const Points free = board.without(at.stones[1 - colour]);
    std::array<Points, 4> windows;
    int number = 0;
    for (int d = 0; d < 4; ++d) number += popcount(windows[d] = lines_along<line>(free, line_steps(row)[d]));
    if (number > 4 * line) return {};
    Points common = board;
    for (int d = 0; d < 4; ++d) {
      for_each_bit(windows[d], [&](int lowest_square) {
        Points window;
        for (int i = 0; i < line; ++i) window.set(lowest_square + i * line_steps(row)[d]);
        common &= window;
        return false;
      });
    }
    return common;
  }

  /// The number of sequences of `depth` plies while no stone can end the game.
  static std::uint64_t orders(const State& at, int depth) {
    if (depth == 0) return 1;
    State below = at;
    below.count = static_cast<u16>(at.count + 1);
    below.phase = at.phase == opening && at.count < 4 ? opening : at.phase == opening ? choice : in_play;
    std::uint64_t total = static_cast<std::uint64_t>(open_count(at)) * orders(below, depth - 1);
    if (other_move(at)) {
      State same = at;
      same.phase = at.phase == opening ? choice : in_play;
      total += orders(same, depth - 1);
    }
    return total;
  }

  // ---- Random games. The points in random order say when each would be taken; from these times follows when the first line comes about, and when the last
  // window of a colour is gone.

  using Times = std::array<u8, listed_squares(line, squares, row)>;
  static_assert(Times().size() >= sizeof(Points));
  static constexpr int never = 255;

  static std::uint64_t place_at_random(State& state, Rng& rng, std::uint64_t max_plies) {
    std::array<u16, points> list;
    const int left = list_empty(state, list);
    const auto most = static_cast<int>(std::min<std::uint64_t>(max_plies, static_cast<std::uint64_t>(pro ? left : drawing_stones - state.count)));
    std::array<Times, 2> taken;
    for (int colour = 0; colour < 2; ++colour) {
      taken[colour].fill(never);
      for_each_bit(state.stones[colour], [&](int square) {
        taken[colour][square] = 0;
        return false;
      });
    }
    const int first = due(state);
    int drawn = 0;
    const auto draw_until = [&](int until) {
      const int before = drawn;
      draw(list, left - before, until - before, rng, [&](int i, u16 square) { taken[first ^ ((before + i) & 1)][square] = static_cast<u8>(before + i + 1); });
      drawn = until;
    };
    const auto first_line = [&] {
      return std::min<int>(least_greatest<line>(taken[black].data(), squares, row), least_greatest<line>(taken[white].data(), squares, row));
    };
    // Most games end before the board is full.
    draw_until(std::min(most, drawing_stones));
    int lined = first_line();
    if (lined == never && drawn < most) {
      draw_until(most);
      lined = first_line();
    }
    const int start = state.count;
    const auto stop_after = [&](int plies) {
      for (int colour = 0; colour < 2; ++colour) state.stones[colour] = taken_until(taken[colour], plies);
      state.count = static_cast<u16>(start + plies);
    };
    int plies = std::min(most, lined);
    stop_after(plies);
    if (pro && !(has_window(state, black) && has_window(state, white))) {
      // A side that is not due may have none in a position that no game reaches: it loses when it is.
      const int gone = std::max(1, std::min(windows_gone(taken[black]), windows_gone(taken[white])));
      if (gone < plies) stop_after(plies = gone);
    }
    state.end = end_of(state, lined == plies);
    return static_cast<std::uint64_t>(plies);
  }

  static Points taken_until(const Times& taken, int time) {
    Points out;
    for (std::size_t i = 0; i < out.word.size(); ++i) out.word[i] = at_most(taken.data() + 64 * i, static_cast<u8>(time));
    return out;
  }

  /// When the last window without stones of a colour is gone: the greatest, over all windows, of the least of the times.
  static int windows_gone(const Times& taken) {
    Times left;
    left.fill(never);
    for (const u16 square : all_points) left[square] = static_cast<u8>(never - taken[square]);
    return never - least_greatest<line>(left.data(), squares, row);
  }

  static int list_empty(const State& at, std::array<u16, points>& list) {
    list = all_points;
    int size = points;
    // From the last stone on, so that a point before it is still in its own place.
    for (Points taken = at.stones[black] | at.stones[white]; taken.any();) {
      const int square = highest(taken);
      taken.reset(square);
      list[point_number(square)] = list[--size];
    }
    return size;
  }

  void read_phase(State& state, std::string_view part) const {
    const auto wrong = [&](const std::string& what) { return TextError("phase " + in_quotes(part) + what); };
    if (part == "p") {
      if (pro && state.count == 0) throw wrong(" with no stones");
      state.phase = in_play;
      return;
    }
    if (!pro) throw wrong(" is not p");
    if (part == "c") {
      if (state.count < 1 || state.count > 5) throw wrong(" with " + std::to_string(state.count) + " stones");
      state.phase = choice;
      return;
    }
    if (part.size() != 2 || part[0] != 'o' || part[1] < '0' || part[1] > '4') throw wrong(" is not p, c or o0 to o4");
    if (part[1] - '0' != state.count) throw wrong(" with " + std::to_string(state.count) + " stones");
    state.phase = opening;
  }

  void read_owner(State& state, std::string_view part) const {
    if (part != "black=0" && part != "black=1" && part != "black=-") throw TextError("field " + in_quotes(part) + " is not black=0, black=1 or black=-");
    const char player = part.back();
    if (!pro && player != '0') throw TextError("field " + in_quotes(part) + ": Black is player 0");
    if ((player == '-') != (state.phase != in_play)) throw TextError("field " + in_quotes(part) + " does not fit the phase");
    // One stone: only a swap has settled the colours.
    if (pro && state.phase == in_play && state.count == 1 && player != '1') throw TextError("field " + in_quotes(part) + " with one stone");
    state.black_is = static_cast<std::int8_t>(player == '-' ? -1 : player - '0');
  }
};

const Registration gomoku{{
    .id = "gomoku",
    .title = "Gomoku",
    .page = "gomoku",
    .source = "gomoku.cpp",
    .make = [](const Options&) { return as_game(Gomoku<19, false>()); },
}};

const Registration gomoku_pro{{
    .id = "gomoku_pro",
    .title = "Gomoku Pro",
    .page = "gomoku",
    .source = "gomoku.cpp",
    .options = {{"size", one_of({std::int64_t{15}, std::int64_t{9}}), "points along a side"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      if (options.integer("size") == 9) return as_game(Gomoku<9, true>());
      return as_game(Gomoku<15, true>());
    },
}};

}  // namespace
