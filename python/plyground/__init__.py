"""Rules of abstract games: legal moves, win detection, perft, random playouts.

>>> import plyground as ply
>>> game = ply.Game("four_in_a_row")
>>> state = game.start().play("d")
>>> state.count_moves()
7
"""

from __future__ import annotations

from pathlib import Path as _Path

from . import _core
from ._core import Batch, Game, State, games
from ._types import (
    CHANCE,
    OVER,
    Error,
    FreeText,
    GameInfo,
    HalfIntegers,
    IllegalMove,
    Option,
    OptionError,
    OptionValue,
    Playouts,
    Result,
    Sizes,
    TextError,
)

__version__ = "0.1.0"

_core._set_data_directory(str(_Path(__file__).parent / "data"))

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "Error",
    "FreeText",
    "Game",
    "GameInfo",
    "HalfIntegers",
    "IllegalMove",
    "Option",
    "OptionError",
    "OptionValue",
    "Playouts",
    "Result",
    "Sizes",
    "State",
    "TextError",
    "games",
]
