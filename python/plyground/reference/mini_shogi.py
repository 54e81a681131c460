"""Mini Shogi, from docs/rules/shogi.md."""

from __future__ import annotations

from plyground.reference._shogi import ShogiFamily, standard


class MiniShogi(ShogiFamily):
    """Shogi on five by five squares, without knights and lances."""

    id = "mini_shogi"
    title = "Mini Shogi"
    columns = 5
    ranks = 5
    zone = 1
    kinds = standard("KRBGSP")
    hand_order = "RBGSP"
    setup = "rbsgk/4p/5/P4/KGSBR b - 1"
