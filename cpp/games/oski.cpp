// Oski (docs/rules/oski.md).
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
#include "geometry/bits.hpp"
#include "words/distinct.hpp"
#include "words/options.hpp"

namespace {

using namespace ply;

constexpr int most_cells = 37;

constexpr u64 bit(int cell) { return u64{1} << cell; }

// ---- Board. Cells are numbered column by column, each from its top, as in the text. Size 3, with the names on the right:
//
//               7                        c5
//           3      12                 b4    d4
//       0       8      16          a3    c4    e3
//           4      13                 b3    d3
//       1       9      17          a2    c3    e2
//           5      14                 b2    d2
//       2      10      18          a1    c2    e1
//           6      15                 b1    d1
//              11                        c1
class Board {
 public:
  explicit Board(int size) : reach_(size - 1) {
    for (int q = -reach_; q <= reach_; ++q) {
      for (int r = top(q); r <= bottom(q); ++r) {
        q_[at(cells_)] = q;
        r_[at(cells_++)] = r;
      }
    }
    constexpr int steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    for (int cell = 0; cell < cells_; ++cell) {
      for (const auto& step : steps) {
        const int next = this->cell(q_[at(cell)] + step[0], r_[at(cell)] + step[1]);
        if (next >= 0) around_[at(cell)] |= bit(next);
      }
    }
    for (int q = -1; q <= 1; ++q) marked_[at(q + 1)] = cell(q, 0);
  }

  int cells() const { return cells_; }
  int columns() const { return 2 * reach_ + 1; }
  int column_length(int column) const { return bottom(column - reach_) - top(column - reach_) + 1; }
  u64 all() const { return bit(cells_) - 1; }
  u64 around(int cell) const { return around_[at(cell)]; }
  /// The cells of the initial word, in its order.
  const std::array<int, 3>& marked() const { return marked_; }
  u64 marked_cells() const { return bit(marked_[0]) | bit(marked_[1]) | bit(marked_[2]); }

  std::string name(int cell) const {
    const int q = q_[at(cell)];
    return static_cast<char>('a' + q + reach_) + std::to_string(bottom(q) - r_[at(cell)] + 1);
  }
  std::optional<int> called(std::string_view name) const {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'z' || name[1] < '1' || name[1] > '9') return std::nullopt;
    const int q = name[0] - 'a' - reach_;
    const int found = cell(q, bottom(q) + 1 - (name[1] - '0'));
    return found < 0 ? std::nullopt : std::optional(found);
  }
  /// Where a cell is drawn: columns from the left, lines from above, two lines a cell.
  int draw_column(int cell) const { return q_[at(cell)] + reach_; }
  int draw_line(int cell) const { return 2 * r_[at(cell)] + q_[at(cell)] + 2 * reach_; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int top(int q) const { return std::max(-reach_, -reach_ - q); }
  int bottom(int q) const { return std::min(reach_, reach_ - q); }
  int cell(int q, int r) const {
    for (int cell = 0; cell < cells_; ++cell) {
      if (q_[at(cell)] == q && r_[at(cell)] == r) return cell;
    }
    return -1;
  }

  int reach_;
  int cells_ = 0;
  std::array<int, most_cells> q_{};
  std::array<int, most_cells> r_{};
  std::array<u64, most_cells> around_{};
  std::array<int, 3> marked_{};
};

/// A word: its letters, 0 behind; eight in a part, so that they are written and compared at once.
struct Word {
  static constexpr int width = 8;

  std::array<u64, Lexicon::longest_word / 8> part{};
  u64 length = 0;

  Letter letter(std::size_t i) const { return static_cast<Letter>(part[i / 8] >> width * (i % 8)); }
  std::vector<Letter> letters() const {
    std::vector<Letter> out(length);
    for (std::size_t i = 0; i < length; ++i) out[i] = letter(i);
    return out;
  }
  void add(int next) {
    part[length / 8] |= static_cast<u64>(next) << width * (length % 8);
    ++length;
  }
  void remove_last() {
    --length;
    part[length / 8] &= (u64{1} << width * (length % 8)) - 1;
  }
  friend bool operator==(const Word&, const Word&) = default;
};

/// Beginnings of the used words, and which of them the end of what was spelled is (Aho and Corasick, "Efficient string matching", 1975).
class UsedWords {
 public:
  using Place = u16;
  static constexpr Place start = 0;
  static constexpr Place found = 0xFFFF;  ///< a used word is part of what was spelled

  UsedWords(std::span<const Word> used, int letters) : letters_(static_cast<std::size_t>(letters)) {
    std::size_t places = 1;
    for (const Word& word : used) places += word.length;
    next_.reserve(places * letters_);
    add_place();
    for (const Word& word : used) add(word);
    link();
  }

  Place next(Place place, int letter) const { return next_[place * letters_ + static_cast<std::size_t>(letter)]; }

 private:
  void add_place() { next_.resize(next_.size() + letters_, start); }

  void add(const Word& word) {
    Place place = start;
    for (std::size_t i = 0; i < word.length; ++i) {
      const std::size_t slot = place * letters_ + word.letter(i);
      if (next_[slot] == found) return;  // another one is its beginning
      if (i + 1u == word.length) {
        next_[slot] = found;
      } else if (next_[slot] == start) {
        next_[slot] = static_cast<Place>(next_.size() / letters_);
        add_place();
      }
      place = next_[slot];
    }
  }

  /// Where a beginning does not go on, its longest end that is a beginning itself does: breadth first, so that shorter ones are complete.
  void link() {
    std::vector<Place> shorter(next_.size() / letters_, start);
    std::vector<Place> queue;
    queue.reserve(shorter.size());
    queue.push_back(start);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Place place = queue[i];
      for (std::size_t letter = 0; letter < letters_; ++letter) {
        Place& to = next_[place * letters_ + letter];
        const Place other = place == start ? start : next_[shorter[place] * letters_ + letter];
        if (to == start || other == found) {
          to = other;
        } else if (to != found) {
          shorter[to] = other;
          queue.push_back(to);
        }
      }
    }
  }

  std::size_t letters_;
  std::vector<Place> next_;
};

class Oski {
 public:
  static constexpr int most_used = most_cells + 3;
  static constexpr std::uint32_t most_score = 2 * 2'000'000;  // in halves

  struct State {
    u64 filled = 0;
    std::array<Letter, most_cells> letter{};
    u8 mover = 1;
    u8 words = 0;
    std::array<Word, most_used> used{};     ///< in order of play
    std::array<std::uint32_t, 2> halves{};  ///< of points

    friend bool operator==(const State&, const State&) = default;
  };

  struct Move {
    static constexpr u8 start = 255;  ///< in place of a cell: the initial word
    u8 cell = start;
    Letter letter = 0;
    Word word;
    friend bool operator==(const Move&, const Move&) = default;
  };

  Oski(int size, bool word_start, double komi, std::shared_ptr<const Lexicon> lexicon)
      : board_(size), word_start_(word_start), komi_(static_cast<std::uint32_t>(2 * komi)), lexicon_(std::move(lexicon)) {
    lexicon_->for_each_word(3, 3, [&](std::span<const Letter> word) {
      starts_.push_back(word_of(word));
      return false;
    });
    if (starts_.empty()) throw OptionError("oski: the lexicon has no word of three letters to start with");
  }

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    state.halves[0] = komi_;
    if (!word_start_) play(state, start_move(starts_[rng.below(starts_.size())]));
    return state;
  }

  int current_player(const State& at) const {
    bool any = false;
    if (at.filled != board_.all()) {
      moves(at, [&](const Move&) { return any = true; });
    }
    return any ? at.mover : over;
  }

  // ---- Move
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.filled == 0) {
      for (const Word& word : starts_) {
        if (emit(start_move(word))) return;
      }
      return;
    }
    Distinct<Move, MoveHash> known(1024);
    Walk(*this, at, [&](const Move& move) { return known.add(move) && emit(move); }).everywhere();
  }

  void play(State& state, const Move& move) const {
    if (move.cell == Move::start) {
      for (std::size_t i = 0; i < 3; ++i) put(state, board_.marked()[i], move.word.letter(i));
    } else {
      put(state, move.cell, move.letter);
      auto& halves = state.halves[state.mover];
      halves = std::min(halves + 2 * static_cast<std::uint32_t>(move.word.length), most_score);
    }
    state.used[state.words++] = move.word;
    state.mover ^= 1;
  }

  std::uint64_t count(const State& at) const {
    if (at.filled == 0) return starts_.size();
    std::uint64_t count = 0;
    moves(at, [&](const Move&) {
      ++count;
      return false;
    });
    return count;
  }

  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(board_.cells() - 3 + (word_start_ ? 1 : 0)); }

  // ---- End
  Result result(const State& at) const {
    const std::array<double, 2> scores{at.halves[0] / 2.0, at.halves[1] / 2.0};
    return Result::by_score(2, scores, at.filled == board_.all() ? "board full" : "no move left");
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    int cell = 0;
    for (int column = 0; column < board_.columns(); ++column) {
      if (column > 0) out += '/';
      for (int i = 0; i < board_.column_length(column); ++i, ++cell) out += (at.filled & bit(cell)) != 0 ? letter_name(at.letter[Oski::at(cell)]) : ".";
    }
    out += ' ';
    if (at.words == 0) out += '-';
    for (std::size_t i = 0; i < at.words; ++i) {
      if (i > 0) out += ',';
      out += language().spell(at.used[i].letters());
    }
    return out + ' ' + score_text(at.halves[0]) + '-' + score_text(at.halves[1]) + (at.mover == 0 ? " 0" : " 1");
  }

  std::string text(const State&, const Move& move) const {
    const std::string word = language().spell(move.word.letters());
    if (move.cell == Move::start) return "start " + word;
    return board_.name(move.cell) + '=' + letter_name(move.letter) + ' ' + word;
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    parse_board(state, parts[0]);
    parse_used(state, parts[1]);
    if ((state.filled == 0) != (state.words == 0)) {
      throw TextError("used words " + in_quotes(parts[1]) + (state.filled == 0 ? " on an empty board" : ": none, but the board is not empty"));
    }
    const int empty = board_.cells() - popcount(state.filled);
    if (state.words > 0 && state.words + empty > most_used) {
      throw TextError("used words: " + std::to_string(state.words) + " of them, with " + std::to_string(empty) + " empty cells to come, are more than " +
                      std::to_string(most_used));
    }
    const std::size_t dash = parts[2].find('-');
    if (dash == std::string_view::npos) throw TextError("scores " + in_quotes(parts[2]) + " are not two numbers with '-' between them");
    state.halves = {parse_score(parts[2].substr(0, dash), true), parse_score(parts[2].substr(dash + 1), false)};
    state.mover = static_cast<u8>(number(parts[3], 0, 1, "player to move"));
    if (state.filled == 0 && state.mover != 1) throw TextError("player to move " + in_quotes(parts[3]) + ": player 1 plays the initial word");
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    constexpr std::string_view start = "start ";
    if (in.starts_with(start)) {
      const auto word = read_word(in.substr(start.size()));
      if (!word) unreadable_move(in);
      if (at.filled != 0 || word->length != 3 || !lexicon_->contains(word->letters())) illegal_move(in);
      return start_move(*word);
    }
    auto parts = split(in, ' ');
    const std::size_t equals = parts[0].find('=');
    if (parts.size() < 2 || parts.size() > 3 || equals == std::string_view::npos) unreadable_move(in);
    const auto cell = board_.called(parts[0].substr(0, equals));
    std::size_t place = equals + 1;
    const int letter = language().read_letter(parts[0], place);
    const auto word = read_word(parts[1]);
    if (!cell || letter < 0 || place != parts[0].size() || !word || (parts.size() == 3 && !is_witness(parts[2]))) unreadable_move(in);
    Move move;
    move.cell = static_cast<u8>(*cell);
    move.letter = static_cast<Letter>(letter);
    move.word = *word;
    if (at.filled == 0 || (at.filled & bit(*cell)) != 0 || !is_legal(at, move)) illegal_move(in);
    return move;
  }

  std::uint64_t key(const State& at) const {
    u64 key = scramble(at.filled ^ u64{at.mover} << 40 ^ u64{at.words} << 48);
    const auto add_bytes = [&](const u8* bytes, std::size_t size) {
      u64 part = 0;
      for (std::size_t i = 0; i < size; ++i) {
        part = part << 8 | bytes[i];
        if (i % 8 == 7) key = scramble(key ^ part) + 1;
      }
      key = scramble(key ^ part) + 1;
    };
    add_bytes(at.letter.data(), at.letter.size());
    for (std::size_t i = 0; i < at.words; ++i) {
      for (const u64 part : at.used[i].part) key = scramble(key ^ part) + 1;
      key ^= at.used[i].length;
    }
    return scramble(key ^ at.halves[0] ^ u64{at.halves[1]} << 32);
  }

  std::string diagram(const State& at) const {
    std::vector<std::vector<std::string>> lines;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      const auto line = Oski::at(board_.draw_line(cell));
      if (line >= lines.size()) lines.resize(line + 1);
      auto& places = lines[line];
      places.resize(Oski::at(board_.columns()), " ");
      places[Oski::at(board_.draw_column(cell))] = (at.filled & bit(cell)) != 0 ? letter_name(at.letter[Oski::at(cell)]) : ".";
    }
    std::string out;
    for (const auto& places : lines) {
      for (const std::string& place : places) out += ' ' + place;
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
    }
    for (int column = 0; column < board_.columns(); ++column) (out += ' ') += static_cast<char>('a' + column);
    return out + "\nScores " + score_text(at.halves[0]) + '-' + score_text(at.halves[1]) + '\n';
  }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  struct MoveHash {
    u64 operator()(const Move& move) const {
      constexpr std::array<u64, 3> factor{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93};
      u64 out = u64{move.cell} << 8 | move.letter;
      for (std::size_t i = 0; i < factor.size(); ++i) out = (out ^ move.word.part[i]) * factor[i];
      return out >> 24;
    }
  };

  const Language& language() const { return lexicon_->language(); }
  const std::string& letter_name(Letter letter) const { return language().name(letter); }

  static Word word_of(std::span<const Letter> letters) {
    Word word;
    for (const Letter letter : letters) word.add(letter);
    return word;
  }
  static Move start_move(const Word& word) {
    Move move;
    move.word = word;
    return move;
  }
  static void put(State& state, int cell, Letter letter) {
    state.filled |= bit(cell);
    state.letter[at(cell)] = letter;
  }

  /// Walks over the board and the automaton of the words at once, with exactly one empty cell on the path, on which any letter may be put. Meets every word
  /// with that cell once for each of its paths. `found(move)` returns true to stop.
  template <class Found>
  class Walk {
   public:
    Walk(const Oski& rules, const State& at, Found found)
        : words_(*rules.lexicon_), board_(rules.board_), at_(at), used_({at.used.data(), at.words}, rules.language().letters()), found_(found) {
      for (int cell = 0; cell < board_.cells(); ++cell) {
        for_each_bit(board_.around(cell) & at.filled, [&](int next) {
          near_[Oski::at(cell)] |= u64{1} << at_.letter[Oski::at(next)];
          return false;
        });
      }
    }

    bool everywhere() {
      const Automaton::Node root = words_.root();
      const u64 mask = words_.mask(root);
      // No path begins with an empty cell between empty ones: only one cell of it is empty, and a word has two letters.
      return for_each_bit(board_.all(), [&](int cell) {
        const bool begins = near_[Oski::at(cell)] != 0 || (at_.filled & bit(cell)) != 0;
        return begins && enter<false>(cell, root, mask, UsedWords::start, 0);
      });
    }

   private:
    /// To a cell, from a node with its mask. `Put`: the empty cell is on the path already.
    template <bool Put>
    bool enter(int cell, Automaton::Node from, u64 from_mask, UsedWords::Place from_place, u64 path) {
      if (!Put && (at_.filled & bit(cell)) == 0) return put(cell, from, from_mask, from_place, path);
      const int letter = at_.letter[Oski::at(cell)];
      if ((from_mask >> letter & 1) == 0) return false;
      const UsedWords::Place place = used_.next(from_place, letter);
      if (place == UsedWords::found) return false;
      const Automaton::Node node = words_.child(from, from_mask, letter);
      return spell<Put>(cell, letter, node, words_.mask(node), place, path);
    }

    bool put(int cell, Automaton::Node from, u64 from_mask, UsedWords::Place from_place, u64 path) {
      move_.cell = static_cast<u8>(cell);
      const Automaton::Node* child = words_.children(from);
      return for_each_bit(from_mask & Automaton::all_letters, [&](int letter) {
        const Automaton::Node node = *child++;
        const UsedWords::Place place = used_.next(from_place, letter);
        const u64 mask = words_.mask(node);
        if (place == UsedWords::found || (mask & (near_[Oski::at(cell)] | u64{1} << Automaton::word_end)) == 0) return false;
        move_.letter = static_cast<Letter>(letter);
        return spell<true>(cell, letter, node, mask, place, path);
      });
    }

    /// With the letter of a cell, which has led to a node.
    template <bool Put>
    bool spell(int cell, int letter, Automaton::Node node, u64 mask, UsedWords::Place place, u64 path) {
      move_.word.add(letter);
      path |= bit(cell);
      u64 to = board_.around(cell) & ~path;
      if ((mask & near_[Oski::at(cell)]) == 0) to &= ~at_.filled;
      if constexpr (Put) to &= at_.filled;
      const bool stopped =
          (Put && mask >> Automaton::word_end != 0 && found_(move_)) || for_each_bit(to, [&](int next) { return enter<Put>(next, node, mask, place, path); });
      move_.word.remove_last();
      return stopped;
    }

    const Lexicon& words_;
    const Board& board_;
    const State& at_;
    UsedWords used_;
    Found found_;
    std::array<u64, most_cells> near_{};  ///< letters on the neighbours
    Move move_;                           ///< its word: what is spelled so far
  };

  /// Whether the word is one, has no used word in it, and lies on a path over the cell when the letter is put there.
  bool is_legal(const State& at, const Move& move) const {
    if (!lexicon_->contains(move.word.letters())) return false;
    const UsedWords used({at.used.data(), at.words}, language().letters());
    UsedWords::Place place = UsedWords::start;
    for (const Letter letter : move.word.letters()) {
      place = used.next(place, letter);
      if (place == UsedWords::found) return false;
    }
    State after = at;
    put(after, move.cell, move.letter);
    return lies(after, move, 0, after.filled, 0);
  }
  bool lies(const State& at, const Move& move, int i, u64 to, u64 path) const {
    if (static_cast<u64>(i) == move.word.length) return (path & bit(move.cell)) != 0;
    return for_each_bit(to & at.filled & ~path, [&](int cell) {
      return at.letter[Oski::at(cell)] == move.word.letter(Oski::at(i)) && lies(at, move, i + 1, board_.around(cell), path | bit(cell));
    });
  }

  // ---- Reading
  /// A word as it is written: letters of the language, two at least.
  std::optional<Word> read_word(std::string_view in) const {
    Word word;
    for (std::size_t place = 0; place < in.size();) {
      const int letter = language().read_letter(in, place);
      if (letter < 0 || word.length == Lexicon::longest_word) return std::nullopt;
      word.add(letter);
    }
    if (word.length < Lexicon::shortest_word) return std::nullopt;
    return word;
  }
  /// `@d2c3b2b3`, of which only the form matters.
  bool is_witness(std::string_view in) const {
    if (!in.starts_with('@') || in.size() < 3 || in.size() % 2 == 0) return false;
    for (std::size_t place = 1; place < in.size(); place += 2) {
      if (!board_.called(in.substr(place, 2))) return false;
    }
    return true;
  }

  void parse_board(State& state, std::string_view in) const {
    const auto columns = split(in, '/');
    if (columns.size() != at(board_.columns())) {
      throw TextError("board " + in_quotes(in) + " has " + std::to_string(columns.size()) + " columns, not " + std::to_string(board_.columns()));
    }
    int cell = 0;
    for (int column = 0; column < board_.columns(); ++column) {
      const std::string_view line = columns[at(column)];
      const auto wrong = [&](const std::string& what) {
        return TextError("column " + std::string(1, static_cast<char>('a' + column)) + " " + in_quotes(line) + " of the board: " + what);
      };
      int i = 0;
      for (std::size_t place = 0; place < line.size(); ++i) {
        if (i == board_.column_length(column)) throw wrong("more than " + std::to_string(i) + " cells");
        if (line[place] == '.') {
          ++place;
        } else {
          const int letter = language().read_letter(line, place);
          if (letter < 0) throw wrong(in_quotes(symbol_at(line, place)) + " is neither a letter nor '.'");
          put(state, cell + i, static_cast<Letter>(letter));
        }
      }
      if (i != board_.column_length(column)) throw wrong(std::to_string(i) + " cells, not " + std::to_string(board_.column_length(column)));
      cell += i;
    }
    if (state.filled != 0 && (board_.marked_cells() & ~state.filled) != 0) throw TextError("board " + in_quotes(in) + ": a cell of the initial word is empty");
  }
  void parse_used(State& state, std::string_view in) const {
    if (in == "-") return;
    for (const std::string_view part : split(in, ',')) {
      if (state.words == most_used) throw TextError("used words: more than " + std::to_string(most_used));
      const auto word = read_word(part);
      if (!word)
        throw TextError("used words: " + in_quotes(part) + " is no word of " + std::to_string(Lexicon::shortest_word) + " to " +
                        std::to_string(Lexicon::longest_word) + " letters of the language " + language().code);
      if (state.words == 0 && word->length != 3) throw TextError("used words: the first, " + in_quotes(part) + ", does not have three letters");
      state.used[state.words++] = *word;
    }
  }
  static std::uint32_t parse_score(std::string_view in, bool halves) {
    const bool half = halves && in.ends_with(".5");
    const auto whole = number(half ? in.substr(0, in.size() - 2) : in, 0, most_score / 2, "score");
    const auto score = static_cast<std::uint32_t>(2 * whole + (half ? 1 : 0));
    if (score > most_score) throw TextError("score " + in_quotes(in) + " is more than " + score_text(most_score));
    return score;
  }
  static std::string score_text(std::uint32_t halves) { return std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : ""); }

  Board board_;
  bool word_start_;
  std::uint32_t komi_;
  std::shared_ptr<const Lexicon> lexicon_;
  std::vector<Word> starts_;
};

std::unique_ptr<AnyGame> make_oski(const Options& options) {
  return as_game(
      Oski(static_cast<int>(options.integer("size")), options.is("setup", "word"), options.number("komi"), lexicon_of(options, options.text("language"))));
}

const Registration registration{{
    .id = "oski",
    .title = "Oski",
    .page = "oski",
    .source = "oski.cpp",
    .options = {{"size", one_of({std::int64_t{4}, std::int64_t{3}}), "cells along a side"},
                language_option(),
                lexicon_option(),
                {"setup", one_of({std::string("random"), std::string("word")}), "the initial word is drawn, or player 1 plays it"},
                {"komi", {Value(2.5), HalfIntegers{0, 1'000'000}}, "points that player 0 has from the start"}},
    .resolve = [](Options& options) { resolve_lexicon(options, options.text("language")); },
    .make = make_oski,
}};

}  // namespace
