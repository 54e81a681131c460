"""Shogi, from docs/rules/shogi.md."""

from __future__ import annotations

from plyground.reference._shogi import STANDARD, ShogiFamily


class Shogi(ShogiFamily):
    """Shogi on nine by nine squares."""

    id = "shogi"
    title = "Shogi"
    columns = 9
    ranks = 9
    zone = 3
    kinds = STANDARD
    hand_order = "RBGSNLP"
    setup = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
