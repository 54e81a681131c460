"""The registry against the files: every game has all that belongs to it, and nobody else knows it by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import ROOT, TESTS

import plyground
from plyground import reference

INFOS = {info.id: info for info in plyground.games()}
IDS = sorted(INFOS)

source_only = pytest.mark.skipif(not (ROOT / "cpp").is_dir(), reason="the sources are not here")


def own_reference(id: str) -> Path:
    return Path(reference.__file__).parent / f"{id}.py"


@source_only
@pytest.mark.parametrize("id", IDS)
def test_every_game_has_its_files(id: str):
    info = INFOS[id]
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", id)
    missing = [
        str(path.relative_to(ROOT))
        for path in (
            ROOT / "python" / "plyground" / "reference" / f"{id}.py",
            TESTS / "perft" / f"{id}.csv",
            ROOT / "docs" / "rules" / f"{info.page}.md",
        )
        if not path.is_file()
    ]
    assert missing == []
    # One file, or the folder of a family.
    assert info.source
    assert (ROOT / "cpp" / "games" / info.source).exists()
    assert list((TESTS / "positions").glob(f"{id}.*")), f"tests/positions/{id}.*"
    assert own_reference(id).is_file(), "the reference ships with the package"


@source_only
@pytest.mark.parametrize("id", IDS)
def test_the_rules_page_names_the_game_and_its_options(id: str):
    page = (ROOT / "docs" / "rules" / f"{INFOS[id].page}.md").read_text(encoding="utf-8")
    assert f"`{id}`" in page
    for option in INFOS[id].options:
        assert re.search(rf"\b{option}\b", page), option


@source_only
@pytest.mark.parametrize("id", IDS)
def test_the_readme_lists_the_game(id: str):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = [line for line in readme.splitlines() if line.startswith("|") and f"`{id}`" in line]
    assert row, f"README.md: no row of a table mentions `{id}`"


@source_only
def test_nothing_lies_about_that_belongs_to_no_game():
    stems = {path.stem for path in (TESTS / "perft").glob("*.csv")}
    assert stems == set(IDS)
    stems = {path.stem for path in (TESTS / "positions").iterdir() if path.name != "README.md"}
    assert stems == set(IDS)
    stems = {path.stem for path in (ROOT / "python" / "plyground" / "reference").glob("[!_]*.py")}
    assert stems == set(IDS)
    # A page that says `Ids: none` is about something that games share.
    files = [path for path in (ROOT / "docs" / "rules").glob("*.md") if path.name != "README.md"]
    pages = {path.stem for path in files if "\nIds: none" not in path.read_text(encoding="utf-8")}
    assert pages == {info.page for info in INFOS.values()}


@source_only
def test_sources_of_a_game_register_it():
    for id, info in INFOS.items():
        path = ROOT / "cpp" / "games" / info.source
        files = sorted(path.rglob("*.cpp")) if path.is_dir() else [path]
        assert any(f'"{id}"' in file.read_text(encoding="utf-8") for file in files), f"{path} does not name {id}"


def central_files() -> list[Path]:
    """All that is no game's own home."""
    if not (ROOT / "cpp").is_dir():
        return []
    files = [ROOT / "CMakeLists.txt", ROOT / "cpp" / "python.cpp", ROOT / "cpp" / "perft_main.cpp"]
    files += [*(ROOT / "cpp" / "core").glob("*"), *(ROOT / "cpp" / "geometry").glob("*")]
    # What positions as data cannot say of a game stands in tests/test_<id>.py or test_<id>_<part>.py: its own file too.
    own = {path for id in IDS for path in (*TESTS.glob(f"test_{id}.py"), *TESTS.glob(f"test_{id}_*.py"))}
    files += [path for path in TESTS.glob("*.py") if path.name != "conftest.py" and path not in own]
    files += [path for path in (ROOT / "bench").glob("*.py") if path.name != "conftest.py"]
    files += [*(TESTS / "toys").glob("*")]
    return sorted(path for path in files if path.is_file())


@source_only
@pytest.mark.parametrize("path", central_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named_outside_its_home(path: Path):
    """A new game needs no central edit, so no central file may name one."""
    text = path.read_text(encoding="utf-8")
    # As a text in quotes or at the head of a spec: ids that are English words may occur in prose.
    named = [id for id in IDS if re.search(rf"[\"'`]{re.escape(id)}[\"'`:]", text)]
    assert named == []
