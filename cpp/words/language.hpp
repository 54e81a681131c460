// The twelve languages of the word games: their letters, and how the words of a list are brought to them (docs/rules/lexicon.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "words/automaton.hpp"

namespace ply {

std::string to_utf8(char32_t code_point);

/// Letters are numbered from 0 in the order of their code points, so that sorting by numbers is sorting by code points.
class Language {
 public:
  enum class Case : std::uint8_t { none, lower, upper };

  /// What becomes of a word.
  struct Folded {
    bool utf8 = true;
    bool in_alphabet = true;  ///< every symbol is a letter of the language
    bool has_upper = false;
    bool has_lower = false;
  };

  std::string code;     ///< "en"
  std::string package;  ///< the Debian package with a list, and what it is called there; where none ships with plyground
  std::string file;
  bool ships_list = false;         ///< there is a file <code>.txt in the data directory
  bool keeps_capitalised = false;  ///< words with a capital letter are words like others: German nouns

  int letters() const { return static_cast<int>(names_.size()); }
  /// The letter in upper case, as UTF-8.
  const std::string& name(int letter) const { return names_[static_cast<std::size_t>(letter)]; }
  std::string spell(std::span<const Letter> word) const;
  /// The letter that `text` at `at` begins with, in upper case and just as words are written back; moves `at` behind it. -1: none of the language (`at` stays).
  int read_letter(std::string_view text, std::size_t& at) const;

  /// Appends the letters of a word as its list spells it. Where the word is not in the alphabet, what is appended means nothing.
  Folded fold(std::string_view word, std::vector<Letter>& out) const;

  /// OptionError where there is no such language.
  static const Language& find(std::string_view code);
  static std::span<const std::string_view> codes();  ///< in the order of the page

 private:
  /// What a code point becomes: one letter or two, or nothing.
  struct Fold {
    static constexpr Letter no_letter = 255;
    static constexpr Letter outside = 254;
    Letter first = outside;
    Letter second = no_letter;
    Case letter_case = Case::none;
  };
  /// A letter that is another with an accent.
  struct Composed {
    Letter first;
    char32_t mark;
    Letter letter;
  };
  static constexpr std::size_t code_points = 0x3100;  // behind the Japanese syllables

  static const std::vector<Language>& all();
  friend struct LanguageTables;

  const Fold& fold_of(char32_t code_point) const;
  bool add_mark(char32_t mark, std::vector<Letter>& letters, std::size_t since) const;
  bool add_any_mark(char32_t mark, std::vector<Letter>& letters, std::size_t since) const;

  std::vector<std::string> names_;
  std::vector<char32_t> upper_;
  std::vector<Fold> folds_;
  std::vector<Composed> composed_;
  bool strips_accents_ = false;
};

}  // namespace ply
