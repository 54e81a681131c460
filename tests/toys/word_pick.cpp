// A resource that games share: a list of words. The players pick words in turn; most letters win.
#include <array>
#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

constexpr std::size_t most_words = 32;

class Words final : public Resource {
 public:
  explicit Words(std::vector<std::string> list) : words(std::move(list)), number_(++loads()) {}

  Report report() const override {
    std::size_t letters = 0;
    for (const auto& word : words) letters += word.size();
    return {{"words", std::uint64_t{words.size()}}, {"letters", std::uint64_t{letters}}, {"load", static_cast<std::uint64_t>(number_)}};
  }
  void save(const std::string& path) const override {
    std::ofstream file(path);
    for (const auto& word : words) file << word << "\n";
    if (!file.flush()) throw Error("cannot write " + in_quotes(path));
  }

  std::vector<std::string> words;

 private:
  /// How many word lists this process has loaded.
  static std::atomic<int>& loads() {
    static std::atomic<int> count{0};
    return count;
  }
  int number_;
};

std::shared_ptr<const Resource> load_words(const std::string& spec) {
  std::vector<std::string> words;
  if (spec.starts_with("words:")) {
    for (const auto word : split(std::string_view(spec).substr(6), '+')) words.emplace_back(word);
  } else if (spec.starts_with("file:")) {
    std::ifstream file(spec.substr(5));
    if (!file) throw Error("word list " + in_quotes(spec) + ": cannot open the file");
    for (std::string word; std::getline(file, word);) words.push_back(word);
  } else {
    throw Error("word list " + in_quotes(spec) + " is neither words:A+B nor file:PATH");
  }
  if (words.empty() || words.size() > most_words) throw Error("word list " + in_quotes(spec) + " has " + std::to_string(words.size()) + " words, not 1 to 32");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (word.empty() || word.size() > 30) throw Error("word list " + in_quotes(spec) + ": the word " + in_quotes(word) + " does not have 1 to 30 letters");
    for (const char c : word) {
      if (c < 'A' || c > 'Z') throw Error("word list " + in_quotes(spec) + ": the word " + in_quotes(word) + " has other letters than A to Z");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (words[j] == word) throw Error("word list " + in_quotes(spec) + ": the word " + in_quotes(word) + " is there twice");
    }
  }
  return std::make_shared<Words>(std::move(words));
}

const ResourceRegistration words_registration{{"toy_words", "words:A+B or file:PATH with a word a line", load_words}};

class WordPick {
 public:
  struct State {
    std::array<char, most_words> taker{};  ///< '.' or the player
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int word = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit WordPick(const Options& options) : list_(std::dynamic_pointer_cast<const Words>(load_resource("toy_words", options.text("lexicon")))) {}

  State initial(Rng&) const {
    State state;
    for (int i = 0; i < size(); ++i) at(state, i) = '.';
    return state;
  }
  int current_player(const State& state) const { return taken(state) == size() ? over : taken(state) % 2; }

  template <class Emit>
  void moves(const State& state, Emit&& emit) const {
    for (int i = 0; i < size(); ++i) {
      if (at(state, i) == '.' && emit(Move{i})) return;
    }
  }
  void play(State& state, Move move) const { at(state, move.word) = static_cast<char>('0' + taken(state) % 2); }
  Result result(const State& state) const {
    std::array<int, 2> letters{};
    for (int i = 0; i < size(); ++i) letters[at(state, i) == '0' ? 0 : 1] += static_cast<int>(word(i).size());
    return Result::by_score(2, letters, "most letters");
  }

  std::string text(const State& state) const { return {state.taker.data(), static_cast<std::size_t>(size())}; }
  std::string text(const State&, Move move) const { return word(move.word); }
  State parse(std::string_view in) const {
    if (in.size() != static_cast<std::size_t>(size()))
      throw TextError("position " + in_quotes(in) + " does not have " + std::to_string(size()) + " characters");
    State state;
    int surplus = 0;
    for (int i = 0; i < size(); ++i) {
      const char c = in[static_cast<std::size_t>(i)];
      if (c != '.' && c != '0' && c != '1') throw TextError("position " + in_quotes(in) + " has other characters than . 0 1");
      surplus += c == '0' ? 1 : c == '1' ? -1 : 0;
      at(state, i) = c;
    }
    if (surplus != 0 && surplus != 1) throw TextError("position " + in_quotes(in) + ": the players did not take turns");
    return state;
  }

 private:
  int size() const { return static_cast<int>(list_->words.size()); }
  const std::string& word(int i) const { return list_->words[static_cast<std::size_t>(i)]; }
  static char& at(State& state, int i) { return state.taker[static_cast<std::size_t>(i)]; }
  static char at(const State& state, int i) { return state.taker[static_cast<std::size_t>(i)]; }
  int taken(const State& state) const {
    int count = 0;
    for (int i = 0; i < size(); ++i) count += at(state, i) != '.' ? 1 : 0;
    return count;
  }

  std::shared_ptr<const Words> list_;
};

const Registration registration{{
    .id = "word_pick",
    .title = "Word pick",
    .page = "word_pick",
    .source = "word_pick.cpp",
    .options = {{"lexicon", {Value(std::string("words:CAT+HORSE+OX")), FreeText{"words:"}, FreeText{"file:"}}, "the words"}},
    .make = [](const Options& options) { return as_game(WordPick(options)); },
}};

}  // namespace
