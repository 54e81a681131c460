// Polyomino (docs/rules/polyomino.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Pieces. A shape is a piece in one orientation: its squares (x, y) from (0, 0) on, sorted by file and rank.

struct Square {
  int x = 0;
  int y = 0;
  friend auto operator<=>(const Square&, const Square&) = default;
};
using Squares = std::vector<Square>;

Squares normalised(Squares squares) {
  Square least = squares[0];
  for (const Square& s : squares) least = {std::min(least.x, s.x), std::min(least.y, s.y)};
  for (Square& s : squares) s = {s.x - least.x, s.y - least.y};
  std::sort(squares.begin(), squares.end());
  return squares;
}

std::vector<Squares> orientations(const Squares& squares) {
  std::vector<Squares> out;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    Squares turned = squares;
    for (Square& s : turned) {
      if ((symmetry & 1) != 0) s.x = -s.x;
      if ((symmetry & 2) != 0) s.y = -s.y;
      if ((symmetry & 4) != 0) std::swap(s.x, s.y);
    }
    out.push_back(normalised(turned));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// The canonical form: the least of the orientations.
Squares canonical(const Squares& squares) { return orientations(squares).front(); }

/// The canonical forms of an order, ascending.
std::vector<Squares> free_polyominoes(int order) {
  if (order == 1) return {{{0, 0}}};
  std::vector<Squares> out;
  for (const Squares& smaller : free_polyominoes(order - 1)) {
    for (const Square& s : smaller) {
      for (const Square more : {Square{s.x + 1, s.y}, Square{s.x - 1, s.y}, Square{s.x, s.y + 1}, Square{s.x, s.y - 1}}) {
        if (std::find(smaller.begin(), smaller.end(), more) != smaller.end()) continue;
        Squares larger = smaller;
        larger.push_back(more);
        out.push_back(canonical(larger));
      }
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

struct NamedPiece {
  const char* name;
  const char* picture;
};
constexpr std::array<NamedPiece, 21> named_pieces{
    {{"1", "x"},           {"2", "xx"},      {"I3", "xxx"},        {"V3", "xx/x"},       {"I4", "xxxx"},       {"L4", "xxx/x"},   {"O4", "xx/xx"},
     {"S4", "xx/.xx"},     {"T4", "xxx/.x"}, {"F", ".xx/xx./.x."}, {"I", "xxxxx"},       {"L", "xxxx/x"},      {"N", "xxx/..xx"}, {"P", "xxx/xx"},
     {"T", "xxx/.x./.x."}, {"U", "xxx/x.x"}, {"V", "xxx/x../x.."}, {"W", "xx./.xx/..x"}, {"X", ".x./xxx/.x."}, {"Y", "xxxx/.x"},  {"Z", "xx./.x./.xx"}}};

struct Piece {
  std::string name;
  Squares squares;
};

/// In the order of the catalogue, up to an order.
std::vector<Piece> catalogue(int most_squares) {
  std::vector<Piece> out;
  for (const auto& [name, picture] : named_pieces) {
    Squares squares;
    Square at;
    for (const char c : std::string_view(picture)) {
      if (c == 'x') squares.push_back(at);
      at = c == '/' ? Square{0, at.y + 1} : Square{at.x + 1, at.y};
    }
    if (squares.size() <= static_cast<std::size_t>(most_squares)) out.push_back({name, canonical(squares)});
  }
  if (most_squares == 6) {
    int number = 0;
    for (const Squares& squares : free_polyominoes(6)) {
      ++number;
      out.push_back({(number < 10 ? "h0" : "h") + std::to_string(number), squares});
    }
  }
  return out;
}

struct Shape {
  u8 piece = 0;
  u8 order = 0;
  u8 width = 0;  // files, less one
  u8 height = 0;
  std::array<u8, 6> x{};  ///< a small piece has its last square several times: what is done with all squares need not depend on their number
  std::array<u8, 6> y{};
};

constexpr int shape_counts[7] = {0, 1, 3, 9, 28, 91, 307};       // of the pieces up to an order
constexpr int through_counts[7] = {0, 1, 5, 23, 99, 414, 1710};  // shapes with one of their squares marked
constexpr int corner_counts[7] = {0, 1, 3, 10, 35, 127, 474};    // of those, without two given neighbours of the mark that touch at a corner

/// What the variant's pieces look like. Order: the largest number of squares.
///
/// A placement through a given square (an anchor) lies within Order - 1 steps of it, in a diamond of at most 61 squares: it is a word, with a bit for each
/// square but the anchor itself. Where the bits suffice, one more tells the piece, so that a test against one word says whether it is free and in stock
/// (Order = 4; the bits go file by file, from the lowest rank up, the anchor left out):
///
///              11
///            8 10 16
///         3  7    15 20       (not to scale: ranks go up, files to the right)
template <int Order>
struct Catalogue {
  static constexpr int reach = Order - 1;
  static constexpr int diamond = 2 * Order * (Order - 1);  // squares but the anchor
  static constexpr bool piece_bits = Order <= 5;
  static constexpr int shapes_count = shape_counts[Order];
  static constexpr int through_count = through_counts[Order] - 1;  // the single square needs no test

  using Word = std::conditional_t<Order == 4, std::uint32_t, u64>;

  std::vector<Piece> pieces = catalogue(Order);
  std::array<Shape, shapes_count> shapes;
  /// By the neighbours of the anchor that they fill (bits west, south, north, east), so that those can be skipped which need one that is taken. An anchor in
  /// play has at most two free neighbours: the other two touch the square that it is an anchor of.
  static constexpr int step = 8;  ///< so many are looked at together, where a range ends also some of the next
  alignas(64) std::array<Word, through_count + step> masks{};
  std::array<int, 17> first_with{};                                            ///< by set of neighbours, and the end
  alignas(64) std::array<u64, piece_bits ? 1 : through_count + step> stock{};  ///< the piece of a mask, as a bit
  struct Through {
    std::uint16_t shape;
    u8 dx, dy;  ///< of the marked square
  };
  std::array<Through, through_count + 1> through{};  ///< and the single square
  /// What can be put on an anchor that is north-east of a square of its colour, south-east, north-west, south-west.
  static constexpr int corner_count = corner_counts[Order];
  std::array<std::array<std::uint16_t, corner_count>, 4> corner{};

  /// Bit of the square dx, dy from the anchor; -1 for the anchor.
  static constexpr int bit_of(int dx, int dy) {
    int bit = 0;
    for (int x = -reach; x <= reach; ++x) {
      const int high = reach - (x < 0 ? -x : x);
      for (int y = -high; y <= high; ++y) {
        if (x == 0 && y == 0) {
          if (dx == 0 && dy == 0) return -1;
          continue;
        }
        if (x == dx && y == dy) return bit;
        ++bit;
      }
    }
    return -1;
  }

  /// The squares of the diamond in two files of it, low rank first, as bits of a word with the second file 32 bits above the first.
  static constexpr int file_pairs = reach + 1;
  static constexpr std::array<u64, file_pairs> pair_masks = [] {
    std::array<u64, file_pairs> out{};
    for (int file = 0; file <= 2 * reach; ++file) {
      const int high = file < reach ? file : 2 * reach - file;
      for (int y = -high; y <= high; ++y) out[file / 2] |= u64{file == reach && y == 0 ? 0u : 1u} << (32 * (file % 2) + reach + y);
    }
    return out;
  }();

  /// Which of the anchor's neighbours are in a mask.
  static int neighbours(u64 mask) {
    constexpr std::array<int, 4> bits{bit_of(-1, 0), bit_of(0, -1), bit_of(0, 1), bit_of(1, 0)};
    int out = 0;
    for (int i = 0; i < 4; ++i) out |= static_cast<int>(mask >> bits[i] & 1) << i;
    return out;
  }

  Catalogue() {
    struct Entry {
      int filled;
      Word mask;
      int piece;
      Through through;
    };
    std::vector<Entry> entries;
    int s = 0;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      for (const Squares& squares : orientations(pieces[p].squares)) {
        Shape& shape = shapes[s];
        shape.piece = static_cast<u8>(p);
        shape.order = static_cast<u8>(squares.size());
        for (std::size_t i = 0; i < shape.x.size(); ++i) {
          const Square& square = squares[std::min(i, squares.size() - 1)];
          shape.x[i] = static_cast<u8>(square.x);
          shape.y[i] = static_cast<u8>(square.y);
          shape.width = std::max(shape.width, shape.x[i]);
          shape.height = std::max(shape.height, shape.y[i]);
        }
        for (const Square& mark : squares) {
          if (squares.size() == 1) continue;
          Word mask = 0;
          for (const Square& other : squares) {
            const int bit = bit_of(other.x - mark.x, other.y - mark.y);
            if (bit >= 0) mask |= Word{1} << bit;
          }
          const int filled = neighbours(mask);
          if constexpr (piece_bits) mask |= Word{1} << (diamond + static_cast<int>(p) - 1);
          entries.push_back({filled, mask, static_cast<int>(p), {static_cast<std::uint16_t>(s), static_cast<u8>(mark.x), static_cast<u8>(mark.y)}});
        }
        ++s;
      }
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.filled < b.filled; });
    for (int t = 0; t < through_count; ++t) {
      const Entry& entry = entries[static_cast<std::size_t>(t)];
      masks[t] = entry.mask;
      through[t] = entry.through;
      if constexpr (!piece_bits) stock[t] = u64{1} << entry.piece;
      for (int filled = entry.filled + 1; filled < 17; ++filled) first_with[filled] = t + 1;
    }
    for (int direction = 0; direction < 4; ++direction) {
      const int taken = ((direction & 2) == 0 ? 1 : 8) | ((direction & 1) == 0 ? 2 : 4);
      int size = 0;
      for (int t = 0; t < through_count; ++t) {
        if ((entries[static_cast<std::size_t>(t)].filled & taken) == 0) corner[direction].at(size++) = static_cast<std::uint16_t>(t);
      }
      corner[direction].at(size++) = through_count;
    }
  }

  static const Catalogue& get() {
    static const Catalogue table;
    return table;
  }
};

constexpr u8 blue = 0;
constexpr u8 orange = 1;

/// On a board of 64 squares a word holds all places of a shape: a bit for its (0, 0), file by file from the lowest rank up (a1 a2 .. a8 b1 ..). All shapes are
/// looked at, always, in steps that are the same for each of them, so that vectors take several at once.
class Planes {
  // For counts the shapes stand in columns, whose sums grow side by side.
  static constexpr int columns = 4;
  static constexpr int rows = 7;
  static constexpr int shapes = columns * rows;
  static_assert(shapes == Catalogue<4>::shapes_count);

 public:
  struct Place {
    u8 shape;
    u8 square;
  };

  struct Tables {
    std::array<std::array<u64, shapes>, 4> squares{};  ///< of the shape at the lowest square; the last one again for small pieces
    std::array<u64, shapes> on_board{};                ///< where there is room for it
    std::array<u64, shapes> piece{};                   ///< as a bit
    std::array<u64, shapes> covers{};                  ///< the squares in one word

    Tables() {
      for (int s = 0; s < shapes; ++s) {
        const Shape& shape = Catalogue<4>::get().shapes[s];
        for (int i = 0; i < 4; ++i) {
          squares[i][s] = static_cast<u64>(8 * shape.x[i] + shape.y[i]);
          covers[s] |= u64{1} << squares[i][s];
        }
        for (int x = 0; x + shape.width < 8; ++x) {
          for (int y = 0; y + shape.height < 8; ++y) on_board[s] |= u64{1} << (8 * x + y);
        }
        piece[s] = u64{1} << shape.piece;
      }
    }

    static const Tables& get() {
      static const Tables tables;
      return tables;
    }
  };

  /// The placements of a colour.
  Planes(const Tables& tables, u64 own, u64 others, u64 left) {
    constexpr u64 low_ranks = 0x7F7F7F7F7F7F7F7F;
    const u64 beside = own << 8 | own >> 8;
    const u64 free = ~(own | others | beside | (own & low_ranks) << 1 | (own >> 1 & low_ranks));
    const u64 anchors = ((beside & low_ranks) << 1 | (beside >> 1 & low_ranks)) & free;
    const auto& [a, b, c, d] = tables.squares;
    for (int s = 0; s < shapes; ++s) {
      const u64 fits = free >> a[s] & free >> b[s] & free >> c[s] & free >> d[s];
      const u64 touches = anchors >> a[s] | anchors >> b[s] | anchors >> c[s] | anchors >> d[s];
      places_[s] = (left & tables.piece[s]) != 0 ? fits & touches & tables.on_board[s] : 0;
    }
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < columns; ++i) below_[row + 1][i] = below_[row][i] + static_cast<u64>(popcount(places_[columns * row + i]));
    }
    for (int i = 0; i < columns; ++i) before_[i + 1] = before_[i] + below_[rows][i];
  }

  u64 count() const { return before_[columns]; }
  Place nth(u64 n) const {
    int column = 0;
    for (int i = 1; i < columns; ++i) column += before_[i] <= n ? 1 : 0;
    n -= before_[column];
    int row = 0;
    for (int i = 1; i < rows; ++i) row += below_[i][column] <= n ? 1 : 0;
    n -= below_[row][column];
    const int shape = columns * row + column;
    return {static_cast<u8>(shape), static_cast<u8>(nth_bit(places_[shape], static_cast<int>(n)))};
  }

 private:
  std::array<u64, shapes> places_;
  std::array<std::array<u64, columns>, rows + 1> below_{};  ///< placements in a column up to a row
  std::array<u64, columns + 1> before_{};                   ///< placements in the columns up to one
};

/// Size: squares along a side. A board is a word for each file, rank 1 in bit 0.
template <int Size, int Order, int Copies, bool Shared>
class Polyomino {
 public:
  using Files = std::array<std::uint32_t, Size>;
  using Tables = Catalogue<Order>;
  using Word = typename Tables::Word;

  enum Phase : u8 { open1, open2, choice, play_phase };

  struct State {
    std::array<Files, 2> squares{};  ///< by colour
    /// By colour, or in the first for both: the pieces left, bit p for one of piece p, bit 32 + p for a second one.
    std::array<u64, Shared ? 1 : 2> left{};
    std::array<u8, 2> tiles{};  ///< pieces on the board, by colour
    u8 phase = open1;
    u8 colour = blue;   ///< to move
    u8 blue_owner = 0;  ///< in `play_phase`

    friend bool operator==(const State& a, const State& b) {
      return a.squares == b.squares && a.phase == b.phase && a.colour == b.colour && a.blue_owner == b.blue_owner;
    }
  };

  /// A shape and the square of its (0, 0); or swap, or pass.
  struct Move {
    std::uint16_t shape = 0;
    u8 x = 0;
    u8 y = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Polyomino(bool by_squares) : by_squares_(by_squares) {
    std::uint32_t total = 0;
    for (int s = 0; s < Tables::shapes_count; ++s) places_up_to_[s] = total += static_cast<std::uint32_t>(places(tables_.shapes[s]));
  }

  /// Every piece placed, the swap, and no two passes in succession.
  std::uint64_t longest_game() const { return 2 * static_cast<std::uint64_t>((Shared ? 1 : 2) * popcount(full_set())) + 1; }

  // ---- Setup
  State initial(Rng&) const {
    State state;
    for (u64& left : state.left) left = full_set();
    return state;
  }

  int current_player(const State& at) const {
    switch (at.phase) {
      case open1:
      case open2:
        return 0;
      case choice:
        return can_place(at, blue) || can_place(at, orange) ? 1 : over;
      default:
        return can_place(at, at.colour) || can_place(at, other(at.colour)) ? at.blue_owner ^ at.colour : over;
    }
  }

  // ---- Move. Openings by shape, file, rank; placements by anchor and shape; then swap and pass.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.phase == open1 || at.phase == open2) {
      opening_moves(at, emit);
      return;
    }
    Search search(at, at.colour);
    bool some = false;
    while (search.next()) {
      const bool stop = search.for_each([&](Move move) {
        some = true;
        return emit(move);
      });
      if (stop) return;
    }
    if (!some && !can_place(at, other(at.colour))) return;
    if (at.phase == choice && emit(Move{swap_move})) return;
    if (!some) emit(Move{pass_move});
  }

  void play(State& state, Move move) const {
    if (move.shape < Tables::shapes_count) {
      const Shape& shape = tables_.shapes[move.shape];
      for (int i = 0; i < Order; ++i) state.squares[state.colour][move.x + shape.x[i]] |= std::uint32_t{1} << (move.y + shape.y[i]);
      take(left(state, state.colour), shape.piece);
      ++state.tiles[state.colour];
    }
    switch (state.phase) {
      case open1:
        state.phase = open2;
        state.colour = orange;
        return;
      case open2:
        state.phase = choice;
        state.colour = blue;
        return;
      case choice:
        state.phase = play_phase;
        state.blue_owner = move.shape == swap_move ? 0 : 1;
        state.colour = move.shape == swap_move ? blue : orange;
        return;
      default:
        state.colour = other(state.colour);
    }
  }

  std::uint64_t count(const State& at) const {
    if (at.phase == open1) return all_placements(-1);
    if (at.phase == open2) return all_placements(blue_piece(at)) - overlapping(at);
    const std::uint64_t placements = count_placements(at, at.colour);
    if (placements == 0 && !can_place(at, other(at.colour))) return 0;
    return placements + (at.phase == choice ? 1 : 0) + (placements == 0 ? 1 : 0);
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.phase == open1) return empty_board_placement(rng.below(all_placements(-1)));
    if (at.phase == open2) {
      const int taken = blue_piece(at);
      while (true) {
        const Move move = empty_board_placement(rng.below(all_placements(-1)));
        if (tables_.shapes[move.shape].piece != taken && free_of(move, at.squares[blue])) return move;
      }
    }
    if (const auto move = random_placement(at, at.colour, rng, at.phase == choice)) return move;
    if (!can_place(at, other(at.colour))) return std::nullopt;
    return random_way_out(at, rng);
  }

  /// Keeps what is known of the board between the moves, and looks for placements once a ply: that both colours have none shows when both were asked.
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::uint64_t plies = 0;
    for (; state.phase < choice && plies < max_plies; ++plies) play(state, *random_move(state, rng));
    Game game(state);
    std::array<bool, 2> stuck{};  // a colour without a placement will never have one again
    while (plies < max_plies) {
      const u8 mover = state.colour;
      const u8 colour = stuck[mover] ? other(mover) : mover;
      const auto move = game.draw(state, colour, rng, state.phase == choice && colour == mover);
      if (!move) {
        stuck[colour] = true;
        if (stuck[other(colour)]) break;
        continue;
      }
      if (colour != mover) {
        play(state, random_way_out(state, rng));
        ++plies;
        if (plies == max_plies || state.colour == mover) continue;  // after a swap the same colour is to move
      }
      play(state, *move);
      game.see(colour, *move);
      ++plies;
    }
    return plies;
  }

  // ---- End
  Result result(const State& at) const {
    const int blue_player = at.phase == choice ? 1 : at.blue_owner;
    std::array<int, 2> scores{};
    for (int colour = 0; colour < 2; ++colour) scores[blue_player ^ colour] = by_squares_ ? squares_of(at.squares[colour]) : at.tiles[colour];
    return Result::by_score(2, scores, "no placement left");
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = write_rows(Size, Size, [&](int row, int column) {
      const int y = Size - 1 - row;
      return test(at.squares[blue], column, y) ? 'b' : test(at.squares[orange], column, y) ? 'o' : '\0';
    });
    static constexpr const char* phases[] = {"open1", "open2", "choice", "play"};
    out += ' ' + remaining(at) + ' ';
    out += at.phase == play_phase ? static_cast<char>('0' + at.blue_owner) : '-';
    return out + (at.colour == blue ? " b " : " o ") + phases[at.phase];
  }

  std::string text(const State&, Move move) const {
    if (move.shape == swap_move) return "swap";
    if (move.shape == pass_move) return "pass";
    const Shape& shape = tables_.shapes[move.shape];
    std::string out;
    for (int i = 0; i < shape.order; ++i) (out += static_cast<char>('a' + move.x + shape.x[i])) += std::to_string(move.y + shape.y[i] + 1);
    return out;
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    Rng unused;
    State state = initial(unused);
    read_rows(parts[0], Size, Size, [&](int row, int column, char c) {
      if (c != 'b' && c != 'o') return false;
      state.squares[c == 'b' ? blue : orange][column] |= std::uint32_t{1} << (Size - 1 - row);
      return true;
    });
    for (const u8 colour : {blue, orange}) take_pieces(state, colour);
    if (parts[1] != remaining(state))
      throw TextError("remaining pieces " + in_quotes(parts[1]) + " are not what the board leaves, " + in_quotes(remaining(state)));
    read_phase(state, parts[2], parts[3], parts[4]);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "swap" || in == "pass") {
      const bool swap = in == "swap";
      if (at.phase < choice || (swap && at.phase != choice)) illegal_move(in);
      const bool own = can_place(at, at.colour);
      if (swap ? !own && !can_place(at, other(at.colour)) : own || !can_place(at, other(at.colour))) illegal_move(in);
      return {swap ? swap_move : pass_move};
    }
    Squares squares;
    for (std::size_t i = 0; i < in.size();) {
      const int x = in[i++] - 'a';
      std::size_t digits = 0;
      int y = 0;
      for (; digits < 2 && i < in.size() && in[i] >= '0' && in[i] <= '9'; ++digits) y = 10 * y + (in[i++] - '0');
      if (x < 0 || x > 25 || digits == 0 || in[i - digits] == '0' || squares.size() == 26) unreadable_move(in);
      squares.push_back({x, y - 1});
    }
    if (squares.empty()) unreadable_move(in);
    const bool sorted = std::adjacent_find(squares.begin(), squares.end(), [](const Square& a, const Square& b) { return !(a < b); }) == squares.end();
    if (!sorted || squares.size() > Order) illegal_move(in);
    const Move move = find_placement(squares);
    if (move.shape == pass_move || !is_legal(at, move)) illegal_move(in);
    return move;
  }

  std::uint64_t key(const State& at) const {
    u64 key = at.phase * 4u + at.colour * 2u + at.blue_owner;
    for (const Files& files : at.squares) {
      for (int i = 0; i < Size; i += 2) key = scramble(key ^ (static_cast<u64>(files[i]) << 32 | files[i + 1]));
    }
    return key;
  }

  std::string diagram(const State& at) const {
    const auto square = [&](int row, int column) {
      const int y = Size - 1 - row;
      return test(at.squares[blue], column, y) ? 'b' : test(at.squares[orange], column, y) ? 'o' : '.';
    };
    return draw_rows(Size, Size, square, [](int row) { return std::to_string(Size - row); }) + "Left " + remaining(at) + '\n';
  }

 private:
  static constexpr std::uint16_t swap_move = 0xFFFE;
  static constexpr std::uint16_t pass_move = 0xFFFF;
  static constexpr int reach = Tables::reach;
  static constexpr std::uint32_t all_ranks = (std::uint32_t{1} << Size) - 1;

  static u8 other(u8 colour) { return colour ^ 1; }
  static bool test(const Files& files, int x, int y) { return (files[x] >> y & 1) != 0; }
  static int squares_of(const Files& files) {
    int count = 0;
    for (const std::uint32_t file : files) count += popcount(u64{file});
    return count;
  }

  u64 full_set() const {
    const u64 one = (u64{1} << tables_.pieces.size()) - 1;
    return Copies == 2 ? one | one << 32 : one;
  }
  static u64& left(State& state, int colour) { return state.left[Shared ? 0 : colour]; }
  static u64 left(const State& at, int colour) { return at.left[Shared ? 0 : colour]; }
  static void take(u64& left, int piece) {
    const u64 second = u64{1} << 32 << piece;
    left &= ~(Copies == 2 && (left & second) != 0 ? second : u64{1} << piece);
  }
  static bool in_stock(u64 left, int piece) { return (left >> piece & 1) != 0; }

  /// The placements of a colour, anchor by anchor. An anchor that has been dealt with counts as taken, so that no placement comes twice.
  class Search {
   public:
    Search(const State& at, int colour) : Search(Tables::get(), left(at, colour)) {
      const Files& own = at.squares[colour];
      const Files& others = at.squares[colour ^ 1];
      for (int x = 0; x < Size; ++x) {
        const std::uint32_t west = x > 0 ? own[x - 1] : 0;
        const std::uint32_t east = x + 1 < Size ? own[x + 1] : 0;
        const std::uint32_t beside = west | east;
        const std::uint32_t free = ~(own[x] | others[x] | own[x] << 1 | own[x] >> 1 | beside) & all_ranks;
        free_[x + reach] = free << reach;
        anchors_[x] = (beside << 1 | beside >> 1) & free;
      }
    }
    /// Through any of these squares, on an empty board.
    Search(const Files& squares, u64 pieces) : Search(Tables::get(), pieces) {
      for (int x = 0; x < Size; ++x) {
        free_[x + reach] = all_ranks << reach;
        anchors_[x] = squares[x];
      }
    }

    const Files& anchors() const { return anchors_; }
    /// Leaves out what goes through these anchors.
    void pass_over(const Files& anchors) {
      for (int x = 0; x < Size; ++x) {
        free_[x + reach] &= ~(anchors[x] << reach);
        anchors_[x] &= ~anchors[x];
      }
    }

    /// An anchor and what is around it.
    struct Anchor {
      Word blocked;
      u8 free_neighbours;
      u8 x, y;
      unsigned fits;  ///< placements: filled in by who counts them
    };
    Anchor anchor() const { return {blocked_, static_cast<u8>(free_neighbours_), static_cast<u8>(x_), static_cast<u8>(y_), 0}; }
    /// For `nth`.
    void back_to(const Anchor& anchor) {
      blocked_ = anchor.blocked;
      free_neighbours_ = anchor.free_neighbours;
      x_ = anchor.x;
      y_ = anchor.y;
    }

    /// To the next anchor; false after the last.
    bool next() {
      if (y_ >= 0) free_[x_ + reach] &= ~(std::uint32_t{1} << (y_ + reach));
      while (anchors_[x_] == 0) {
        if (++x_ == Size) return false;
      }
      y_ = lowest(u64{anchors_[x_]});
      anchors_[x_] &= anchors_[x_] - 1;
      const u64 free = around();
      free_neighbours_ = Tables::neighbours(free);
      blocked_ = static_cast<Word>(~free & ((u64{1} << Tables::diamond) - 1));
      if constexpr (Tables::piece_bits) blocked_ |= out_of_stock_;
      return true;
    }

    unsigned count() const {
      if constexpr (all_at_once) return fits(0, Tables::through_count) + (single() ? 1 : 0);
      unsigned sum = single() ? 1 : 0;
      for_each_range([&](int begin, int end) {
        sum += fits(begin, end);
        return false;
      });
      return sum;
    }
    bool any() const {
      if constexpr (all_at_once) return single() || fits(0, Tables::through_count) != 0;
      return single() || for_each_fit([](int) { return true; });
    }

    template <class Visit>
    bool for_each(Visit&& visit) const {
      if (single() && visit(Move{0, static_cast<u8>(x_), static_cast<u8>(y_)})) return true;
      return for_each_fit([&](int t) { return visit(move(t)); });
    }
    Move nth(unsigned n) const {
      if (single() && n-- == 0) return {0, static_cast<u8>(x_), static_cast<u8>(y_)};
      if constexpr (all_at_once) return move(nth_fit(n, 0, Tables::through_count));
      int found = 0;
      for_each_range([&](int begin, int end) {
        const unsigned here = fits(begin, end);
        if (n >= here) {
          n -= here;
          return false;
        }
        found = nth_fit(n, begin, end);
        return true;
      });
      return move(found);
    }

   private:
    /// So few masks that they are all counted, also those that need a neighbour that is taken.
    static constexpr bool all_at_once = Order == 4;

    Search(const Tables& tables, u64 pieces) : tables_(tables), pieces_(pieces) {
      const u64 missing = ~pieces & ((u64{1} << tables.pieces.size()) - 1);
      if constexpr (Tables::piece_bits) {
        out_of_stock_ = static_cast<Word>(static_cast<Word>(missing >> 1) << Tables::diamond);
      } else {
        out_of_stock_ = missing;
      }
    }

    bool single() const { return (pieces_ & 1) != 0; }

    /// The free squares of the diamond around the anchor, but the anchor.
    u64 around() const {
      u64 out = 0;
      int at = 0;
      if constexpr (has_fast_pext) {
        for (int pair = 0; pair < Tables::file_pairs; ++pair) {
          const std::uint32_t* file = &free_[x_ + 2 * pair];
          const u64 files = 2 * pair < 2 * reach ? u64{file[0]} | u64{file[1]} << 32 : u64{file[0]};
          out |= extract_bits(files >> y_, Tables::pair_masks[pair]) << at;
          at += popcount(Tables::pair_masks[pair]);
        }
        return out;
      }
      for (int dx = -reach; dx <= reach; ++dx) {
        const int high = reach - (dx < 0 ? -dx : dx);
        const u64 file = free_[x_ + reach + dx] >> (y_ + reach - high);
        if (dx != 0) {
          out |= (file & ((u64{1} << (2 * high + 1)) - 1)) << at;
          at += 2 * high + 1;
        } else {
          out |= (file & ((u64{1} << high) - 1)) << at | (file >> (high + 1) & ((u64{1} << high) - 1)) << (at + high);
          at += 2 * high;
        }
      }
      return out;
    }

    /// The masks whose neighbours of the anchor are free, as ranges.
    template <class Visit>
    bool for_each_range(Visit&& visit) const {
      for (int filled = free_neighbours_; filled != 0; filled = (filled - 1) & free_neighbours_) {
        if (visit(tables_.first_with[filled], tables_.first_with[filled + 1])) return true;
      }
      return false;
    }
    /// 0 if the placement is possible.
    Word clash(int t) const {
      if constexpr (Tables::piece_bits) {
        return tables_.masks[t] & blocked_;
      } else {
        return (tables_.masks[t] & blocked_) | (tables_.stock[t] & out_of_stock_);
      }
    }
    /// As bits, of the masks from `first` on.
    u64 fits_of_step(int first) const {
      u64 out = 0;
      if constexpr (sizeof(Word) == 8) {
        const auto clashes = [&](const auto& table, u64 word) {
          Words8::Array words;
          std::copy_n(&table[static_cast<std::size_t>(first)], Tables::step, words.begin());
          return Words8(words).sharing(Words8(word));
        };
        out = clashes(tables_.masks, blocked_) ^ 0xFF;
        if constexpr (!Tables::piece_bits) out &= ~u64{clashes(tables_.stock, out_of_stock_)};
      } else {
        for (int i = 0; i < Tables::step; ++i) out |= u64{clash(first + i) == 0 ? 1u : 0u} << i;
      }
      return out;
    }
    unsigned fits(int begin, int end) const {
      Word sum = 0;
      for (int t = begin; t < end; ++t) sum += clash(t) == 0 ? 1 : 0;
      return static_cast<unsigned>(sum);
    }
    /// The n-th from `begin` on, of which there are so many: first in steps that need no branch for each mask.
    int nth_fit(unsigned n, int begin, int end) const {
      constexpr int step = 16;
      for (; begin + step <= end; begin += step) {
        const unsigned here = fits(begin, begin + step);
        if (n < here) break;
        n -= here;
      }
      while (clash(begin) != 0 || n-- != 0) ++begin;
      return begin;
    }
    template <class Visit>
    bool for_each_fit(Visit&& visit) const {
      return for_each_range([&](int begin, int end) {
        for (int first = begin; first < end; first += Tables::step) {
          u64 fit = fits_of_step(first);
          if (end - first < Tables::step) fit &= (u64{1} << (end - first)) - 1;
          while (fit != 0) {
            if (visit(first + pop_lowest(fit))) return true;
          }
        }
        return false;
      });
    }
    Move move(int t) const {
      const auto& [shape, dx, dy] = tables_.through[t];
      return {shape, static_cast<u8>(x_ - dx), static_cast<u8>(y_ - dy)};
    }

    const Tables& tables_;
    u64 pieces_;
    Word out_of_stock_ = 0;
    Word blocked_ = 0;
    int free_neighbours_ = 0;
    int x_ = 0;
    int y_ = -1;
    std::array<std::uint32_t, Size + 2 * reach> free_{};  ///< file x in word x + reach, rank y in bit y + reach
    Files anchors_{};
  };

  static std::uint64_t count_placements(const State& at, int colour) {
    if constexpr (one_word) return WordGame(at).planes(at, colour).count();
    Search search(at, colour);
    std::uint64_t total = 0;
    while (search.next()) total += search.count();
    return total;
  }
  static bool can_place(const State& at, int colour) {
    if constexpr (one_word) return WordGame(at).planes(at, colour).count() != 0;
    Search search(at, colour);
    while (search.next()) {
      if (search.any()) return true;
    }
    return false;
  }

  // ---- Random moves

  /// One of the placements of a colour; of these and the swap; nothing if there is no placement.
  static std::optional<Move> random_placement(const State& at, int colour, Rng& rng, bool or_swap) {
    if constexpr (one_word) return WordGame(at).draw(at, colour, rng, or_swap);
    Search search(at, colour);
    std::array<typename Search::Anchor, Size * Size> anchors;
    int seen = 0;
    unsigned total = 0;
    while (search.next()) {
      anchors[seen] = search.anchor();
      total += anchors[seen++].fits = search.count();
    }
    if (total == 0) return std::nullopt;
    auto draw = static_cast<unsigned>(rng.below(total + (or_swap ? 1 : 0)));
    if (draw == total) return Move{swap_move};
    int i = 0;
    for (; draw >= anchors[i].fits; ++i) draw -= anchors[i].fits;
    search.back_to(anchors[i]);
    return search.nth(draw);
  }
  /// For a colour without a placement.
  static Move random_way_out(const State& at, Rng& rng) { return {at.phase == choice && rng.below(2) == 0 ? swap_move : pass_move}; }

  /// A random game on a board of one word.
  class WordGame {
   public:
    explicit WordGame(const State& at) : squares_{board(at.squares[blue]), board(at.squares[orange])} {}

    Planes planes(const State& at, int colour) const { return Planes(tables_, squares_[colour], squares_[colour ^ 1], at.left[colour]); }
    /// As random_placement.
    std::optional<Move> draw(const State& at, int colour, Rng& rng, bool or_swap) const {
      const Planes planes = this->planes(at, colour);
      const u64 all = planes.count();
      if (all == 0) return std::nullopt;
      const u64 draw = rng.below(all + (or_swap ? 1 : 0));
      if (draw == all) return Move{swap_move};
      const auto [shape, square] = planes.nth(draw);
      return Move{shape, static_cast<u8>(square / 8), static_cast<u8>(square % 8)};
    }
    void see(int colour, Move move) {
      if (move.shape != swap_move) squares_[colour] |= tables_.covers[move.shape] << (8 * move.x + move.y);
    }

   private:
    static u64 board(const Files& files) {
      u64 out = 0;
      for (int x = 0; x < Size; ++x) out |= u64{files[x]} << (8 * x);
      return out;
    }

    const Planes::Tables& tables_ = Planes::Tables::get();
    std::array<u64, 2> squares_;
  };

  /// The squares in one row, file by file with a margin that no piece can be on. A placement is a shape and the square of its (0, 0).
  class Row {
   public:
    static constexpr int stride = Size + reach;
    static int square(int x, int y) { return (x + reach) * stride + y + reach; }
    struct Placement {
      std::uint16_t shape;
      std::uint16_t square;
    };
    static Move move(Placement at) { return {at.shape, static_cast<u8>(at.square / stride - reach), static_cast<u8>(at.square % stride - reach)}; }
    static Placement placement(Move move) { return {move.shape, static_cast<std::uint16_t>(square(move.x, move.y))}; }

    struct Corner {
      std::int16_t square;
      std::uint16_t direction;  ///< 0: north-east of the piece, 1: south-east, 2: north-west, 3: south-west
    };
    /// From the square of (0, 0).
    struct Outline {
      std::array<std::int16_t, Order> squares;
      std::array<std::int16_t, 2 * Order + 2> beside;  ///< as in squares, the last one may be there several times
      std::array<Corner, 2 * Order + 2> corners;
      u8 corners_count = 0;
      u8 piece = 0;
    };
    /// A shape and how far its (0, 0) is from an anchor.
    struct Through {
      std::uint16_t shape;
      std::int16_t back;
    };
    struct Outlines {
      std::array<Outline, Tables::shapes_count> of;
      std::array<std::array<Through, Tables::corner_count>, 4> through;  ///< an anchor in a direction
      Outlines();
      static const Outlines& get() {
        static const Outlines outlines;
        return outlines;
      }
    };

    static constexpr u8 taken_for(int colour) { return static_cast<u8>(1 << colour); }
    static constexpr u8 anchor_for(int colour) { return static_cast<u8>(4 << colour); }

    Row() {
      squares_.fill(taken_for(blue) | taken_for(orange));
      for (int x = 0; x < Size; ++x) std::fill_n(&squares_[square(x, 0)], Size, u8{0});
    }
    u8 operator[](int square) const { return squares_[square]; }

    /// In one test: whether the piece is in stock cannot be predicted.
    bool possible(const Outline& outline, int square, int colour, u64 pieces) const {
      u64 all = (~pieces >> outline.piece & 1) << colour;
      for (const int offset : outline.squares) all |= squares_[square + offset];
      return (all & taken_for(colour)) == 0;
    }
    int first_anchor(const Outline& outline, int square, int colour) const {
      int i = 0;
      while ((squares_[square + outline.squares[i]] & anchor_for(colour)) == 0) ++i;
      return square + outline.squares[i];
    }
    /// `found(square, direction)`: a new anchor.
    template <class Found>
    void put(const Outline& outline, int square, int colour, Found&& found) {
      for (const int offset : outline.squares) squares_[square + offset] |= taken_for(blue) | taken_for(orange);
      for (const int offset : outline.beside) squares_[square + offset] |= taken_for(colour);
      for (int i = 0; i < outline.corners_count; ++i) {
        const int corner = square + outline.corners[i].square;
        if ((squares_[corner] & (taken_for(colour) | anchor_for(colour))) != 0) continue;
        squares_[corner] |= anchor_for(colour);
        found(corner, outline.corners[i].direction);
      }
    }

   private:
    std::array<u8, (Size + 2 * reach) * stride + reach> squares_;
  };

  /// A random game on larger boards. While most of what can be put on an anchor at one of its corners is possible, anchors and pieces are drawn until they
  /// fit. Once that takes long there is a list of all placements of the colour: as free squares and pieces only become fewer, it takes in those through new
  /// anchors and loses what is not possible any more.
  class RowGame {
   public:
    explicit RowGame(const State& at) {
      for (int x = 0; x < Size; ++x) {
        for (const u8 colour : {blue, orange}) {
          for (u64 rest = at.squares[colour][x]; rest != 0;) put(colour, {0, static_cast<std::uint16_t>(Row::square(x, pop_lowest(rest)))});
        }
      }
    }

    /// As random_placement.
    std::optional<Move> draw(const State& at, int colour, Rng& rng, bool or_swap) {
      Side& side = sides_[colour];
      if (!scarce_) {
        if (const auto move = sample(at, colour, rng, or_swap)) return move;
      }
      scarce_ = list(at, colour);
      if (!scarce_) return random_placement(at, colour, rng, or_swap);
      if (side.list_size == 0) return std::nullopt;
      const u64 draw = rng.below(side.list_size + (or_swap ? 1 : 0));
      return draw == side.list_size ? Move{swap_move} : Row::move(side.list[draw]);
    }
    void see(int colour, Move move) {
      if (move.shape != swap_move) put(colour, Row::placement(move));
    }

   private:
    struct Anchor {
      std::uint16_t square;
      std::uint16_t direction;
    };
    struct Side {
      unsigned anchors_size = 0;
      unsigned list_size = 0;
      Files known{};  ///< anchors whose placements are in the list
      std::array<Anchor, Size * Size> anchors;
      std::array<typename Row::Placement, 512> list;
    };

    void put(int colour, typename Row::Placement at) {
      Side& side = sides_[colour];
      row_.put(outlines_.of[at.shape], at.square, colour, [&](int square, int direction) {
        side.anchors[side.anchors_size++] = {static_cast<std::uint16_t>(square), static_cast<std::uint16_t>(direction)};
      });
    }

    /// Each placement is one way in which an anchor and a shape are drawn, that of its first anchor. Nothing if none of many draws is possible.
    std::optional<Move> sample(const State& at, int colour, Rng& rng, bool or_swap) {
      constexpr int patience = Order == 4 ? 24 : Order == 5 ? 48 : 144;  // as measured
      constexpr unsigned per_anchor = Tables::corner_count;
      Side& side = sides_[colour];
      const u64 pieces = left(at, colour);
      for (int i = 0; i < patience && side.anchors_size != 0; ++i) {
        const auto draw = static_cast<unsigned>(rng.below(side.anchors_size * per_anchor + (or_swap ? 1 : 0)));
        const unsigned index = draw / per_anchor;
        if (index == side.anchors_size) {
          if (can_place(at, colour)) return Move{swap_move};
          break;
        }
        const Anchor anchor = side.anchors[index];
        const auto [shape, back] = outlines_.through[anchor.direction][draw % per_anchor];
        const auto& outline = outlines_.of[shape];
        const int square = anchor.square - back;
        if (row_.possible(outline, square, colour, pieces)) {
          if (row_.first_anchor(outline, square, colour) == anchor.square) return Row::move({shape, static_cast<std::uint16_t>(square)});
        } else if ((row_[anchor.square] & Row::taken_for(colour)) != 0) {
          side.anchors[index] = side.anchors[--side.anchors_size];
        }
      }
      return std::nullopt;
    }

    /// Brings the list up to date; false if there are too many placements.
    bool list(const State& at, int colour) {
      Side& side = sides_[colour];
      const u64 pieces = left(at, colour);
      unsigned kept = 0;
      for (unsigned i = 0; i < side.list_size; ++i) {
        const auto placement = side.list[i];
        const auto& outline = outlines_.of[placement.shape];
        side.list[kept] = placement;
        kept += row_.possible(outline, placement.square, colour, pieces) ? 1 : 0;
      }
      side.list_size = kept;
      Search search(at, colour);
      const Files all = search.anchors();
      search.pass_over(side.known);
      side.known = all;
      while (search.next()) {
        const bool full = search.for_each([&](Move move) {
          side.list[side.list_size++] = Row::placement(move);
          return side.list_size == side.list.size();
        });
        if (!full) continue;
        side.list_size = 0;
        side.known = {};
        return false;
      }
      return true;
    }

    bool scarce_ = false;  ///< placements are listed, not sampled
    const typename Row::Outlines& outlines_ = Row::Outlines::get();
    Row row_;
    std::array<Side, 2> sides_;
  };

  static constexpr bool one_word = Size == 8;
  using Game = std::conditional_t<one_word, WordGame, RowGame>;

  // ---- Openings

  static std::uint64_t places(const Shape& shape) {
    return static_cast<std::uint64_t>(std::max(Size - shape.width, 0)) * static_cast<std::uint64_t>(std::max(Size - shape.height, 0));
  }

  /// On the empty board, of all pieces but one.
  std::uint64_t all_placements(int but) const {
    if (but < 0) return places_up_to_.back();
    std::uint64_t total = 0;
    for (const Shape& shape : tables_.shapes) total += shape.piece == but ? 0 : places(shape);
    return total;
  }
  Move empty_board_placement(std::uint64_t i) const {
    int s = 0;
    for (const std::uint32_t end : places_up_to_) s += end <= i ? 1 : 0;
    if (s != 0) i -= places_up_to_[s - 1];
    const auto ranks = static_cast<std::uint64_t>(Size - tables_.shapes[s].height);
    return {static_cast<std::uint16_t>(s), static_cast<u8>(i / ranks), static_cast<u8>(i % ranks)};
  }
  /// The piece of blue's opening.
  int blue_piece(const State& at) const { return lowest(~at.left[0] >> (Copies == 2 ? 32 : 0)); }
  /// Of all pieces but blue's, over blue's.
  std::uint64_t overlapping(const State& at) const {
    Search search(at.squares[blue], full_set() & ~(u64{1} << blue_piece(at)));
    std::uint64_t total = 0;
    while (search.next()) total += search.count();
    return total;
  }
  template <class Emit>
  void opening_moves(const State& at, Emit&& emit) const {
    const int taken = at.phase == open2 ? blue_piece(at) : -1;
    for (int s = 0; s < Tables::shapes_count; ++s) {
      const Shape& shape = tables_.shapes[s];
      if (shape.piece == taken) continue;
      for (int x = 0; x + shape.width < Size; ++x) {
        for (int y = 0; y + shape.height < Size; ++y) {
          const Move move{static_cast<std::uint16_t>(s), static_cast<u8>(x), static_cast<u8>(y)};
          if (free_of(move, at.squares[blue]) && emit(move)) return;
        }
      }
    }
  }
  bool free_of(Move move, const Files& files) const {
    const Shape& shape = tables_.shapes[move.shape];
    std::uint32_t all = 0;
    for (int i = 0; i < Order; ++i) all |= files[move.x + shape.x[i]] >> (move.y + shape.y[i]);
    return (all & 1) == 0;
  }

  // ---- Reading

  /// The placement on these squares, sorted; `pass` if they are no piece on the board.
  Move find_placement(const Squares& squares) const {
    Square low = squares[0];
    for (const Square& s : squares) {
      if (s.x >= Size || s.y >= Size) return {pass_move};
      low = {std::min(low.x, s.x), std::min(low.y, s.y)};
    }
    for (int s = 0; s < Tables::shapes_count; ++s) {
      const Shape& shape = tables_.shapes[s];
      if (shape.order != squares.size()) continue;
      bool same = true;
      for (int i = 0; i < shape.order; ++i) same = same && shape.x[i] == squares[i].x - low.x && shape.y[i] == squares[i].y - low.y;
      if (same) return {static_cast<std::uint16_t>(s), static_cast<u8>(low.x), static_cast<u8>(low.y)};
    }
    return {pass_move};
  }
  bool is_legal(const State& at, Move move) const {
    const Shape& shape = tables_.shapes[move.shape];
    if (at.phase == open1) return true;
    if (at.phase == open2) return shape.piece != blue_piece(at) && free_of(move, at.squares[blue]);
    if (!in_stock(left(at, at.colour), shape.piece)) return false;
    const Files& own = at.squares[at.colour];
    if (!free_of(move, own) || !free_of(move, at.squares[other(at.colour)])) return false;
    const auto is_own = [&](int x, int y) { return x >= 0 && x < Size && y >= 0 && y < Size && test(own, x, y); };
    bool corner = false;
    for (int i = 0; i < shape.order; ++i) {
      const int x = move.x + shape.x[i];
      const int y = move.y + shape.y[i];
      if (is_own(x - 1, y) || is_own(x + 1, y) || is_own(x, y - 1) || is_own(x, y + 1)) return false;
      corner = corner || is_own(x - 1, y - 1) || is_own(x - 1, y + 1) || is_own(x + 1, y - 1) || is_own(x + 1, y + 1);
    }
    return corner;
  }

  std::string remaining(const State& at) const {
    std::string out = list(at.left[0]);
    if constexpr (!Shared) out += '/' + list(at.left[1]);
    return out;
  }
  std::string list(u64 left) const {
    if (left == full_set()) return "all";
    std::string out;
    for (std::size_t p = 0; p < tables_.pieces.size(); ++p) {
      for (int copy = 0; copy < Copies; ++copy) {
        if ((left >> (32 * copy) >> p & 1) == 0) continue;
        if (!out.empty()) out += ',';
        out += tables_.pieces[p].name;
      }
    }
    return out.empty() ? "-" : out;
  }

  /// Takes what stands on the board from the set of a colour.
  void take_pieces(State& state, u8 colour) const {
    Files rest = state.squares[colour];
    for (int x = 0; x < Size; ++x) {
      while (rest[x] != 0) {
        Squares group{{x, lowest(u64{rest[x]})}};
        rest[x] &= rest[x] - 1;
        for (std::size_t i = 0; i < group.size() && group.size() <= Order; ++i) {
          const Square s = group[i];
          for (const Square next : {Square{s.x + 1, s.y}, Square{s.x - 1, s.y}, Square{s.x, s.y + 1}, Square{s.x, s.y - 1}}) {
            if (next.x < 0 || next.x >= Size || next.y < 0 || next.y >= Size || !test(rest, next.x, next.y)) continue;
            rest[next.x] &= ~(std::uint32_t{1} << next.y);
            group.push_back(next);
          }
        }
        const std::string where = static_cast<char>('a' + group[0].x) + std::to_string(group[0].y + 1);
        const char* of = colour == blue ? "blue" : "orange";
        std::sort(group.begin(), group.end());
        const Move found = group.size() > Order ? Move{pass_move} : find_placement(group);
        if (found.shape == pass_move) throw TextError("the " + std::string(of) + " squares at " + where + " are no piece of the set");
        const int piece = tables_.shapes[found.shape].piece;
        if (!in_stock(left(state, colour), piece))
          throw TextError("the " + std::string(of) + " piece " + tables_.pieces[piece].name + " at " + where + " is one too many");
        take(left(state, colour), piece);
        ++state.tiles[colour];
      }
    }
  }

  void read_phase(State& state, std::string_view owner, std::string_view colour, std::string_view phase) const {
    if (colour != "b" && colour != "o") throw TextError("colour to move " + in_quotes(colour) + " is not b or o");
    state.colour = colour == "b" ? blue : orange;
    if (phase != "open1" && phase != "open2" && phase != "choice" && phase != "play")
      throw TextError("phase " + in_quotes(phase) + " is none of open1, open2, choice, play");
    if (phase == "play") {
      if (owner != "0" && owner != "1") throw TextError("owner of blue " + in_quotes(owner) + " is not 0 or 1");
      state.phase = play_phase;
      state.blue_owner = owner == "1" ? 1 : 0;
      return;
    }
    state.phase = phase == "open1" ? open1 : phase == "open2" ? open2 : choice;
    if (owner != "-") throw TextError("owner of blue " + in_quotes(owner) + " in phase " + in_quotes(phase) + " is not -");
    if (state.colour != (state.phase == open2 ? orange : blue)) throw TextError("colour to move " + in_quotes(colour) + " in phase " + in_quotes(phase));
    if (state.tiles[blue] != (state.phase == open1 ? 0 : 1) || state.tiles[orange] != (state.phase == choice ? 1 : 0)) {
      throw TextError("phase " + in_quotes(phase) + " does not fit a board of " + std::to_string(state.tiles[blue]) + " blue and " +
                      std::to_string(state.tiles[orange]) + " orange pieces");
    }
    if (!Shared && state.phase == choice && state.left[0] == state.left[1]) throw TextError("phase 'choice' with two pieces of the same shape");
  }

  const Tables& tables_ = Tables::get();
  bool by_squares_;
  std::array<std::uint32_t, Tables::shapes_count> places_up_to_{};  ///< on the empty board, of the shapes up to each
};

template <int Size, int Order, int Copies, bool Shared>
Polyomino<Size, Order, Copies, Shared>::Row::Outlines::Outlines() {
  const Tables& tables = Tables::get();
  const auto offset = [](int x, int y) { return static_cast<std::int16_t>(stride * x + y); };
  for (int s = 0; s < Tables::shapes_count; ++s) {
    const Shape& shape = tables.shapes[s];
    Outline& outline = of[s];
    outline.piece = shape.piece;
    for (int i = 0; i < Order; ++i) outline.squares[i] = offset(shape.x[i], shape.y[i]);
    const auto is_square = [&](int x, int y) {
      for (int i = 0; i < shape.order; ++i) {
        if (shape.x[i] == x && shape.y[i] == y) return true;
      }
      return false;
    };
    const auto is_beside = [&](int x, int y) { return is_square(x - 1, y) || is_square(x + 1, y) || is_square(x, y - 1) || is_square(x, y + 1); };
    int beside = 0;
    for (int x = -1; x <= shape.width + 1; ++x) {
      for (int y = -1; y <= shape.height + 1; ++y) {
        if (is_square(x, y)) continue;
        if (is_beside(x, y)) {
          outline.beside.at(beside++) = offset(x, y);
          continue;
        }
        for (int direction = 0; direction < 4; ++direction) {
          if (!is_square((direction & 2) == 0 ? x - 1 : x + 1, (direction & 1) == 0 ? y - 1 : y + 1)) continue;
          outline.corners.at(outline.corners_count++) = {offset(x, y), static_cast<std::uint16_t>(direction)};
          break;
        }
      }
    }
    std::fill(outline.beside.begin() + beside, outline.beside.end(), outline.beside[0]);
  }
  for (int direction = 0; direction < 4; ++direction) {
    for (int i = 0; i < Tables::corner_count; ++i) {
      const auto& [shape, dx, dy] = tables.through[tables.corner[direction][i]];
      through[direction][i] = {shape, offset(dx, dy)};
    }
  }
}

std::unique_ptr<AnyGame> make_polyomino(const Options& options) {
  const bool by_squares = options.is("score", "squares");
  if (options.is("variant", "mini")) return as_game(Polyomino<8, 4, 1, false>(by_squares));
  if (options.is("variant", "small")) return as_game(Polyomino<12, 4, 2, false>(by_squares));
  if (options.is("variant", "penta")) return as_game(Polyomino<14, 5, 1, false>(by_squares));
  return as_game(Polyomino<20, 6, 1, true>(by_squares));
}

const Registration registration{{
    .id = "polyomino",
    .title = "Polyomino",
    .page = "polyomino",
    .source = "polyomino.cpp",
    .options = {{"variant", one_of({std::string("mini"), std::string("small"), std::string("penta"), std::string("hexa")}), "board and set of pieces"},
                {"score", one_of({std::string("tiles"), std::string("squares")}), "what the player with more of wins"}},
    .make = make_polyomino,
}};

}  // namespace
