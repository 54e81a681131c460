// Word lists: a minimal acyclic automaton of letters, built once a list and shared by the games and states that use it (docs/rules/lexicon.md).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/registry.hpp"
#include "geometry/bits.hpp"
#include "words/automaton.hpp"
#include "words/language.hpp"

namespace ply {

/// Children stand in front of their parents, the root is the last node.
class Lexicon final : public Resource, public Automaton {
 public:
  static constexpr int shortest_word = 2;
  static constexpr int longest_word = 24;

  /// What a list as text had beside the words that were kept.
  struct Counts {
    u64 lines = 0;
    u64 blank = 0;
    u64 comments = 0;
    u64 outside = 0;
    u64 capitals = 0;
    u64 too_short = 0;
    u64 too_long = 0;
    u64 duplicates = 0;
  };

  const Language& language() const { return *language_; }

  /// The letters that occur in words.
  u64 alphabet() const { return alphabet_; }
  /// How many letters the longest word has.
  int longest() const { return longest_; }
  u64 words() const { return words_; }

  /// Calls `visit(word)` with the letters of every word of `least` to `most` letters, sorted. `visit` returns true to stop; tells whether it was stopped.
  template <class Visit>
  bool for_each_word(int least, int most, Visit&& visit) const {
    Letter word[longest_word];
    return below(root_, word, 0, least, most, visit);
  }

  Report report() const override;
  void save(const std::string& path) const override;

  /// Of the words of a list in the order of their letters, without duplicates.
  Lexicon(const Language& language, std::span<const std::span<const Letter>> sorted, const Counts& counts);
  /// Of what `save` has written. OptionError naming the file where it is damaged, or `language` is another (nullptr: any).
  Lexicon(const Language* language, std::string_view compact, const std::string& path);
  static bool is_compact(std::string_view bytes);

  /// The word list of a spec, `en`, `words:W1+W2` or `file:PATH`, in front of which may be a language and a colon (default `en`, for a compact file its own).
  static std::shared_ptr<const Lexicon> load(const std::string& spec);
  /// Which list that is: of a file its place, and as version its size and the time when it was last written.
  static ResourceEntry::Source source(const std::string& spec);

 private:
  template <class Visit>
  bool below(Node node, Letter* word, int length, int least, int most, Visit&& visit) const {
    const u64 here = mask(node);
    if (length >= least && here >> word_end != 0 && visit(std::span<const Letter>(word, static_cast<std::size_t>(length)))) return true;
    if (length == most) return false;
    return for_each_bit(here & all_letters, [&](int letter) {
      word[length] = static_cast<Letter>(letter);
      return below(child(node, here, letter), word, length + 1, least, most, visit);
    });
  }
  void survey();
  template <class Visit>
  void for_each_node(Visit&& visit) const;

  const Language* language_ = nullptr;
  std::optional<Counts> counts_;  ///< of a list read as text
  u64 alphabet_ = 0;
  u64 words_ = 0;
  u64 nodes_ = 0;
  u64 edges_ = 0;
  int longest_ = 0;
};

}  // namespace ply
