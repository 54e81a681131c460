// ConHex (docs/rules/conhex.md).
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/wide_bits.hpp"

namespace {

using namespace ply;

// ---- Vertices. Names count columns x and rows y from 1; the 69 vertices are numbered row by row from the bottom:
//
//    11  67  .  .  .  .  .  .  .  .  . 68
//    10   .  . 60 61 62 63 64 65 66  .  .
//     9   . 53  . 54 55 56 57 58  . 59  .
//     8   . 46 47  . 48 49 50  . 51 52  .
//     7   . 39 40 41  . 42  . 43 44 45  .
//     6   . 30 31 32 33 34 35 36 37 38  .
//     5   . 23 24 25  . 26  . 27 28 29  .
//     4   . 16 17  . 18 19 20  . 21 22  .
//     3   .  9  . 10 11 12 13 14  . 15  .
//     2   .  .  2  3  4  5  6  7  8  .  .
//     1   0  .  .  .  .  .  .  .  .  .  1
//         A  B  C  D  E  F  G  H  I  J  K
//
// A set of vertices has two words, a set of the 41 spaces one.
constexpr int lines = 11;
constexpr int vertex_count = 69;
constexpr int space_count = 41;
constexpr int no_vertex = -1;

using Vertices = WideBits<2>;

struct Point {
  int x = 0, y = 0;
};

constexpr bool is_vertex(int x, int y) {
  const int dx = x < 6 ? 6 - x : x - 6;
  const int dy = y < 6 ? 6 - y : y - 6;
  const int most = std::max(dx, dy);
  return (dx == 5 && dy == 5) || (dx == 0 && dy == 0) || (most >= 1 && most <= 4 && dx != dy);
}

struct Board {
  std::array<std::array<int, lines + 1>, lines + 1> vertex_at{};  ///< by x and y
  std::array<Point, vertex_count> points{};
};
constexpr Board board = [] {
  Board out;
  int next = 0;
  for (int y = 1; y <= lines; ++y) {
    for (int x = 1; x <= lines; ++x) {
      out.vertex_at[x][y] = is_vertex(x, y) ? next : no_vertex;
      if (is_vertex(x, y)) out.points[next++] = {x, y};
    }
  }
  return out;
}();
static_assert(board.points[vertex_count - 1].y == lines);

constexpr Vertices all_vertices = Vertices::first(vertex_count);

// ---- Spaces, in the order of their names: D10, D11, .. D43, S100, .. S303, and the centre.
struct Space {
  std::array<char, 4> name{};
  Vertices vertices;
  u8 needed = 0;  ///< vertices that claim it
  u64 adjacent = 0;
};
constexpr int centre = space_count - 1;

constexpr std::array<Space, space_count> spaces = [] {
  std::array<Space, space_count> out{};
  int next = 0;
  // The vertices of a box, turned k times by 90 degrees. The middle of a box of three by three is none of them, nor is the centre of the board.
  const auto add = [&](int left, int low, int width, int height, int k) {
    Space& space = out[next++];
    for (int dx = 0; dx < width; ++dx) {
      for (int dy = 0; dy < height; ++dy) {
        if (width == 3 && height == 3 && dx == 1 && dy == 1) continue;
        Point at{left + dx, low + dy};
        for (int turn = 0; turn < k; ++turn) at = {lines + 1 - at.y, at.x};
        const int vertex = board.vertex_at[at.x][at.y];
        if (vertex != no_vertex && !(at.x == 6 && at.y == 6)) space.vertices.set(vertex);
      }
    }
    return &space;
  };
  for (int i = 1; i <= 4; ++i) {
    for (int k = 0; k < 4; ++k) add(i, i, 3, 3, k)->name = {'D', static_cast<char>('0' + i), static_cast<char>('0' + k), '\0'};
  }
  for (int y = 1; y <= 3; ++y) {
    for (int j = 0; j <= 3 - y; ++j) {
      for (int k = 0; k < 4; ++k) {
        add(y + 2 + 2 * j, y, 3, 2, k)->name = {'S', static_cast<char>('0' + y), static_cast<char>('0' + j), static_cast<char>('0' + k)};
      }
    }
  }
  out[centre].name = {'C', '\0', '\0', '\0'};
  for (const Point at : {Point{6, 6}, Point{5, 6}, Point{7, 6}, Point{6, 5}, Point{6, 7}}) out[centre].vertices.set(board.vertex_at[at.x][at.y]);
  for (Space& space : out) {
    space.needed = static_cast<u8>((popcount(space.vertices) + 1) / 2);
    for (int other = 0; other < space_count; ++other) {
      if (&out[other] != &space && (out[other].vertices & space.vertices).any()) space.adjacent |= u64{1} << other;
    }
  }
  return out;
}();

constexpr std::string_view name_of(const Space& space) { return {space.name.data(), space.name[1] == '\0' ? 1u : space.name[3] == '\0' ? 3u : 4u}; }

/// By player: the spaces of the side that he starts from and of the one that he makes for. Blue joins bottom and top, Red left and right.
struct Goal {
  u64 from = 0, to = 0;
};
constexpr std::array<Goal, 2> goals = [] {
  std::array<Goal, 2> out{};
  for (int i = 0; i < space_count; ++i) {
    const Space& space = spaces[i];
    if (space.name[1] != '1') continue;  // rows 1 of the templates: D1k and S1jk
    const bool corner = space.name[0] == 'D';
    const int turns = space.name[corner ? 2 : 3] - '0';
    const u64 bit = u64{1} << i;
    // Turned 0, 1, 2, 3 times: bottom, right, top, left. A corner belongs to the side before as well.
    const auto on = [&](int side) { return turns == side || (corner && (turns + 3) % 4 == side); };
    if (on(0)) out[0].from |= bit;
    if (on(2)) out[0].to |= bit;
    if (on(3)) out[1].from |= bit;
    if (on(1)) out[1].to |= bit;
  }
  return out;
}();
static_assert(popcount(goals[0].from) == 5 && popcount(goals[0].to) == 5 && popcount(goals[1].from) == 5 && popcount(goals[1].to) == 5);

/// By vertex, the spaces around it: three, or one.
struct Around {
  u8 count = 0;
  std::array<u8, 3> space{};
};
constexpr std::array<Around, vertex_count> arounds = [] {
  std::array<Around, vertex_count> out{};
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    for (int i = 0; i < space_count; ++i) {
      if (spaces[i].vertices.test(vertex)) out[vertex].space[out[vertex].count++] = static_cast<u8>(i);
    }
  }
  return out;
}();

constexpr int blue = 0;
constexpr int red = 1;
constexpr std::array<char, 2> letters{'b', 'r'};

class ConHex {
 public:
  struct State {
    std::array<Vertices, 2> stones{};
    std::array<u64, 2> owned{};    ///< spaces
    std::array<u64, 2> reached{};  ///< of `owned`, those that are connected to the side the player starts from
    u8 turn = blue;
    std::int8_t winner = -1;

    friend bool operator==(const State& a, const State& b) { return a.stones == b.stones && a.owned == b.owned && a.turn == b.turn; }
  };

  /// A vertex, or `swap`.
  struct Move {
    u8 vertex = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit ConHex(const Options& options) : swap_(options.flag("swap")) {}

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const { return at.winner >= 0 ? over : at.turn; }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.winner >= 0) return;
    if (for_each_bit(empty(at), [&](int vertex) { return emit(place(vertex)); })) return;
    if (may_swap(at)) emit(Move{swap_move});
  }

  void play(State& state, Move move) const {
    if (move.vertex == swap_move) {
      const Point at = board.points[nth_bit(state.stones[blue], 0)];
      state.stones[blue] = {};
      state.stones[red].set(board.vertex_at[at.y][at.x]);
    } else {
      Vertices& own = state.stones[state.turn];
      own.set(move.vertex);
      const Around& around = arounds[move.vertex];
      for (int i = 0; i < around.count; ++i) {
        const int space = around.space[i];
        if (popcount(own & spaces[space].vertices) >= spaces[space].needed) claim(state, state.turn, space);
      }
    }
    state.turn ^= 1;
  }

  std::uint64_t count(const State& at) const { return at.winner >= 0 ? 0 : static_cast<std::uint64_t>(popcount(empty(at)) + (may_swap(at) ? 1 : 0)); }

  Move nth(const State& at, std::uint64_t i) const {
    const Vertices vertices = empty(at);
    const int n = static_cast<int>(i);
    return n == popcount(vertices) ? Move{swap_move} : place(nth_bit(vertices, n));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const std::uint64_t choices = count(at);
    if (choices == 0) return std::nullopt;
    return nth(at, rng.below(choices));
  }

  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    while (swap_ && plies < max_plies && popcount(state.stones[blue] | state.stones[red]) <= 1) {
      const auto move = random_move(state, rng);
      if (!move) return plies;
      play(state, *move);
      ++plies;
    }
    return state.winner >= 0 ? plies : plies + fill(state, rng, max_plies - plies);
  }

  std::uint64_t longest_game() const { return vertex_count + (swap_ ? 1 : 0); }

  std::uint64_t actions() const { return vertex_count + (swap_ ? 1 : 0); }
  std::uint64_t action(Move move) const { return move.vertex == swap_move ? vertex_count : move.vertex; }

  // ---- End
  Result result(const State& at) const { return Result::win(2, at.winner, "connection"); }

  /// While nobody can have connected before the last ply, every order of the empty vertices is a game.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    constexpr int stones_to_win = 6;
    if (at.winner >= 0) return 0;
    const int stones = popcount(at.stones[blue] | at.stones[red]);
    if (swap_ && stones == 0 && at.turn == blue && depth > 1) {
      State child = at;  // which vertex does not matter: the counts below depend on the number of stones only
      play(child, place(0));
      const auto below = perft(child, depth - 1);
      return below ? std::optional(product(vertex_count, *below)) : std::nullopt;
    }
    if (popcount(at.stones[at.turn]) + depth / 2 >= stones_to_win || popcount(at.stones[at.turn ^ 1]) + (depth - 1) / 2 >= stones_to_win) return std::nullopt;
    std::uint64_t total = 1;
    for (int i = 0; i < depth; ++i) total = product(total, static_cast<std::uint64_t>(std::max(vertex_count - stones - i, 0)));
    if (!may_swap(at)) return total;
    if (depth == 1) return total + 1;
    State swapped = at;
    play(swapped, Move{swap_move});
    const auto below = perft(swapped, depth - 1);
    return below ? std::optional(sum(total, *below)) : std::nullopt;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    for (int y = lines; y >= 1; --y) {
      for (int x = 1; x <= lines; ++x) out += character(at, x, y);
      out += y > 1 ? '/' : ' ';
    }
    out += letters[at.turn];
    const u64 both = contested(at.stones);
    for (const int player : {blue, red}) {
      const char* before = player == blue ? " B:" : " R:";
      for_each_bit(both & at.owned[player], [&](int space) {
        (out += before) += name_of(spaces[space]);
        before = ",";
        return false;
      });
    }
    return out;
  }

  std::string text(const State&, Move move) const {
    if (move.vertex == swap_move) return "swap";
    const Point at = board.points[move.vertex];
    return static_cast<char>('A' + at.x - 1) + std::to_string(at.y);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 4);
    State state;
    read_board(parts[0], state);
    if (parts[1] != "b" && parts[1] != "r") throw TextError("side to move " + in_quotes(parts[1]) + " is not b or r");
    state.turn = parts[1] == "b" ? blue : red;
    std::array<u64, 2> listed{};
    int last = -1;
    for (const std::string_view part : std::vector(parts.begin() + 2, parts.end())) {
      const int player = part.starts_with("B:") ? blue : part.starts_with("R:") ? red : -1;
      if (player <= last) throw TextError("owners " + in_quotes(part) + " are not B:... or R:..., Blue's first");
      last = player;
      listed[player] = read_spaces(part);
    }
    const u64 both = contested(state.stones);
    if ((listed[blue] & listed[red]) != 0 || (listed[blue] | listed[red]) != both) {
      throw TextError("owners in " + in_quotes(in.substr(parts[0].size() + 1)) + ": not each of the spaces where both sides have three vertices, once");
    }
    for (const int player : {blue, red}) {
      for (int space = 0; space < space_count; ++space) {
        const bool claimed = popcount(state.stones[player] & spaces[space].vertices) >= spaces[space].needed;
        if (claimed && (listed[player ^ 1] >> space & 1) == 0) claim(state, player, space);
      }
      if (state.winner == player && player == state.turn)
        throw TextError("board " + in_quotes(parts[0]) + ": " + in_quotes(parts[1]) + ", to move, has won already");
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap") {
      if (!may_swap(at)) illegal_move(in);
      return {swap_move};
    }
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (in.size() < 2 || in.size() > 3 || in[1] == '0' || !digit(in[1]) || !digit(in.back())) unreadable_move(in);
    const char letter = in[0] >= 'a' && in[0] <= 'z' ? static_cast<char>(in[0] - 'a' + 'A') : in[0];
    if (letter < 'A' || letter > 'Z') unreadable_move(in);
    const int x = letter - 'A' + 1;
    const int y = in.size() == 2 ? in[1] - '0' : 10 * (in[1] - '0') + (in[2] - '0');
    if (at.winner >= 0 || x > lines || y > lines) illegal_move(in);
    const int vertex = board.vertex_at[x][y];
    if (vertex == no_vertex || !empty(at).test(vertex)) illegal_move(in);
    return place(vertex);
  }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = at.turn;
    for (const Vertices& stones : at.stones) {
      for (const u64 word : stones.word) key = zobrist(key, word);
    }
    return zobrist(zobrist(key, at.owned[blue]), at.owned[red]);
  }

  /// The vertices, and below them the spaces that are claimed.
  std::string diagram(const State& at) const {
    std::string out = draw_rows(
        lines, lines,
        [&](int row, int column) {
          const char c = character(at, column + 1, lines - row);
          return c == '-' ? ' ' : c;
        },
        [](int row) { return std::to_string(lines - row); });
    for (const int player : {blue, red}) {
      out += player == blue ? "Blue:" : "Red:";
      for_each_bit(at.owned[player], [&](int space) {
        (out += ' ') += name_of(spaces[space]);
        return false;
      });
      out += '\n';
    }
    return out;
  }

 private:
  static constexpr u8 swap_move = 0xFF;

  static Move place(int vertex) { return {static_cast<u8>(vertex)}; }
  static Vertices empty(const State& at) { return all_vertices.without(at.stones[blue] | at.stones[red]); }
  bool may_swap(const State& at) const { return swap_ && at.turn == red && at.winner < 0 && !at.stones[red].any() && popcount(at.stones[blue]) == 1; }

  /// Gives a player a space if nobody has it.
  static void claim(State& state, int player, int space) {
    const u64 bit = u64{1} << space;
    if (((state.owned[blue] | state.owned[red]) & bit) != 0) return;
    state.owned[player] |= bit;
    u64& reached = state.reached[player];
    if (((spaces[space].adjacent & reached) | (goals[player].from & bit)) == 0) return;
    // Each space is reached once in a game.
    reached |= bit;
    for (u64 fresh = bit; fresh != 0;) {
      const u64 more = spaces[pop_lowest(fresh)].adjacent & state.owned[player] & ~reached;
      reached |= more;
      fresh |= more;
    }
    if ((reached & goals[player].to) != 0) state.winner = static_cast<std::int8_t>(player);
  }

  // ---- The rest of a game, at random. Vertices are counted by space.
  std::uint64_t fill(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<u8, vertex_count> vertices;
    int left = 0;
    for_each_bit(empty(state), [&](int vertex) {
      vertices[left++] = static_cast<u8>(vertex);
      return false;
    });
    std::array<std::array<u8, space_count>, 2> missing;
    for (const int player : {blue, red}) {
      for (int space = 0; space < space_count; ++space) {
        const int held = popcount(state.stones[player] & spaces[space].vertices);
        missing[player][space] = static_cast<u8>(spaces[space].needed - held);
      }
    }
    const int plies = static_cast<int>(std::min<std::uint64_t>(max_plies, static_cast<std::uint64_t>(left)));
    int ply = 0;
    u64 bits = 0;
    while (ply < plies && state.winner < 0) {
      bits = ply++ % 4 == 0 ? rng.next() : bits >> 16;
      const int drawn = draw(bits, left, rng);
      const int vertex = vertices[drawn];
      vertices[drawn] = vertices[--left];
      state.stones[state.turn].set_next(vertex);
      const Around& around = arounds[vertex];
      for (int i = 0; i < around.count; ++i) {
        const int space = around.space[i];
        if (--missing[state.turn][space] == 0) claim(state, state.turn, space);
      }
      state.turn ^= 1;
    }
    return static_cast<std::uint64_t>(ply);
  }

  /// Uniform over 0 .. n - 1 from the low 16 bits and, rarely, more: Lemire's method as in Rng::below, so without bias.
  static int draw(u64 bits, int n, Rng& rng) {
    const auto size = static_cast<unsigned>(n);
    unsigned product = static_cast<unsigned>(bits & 0xFFFF) * size;
    if ((product & 0xFFFF) < size) {
      const unsigned reject_below = 0x10000 % size;
      while ((product & 0xFFFF) < reject_below) product = static_cast<unsigned>(rng.next() & 0xFFFF) * size;
    }
    return static_cast<int>(product >> 16);
  }

  // ---- Texts
  static char character(const State& at, int x, int y) {
    const int vertex = board.vertex_at[x][y];
    if (vertex == no_vertex) return '-';
    return at.stones[blue].test(vertex) ? 'b' : at.stones[red].test(vertex) ? 'r' : '.';
  }

  /// The spaces of which both sides own three vertices of six: whose they are depends on who was first.
  static u64 contested(const std::array<Vertices, 2>& stones) {
    u64 out = 0;
    for (int space = 0; space < space_count; ++space) {
      const Vertices& vertices = spaces[space].vertices;
      if (popcount(stones[blue] & vertices) == 3 && popcount(stones[red] & vertices) == 3) out |= u64{1} << space;
    }
    return out;
  }

  static void read_board(std::string_view text, State& state) {
    const auto rows = split(text, '/');
    if (rows.size() != lines) throw TextError("board " + in_quotes(text) + " has " + std::to_string(rows.size()) + " rows, not 11");
    for (int y = lines; y >= 1; --y) {
      const std::string_view row = rows[static_cast<std::size_t>(lines - y)];
      const auto wrong = [&](const std::string& what) {
        return TextError("row " + std::to_string(lines + 1 - y) + " " + in_quotes(row) + " of the board: " + what);
      };
      if (row.size() != lines) throw wrong("not 11 characters");
      for (int x = 1; x <= lines; ++x) {
        const char c = row[static_cast<std::size_t>(x - 1)];
        const int vertex = board.vertex_at[x][y];
        if ((c == '-') != (vertex == no_vertex) || (c != '-' && c != '.' && c != 'b' && c != 'r')) {
          throw wrong(in_quotes(row.substr(static_cast<std::size_t>(x - 1), 1)) + (vertex == no_vertex ? " where there is no vertex" : " on a vertex"));
        }
        if (c == 'b') state.stones[blue].set(vertex);
        if (c == 'r') state.stones[red].set(vertex);
      }
    }
  }

  /// `B:D20,S300`: the names in ascending order.
  static u64 read_spaces(std::string_view part) {
    u64 out = 0;
    int last = -1;
    for (const std::string_view name : split(part.substr(2), ',')) {
      int space = 0;
      while (space < centre && name_of(spaces[space]) != name) ++space;
      if (space == centre) throw TextError("owners " + in_quotes(part) + ": there is no space " + in_quotes(name) + " to be contested");
      if (space <= last) throw TextError("owners " + in_quotes(part) + ": the spaces are not in ascending order");
      last = space;
      out |= u64{1} << space;
    }
    return out;
  }

  static std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a * b;
  }
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a + b < a) throw CountOverflow("perft: more than 2^64 - 1 nodes");
    return a + b;
  }

  bool swap_;
};

const Registration registration{{
    .id = "conhex",
    .title = "ConHex",
    .page = "conhex",
    .source = "conhex.cpp",
    .options = {{"swap", flag(true), "the second player may take over the first stone, reflected"}},
    .make = [](const Options& options) { return as_game(ConHex(options)); },
}};

}  // namespace
