"""Well-known games that no library here plays, written directly from their rules."""

from boards import ALL, DIAGONAL, HEXAGONAL, ORTHOGONAL, Board, expand, group, put
from connection import MisereHex
from small import Placing


class Gomoku(Placing):
    players, size = "bw", 15

    def __init__(self):
        self.rows = " ".join(["." * self.size] * self.size)
        super().__init__()

    def over(self, cells, player):
        return cells.count("X") > 4 and self.row(cells, self.stones[player], 5)


class Gomoku9(Gomoku):
    size = 9


class ConnectFour(Placing):
    rows = " ".join(["......."] * 6)

    def over(self, cells, player):
        return cells.count("X") > 3 and self.row(cells, self.stones[player], 4)

    def allowed(self, cells, field, player):
        return field < 7 or cells[field - 7] != "."


class Hex(MisereHex):
    """The sides are the rows 1 and 11 for the first player, the columns a and k for the second."""

    size = 11

    def __init__(self):
        self.rows = " ".join(["." * self.size] * self.size)
        super().__init__()

    def over(self, cells, player):
        along = (lambda f: f // self.size) if player == 0 else (lambda f: f % self.size)
        sides = ({along(f) for f in chain} for chain in self.chains(cells, player))
        return any({0, self.size - 1} <= side for side in sides)


class Hex3(Hex):
    size = 3


class Domineering(Board):
    players = "vh"
    rows = " ".join(["........"] * 8)

    def moves(self, position):
        cells, player = position
        found = []
        for field in self.fields():
            there = self.go(field, ORTHOGONAL[player])
            if there is not None and cells[field] == cells[there] == ".":
                mark = "VH"[player]
                found.append((put(cells, (field, mark), (there, mark)), 1 - player))
        return found


class Amazons(Board):
    rows = ".a..a. a....a ...... ...... A....A .A..A."

    def reached(self, cells, field):
        for direction in ALL:
            times = 1
            while (there := self.go(field, direction, times)) is not None and cells[there] == ".":
                yield there
                times += 1

    def moves(self, position):
        cells, player = position
        mine, found = "Aa"[player], []
        for field in self.fields():
            for there in self.reached(cells, field) if cells[field] == mine else []:
                moved = put(cells, (field, "."), (there, mine))
                found += [(put(moved, (shot, "*")), 1 - player) for shot in self.reached(moved, there)]
        return found


class FoxAndHounds(Board):
    players = "fh"
    rows = ".h.h.h.h ........ ........ ........ ........ ........ ........ ....F..."

    def moves(self, position):
        cells, player = position
        if "F" in cells[56:]:
            return []
        ways = DIAGONAL if player == 0 else [(1, -1), (-1, -1)]
        return [
            (put(cells, (field, "."), (there, cells[field])), 1 - player)
            for field in self.fields()
            if cells[field] == "Fh"[player]
            for there in self.near(field, ways)
            if cells[there] == "."
        ]


class Go(Board):
    """A position also has how often was passed in a row, and all boards with who was to move."""

    players = "bw"
    rows = " ".join(["......."] * 7)

    def start(self):
        return super().start() + (0, frozenset())

    def read(self, text):
        return super().read(text) + (int(text.split()[2]), frozenset())

    def breathes(self, cells, field):
        same = lambda f: [it for it in self.near(f, ORTHOGONAL) if cells[it] == cells[f]]
        chain = group(field, same)
        return any(cells[it] == "." for f in chain for it in self.near(f, ORTHOGONAL))

    def moves(self, position):
        cells, player, passes, met = position
        if passes == 2:
            return []
        met = met | {(cells, player)}
        mine, theirs = ("XO", "OX")[player]
        found = [(cells, 1 - player, passes + 1, met)]
        for field in self.fields():
            if cells[field] != ".":
                continue
            after = put(cells, (field, mine))
            dead = [f for f in self.fields() if after[f] == theirs and not self.breathes(after, f)]
            after = put(after, *((f, ".") for f in dead))
            if self.breathes(after, field) and (after, 1 - player) not in met:
                found.append((after, 1 - player, 0, met))
        return found


class LinesOfAction(Board):
    """The third occurrence of a position is left out: counts are too shallow for it."""

    players, unseen = "bw", True
    rows = ".XXXXXX. O......O O......O O......O O......O O......O O......O .XXXXXX."

    def whole(self, cells, mark):
        men = [field for field in self.fields() if cells[field] == mark]
        return len(group(men[0], lambda f: [it for it in self.near(f, ALL) if cells[it] == mark])) == len(men)

    def on_line(self, cells, field, direction):
        back, number = (-direction[0], -direction[1]), 1
        for way in (direction, back):
            times = 1
            while (there := self.go(field, way, times)) is not None:
                number += cells[there] != "."
                times += 1
        return number

    def moves(self, position):
        cells, player, *over = position
        if over:
            return []
        mine, theirs = ("XO", "OX")[player]
        found = []
        for field in self.fields():
            for direction in ALL if cells[field] == mine else []:
                far = self.on_line(cells, field, direction)
                there = self.go(field, direction, far)
                between = [self.go(field, direction, n) for n in range(1, far)]
                if there is None or cells[there] == mine or any(cells[f] == theirs for f in between):
                    continue
                after = put(cells, (field, "."), (there, mine))
                # With the last enemy gone no enemy is apart, but then one's own are not always one.
                ended = self.whole(after, mine) or theirs in after and self.whole(after, theirs)
                found.append((after, 1 - player) + ((True,) if ended else ()))
        return found or [(cells, 1 - player)]


class Halma(Board):
    """Grasshopper; the third occurrence of a position is left out."""

    rows = "....OOOO .....OOO ......OO .......O X....... XX...... XXX..... XXXX...."
    camps = [
        "e8 f8 g8 h8 f7 g7 h7 g6 h6 h5".split(),
        "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4".split(),
    ]

    def arrived(self, cells, player):
        goal = [cells[self.name(name)] for name in self.camps[player]]
        return "." not in goal and "XO"[player] in goal

    def moves(self, position):
        cells, player = position
        if self.arrived(cells, 1 - player):
            return []
        mine, found = "XO"[player], []
        for field in self.fields():
            if cells[field] != mine:
                continue
            lifted = put(cells, (field, "."))

            def jumps(at):
                for direction in ALL:
                    over, into = self.go(at, direction), self.go(at, direction, 2)
                    if into is not None and lifted[over] != "." and lifted[into] == ".":
                        yield into

            steps = {there for there in self.near(field, ALL) if cells[there] == "."}
            for there in (steps | group(field, jumps)) - {field}:
                found.append((put(lifted, (there, mine)), 1 - player))
        return found


class Dvonn(Board):
    """Cells are piles from the bottom, as texts; then the men that wait. Without a move one passes."""

    rows = "##......... #.......... ........... ..........# .........##"

    def start(self):
        return super().start() + ((23, 23),)

    def read(self, text):
        board, player, waiting = text.rsplit(" ", 3)[:3]
        piles = []
        for row in reversed(board.split("/")):
            for pile in row.split():
                number, whole = "", ""
                for symbol in pile:
                    if symbol.isdigit():
                        number += symbol
                    else:
                        whole, number = whole + symbol * int(number or 1), ""
                piles.append(whole)
        fields = iter(piles)
        cells = tuple("#" if hole == "#" else next(fields) for hole in self.holes)
        left = [0, 0]
        number = ""
        for symbol in waiting.replace("-", ""):
            if symbol.isdigit():
                number += symbol
            else:
                left["XO".index(symbol)], number = int(number or 1), ""
        return (cells, self.players.index(player), tuple(left))

    def moves(self, position):
        cells, player, waiting = position
        if any(waiting):
            return self.placed(cells, player, waiting)
        found = self.moved(cells, player)
        if found:
            # What moved may be gone at once, wherever it went: that is one move.
            return [(after, 1 - player, waiting) for after in set(found)]
        return [(cells, 1 - player, waiting)] if self.moved(cells, 1 - player) else []

    def placed(self, cells, player, waiting):
        red = waiting[player] == 23 and cells.count("*") < 3
        left = tuple(n - (it == player and not red) for it, n in enumerate(waiting))
        mark = "*" if red else "XO"[player]
        last = cells.count(".") == 1
        return [
            (put(cells, (field, mark)), player if last else 1 - player, left)
            for field in self.fields()
            if cells[field] == "."
        ]

    def moved(self, cells, player):
        found = []
        for field in self.fields():
            pile = cells[field]
            neighbors = [self.go(field, way) for way in HEXAGONAL]
            free = any(it is None or cells[it] == "." for it in neighbors)
            if pile[-1] != "XO"[player] or not free:
                continue
            for way in HEXAGONAL:
                path = [self.go(field, way, n) for n in range(1, len(pile) + 1)]
                if None not in path and cells[path[-1]] != ".":
                    there = path[-1]
                    found.append(self.joined(put(cells, (field, "."), (there, cells[there] + pile))))
        return found

    def joined(self, cells):
        """What has no contact with a red piece is gone."""
        full = lambda f: [it for it in self.near(f, HEXAGONAL) if cells[it] != "."]
        kept = set()
        for field in self.fields():
            if "*" in cells[field]:
                kept |= group(field, full)
        return put(cells, *((field, ".") for field in self.fields() if field not in kept))


GAMES = {
    "gomoku": Gomoku(),
    "gomoku9": Gomoku9(),
    "connect4": ConnectFour(),
    "hex": Hex(),
    "dark_hex": Hex(),
    "dark_hex3": Hex3(),
    "domineering": Domineering(),
    "amazons6": Amazons(),
    "fox_and_hounds": FoxAndHounds(),
    "go7": Go(),
    "lines_of_action": LinesOfAction(),
    "grasshopper": Halma(),
    "dvonn": Dvonn(),
}
