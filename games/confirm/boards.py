"""What the small programs of this folder share: boards as tuples, read from our text form.

A position is `(cells, player, …)`: the cells row by row from below, `.` for an empty field and
`#` for a place without one, and the player to move as 0 or 1.
"""

import re

ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
ALL = ORTHOGONAL + DIAGONAL
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
HEXAGONAL = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


class Board:
    """A game on a grid that is written by hand: `rows` is the start from the top."""

    how = "Counted by a program of its own"
    players = "wb"
    rows = ""

    def __init__(self):
        lines = self.rows.split()
        self.width, self.height = len(lines[0]), len(lines)
        self.holes = "".join(reversed(lines))
        self.how = f"Counted by games/confirm/{type(self).__module__}.py, a program apart from the rules"

    def start(self):
        return (tuple(self.holes), 0)

    def read(self, text):
        drawn, player = text.split()[:2]
        cells = [cell for row in reversed(drawn.split("/")) for cell in expand(row)]
        if "#" in self.holes:  # places without a field are not written
            fields = iter(cells)
            cells = [hole if hole == "#" else next(fields) for hole in self.holes]
        return (tuple(cells), self.players.index(player))

    def go(self, field, direction, times=1):
        """The field that far in a direction, or None beyond the edge."""
        x, y = field % self.width + times * direction[0], field // self.width + times * direction[1]
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        there = y * self.width + x
        return None if self.holes[there] == "#" else there

    def near(self, field, directions):
        found = (self.go(field, direction) for direction in directions)
        return [there for there in found if there is not None]

    def name(self, text):
        """The number of the field with this name."""
        return (int(text[1:]) - 1) * self.width + ord(text[0]) - ord("a")

    def fields(self):
        return [field for field, hole in enumerate(self.holes) if hole != "#"]


def expand(row):
    """The cells of a row, in which a number counts empty fields."""
    for number, symbol in re.findall(r"(\d+)|(\D)", row):
        yield from "." * int(number) if number else symbol


def put(cells, *changes):
    """The cells with some of them changed: pairs of a field and what is there now."""
    changed = list(cells)
    for field, symbol in changes:
        changed[field] = symbol
    return tuple(changed)


def group(start, neighbors):
    """Everything that is joined to a field."""
    found, todo = {start}, [start]
    while todo:
        for there in neighbors(todo.pop()):
            if there not in found:
                found.add(there)
                todo.append(there)
    return found
