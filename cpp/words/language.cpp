#include "words/language.hpp"

#include <algorithm>
#include <array>

#include "core/codec.hpp"

namespace ply {

std::string to_utf8(char32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
}

namespace {

// ---- Tables. A letter with an accent is a base and a mark: after each mark, its bases in front of what they become.
struct Accents {
  char32_t mark;
  std::u32string_view pairs;
};
constexpr std::array<Accents, 13> latin_accents{{
    {0x300, U"AÀEÈIÌOÒUÙaàeèiìoòuù"},
    {0x301, U"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"},
    {0x302, U"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"},
    {0x303, U"AÃNÑOÕaãnñoõIĨiĩUŨuũ"},
    {0x304, U"AĀaāEĒeēIĪiīOŌoōUŪuū"},
    {0x306, U"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ"},
    {0x307, U"CĊcċEĖeėGĠgġIİZŻzż"},
    {0x308, U"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ"},
    {0x30A, U"AÅaåUŮuů"},
    {0x30B, U"OŐoőUŰuű"},
    {0x30C, U"CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzž"},
    {0x327, U"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ"},
    {0x328, U"AĄaąEĘeęIĮiįUŲuų"},
}};
constexpr std::array<Accents, 2> cyrillic_accents{{{0x306, U"ИЙий"}, {0x308, U"ЕЁеё"}}};
/// Greek letters are found without their accents, so bases in front of all that has them. The second string is a range: from, to.
constexpr std::array<std::u32string_view, 7> greek_accents{U"ΑΆάἀἁἂ", U"ΕΈέ", U"ΗΉή", U"ΙΊίΪϊΐ", U"ΟΌό", U"ΥΎύΫϋΰ", U"ΩΏώ"};
struct Run {
  char32_t first, last;
  char32_t base;
};
/// Of the older spelling with three accents and two breathings.
constexpr std::array<Run, 36> polytonic{{
    {0x1F00, 0x1F0F, U'Α'}, {0x1F10, 0x1F1D, U'Ε'}, {0x1F20, 0x1F2F, U'Η'}, {0x1F30, 0x1F3F, U'Ι'}, {0x1F40, 0x1F4D, U'Ο'}, {0x1F50, 0x1F5F, U'Υ'},
    {0x1F60, 0x1F6F, U'Ω'}, {0x1F70, 0x1F71, U'Α'}, {0x1F72, 0x1F73, U'Ε'}, {0x1F74, 0x1F75, U'Η'}, {0x1F76, 0x1F77, U'Ι'}, {0x1F78, 0x1F79, U'Ο'},
    {0x1F7A, 0x1F7B, U'Υ'}, {0x1F7C, 0x1F7D, U'Ω'}, {0x1F80, 0x1F8F, U'Α'}, {0x1F90, 0x1F9F, U'Η'}, {0x1FA0, 0x1FAF, U'Ω'}, {0x1FB0, 0x1FB4, U'Α'},
    {0x1FB6, 0x1FBC, U'Α'}, {0x1FC2, 0x1FC4, U'Η'}, {0x1FC6, 0x1FC7, U'Η'}, {0x1FC8, 0x1FC9, U'Ε'}, {0x1FCA, 0x1FCC, U'Η'}, {0x1FD0, 0x1FD3, U'Ι'},
    {0x1FD6, 0x1FD7, U'Ι'}, {0x1FD8, 0x1FDB, U'Ι'}, {0x1FE0, 0x1FE3, U'Υ'}, {0x1FE4, 0x1FE5, U'Ρ'}, {0x1FE6, 0x1FE7, U'Υ'}, {0x1FE8, 0x1FEB, U'Υ'},
    {0x1FEC, 0x1FEC, U'Ρ'}, {0x1FF2, 0x1FF4, U'Ω'}, {0x1FF6, 0x1FF7, U'Ω'}, {0x1FF8, 0x1FF9, U'Ο'}, {0x1FFA, 0x1FFB, U'Ω'}, {0x1FFC, 0x1FFC, U'Ω'},
}};
/// Large syllables without marks in front of the small ones and those with marks.
constexpr std::array<std::u32string_view, 26> japanese_groups{U"あぁ", U"いぃ", U"うぅゔ", U"えぇ",   U"おぉ",   U"かがゕ", U"きぎ",   U"くぐ", U"けげゖ",
                                                              U"こご", U"さざ", U"しじ",   U"すず",   U"せぜ",   U"そぞ",   U"ただ",   U"ちぢ", U"つっづ",
                                                              U"てで", U"とど", U"はばぱ", U"ひびぴ", U"ふぶぷ", U"へべぺ", U"ほぼぽ", U"わゎ"};
constexpr std::array<std::u32string_view, 3> japanese_rest{U"やゃ", U"ゆゅ", U"よょ"};

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

/// Of letters of any language: small letters somewhere in a list are what makes its capital ones tell something.
constexpr Language::Case case_of(char32_t point) {
  using enum Language::Case;
  const auto within = [&](char32_t first, char32_t last) { return point >= first && point <= last; };
  if (within(U'A', U'Z') || (within(0xC0, 0xDE) && point != 0xD7)) return upper;
  if (within(U'a', U'z') || (within(0xDF, 0xFF) && point != 0xF7)) return lower;
  if (within(0x100, 0x17F)) {
    if (point == 0x138 || point == 0x149 || point == 0x17F) return lower;
    if (point == 0x178) return upper;
    const bool odd_capitals = within(0x139, 0x148) || within(0x179, 0x17E);
    return (point % 2 != 0) == odd_capitals ? upper : lower;
  }
  if (within(0x386, 0x3AB) && point != 0x387 && point != 0x390) return upper;
  if (point == 0x390 || within(0x3AC, 0x3CE)) return lower;
  if (within(0x1F00, 0x1FFF)) return (point & 8) != 0 && !within(0x1F70, 0x1F7D) ? upper : lower;
  if (within(0x400, 0x42F) || point == 0x1E9E) return upper;
  if (within(0x430, 0x45F)) return lower;
  return none;
}

constexpr bool combining(char32_t point) { return (point >= 0x300 && point < 0x370) || point == 0x3099 || point == 0x309A; }

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
    for (char32_t point = 0; point < Language::code_points; ++point) to.folds_[point].letter_case = case_of(point);
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
      for (const Accents& accents : latin_accents) {
        for (std::size_t i = 0; i + 1 < accents.pairs.size(); i += 2) {
          const char32_t letter = accents.pairs[i + 1];
          if (from.strips_accents && to.folds_[letter].first == Fold::outside) to.folds_[letter].first = to.folds_[accents.pairs[i]].first;
        }
      }
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
    return to;
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
    for (const auto group : greek_accents) {
      for (const char32_t point : group.substr(1)) {
        to.folds_[point].first = to.folds_[group[0]].first;
      }
    }
    for (const Run& run : polytonic) {
      for (char32_t point = run.first; point <= run.last; ++point) to.folds_[point].first = to.folds_[run.base].first;
    }
  }

  static void make_japanese(Language& to) {
    for (const char32_t point : japanese) {
      to.folds_[point].first = static_cast<Letter>(to.names_.size());
      to.names_.push_back(to_utf8(point));
      to.upper_.push_back(point);
    }
    const auto add_groups = [&](const auto& groups) {
      for (const auto group : groups) {
        for (const char32_t point : group.substr(1)) to.folds_[point] = to.folds_[group[0]];
      }
    };
    add_groups(japanese_groups);
    add_groups(japanese_rest);
    for (char32_t katakana = 0x30A1; katakana <= 0x30F6; ++katakana) to.folds_[katakana] = to.folds_[katakana - 0x60];
    constexpr std::u32string_view marked_w = U"わゐゑを";  // four syllables whose marked form only katakana has
    for (std::size_t i = 0; i < marked_w.size(); ++i) to.folds_[0x30F7 + i] = to.folds_[marked_w[i]];
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
  throw OptionError("no language " + in_quotes(code));
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

/// A letter and a mark behind it are the letter with that accent.
bool Language::fold_combining(char32_t before, char32_t mark, std::vector<Letter>& out, std::size_t since) const {
  const auto replace = [&](const auto& tables) {
    for (const Accents& accents : tables) {
      if (accents.mark != mark) continue;
      for (std::size_t i = 0; i + 1 < accents.pairs.size(); i += 2) {
        if (accents.pairs[i] != before) continue;
        const Fold& fold = fold_of(accents.pairs[i + 1]);
        if (fold.first == Fold::outside) return false;
        out.resize(since);
        out.push_back(fold.first);
        return true;
      }
    }
    return false;
  };
  if (before == 0) return false;
  if (replace(latin_accents) || replace(cyrillic_accents)) return true;
  const bool voiced = mark == 0x3099 || mark == 0x309A;
  return voiced ? code == "ja" : strips_accents_;
}

Language::Folded Language::fold(std::string_view word, std::vector<Letter>& out) const {
  Folded result;
  char32_t before = 0;
  std::size_t since = out.size();  // where the letters of `before` begin
  for (std::size_t at = 0; at < word.size();) {
    const auto point = read_code_point(word, at);
    if (!point) {
      result.utf8 = false;
      return result;
    }
    if (combining(*point)) {
      result.in_alphabet = fold_combining(before, *point, out, since) && result.in_alphabet;
      continue;
    }
    const Fold& fold = fold_of(*point);
    result.in_alphabet = result.in_alphabet && fold.first != Fold::outside;
    result.has_upper = result.has_upper || fold.letter_case == Case::upper;
    result.has_lower = result.has_lower || fold.letter_case == Case::lower;
    before = *point;
    since = out.size();
    out.push_back(fold.first);
    if (fold.second != Fold::no_letter) out.push_back(fold.second);
  }
  return result;
}

}  // namespace ply
