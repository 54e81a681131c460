// LYNGK, Stack6. Page: docs/rules/lyngk.md.
//
// A set of points is a 64-bit word. The points are numbered 1 .. 43 in the page's order, column by column, each from its lowest point:
//
//    a1:1   b1:2 .. b4:5   c1:6 .. c7:12   d1:13 .. d6:18   e1:19 .. e7:25   f1:26 .. f6:31   g1:32 .. g7:38   h1:39 .. h4:42   i1:43
//
// Number 0 is no point: what lies over the edge. A stack is a number of 16 bits; what lies in which order below its top never matters, and the height tells how
// many jokers there are:
//
//    bits 0 .. 4: its colours W K R B G      bits 5 .. 7: the colour on top, 5 for a joker      from bit 8 on: its height
//
// A position also links each stack with the six it sees, and knows for each direction which stacks fit on the one they see there. A move only ever empties a
// point, so that all of this changes along the lines through its two points.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int points = 43;
constexpr int edge = 0;
constexpr int columns = 9;
constexpr std::array<int, columns> column_points{1, 4, 7, 6, 7, 6, 7, 4, 1};

constexpr int colours = 5;
constexpr int joker = 5;
constexpr char letters[] = "WKRBGJ";
constexpr int stones_of_colour = 8;
constexpr int jokers = 3;
constexpr int full_stack = 6;
constexpr int most_claims = 2;

constexpr int directions = 6;
constexpr int half = directions / 2;  ///< direction d + half is opposite to d; the first three lead to higher numbers
/// Columns, and half steps upwards: the points of a column are two apart.
constexpr int direction[directions][2] = {{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}};

constexpr u64 bit(int point) { return u64{1} << point; }

struct Place {
  int column = 0, number = 0;
};
constexpr auto place_of = [] {
  std::array<Place, points + 1> table{};
  int point = 1;
  for (int column = 0; column < columns; ++column) {
    for (int number = 1; number <= column_points[static_cast<std::size_t>(column)]; ++number) table[static_cast<std::size_t>(point++)] = {column, number};
  }
  return table;
}();
constexpr int point_at(int column, int number) {
  if (column < 0 || column >= columns || number < 1 || number > column_points[static_cast<std::size_t>(column)]) return edge;
  for (int before = 0; before < column; ++before) number += column_points[static_cast<std::size_t>(before)];
  return number;
}

/// neighbour[p][d]: the next point, or `edge`.
constexpr auto neighbour = [] {
  std::array<std::array<u8, 8>, points + 1> table{};
  for (int p = 1; p <= points; ++p) {
    const auto [column, number] = place_of[static_cast<std::size_t>(p)];
    const int height = 2 * number - column_points[static_cast<std::size_t>(column)];
    for (int d = 0; d < directions; ++d) {
      const int next = column + direction[d][0];
      if (next < 0 || next >= columns) continue;
      const int twice = height + direction[d][1] + column_points[static_cast<std::size_t>(next)];
      if (twice > 0) table[p][d] = static_cast<u8>(point_at(next, twice / 2));
    }
  }
  return table;
}();
static_assert([] {
  int pairs = 0;
  for (int p = 1; p <= points; ++p) {
    for (int d = 0; d < half; ++d) {
      const int q = neighbour[p][d];
      if (q != edge && (q < p || neighbour[q][d + half] != p)) return false;
      pairs += q != edge ? 1 : 0;
    }
  }
  return pairs == 102;
}());

// ---- Rules

class Lyngk {
 public:
  static constexpr u8 none = 63;  ///< no claim, or no point

  struct State {
    std::array<u16, 48> stack{};
    std::array<u8, 2> claims{};  ///< sets of colours
    u8 mover = 0;
    bool won = false;  ///< by a stack of six that the side not to move has made

    // What follows from the stacks. Means nothing where none stands.
    std::array<std::array<u8, 8>, points + 1> link{};  ///< the stack that a stack sees, or `edge`
    std::array<u64, directions> fits{};                ///< stacks that fit on the one they see
    std::array<u64, directions> level{};               ///< and are not lower than it
    std::array<u64, colours + 1> top{};                ///< stacks by the colour on top: exactly those

    friend bool operator==(const State& a, const State& b) { return a.stack == b.stack && a.claims == b.claims && a.mover == b.mover && a.won == b.won; }
  };
  /// `from` and `to` are none: pass.
  struct Move {
    u8 claim = none, from = none, to = none;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Lyngk(const Options&) {}

  State initial(Rng& rng) const {
    std::string stones;
    for (int c = 0; c < colours; ++c) stones += std::string(stones_of_colour, letters[c]);
    stones += std::string(jokers, letters[joker]);
    rng.shuffle(stones, stones.size());
    State state;
    for (int p = 1; p <= points; ++p) state.stack[p] = single(stones[static_cast<std::size_t>(p) - 1]);
    connect(state);
    return state;
  }

  int current_player(const State& at) const {
    if (at.won) return over;
    return Moves(at, at.mover).total != 0 || !finished(at) ? at.mover : over;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const std::uint64_t total = count(at);
    const Moves all(at, at.mover);
    for (std::uint64_t i = 0; i < total; ++i) {
      if (emit(all.total != 0 ? all.nth(at, static_cast<int>(i)) : nth_pass(at, static_cast<int>(i)))) return;
    }
  }

  void play(State& state, Move move) const {
    if (move.claim != none) state.claims[state.mover] |= static_cast<u8>(1 << move.claim);
    if (move.from != none) {
      stack_up(state, move.from, move.to);
      state.won = height(state.stack[move.to]) == full_stack && (state.claims[state.mover] >> top_of(state.stack[move.to]) & 1) != 0;
    }
    state.mover ^= 1;
  }

  Result result(const State& at) const {
    if (at.won) return Result::win(2, 1 - at.mover, "stack of six");
    std::array<int, 2> scores{};
    for (int p = 1; p <= points; ++p) {
      if (at.stack[p] == 0) continue;
      int worth = 1;
      for (int h = 1; h < height(at.stack[p]); ++h) worth *= 10;
      for (int player = 0; player < 2; ++player) {
        if ((at.claims[static_cast<std::size_t>(player)] >> top_of(at.stack[p]) & 1) != 0) scores[static_cast<std::size_t>(player)] += worth;
      }
    }
    return Result::by_score(2, scores, "no moves left");
  }

  std::uint64_t count(const State& at) const {
    if (at.won) return 0;
    const int total = Moves(at, at.mover).total;
    return static_cast<std::uint64_t>(total != 0 ? total : passes(at));
  }

  Move nth(const State& at, std::uint64_t i) const {
    const Moves all(at, at.mover);
    return all.total != 0 ? all.nth(at, static_cast<int>(i)) : nth_pass(at, static_cast<int>(i));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.won) return std::nullopt;
    const Moves all(at, at.mover);
    if (all.total != 0) return all.nth(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(all.total))));
    const int ways = passes(at);
    if (ways == 0) return std::nullopt;
    return nth_pass(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(ways))));
  }

  /// 42 stack moves, each after one pass at most, and the passes that claim.
  std::uint64_t longest_game() const { return 2 * (points - 1) + 2 * most_claims; }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x6c796e676b, at.claims[0] + 32u * at.claims[1] + 1024u * at.mover + (at.won ? 2048u : 0u));
    for (std::size_t i = 0; i < at.stack.size(); i += 4) {
      u64 word;
      std::memcpy(&word, at.stack.data() + i, sizeof(word));
      key = scramble(key ^ word) + word;
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int p = 1; p <= points; ++p) {
      if (p > 1) out += ',';
      out += stack_text(at.stack[p]);
    }
    out += at.mover == 0 ? " w W:" : " b W:";
    out += claims_text(at.claims[0]) + " B:" + claims_text(at.claims[1]);
    return at.won ? out + " won" : out;
  }

  std::string text(const State&, Move move) const {
    const std::string claim = move.claim == none ? "" : std::string(1, letters[move.claim]) + '+';
    return claim + (move.from == none ? "pass" : name(move.from) + '-' + name(move.to));
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 5);
    State state;
    read_board(state, parts[0]);
    connect(state);
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + quoted(parts[1]) + " is not w or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    state.claims = {read_claims(parts[2], "W:"), read_claims(parts[3], "B:")};
    if ((state.claims[0] & state.claims[1]) != 0) throw TextError("claims " + quoted(parts[3]) + ": a colour that White has claimed");
    if (parts.size() == 4) return state;
    if (parts[4] != "won") throw TextError("end " + quoted(parts[4]) + " is not won");
    for (int p = 1; p <= points; ++p) {
      const u16 stack = state.stack[p];
      if (stack != 0 && height(stack) == full_stack && (state.claims[1 - state.mover] >> top_of(stack) & 1) != 0) state.won = true;
    }
    if (!state.won) throw TextError("end " + quoted(parts[4]) + ": the side that has just moved has no stack of six");
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    Move move;
    std::string_view rest = in;
    if (rest.size() > 1 && (rest[1] == '+' || rest[1] == ',')) {
      move.claim = static_cast<u8>(std::string_view(letters).find(rest[0]));
      if (move.claim >= colours) unreadable_move(in);
      rest.remove_prefix(2);
    }
    if (rest == "pass") {
      for (int i = 0; count(at) != 0 && Moves(at, at.mover).total == 0 && i < passes(at); ++i) {
        if (nth_pass(at, i) == move) return move;
      }
      illegal_move(in);
    }
    if (rest.size() != 5 || rest[2] != '-') unreadable_move(in);
    move.from = point_named(rest.substr(0, 2), in);
    move.to = point_named(rest.substr(3), in);
    const bool may_claim = move.claim == none || (claimable(at, at.mover) >> move.claim & 1) != 0;
    if (at.won || !may_claim || at.stack[move.from] == 0) illegal_move(in);
    const unsigned own = at.claims[at.mover] | (move.claim == none ? 0u : 1u << move.claim);
    const int colour = top_of(at.stack[move.from]);
    if (colour == joker || (at.claims[1 - at.mover] >> colour & 1) != 0) illegal_move(in);
    const auto& allowed = (own >> colour & 1) != 0 ? at.fits : at.level;
    for (int d = 0; d < directions; ++d) {
      if (at.link[move.from][d] == move.to && (allowed[d] >> move.from & 1) != 0) return move;
    }
    illegal_move(in);
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int height = 7; height >= -5; --height) {
      std::string line;
      for (int column = 0; column < columns; ++column) {
        const int twice = height + column_points[static_cast<std::size_t>(column)];
        const int point = twice > 0 && twice % 2 == 0 ? point_at(column, twice / 2) : edge;
        std::string text = point == edge ? "" : at.stack[point] == 0 ? "." : stack_text(at.stack[point]);
        line += text + std::string(text.size() < 7 ? 7 - text.size() : 1, ' ');
      }
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out + "a      b      c      d      e      f      g      h      i\n" + "claims: White " + claims_text(at.claims[0]) + ", Black " +
           claims_text(at.claims[1]) + '\n';
  }

 private:
  static constexpr u16 nothing = 15 << 8;  ///< the edge: higher than any stack

  static constexpr int height(u16 stack) { return stack >> 8; }
  static constexpr int top_of(u16 stack) { return stack >> 5 & 7; }
  static constexpr u16 single(char stone) {
    const int colour = static_cast<int>(std::string_view(letters).find(stone));
    return static_cast<u16>(1 << 8 | colour << 5 | (colour == joker ? 0 : 1 << colour));
  }
  /// All of the upper stack on the lower one.
  static constexpr u16 united(u16 upper, u16 lower) { return static_cast<u16>(upper + (lower & ~(7 << 5))); }

  // ---- Moves

  /// Colours that the player may claim with his turn.
  static unsigned claimable(const State& at, int player) {
    constexpr unsigned all = (1u << colours) - 1;
    const u8 own = at.claims[static_cast<std::size_t>(player)];
    return popcount(u64{own}) < most_claims ? all & ~static_cast<unsigned>(at.claims[0] | at.claims[1]) : 0;
  }

  /// The stack moves of a player. A claim changes only what it unlocks: neutral stacks of that colour may climb.
  struct Moves {
    std::array<u64, directions> plain;   ///< stacks that can move without a claim, and as well with any
    std::array<u64, directions> climbs;  ///< stacks that can move if their colour is claimed
    int plain_count = 0;
    int total;
    unsigned claims;

    Moves(const State& at, int player) : claims(claimable(at, player)) {
      u64 own = 0;
      u64 neutral = 0;
      for (int c = 0; c < colours; ++c) {
        const bool mine = (at.claims[static_cast<std::size_t>(player)] >> c & 1) != 0;
        const bool theirs = (at.claims[static_cast<std::size_t>(1 - player)] >> c & 1) != 0;
        own |= mine ? at.top[c] : 0;
        neutral |= mine || theirs ? 0 : at.top[c];
      }
      int climb_count = 0;
      const u64 climbers = claims != 0 ? neutral : 0;
      for (int d = 0; d < directions; ++d) {
        plain[d] = (own & at.fits[d]) | (neutral & at.level[d]);
        climbs[d] = climbers & at.fits[d] & ~at.level[d];
        plain_count += popcount(plain[d]);
        climb_count += popcount(climbs[d]);
      }
      total = plain_count * (1 + popcount(u64{claims})) + climb_count;
    }

    /// Without a claim, then with each, then the climbs.
    Move nth(const State& at, int i) const {
      int claim = 0;
      for (; claim <= popcount(u64{claims}) && i >= plain_count; ++claim) i -= plain_count;
      const bool climb = claim > popcount(u64{claims});
      const auto& sets = climb ? climbs : plain;
      int d = 0;
      for (int here = popcount(sets[0]); i >= here; here = popcount(sets[d])) {
        i -= here;
        ++d;
      }
      const int from = nth_bit(sets[d], i);
      const int colour = climb ? top_of(at.stack[from]) : claim > 0 ? nth_bit(u64{claims}, claim - 1) : none;
      return {static_cast<u8>(colour), static_cast<u8>(from), at.link[from][d]};
    }
  };

  /// Both have two colours and nobody can move; the caller knows it of the mover.
  static bool finished(const State& at) { return claimable(at, 0) == 0 && claimable(at, 1) == 0 && Moves(at, 1 - at.mover).total == 0; }
  /// In how many ways a mover who has no stack move may pass: with each claim that is left to him, else plainly.
  static int passes(const State& at) {
    const unsigned claims = claimable(at, at.mover);
    return claims != 0 ? popcount(u64{claims}) : finished(at) ? 0 : 1;
  }
  static Move nth_pass(const State& at, int i) {
    const unsigned claims = claimable(at, at.mover);
    return {claims != 0 ? static_cast<u8>(nth_bit(u64{claims}, i)) : none, none, none};
  }

  // ---- What follows from the stacks

  struct Fits {
    u64 fits, level;

    /// Whether the stack on p fits on the one that it sees.
    void note(int p, u16 stack, u16 seen) {
      const bool fit = (stack & seen & ((1 << colours) - 1)) == 0 && height(stack) + height(seen) <= full_stack;
      fits = (fits & ~bit(p)) | static_cast<u64>(fit) << p;
      level = (level & ~bit(p)) | static_cast<u64>(fit && height(stack) >= height(seen)) << p;
    }
  };

  static void connect(State& state) {
    state.stack[edge] = nothing;
    for (int p = 1; p <= points; ++p) {
      if (state.stack[p] == 0) continue;
      state.top[top_of(state.stack[p])] |= bit(p);
      for (int d = 0; d < directions; ++d) {
        int q = neighbour[p][d];
        while (q != edge && state.stack[q] == 0) q = neighbour[q][d];
        state.link[p][d] = static_cast<u8>(q);
        Fits fits{state.fits[d], state.level[d]};
        fits.note(p, state.stack[p], state.stack[q]);
        state.fits[d] = fits.fits;
        state.level[d] = fits.level;
      }
    }
  }

  static void stack_up(State& state, int from, int to) {
    const u16 moved = united(state.stack[from], state.stack[to]);
    state.top[top_of(state.stack[to])] &= ~bit(to);
    u64& top = state.top[top_of(moved)];
    top = (top | bit(to)) & ~bit(from);
    state.stack[to] = moved;
    state.stack[from] = 0;
    for (int d = 0; d < half; ++d) {
      const int back = d + half;
      const int up = state.link[from][d];
      const int down = state.link[from][back];
      state.link[up][back] = static_cast<u8>(down);
      state.link[down][d] = static_cast<u8>(up);
      const int above = state.link[to][d];
      const int below = state.link[to][back];
      Fits ahead{state.fits[d], state.level[d]};
      Fits behind{state.fits[back], state.level[back]};
      behind.note(up, state.stack[up], state.stack[down]);
      ahead.note(down, state.stack[down], state.stack[up]);
      ahead.note(to, moved, state.stack[above]);
      behind.note(above, state.stack[above], moved);
      behind.note(to, moved, state.stack[below]);
      ahead.note(below, state.stack[below], moved);
      state.fits[d] = ahead.fits;
      state.level[d] = ahead.level;
      state.fits[back] = behind.fits;
      state.level[back] = behind.level;
    }
  }

  // ---- Text

  static std::string name(int point) {
    const auto [column, number] = place_of[static_cast<std::size_t>(point)];
    return {static_cast<char>('a' + column), static_cast<char>('0' + number)};
  }
  static u8 point_named(std::string_view text, std::string_view in) {
    const int point = point_at(text[0] - 'a', text[1] - '0');
    if (point == edge) unreadable_move(in);
    return static_cast<u8>(point);
  }

  static std::string stack_text(u16 stack) {
    if (stack == 0) return ".";
    std::string out(1, letters[top_of(stack)]);
    for (int c = 0; c < colours; ++c) {
      if ((stack >> c & 1) != 0 && c != top_of(stack)) out += letters[c];
    }
    return out + std::string(static_cast<std::size_t>(height(stack)) - out.size(), letters[joker]);
  }
  static std::string claims_text(u8 claims) {
    std::string out;
    for (int c = 0; c < colours; ++c) {
      if ((claims >> c & 1) != 0) out += letters[c];
    }
    return out.empty() ? "-" : out;
  }

  static void read_board(State& state, std::string_view text) {
    if (text.find(',') == std::string_view::npos) {
      if (text.size() != points) throw TextError("board " + quoted(text) + " has " + std::to_string(text.size()) + " stones, not 43");
      for (int p = 1; p <= points; ++p) state.stack[p] = read_stack(text.substr(static_cast<std::size_t>(p) - 1, 1), p);
      return;
    }
    const auto tokens = split(text, ',');
    if (tokens.size() != points) throw TextError("board " + quoted(text) + " has " + std::to_string(tokens.size()) + " points, not 43");
    for (int p = 1; p <= points; ++p) {
      const std::string_view token = tokens[static_cast<std::size_t>(p) - 1];
      if (token != ".") state.stack[p] = read_stack(token, p);
    }
  }
  static u16 read_stack(std::string_view text, int point) {
    const auto wrong = [&](const std::string& what) { return TextError("point " + name(point) + ": " + what + " in stack " + quoted(text)); };
    if (text.empty()) throw TextError("point " + name(point) + " is empty, which is written '.'");
    if (text.size() > full_stack) throw wrong("more than six stones");
    u16 stack = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
      if (std::string_view(letters).find(text[i]) == std::string_view::npos) throw wrong("unknown stone " + quoted(text.substr(i, 1)));
      const u16 stone = single(text[i]);
      if ((stack & stone & ((1 << colours) - 1)) != 0) throw wrong("a colour twice");
      stack = united(stone, stack);
    }
    if (text.size() > 1 && top_of(stack) == joker) throw wrong("a joker on top");
    return stack;
  }

  static u8 read_claims(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) throw TextError("claims " + quoted(text) + " do not begin with " + std::string(prefix));
    const std::string_view list = text.substr(prefix.size());
    if (list == "-") return 0;
    if (list.empty() || list.size() > most_claims) throw TextError("claims " + quoted(text) + ": one or two colours, or -");
    unsigned claims = 0;
    for (const char c : list) {
      const auto colour = std::string_view(letters).find(c);
      if (colour >= colours || (claims >> colour & 1) != 0) throw TextError("claims " + quoted(text) + ": two different colours of W K R B G");
      claims |= 1u << colour;
    }
    return static_cast<u8>(claims);
  }
};

const Registration registration{{
    .id = "lyngk",
    .title = "LYNGK",
    .page = "lyngk",
    .source = "lyngk.cpp",
    .make = [](const Options& options) { return as_game(Lyngk(options)); },
}};

}  // namespace
