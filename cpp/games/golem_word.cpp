// Golem word game (docs/rules/golem_word.md).
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"
#include "words/distinct.hpp"
#include "words/lexicon.hpp"
#include "words/options.hpp"

namespace {

using namespace ply;

// ---- Board. Fields are numbered in reading order, the order of refills:
//
//    5    0  1  2  3  4      0 (a5) and 24 (e1) are blue, 4 (e5) and 20 (a1) are red
//    4    5  6  7  8  9
//    3   10 11 12 13 14
//    2   15 16 17 18 19
//    1   20 21 22 23 24
//         a  b  c  d  e

constexpr int side = 5;
constexpr int fields_on_board = 25;
constexpr u32 all_fields = (u32{1} << fields_on_board) - 1;
constexpr u32 blue = 1u << 0 | 1u << 24;
constexpr u32 red = 1u << 4 | 1u << 20;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
constexpr u32 bit(int field) { return u32{1} << field; }

/// Diagonals are missing inside the four corners.
constexpr auto neighbours = [] {
  std::array<u32, fields_on_board> table{};
  for (int a = 0; a < fields_on_board; ++a) {
    for (int b = 0; b < fields_on_board; ++b) {
      const int ax = a % side, ay = a / side, bx = b % side, by = b / side;
      const int dx = ax < bx ? bx - ax : ax - bx;
      const int dy = ay < by ? by - ay : ay - by;
      const int left = std::min(ax, bx), top = std::min(ay, by);
      const bool in_corner = (left == 0 || left == 3) && (top == 0 || top == 3);
      if (dx + dy == 1 || (dx == 1 && dy == 1 && !in_corner)) table[index(a)] |= bit(b);
    }
  }
  return table;
}();

// ---- Tiles: 0 no tile, 1..26 letters, 27 wild.

using Tile = u8;
constexpr Tile wild = 27;
constexpr int tiles_in_all = 100;
constexpr int bag_limit = tiles_in_all - fields_on_board;
//                                         -  A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z  *
constexpr std::array<u8, 28> tile_counts{0, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2};
constexpr std::array<u8, 28> tile_values{0, 1, 2, 2, 2, 1, 3, 2, 3, 1, 5, 3, 1, 2, 1, 1, 2, 6, 1, 1, 1, 1, 3, 3, 5, 3, 6, 0};
constexpr u32 most_score = 1'000'000;

constexpr int most_wilds = 8;  ///< in a text: each more doubles the work

constexpr char character(Tile tile) { return tile == 0 ? '_' : tile == wild ? '*' : static_cast<char>('A' + tile - 1); }
/// 0 where it is none.
constexpr Tile tile_of(char c) { return c == '*' ? wild : c >= 'A' && c <= 'Z' ? static_cast<Tile>(c - 'A' + 1) : Tile{0}; }

using Board = std::array<Tile, fields_on_board>;

constexpr u32 tiles_on(const Board& board) {
  u32 set = 0;
  for (int field = 0; field < fields_on_board; ++field) set |= board[index(field)] != 0 ? bit(field) : 0;
  return set;
}

/// By field with a tile: the fields with tiles that are linked to it, next to it or over empty fields.
std::array<u32, fields_on_board> links_of(u32 tiles) {
  std::array<u32, fields_on_board> links;
  for (int field = 0; field < fields_on_board; ++field) links[index(field)] = neighbours[index(field)] & tiles;
  for (u32 empty = all_fields & ~tiles; empty != 0;) {
    u32 region = 0;
    u32 around = 0;
    for (u32 fresh = empty & (0 - empty); fresh != 0;) {
      region |= fresh;
      for_each_bit(u64{fresh}, [&](int field) {
        around |= neighbours[index(field)];
        return false;
      });
      fresh = around & empty & ~region;
    }
    empty &= ~region;
    around &= tiles;
    for_each_bit(u64{around}, [&](int field) {
      links[index(field)] |= around & ~bit(field);
      return false;
    });
  }
  return links;
}

// ---- Words with wilds. Without a wild the letters so far lead to one node of the automaton; with one, to a set of nodes: behind a wild come all nodes below.
// Sets are numbered as they turn up and remember where each letter led, so that each path profits from the paths before it.

class NodeSets {
 public:
  using Node = Automaton::Node;
  /// A node, or a set with this bit and its number.
  using Place = u32;
  static constexpr Place is_set = u32{1} << 31;
  static constexpr Place nowhere = ~u32{0};

  explicit NodeSets(const Lexicon& words) : words_(words) {}

  Place start() const { return words_.root(); }
  bool accepts(Place place) const { return (place & is_set) != 0 ? sets_[place ^ is_set].accepts : words_.is_word(place); }

  Place after(Place place, int letter) {
    if ((place & is_set) != 0) {
      const u32 set = place ^ is_set;
      if ((sets_[set].known >> letter & 1) == 0) follow(set);
      return sets_[set].next[index(letter)];
    }
    const u64 mask = words_.mask(place);
    return (mask >> letter & 1) != 0 ? words_.child(place, mask, letter) : nowhere;
  }
  /// After one letter or more.
  Place after_wild(Place place) {
    if ((place & is_set) == 0) {
      const auto found = below_.find(place);
      if (found != below_.end()) return found->second;
      const Place below = all_below({place});
      below_.emplace(place, below);
      return below;
    }
    if (sets_[place ^ is_set].below == unknown) {
      const Set& set = sets_[place ^ is_set];
      const std::vector<Node> nodes(nodes_.begin() + set.first, nodes_.begin() + set.first + set.size);
      const Place below = all_below(nodes);
      sets_[place ^ is_set].below = below;
    }
    return sets_[place ^ is_set].below;
  }

  /// The letters that will be asked for.
  void expect(u32 letters) { letters_ = letters; }

 private:
  static constexpr Place unknown = nowhere - 1;

  struct Set {
    u32 first = 0, size = 0;  ///< in nodes_
    u32 known = 0;            ///< letters whose `next` is known
    Place below = unknown;
    bool accepts = false;
    std::array<Place, 26> next;  ///< where the letters lead
  };

  /// Where the letters lead that are expected and not known yet.
  void follow(u32 set) {
    const u32 wanted = letters_ & ~sets_[set].known;
    for (u32 i = 0; i < sets_[set].size; ++i) {
      const Node node = nodes_[sets_[set].first + i];
      const u64 mask = words_.mask(node);
      for (u64 rest = mask & wanted; rest != 0;) {
        const int letter = pop_lowest(rest);
        led_[index(letter)].push_back(words_.child(node, mask, letter));
      }
    }
    sets_[set].known |= wanted;
    for_each_bit(u64{wanted}, [&](int letter) {
      auto& nodes = led_[index(letter)];
      std::erase_if(nodes, [&](Node node) { return !see(node); });
      forget(nodes);
      const Place place = place_of(nodes);
      sets_[set].next[index(letter)] = place;
      nodes.clear();
      return false;
    });
  }

  Place place_of(const std::vector<Node>& nodes) {
    if (nodes.empty()) return nowhere;
    if (nodes.size() == 1) return nodes[0];
    Set set;
    set.first = static_cast<u32>(nodes_.size());
    set.size = static_cast<u32>(nodes.size());
    for (const Node node : nodes) set.accepts = set.accepts || words_.is_word(node);
    nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    sets_.push_back(set);
    return is_set | static_cast<u32>(sets_.size() - 1);
  }

  Place all_below(const std::vector<Node>& from) {
    std::vector<Node> found;
    const auto look = [&](Node node) {
      const u64 mask = words_.mask(node);
      for (u64 rest = mask & Automaton::all_letters; rest != 0;) {
        const Node child = words_.child(node, mask, pop_lowest(rest));
        if (see(child)) found.push_back(child);
      }
    };
    for (const Node node : from) look(node);
    for (std::size_t i = 0; i < found.size(); ++i) look(found[i]);
    forget(found);
    return place_of(found);
  }

  /// Whether the node was not seen before.
  bool see(Node node) {
    if (seen_.empty()) seen_.resize(words_.upcoming() / 64 + 1);
    u64& word = seen_[node / 64];
    const u64 mark = u64{1} << node % 64;
    return (std::exchange(word, word | mark) & mark) == 0;
  }
  void forget(const std::vector<Node>& nodes) {
    for (const Node node : nodes) seen_[node / 64] = 0;
  }

  const Lexicon& words_;
  u32 letters_ = 0;
  std::vector<Set> sets_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, Place> below_;
  // for follow and all_below
  std::array<std::vector<Node>, 26> led_;
  std::vector<u64> seen_;
};

/// The sets of fields that spell a word.
class WordSets {
 public:
  explicit WordSets(const Lexicon& words) : places_(words) {}

  /// With tiles of `allowed` only.
  void find(const Board& board, u32 allowed = all_fields) {
    board_ = &board;
    found_.emplace();
    const u32 tiles = tiles_on(board);
    links_ = links_of(tiles);
    for (u32& links : links_) links &= allowed;
    u32 letters = 0;
    for (const Tile tile : board) letters |= tile != 0 && tile != wild ? u32{1} << (tile - 1) : 0;
    places_.expect(letters);
    for_each_bit(u64{tiles & allowed}, [&](int field) {
      step(places_.start(), 0, field);
      return false;
    });
  }
  /// Of two fields or more, each once.
  const std::vector<u32>& found() const { return found_->items(); }

 private:
  struct Hash {
    std::size_t operator()(u32 set) const { return set * u64{0x9E3779B97F4A7C15} >> 32; }
  };

  void step(NodeSets::Place before, u32 used, int field) {
    const Tile tile = (*board_)[index(field)];
    const NodeSets::Place place = tile == wild ? places_.after_wild(before) : places_.after(before, tile - 1);
    if (place == NodeSets::nowhere) return;
    const u32 now = used | bit(field);
    if (used != 0 && places_.accepts(place)) found_->add(now);
    for (u64 rest = links_[index(field)] & ~now; rest != 0;) step(place, now, pop_lowest(rest));
  }

  NodeSets places_;
  const Board* board_ = nullptr;
  std::array<u32, fields_on_board> links_{};
  std::optional<Distinct<u32, Hash>> found_;
};

class GolemWord {
 public:
  struct State {
    Board board{};
    std::array<Tile, bag_limit> bag{};  ///< the front first, at the end of the array
    u8 in_bag = 0;
    u8 player = 0;
    bool auction = true;
    std::int16_t bid = -1;
    std::array<u32, 2> scores{};

    friend bool operator==(const State&, const State&) = default;
  };

  /// A set of fields, or of the auction: the bid, or `pass`.
  struct Move {
    u32 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  GolemWord(std::shared_ptr<const Lexicon> lexicon, int max_bid) : lexicon_(std::move(lexicon)), max_bid_(max_bid) {}

  // ---- Setup
  State initial(Rng& rng) const {
    std::array<Tile, tiles_in_all> tiles{};
    std::size_t size = 0;
    for (Tile tile = 1; tile <= wild; ++tile) {
      for (int i = 0; i < tile_counts[tile]; ++i) tiles[size++] = tile;
    }
    rng.shuffle(tiles, tiles.size());
    State state;
    std::copy_n(tiles.begin(), fields_on_board, state.board.begin());
    std::copy_n(tiles.begin() + fields_on_board, bag_limit, state.bag.begin());
    state.in_bag = bag_limit;
    return state;
  }

  int current_player(const State& at) const { return finished(at) ? over : at.player; }

  // ---- Move. In the auction: the bids, lowest first, then to pass. Else single tiles, then words.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.auction) {
      const u64 choices = bids(at);
      for (u64 i = 0; i < choices; ++i) {
        if (emit(nth_bid(at, i))) return;
      }
      return;
    }
    if (for_each_bit(u64{tiles_on(at.board)}, [&](int field) { return emit(Move{bit(field)}); })) return;
    WordSets words(*lexicon_);
    words.find(at.board);
    for (const u32 set : words.found()) {
      if (emit(Move{set})) return;
    }
  }

  void play(State& state, Move move) const {
    if ((move.code & auction_bit) != 0) {
      bid(state, move);
    } else {
      state.scores[state.player] = std::min(most_score, state.scores[state.player] + score(state.board, move.code));
      for_each_bit(u64{move.code}, [&](int field) {
        state.board[index(field)] = state.in_bag == 0 ? Tile{0} : std::exchange(state.bag[index(bag_limit - state.in_bag--)], Tile{0});
        return false;
      });
      state.player ^= 1;
    }
  }

  std::uint64_t count(const State& at) const {
    if (at.auction) return bids(at);
    WordSets words(*lexicon_);
    words.find(at.board);
    return static_cast<std::uint64_t>(popcount(u64{tiles_on(at.board)})) + words.found().size();
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.auction) return nth_bid(at, rng.below(bids(at)));
    const u32 tiles = tiles_on(at.board);
    if (tiles == 0) return std::nullopt;
    WordSets words(*lexicon_);
    words.find(at.board);
    const auto singles = static_cast<u64>(popcount(u64{tiles}));
    const u64 i = rng.below(singles + words.found().size());
    return Move{i < singles ? bit(nth_bit(u64{tiles}, static_cast<int>(i))) : words.found()[i - singles]};
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(max_bid_ + 1 + tiles_in_all); }

  // ---- End
  Result result(const State& at) const { return Result::by_score(2, at.scores, "board empty"); }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    for (int field = 0; field < fields_on_board; ++field) {
      if (field > 0 && field % side == 0) out += '/';
      out += character(at.board[index(field)]);
    }
    out += ' ';
    if (at.in_bag == 0) out += '-';
    for (std::size_t i = at.bag.size() - at.in_bag; i < at.bag.size(); ++i) out += character(at.bag[i]);
    out += ' ' + std::to_string(at.scores[0]) + '-' + std::to_string(at.scores[1]);
    out += (at.auction ? " auction:" : " play:") + std::to_string(at.player);
    if (at.auction) out += ':' + std::to_string(at.bid);
    return out;
  }

  std::string text(const State&, Move move) const {
    if (move.code == pass) return "pass";
    if ((move.code & auction_bit) != 0) return "bid " + std::to_string(move.code ^ auction_bit);
    std::string out;
    for (int x = 0; x < side; ++x) {
      for (int y = side - 1; y >= 0; --y) {
        if ((move.code & bit(side * y + x)) != 0) out += field_name(side * y + x);
      }
    }
    return out;
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    read_board(state, parts[0]);
    read_bag(state, parts[1]);
    const auto wilds = std::count(parts[0].begin(), parts[0].end(), '*') + std::count(parts[1].begin(), parts[1].end(), '*');
    if (wilds > most_wilds) throw TextError(std::to_string(wilds) + " wilds on board and in bag, at most " + std::to_string(most_wilds) + " are read");
    const auto scores = split(parts[2], '-');
    if (scores.size() != 2) throw TextError("scores " + in_quotes(parts[2]) + " are not two numbers joined by -");
    for (std::size_t player = 0; player < 2; ++player) state.scores[player] = static_cast<u32>(number(scores[player], 0, most_score, "score"));
    read_phase(state, parts[3]);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "pass") return require_bid(at, {pass}, in);
    if (in.starts_with("bid ")) return require_bid(at, {auction_bit | read_bid(in)}, in);
    const std::size_t colon = in.find(':');
    const auto path = read_fields(in.substr(colon == in.npos ? 0 : colon + 1), in);
    u32 set = 0;
    for (const int field : path) set |= bit(field);
    if (popcount(u64{set}) != static_cast<int>(path.size())) illegal_move(in);
    if (at.auction || (set & ~tiles_on(at.board)) != 0) illegal_move(in);
    if (colon != in.npos) {
      if (!spells(at, in.substr(0, colon), path, in)) illegal_move(in);
      return {set};
    }
    if (in != text(at, Move{set})) unreadable_move(in);
    if (path.size() == 1) return {set};
    WordSets words(*lexicon_);
    words.find(at.board, set);
    if (std::find(words.found().begin(), words.found().end(), set) == words.found().end()) illegal_move(in);
    return {set};
  }

  std::uint64_t key(const State& at) const {
    u64 key = u64{at.player} | u64{at.auction} << 1 | u64{static_cast<u16>(at.bid)} << 8 | u64{at.in_bag} << 24;
    key = scramble(scramble(key) ^ (u64{at.scores[0]} << 32 | at.scores[1]));
    const auto add = [&](const auto& tiles) {
      u64 word = 0;
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        word = word << 5 | tiles[i];
        if (i % 12 == 11) key = scramble(key ^ std::exchange(word, 0));
      }
      key = scramble(key ^ word);
    };
    add(at.board);
    add(at.bag);
    return key;
  }

  std::string diagram(const State& at) const {
    return draw_rows(
        side, side, [&](int row, int column) { return character(at.board[index(side * row + column)]); }, [](int row) { return std::to_string(side - row); });
  }

 private:
  static constexpr u32 auction_bit = u32{1} << 31;
  static constexpr u32 pass = auction_bit | 0xFFFF;

  static bool finished(const State& at) { return !at.auction && tiles_on(at.board) == 0; }
  u64 bids(const State& at) const { return static_cast<u64>(max_bid_ - at.bid) + (at.bid >= 0 ? 1 : 0); }
  Move nth_bid(const State& at, u64 i) const {
    const u64 amount = static_cast<u64>(at.bid + 1) + i;
    return {amount > static_cast<u64>(max_bid_) ? pass : auction_bit | static_cast<u32>(amount)};
  }

  /// The bidder moves first, the other has the points.
  void bid(State& state, Move move) const {
    if (move.code != pass) state.bid = static_cast<std::int16_t>(move.code ^ auction_bit);
    if (move.code != pass && state.bid < max_bid_) {
      state.player ^= 1;
      return;
    }
    const int bidder = move.code == pass ? 1 - state.player : state.player;
    u32& points = state.scores[index(1 - bidder)];
    points = std::min(most_score, points + static_cast<u32>(state.bid));
    state.player = static_cast<u8>(bidder);
    state.auction = false;
    state.bid = -1;
  }

  static u32 score(const Board& board, u32 set) {
    u32 sum = 0;
    for_each_bit(u64{set}, [&](int field) {
      sum += tile_values[board[index(field)]];
      return false;
    });
    const int size = popcount(u64{set});
    if (size >= 3) {
      for (int i = popcount(u64{set & red}); i > 0; --i) sum *= 3;
      for (int i = popcount(u64{set & blue}); i > 0; --i) sum *= 2;
    }
    return size >= 7 ? 2 * sum : sum;
  }

  // ---- Reading and writing
  static std::string field_name(int field) { return {static_cast<char>('a' + field % side), static_cast<char>('5' - field / side)}; }

  static std::vector<int> read_fields(std::string_view names, std::string_view in) {
    std::vector<int> out;
    if (names.empty() || names.size() % 2 != 0 || names.size() > 2 * fields_on_board) unreadable_move(in);
    for (std::size_t i = 0; i < names.size(); i += 2) {
      if (names[i] < 'a' || names[i] > 'e' || names[i + 1] < '1' || names[i + 1] > '5') unreadable_move(in);
      out.push_back(side * ('5' - names[i + 1]) + (names[i] - 'a'));
    }
    return out;
  }

  static u32 read_bid(std::string_view in) {
    const std::string_view digits = in.substr(4);
    if (digits.empty() || digits.size() > 4 || (digits[0] == '0' && digits.size() > 1)) unreadable_move(in);
    u32 amount = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') unreadable_move(in);
      amount = 10 * amount + static_cast<u32>(c - '0');
    }
    return amount;
  }
  Move require_bid(const State& at, Move move, std::string_view in) const {
    if (!at.auction) illegal_move(in);
    return require_legal(*this, at, move, in);
  }

  /// Whether the text is a word and spells the tiles on the way, a wild in parentheses.
  bool spells(const State& at, std::string_view spelled, const std::vector<int>& path, std::string_view in) const {
    const auto links = links_of(tiles_on(at.board));
    std::vector<Letter> word;
    std::size_t i = 0;
    const auto letter = [&] {
      if (i == spelled.size() || spelled[i] < 'A' || spelled[i] > 'Z') return false;
      word.push_back(static_cast<Letter>(spelled[i++] - 'A'));
      return true;
    };
    for (std::size_t k = 0; k < path.size(); ++k) {
      if (k > 0 && (links[index(path[k - 1])] & bit(path[k])) == 0) return false;
      const Tile tile = at.board[index(path[k])];
      if (tile != wild) {
        if (!letter() || word.back() + 1 != tile) return false;
        continue;
      }
      if (i == spelled.size() || spelled[i++] != '(') return false;
      if (!letter()) unreadable_move(in);
      while (letter()) continue;
      if (i == spelled.size() || spelled[i++] != ')') return false;
    }
    return path.size() > 1 && i == spelled.size() && lexicon_->contains(word);
  }

  static void read_board(State& state, std::string_view in) {
    const auto rows = split(in, '/');
    if (rows.size() != side) throw TextError("board " + in_quotes(in) + " has " + std::to_string(rows.size()) + " rows, not 5");
    for (std::size_t y = 0; y < side; ++y) {
      if (rows[y].size() != side) throw TextError("row " + std::to_string(y + 1) + ' ' + in_quotes(rows[y]) + " of the board does not have five fields");
      for (std::size_t x = 0; x < side; ++x) {
        const Tile tile = tile_of(rows[y][x]);
        if (tile == 0 && rows[y][x] != '_') {
          throw TextError("row " + std::to_string(y + 1) + ' ' + in_quotes(rows[y]) + " of the board: unknown tile " + in_quotes(symbol_at(rows[y], x)));
        }
        state.board[side * y + x] = tile;
      }
    }
  }
  static void read_bag(State& state, std::string_view in) {
    if (in == "-") return;
    if (in.empty() || in.size() > bag_limit) throw TextError("bag " + in_quotes(in) + " does not have 1 to 75 tiles; '-' is an empty one");
    state.in_bag = static_cast<u8>(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Tile tile = tile_of(in[i]);
      if (tile == 0) throw TextError("bag " + in_quotes(in) + ": unknown tile " + in_quotes(symbol_at(in, i)));
      state.bag[bag_limit - in.size() + i] = tile;
    }
    if (tiles_on(state.board) != all_fields) throw TextError("bag " + in_quotes(in) + ": with a tile in it no field of the board is empty");
  }
  void read_phase(State& state, std::string_view in) const {
    const auto parts = split(in, ':');
    state.auction = parts[0] == "auction";
    if (parts.size() != (state.auction ? 3u : 2u) || (!state.auction && parts[0] != "play")) {
      throw TextError("phase " + in_quotes(in) + " is not play:<player> or auction:<player>:<bid>");
    }
    state.player = static_cast<u8>(number(parts[1], 0, 1, "player to move"));
    if (!state.auction) return;
    if (tiles_on(state.board) == 0) throw TextError("phase " + in_quotes(in) + ": an auction with an empty board");
    if (parts[2] != "-1") {
      if (max_bid_ == 0) throw TextError("bid " + in_quotes(parts[2]) + ": the one of 0 ends the auction");
      state.bid = static_cast<std::int16_t>(number(parts[2], 0, max_bid_ - 1, "bid"));
    } else if (state.player != 0) {
      throw TextError("phase " + in_quotes(in) + ": player 0 opens the auction");
    }
  }

  std::shared_ptr<const Lexicon> lexicon_;
  int max_bid_;
};

const Registration registration{{
    .id = "golem_word",
    .title = "Golem word game",
    .page = "golem_word",
    .source = "golem_word.cpp",
    .options = {lexicon_option(), {"max_bid", {Value(std::int64_t{100}), Range{0, 1000}}, "the highest bid"}},
    .resolve = [](Options& options) { resolve_lexicon(options); },
    .make = [](const Options& options) { return as_game(GolemWord(lexicon_of(options), static_cast<int>(options.integer("max_bid")))); },
}};

}  // namespace
