// WYPS (docs/rules/wyps.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "games/wyps/shapes.hpp"
#include "games/wyps/tiles.hpp"
#include "games/wyps/turns.hpp"
#include "geometry/bits.hpp"
#include "geometry/triangle.hpp"
#include "words/distinct.hpp"
#include "words/options.hpp"

namespace {

using namespace ply;
using namespace ply::wyps;

// ---- Board: see geometry/triangle.hpp. Letters have the numbers of their language, digits are numbered from 0; on tiles they are one higher, 0 is no tile.

enum class Phase : u8 { swap, take, turn, draw, path, flip };
enum class Kind : u8 { swap, keep, take, draw, pass, turn, step, end, flip };

constexpr int most_players = 4;

/// What the options fix.
struct Settings {
  int size = 8;
  int players = 2;
  bool fixed = false;
  bool steps = false;
  std::vector<std::string> letters;            ///< how they are written, by number
  std::array<u8, most_letters> tiles{};        ///< how many there are of each on this board
  u64 known = 0;                               ///< letters with tiles on a board of any size
  const Language* language = nullptr;          ///< none: digits
  std::shared_ptr<const Lexicon> lexicon;      ///< keeps the words alive
  std::shared_ptr<const Automaton> sequences;  ///< those of digits
  const Automaton* words = nullptr;            ///< one of the two
};

template <class Bits>
class Wyps {
 public:
  using Board = Triangle<Bits>;
  static constexpr int capacity = Board::capacity;

  struct State {
    Bits filled = 0;
    Bits black = 0;
    std::array<Tile, capacity> tile{};
    std::array<std::array<Tile, most_rack>, most_players> rack{};  ///< in alphabet order, 0 behind
    std::array<Tile, capacity> bag{};                              ///< in alphabet order, or (draw=fixed) the next one last; 0 behind
    u8 in_bag = 0;
    Phase phase = Phase::turn;
    u8 player = 0;
    u8 on_path = 0;                     ///< turns=steps: cells of the unfinished turn
    std::array<u8, 3> picks{};          ///< take: the sets that players 0, 1, 2 took, from 1
    std::array<u8, capacity> path{};    ///< the cells
    std::array<Tile, most_rack> put{};  ///< what was put on those that are empty, in order

    friend bool operator==(const State&, const State&) = default;
  };

  struct Move {
    Turn<Bits> turn{};  ///< a step: its cell, and its letter if one is put; take, draw: the set or letter stands for the letters
    Kind kind = Kind::pass;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Wyps(Settings settings) : settings_(std::move(settings)), board_(settings_.size), rack_size_(rack_sizes[at(settings_.size - smallest_size)]) {
    for (int cell = 0; knows_shapes() && cell < board_.cells(); ++cell) square_ |= u64{1} << (8 * board_.y(cell) + board_.x(cell));
  }

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    std::array<Tile, capacity> all{};
    std::size_t n = 0;
    for (std::size_t letter = 0; letter < most_letters; ++letter) {
      for (int i = 0; i < settings_.tiles[letter]; ++i) all[n++] = static_cast<Tile>(letter + 1);
    }
    rng.shuffle(all, n);
    std::size_t drawn = 0;
    for (int set = 0; set < settings_.players; ++set) {
      for (int i = 0; i < rack_size_; ++i) state.rack[at(set)][at(i)] = all[drawn++];
      sort_rack(state.rack[at(set)]);
    }
    state.in_bag = static_cast<u8>(n - drawn);
    std::copy(all.begin() + static_cast<std::ptrdiff_t>(drawn), all.begin() + static_cast<std::ptrdiff_t>(n), state.bag.begin());
    if (settings_.fixed) {
      std::reverse(state.bag.begin(), state.bag.begin() + state.in_bag);
    } else {
      std::sort(state.bag.begin(), state.bag.begin() + state.in_bag);
    }
    state.phase = settings_.players == 2 ? Phase::swap : Phase::take;
    return state;
  }

  int players() const { return settings_.players; }

  int current_player(const State& at) const {
    if (at.phase == Phase::draw) return chance;
    if (at.phase != Phase::turn || !is_over(at)) return at.player;
    return over;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    switch (at.phase) {
      case Phase::swap:
        if (!emit(plain(Kind::swap))) emit(plain(Kind::keep));
        return;
      case Phase::take:
        for (int set = 1; set <= most_players; ++set) {
          if (!taken(at, set) && emit(plain(Kind::take, static_cast<u64>(set)))) return;
        }
        return;
      case Phase::draw:
        for (int i = 0; i < at.in_bag; ++i) {
          const Tile tile = at.bag[Wyps::at(i)];
          if ((i == 0 || tile != at.bag[Wyps::at(i - 1)]) && emit(plain(Kind::draw, tile))) return;
        }
        return;
      default:
        break;
    }
    if (at.phase == Phase::turn) {
      if (is_full(at) || (settings_.players == 2 ? rack_empty(at, at.player) : no_tiles(at))) return;
      if (rack_empty(at, at.player)) {
        emit(plain(Kind::pass));
        return;
      }
    }
    if (settings_.steps) {
      steps(at, emit);
    } else {
      turns(at, [&](const Turn<Bits>& turn) { return emit(Move{turn, Kind::turn}); });
    }
  }

  void play(State& state, const Move& move) const {
    switch (move.kind) {
      case Kind::swap:
        std::swap(state.rack[0], state.rack[1]);
        [[fallthrough]];
      case Kind::keep:
        state.phase = Phase::turn;
        state.player = 1;
        return;
      case Kind::take:
        return take(state, static_cast<u8>(move.turn.placed.letters));
      case Kind::draw:
        remove_from_bag(state, static_cast<Tile>(move.turn.placed.letters));
        if (!refill_due(state)) next_player(state);
        return;
      case Kind::pass:
        return end_turn(state);
      case Kind::turn:
        return finish(state, move.turn);
      case Kind::step: {
        const int cell = lowest(move.turn.placed.cells);
        state.path[state.on_path++] = static_cast<u8>(cell);
        if (!Board::has(state.filled, cell)) {
          std::size_t put = 0;
          while (state.put[put] != 0) ++put;
          state.put[put] = static_cast<Tile>(move.turn.placed.letters + 1);
        }
        state.phase = Phase::path;
        return;
      }
      case Kind::end: {
        const Path<Bits> path = path_of(state);
        const Bits used = path.cells & theirs(state);
        if (popcount(used) >= 2 && !board_.straight(path.cells)) {
          state.phase = Phase::flip;
          return;
        }
        return finish(state, {path.placed, used});
      }
      case Kind::flip:
        return finish(state, {path_of(state).placed, move.turn.flips});
    }
  }

  std::uint64_t count(const State& at) const {
    std::uint64_t count = 0;
    if (whole_turn(at)) {
      if (knows_shapes()) return counted(at, [](const auto&, std::uint64_t, const Turns&) {});
      turns(at, [&](const Turn<Bits>&) {
        ++count;
        return false;
      });
    } else {
      moves(at, [&](const Move&) {
        ++count;
        return false;
      });
    }
    return count;
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    std::optional<Move> chosen;
    if (whole_turn(at) && knows_shapes()) {
      counted(at, [&](const auto& on_shapes, std::uint64_t all, const Turns& walked) {
        if (all == 0) return;
        const std::uint64_t i = rng.below(all);
        chosen = Move{i < walked.items().size() ? walked.items()[i] : on_shapes(i - walked.items().size()), Kind::turn};
      });
      return chosen;
    }
    if (at.phase == Phase::draw) {
      const auto i = static_cast<std::size_t>(rng.below(at.in_bag));
      return plain(Kind::draw, at.bag[i]);
    }
    std::vector<Move> all;
    moves(at, [&](const Move& move) {
      all.push_back(move);
      return false;
    });
    if (!all.empty()) chosen = all[rng.below(all.size())];
    return chosen;
  }

  std::uint64_t weight(const State& at, const Move& move) const {
    return static_cast<std::uint64_t>(std::count(at.bag.begin(), at.bag.begin() + at.in_bag, static_cast<Tile>(move.turn.placed.letters)));
  }

  /// Every turn puts a tile down; as a walk it has a step a cell, its end and a flip.
  std::uint64_t longest_game() const {
    const auto cells = static_cast<std::uint64_t>(board_.cells());
    const std::uint64_t turn = settings_.steps ? cells + 2 : 1;
    const std::uint64_t passes = settings_.players == 2 ? 0 : 3;
    return 3 + cells * (turn + 1 + passes);
  }

  // ---- End
  Result result(const State& at) const {
    if (settings_.players == 2) {
      if (board_.connects(theirs(at))) return Result::win(2, 1 - at.player, "connection");
      return is_full(at) ? Result::win(2, at.player, "connection") : Result::win(2, 1 - at.player, "no tiles left");
    }
    if (board_.connects(at.black)) return Result::team(4, black_team, "connection");
    if (board_.connects(at.filled & ~at.black)) return Result::team(4, white_team, "connection");
    return Result::draw(4, "no tiles left");
  }
  Result conceded(const State&, int player) const {
    if (settings_.players == 2) return Result::win(2, 1 - player, "resignation");
    return Result::team(4, player % 2 == 0 ? white_team : black_team, "resignation");
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (cell > 0 && board_.x(cell) == 0) out += '/';
      if (!Board::has(at.filled, cell)) {
        out += '.';
      } else {
        out += letter_name(at.tile[Wyps::at(cell)]);
        out += Board::has(at.black, cell) ? 'b' : 'w';
      }
    }
    out += ' ';
    for (int p = 0; p < settings_.players; ++p) {
      if (p > 0) out += '|';
      out += letters_text(at.rack[Wyps::at(p)].data(), rack_count(at, p));
    }
    out += ' ' + bag_text(at) + ' ' + std::to_string(at.player) + ' ';
    switch (at.phase) {
      case Phase::swap:
        return out + "swap";
      case Phase::take: {
        out += "take:";
        if (at.player == 0) out += '-';
        for (int p = 0; p < at.player; ++p) out += static_cast<char>('0' + at.picks[Wyps::at(p)]);
        return out;
      }
      case Phase::turn:
        return out + "turn";
      case Phase::draw:
        return out + "draw";
      case Phase::path:
      case Phase::flip:
        break;
    }
    return out + (at.phase == Phase::path ? "path:" : "flip:") + steps_text(at);
  }

  std::string text(const State& at, const Move& move) const {
    const Turn<Bits>& turn = move.turn;
    switch (move.kind) {
      case Kind::swap:
        return "swap";
      case Kind::keep:
        return "noswap";
      case Kind::take:
        return "take " + std::to_string(turn.placed.letters);
      case Kind::draw:
        return '+' + letter_name(static_cast<Tile>(turn.placed.letters));
      case Kind::pass:
        return "pass";
      case Kind::end:
        return "end";
      case Kind::step: {
        const int cell = lowest(turn.placed.cells);
        return (Board::has(at.filled, cell) ? "" : letter_name(static_cast<Tile>(turn.placed.letters + 1)) + '@') + board_.name(cell);
      }
      case Kind::flip:
      case Kind::turn:
        break;
    }
    std::string out;
    turn.placed.for_each([&](int cell, int letter) {
      if (!out.empty()) out += ' ';
      out += letter_name(static_cast<Tile>(letter + 1)) + '@' + board_.name(cell);
      return false;
    });
    for_each_bit(turn.flips, [&](int cell) {
      if (!out.empty()) out += ' ';
      out += '!' + board_.name(cell);
      return false;
    });
    return out;
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    parse_board(state, parts[0]);
    parse_racks(state, parts[1]);
    parse_bag(state, parts[2]);
    state.player = static_cast<u8>(number(parts[3], 0, settings_.players - 1, "player"));
    parse_phase(state, parts[4]);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (whole_turn(at)) return parse_turn(at, in);
    std::optional<Move> found;
    moves(at, [&](const Move& move) {
      if (text(at, move) == in) found = move;
      return found.has_value();
    });
    if (found) return *found;
    const bool readable = in == "swap" || in == "noswap" || in == "pass" || in == "end" || (in.starts_with("take ") && in.size() == 6) || in.starts_with('+') ||
                          in.starts_with('!') || readable_step(in);
    if (readable) illegal_move(in);
    unreadable_move(in);
  }

  std::uint64_t key(const State& at) const {
    u64 key = scramble(word(at.filled));
    const auto add = [&](u64 more) { key = scramble(key ^ more) + 1; };
    const auto add_bytes = [&](const u8* bytes, std::size_t size) {
      u64 part = 0;
      for (std::size_t i = 0; i < size; ++i) {
        part = part << 8 | bytes[i];
        if (i % 8 == 7) add(part);
      }
      add(part);
    };
    add(word(at.black));
    add_bytes(at.tile.data(), at.tile.size());
    for (const auto& rack : at.rack) add_bytes(rack.data(), rack.size());
    add_bytes(at.bag.data(), at.bag.size());
    add(u64{at.in_bag} | static_cast<u64>(at.phase) << 8 | u64{at.player} << 16 | u64{at.on_path} << 24);
    add_bytes(at.picks.data(), at.picks.size());
    if (at.on_path > 0) {
      add_bytes(at.path.data(), at.path.size());
      add_bytes(at.put.data(), at.put.size());
    }
    return key;
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (board_.x(cell) == 0) {
        if (cell > 0) out += '\n';
        const std::string name = board_.name(cell);
        out += name + std::string(4 - name.size() + static_cast<std::size_t>(3 * (board_.side() - 1 - board_.y(cell)) / 2), ' ');
      }
      out += ' ';
      if (Board::has(at.filled, cell)) {
        out += letter_name(at.tile[Wyps::at(cell)]) + (Board::has(at.black, cell) ? "b" : "w");
      } else {
        out += ". ";
      }
    }
    out += '\n';
    for (int p = 0; p < settings_.players; ++p) {
      out += (at.phase == Phase::take ? "Set " + std::to_string(p + 1) : "Player " + std::to_string(p)) + ": " +
             letters_text(at.rack[Wyps::at(p)].data(), rack_count(at, p)) + '\n';
    }
    return out;
  }

 private:
  static constexpr std::uint16_t black_team = 0b0101;
  static constexpr std::uint16_t white_team = 0b1010;

  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static u64 word(u64 bits) { return bits; }
  static u64 word(u128 bits) { return low_word(bits) ^ scramble(high_word(bits)); }

  static Move plain(Kind kind, u64 what = 0) {
    Move move;
    move.kind = kind;
    move.turn.placed.letters = what;
    return move;
  }

  // ---- Racks and bag
  static void sort_rack(std::array<Tile, most_rack>& rack) {
    std::sort(rack.begin(), rack.end(), [](Tile a, Tile b) { return a != 0 && (b == 0 || a < b); });
  }
  static int rack_count(const State& at, int p) {
    int n = 0;
    while (n < most_rack && at.rack[Wyps::at(p)][Wyps::at(n)] != 0) ++n;
    return n;
  }
  static bool rack_empty(const State& at, int p) { return at.rack[Wyps::at(p)][0] == 0; }
  bool is_full(const State& at) const { return at.filled == board_.board(); }
  bool no_tiles(const State& at) const {
    bool none = at.in_bag == 0;
    for (int p = 0; p < settings_.players; ++p) none = none && rack_empty(at, p);
    return none;
  }
  bool refill_due(const State& at) const { return at.in_bag > 0 && !is_full(at) && rack_count(at, at.player) < rack_size_; }
  static void remove_from_rack(State& state, Tile tile) {
    auto& rack = state.rack[at(state.player)];
    const auto found = std::find(rack.begin(), rack.end(), tile);
    std::copy(found + 1, rack.end(), found);
    rack.back() = 0;
  }
  /// To the rack of the player to move.
  static void remove_from_bag(State& state, Tile tile) {
    const auto end = state.bag.begin() + state.in_bag;
    const auto found = std::find(state.bag.begin(), end, tile);
    std::copy(found + 1, end, found);
    give(state, tile);
  }
  static void give(State& state, Tile tile) {
    state.bag[--state.in_bag] = 0;
    auto& rack = state.rack[at(state.player)];
    rack[at(rack_count(state, state.player))] = tile;
    sort_rack(rack);
  }
  static bool taken(const State& at, int set) {
    for (int p = 0; p < at.player; ++p) {
      if (at.picks[Wyps::at(p)] == set) return true;
    }
    return false;
  }
  /// The last set goes to player 3, who begins.
  static void take(State& state, u8 set) {
    state.picks[state.player++] = set;
    if (state.player < 3) return;
    const auto sets = state.rack;
    int last = 1;
    while (taken(state, last)) ++last;
    for (std::size_t p = 0; p < 3; ++p) state.rack[p] = sets[state.picks[p] - 1u];
    state.rack[3] = sets[at(last - 1)];
    state.picks = {};
    state.phase = Phase::turn;
  }

  // ---- Turns
  static bool is_black(int player) { return player % 2 == 0; }
  static Bits theirs(const State& at) { return is_black(at.player) ? at.filled & ~at.black : at.black; }
  bool whole_turn(const State& at) const { return at.phase == Phase::turn && !settings_.steps && !rack_empty(at, at.player) && !is_full(at); }

  void finish(State& state, const Turn<Bits>& turn) const {
    turn.placed.for_each([&](int cell, int letter) {
      const auto tile = static_cast<Tile>(letter + 1);
      state.tile[at(cell)] = tile;
      remove_from_rack(state, tile);
      return false;
    });
    state.filled |= turn.placed.cells;
    const Bits turned = turn.placed.cells | turn.flips;
    state.black = is_black(state.player) ? state.black | turned : state.black & ~turned;
    state.on_path = 0;
    state.path = {};
    state.put = {};
    end_turn(state);
  }
  void end_turn(State& state) const {
    if (settings_.fixed) {
      while (refill_due(state)) give(state, state.bag[state.in_bag - 1u]);
    }
    if (refill_due(state)) {
      state.phase = Phase::draw;
    } else {
      next_player(state);
    }
  }
  void next_player(State& state) const {
    state.player = static_cast<u8>((state.player + 1) % settings_.players);
    state.phase = Phase::turn;
  }

  /// Two players: whether the opponent is connected, and what to turn to cut him.
  struct Atari {
    bool on = false;
    Bits group = 0;    ///< the cells by which he is
    Bits cutting = 0;  ///< cells that cut him each on its own
  };
  Atari atari(const State& at) const {
    Atari out;
    const Bits stones = theirs(at);
    if (settings_.players != 2 || !board_.connects(stones)) return out;
    out.on = true;
    out.group = board_.connecting_group(stones);
    for_each_bit(out.group, [&](int cell) {
      if (!board_.connects(stones & ~Board::bit(cell))) out.cutting |= Board::bit(cell);
      return false;
    });
    return out;
  }
  bool cuts(const State& at, const Atari& atari, Bits flips) const {
    if ((flips & atari.cutting) != Bits(0)) return true;
    return popcount(flips) > 1 && !board_.connects(theirs(at) & ~flips);
  }

  Table<Bits> table_of(const State& at) const {
    Table<Bits> table;
    table.triangle = &board_;
    table.words = settings_.words;
    table.tile = at.tile.data();
    table.filled = at.filled;
    table.theirs = theirs(at);
    for_each_bit(at.filled, [&](int cell) {
      table.on_board |= u64{1} << (at.tile[Wyps::at(cell)] - 1);
      return false;
    });
    for (const Tile tile : at.rack[at.player]) {
      if (tile == 0) break;
      table.in_rack |= u64{1} << (tile - 1);
      ++table.count[tile - 1u];
    }
    return table;
  }

  /// Whether a path can be played as it is, with some choice of what to turn.
  bool playable(const State& at, const Atari& atari, Bits path) const {
    if (!atari.on) return true;
    const Bits used = path & theirs(at);
    if ((used & atari.cutting) != Bits(0)) return true;
    return popcount(used) > 1 && board_.straight(path) && cuts(at, atari, used);
  }

  bool is_over(const State& at) const {
    if (is_full(at)) return true;
    if (settings_.players == 4) return no_tiles(at);
    if (rack_empty(at, at.player)) return true;
    const Atari atari = this->atari(at);
    if (!atari.on) return false;
    Table<Bits> table = table_of(at);
    Walk walk(table, [&](Bits path, const Placements<Bits>&) { return playable(at, atari, path); });
    walk.aim(atari.group);
    return !walk.everywhere();
  }

  // Whole turns. Those on empty cells only are the same in all places, so shapes are looked for and put everywhere; the others are walked and collected.

  using Turns = Distinct<Turn<Bits>, TurnHash<Bits>>;
  bool knows_shapes() const { return board_.side() <= Shapes::largest_side; }

  /// The empty cells in the numbering of shapes.
  u64 square(Bits cells) const { return deposit_bits(low_word(cells), square_); }
  static u64 low_word(u64 bits) { return bits; }
  static u64 low_word(u128 bits) { return ply::low_word(bits); }

  /// Calls `visit(shape, its corners, spellings)` for each shape that has both.
  template <class Visit>
  bool for_each_shape(const State& at, const Spellings& spellings, Visit&& visit) const {
    const u64 empty = square(board_.board() & ~at.filled);
    const auto& shapes = Shapes::all();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const auto spelled = spellings.on(i);
      if (spelled.empty()) continue;
      if (visit(shapes[i], Shapes::fits(shapes[i], empty), spelled)) return true;
    }
    return false;
  }
  Turn<Bits> on_empty(const Shapes::Shape& shape, int corner, u64 letters) const {
    return {{Bits(extract_bits(shape.cells << corner, square_)), letters}, Bits(0)};
  }

  /// Calls `visit(turn)` for each legal whole turn that `spellings` (nullptr: none) do not have on empty cells.
  template <class Visit>
  bool walked_turns(const State& at, const Atari& atari, Table<Bits>& table, const Spellings* spellings, Turns& known, Visit&& visit) const {
    const auto offer = [&](const Turn<Bits>& turn) { return known.add(turn) && visit(turn); };
    Walk walk(table, [&](Bits path, const Placements<Bits>& placed) {
      const Bits used = path & table.theirs;
      if (used == Bits(0)) {
        if (atari.on || (spellings != nullptr && spellings->has(square(placed.cells), placed.letters))) return false;
        return offer({placed, used});
      }
      if (board_.straight(path)) return (!atari.on || cuts(at, atari, used)) && offer({placed, used});
      return for_each_bit(atari.on ? used & atari.cutting : used, [&](int cell) { return offer({placed, Board::bit(cell)}); });
    });
    if (atari.on) {
      walk.aim(atari.group);
    } else if (spellings != nullptr) {
      if (at.filled == Bits(0)) return false;
      walk.aim(at.filled);
    }
    return walk.everywhere();
  }

  /// The number of legal whole turns. `use(the i-th on empty cells, number, the others)` may choose one of them.
  template <class Use>
  std::uint64_t counted(const State& at, Use&& use) const {
    const Atari atari = this->atari(at);
    Table<Bits> table = table_of(at);
    Turns walked(4096);
    const auto keep = [](const Turn<Bits>&) { return false; };
    std::uint64_t on_shapes = 0;
    if (atari.on) {
      walked_turns(at, atari, table, nullptr, walked, keep);
      use([](std::uint64_t) { return Turn<Bits>{}; }, walked.items().size(), walked);
    } else {
      const Spellings spellings(table);
      for_each_shape(at, spellings, [&](const Shapes::Shape&, u64 corners, std::span<const u64> spelled) {
        on_shapes += static_cast<std::uint64_t>(popcount(corners)) * spelled.size();
        return false;
      });
      walked_turns(at, atari, table, &spellings, walked, keep);
      const auto nth = [&](std::uint64_t i) {
        Turn<Bits> found;
        for_each_shape(at, spellings, [&](const Shapes::Shape& shape, u64 corners, std::span<const u64> spelled) {
          const std::uint64_t here = static_cast<std::uint64_t>(popcount(corners)) * spelled.size();
          if (i >= here) {
            i -= here;
            return false;
          }
          found = on_empty(shape, nth_bit(corners, static_cast<int>(i / spelled.size())), spelled[i % spelled.size()]);
          return true;
        });
        return found;
      };
      use(nth, on_shapes + walked.items().size(), walked);
    }
    return on_shapes + walked.items().size();
  }

  /// Calls `visit(turn)` for each legal whole turn.
  template <class Visit>
  void turns(const State& at, Visit&& visit) const {
    const Atari atari = this->atari(at);
    Table<Bits> table = table_of(at);
    Turns known(atari.on || knows_shapes() ? 4096 : 16384);
    if (atari.on) {
      walked_turns(at, atari, table, nullptr, known, visit);
    } else if (knows_shapes()) {
      const Spellings spellings(table);
      const bool stopped = for_each_shape(at, spellings, [&](const Shapes::Shape& shape, u64 corners, std::span<const u64> spelled) {
        return for_each_bit(corners, [&](int corner) {
          Turn<Bits> turn = on_empty(shape, corner, 0);
          return std::any_of(spelled.begin(), spelled.end(), [&](u64 letters) {
            turn.placed.letters = letters;
            return static_cast<bool>(visit(turn));
          });
        });
      });
      if (!stopped) walked_turns(at, atari, table, &spellings, known, visit);
    } else {
      const bool stopped = for_each_bit(board_.board() & ~at.filled, [&](int cell) {
        return for_each_bit(table.in_rack, [&](int letter) {
          const Turn<Bits> turn{Placements<Bits>{}.with(cell, letter), Bits(0)};
          known.add(turn);
          return static_cast<bool>(visit(turn));
        });
      });
      if (!stopped) walked_turns(at, atari, table, nullptr, known, visit);
    }
  }

  // ---- Turns as walks (turns=steps)

  /// The unfinished turn.
  Path<Bits> path_of(const State& at) const {
    Path<Bits> path;
    path.node = settings_.words->root();
    std::size_t put = 0;
    for (int i = 0; i < at.on_path; ++i) {
      const int cell = at.path[Wyps::at(i)];
      const bool filled = Board::has(at.filled, cell);
      const Tile tile = filled ? at.tile[Wyps::at(cell)] : at.put[put++];
      extend(path, cell, tile - 1, !filled);
    }
    return path;
  }
  /// A single letter need not begin a word: then the path goes nowhere, and is said to be at no node.
  static constexpr Automaton::Node nowhere = ~Automaton::Node{0};
  void extend(Path<Bits>& path, int cell, int letter, bool put) const {
    const u64 mask = path.node == nowhere ? 0 : settings_.words->mask(path.node);
    path.node = (mask >> letter & 1) != 0 ? settings_.words->child(path.node, mask, letter) : nowhere;
    path.cell = cell;
    path.cells |= Board::bit(cell);
    if (put) path.placed = path.placed.with(cell, letter);
  }
  static bool is_single(const Path<Bits>& path) { return path.cells == path.placed.cells && popcount(path.cells) == 1; }

  template <class Emit>
  void steps(const State& at, Emit&& emit) const {
    const Atari atari = this->atari(at);
    const Path<Bits> path = path_of(at);
    if (at.phase == Phase::flip) {
      const Bits used = path.cells & theirs(at);
      for_each_bit(atari.on ? used & atari.cutting : used, [&](int cell) {
        Move move = plain(Kind::flip);
        move.turn.flips = Board::bit(cell);
        return emit(move);
      });
      return;
    }
    Table<Bits> table = table_of(at);
    for (const Tile tile : at.put) {
      if (tile != 0 && --table.count[tile - 1u] == 0) table.in_rack &= ~(u64{1} << (tile - 1));
    }
    const bool is_word = path.node != nowhere && path.placed.cells != Bits(0) && settings_.words->is_word(path.node);
    if ((is_word && playable(at, atari, path.cells)) || (is_single(path) && !atari.on)) {
      if (emit(plain(Kind::end))) return;
    }
    if (path.node == nowhere) return;
    Walk walk(table, [&](Bits whole, const Placements<Bits>&) { return playable(at, atari, whole); });
    if (atari.on) walk.aim(atari.group, popcount(path.placed.cells));
    const auto completable = [&](const Path<Bits>& longer) { return (is_single(longer) && !atari.on) || (longer.node != nowhere && walk.from(longer)); };
    const u64 mask = settings_.words->mask(path.node);
    const Bits to = at.on_path == 0 ? board_.board() : board_.around(path.cell) & ~path.cells;
    for_each_bit(to, [&](int cell) {
      const bool filled = Board::has(at.filled, cell);
      const u64 letters = filled ? u64{1} << (at.tile[Wyps::at(cell)] - 1) : table.in_rack;
      return for_each_bit(at.on_path == 0 ? letters : letters & mask, [&](int letter) {
        Path<Bits> longer = path;
        extend(longer, cell, letter, !filled);
        if (!filled && --table.count[letter] == 0) table.in_rack ^= u64{1} << letter;
        const bool possible = completable(longer);
        if (!filled && table.count[letter]++ == 0) table.in_rack ^= u64{1} << letter;
        if (!possible) return false;
        Move move = plain(Kind::step, filled ? 0 : static_cast<u64>(letter));
        move.turn.placed.cells = Board::bit(cell);
        return static_cast<bool>(emit(move));
      });
    });
  }

  // ---- Texts
  const std::string& letter_name(Tile tile) const { return settings_.letters[tile - 1u]; }
  /// The tile at a place of a text, which moves behind it; 0 where there is none.
  Tile read_tile(std::string_view in, std::size_t& place) const {
    if (settings_.language == nullptr) {
      if (place >= in.size() || in[place] < '1' || in[place] > '9') return 0;
      return static_cast<Tile>(in[place++] - '0');
    }
    std::size_t behind = place;
    const int letter = settings_.language->read_letter(in, behind);
    if (letter < 0 || (settings_.known >> letter & 1) == 0) return 0;
    place = behind;
    return static_cast<Tile>(letter + 1);
  }
  std::string letters_text(const Tile* tiles, int n) const {
    if (n == 0) return "-";
    std::string out;
    for (int i = 0; i < n; ++i) out += letter_name(tiles[i]);
    return out;
  }
  /// All tiles that are neither on the board nor in a rack, in alphabet order.
  int missing(const State& at, std::array<Tile, capacity>& out) const {
    std::array<int, most_letters> left{};
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = settings_.tiles[i];
    for_each_bit(at.filled, [&](int cell) {
      --left[at.tile[Wyps::at(cell)] - 1u];
      return false;
    });
    for (const auto& rack : at.rack) {
      for (const Tile tile : rack) {
        if (tile != 0) --left[tile - 1u];
      }
    }
    int n = 0;
    for (std::size_t letter = 0; letter < left.size(); ++letter) {
      for (int i = 0; i < left[letter] && n < capacity; ++i) out[Wyps::at(n++)] = static_cast<Tile>(letter + 1);
    }
    return n;
  }
  std::string bag_text(const State& at) const {
    if (!settings_.fixed && at.in_bag > 0) {
      std::array<Tile, capacity> all{};
      if (missing(at, all) == at.in_bag && all == at.bag) return "*";
    }
    if (!settings_.fixed) return letters_text(at.bag.data(), at.in_bag);
    std::array<Tile, capacity> order = at.bag;
    std::reverse(order.begin(), order.begin() + at.in_bag);
    return letters_text(order.data(), at.in_bag);
  }
  std::string steps_text(const State& at) const {
    std::string out;
    std::size_t put = 0;
    for (int i = 0; i < at.on_path; ++i) {
      const int cell = at.path[Wyps::at(i)];
      if (i > 0) out += ',';
      if (!Board::has(at.filled, cell)) out += letter_name(at.put[put++]) + '@';
      out += board_.name(cell);
    }
    return out;
  }

  void parse_board(State& state, std::string_view in) const {
    const auto rows = split(in, '/');
    if (rows.size() != at(board_.side())) {
      throw TextError("board " + in_quotes(in) + " has " + std::to_string(rows.size()) + " rows, not " + std::to_string(board_.side()));
    }
    for (int row = 0; row < board_.side(); ++row) {
      const std::string_view line = rows[at(row)];
      const auto wrong = [&](const std::string& what) {
        return TextError("row " + std::to_string(row + 1) + " " + in_quotes(line) + " of the board: " + what);
      };
      int x = 0;
      for (std::size_t place = 0; place < line.size(); ++x) {
        if (x > row) throw wrong("more than " + std::to_string(row + 1) + " cells");
        if (line[place] == '.') {
          ++place;
          continue;
        }
        const int cell = board_.cell(x, row);
        const std::size_t begin = place;
        const Tile tile = read_tile(line, place);
        if (tile == 0) throw wrong(in_quotes(symbol_at(line, begin)) + " is neither a letter of a tile nor '.'");
        if (place >= line.size() || (line[place] != 'b' && line[place] != 'w')) throw wrong("a letter is not followed by b or w");
        state.filled |= Board::bit(cell);
        if (line[place] == 'b') state.black |= Board::bit(cell);
        state.tile[at(cell)] = tile;
        ++place;
      }
      if (x != row + 1) throw wrong(std::to_string(x) + " cells, not " + std::to_string(row + 1));
    }
  }
  void parse_racks(State& state, std::string_view in) const {
    const auto racks = split(in, '|');
    if (racks.size() != at(settings_.players)) {
      throw TextError("racks " + in_quotes(in) + ": " + std::to_string(racks.size()) + " of them, not " + std::to_string(settings_.players));
    }
    for (std::size_t p = 0; p < racks.size(); ++p) {
      const auto tiles = read_tiles(racks[p], "rack", rack_size_);
      std::copy(tiles.begin(), tiles.end(), state.rack[p].begin());
      sort_rack(state.rack[p]);
    }
  }
  std::vector<Tile> read_tiles(std::string_view in, const std::string& what, int most) const {
    std::vector<Tile> out;
    if (in == "-") return out;
    if (in.empty()) throw TextError(what + " is empty, but not '-'");
    for (std::size_t place = 0; place < in.size();) {
      const Tile tile = read_tile(in, place);
      if (tile == 0) throw TextError(what + " " + in_quotes(in) + ": " + in_quotes(symbol_at(in, place)) + " is no letter of a tile");
      out.push_back(tile);
      if (out.size() > at(most)) throw TextError(what + " " + in_quotes(in) + " has more than " + std::to_string(most) + " tiles");
    }
    return out;
  }
  void parse_bag(State& state, std::string_view in) const {
    if (in == "*") {
      if (settings_.fixed) throw TextError("bag '*': with draw=fixed its order is due");
      state.in_bag = static_cast<u8>(missing(state, state.bag));
      return;
    }
    auto tiles = read_tiles(in, "bag", board_.cells());
    if (settings_.fixed) {
      std::reverse(tiles.begin(), tiles.end());
    } else {
      std::sort(tiles.begin(), tiles.end());
    }
    std::copy(tiles.begin(), tiles.end(), state.bag.begin());
    state.in_bag = static_cast<u8>(tiles.size());
  }
  void parse_phase(State& state, std::string_view in) const {
    const auto wrong = [&](const std::string& what) { return TextError("phase " + in_quotes(in) + ": " + what); };
    if (in == "turn") {
      state.phase = Phase::turn;
    } else if (in == "swap") {
      if (settings_.players != 2) throw wrong("only two players swap");
      if (state.filled != Bits(0)) throw wrong("the board is not empty");
      if (state.player != 0) throw wrong("player 0 chooses");
      state.phase = Phase::swap;
    } else if (in == "draw") {
      if (settings_.fixed) throw wrong("nothing is drawn with draw=fixed");
      if (state.in_bag == 0) throw wrong("the bag is empty");
      if (is_full(state)) throw wrong("the board is full");
      if (rack_count(state, state.player) >= rack_size_) throw wrong("the rack of player " + std::to_string(state.player) + " is full");
      state.phase = Phase::draw;
    } else if (in.starts_with("take:")) {
      if (settings_.players != 4) throw wrong("only four players take sets");
      if (state.filled != Bits(0)) throw wrong("the board is not empty");
      const std::string_view picks = in.substr(5) == "-" ? std::string_view() : in.substr(5);
      if (picks.size() != state.player || picks.size() > 2 || (in.size() == 5)) throw wrong("player " + std::to_string(state.player) + " is to pick");
      for (std::size_t p = 0; p < picks.size(); ++p) {
        if (picks[p] < '1' || picks[p] > '4' || picks.substr(0, p).find(picks[p]) != std::string_view::npos) throw wrong("not sets of 1 to 4, each once");
        state.picks[p] = static_cast<u8>(picks[p] - '0');
      }
      state.phase = Phase::take;
    } else if (in.starts_with("path:") || in.starts_with("flip:")) {
      if (!settings_.steps) throw wrong("turns are whole");
      state.phase = Phase::turn;
      const auto play_step = [&](std::string_view step) {
        try {
          const Move move = parse_move(state, step);
          if (move.kind != Kind::step && move.kind != Kind::end) illegal_move(step);
          play(state, move);
        } catch (const IllegalMove&) {
          throw wrong(in_quotes(step) + " is no step there");
        }
      };
      for (const std::string_view step : split(in.substr(5), ',')) {
        if (step == "end") throw wrong("the turn would be over");
        play_step(step);
      }
      if (in.starts_with("flip:")) {
        // Only where a choice is due; otherwise the end of the walk ends the turn.
        const Path<Bits> path = path_of(state);
        if (popcount(path.cells & theirs(state)) < 2 || board_.straight(path.cells)) throw wrong("there is nothing to choose");
        play_step("end");
      }
    } else {
      throw wrong("none of swap, take, turn, draw, path, flip");
    }
  }

  // ---- Reading moves
  bool readable_step(std::string_view in) const {
    std::size_t place = 0;
    if (read_tile(in, place) != 0 && place < in.size() && in[place] == '@') in.remove_prefix(place + 1);
    return board_.called(in).has_value();
  }

  Move parse_turn(const State& at, std::string_view in) const {
    if (in == "swap" || in == "noswap" || in == "pass" || in == "end" || in.starts_with('+') || in.starts_with("take ")) illegal_move(in);
    const Turn<Bits> turn = in.find(':') != std::string_view::npos ? read_witness(at, in) : read_turn(in);
    if (!is_legal(at, turn)) illegal_move(in);
    return Move{turn, Kind::turn};
  }
  bool is_legal(const State& at, const Turn<Bits>& turn) const {
    if (turn.placed.cells == Bits(0) || (turn.placed.cells & at.filled) != Bits(0) || (turn.flips & ~theirs(at)) != Bits(0)) return false;
    const Atari atari = this->atari(at);
    return (!atari.on || cuts(at, atari, turn.flips)) && reachable(at, turn);
  }

  /// Whether a single letter or some path leads to the turn: only paths are walked that put its letters on its cells.
  bool reachable(const State& at, const Turn<Bits>& turn) const {
    Table<Bits> table = table_of(at);
    std::array<Tile, capacity> tiles = at.tile;
    bool in_rack = true;
    turn.placed.for_each([&](int cell, int letter) {
      tiles[Wyps::at(cell)] = static_cast<Tile>(letter + 1);
      if (table.count[Wyps::at(letter)]-- == 0) in_rack = false;
      table.on_board |= u64{1} << letter;
      return !in_rack;
    });
    if (!in_rack) return false;
    if (popcount(turn.placed.cells) == 1 && turn.flips == Bits(0)) return true;
    // The tiles count as lying there; a path is right when it has used them all.
    table.tile = tiles.data();
    table.filled |= turn.placed.cells;
    table.in_rack = 0;
    return walk_filled(table, settings_.words->root(), board_.board() & table.filled, Bits(0), [&](Bits path) {
      if ((turn.placed.cells & ~path) != Bits(0)) return false;
      const Bits used = path & table.theirs;
      if (used == Bits(0) || board_.straight(path)) return used == turn.flips;
      return popcount(turn.flips) == 1 && (used & turn.flips) != Bits(0);
    });
  }
  template <class Found>
  bool walk_filled(const Table<Bits>& table, Automaton::Node node, Bits to, Bits path, Found&& found) const {
    const u64 mask = settings_.words->mask(node);
    if (mask >> Automaton::word_end != 0 && found(path)) return true;
    return for_each_bit(to & table.filled & ~path, [&](int cell) {
      const int letter = table.tile[cell] - 1;
      if ((mask >> letter & 1) == 0) return false;
      return walk_filled(table, settings_.words->child(node, mask, letter), board_.around(cell), path | Board::bit(cell), found);
    });
  }

  /// `D@e5 O@d5 !a5`: placements, then flips, each in the order of the cells.
  Turn<Bits> read_turn(std::string_view in) const {
    Turn<Bits> turn;
    int last = -1;
    bool flips = false;
    for (const std::string_view part : split(in, ' ')) {
      std::size_t place = 0;
      Tile tile = 0;
      if (part.starts_with('!')) {
        if (!flips) last = -1;
        flips = true;
        place = 1;
      } else {
        tile = read_tile(part, place);
        if (tile == 0 || flips || place >= part.size() || part[place] != '@') unreadable_move(in);
        ++place;
      }
      const auto cell = board_.called(part.substr(place));
      if (!cell) unreadable_move(in);
      if (*cell <= last) illegal_move(in);
      last = *cell;
      if (flips) {
        turn.flips |= Board::bit(*cell);
      } else if (popcount(turn.placed.cells) == most_rack) {
        illegal_move(in);
      } else {
        turn.placed = turn.placed.with(*cell, tile - 1);
      }
    }
    return turn;
  }

  /// `CHILD:a5a6b7b6c6!a6`: a word and its path. What must turn can be left out where there is no choice.
  Turn<Bits> read_witness(const State& at, std::string_view in) const {
    const std::size_t colon = in.find(':');
    const auto marks = split(in.substr(colon + 1), '!');
    std::vector<int> cells = read_cells(marks[0], in);
    Turn<Bits> turn;
    Bits path = 0;
    std::size_t place = 0;
    Automaton::Node node = settings_.words->root();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const int cell = cells[i];
      const Tile tile = read_tile(in.substr(0, colon), place);
      if (tile == 0) unreadable_move(in);
      if (Board::has(path, cell) || (i > 0 && !Board::has(board_.around(cells[i - 1]), cell))) illegal_move(in);
      path |= Board::bit(cell);
      const u64 mask = settings_.words->mask(node);
      if ((mask >> (tile - 1) & 1) == 0) illegal_move(in);
      node = settings_.words->child(node, mask, tile - 1);
      if (!Board::has(at.filled, cell)) {
        if (popcount(turn.placed.cells) == most_rack) illegal_move(in);
        turn.placed = turn.placed.with(cell, tile - 1);
      } else if (at.tile[Wyps::at(cell)] != tile) {
        illegal_move(in);
      }
    }
    if (place != colon) unreadable_move(in);
    if (!settings_.words->is_word(node)) illegal_move(in);
    for (std::size_t i = 1; i < marks.size(); ++i) {
      const auto cell = board_.called(marks[i]);
      if (!cell) unreadable_move(in);
      if (Board::has(turn.flips, *cell)) illegal_move(in);
      turn.flips |= Board::bit(*cell);
    }
    const Bits used = path & theirs(at);
    const bool no_choice = popcount(used) < 2 || board_.straight(path);
    if (marks.size() == 1) {
      turn.flips = no_choice ? used : only_flip(at, turn, used, in);
    }
    const bool right = no_choice ? turn.flips == used : popcount(turn.flips) == 1 && (turn.flips & ~used) == Bits(0);
    if (!right) illegal_move(in);
    return turn;
  }
  /// What turns where one of several does and none is named: there may be one with which the turn is legal.
  Bits only_flip(const State& at, Turn<Bits> turn, Bits used, std::string_view in) const {
    Bits found = 0;
    for_each_bit(used, [&](int cell) {
      turn.flips = Board::bit(cell);
      if (!is_legal(at, turn)) return false;
      if (found != Bits(0)) ambiguous_move(in);
      found = turn.flips;
      return false;
    });
    if (found == Bits(0)) illegal_move(in);
    return found;
  }
  std::vector<int> read_cells(std::string_view names, std::string_view in) const {
    std::vector<int> out;
    while (!names.empty()) {
      std::size_t length = 1;
      while (length < names.size() && names[length] >= '0' && names[length] <= '9') ++length;
      const auto cell = board_.called(names.substr(0, length));
      if (!cell) unreadable_move(in);
      out.push_back(*cell);
      names.remove_prefix(length);
    }
    if (out.empty()) unreadable_move(in);
    return out;
  }

  Settings settings_;
  Board board_;
  int rack_size_;
  u64 square_ = 0;  ///< the board in the numbering of shapes
};

// ---- Options

/// The numeric variant: equal digits, or each one more than the last. Digits are letters 0 to 8.
std::shared_ptr<const Automaton> digit_sequences() {
  constexpr int digits = 9;
  const auto bit = [](int i) { return u64{1} << i; };
  auto out = std::make_shared<Automaton>();
  std::array<Automaton::Node, digits> equal{};
  std::array<Automaton::Node, digits> ascending{};
  std::array<Automaton::Node, digits> first{};
  for (int digit = digits - 1; digit >= 0; --digit) {
    const auto i = static_cast<std::size_t>(digit);
    const Automaton::Node itself = out->upcoming();
    equal[i] = out->add(bit(Automaton::word_end) | bit(digit), {&itself, 1});
    if (digit == digits - 1) {
      ascending[i] = out->add(bit(Automaton::word_end), {});
      first[i] = out->add(bit(digit), {&equal[i], 1});
    } else {
      ascending[i] = out->add(bit(Automaton::word_end) | bit(digit + 1), {&ascending[i + 1], 1});
      const std::array<Automaton::Node, 2> both{equal[i], ascending[i + 1]};
      first[i] = out->add(bit(digit) | bit(digit + 1), both);
    }
  }
  out->set_root(out->add(bit(digits) - 1, first));
  return out;
}

void set_numeric(Settings& settings) {
  const int cells = settings.size * (settings.size + 1) / 2;
  for (int digit = 0; digit < 9; ++digit) {
    settings.letters.emplace_back(1, static_cast<char>('1' + digit));
    settings.tiles[static_cast<std::size_t>(digit)] = static_cast<u8>(cells / 9 + (digit < cells % 9 ? 1 : 0));
  }
  settings.sequences = digit_sequences();
  settings.words = settings.sequences.get();
}

void set_words(Settings& settings, const Options& options) {
  const std::string& code = options.text("language");
  settings.language = &Language::find(code);
  for (int letter = 0; letter < settings.language->letters(); ++letter) settings.letters.push_back(settings.language->name(letter));
  const auto tiles = std::find_if(all_tiles.begin(), all_tiles.end(), [&](const Tiles& of) { return of.language == code; });
  for (const std::string_view token : split(tiles->letters, ' ')) {
    std::size_t place = 0;
    const int letter = settings.language->read_letter(token, place);
    settings.known |= u64{1} << letter;
    const char digit = token[place + static_cast<std::size_t>(settings.size - smallest_size)];
    settings.tiles[static_cast<std::size_t>(letter)] = static_cast<u8>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  settings.lexicon = lexicon_of(options, code);
  settings.words = settings.lexicon.get();
}

std::unique_ptr<AnyGame> make_wyps(const Options& options) {
  Settings settings;
  settings.size = static_cast<int>(options.integer("size"));
  settings.players = static_cast<int>(options.integer("players"));
  settings.fixed = options.is("draw", "fixed");
  settings.steps = options.is("turns", "steps") || (options.is("turns", "auto") && settings.size >= 9);
  if (options.is("variant", "numeric")) {
    set_numeric(settings);
  } else {
    set_words(settings, options);
  }
  if (settings.size <= Triangle<u64>::largest_side) return as_game(Wyps<u64>(std::move(settings)));
  return as_game(Wyps<u128>(std::move(settings)));
}

std::string name(const char* text) { return text; }

const Registration registration{{
    .id = "wyps",
    .title = "WYPS",
    .page = "wyps",
    .source = "wyps/wyps.cpp",
    .options = {{"size",
                 {Value(std::int64_t{8}), Value(std::int64_t{5}), Value(std::int64_t{11}), Value(std::int64_t{14}), Range{smallest_size, largest_size}},
                 "cells along a side"},
                {"variant", one_of({name("words"), name("numeric")}), "words of letters, or equal and ascending digits"},
                language_option(),
                lexicon_option(),
                {"players", one_of({std::int64_t{2}, std::int64_t{4}}), "two, or four in two teams"},
                {"draw", one_of({name("chance"), name("fixed")}), "racks refilled by chance, or in an order that the set-up fixes"},
                {"turns", one_of({name("auto"), name("whole"), name("steps")}), "a move is a whole turn or a step of it; auto: steps from size 9"}},
    .resolve = [](Options& options) { resolve_lexicon(options, options.text("language"), options.is("variant", "numeric")); },
    .make = make_wyps,
    .players = {2, 4},
}};

}  // namespace
