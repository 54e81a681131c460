"""International draughts, from docs/rules/draughts.md."""

from __future__ import annotations

from plyground.reference._draughts import DIAGONALS, FORWARD_DIAGONALS, NumberedDraughts, draughts_options


class InternationalDraughts(NumberedDraughts):
    """Draughts on 100 squares: men jump backward too, kings fly, the greatest capture is compulsory."""

    id = "international_draughts"
    title = "International draughts"
    options_spec = draughts_options(50)

    size = 10
    colours = "wb"
    pieces_each = 20
    man_steps = FORWARD_DIAGONALS
    man_jumps = DIAGONALS
    king_steps = DIAGONALS
    king_jumps = DIAGONALS
    maximum = True
    start_text = "W:W31-50:B1-20"
