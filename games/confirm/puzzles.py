"""Puzzles for one player, written directly from their rules."""

from boards import ORTHOGONAL, Board, put


class Sliding:
    """Tiles as rows from the top; 0 is the gap. Solved with the gap first and the tiles in order."""

    def __init__(self, width, tiles):
        self.width, self.tiles = width, tiles
        self.how = "Counted by games/confirm/puzzles.py, a program apart from the rules"

    def start(self):
        return tuple(self.tiles)

    def read(self, text):
        board = text.split(" w ")[0].replace("/", " ").split()
        cells = [0 if it == "." else int(it) for it in board[: self.width**2]]
        return tuple(cells)

    def moves(self, tiles):
        if list(tiles) == sorted(tiles):
            return []
        gap, found = tiles.index(0), []
        for aside, down in ORTHOGONAL:
            x, y = gap % self.width + aside, gap // self.width + down
            if 0 <= x < self.width and 0 <= y < self.width:
                there = y * self.width + x
                found.append(put(tiles, (gap, tiles[there]), (there, 0)))
        return found


class Single(Board):
    """Nobody else is to move: the second part of a position stays 0."""

    def read(self, text):
        return super().read(f"{text.split()[0]} w")


class Pegs(Single):
    rows = "##ooo## ##ooo## ooooooo ooo.ooo ooooooo ##ooo## ##ooo##"

    def moves(self, position):
        cells, player = position
        if cells.count("o") == 1 and cells[self.name("d4")] == "o":
            return []
        found = []
        for field in self.fields():
            for direction in ORTHOGONAL if cells[field] == "o" else []:
                over, into = self.go(field, direction), self.go(field, direction, 2)
                if None not in (over, into) and cells[over] == "o" and cells[into] == ".":
                    found.append((put(cells, (field, "."), (over, "."), (into, "o")), player))
        return found


class Sokoban(Single):
    rows = "###### #..### #..### #$S..# #..$.# #..### ######"
    goals = ("b4", "c6")

    def moves(self, position):
        cells, player = position
        if all(cells[self.name(goal)] == "$" for goal in self.goals):
            return []
        at, found = cells.index("S"), []
        for direction in ORTHOGONAL:
            there, beyond = self.go(at, direction), self.go(at, direction, 2)
            if there is None:
                continue
            moved = put(cells, (at, "."), (there, "S"))
            if cells[there] == ".":
                found.append((moved, player))
            elif beyond is not None and cells[beyond] == ".":
                found.append((put(moved, (beyond, "$")), player))
        return found


KORF_1 = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]

GAMES = {
    "eight_puzzle": Sliding(3, [8, 7, 6, 0, 4, 1, 2, 5, 3]),
    "fifteen": Sliding(4, KORF_1),
    "peg_solitaire": Pegs(),
    "sokoban": Sokoban(),
}
