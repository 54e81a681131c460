#include "words/lexicon.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <numeric>

#include "core/codec.hpp"
#include "words/sha256.hpp"

namespace ply {

// ---- Building: the words come sorted, so that what a word does not share with the next one is final and can be merged with an equal state that is there
// already (Daciuk, Mihov, Watson, Watson, "Incremental construction of minimal acyclic finite-state automata", 2000).

class LexiconBuilder {
 public:
  explicit LexiconBuilder(Automaton& to) : to_(to), table_(1 << 12) { open_[0] = {}; }

  void add(std::span<const Letter> word) {
    std::size_t shared = 0;
    while (shared < word.size() && shared < length_ && word[shared] == last_[shared]) ++shared;
    close(shared);
    for (std::size_t i = shared; i < word.size(); ++i) {
      last_[i] = word[i];
      open_[i].mask |= u64{1} << word[i];
      open_[i + 1] = {};
    }
    length_ = word.size();
    open_[length_].mask |= u64{1} << Lexicon::word_end;
  }

  Lexicon::Node finish() {
    close(0);
    return node_of(open_[0]);
  }

 private:
  /// A state on the path of the last word: the children of its last letter and of all before it are final once that letter is behind us.
  struct Open {
    u64 mask = 0;
    std::array<u32, most_letters> child;
    u32 children = 0;
  };

  void close(std::size_t down_to) {
    while (length_ > down_to) {
      const Lexicon::Node node = node_of(open_[length_]);
      --length_;
      open_[length_].child[open_[length_].children++] = node;
    }
  }

  /// The node equal to an open state, which is made if there is none.
  Lexicon::Node node_of(const Open& open) {
    u64 hash = scramble(open.mask);
    for (u32 i = 0; i < open.children; ++i) hash = (hash ^ open.child[i]) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    for (std::size_t slot = hash & (table_.size() - 1);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot].second == 0) {
        table_[slot] = {static_cast<u32>(hash), to_.add(open.mask, {open.child.data(), open.children}) + 1};
        const Lexicon::Node node = table_[slot].second - 1;
        if (++used_ > table_.size() / 2) grow();
        return node;
      }
      if (table_[slot].first == static_cast<u32>(hash) && equal(open, table_[slot].second - 1)) return table_[slot].second - 1;
    }
  }

  bool equal(const Open& open, Lexicon::Node node) const {
    return to_.mask(node) == open.mask && std::equal(open.child.begin(), open.child.begin() + open.children, to_.stream_.begin() + node + 2);
  }

  void grow() {
    std::vector<std::pair<u32, u32>> old(2 * table_.size());
    old.swap(table_);
    for (const auto& entry : old) {
      if (entry.second == 0) continue;
      std::size_t slot = entry.first & (table_.size() - 1);
      while (table_[slot].second != 0) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = entry;
    }
  }

  Automaton& to_;
  std::vector<std::pair<u32, u32>> table_;  // low half of the hash, node + 1
  std::size_t used_ = 0;
  std::array<Open, Lexicon::longest_word + 1> open_;
  std::array<Letter, Lexicon::longest_word> last_{};
  std::size_t length_ = 0;
};

Lexicon::Lexicon(const Language& language, std::span<const std::span<const Letter>> sorted, const Counts& counts) : language_(&language), counts_(counts) {
  LexiconBuilder builder(*this);
  for (const auto word : sorted) builder.add(word);
  root_ = builder.finish();
  stream_.shrink_to_fit();
  survey();
}

/// Calls `visit(node)` in the order in which they stand: children first.
template <class Visit>
void Lexicon::for_each_node(Visit&& visit) const {
  for (std::size_t at = 0; at < stream_.size();) {
    const auto node = static_cast<Node>(at);
    visit(node);
    at += 2 + static_cast<std::size_t>(popcount(next(node)));
  }
}

/// Words, alphabet, longest word, numbers of nodes and edges.
void Lexicon::survey() {
  std::vector<u64> words(stream_.size());
  std::vector<u8> longest(stream_.size());
  for_each_node([&](Node node) {
    const u64 here = mask(node);
    words[node] = here >> word_end;
    ++nodes_;
    u32 at = node + 2;
    for_each_bit(here & all_letters, [&](int letter) {
      const Node below = stream_[at++];
      words[node] = std::min(words[node] + words[below], u64{1} << 40);
      longest[node] = std::max(longest[node], static_cast<u8>(std::min(longest[below] + 1, 2 * longest_word)));
      alphabet_ |= u64{1} << letter;
      ++edges_;
      return false;
    });
  });
  words_ = words[root_];
  longest_ = longest[root_];
}

// ---- The report

Lexicon::Report Lexicon::report() const {
  Sha256 hash;
  bool first = true;
  std::string line;
  for_each_word(shortest_word, longest_word, [&](std::span<const Letter> word) {
    line.clear();
    if (!first) line += '\n';
    first = false;
    for (const Letter letter : word) line += language_->name(letter);
    hash.add(line);
    return false;
  });
  std::string letters;
  for_each_bit(alphabet_, [&](int letter) {
    letters += language_->name(letter);
    return false;
  });
  Report out{{"language", language_->code}, {"words", words_},  {"sha256", hash.hex()}, {"longest", static_cast<u64>(longest_)},
             {"alphabet", letters},         {"states", nodes_}, {"edges", edges_}};
  if (!counts_) return out;
  const std::initializer_list<std::pair<const char*, u64>> beside{
      {"lines", counts_->lines},       {"blank", counts_->blank},         {"comments", counts_->comments}, {"outside", counts_->outside},
      {"capitals", counts_->capitals}, {"too_short", counts_->too_short}, {"too_long", counts_->too_long}, {"duplicates", counts_->duplicates}};
  for (const auto& [name, count] : beside) out.emplace_back(name, count);
  return out;
}

// ---- The compact form. All numbers are little-endian:
//   8 bytes of magic, of which the first is no UTF-8; length and letters of the language; u64: nodes, edges;
//   an edge each u32: bits 0-5 letter, 6 last of its node, 7 a word ends behind it, 8-31 number of the node behind it. Nodes are numbered children first, 0 is
//   the one without edges, and the root is the last; u64: checksum of all before.

namespace {

constexpr std::string_view magic("\x89lexicon", 8);
constexpr u64 most_compact_nodes = u64{1} << 24;

/// A path in quotes, never shortened: a message says which file.
std::string whole(const std::string& path) { return in_quotes(path, path.size()); }

std::filesystem::path path_of(const std::string& utf8) {
  // For the system the name would end there, and be that of another file.
  if (utf8.find('\0') != std::string::npos) throw OptionError("word list " + whole(utf8) + ": no file has a zero byte in its name");
  return {std::u8string(utf8.begin(), utf8.end())};
}

u64 checksum(std::string_view bytes) {
  u64 sum = 0;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return scramble(sum);
}

void put(std::string& out, u64 number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> 8 * i);
}

}  // namespace

bool Lexicon::is_compact(std::string_view bytes) { return bytes.starts_with(magic); }

void Lexicon::save(const std::string& path) const {
  if (nodes_ > most_compact_nodes) throw Error("word list of " + std::to_string(nodes_) + " states: too many for the compact form");
  std::string out(magic);
  put(out, language_->code.size(), 1);
  out += language_->code;
  put(out, nodes_, 8);
  put(out, edges_, 8);
  std::vector<u32> number(stream_.size());
  u32 nodes = 0;
  for_each_node([&](Node node) {
    number[node] = nodes++;
    u64 left = next(node);
    for (u32 at = node + 2; left != 0; ++at) {
      const auto letter = static_cast<u32>(pop_lowest(left));
      const Node below = stream_[at];
      put(out, letter | (left == 0 ? 64u : 0u) | (is_word(below) ? 128u : 0u) | number[below] << 8, 4);
    }
  });
  put(out, checksum(out), 8);
  std::ofstream file(path_of(path), std::ios::binary);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  if (!file.flush()) throw Error("cannot write " + whole(path));
}

Lexicon::Lexicon(const Language* language, std::string_view compact, const std::string& path) {
  const auto damaged = [&](const char* what) { return OptionError("word list " + whole(path) + " in compact form is damaged: " + what); };
  std::size_t at = magic.size();
  const auto get = [&](std::size_t bytes) {
    if (bytes > compact.size() - at) throw damaged("it ends too early");
    u64 number = 0;
    for (std::size_t i = 0; i < bytes; ++i) number |= u64{static_cast<unsigned char>(compact[at++])} << 8 * i;
    return number;
  };
  const auto name_length = static_cast<std::size_t>(get(1));
  if (name_length > compact.size() - at) throw damaged("it ends too early");
  const std::string_view code = compact.substr(at, name_length);
  at += name_length;
  const auto codes = Language::codes();
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) throw damaged("no such language");
  language_ = &Language::find(code);
  if (language != nullptr && language != language_) {
    throw OptionError("word list " + whole(path) + " is of the language " + language_->code + ", not " + language->code);
  }
  const u64 nodes = get(8);
  const u64 edges = get(8);
  if (nodes < 2 || nodes > most_compact_nodes || edges > compact.size() || compact.size() - at != 4 * edges + 8) throw damaged("its length is wrong");
  if (checksum(compact.substr(0, compact.size() - 8)) != [&] {
        std::size_t end = compact.size() - 8;
        std::swap(at, end);
        const u64 sum = get(8);
        at = end;
        return sum;
      }()) {
    throw damaged("the checksum is wrong");
  }
  // Whatever the checksum says, nothing below trusts what it reads.
  std::vector<Node> place;
  place.reserve(nodes);
  std::vector<bool> ends(nodes);
  std::vector<bool> entered(nodes);
  const auto append = [&](u64 mask) { place.push_back(add(mask, {})); };
  stream_.reserve(2 * nodes + edges);
  append(u64{1} << word_end);
  ends[0] = entered[0] = true;
  for (u64 i = 0; i < edges;) {
    append(0);
    const Node node = place.back();
    u64 here = 0;
    for (bool last = false; !last; ++i) {
      if (i == edges) throw damaged("it ends within a state");
      const auto edge = static_cast<u32>(get(4));
      const u32 letter = edge & 63;
      const u32 below = edge >> 8;
      last = (edge & 64) != 0;
      if (below + 1 >= place.size() || letter >= static_cast<u32>(language_->letters()) || here >> letter != 0) throw damaged("an edge is wrong");
      const bool word = (edge & 128) != 0;
      if (entered[below] && ends[below] != word) throw damaged("an end of a word is wrong");
      entered[below] = true;
      ends[below] = word;
      here |= u64{1} << letter;
      stream_.push_back(place[below]);
    }
    set_mask(node, here);
  }
  if (place.size() != nodes) throw damaged("the number of states is wrong");
  for (std::size_t i = 1; i < nodes; ++i) {
    if (ends[i]) set_mask(place[i], mask(place[i]) | u64{1} << word_end);
  }
  root_ = place.back();
  survey();
  const bool one_letter_words = for_each_word(1, 1, [](auto) { return true; });
  if (is_word(root_) || one_letter_words || longest_ < shortest_word || longest_ > longest_word || words_ > 100'000'000) throw damaged("its words are wrong");
}

// ---- Lists as text

namespace {

std::string read_file(const std::string& path, const std::string& hint) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  std::error_code error;
  if (std::filesystem::exists(path_of(path), error) && !std::filesystem::is_regular_file(path_of(path), error)) {
    throw OptionError("word list " + whole(path) + " is no regular file");
  }
  std::ifstream file(path_of(path), std::ios::binary);
  if (!file) throw OptionError("word list " + whole(path) + ": cannot open the file" + hint);
  std::string out;
  const auto size = std::filesystem::file_size(path_of(path), error);
  if (!error && size <= most_bytes) out.reserve(static_cast<std::size_t>(size) + 1);
  std::array<char, 1 << 16> part;
  while (file.read(part.data(), part.size()) || file.gcount() > 0) {
    out.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (out.size() > most_bytes) throw OptionError("word list " + whole(path) + " is larger than a gigabyte");
  }
  if (file.bad()) throw OptionError("word list " + whole(path) + ": cannot read the file");
  return out;
}

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(blanks) - begin + 1);
}

/// Words one behind the other, on their way into a lexicon.
struct WordHeap {
  struct Entry {
    std::size_t begin;
    std::size_t length;
    bool has_upper;
  };
  std::vector<Letter> letters;
  std::vector<Entry> entries;

  std::span<const Letter> word(const Entry& entry) const { return {letters.data() + entry.begin, entry.length}; }
};

bool before(std::span<const Letter> a, std::span<const Letter> b) {
  const int order = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
  return order != 0 ? order < 0 : a.size() < b.size();
}

/// Sorts the words of the right length, which most lists are already, and builds.
std::shared_ptr<const Lexicon> build(const Language& language, const WordHeap& heap, Lexicon::Counts& counts) {
  std::vector<std::span<const Letter>> words;
  words.reserve(heap.entries.size());
  bool sorted = true;
  for (const auto& entry : heap.entries) {
    if (entry.length < static_cast<std::size_t>(Lexicon::shortest_word)) {
      ++counts.too_short;
    } else if (entry.length > static_cast<std::size_t>(Lexicon::longest_word)) {
      ++counts.too_long;
    } else {
      words.push_back(heap.word(entry));
      sorted = sorted && (words.size() < 2 || before(words[words.size() - 2], words.back()));
    }
  }
  if (!sorted) {
    std::sort(words.begin(), words.end(), before);
    const auto end = std::unique(words.begin(), words.end(), [](const auto& a, const auto& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); });
    counts.duplicates += static_cast<u64>(words.end() - end);
    words.erase(end, words.end());
  }
  if (words.empty()) return nullptr;
  return std::make_shared<Lexicon>(language, words, counts);
}

std::shared_ptr<const Lexicon> read_list(const Language& language, std::string_view text, const std::string& path) {
  Lexicon::Counts counts;
  WordHeap heap;
  heap.letters.reserve(text.size());
  bool any_lower = false;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark that some editors put in front
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view full = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++counts.lines;
    const std::size_t comment = std::min(full.find('#'), full.size());
    const std::string_view line = trimmed(full.substr(0, comment));
    const auto not_utf8 = [&] {
      return OptionError("word list " + whole(path) + ", line " + std::to_string(counts.lines) + ": " + in_quotes(full) + " is not UTF-8");
    };
    for (std::size_t at = comment; at < full.size();) {
      if (!read_code_point(full, at)) throw not_utf8();
    }
    if (line.empty()) {
      ++(comment == full.size() ? counts.blank : counts.comments);
      continue;
    }
    const std::size_t begin = heap.letters.size();
    const Language::Folded folded = language.fold(line, heap.letters);
    if (!folded.utf8) throw not_utf8();
    any_lower = any_lower || folded.has_lower;
    if (folded.in_alphabet) {
      heap.entries.push_back({begin, heap.letters.size() - begin, folded.has_upper});
      continue;
    }
    ++counts.outside;
    heap.letters.resize(begin);
  }
  if (any_lower && !language.keeps_capitalised) {
    // Names and the like; where there are no small letters at all, capital ones say nothing.
    counts.capitals = std::erase_if(heap.entries, [](const auto& entry) { return entry.has_upper; });
  }
  auto lexicon = build(language, heap, counts);
  if (lexicon) return lexicon;
  throw OptionError("word list " + whole(path) + ": no word of " + std::to_string(Lexicon::shortest_word) + " to " + std::to_string(Lexicon::longest_word) +
                    " letters (language " + language.code + ") in its " + std::to_string(counts.lines) + " lines");
}

WordHeap read_words(const Language& language, std::string_view list) {
  WordHeap heap;
  for (const std::string_view word : split(list, '+')) {
    const std::size_t begin = heap.letters.size();
    const Language::Folded folded = language.fold(word, heap.letters);
    const std::size_t length = heap.letters.size() - begin;
    if (!folded.utf8) throw OptionError("lexicon: word " + in_quotes(word) + " is not UTF-8");
    if (!folded.in_alphabet) throw OptionError("lexicon: word " + in_quotes(word) + " has a symbol that is no letter of the language " + language.code);
    if (length < static_cast<std::size_t>(Lexicon::shortest_word) || length > static_cast<std::size_t>(Lexicon::longest_word)) {
      throw OptionError("lexicon: word " + in_quotes(word) + " has " + std::to_string(length) + " letters, not " + std::to_string(Lexicon::shortest_word) +
                        " to " + std::to_string(Lexicon::longest_word));
    }
    heap.entries.push_back({begin, length, false});
  }
  return heap;
}

std::string hint_of(const Language& language) {
  if (language.ships_list) return "";
  if (language.file.empty()) return " (for " + language.code + " the words of the Debian package " + language.package + " would do)";
  return " (for " + language.code + " the file " + language.file + " of the Debian package " + language.package + " would do)";
}

}  // namespace

std::string written_words(const Language& language, std::string_view list) {
  const WordHeap heap = read_words(language, list);
  std::vector<std::span<const Letter>> words;
  for (const auto& entry : heap.entries) words.push_back(heap.word(entry));
  std::sort(words.begin(), words.end(), before);
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && !before(words[i - 1], words[i])) continue;
    if (i > 0) out += '+';
    out += language.spell(words[i]);
  }
  return out;
}

void require_shipped(const Language& language) {
  if (language.ships_list) return;
  throw OptionError("lexicon: no word list ships for the language " + language.code + "; give file:PATH or words:W1+W2+.." + hint_of(language));
}

namespace {

/// A spec without the language in front of it, and that language or nullptr.
std::pair<const Language*, std::string> parts_of(const std::string& spec) {
  const std::string kind = spec.substr(0, spec.find(':'));
  if (kind.size() == spec.size() || kind == "words" || kind == "file") return {nullptr, spec};
  return {&Language::find(kind), spec.substr(kind.size() + 1)};
}

}  // namespace

ResourceEntry::Source Lexicon::source(const std::string& spec) {
  constexpr std::string_view file = "file:";
  const auto [language, rest] = parts_of(spec);
  if (!rest.starts_with(file)) return {spec};
  std::error_code error;
  const auto path = std::filesystem::absolute(path_of(rest.substr(file.size())), error);
  const auto named = path.u8string();
  ResourceEntry::Source out{(language != nullptr ? language->code : "") + ":file:" + std::string(named.begin(), named.end())};
  if (!std::filesystem::is_regular_file(path, error)) return out;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return out;
  const auto written = std::filesystem::last_write_time(path, error);
  if (!error) out.version = std::to_string(size) + ' ' + std::to_string(written.time_since_epoch().count());
  return out;
}

std::shared_ptr<const Lexicon> Lexicon::load(const std::string& spec) {
  const auto [language, rest] = parts_of(spec);
  const Language& with_default = language != nullptr ? *language : Language::find("en");
  if (rest == "en") {
    require_shipped(with_default);
    const std::string path = data_directory() + "/en.txt";
    return read_list(with_default, read_file(path, ""), path);
  }
  if (rest.starts_with("words:")) {
    Counts counts;
    const WordHeap heap = read_words(with_default, std::string_view(rest).substr(6));
    counts.lines = heap.entries.size();
    return build(with_default, heap, counts);
  }
  if (rest.starts_with("file:")) {
    const std::string path = rest.substr(5);
    const std::string bytes = read_file(path, hint_of(with_default));
    if (is_compact(bytes)) return std::make_shared<Lexicon>(language, bytes, path);
    return read_list(with_default, bytes, path);
  }
  throw OptionError("word list " + ply::in_quotes(spec) + " is none of en, words:W1+W2+.., file:PATH");
}

namespace {

const ResourceRegistration registration{{"lexicon", "words, a line each (file:PATH, de:file:PATH), inline (words:W1+W2+..) or the list that ships (en)",
                                         [](const std::string& spec) -> std::shared_ptr<const Resource> { return Lexicon::load(spec); }, Lexicon::source}};

}  // namespace

}  // namespace ply
