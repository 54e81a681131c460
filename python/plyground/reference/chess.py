"""Chess, from docs/rules/chess.md: the member of the family in which nothing differs."""

from __future__ import annotations

from plyground.reference._chess import ChessFamily


class Chess(ChessFamily):
    """Orthodox chess."""

    id = "chess"
    title = "Chess"
    setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
