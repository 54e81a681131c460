"""The triangle of hexagons of QYPS and WYPS: its cells, neighbours, straight lines and sides."""

from __future__ import annotations

from collections.abc import Iterable

STEPS = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))
"""From (row, column) to the neighbours."""


class Triangle:
    """Rows 1 (the apex) to `size`, row r with columns 1 to r; cells are numbered along the rows, from the apex.

    Attributes:
        size: cells along a side.
        names: column letter and row number of each cell.
        cells: the number of each name.
        neighbours: of each cell.
        direction: which of the six directions leads from a cell to a neighbour.
        sides: for each cell, which of the sides left, right and base it lies on; corners lie on two.
    """

    def __init__(self, size: int) -> None:
        """Lay out the board."""
        places = [(row, column) for row in range(1, size + 1) for column in range(1, row + 1)]
        number = {place: cell for cell, place in enumerate(places)}
        self.size = size
        self.names = [f"{chr(ord('a') + column - 1)}{row}" for row, column in places]
        self.cells = {name: cell for cell, name in enumerate(self.names)}
        self.neighbours: list[list[int]] = []
        self.direction: list[dict[int, int]] = []
        for row, column in places:
            ways = {}
            for direction, (down, right) in enumerate(STEPS):
                there = number.get((row + down, column + right))
                if there is not None:
                    ways[there] = direction
            self.neighbours.append(list(ways))
            self.direction.append(ways)
        self.sides = [
            [side for side, on in enumerate((column == 1, column == row, row == size)) if on] for row, column in places
        ]

    def rows(self) -> list[range]:
        """The cells of each row."""
        return [range(row * (row - 1) // 2, row * (row + 1) // 2) for row in range(1, self.size + 1)]

    def is_straight(self, path: list[int]) -> bool:
        """Whether a path goes on in one direction; two cells always do."""
        steps = [self.direction[path[i]][path[i + 1]] for i in range(len(path) - 1)]
        return all(step == steps[0] for step in steps)

    def connecting_group(self, own: Iterable[int]) -> set[int]:
        """The group of neighbouring cells among `own` that touches all three sides; empty if there is none."""
        left = set(own)
        while left:
            group = {left.pop()}
            front = list(group)
            touched = set()
            while front:
                cell = front.pop()
                touched.update(self.sides[cell])
                for there in self.neighbours[cell]:
                    if there in left:
                        left.remove(there)
                        group.add(there)
                        front.append(there)
            if len(touched) == 3:
                return group
        return set()

    def diagram(self, cells: list[str]) -> str:
        """A picture: the apex on top, each row half a cell to the left of the one above."""
        width = max(len(text) for text in cells) + 1
        lines = []
        for row, numbers in enumerate(self.rows(), 1):
            indent = " " * ((self.size - row) * width // 2)
            lines.append(f"{row:>2} {indent}" + " ".join(f"{cells[cell]:<{width - 1}}" for cell in numbers))
        return "\n".join(line.rstrip() for line in lines)
