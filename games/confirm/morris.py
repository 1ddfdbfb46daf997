"""Games of men on points and lines, written directly from their rules."""

from boards import put


def straight(lines):
    """Names of points in lines, as lists."""
    return [line.split() for line in lines.split(",")]


class Lines:
    """Points by their names, in the order in which positions list them."""

    players, drawing = "wb", None

    def __init__(self):
        self.how = "Counted by games/confirm/morris.py, a program apart from the rules"
        named = {point for line in self.lines for point in line}
        self.points = sorted(named, key=lambda point: (-int(point[1:]), point[0]))
        self.number = {point: n for n, point in enumerate(self.points)}
        self.beside = {n: set() for n in range(len(self.points))}
        for line in self.lines:
            for one, other in zip(line, line[1:]):
                self.beside[self.number[one]].add(self.number[other])
                self.beside[self.number[other]].add(self.number[one])
        self.rows_of = [[self.number[point] for point in line] for line in self.lines]

    def start(self):
        return (("." ,) * len(self.points), 0, self.men, self.men)

    def read(self, text):
        drawn, player, waiting = text.split()[:3]
        cells = []
        for symbol in drawn.replace("/", ""):
            cells += ["."] * int(symbol) if symbol.isdigit() else [symbol]
        return (tuple(cells), self.players.index(player)) + tuple(reserve(waiting, s) for s in "XO")


def reserve(text, symbol):
    """How many men wait, in a text such as `3X2O`."""
    if symbol not in text:
        return 0
    digits = "".join(c if c.isdigit() else " " for c in text[: text.index(symbol)])
    before = text[: text.index(symbol)]
    return int(digits.split()[-1]) if before and before[-1].isdigit() else 1


class Rows(Lines):
    """Three in a line win."""

    men = 3
    lines = straight("a1 b1 c1,a2 b2 c2,a3 b3 c3,a1 a2 a3,b1 b2 b3,c1 c2 c3,a1 b2 c3,a3 b2 c1")

    def won(self, cells, symbol):
        """Three men beside each other on one line, which may be longer."""
        for row in self.rows_of:
            for n in range(len(row) - 2):
                if all(cells[point] == symbol for point in row[n : n + 3]):
                    return True
        return False

    def moves(self, position):
        cells, player, *waiting = position
        mine = "XO"[player]
        if self.won(cells, "OX"[player]):
            return []
        if waiting[player]:
            left = tuple(n - (p == player) for p, n in enumerate(waiting))
            empty = [n for n, cell in enumerate(cells) if cell == "."]
            return [(put(cells, (n, mine)), 1 - player) + left for n in empty]
        return [
            (put(cells, (n, "."), (to, mine)), 1 - player) + tuple(waiting)
            for n, cell in enumerate(cells)
            if cell == mine
            for to in self.beside[n]
            if cells[to] == "."
        ]


class Achi(Rows):
    men = 4


class Picaria(Rows):
    lines = straight(
        "a1 c1 e1,a3 c3 e3,a5 c5 e5,a1 a3 a5,c1 c3 c5,e1 e3 e5,"
        "a1 b2 c3,c3 d4 e5,a5 b4 c3,c3 d2 e1,a3 b2 c1,c1 d2 e3,e3 d4 c5,c5 b4 a3"
    )


class Mills(Lines):
    """Nine men's morris and its kin."""

    men, flying, early, full_is_draw = 9, True, False, False
    squares = (
        "a7 d7 g7,b6 d6 f6,c5 d5 e5,a4 b4 c4,e4 f4 g4,c3 d3 e3,b2 d2 f2,a1 d1 g1,"
        "a1 a4 a7,b2 b4 b6,c3 c4 c5,d1 d2 d3,d5 d6 d7,e3 e4 e5,f2 f4 f6,g1 g4 g7"
    )
    lines = straight(squares)

    def mill(self, cells, point):
        return any(
            len(row) == 3 and point in row and all(cells[n] == cells[point] for n in row)
            for row in self.rows_of
        )

    def steps(self, cells, player, waiting):
        """The position after placing or moving, and the point that counts for a mill."""
        mine = "XO"[player]
        empty = [n for n, cell in enumerate(cells) if cell == "."]
        if waiting[player]:
            left = tuple(n - (p == player) for p, n in enumerate(waiting))
            yield from ((put(cells, (n, mine)), n, left) for n in empty)
            if not self.early:
                return
        flies = self.flying and cells.count(mine) + waiting[player] == 3
        for n, cell in enumerate(cells):
            if cell == mine:
                for to in empty if flies else self.beside[n]:
                    if cells[to] == ".":
                        yield put(cells, (n, "."), (to, mine)), to, tuple(waiting)

    def moves(self, position):
        cells, player, *waiting = position
        mine, theirs = ("XO", "OX")[player]
        if cells.count(mine) + waiting[player] < 3:
            return []
        if self.full_is_draw and "." not in cells:
            return []
        found = set()
        for after, point, left in self.steps(cells, player, waiting):
            if not self.mill(after, point):
                found.add((after, 1 - player) + left)
                continue
            enemies = [n for n, cell in enumerate(after) if cell == theirs]
            loose = [n for n in enemies if not self.mill(after, n)]
            for n in loose or enemies:
                found.add((put(after, (n, ".")), 1 - player) + left)
        return list(found)


class Six(Mills):
    men, flying = 6, False
    lines = straight(
        "a5 c5 e5,b4 c4 d4,a3 b3,d3 e3,b2 c2 d2,a1 c1 e1,"
        "a1 a3 a5,b2 b3 b4,c1 c2,c4 c5,d2 d3 d4,e1 e3 e5"
    )


class Twelve(Mills):
    men, full_is_draw = 12, True
    lines = straight(Mills.squares + ",a1 b2 c3,a7 b6 c5,g1 f2 e3,g7 f6 e5")


class Lasker(Mills):
    men, early = 10, True


class MuTorere:
    how = "Counted by games/confirm/morris.py, a program apart from the rules"

    def start(self):
        return (tuple("XXXXOOOO."), 0)

    def read(self, text):
        drawn, player = text.split()[:2]
        cells = "".join("." * int(c) if c.isdigit() else c for c in drawn)
        return (tuple(cells), "wb".index(player))

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        gap = cells.index(".")
        if gap == 8:
            rim = [n for n in range(8) if theirs in (cells[(n - 1) % 8], cells[(n + 1) % 8])]
        else:
            rim = [(gap + 1) % 8, (gap - 1) % 8, 8]
        return [(put(cells, (n, "."), (gap, mine)), 1 - player) for n in rim if cells[n] == mine]


GAMES = {
    "three_mens_morris": Rows(),
    "nine_mens_morris": Mills(),
    "achi": Achi(),
    "picaria": Picaria(),
    "six_mens_morris": Six(),
    "twelve_mens_morris": Twelve(),
    "lasker_morris": Lasker(),
    "mu_torere": MuTorere(),
}
