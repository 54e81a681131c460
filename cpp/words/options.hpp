// The options `language` and `lexicon`, which the word games share.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "core/registry.hpp"
#include "words/lexicon.hpp"

namespace ply {

/// `words:` written back: upper case, sorted, without duplicates. OptionError where a word is none.
std::string written_words(const Language& language, std::string_view list);
/// OptionError where no list ships for the language.
void require_shipped(const Language& language);

inline OptionSpec lexicon_option() { return {"lexicon", {Value(std::string("en")), FreeText{"words:"}, FreeText{"file:"}}, "the words"}; }
inline OptionSpec language_option() {
  OptionSpec option{"language", {}, "the language: its letters, and how words are brought to them"};
  for (const std::string_view code : Language::codes()) option.choices.emplace_back(std::in_place_type<Value>, std::in_place_type<std::string>, code);
  return option;
}

/// For a game's resolve step. `code` is the value of its option `language`. Where the words have no effect (`unused`), whatever is given stays.
inline void resolve_lexicon(Options& options, std::string_view code = "en", bool unused = false) {
  if (unused) return;
  const Language& language = Language::find(code);
  if (options.is("lexicon", "en")) return require_shipped(language);
  for (Options::Entry& entry : options.entries()) {
    if (entry.name != "lexicon") continue;
    const std::string& given = std::get<std::string>(entry.value);
    constexpr std::string_view words = "words:";
    if (given.starts_with(words)) entry.value = std::string(words) + written_words(language, std::string_view(given).substr(words.size()));
  }
}

/// The word list of resolved options. OptionError where it cannot be had.
inline std::shared_ptr<const Lexicon> lexicon_of(const Options& options, std::string_view code = "en") {
  return std::dynamic_pointer_cast<const Lexicon>(load_resource("lexicon", std::string(code) + ":" + options.text("lexicon")));
}

}  // namespace ply
