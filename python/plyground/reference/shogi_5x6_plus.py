"""Shogi 5x6+, from docs/rules/shogi.md."""

from __future__ import annotations

from plyground.reference._shogi import ShogiFamily, standard


class Shogi5x6Plus(ShogiFamily):
    """Shogi 5x6 with a knight and a lance in each hand."""

    id = "shogi_5x6_plus"
    title = "Shogi 5x6+"
    columns = 5
    ranks = 6
    zone = 2
    kinds = standard("KGSNLP")
    hand_order = "GSNLP"
    setup = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1"
