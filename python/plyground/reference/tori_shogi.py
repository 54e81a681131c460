"""Tori Shogi, from docs/rules/shogi.md: birds."""

from __future__ import annotations

from typing import ClassVar

from plyground.reference._shogi import ALL_EIGHT, DIAGONAL, Kind, ShogiFamily, rides, steps


class ToriShogi(ShogiFamily):
    """Tori Shogi on seven by seven squares."""

    id = "tori_shogi"
    title = "Tori Shogi"
    columns = 7
    ranks = 7
    zone = 2
    kinds: ClassVar[dict[str, Kind]] = {
        "K": steps(*ALL_EIGHT),  # phoenix
        "S": steps((0, 1)),  # swallow
        "+S": steps((-2, 2), (2, 2), (0, -2)),  # goose
        "F": steps((0, 1), (1, 0), (-1, 0), *DIAGONAL),  # falcon
        "+F": rides((-1, 1), (1, 1), (0, -1)) | {(-1, -1): 2, (1, -1): 2} | steps((0, 1), (1, 0), (-1, 0)),  # eagle
        "C": steps((0, 1), (0, -1), *DIAGONAL),  # crane
        "P": steps((0, 2), (-1, -1), (1, -1)),  # pheasant
        "L": rides((0, 1), (1, -1)) | steps((-1, -1)),  # left quail
        "R": rides((0, 1), (-1, -1)) | steps((1, -1)),  # right quail
    }
    hand_order = "FCLRPS"
    setup = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"
    pawn = "S"
    pawn_limit = 2
