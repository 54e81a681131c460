"""Shogi 5x6, from docs/rules/shogi.md."""

from __future__ import annotations

from plyground.reference._shogi import ShogiFamily, standard


class Shogi5x6(ShogiFamily):
    """Shogi on five files and six ranks, with gold, silver and pawns."""

    id = "shogi_5x6"
    title = "Shogi 5x6"
    columns = 5
    ranks = 6
    zone = 2
    kinds = standard("KGSP")
    hand_order = "GSP"
    setup = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1"
