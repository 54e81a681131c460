"""Word lists of the word games: docs/rules/lexicon.md. Plain sets, read from the same text files as by the core."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from plyground._types import FreeText, Option, OptionError, OptionValue
from plyground.reference._base import quote

SHORTEST, LONGEST = 2, 24
"""Words of so many letters are kept, counted after normalisation."""

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
CYRILLIC = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"

ALPHABETS = {
    "en": LATIN,
    "de": LATIN + "ÄÖÜ",
    "es": LATIN + "Ñ",
    "fr": LATIN,
    "it": LATIN,
    "ja": KANA,
    "nl": LATIN,
    "pl": LATIN + "ÓĄĆĘŁŃŚŹŻ",
    "ru": CYRILLIC,
    "el": GREEK,
    "cs": LATIN + "ÁÉÍÓÚÝČĎĚŇŘŠŤŮŽ",
    "sk": LATIN + "ÁÄÉÍÓÔÚÝČĎĹĽŇŔŠŤŽ",
}
"""The symbols that words consist of after normalisation, by language."""

WITHOUT_ACCENTS = ("de", "es", "fr", "it", "nl", "el")
"""Languages in which accents are taken off letters that are not in the alphabet themselves."""

SPELLED_OUT = {
    "de": {"ß": "SS", "ẞ": "SS"},
    "fr": {"œ": "OE", "Œ": "OE", "æ": "AE", "Æ": "AE"},
    "nl": {"ĳ": "IJ", "Ĳ": "IJ"},
    "el": {"ς": "Σ"},
}
"""Symbols written otherwise."""

LARGE_KANA = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))

VOICE_MARKS = "\u3099\u309a"
"""The marks of voiced and half-voiced kana as characters of their own."""

LEXICON = Option(
    "en", ("en", FreeText("words:"), FreeText("file:")), "The words: the English list, W1+W2+... or a text file."
)
"""The option `lexicon` of the word games."""

COMPACT = b"\x89lexicon"
"""How the files begin that only the core reads."""

END = ""
"""The key of a word in a `Node`."""

Node: TypeAlias = dict[str, Any]
"""A beginning of words: a node a letter that may follow, and the word itself under END if it is one."""


# ----------------------------------------------------------------------------------------------------
# Normalisation


def _is_mark(char: str) -> bool:
    """Whether this is an accent, or a voicing mark of the kana, as a character of its own."""
    return "\u0300" <= char <= "\u036f" or char in VOICE_MARKS


@cache
def _symbols(char: str, language: str) -> str | None:
    """What a character without marks becomes; None if it is outside the alphabet."""
    alphabet = ALPHABETS[language]
    if language == "ja":
        if "ァ" <= char <= "ヶ":
            char = chr(ord(char) - ord("ァ") + ord("ぁ"))
        char = LARGE_KANA.get(char, char)
    char = SPELLED_OUT.get(language, {}).get(char, char)
    for letter in alphabet:
        if char in (letter, letter.lower()):
            return letter
    return char if len(char) > 1 else None


@cache
def _with_mark(symbols: str, mark: str, language: str) -> str | None:
    """What symbols become by a mark behind them: another letter of the alphabet, or the mark is left out, or None."""
    composed = unicodedata.normalize("NFC", symbols + mark)
    if composed in ALPHABETS[language]:
        return composed
    if mark in VOICE_MARKS:
        return symbols if language == "ja" else None
    return symbols if language in WITHOUT_ACCENTS else None


def normalise(word: str, language: str) -> str | None:
    """A word in upper-case symbols of the alphabet, however long; None if it has a symbol outside."""
    letters: list[str] = []
    for char in word if word.isascii() else unicodedata.normalize("NFD", word):
        if not _is_mark(char):
            symbols = _symbols(char, language)
        elif letters:
            symbols = _with_mark(letters.pop(), char, language)
        else:
            return None
        if symbols is None:
            return None
        letters.append(symbols)
    return "".join(letters)


def _has_lower_case(text: str) -> bool:
    """Whether there is a lower-case letter: of the general category Ll, whether or not it has a capital."""
    return any(unicodedata.category(char) == "Ll" for char in text)


# ----------------------------------------------------------------------------------------------------
# Word lists


class Lexicon:
    """A set of words.

    Attributes:
        words: the words.
        too_short: how many words of the source had less than two letters.
        too_long: how many had more than 24.
        dropped: how many lines had a capital letter where that is no word, or a symbol outside the alphabet.
    """

    def __init__(self, words: Iterable[str], *, too_short: int = 0, too_long: int = 0, dropped: int = 0) -> None:
        """Take normalised words of a length that is kept."""
        self.words = frozenset(words)
        self.too_short = too_short
        self.too_long = too_long
        self.dropped = dropped

    @cached_property
    def letters(self) -> list[str]:
        """The symbols that occur, in the order of code points."""
        return sorted(set().union(*self.words))

    @cached_property
    def longest(self) -> int:
        """The length of the longest word."""
        return max(map(len, self.words))

    @cached_property
    def trie(self) -> Node:
        """The words as a tree: from a node, what follows each next letter; where a word ends, END leads to it."""
        root: Node = {}
        for word in sorted(self.words):
            node = root
            for letter in word:
                node = node.setdefault(letter, {})
            node[END] = word
        return root

    @cached_property
    def merged(self) -> list[tuple[bool, dict[str, int]]]:
        """The tree with equal parts merged: (is this a word, what follows each next letter); the root comes last."""
        numbers: dict[tuple[bool, tuple[tuple[str, int], ...]], int] = {}

        def number(node: Node) -> int:
            after = tuple((letter, number(child)) for letter, child in node.items() if letter != END)
            return numbers.setdefault((END in node, after), len(numbers))

        number(self.trie)
        return [(is_word, dict(after)) for is_word, after in numbers]

    def of_length(self, length: int) -> list[str]:
        """The words of a length, in the order of code points."""
        return sorted(word for word in self.words if len(word) == length)

    @property
    def sha256(self) -> str:
        """The hash of the sorted words joined by one newline."""
        return hashlib.sha256("\n".join(sorted(self.words)).encode()).hexdigest()

    def report(self) -> dict[str, str]:
        """What is in the list."""
        return {
            "words": str(len(self.words)),
            "sha256": self.sha256,
            "longest": str(self.longest),
            "alphabet": "".join(self.letters),
            "too_short": str(self.too_short),
            "too_long": str(self.too_long),
            "dropped": str(self.dropped),
        }


def resolve_lexicon(options: dict[str, OptionValue], language: str) -> None:
    """Write `words:` back normalised; refuse a language that no list ships for. No file is read here."""
    name = str(options["lexicon"])
    if name.startswith("words:"):
        options["lexicon"] = "words:" + "+".join(sorted(_listed(name, language)))
    elif name == "en" and language != "en":
        raise OptionError(
            f"no word list ships for language={language}: name one by lexicon=file:PATH or lexicon=words:W1+W2+..."
        )


def _listed(name: str, language: str) -> set[str]:
    """The words of `words:W1+W2+...`, in any case."""
    found = set()
    for text in name[len("words:") :].split("+"):
        word = normalise(text, language)
        if word is None:
            raise OptionError(f"lexicon: {quote(text)} has a symbol outside the alphabet of language={language}")
        if not SHORTEST <= len(word) <= LONGEST:
            raise OptionError(f"lexicon: {quote(text)} has not {SHORTEST} to {LONGEST} letters")
        found.add(word)
    return found


_last: dict[str, tuple[str, ...]] = {}
_loaded: WeakValueDictionary[tuple[str, ...], Lexicon] = WeakValueDictionary()


def load(name: str, language: str) -> Lexicon:
    """The word list that the option `lexicon` names: loaded once, and shared by the games that hold it."""
    if name == "en":
        return _english()
    key = (name, language, *_file_of(name))
    lexicon = _loaded.get(key)
    if lexicon is None:
        if name.startswith("words:"):
            lexicon = Lexicon(_listed(name, language))
        else:
            lexicon = _read_file(name[len("file:") :], language)
        _loaded[key] = lexicon
    return lexicon


def _file_of(name: str) -> tuple[str, ...]:
    """Where a file is, how long, and when it was written: in another directory or after a change it is another list.

    The last list of a file that is gone stays what its name means, as long as a game holds it.
    """
    if not name.startswith("file:"):
        return ()
    path = str(Path(name.removeprefix("file:")).absolute())
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return _last.get(path, (path,))
    _last[path] = (path, str(status.st_size), str(status.st_mtime_ns))
    return _last[path]


@cache
def _english() -> Lexicon:
    """The list that ships."""
    path = Path(__file__).resolve().parent.parent / "data" / "en.txt"
    return Lexicon(path.read_text(encoding="ascii").split())


def _read_file(path: str, language: str) -> Lexicon:
    """A text file with one word a line."""
    where = f"the word list {quote(path, 1000)}"
    try:
        if not Path(path).is_file():
            raise OptionError(f"{where} is no file")
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError(f"{where} cannot be read: {error}") from None
    if data.startswith(COMPACT):
        raise OptionError(f"{where} is a compact one: the reference reads lists of a word a line")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1
        raise OptionError(f"{where}, line {number}: not UTF-8") from None
    lines = [line.partition("#")[0].strip(" \t\r") for line in text.split("\n")]
    # Capitals begin names, unless there is nothing but capitals. In German they begin nouns.
    capitals_are_words = language == "de" or not any(map(_has_lower_case, lines))
    words = set()
    too_short = too_long = dropped = 0
    for line in filter(None, lines):
        word = normalise(line, language) if capitals_are_words or line == line.lower() else None
        if word is None:
            dropped += 1
        elif len(word) < SHORTEST:
            too_short += 1
        elif len(word) > LONGEST:
            too_long += 1
        else:
            words.add(word)
    if not words:
        raise OptionError(f"{where} has no word of {SHORTEST} to {LONGEST} letters for language={language}")
    return Lexicon(words, too_short=too_short, too_long=too_long, dropped=dropped)
