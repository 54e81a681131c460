#include "words/language.hpp"

#include <algorithm>
#include <array>

#include "core/codec.hpp"
#include "core/unicode.hpp"

namespace ply {

std::string to_utf8(char32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
}

namespace {

/// Large syllables in front of the small ones.
constexpr std::array<std::u32string_view, 12> japanese_groups{U"あぁ", U"いぃ", U"うぅ", U"えぇ", U"おぉ", U"かゕ",
                                                              U"けゖ", U"つっ", U"やゃ", U"ゆゅ", U"よょ", U"わゎ"};

constexpr std::u32string_view latin = U"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::u32string_view japanese = U"あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん";

struct Description {
  std::string_view code;
  std::u32string_view more;  ///< letters beside the Latin ones, ascending
  bool strips_accents;
  std::string_view package, file;
};
constexpr std::array<Description, 12> descriptions{{
    {"en", U"", false, "wamerican", "american-english"},
    {"de", U"ÄÖÜ", true, "wngerman", "ngerman"},
    {"es", U"Ñ", true, "wspanish", "spanish"},
    {"fr", U"", true, "wfrench", "french"},
    {"it", U"", true, "witalian", "italian"},
    {"ja", U"", false, "edict", ""},
    {"nl", U"", true, "wdutch", "dutch"},
    {"pl", U"ÓĄĆĘŁŃŚŹŻ", false, "wpolish", "polish"},
    {"ru", U"", false, "aspell-ru", ""},
    {"el", U"", true, "aspell-el", ""},
    {"cs", U"ÁÉÍÓÚÝČĎĚŇŘŠŤŮŽ", false, "aspell-cs", ""},
    {"sk", U"ÁÄÉÍÓÔÚÝČĎĹĽŇŔŠŤŽ", false, "aspell-sk", ""},
}};
constexpr std::array<std::string_view, 12> language_codes{"en", "de", "es", "fr", "it", "ja", "nl", "pl", "ru", "el", "cs", "sk"};

/// Of any language: small letters somewhere in a list are what makes its capital ones tell something.
bool is_lower(char32_t point) {
  const auto after = std::upper_bound(lower_points.begin(), lower_points.end(), point, [](char32_t left, const PointRun& run) { return left < run.first; });
  if (after == lower_points.begin()) return false;
  const PointRun& run = *(after - 1);
  return point <= run.last && (point - run.first) % run.step == 0;
}

constexpr bool accent(char32_t point) { return point >= 0x300 && point < 0x370; }
constexpr bool voicing(char32_t point) { return point == 0x3099 || point == 0x309A; }

}  // namespace

/// Fills a language from the tables above.
struct LanguageTables {
  using Fold = Language::Fold;

  static Language make(const Description& from) {
    Language to;
    to.code = from.code;
    to.package = from.package;
    to.file = from.file;
    to.ships_list = from.code == "en";
    to.keeps_capitalised = from.code == "de";
    to.strips_accents_ = from.strips_accents;
    to.folds_.resize(Language::code_points);
    if (from.code == "ja") {
      make_japanese(to);
    } else if (from.code == "ru") {
      std::u32string letters = U"Ё";
      for (char32_t point = U'А'; point <= U'Я'; ++point) letters += point;
      add_letters(to, letters);
    } else if (from.code == "el") {
      make_greek(to);
    } else {
      add_letters(to, std::u32string(latin) + std::u32string(from.more));
    }
    const auto two = [&](char32_t symbol, char32_t first, char32_t second) {
      to.folds_[symbol].first = to.folds_[first].first;
      to.folds_[symbol].second = to.folds_[second].first;
    };
    if (from.code == "de") {
      two(U'ß', U'S', U'S');
      two(U'ẞ', U'S', U'S');
    }
    if (from.code == "fr") {
      two(U'œ', U'O', U'E');
      two(U'Œ', U'O', U'E');
      two(U'æ', U'A', U'E');
      two(U'Æ', U'A', U'E');
    }
    if (from.code == "nl") {
      two(U'ĳ', U'I', U'J');
      two(U'Ĳ', U'I', U'J');
    }
    add_accents(to);
    add_cases(to);
    return to;
  }

  /// What the symbols with accents become: just what they would as a letter with marks behind it.
  static void add_accents(Language& to) {
    for (const Decomposition& from : decompositions) {
      const bool letter = std::find(to.upper_.begin(), to.upper_.end(), char32_t{from.symbol}) != to.upper_.end();
      if (letter) to.composed_.push_back({to.folds_[from.first].first, from.mark, to.folds_[from.symbol].first});
    }
    for (const Decomposition& from : decompositions) {
      Fold& fold = to.folds_[from.symbol];
      const Fold& first = to.folds_[from.first];
      if (fold.first != Fold::outside || first.first == Fold::outside) continue;
      std::vector<Letter> letters{first.first};
      if (first.second != Fold::no_letter) letters.push_back(first.second);
      if (from.mark != 0 && !to.add_mark(from.mark, letters, 0)) continue;
      fold.first = letters[0];
      if (letters.size() > 1) fold.second = letters[1];
    }
  }

  static void add_cases(Language& to) {
    for (const PointRun& run : lower_points) {
      for (char32_t point = run.first; point <= run.last && point < Language::code_points; point += run.step) {
        to.folds_[point].letter_case = Language::Case::lower;
      }
    }
    if (to.code == "ja") return;  // where letters have no case
    for (Fold& fold : to.folds_) {
      if (fold.first != Fold::outside && fold.letter_case != Language::Case::lower) fold.letter_case = Language::Case::upper;
    }
  }

  /// The small letter of a capital one of the Latin, Greek and Russian alphabets.
  static char32_t lower(char32_t upper) {
    if (upper == U'Ё') return U'ё';
    if (upper < 0x100 || upper >= 0x370) return upper + 0x20;
    return upper + 1;  // in the rows of Latin letters with accents, each capital stands in front of its small letter
  }

  static void add_letters(Language& to, std::u32string_view letters) {
    for (const char32_t point : letters) {
      const auto letter = static_cast<Letter>(to.names_.size());
      to.names_.push_back(to_utf8(point));
      to.upper_.push_back(point);
      to.folds_[point].first = to.folds_[lower(point)].first = letter;
    }
  }

  static void make_greek(Language& to) {
    std::u32string letters;
    for (char32_t point = U'Α'; point <= U'Ω'; ++point) {
      if (point != 0x3A2) letters += point;  // where the capital of the final sigma would be
    }
    add_letters(to, letters);
    to.folds_[U'ς'].first = to.folds_[U'σ'].first;
  }

  static void make_japanese(Language& to) {
    for (const char32_t point : japanese) {
      to.folds_[point].first = static_cast<Letter>(to.names_.size());
      to.names_.push_back(to_utf8(point));
      to.upper_.push_back(point);
    }
    for (const auto group : japanese_groups) to.folds_[group[1]] = to.folds_[group[0]];
    for (char32_t katakana = 0x30A1; katakana <= 0x30F6; ++katakana) to.folds_[katakana] = to.folds_[katakana - 0x60];
  }

  static std::vector<Language> make_all() {
    std::vector<Language> out;
    for (const Description& description : descriptions) out.push_back(make(description));
    return out;
  }
};

const std::vector<Language>& Language::all() {
  static const std::vector<Language> languages = LanguageTables::make_all();
  return languages;
}

std::span<const std::string_view> Language::codes() { return language_codes; }

const Language& Language::find(std::string_view code) {
  for (const Language& language : all()) {
    if (language.code == code) return language;
  }
  std::string known;
  for (const std::string_view one : language_codes) (known += known.empty() ? "" : ", ") += one;
  throw OptionError("no language " + in_quotes(code) + "; there are " + known);
}

std::string Language::spell(std::span<const Letter> word) const {
  std::string out;
  for (const Letter letter : word) out += name(letter);
  return out;
}

int Language::read_letter(std::string_view text, std::size_t& at) const {
  std::size_t behind = at;
  const auto point = read_code_point(text, behind);
  if (!point) return -1;
  const auto found = std::lower_bound(upper_.begin(), upper_.end(), *point);
  if (found == upper_.end() || *found != *point) return -1;
  at = behind;
  return static_cast<int>(found - upper_.begin());
}

const Language::Fold& Language::fold_of(char32_t code_point) const {
  static constexpr Fold none{};
  return code_point < folds_.size() ? folds_[code_point] : none;
}

/// Whether letters that stand from `since` on can have the mark behind them: it makes another letter of one, or is left out.
bool Language::add_mark(char32_t mark, std::vector<Letter>& letters, std::size_t since) const {
  if (letters.size() == since + 1) {
    for (const Composed& composed : composed_) {
      if (composed.first != letters.back() || composed.mark != mark) continue;
      letters.back() = composed.letter;
      return true;
    }
  }
  return code == "ja" ? voicing(mark) : strips_accents_ && accent(mark);
}

/// The same for a mark that may be another spelling of one, or of two.
bool Language::add_any_mark(char32_t mark, std::vector<Letter>& letters, std::size_t since) const {
  if (mark < 0x340 || mark > 0x344) return add_mark(mark, letters, since);
  for (const Decomposition& from : decompositions) {
    if (from.symbol == mark) return add_mark(from.first, letters, since) && (from.mark == 0 || add_mark(from.mark, letters, since));
  }
  return add_mark(mark, letters, since);
}

Language::Folded Language::fold(std::string_view word, std::vector<Letter>& out) const {
  Folded result;
  bool any = false;
  std::size_t since = out.size();  // where the letters of the last symbol begin
  for (std::size_t at = 0; at < word.size();) {
    const auto point = read_code_point(word, at);
    if (!point) {
      result.utf8 = false;
      return result;
    }
    if (accent(*point) || voicing(*point)) {
      result.in_alphabet = any && add_any_mark(*point, out, since) && result.in_alphabet;
      continue;
    }
    const Fold& fold = fold_of(*point);
    result.in_alphabet = result.in_alphabet && fold.first != Fold::outside;
    result.has_upper = result.has_upper || fold.letter_case == Case::upper;
    result.has_lower = result.has_lower || fold.letter_case == Case::lower || (*point >= code_points && is_lower(*point));
    any = true;
    since = out.size();
    out.push_back(fold.first);
    if (fold.second != Fold::no_letter) out.push_back(fold.second);
  }
  return result;
}

}  // namespace ply
