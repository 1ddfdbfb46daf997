"""Games of our time and surakarta, written directly from their rules."""

import itertools
import re

from boards import ALL, DIAGONAL, HEXAGONAL, ORTHOGONAL, Board, group, put

HOW = "Counted by games/confirm/modern.py, a program apart from the rules"


class Surakarta(Board):
    """The loops are written out: two rings of 24 places, each a field that is passed in a direction."""

    rows = "OOOOOO OOOOOO ...... ...... XXXXXX XXXXXX"

    def __init__(self):
        super().__init__()
        self.rings = [self.ring(1), self.ring(2)]

    def ring(self, n):
        """The lines that are n from an edge, one after another, as they are passed."""
        m = 5 - n
        lines = [
            [(x, n) for x in range(6)],  # east; then around the lower right corner
            [(m, y) for y in range(6)],
            [(x, m) for x in reversed(range(6))],
            [(n, y) for y in reversed(range(6))],
        ]
        return [[y * 6 + x for x, y in line] for line in lines]

    def track(self, ring):
        """Fields in the order of the ride, with None for each loop."""
        return [field for line in ring for field in line + [None]]

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        found = set()
        for field in self.fields():
            if cells[field] != mine:
                continue
            lifted = put(cells, (field, "."))
            targets = [there for there in self.near(field, ALL) if cells[there] == "."]
            for ring in self.rings:
                track = self.track(ring)
                for way in (track, track[::-1]):
                    targets += self.ride(lifted, way, field, theirs)
            found.update((put(lifted, (there, mine)), 1 - player) for there in targets)
        return list(found)

    def ride(self, cells, track, field, theirs):
        for begin in [n for n, place in enumerate(track) if place == field]:
            looped = False
            for place in (track[(begin + n) % len(track)] for n in range(1, len(track) + 1)):
                if place is None:
                    looped = True
                elif cells[place] != ".":
                    if looped and cells[place] == theirs:
                        yield place
                    break


class Abalone(Board):
    players = "bw"
    rows = "####OOOOO ###OOOOOO ##..OOO.. #........ ......... ........# ..XXX..## XXXXXX### XXXXX####"

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        if min(cells.count("X"), cells.count("O")) <= 8:
            return []
        found = set()
        for field in self.fields():
            for along in HEXAGONAL:
                for n in (1, 2, 3):
                    line = [self.go(field, along, k) for k in range(n)]
                    if any(f is None or cells[f] != mine for f in line):
                        break
                    for way in HEXAGONAL:
                        after = self.shifted(cells, line, along, way, theirs)
                        if after:
                            found.add((after, 1 - player))
        return list(found)

    def shifted(self, cells, line, along, way, theirs):
        if way != along:
            if len(line) > 1 and way == (-along[0], -along[1]):
                return None  # the same as a line that begins at the other end
            targets = [self.go(f, way) for f in line]
            if any(f is None or cells[f] != "." for f in targets):
                return None
            mine = cells[line[0]]
            return put(cells, *((f, ".") for f in line), *((f, mine) for f in targets))
        front = self.go(line[-1], way)
        pushed = []
        while front is not None and cells[front] == theirs:
            pushed.append(front)
            front = self.go(front, way)
        if len(pushed) >= len(line) or (front is None and not pushed):
            return None
        if front is not None and cells[front] != ".":
            return None
        moved = [(line[0], ".")]
        for f in line + pushed:
            there = self.go(f, way)
            if there is not None:
                moved.append((there, cells[f]))
        return put(cells, *moved)


class Slither(Board):
    players = "rb"
    rows = " ".join(["......."] * 7)

    def linked(self, cells, player):
        mine = "XO"[player]
        side = (lambda f: f // 7) if player == 0 else (lambda f: f % 7)
        for field in self.fields():
            if cells[field] == mine and side(field) == 0:
                same = lambda f: [t for t in self.near(f, ORTHOGONAL) if cells[t] == mine]
                if any(side(f) == 6 for f in group(field, same)):
                    return True
        return False

    def proper(self, cells, mine):
        for field in self.fields():
            for x, y in DIAGONAL if cells[field] == mine else []:
                there = self.go(field, (x, y))
                if there is not None and cells[there] == mine:
                    if mine not in (cells[self.go(field, (x, 0))], cells[self.go(field, (0, y))]):
                        return False
        return True

    def moves(self, position):
        cells, player = position
        mine = "XO"[player]
        if self.linked(cells, 1 - player):
            return []
        boards = {cells}
        for field in self.fields():
            for there in self.near(field, ALL) if cells[field] == mine else []:
                if cells[there] == ".":
                    boards.add(put(cells, (field, "."), (there, mine)))
        found = {put(board, (f, mine)) for board in boards for f in self.fields() if board[f] == "."}
        return [(board, 1 - player) for board in found if self.proper(board, mine)]


class ChineseCheckers(Board):
    def __init__(self):
        cubes = lambda x, y: (x - 8, 8 - y, y - x)
        inside = lambda x, y: max(cubes(x, y)) <= 4 or min(cubes(x, y)) >= -4
        man = lambda y: "X" if y < 4 else "O" if y > 12 else "."
        row = lambda y: "".join(man(y) if inside(x, y) else "#" for x in range(17))
        self.rows = " ".join(row(y) for y in reversed(range(17)))
        super().__init__()

    def over(self, cells, player):
        camp = [f for f in self.fields() if (f // 17 > 12 if player == 0 else f // 17 < 4)]
        return all(cells[f] != "." for f in camp) and any(cells[f] == "XO"[player] for f in camp)

    def moves(self, position):
        cells, player = position
        mine = "XO"[player]
        if self.over(cells, 1 - player):
            return []
        found = []
        for field in self.fields():
            if cells[field] != mine:
                continue
            lifted = put(cells, (field, "."))
            reached = group(field, lambda f: self.jumps(lifted, f)) - {field}
            reached |= {there for there in self.near(field, HEXAGONAL) if cells[there] == "."}
            found += [(put(lifted, (there, mine)), 1 - player) for there in reached]
        return found

    def jumps(self, cells, field):
        for way in HEXAGONAL:
            over, to = self.go(field, way), self.go(field, way, 2)
            if over is not None and to is not None and cells[over] != "." and cells[to] == ".":
                yield to


class Santorini:
    """A position is the floors, the workers of both, the player, and whether somebody has won."""

    how = HOW
    unseen = True  # a worker on the third floor may have come from one beside it

    def start(self):
        return ((0,) * 25, ((), ()), 0, False)

    def read(self, text):
        *drawn, player, _, _, _ = text.split()
        floors, workers = [], ([], [])
        for row in reversed(" ".join(drawn).split("/")):
            for cell in row.split():
                number, worker = re.fullmatch(r"(?:(\d*)F)?([Ww]?)\.?", cell).groups()
                if worker:
                    workers["Ww".index(worker)].append(len(floors))
                floors.append(0 if number is None else int(number or 1))
        return (tuple(floors), tuple(map(tuple, workers)), "wb".index(player), False)

    def near(self, field):
        x, y = field % 5, field // 5
        around = itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1))
        return [b * 5 + a for a, b in around if 0 <= a < 5 and 0 <= b < 5 and (a, b) != (x, y)]

    def moves(self, position):
        floors, workers, player, won = position
        taken = workers[0] + workers[1]
        if won:
            return []
        if not workers[player]:
            free = [f for f in range(25) if f not in taken]
            return [
                (floors, self.with_workers(workers, player, pair), 1 - player, False)
                for pair in itertools.combinations(free, 2)
            ]
        found = []
        for worker in workers[player]:
            for to in self.near(worker):
                if to in taken or floors[to] > min(3, floors[worker] + 1):
                    continue
                pair = tuple(sorted(to if w == worker else w for w in workers[player]))
                after = self.with_workers(workers, player, pair)
                if floors[to] == 3 > floors[worker]:
                    found.append((floors, after, 1 - player, True))
                    continue
                for site in self.near(to):
                    if floors[site] < 4 and site not in after[0] + after[1]:
                        built = floors[:site] + (floors[site] + 1,) + floors[site + 1 :]
                        found.append((built, after, 1 - player, False))
        return found

    def with_workers(self, workers, player, pair):
        return (pair, workers[1]) if player == 0 else (workers[0], pair)


class Onitama(Board):
    """The cards of a position are five places: two of each player, and the one that waits."""

    rows = "ssmss ..... ..... ..... SSMSS"
    cards = {
        "T": [(0, 2), (0, -1)],
        "C": [(0, 1), (-2, 0), (2, 0)],
        "Y": DIAGONAL,
        "N": [(0, 1), (-1, -1), (1, -1)],
        "D": [(-2, 1), (2, 1), (-1, -1), (1, -1)],
    }

    def start(self):
        return super().start() + ("YN", "TC", "D")

    def read(self, text):
        drawn, player = text.split()[:2]
        rows = [re.findall(r"\d|\D", row) for row in drawn.split("/")]
        cells, beside = [], []
        for row in rows:
            full = [c for symbol in row for c in ("." * int(symbol) if symbol.isdigit() else symbol)]
            cells.append(full[:5])
            beside.append("".join(full[5:]))
        board = tuple(c for row in reversed(cells) for c in row)
        player = "wb".index(player)
        return (board, player, beside[4], beside[0], (beside[3], beside[1])[player])

    def moves(self, position):
        cells, player, *hands, waiting = position
        if "M" not in cells or "m" not in cells or cells[22] == "M" or cells[2] == "m":
            return []
        mine = "MSms"[2 * player : 2 * player + 2]
        found = []
        for n, card in enumerate(hands[player]):
            held = list(hands)
            held[player] = hands[player][:n] + waiting + hands[player][n + 1 :]
            for field in self.fields():
                for x, y in self.cards[card] if cells[field] in mine else []:
                    there = self.go(field, (x, y) if player == 0 else (x, -y))
                    if there is not None and cells[there] not in mine:
                        board = put(cells, (field, "."), (there, cells[field]))
                        found.append((board, 1 - player, *held, card))
        if found:
            return found
        for n, card in enumerate(hands[player]):
            held = list(hands)
            held[player] = hands[player][:n] + waiting + hands[player][n + 1 :]
            found.append((cells, 1 - player, *held, card))
        return found


class Quoridor:
    """Squares are pairs from 0 to 8; a wall is its lower left square and whether it is upright."""

    how = HOW

    def start(self):
        return (((4, 0), (4, 8)), frozenset(), (0, 0), 0)

    def read(self, text):
        drawn, player, used = text.split()[:3]
        pawns, walls = [None, None], set()
        for y, row in enumerate(reversed(drawn.split("/"))):
            x = 0
            for number, symbol in re.findall(r"(\d+)|(\D)", row):
                x += int(number) if number else 0
                if not symbol:
                    continue
                column = x if y % 2 == 0 else 2 * x
                if symbol in "Pp":
                    pawns["Pp".index(symbol)] = (column // 2, y // 2)
                elif symbol in "|=":
                    walls.add((column // 2, y // 2, symbol == "|"))
                x += 1
        count = lambda mark: sum(int(n or 1) for n in re.findall(rf"(\d*){mark}", used))
        return (tuple(pawns), frozenset(walls), (count("W"), count("w")), "wb".index(player))

    def steps(self, walls, square):
        x, y = square
        for dx, dy in ORTHOGONAL:
            to = (x + dx, y + dy)
            if not (0 <= to[0] < 9 and 0 <= to[1] < 9):
                continue
            left, low = min(x, to[0]), min(y, to[1])
            if dx and ((left, y, True) in walls or (left, y - 1, True) in walls):
                continue
            if dy and ((x, low, False) in walls or (x - 1, low, False) in walls):
                continue
            yield to, (dx, dy)

    def open(self, walls, pawns):
        beside = lambda square: [to for to, _ in self.steps(walls, square)]
        return all(any(y == 8 - 8 * n for _, y in group(pawns[n], beside)) for n in (0, 1))

    def moves(self, position):
        pawns, walls, used, player = position
        if pawns[0][1] == 8 or pawns[1][1] == 0:
            return []
        other, targets = pawns[1 - player], set()
        for to, way in self.steps(walls, pawns[player]):
            if to != other:
                targets.add(to)
                continue
            beyond = dict((w, t) for t, w in self.steps(walls, other))
            if way in beyond:
                targets.add(beyond[way])
            else:
                targets |= {t for w, t in beyond.items() if w != (-way[0], -way[1])}
        pair = lambda one: (one, other) if player == 0 else (other, one)
        found = [(pair(to), walls, used, 1 - player) for to in targets]
        if used[player] < 10:
            more = tuple(n + (who == player) for who, n in enumerate(used))
            for x, y, upright in itertools.product(range(8), range(8), (True, False)):
                near = [(x, y + n, True) if upright else (x + n, y, False) for n in (-1, 0, 1)]
                if any(wall in walls for wall in near + [(x, y, not upright)]):
                    continue
                after = walls | {(x, y, upright)}
                if self.open(after, pawns):
                    found.append((pawns, after, more, 1 - player))
        return found


GAMES = {
    "surakarta": Surakarta(),
    "abalone": Abalone(),
    "slither": Slither(),
    "chinese_checkers": ChineseCheckers(),
    "santorini": Santorini(),
    "onitama": Onitama(),
    "quoridor": Quoridor(),
}
