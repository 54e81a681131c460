"""What plain Python gives: a hand-written loop of random games for each of a number of games, beside the reference.

    python bench/plain_loops.py [ID ...] [--seconds S] [--json FILE]

The reference shall be plain but not wasteful: at least a tenth of the speed, in moves a second, of what somebody would
write by hand for that one game, with no states, texts or options. Each loop below plays uniformly random games of the
defaults of its page on lists and counters that it changes in place. That it plays the same game is checked by the mean
length of its games, which must agree with that of the reference within five standard errors (and 1 % of it).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import comb, sqrt
from pathlib import Path

from plyground import reference

Loop = Callable[[random.Random], int]
"""One random game; how many moves it had."""

LOOPS: dict[str, Callable[[], Loop]] = {}
FLOOR = 0.1
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
KING = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
HEX = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))


def loop(build: Callable[[], Loop]) -> Callable[[], Loop]:
    """Registers the maker of a loop under its name."""
    LOOPS[build.__name__] = build
    return build


# ----------------------------------------------------------------------------------------------------
# Lines


def run_of(board: list[int], point: int, steps: tuple[int, ...], colour: int) -> int:
    """The longest unbroken line of a colour through a point of a board with a margin."""
    longest = 0
    for step in steps:
        length = 1
        there = point + step
        while board[there] == colour:
            length += 1
            there += step
        there = point - step
        while board[there] == colour:
            length += 1
            there -= step
        longest = max(longest, length)
    return longest


def framed(size: int, margin: int) -> tuple[int, list[int], list[int]]:
    """A square board in a frame: its width, an empty board (frame 9), the points."""
    width = size + 2 * margin
    points = [(y + margin) * width + x + margin for y in range(size) for x in range(size)]
    board = [9] * (width * width)
    for point in points:
        board[point] = 0
    return width, board, points


@loop
def gomoku() -> Loop:
    width, empty, points = framed(19, 1)
    steps = (1, width, width + 1, width - 1)
    centre = points[9 * 19 + 9]
    restricted = {points[y * 19 + x] for y in range(6, 13) for x in range(6, 13)}
    restricted |= {points[y * 19 + x] for x, y in ((5, 9), (13, 9), (9, 5), (9, 13))}
    others = [point for point in points if point != centre]

    def game(rng: random.Random) -> int:
        board = empty[:]
        order = others[:]
        rng.shuffle(order)
        allowed = next(i for i in range(1, len(order)) if order[i] not in restricted)
        order[1], order[allowed] = order[allowed], order[1]
        board[centre] = 1
        for ply, point in enumerate(order[:149], 2):
            colour = 2 - ply % 2
            board[point] = colour
            if run_of(board, point, steps, colour) >= 5:
                return ply
        return 150

    return game


@loop
def gomoku_pro() -> Loop:
    size = 15
    width, empty, points = framed(size, 1)
    steps = (1, width, width + 1, width - 1)
    windows: dict[int, list[int]] = {point: [] for point in points}
    number = 0
    for y, x, (dx, dy) in product(range(size), range(size), AXES):
        if 0 <= x + 4 * dx < size and 0 <= y + 4 * dy < size:
            for i in range(5):
                windows[points[(y + i * dy) * size + x + i * dx]].append(number)
            number += 1

    def game(rng: random.Random) -> int:
        board = empty[:]
        order = points[:]
        rng.shuffle(order)
        dead: list[set[int]] = [set(), set()]
        ply = stones = 0

        def put(colour: int) -> bool:
            point = order[stones]
            board[point] = colour + 1
            dead[1 - colour].update(windows[point])
            return run_of(board, point, steps, colour + 1) >= 5

        while stones < 5 and (stones == 0 or rng.randrange(len(order) - stones + 1)):
            put(stones % 2)
            stones += 1
            ply += 1
        ply += stones < 5  # done
        colour = stones % 2
        if rng.randrange(len(order) - stones + 1) == 0:
            ply += 1  # swap
        while len(dead[colour]) < number:
            ply += 1
            won = put(colour)
            stones += 1
            if won:
                return ply
            colour = 1 - colour
        return ply

    return game


@loop
def connect6() -> Loop:
    width, empty, points = framed(19, 1)
    steps = (1, width, width + 1, width - 1)

    def game(rng: random.Random) -> int:
        board = empty[:]
        order = points[:]
        rng.shuffle(order)
        board[order[0]] = 1
        for turn in range(1, 181):
            colour = 1 + turn % 2
            first, second = order[2 * turn - 1], order[2 * turn]
            board[first] = board[second] = colour
            if run_of(board, first, steps, colour) >= 6 or run_of(board, second, steps, colour) >= 6:
                return turn + 1
        return 181

    return game


@loop
def gliti() -> Loop:
    width, empty, points = framed(8, 1)
    axes = (1, width, width + 1, width - 1)
    steps = (*axes, *(-step for step in axes))

    def shifts(board: list[int], colour: int) -> list[tuple[int, int, int]]:
        found = []
        for front in points:
            if board[front] == 0:
                continue
            for step in steps:
                if board[front + step] != 0:
                    continue
                own = False
                there = front
                for k in (1, 2, 3):
                    piece = board[there]
                    if piece not in (1, 2):
                        break
                    own = own or piece == colour
                    if own:
                        found.append((front, step, k))
                    there -= step
        return found

    def line(board: list[int], colour: int) -> bool:
        return any(board[point] == colour and run_of(board, point, axes, colour) >= 5 for point in points)

    def game(rng: random.Random) -> int:
        board = empty[:]
        before = None  # the board before the opponent's last turn
        hand = [0, 12, 12]
        introduced = False
        colour = 1
        for ply in range(1, 501):
            moves: list[tuple[int, int, int]] = []
            if hand[colour]:
                moves = [(point, 0, 0) for point in points if board[point] == 0]
            if colour == 2 or introduced:
                for front, step, k in shifts(board, colour):
                    if before is not None:
                        back = front - (k - 1) * step
                        segment = [board[front - i * step] for i in range(k)]
                        after = board[:]
                        after[back] = 0
                        for i in range(k):
                            after[front + step - i * step] = segment[i]
                        if after == before:
                            continue
                    moves.append((front, step, k))
            before = board[:]
            if moves:
                front, step, k = rng.choice(moves)
                if k == 0:
                    board[front] = colour
                    hand[colour] -= 1
                else:
                    introduced = True
                    for i in range(k):
                        board[front + step - i * step] = board[front - i * step]
                    board[front - (k - 1) * step] = 0
                if line(board, colour) or (k and line(board, 3 - colour)):
                    return ply
            if colour != 2 or introduced or hand[1] or hand[2]:
                colour = 3 - colour
        return 500

    return game


# ----------------------------------------------------------------------------------------------------
# Connection


def hexagon(side: int) -> list[tuple[int, int]]:
    """The cells of a hexagonal board by axial coordinates from the centre."""
    radius = side - 1
    return [(x, y) for x in range(-radius, side) for y in range(-radius, side) if abs(x + y) <= radius]


def joined(cells: list[tuple[int, int]], steps: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """The neighbours of each cell, as numbers."""
    index = {cell: i for i, cell in enumerate(cells)}
    return [[index[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in index] for x, y in cells]


def rays_of(cells: Iterable[tuple[int, int]], steps: Iterable[tuple[int, int]]) -> list[list[list[int]]]:
    """For each cell, by direction, the numbers of the cells on the line that leaves it."""
    index = {cell: i for i, cell in enumerate(cells)}

    def ray(x: int, y: int, dx: int, dy: int) -> list[int]:
        found = []
        while (x + dx, y + dy) in index:
            x, y = x + dx, y + dy
            found.append(index[x, y])
        return found

    return [[ray(x, y, dx, dy) for dx, dy in steps] for x, y in index]


def root(parent: list[int], cell: int) -> int:
    """The root of a cell of a union-find forest, halving the path."""
    while parent[cell] != cell:
        parent[cell] = cell = parent[parent[cell]]
    return cell


@loop
def havannah() -> Loop:
    side = 8
    cells = hexagon(side)
    near = joined(cells, HEX)
    around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    index = {cell: i for i, cell in enumerate(cells)}
    wheel = [[index.get((x + dx, y + dy), -1) for dx, dy in around] for x, y in cells]
    edges = []
    for x, y in cells:
        touched = [i for i, v in enumerate((x, y, -x - y, -x, -y, x + y)) if v == side - 1]
        edges.append(1 << (6 + cells.index((x, y))) if len(touched) == 2 else sum(1 << i for i in touched))
    border = [len(n) < 6 for n in near]

    def ring(board: list[int], cell: int, colour: int) -> bool:
        if any(
            len(near[n]) == 6 and all(board[m] == colour for m in near[n])
            for n in (cell, *near[cell])
            if board[n] == colour
        ):
            return True
        for first in near[cell]:
            if board[first] == colour:
                continue
            seen = {first}
            stack = [first]
            while stack:
                here = stack.pop()
                if border[here]:
                    break
                for n in near[here]:
                    if board[n] != colour and n not in seen:
                        seen.add(n)
                        stack.append(n)
            else:
                return True
        return False

    def game(rng: random.Random) -> int:
        board = [0] * len(cells)
        order = list(range(len(cells)))
        rng.shuffle(order)
        parent = list(range(len(cells)))
        bits = edges[:]
        swapped = 0
        for ply, cell in enumerate(order):
            if ply == 1 and rng.randrange(len(cells)) == 0:
                swapped = 1
                board[order[0]] = 2
            colour = 1 + (ply + swapped) % 2
            board[cell] = colour
            own = 0
            changes = 0
            for i in range(6):
                n = wheel[cell][i]
                mine = n >= 0 and board[n] == colour
                other = wheel[cell][i - 1]
                changes += mine != (other >= 0 and board[other] == colour)
                if mine:
                    own += 1
                    a, b = root(parent, n), root(parent, cell)
                    if a != b:
                        parent[a] = b
                        bits[b] |= bits[a]
            b = bits[root(parent, cell)]
            if (b >> 6).bit_count() >= 2 or (b & 63).bit_count() >= 3:
                return ply + 1 + swapped
            if own >= 2 and (changes > 2 or own >= 3) and ring(board, cell, colour):
                return ply + 1 + swapped
        return len(cells) + swapped

    return game


@loop
def conhex() -> Loop:
    def playable(x: int, y: int) -> bool:
        dx, dy = abs(x - 6), abs(y - 6)
        return (dx, dy) in ((5, 5), (0, 0)) or (1 <= max(dx, dy) <= 4 and dx != dy)

    vertices = [(x, y) for x in range(1, 12) for y in range(1, 12) if playable(x, y)]
    index = {v: i for i, v in enumerate(vertices)}
    templates = []
    for i in range(1, 5):
        box = product(range(i, i + 3), repeat=2)
        templates.append([v for v in box if v in index and v not in ((i + 1, i + 1), (6, 6))])
    for y in range(1, 4):
        for j in range(4 - y):
            templates.append(
                [(x, r) for x in range(y + 2 + 2 * j, y + 5 + 2 * j) for r in (y, y + 1) if (x, r) in index]
            )
    spaces = {frozenset([(6, 6), (5, 6), (7, 6), (6, 5), (6, 7)])}
    for template in templates:
        for _ in range(4):
            spaces.add(frozenset(template))
            template = [(12 - y, x) for x, y in template]
    listed = [sorted(index[v] for v in space) for space in spaces]
    of_vertex = [[k for k, space in enumerate(listed) if i in space] for i in range(len(vertices))]
    need = [(len(space) + 1) // 2 for space in listed]
    near = [
        [k for k, other in enumerate(listed) if k != j and set(other) & set(space)] for j, space in enumerate(listed)
    ]
    sides = [0] * len(listed)
    for k, space in enumerate(listed):
        if len(space) == 3:
            xs = [vertices[v][0] for v in space]
            ys = [vertices[v][1] for v in space]
            corner = {(1, 1), (11, 1), (1, 11), (11, 11)} & {vertices[v] for v in space}
            low = 3 if corner else 2
            sides[k] = (min(ys) <= 2 and max(ys) <= low) * 1 | (max(ys) >= 10 and min(ys) >= 12 - low) * 2
            sides[k] |= (min(xs) <= 2 and max(xs) <= low) * 4 | (max(xs) >= 10 and min(xs) >= 12 - low) * 8
    goals = (3, 12)
    mirrored = [index[y, x] for x, y in vertices]

    def game(rng: random.Random) -> int:
        order = list(range(len(vertices)))
        rng.shuffle(order)
        counts = [[0] * len(listed), [0] * len(listed)]
        owner = [-1] * len(listed)
        parent = list(range(len(listed)))
        bits = sides[:]
        swapped = 0
        i = 0
        while True:
            if i == 1 and rng.randrange(len(order)) == 0:
                swapped = 1
                for k in of_vertex[order[0]]:
                    counts[0][k] -= 1
                there = order.index(mirrored[order[0]])
                order[0], order[there] = order[there], order[0]
                for k in of_vertex[order[0]]:
                    counts[1][k] += 1
            player = (i + swapped) % 2
            for k in of_vertex[order[i]]:
                counts[player][k] += 1
                if counts[player][k] >= need[k] and owner[k] < 0:
                    owner[k] = player
                    for n in near[k]:
                        if owner[n] == player:
                            a, b = root(parent, n), root(parent, k)
                            if a != b:
                                parent[a] = b
                                bits[b] |= bits[a]
                    if bits[root(parent, k)] & goals[player] == goals[player]:
                        return i + 1 + swapped
            i += 1

    return game


@loop
def twixt() -> Loop:
    size = 24
    knight = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]

    def link(x: int, y: int, u: int, v: int) -> tuple[int, int, int, int]:
        return (x, y, u, v) if (x, y) < (u, v) else (u, v, x, y)

    def crossing(x: int, y: int, dx: int, dy: int) -> list[tuple[int, int, int, int]]:
        found = []
        for px, py in product(range(-3, 4), repeat=2):
            for ex, ey in knight:
                if (ex, ey) < (0, 0):
                    continue
                # segments (0,0)-(dx,dy) and (px,py)-(px+ex,py+ey), strictly crossing
                a = dx * py - dy * px
                b = dx * (py + ey) - dy * (px + ex)
                c = ex * (-py) - ey * (-px)
                d = ex * (dy - py) - ey * (dx - px)
                if a * b < 0 and c * d < 0:
                    found.append((px, py, ex, ey))
        return [(x + px, y + py, x + px + ex, y + py + ey) for px, py, ex, ey in found]

    relative = {step: crossing(0, 0, *step) for step in knight}
    holes = [[(x, y) for x in range(size) for y in range(size) if 0 < (y if side else x) < size - 1] for side in (0, 1)]

    def game(rng: random.Random) -> int:
        pegs: dict[tuple[int, int], int] = {}
        links: list[set[tuple[int, int, int, int]]] = [set(), set()]
        free = [set(holes[0]), set(holes[1])]
        ply = 0
        side = 0
        while free[side]:
            last = (-1, -1, -1, -1)
            keys = sorted(links[side])
            while True:
                ply += 1
                if ply == 2 and rng.randrange(len(free[1]) + 1) == 0:
                    (x, y), _ = pegs.popitem()
                    pegs[y, x] = 1
                    for f, h in zip(free, holes, strict=True):
                        f.update(h)
                        f.discard((y, x))
                    break
                removable = [key for key in keys if key > last]
                pick = rng.randrange(len(removable) + len(free[side]))
                if pick < len(removable):
                    last = removable[pick]
                    links[side].discard(last)
                    continue
                while True:
                    x, y = rng.choice(holes[side])
                    if (x, y) not in pegs:
                        break
                pegs[x, y] = side
                free[0].discard((x, y))
                free[1].discard((x, y))
                other = links[1 - side]
                mine = links[side]
                made = False
                for step in knight:
                    u, v = x + step[0], y + step[1]
                    if pegs.get((u, v)) == side and not any(
                        (x + a, y + b, x + c, y + d) in other for a, b, c, d in relative[step]
                    ):
                        made = True
                        mine.add(link(x, y, u, v))
                if made:
                    seen = {(x, y)}
                    stack = [(x, y)]
                    ends = 0
                    while stack:
                        x, y = stack.pop()
                        along = x if side else y
                        ends |= (along == 0) | (along == size - 1) << 1
                        for dx, dy in knight:
                            there = (x + dx, y + dy)
                            if there not in seen and link(x, y, *there) in mine:
                                seen.add(there)
                                stack.append(there)
                    if ends == 3:
                        return ply
                break
            side = 1 - side
        return ply

    return game


@loop
def slither() -> Loop:
    size = 9
    width, empty, points = framed(size, 1)
    near = (1, -1, width, -width)
    diagonal = [(dx + dy * width, dx, dy * width) for dx in (1, -1) for dy in (1, -1)]
    king = (*near, *(step for step, _, _ in diagonal))

    def game(rng: random.Random) -> int:
        board = empty[:]
        colour = 1

        def fits(point: int) -> bool:
            return all(
                board[point + step] != colour or board[point + a] == colour or board[point + b] == colour
                for step, a, b in diagonal
            )

        def around(point: int) -> bool:
            return all(board[point + step] != colour or fits(point + step) for step in king)

        ply = 0
        passes = 0
        free = points[:]
        own: list[list[int]] = [[], [], []]
        while True:
            ply += 1
            mine = own[colour]
            compound = 8 * len(mine) * (len(free) - 1)
            for _ in range(20_000):
                pick = rng.randrange(2 * (len(free) + compound))
                if pick < 2 * len(free):
                    b = free[pick // 2]
                    if fits(b):
                        placed = [b]
                        break
                    continue
                a = rng.choice(mine)
                b = a + rng.choice(king)
                c = rng.choice(free)
                if b == c or board[b] != 0 or (pick % 2 and c - a in king):
                    continue
                board[a] = 0
                board[b] = board[c] = colour
                if fits(b) and fits(c) and around(a):
                    mine.remove(a)
                    free.append(a)
                    placed = [b, c]
                    break
                board[b] = board[c] = 0
                board[a] = colour
            else:
                passes += 1
                if passes == 2:
                    return ply
                colour = 3 - colour
                continue
            passes = 0
            for point in placed:
                board[point] = colour
                free.remove(point)
                mine.append(point)
            for start in placed:
                seen = {start}
                stack = [start]
                ends = 0
                while stack:
                    point = stack.pop()
                    along = (point // width if colour == 1 else point % width) - 1
                    ends |= (along == 0) | (along == size - 1) << 1
                    for step in near:
                        if board[point + step] == colour and point + step not in seen:
                            seen.add(point + step)
                            stack.append(point + step)
                if ends == 3:
                    return ply
            colour = 3 - colour

    return game


# ----------------------------------------------------------------------------------------------------
# Territory and groups


@loop
def tumbleweed() -> Loop:
    cells = hexagon(8)
    index = {cell: i for i, cell in enumerate(cells)}
    rays = rays_of(cells, HEX)
    centre = index[0, 0]

    def game(rng: random.Random) -> int:
        owner = [0] * len(cells)
        height = [0] * len(cells)
        # seen[player][cell]: of how many directions the first stack met is the player's
        seen = [[0] * len(cells) for _ in range(4)]

        def put(cell: int, player: int, tall: int) -> None:
            before = owner[cell]
            owner[cell] = player
            height[cell] = tall
            for d, ray in enumerate(rays[cell]):
                beyond = 0
                for there in ray:
                    if owner[there]:
                        beyond = owner[there]
                        break
                opposite = rays[cell][OPPOSITE[d]]
                hidden = before or beyond
                for there in opposite:
                    if hidden:
                        seen[hidden][there] -= 1
                    seen[player][there] += 1
                    if owner[there]:
                        break

        put(centre, 3, 2)
        first, second = rng.sample([cell for cell in range(len(cells)) if cell != centre], 2)
        put(first, 1, 1)
        put(second, 2, 1)
        if rng.randrange(2):
            put(first, 2, 1)
            put(second, 1, 1)
        ply = 2
        passed = False
        player = 1
        while True:
            ply += 1
            sight = seen[player]
            moves = [cell for cell, v in enumerate(sight) if v > height[cell]]
            pick = rng.randrange(len(moves) + 1)
            if pick == len(moves):
                if passed:
                    return ply
                passed = True
            else:
                passed = False
                put(moves[pick], player, sight[moves[pick]])
            player = 3 - player

    return game


OPPOSITE = [HEX.index((-dx, -dy)) for dx, dy in HEX]


@loop
def catchup() -> Loop:
    cells = hexagon(5)
    near = joined(cells, HEX)

    def game(rng: random.Random) -> int:
        order = list(range(len(cells)))
        rng.shuffle(order)
        board = [-1] * len(cells)
        parent = list(range(len(cells)))
        size = [1] * len(cells)
        score = [1, 1]
        player = ply = done = 0
        limit = 1
        while done < len(cells):
            left = len(cells) - done
            pick = rng.randrange(sum(comb(left, k) for k in range(1, limit + 1)))
            k = 1
            while pick >= comb(left, k):
                pick -= comb(left, k)
                k += 1
            before = score[player]
            for cell in order[done : done + k]:
                board[cell] = player
                for n in near[cell]:
                    if board[n] == player:
                        a, b = root(parent, n), root(parent, cell)
                        if a != b:
                            parent[a] = b
                            size[b] += size[a]
                score[player] = max(score[player], size[root(parent, cell)])
            done += k
            ply += 1
            limit = 3 if score[player] > before and score[player] >= score[1 - player] else 2
            player = 1 - player
        return ply

    return game


@loop
def dots_and_boxes() -> Loop:
    size = 5
    boxes_of: list[list[int]] = []
    for row, column in product(range(size + 1), range(size)):
        boxes_of.append([r * size + column for r in (row - 1, row) if 0 <= r < size])
    for row, column in product(range(size), range(size + 1)):
        boxes_of.append([row * size + c for c in (column - 1, column) if 0 <= c < size])

    def game(rng: random.Random) -> int:
        order = list(range(len(boxes_of)))
        rng.shuffle(order)
        open_sides = [4] * (size * size)
        scores = [0, 0]
        player = 0
        for edge in order:
            closed = 0
            for box in boxes_of[edge]:
                open_sides[box] -= 1
                closed += open_sides[box] == 0
            if closed:
                scores[player] += closed
            else:
                player = 1 - player
        return len(order)

    return game


@loop
def fendo() -> Loop:
    size = 7
    width, _, points = framed(size, 1)
    sides = (1, width, -1, -width)

    def game(rng: random.Random) -> int:
        board = [0 if point in set(points) else 9 for point in range(width * width)]
        fences = {(p, s) for p in points for s in sides if board[p + s] == 9}
        board[points[3 * size]] = 1
        board[points[3 * size + size - 1]] = 2
        hand = [0, 6, 6]
        player = 1
        ply = passes = 0

        def region(start: int) -> set[int]:
            seen = {start}
            stack = [start]
            while stack:
                here = stack.pop()
                for s in sides:
                    if (here, s) not in fences and here + s not in seen:
                        seen.add(here + s)
                        stack.append(here + s)
            return seen

        def travel(start: int) -> set[int]:
            found = set()
            for s in sides:
                here = start
                while (here, s) not in fences and board[here + s] == 0:
                    here += s
                    found.add(here)
                    for t in (sides[1], sides[3]) if s in (1, -1) else (sides[0], sides[2]):
                        there = here
                        while (there, t) not in fences and board[there + t] == 0:
                            there += t
                            found.add(there)
            return found

        def may_build(to: int, s: int) -> bool:
            fences.update(((to, s), (to + s, -s)))
            part = region(to)
            legal = True
            if to + s not in part:
                pieces = sum(board[p] != 0 for p in part)
                others = sum(board[p] != 0 for p in region(to + s))
                legal = pieces >= 1 and others >= 1 and (pieces == 1 or others == 1)
            fences.difference_update(((to, s), (to + s, -s)))
            return legal

        area = set(points)
        while True:
            ply += 1
            moves: list[tuple[int, int, int]] = []
            adds = set()
            for piece in sorted(area):
                if board[piece] != player:
                    continue
                reached = travel(piece)
                adds |= reached
                board[piece] = 0
                for to in (piece, *reached):
                    board[to] = player
                    moves.extend((piece, to, s) for s in sides if (to, s) not in fences and may_build(to, s))
                    board[to] = 0
                board[piece] = player
            if hand[player]:
                moves.extend((0, to, 0) for to in adds)
            if moves:
                passes = 0
                piece, to, s = rng.choice(moves)
                if piece:
                    board[piece] = 0
                    fences.update(((to, s), (to + s, -s)))
                else:
                    hand[player] -= 1
                board[to] = player
                if piece:
                    parts = (region(to), region(to + s))
                    area = max(parts, key=lambda part: sum(board[p] != 0 for p in part))
                    if sum(board[p] != 0 for p in area) == 1:
                        return ply
            else:
                passes += 1
                if passes == 2:
                    return ply
            player = 3 - player

    return game


@loop
def polyomino() -> Loop:
    size = 8
    width, empty, points = framed(size, 1)
    near = (1, -1, width, -width)
    diagonal = (width + 1, width - 1, -width + 1, -width - 1)

    def grown(shape: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        for x, y in shape:
            for dx, dy in ORTHOGONAL:
                if (x + dx, y + dy) not in shape:
                    yield shape | {(x + dx, y + dy)}

    def least(shape: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        x0, y0 = min(x for x, _ in shape), min(y for _, y in shape)
        return tuple(sorted((x - x0, y - y0) for x, y in shape))

    fixed: set[frozenset[tuple[int, int]]] = {frozenset([(0, 0)])}
    pieces: dict[tuple[tuple[int, int], ...], int] = {}
    orientations: list[tuple[int, list[int]]] = []
    for _ in range(4):
        for shape in sorted({least(s) for s in fixed}):
            turned: list[tuple[int, int]] = list(shape)
            forms = []
            for _ in range(4):
                turned = [(y, -x) for x, y in turned]
                forms += [least(frozenset(turned)), least(frozenset((-x, y) for x, y in turned))]
            piece = pieces.setdefault(min(forms), len(pieces))
            x0, y0 = shape[0]
            orientations.append((piece, [(x - x0) + (y - y0) * width for x, y in shape]))
        fixed = {frozenset(least(g)) for shape in fixed for g in grown(shape)}

    def placements(board: list[int], colour: int, left: set[int], rule: bool) -> list[tuple[int, list[int]]]:
        found = []
        open_to = {p for p in points if board[p] == 0 and not (rule and any(board[p + n] == colour for n in near))}
        corner = {p for p in open_to if any(board[p + d] == colour for d in diagonal)} if rule else open_to
        for piece, offsets in orientations:
            if piece not in left:
                continue
            for p in open_to:
                squares = [p + o for o in offsets]
                if open_to.issuperset(squares) and not corner.isdisjoint(squares):
                    found.append((piece, squares))
        return found

    def game(rng: random.Random) -> int:
        board = empty[:]
        left = [set(), set(range(9)), set(range(9))]
        ply = 0

        def put(colour: int, moves: list[tuple[int, list[int]]]) -> int:
            piece, squares = rng.choice(moves)
            for p in squares:
                board[p] = colour
            left[colour].discard(piece)
            return piece

        first = put(1, placements(board, 1, left[1], False))
        put(2, [m for m in placements(board, 2, left[2], False) if m[0] != first])
        ply = 2
        moves = placements(board, 1, left[1], True)
        colour = 1
        if rng.randrange(len(moves) + 1) == 0:
            ply += 1
        while True:
            moves = placements(board, colour, left[colour], True)
            if not moves and not placements(board, 3 - colour, left[3 - colour], True):
                return ply
            if moves:
                put(colour, moves)
            ply += 1
            colour = 3 - colour

    return game


@loop
def sixfold() -> Loop:
    radius = 3
    hexes = [(x, y) for x, y in hexagon(4) if (x, y) != (0, 0)]
    triangle = [(x, y) for y in range(8) for x in range(y + 1)]
    slanted = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
    out = {(0, 0), (0, 1), (1, 0)}
    cross = [
        (x, y)
        for x, y in product(range(7), repeat=2)
        if (x, y) != (radius, radius) and (min(x, 6 - x), min(y, 6 - y)) not in out
    ]
    square = list(product(range(6), repeat=2))
    boards = []
    for cells, steps in ((square, ORTHOGONAL), (hexes, HEX), (cross, ORTHOGONAL), (triangle, slanted)):
        boards.append(rays_of(cells, steps))

    def game(rng: random.Random) -> int:
        rays = rng.choice(boards)
        stones = list(range(36))
        rng.shuffle(stones)
        offer = stones[:6]
        drawn = 6
        board = [-1] * 36
        free = list(range(36))
        taken: list[int] = []
        ply = 0
        while free:
            slides = [(-1, -1)]
            for cell in taken:
                for ray in rays[cell]:
                    target = -1
                    for there in ray:
                        if board[there] >= 0:
                            break
                        target = there
                    if target >= 0:
                        slides.append((cell, target))
            start, target = rng.choice(slides)
            if start >= 0:
                board[target], board[start] = board[start], -1
                taken[taken.index(start)] = target
                free[free.index(target)] = start
            stone = offer.pop(rng.randrange(len(offer)))
            cell = free.pop(rng.randrange(len(free)))
            board[cell] = stone
            taken.append(cell)
            ply += 1
            if drawn < 36:
                offer.append(stones[drawn])
                drawn += 1
                ply += 1
        return ply

    return game


@loop
def gliss() -> Loop:
    size = 12
    width, empty, points = framed(size, 2)
    near = (1, -1, width, -width)

    def group(board: list[int], start: int, colour: int, most: int = 5) -> list[int]:
        found = [start]
        for here in found:
            for step in near:
                if board[here + step] == colour and here + step not in found:
                    found.append(here + step)
            if len(found) > most:
                break
        return found

    def legal(found: list[int]) -> bool:
        if len(found) == 3:
            return len({p % width for p in found}) == 2 and len({p // width for p in found}) == 2
        if len(found) == 4:
            return len({p % width for p in found}) == 2 and len({p // width for p in found}) == 2
        return len(found) == 1

    def game(rng: random.Random) -> int:
        board = empty[:]
        player = 1

        def gliders() -> list[tuple[int, int, int]]:
            found = []
            for p in points:
                if board[p] != player:
                    continue
                for u, v in ((1, width), (width, -1), (-1, -width), (-width, 1)):
                    if board[p + u] == board[p + v] == player:
                        found.append((p, u, v))
            return found

        def flights(core: int, u: int, v: int) -> list[tuple]:
            cells = (core, core + u, core + v)
            for c in cells:
                board[c] = 0
            found: list[tuple] = []
            stack = [core]
            seen = {core}
            while stack:
                q = stack.pop()
                for w in (u, v):
                    there = q + w
                    spots = (there, there + u, there + v)
                    if any(board[c] == 9 for c in spots):
                        if ("edge", core, u, v, w) not in found:
                            found.append(("edge", core, u, v, w))
                        continue
                    if there in seen:
                        continue
                    seen.add(there)
                    if any(board[c] == player for c in spots) or not fits(spots):
                        stack.append(there)
                        continue
                    found.extend(landings(core, u, v, spots, there + u + v))
            for c in cells:
                board[c] = player
            return found

        def fits(spots: tuple[int, int, int]) -> bool:
            saved = [board[c] for c in spots]
            for c in spots:
                board[c] = player
            fine = legal(group(board, spots[0], player))
            for c, s in zip(spots, saved, strict=True):
                board[c] = s
            return fine

        def landings(core: int, u: int, v: int, spots: tuple[int, int, int], dock: int) -> list[tuple]:
            enemy = 3 - player
            removals: list[list[int]] = [[]]
            done: set[int] = set()
            for c in spots:
                if board[c] != enemy or c in done:
                    continue
                hit = group(board, c, enemy)
                done.update(hit)
                if len(hit) == 1:
                    return []
                if len(hit) == 3:
                    removals = [r + hit for r in removals]
                else:
                    touched = [h for h in hit if h in spots]
                    total = sum(hit)
                    choices = []
                    for k in touched:
                        # the corners of a base lie symmetrically: the opposite one is half the sum less this one
                        opposite = total // 2 - k
                        if opposite not in touched:
                            choices.append([h for h in hit if h != opposite])
                    removals = [r + chosen for r in removals for chosen in choices]
            found: list[tuple] = []
            for removed in removals:
                found.append(("land", core, u, v, spots, removed, 0))
                if board[dock] == enemy and dock not in removed:
                    alone = all(board[dock + s] != enemy or dock + s in removed for s in near)
                    if alone:
                        for c in (*removed, *spots):
                            board[c], keep = (player if c in spots else 0), board[c]
                            saved.append((c, keep))
                        board[dock] = player
                        fine = legal(group(board, dock, player))
                        board[dock] = enemy
                        while saved:
                            c, keep = saved.pop()
                            board[c] = keep
                        if fine:
                            found.append(("land", core, u, v, spots, removed, dock))
            return found

        saved: list[tuple[int, int]] = []
        ply = 0
        while ply < 2000:
            moves: list[tuple] = []
            for p in points:
                block = (p, p + 1, p + width, p + width + 1)
                if all(board[c] == 0 for c in block) and not any(board[c + s] == player for c in block for s in near):
                    moves.append(("build", block))
            for glider in gliders():
                moves += flights(*glider)
            if not moves:
                return ply
            ply += 1
            move = rng.choice(moves)
            if move[0] == "build":
                for c in move[1]:
                    board[c] = player
            else:
                _, core, u, v, *rest = move
                for c in (core, core + u, core + v):
                    board[c] = 0
                if move[0] == "land":
                    spots, removed, dock = rest
                    for c in removed:
                        board[c] = 0
                    for c in spots:
                        board[c] = player
                    if dock:
                        board[dock] = player
            bases = [0, 0, 0]
            for p in points:
                c = board[p]
                if c in (1, 2) and board[p + 1] == board[p + width] == board[p + width + 1] == c:
                    bases[c] += 1
            if ply > 1 and (bases[player] == 0 or bases[3 - player] == 0):
                return ply
            player = 3 - player
            towers = sum(board[p] == player and not any(board[p + s] == player for s in near) for p in points)
            if towers >= 12:
                return ply
        return ply

    return game


# ----------------------------------------------------------------------------------------------------
# Movement and stacks


@loop
def breakthrough() -> Loop:
    width, empty, points = framed(8, 1)

    def game(rng: random.Random) -> int:
        board = empty[:]
        men = [points[:16], points[48:]]
        for side in (0, 1):
            for p in men[side]:
                board[p] = side + 1
        player = ply = 0
        while True:
            ply += 1
            forward = -width if player else width
            enemy = 2 - player
            moves = []
            for p in men[player]:
                q = p + forward
                if board[q] == 0:
                    moves.append((p, q))
                for diagonal in (q - 1, q + 1):
                    if board[diagonal] in (0, enemy):
                        moves.append((p, diagonal))
            p, q = rng.choice(moves)
            if board[q]:
                men[1 - player].remove(q)
            board[q], board[p] = player + 1, 0
            men[player].remove(p)
            men[player].append(q)
            if q // width == (1 if player else 8) or not men[1 - player]:
                return ply
            player = 1 - player

    return game


@loop
def loa() -> Loop:
    size = 8
    width, empty, points = framed(size, 1)
    king = [dx + dy * width for dx, dy in KING]
    lines: dict[tuple[int, int], list[int]] = {}
    for p, (dx, dy) in product(points, KING):
        step = dx + dy * width
        line = [p]
        for s in (step, -step):
            q = p + s
            while empty[q] == 0:
                line.append(q)
                q += s
        lines[p, step] = line

    def game(rng: random.Random) -> int:
        board = empty[:]
        men: list[list[int]] = [[], []]
        for i in range(1, size - 1):
            men[0] += [points[i], points[size * (size - 1) + i]]
            men[1] += [points[size * i], points[size * i + size - 1]]
        for side in (0, 1):
            for p in men[side]:
                board[p] = side + 1
        player = ply = 0
        positions: dict[tuple[tuple[int, ...], int], int] = {}

        def together(side: int) -> bool:
            stack = [men[side][0]]
            seen = set(stack)
            while stack:
                p = stack.pop()
                for step in king:
                    if board[p + step] == side + 1 and p + step not in seen:
                        seen.add(p + step)
                        stack.append(p + step)
            return len(seen) == len(men[side])

        while ply < 2000:
            position = (tuple(board), player)
            positions[position] = positions.get(position, 0) + 1
            if positions[position] == 3:
                return ply
            own, enemy = player + 1, 2 - player
            moves = []
            for p in men[player]:
                for step in king:
                    far = sum(board[q] != 0 for q in lines[p, step])
                    q = p
                    for _ in range(far):
                        q += step
                        if board[q] in (enemy, 9):
                            break
                    else:
                        if board[q] != own:
                            moves.append((p, q))
                        continue
                    if board[q] == enemy and q == p + far * step:
                        moves.append((p, q))
            if not moves:
                return ply
            ply += 1
            p, q = rng.choice(moves)
            if board[q]:
                men[1 - player].remove(q)
            board[q], board[p] = own, 0
            men[player].remove(p)
            men[player].append(q)
            if together(player) or together(1 - player):
                return ply
            player = 1 - player
        return ply

    return game


@loop
def morelli() -> Loop:
    size = 13
    width, empty, points = framed(size, 2)
    king = [dx + dy * width for dx, dy in KING]
    centre = points[len(points) // 2]
    m = size // 2
    ring = {p: max(abs(i % size - m), abs(i // size - m)) for i, p in enumerate(points)}
    turned = {}
    for i, p in enumerate(points):
        u, v = i % size - m, i // size - m
        turned[p] = centre - v + u * width
    outer = [p for p in points if ring[p] == m]

    def game(rng: random.Random) -> int:
        board = empty[:]
        for p in outer:
            if board[p] == 0:
                board[p] = rng.choice((1, 2))
                board[2 * centre - p] = 3 - board[p]
        throne = 0
        player = 1
        ply = 0
        while True:
            moves = []
            for p in points:
                if board[p] != player:
                    continue
                for step in king:
                    q = p + step
                    while board[q] == 0 and ring[q] < ring[p] and (q != centre or throne == 0):
                        if q != centre:
                            moves.append((p, q))
                        q += step
            if not moves:
                return ply
            ply += 1
            p, q = rng.choice(moves)
            board[p], board[q] = 0, player
            changed = [q]
            for step in king:
                if board[q + step] == 3 - player and board[q + 2 * step] == player:
                    changed.append(q + step)
            for c in changed:
                board[c] = player
            for c in changed:
                a = turned[c]
                b = turned[a]
                if board[a] == board[b] == board[turned[b]] == player:
                    throne = player
            player = 3 - player

    return game


@loop
def tzaar() -> Loop:
    cells = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if abs(x + y) <= 4 and (x, y) != (0, 0)]
    rays = rays_of(cells, HEX)
    start = [(1, t) for t in "abc" for _ in range({"a": 6, "b": 9, "c": 15}[t])]
    start += [(2, t) for _, t in start]

    def game(rng: random.Random) -> int:
        pieces = start[:]
        rng.shuffle(pieces)
        owner = [o for o, _ in pieces]
        kind = [t for _, t in pieces]
        height = [1] * 60
        types = [{}, {"a": 6, "b": 9, "c": 15}, {"a": 6, "b": 9, "c": 15}]
        player = 1
        ply = 0

        def reached(p: int) -> Iterator[int]:
            for ray in rays[p]:
                for q in ray:
                    if owner[q]:
                        yield q
                        break

        def steps(captures_only: bool) -> list[tuple[int, int]]:
            found = []
            for p in range(60):
                if owner[p] == player:
                    for q in reached(p):
                        if owner[q] != player:
                            if height[p] >= height[q]:
                                found.append((p, q))
                        elif not captures_only and types[player][kind[q]] > 1:
                            found.append((p, q))
            return found

        def do(p: int, q: int) -> tuple:
            saved = (p, q, owner[q], kind[q], height[q])
            types[owner[q]][kind[q]] -= 1
            height[q] = height[p] + (height[q] if owner[q] == player else 0)
            owner[q], kind[q] = player, kind[p]
            owner[p] = 0
            return saved

        def undo(saved: tuple) -> None:
            p, q, o, k, h = saved
            owner[p] = player
            height[p] = height[q] - (h if o == player else 0)
            owner[q], kind[q], height[q] = o, k, h
            types[o][k] += 1

        while True:
            first = steps(True)
            if not first:
                return ply
            ply += 1
            if ply == 1:
                do(*rng.choice(first))
                player = 2
                continue
            before = set(first)
            enemy = types[3 - player]
            moves: list[tuple] = []
            for one in first:
                taken = kind[one[1]]
                saved = do(*one)
                if enemy[taken] == 0:
                    moves.append((one,))
                else:
                    moves.append((one, None))
                    for two in steps(False):
                        if two < one and two in before and not {*one} & {*two}:
                            others = enemy[kind[two[1]]] - 1 + (kind[two[1]] == taken)
                            if others > 0:
                                continue
                        moves.append((one, two))
                undo(saved)
            turn = rng.choice(moves)
            for step in turn:
                if step:
                    do(*step)
            if 0 in types[3 - player].values():
                return ply
            player = 3 - player

    return game


@loop
def lyngk() -> Loop:
    counts = (1, 4, 7, 6, 7, 6, 7, 4, 1)
    at = {
        (c, 2 * r - n): i
        for i, (c, r, n) in enumerate((c, r, n) for c, n in enumerate(counts) for r in range(1, n + 1))
    }
    rays = rays_of(at, ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)))
    start = [colour for colour in range(5) for _ in range(8)] + [5] * 3

    def game(rng: random.Random) -> int:
        top = start[:]
        rng.shuffle(top)
        colours = [0 if t == 5 else 1 << t for t in top]
        height = [1] * 43
        claimed = [-1] * 6
        claims = [0, 0]
        player = 0
        ply = 0

        def steps(extra: int) -> list[tuple[int, int, int]]:
            found = []
            for p in range(43):
                h = height[p]
                if h == 0:
                    continue
                t = top[p]
                if t == 5:
                    continue
                own = t == extra or claimed[t] == player
                if not own and claimed[t] >= 0:
                    continue
                for ray in rays[p]:
                    for q in ray:
                        g = height[q]
                        if g:
                            if h + g <= 6 and not colours[p] & colours[q] and (own or g <= h):
                                found.append((extra, p, q))
                            break
            return found

        while True:
            options = [-1]
            if claims[player] < 2:
                options += [c for c in range(5) if claimed[c] < 0]
            moves = [move for extra in options for move in steps(extra)]
            if not moves:
                moves = [(extra, -1, -1) for extra in (options[1:] or [-1])]
            ply += 1
            extra, p, q = rng.choice(moves)
            if extra >= 0:
                claimed[extra] = player
                claims[player] += 1
            if p >= 0:
                height[q] += height[p]
                colours[q] |= colours[p]
                top[q] = top[p]
                height[p] = 0
                if height[q] == 6 and claimed[top[q]] == player:
                    return ply
            player = 1 - player
            if claims[0] == claims[1] == 2 and not steps(-1):
                player = 1 - player
                if not steps(-1):
                    return ply
                player = 1 - player

    return game


# ----------------------------------------------------------------------------------------------------
# Measuring


def measured(name: str, seconds: float, seed: int = 1) -> dict[str, float]:
    """Moves a second of the loop and of the reference, in turns, and the mean length of their games."""
    game = LOOPS[name]()
    start = reference.Game(name).start
    rng = random.Random(seed)
    lengths: tuple[list[float], list[float]] = ([], [])
    spent = [0.0, 0.0]
    plays: tuple[Callable[[int], float], ...] = (
        lambda i: game(rng),
        lambda i: start(i).playouts(1, seed=i).mean_plies,
    )
    while min(spent) < seconds:
        side = 0 if spent[0] <= spent[1] else 1
        begin = time.process_time()
        length = plays[side](len(lengths[side]))
        spent[side] += time.process_time() - begin
        lengths[side].append(length)
    means = [statistics.mean(found) for found in lengths]
    error = sqrt(sum(statistics.variance(found) / len(found) for found in lengths if len(found) > 1))
    rates = [sum(found) / time_spent for found, time_spent in zip(lengths, spent, strict=True)]
    return {
        "loop": rates[0],
        "reference": rates[1],
        "ratio": rates[1] / rates[0],
        "loop length": means[0],
        "reference length": means[1],
        "tolerance": 5 * error + 0.01 * means[1],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"of {', '.join(LOOPS)}")
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each side (default 3)")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    arguments = parser.parse_args()
    rows = {}
    bad = 0
    print(f"{'game':16}{'loop':>12}{'reference':>12}{'ratio':>8}   mean length")
    for name in arguments.ids or LOOPS:
        row = rows[name] = measured(name, arguments.seconds)
        same = abs(row["loop length"] - row["reference length"]) <= row["tolerance"]
        bad += not same or row["ratio"] < FLOOR
        print(
            f"{name:16}{row['loop']:12,.0f}{row['reference']:12,.0f}{row['ratio']:8.2f}"
            f"   {row['loop length']:.1f} {row['reference length']:.1f}"
            + ("" if same else "   NOT THE SAME GAME")
            + ("" if row["ratio"] >= FLOOR else "   BELOW THE FLOOR"),
            flush=True,
        )
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
