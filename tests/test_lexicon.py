"""Word lists: docs/rules/lexicon.md, on the core and on the reference.

The core is asked through the games that take word lists and through the command line, the reference also directly.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import START_WORDS_EXAMPLE, WORDS_EXAMPLE
from support import ROOT, TESTS
from typer.testing import CliRunner

import plyground
from plyground import OptionError, TextError, cli, reference
from plyground.reference import _lexicon

DATA = Path(plyground.__file__).parent / "data" / "en.txt"
PAGE = ROOT / "docs" / "rules" / "lexicon.md"
DICTIONARIES = Path("/usr/share/dict")

WORDS = 115_001
SHA256 = "4ae4382d0b6969836e3560a42bc093e08fcdb8ba097f820fb0e55708fc1acbb4"
LENGTHS = {2: 76, 3: 1070, 4: 3459, 5: 6748, 6: 11180, 7: 15845, 8: 17836, 9: 17155, 10: 14374, 11: 10659, 12: 7175}

page_only = pytest.mark.skipif(not PAGE.is_file(), reason="the rules pages are not here")


def lines(name: str) -> list[Any]:
    """The entries of a data file, named by their numbers and what they are about."""
    texts = (TESTS / "lexicon" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    entries = [json.loads(text) for text in texts if text]
    return [pytest.param(entry, id=f"{n}-{entry['language']}-{entry['why']}") for n, entry in enumerate(entries, 1)]


def has(engine: Any, spec: str) -> bool:
    return spec.partition(":")[0] in [info.id for info in engine.games()]


@pytest.fixture(params=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> Any:
    engine = plyground if request.param == "core" else reference
    if not (has(engine, WORDS_EXAMPLE) and has(engine, START_WORDS_EXAMPLE)):
        pytest.skip("the word games are not there yet")
    return engine


@pytest.fixture
def command() -> Any:
    """Runs `plyground lexicon ... --json`: the document, or the one of the error."""
    if cli.LEXICON not in cli.engine.resources():
        pytest.skip("the core has no word lists yet")

    def run(*arguments: object, exit_code: int = 0) -> Any:
        result = CliRunner().invoke(cli.app, ["lexicon", *map(str, arguments), "--json"])
        assert result.exit_code == exit_code, result.output
        return json.loads(result.stdout)

    return run


def three_letter_words(engine: Any, language: str, lexicon: str) -> list[str]:
    """The words of three letters that a game finds in a list."""
    moves = engine.Game(START_WORDS_EXAMPLE, language=language, lexicon=lexicon).start().legal_moves()
    return sorted(move.rpartition(" ")[2] for move in moves)


def model(path: Path) -> set[str]:
    """The English words of a file of lower-case words, written as simply as can be."""
    words = path.read_text(encoding="utf-8").split("\n")
    return {word.upper() for word in words if re.fullmatch("[a-z]{2,24}", word)}


# ----------------------------------------------------------------------------------------------------
# Words


@pytest.mark.parametrize("entry", lines("words"))
def test_words_are_written_back_normalised(engine: Any, entry: dict[str, Any]):
    lexicon = f"words:{entry['word']}"
    if entry["becomes"] is None:
        with pytest.raises(OptionError):
            engine.Game(WORDS_EXAMPLE, language=entry["language"], lexicon=lexicon)
        return
    game = engine.Game(WORDS_EXAMPLE, language=entry["language"], lexicon=lexicon)
    assert game.options["lexicon"] == f"words:{entry['becomes']}"
    assert engine.Game(game.spec) == game
    # Normalised once, a word stays what it is.
    assert engine.Game(WORDS_EXAMPLE, language=entry["language"], lexicon=f"words:{entry['becomes']}") == game


@pytest.mark.parametrize(
    ("lexicon", "told"),
    [
        ("words:cat", "words:CAT"),
        ("words:dog+cat+DOG+Cat", "words:CAT+DOG"),
        ("words:ox+cats+cat+bee", "words:BEE+CAT+CATS+OX"),
    ],
)
def test_words_are_sorted_and_without_duplicates(engine: Any, lexicon: str, told: str):
    assert engine.Game(WORDS_EXAMPLE, lexicon=lexicon).options["lexicon"] == told
    assert f"lexicon={told}" in engine.Game(f"{WORDS_EXAMPLE}:lexicon={lexicon}").spec


@pytest.mark.parametrize(
    "lexicon",
    [
        "words:",
        "words:+",
        "words:CAT+",
        "words:+CAT",
        "words:CAT++DOG",
        "words:CAT+A",
        "words:C4T",
        "words",
        "file:",
        "file",
    ],
)
def test_words_that_are_refused(engine: Any, lexicon: str):
    with pytest.raises(OptionError):
        engine.Game(WORDS_EXAMPLE, lexicon=lexicon)


def test_only_english_ships(engine: Any):
    for option in engine.games():
        if option.id == WORDS_EXAMPLE.partition(":")[0]:
            languages = option.options["language"].values
    assert len(languages) == 12
    for language in languages:
        if language != "en":
            with pytest.raises(OptionError, match=r"(?s)file:.*words:|words:.*file:"):
                engine.Game(WORDS_EXAMPLE, language=language)
    assert engine.Game(WORDS_EXAMPLE, language="en", lexicon="en").spec == WORDS_EXAMPLE


# ----------------------------------------------------------------------------------------------------
# Files


def write(entry: dict[str, Any], path: Path) -> None:
    path.write_bytes(bytes.fromhex(entry["bytes"]) if "bytes" in entry else entry["text"].encode())


@pytest.mark.parametrize("entry", lines("files"))
def test_files(engine: Any, entry: dict[str, Any], tmp_path: Path):
    path = tmp_path / "list.txt"
    write(entry, path)
    if entry.get("error"):
        with pytest.raises(OptionError, match=r"list\.txt") as caught:
            engine.Game(WORDS_EXAMPLE, language=entry["language"], lexicon=f"file:{path}")
        if "line" in entry:
            assert re.search(rf"\bline {entry['line']}\b", str(caught.value))
        return
    short = sorted(word for word in entry["words"] if len(word) == 3)
    assert three_letter_words(engine, entry["language"], f"file:{path}") == short


@pytest.mark.parametrize("entry", lines("files"))
def test_files_in_the_reference(entry: dict[str, Any], tmp_path: Path):
    path = tmp_path / "list.txt"
    write(entry, path)
    if entry.get("error"):
        with pytest.raises(OptionError):
            _lexicon.load(f"file:{path}", entry["language"])
        return
    lexicon = _lexicon.load(f"file:{path}", entry["language"])
    assert sorted(lexicon.words) == sorted(entry["words"])
    assert {name: int(lexicon.report()[name]) for name in entry.get("report", {})} == entry.get("report", {})
    assert lexicon.sha256 == hashlib.sha256("\n".join(sorted(entry["words"])).encode()).hexdigest()


@pytest.mark.parametrize("entry", [entry for entry in lines("files") if entry.values[0]["language"] == "en"])
def test_files_on_the_command_line(command: Any, entry: dict[str, Any], tmp_path: Path):
    path = tmp_path / "list.txt"
    write(entry, path)
    if entry.get("error"):
        document = command("info", path, exit_code=1)
        assert "list.txt" in document["error"]
        assert "line" not in entry or re.search(rf"\bline {entry['line']}\b", document["error"])
        command("build", path, exit_code=1)
        assert [file.name for file in tmp_path.iterdir()] == ["list.txt"]
        return
    document = command("info", path)
    assert document["words"] == len(entry["words"])
    assert document["sha256"] == hashlib.sha256("\n".join(sorted(entry["words"])).encode()).hexdigest()
    assert {name: document[name] for name in entry.get("report", {})} == entry.get("report", {})


@pytest.mark.parametrize("name", ["nothing.txt", "nowhere/nothing.txt", "folder"])
def test_files_that_cannot_be_read(engine: Any, name: str, tmp_path: Path):
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    with pytest.raises(OptionError, match=re.escape(name.rpartition("/")[2])):
        engine.Game(WORDS_EXAMPLE, lexicon=f"file:{path}")


PATHS = {"nul": "\0", "long": "a" * 100_000, "endless": "/dev/zero", "surrogate": "\udcff"}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_paths_that_lead_nowhere(engine: Any, path: str):
    with pytest.raises((OptionError, UnicodeEncodeError)):
        engine.Game(WORDS_EXAMPLE, lexicon=f"file:{path}")


def test_a_file_that_changes(engine: Any, tmp_path: Path):
    path = tmp_path / "list.txt"
    path.write_text("cat\nact\n")
    game = engine.Game(START_WORDS_EXAMPLE, lexicon=f"file:{path}")
    # A game keeps the list that it was made with; the next one has the new list.
    path.write_text("dog\ngod\nox\n")
    assert three_letter_words(engine, "en", f"file:{path}") == ["DOG", "GOD"]
    assert sorted(game.start().legal_moves()) == ["start ACT", "start CAT"]
    again = engine.Game(game.spec)
    assert sorted(again.start().legal_moves()) == ["start DOG", "start GOD"]
    # Nor does the length of the file have to change.
    path.write_text("ape\npea\nox\n")
    os.utime(path, (1e9, 1e9))
    other = engine.Game(game.spec)
    assert sorted(other.start().legal_moves()) == ["start APE", "start PEA"]


def test_a_file_that_is_gone(tmp_path: Path):
    """While a game holds the list, its spec and its pickles mean that list."""
    path = tmp_path / "list.txt"
    path.write_text("cat\nact\n")
    game = plyground.Game(START_WORDS_EXAMPLE, lexicon=f"file:{path}")
    path.unlink()
    assert sorted(plyground.Game(game.spec).start().legal_moves()) == ["start ACT", "start CAT"]
    assert pickle.loads(pickle.dumps(game.start())) == game.start()
    with pytest.raises(OptionError, match=r"list\.txt"):
        plyground.Game(START_WORDS_EXAMPLE, language="fr", lexicon=f"file:{path}")


def test_relative_paths(engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    games = []
    for folder, words in (("one", "cat"), ("two", "dog")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "list.txt").write_text(f"{words}\n")
        monkeypatch.chdir(tmp_path / folder)
        games.append(engine.Game(START_WORDS_EXAMPLE, lexicon="file:list.txt"))
    assert [game.start().legal_moves() for game in games] == [["start CAT"], ["start DOG"]]


def test_a_zero_byte_in_a_path(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """For the system the path ends there."""
    monkeypatch.chdir(tmp_path)
    path = Path("list.txt")
    path.write_text("cat\n")
    with pytest.raises(OptionError, match=r"option lexicon .*list\.txt\\x00xyz"):
        plyground.Game(WORDS_EXAMPLE, lexicon=f"file:{path}\0xyz")
    with pytest.raises(OptionError, match=r"list\.txt\\x00xyz.* zero byte"):
        cli.engine.resource_report(cli.LEXICON, f"file:{path}\0xyz")
    with pytest.raises(OptionError, match="zero byte"):
        cli.engine.resource_save(cli.LEXICON, f"file:{path}", f"{path}.lexicon\0")


LETTERS = ["Д", "ώ", "が", "ẽ", "漢", "😀", "a\u0301"]
UNSEEN = "\xa0\xad\u034f\u061c\u200b\u200f\u2028\u202e\u2067\u3000\ufe0f\ufeff\ue000\uffff\x7f\0\n\U000e0041"


def test_letters_in_messages():
    """They are those of the players; only what cannot be seen, or moves what is next to it, is written by its bytes."""
    game = plyground.Game(WORDS_EXAMPLE)
    for letter in LETTERS:
        with pytest.raises(TextError, match=re.escape(f"'{letter}'")):
            game.parse(f"{letter} b c d e")
    for symbol in UNSEEN:
        told = "".join(f"\\x{byte:02x}" for byte in symbol.encode())
        with pytest.raises(TextError, match=re.escape(f"'{told}'")):
            game.parse(f"{symbol} b c d e")
    # Shortened, there is no half of a letter.
    for letter in ("Д", "が", "😀"):
        for before in range(4):
            with pytest.raises(TextError) as caught:
                game.parse("x" * before + letter * 100 + " b c d e")
            assert re.search(f"'x{{{before}}}{letter}{{{60 - before}}}'\\.\\.\\.", str(caught.value))


# ----------------------------------------------------------------------------------------------------
# The English list


def test_the_list_that_ships():
    data = DATA.read_bytes()
    words = data.decode("ascii").split("\n")
    assert words.pop() == "", "the file ends with a newline"
    assert len(words) == WORDS
    assert words == sorted(set(words))
    assert hashlib.sha256("\n".join(words).encode()).hexdigest() == SHA256
    assert all(re.fullmatch("[A-Z]{2,24}", word) for word in words)
    lengths = [len(word) for word in words]
    assert {length: lengths.count(length) for length in LENGTHS} == LENGTHS
    assert max(lengths) == 23
    assert "SCOWL" in DATA.with_name("en.LICENSE.txt").read_text(encoding="utf-8")


def test_reports_of_the_list_that_ships(command: Any):
    report = cli.engine.resource_report(cli.LEXICON, "en")
    assert report["words"] == WORDS
    assert report["sha256"] == SHA256
    for source in (DATA, f"file:{DATA}", "en"):
        document = command("info", source)
        assert (document["words"], document["sha256"]) == (WORDS, SHA256)


def test_reports_of_words(command: Any, tmp_path: Path):
    assert command("info", "words:neb+ben")["words"] == 2
    told = command("info", "words:cœur", "--language", "fr")
    assert (told["language"], told["words"], told["longest"], told["alphabet"]) == ("fr", 1, 5, "CEORU")
    command("build", "words:NEB+BEN", exit_code=1)
    built = tmp_path / "built.lexicon"
    assert command("build", "words:NEB+BEN", "-o", built)["words"] == 2
    assert command("info", built)["sha256"] == command("info", "words:ben+neb")["sha256"]


@pytest.mark.parametrize("source", [DATA, "en", "words:NEB"], ids=["file", "en", "words"])
def test_a_language_that_there_is_not(command: Any, source: object):
    error = command("info", source, "--language", "xx", exit_code=1)["error"]
    assert re.search(r"'xx'.*\ben, de\b.*\bsk\b", error)


def test_report_of_the_reference():
    lexicon = _lexicon.load("en", "en")
    assert int(lexicon.report()["words"]) == WORDS
    assert lexicon.sha256 == SHA256
    assert _lexicon.load("en", "en") is lexicon
    assert _lexicon.load(f"file:{DATA}", "en").words == lexicon.words


def test_membership(engine: Any):
    words = DATA.read_text(encoding="ascii").split()
    assert three_letter_words(engine, "en", "en") == sorted(word for word in words if len(word) == 3)


def test_words_of_the_examples_are_in_the_list():
    """The words of the documented games; one of them is known to be missing."""
    words = _lexicon.load("en", "en").words
    documented = """BEEN BEER GREEN AGREE ANGRY BEANERY DEANERY GREEDY RENEW TWEEDY BETWEEN TWEEDS SWANG NEWEST GAMEST
        WESTERS NEB BYE BYRE HIP CHINA ARCH DOES SEARCH CHILD FLED WAIT OUTWAIT TATTOO TAXI"""
    assert set(documented.split()) - words == {"SWANG"}


def test_equal_parts_of_the_tree_are_merged():
    def size(*words: str) -> tuple[int, int]:
        states = _lexicon.Lexicon(words).merged
        return len(states), sum(len(after) for _, after in states)

    assert size("AB", "ABC", "BC") == (5, 5)
    assert size("CAT", "CATS", "BAT", "BATS") == (5, 5)
    states = _lexicon.load("en", "en").merged
    assert len(states) == 46_880
    assert sum(len(after) for _, after in states) == 102_617


# ----------------------------------------------------------------------------------------------------
# The compact form


def test_build(command: Any, tmp_path: Path):
    plain = tmp_path / "list.txt"
    plain.write_text("dog\ncat\nox\ncats\na\n")
    told = command("info", plain)
    built = command("build", plain)
    compact = Path(built["file"])
    assert compact == plain.with_suffix(".lexicon")
    assert (built["words"], built["sha256"]) == (told["words"], told["sha256"])
    again = command("info", compact)
    assert (again["words"], again["sha256"]) == (told["words"], told["sha256"])
    assert three_letter_words(plyground, "en", f"file:{compact}") == ["CAT", "DOG"]
    # What was built is the same whatever the order of the words.
    plain.write_text("OX\nA\nCATS\nCAT\nDOG\n")
    other = tmp_path / "other.lexicon"
    command("build", plain, "-o", other)
    assert other.read_bytes() == compact.read_bytes()
    command("build", plain, "-o", plain, exit_code=1)
    assert plain.read_text() == "OX\nA\nCATS\nCAT\nDOG\n"


def test_build_of_the_list_that_ships(command: Any, tmp_path: Path):
    compact = tmp_path / "en.lexicon"
    built = command("build", DATA, "-o", compact)
    assert (built["words"], built["sha256"]) == (WORDS, SHA256)
    assert compact.stat().st_size < DATA.stat().st_size
    assert three_letter_words(plyground, "en", f"file:{compact}") == three_letter_words(plyground, "en", "en")


def test_broken_compact_files(command: Any, tmp_path: Path, rng: Any):
    """Cut or changed, a compact file is refused, or is read as some list; nothing else happens."""
    plain = tmp_path / "list.txt"
    plain.write_text("dog\ncat\nox\ncats\nbat\nbats\n")
    good = Path(command("build", plain)["file"]).read_bytes()
    path = tmp_path / "broken.lexicon"
    for _ in range(200):
        data = bytearray(good)
        if rng.random() < 0.5:
            del data[rng.randrange(len(data)) :]
        else:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        with suppress(plyground.Error):
            cli.engine.resource_report(cli.LEXICON, f"file:{path}")


# ----------------------------------------------------------------------------------------------------
# The letters of the tiles


def tables() -> dict[str, list[tuple[str, list[int]]]]:
    """By language: each letter, and its copies on sizes 5 to 14."""
    found = {}
    if PAGE.is_file():
        page = PAGE.read_text(encoding="utf-8")
        for language, row in re.findall(r"(?m)^\* ([a-z]{2}) ((?:\S[0-9a-z]{10} ?)+)$", page):
            found[language] = [(entry[0], [int(digit, 36) for digit in entry[1:]]) for entry in row.split()]
    return found


@page_only
def test_tiles_are_those_of_the_page(engine: Any):
    assert len(tables()) == 12
    for language, table in tables().items():
        letters = [letter for letter, _ in table]
        assert letters == sorted(letters)
        options = {"language": language, "lexicon": f"words:{letters[0]}{letters[1]}", "draw": "fixed"}
        for column, size in enumerate(range(5, 15)):
            text = str(engine.Game(WORDS_EXAMPLE, size=size, **options).start(size))
            _, racks, bag, _, _ = text.split(" ")
            tiles = sorted(racks.replace("|", "") + bag)
            assert tiles == [letter for letter, copies in table for _ in range(copies[column])]
            assert len(tiles) == size * (size + 1) // 2


# ----------------------------------------------------------------------------------------------------
# The lists of the system, where they are installed


def system_lists() -> list[tuple[str, str, int, int]]:
    """Language, file, its lines, and how many usable words the page counts in it."""
    if not PAGE.is_file():
        return []
    row = r"(?m)^\| ([a-z]{2}) \| w[^|]*`([a-z-]+)`[^|]* \| ([0-9]+) \| ([0-9]+) \|"
    return [(lang, name, int(n), int(m)) for lang, name, n, m in re.findall(row, PAGE.read_text(encoding="utf-8"))]


@page_only
def test_the_page_counts_lists_of_the_system():
    assert {language for language, *_ in system_lists()} >= {"de", "es", "fr", "it", "nl"}


@pytest.mark.parametrize(("language", "name", "count", "usable"), system_lists())
def test_lists_of_the_system(language: str, name: str, count: int, usable: int):
    path = DICTIONARIES / name
    if not path.is_file() or len(path.read_bytes().split(b"\n")) - 1 != count:
        pytest.skip(f"{path} is not there, or another version")
    letters = {letter for letter, _ in tables()[language]}
    words = _lexicon.load(f"file:{path}", language).words
    assert sum(2 <= len(word) <= 15 and letters.issuperset(word) for word in words) == usable


@pytest.mark.parametrize("name", ["american-english-large", "american-english"])
def test_english_lists_of_the_system(engine: Any, name: str):
    path = DICTIONARIES / name
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    expected = model(path)
    if engine is reference:
        assert _lexicon.load(f"file:{path}", "en").words == expected
    assert three_letter_words(engine, "en", f"file:{path}") == sorted(word for word in expected if len(word) == 3)


@pytest.mark.parametrize(("language", "name", "count", "usable"), system_lists())
def test_core_and_reference_read_the_same(language: str, name: str, count: int, usable: int):
    path = DICTIONARIES / name
    if not path.is_file() or not has(plyground, START_WORDS_EXAMPLE):
        pytest.skip(f"{path} is not there, or the core has no word games yet")
    one, two = (three_letter_words(engine, language, f"file:{path}") for engine in (plyground, reference))
    assert one == two
