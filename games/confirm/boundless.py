"""Games whose board is more than its fields, written from their rules: quarters that turn, pegs
with links between them, and insects that are their own board."""

from boards import HEXAGONAL, KNIGHT, Board, group
from rows import HALF


class Pentago(Board):
    """The arrows beside the board are never changed, and names of turns only."""

    rows = "#*####*# *......* #......# #......# #......# #......# *......* #*####*#"

    def five(self, cells, mark):
        for field in self.fields():
            for direction in HALF:
                line = [self.go(field, direction, n) for n in range(5)]
                if None not in line and all(cells[f] == mark for f in line):
                    return True
        return False

    def turned(self, cells, x, y, clockwise):
        """The board with the quarter turned whose lower left field is there."""
        changed = list(cells)
        for i in range(3):
            for j in range(3):
                to = (j, 2 - i) if clockwise else (2 - j, i)
                changed[(y + to[1]) * 8 + x + to[0]] = cells[(y + j) * 8 + x + i]
        return tuple(changed)

    def moves(self, position):
        cells, player = position
        if self.five(cells, "X") or self.five(cells, "O"):
            return []
        found = set()
        for field in (f for f in self.fields() if cells[f] == "."):
            placed = list(cells)
            placed[field] = "XO"[player]
            if self.five(placed, "XO"[player]):
                found.add((tuple(placed), 1 - player))
                continue
            for x, y in [(1, 1), (4, 1), (1, 4), (4, 4)]:
                for clockwise in (False, True):
                    found.add((self.turned(placed, x, y, clockwise), 1 - player))
        return list(found)


def crosses(a, b, c, d):
    """Whether the lines from a to b and from c to d cross inside both."""

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


class Twixt:
    """A position is the pegs and the links of both players as sets, and the player to move."""

    how = "Counted by games/confirm/boundless.py, a program apart from the rules"
    size = 9
    unseen = True

    def start(self):
        return (frozenset(), frozenset()), (frozenset(), frozenset()), 0

    def read(self, text):
        drawn, player = text.split()[:2]
        pegs, links = (set(), set()), (set(), set())
        width = 2 * self.size - 1
        for y, row in zip(range(width - 1, -1, -1), drawn.split("/")):
            cells = []
            digits = ""
            for symbol in row + " ":
                if symbol.isdigit():
                    digits += symbol
                    continue
                cells += "." * int(digits or 0)
                digits = ""
                cells += symbol.strip()
            fields = iter(cells)
            for x in range(width):
                if x % 2 and y % 2 or x in (0, width - 1) and y in (0, width - 1):
                    continue
                cell = next(fields)
                if cell == ".":
                    continue
                who = 0 if cell.isupper() else 1
                if cell in "Pp":
                    pegs[who].add((x // 2, y // 2))
                for lean in {"S": [1], "B": [-1], "X": [1, -1]}.get(cell.upper(), []):
                    long, short = ((2, 1), (1, 2))[x % 2]
                    a = ((x - long) // 2, (y - lean * short) // 2)
                    b = ((x + long) // 2, (y + lean * short) // 2)
                    links[who].add(frozenset((a, b)))
        return tuple(map(frozenset, pegs)), tuple(map(frozenset, links)), "wb".index(player)

    def moves(self, position):
        pegs, links, player = position
        last, found = self.size - 1, []
        for x in range(self.size):
            for y in range(self.size):
                edge = (x, y)[player]
                if (x in (0, last) and y in (0, last)) or edge in (0, last):
                    continue
                if (x, y) in pegs[0] | pegs[1]:
                    continue
                mine = set(links[player])
                for dx, dy in KNIGHT:
                    there = (x + dx, y + dy)
                    enemy = (tuple(link) for link in links[1 - player])
                    if there in pegs[player] and not any(crosses((x, y), there, *it) for it in enemy):
                        mine.add(frozenset(((x, y), there)))
                all_pegs, all_links = list(pegs), list(links)
                all_pegs[player] = pegs[player] | {(x, y)}
                all_links[player] = frozenset(mine)
                found.append((tuple(all_pegs), tuple(all_links), 1 - player))
        return [] if self.is_over(position) else found

    def is_over(self, position):
        pegs, links, _ = position
        for player in (0, 1):
            side = {peg for peg in pegs[player] if peg[1 - player] == 0}

            def linked(peg):
                return [next(iter(link - {peg})) for link in links[player] if peg in link]

            for peg in side:
                if any(it[1 - player] == self.size - 1 for it in group(peg, linked)):
                    return True
        return False


SIZE = 13


def near(field):
    """The fields beside, as far as the board goes."""
    around = [(field[0] + dx, field[1] + dy) for dx, dy in HEXAGONAL]
    return [it for it in around if 0 <= min(it) and max(it) < SIZE]


class Hive:
    """A position is the stacks by their fields, what is in reserve, and the player to move."""

    how = "Counted by games/confirm/boundless.py, a program apart from the rules"

    def start(self):
        return {}, {**dict.fromkeys("Qq", 1), **dict.fromkeys("SsBb", 2), **dict.fromkeys("GgAa", 3)}, 0

    def read(self, text):
        rows = [row.split() for row in text.split("/")]
        player, left = rows[-1][SIZE : SIZE + 2]
        hive = {}
        for y, row in zip(range(SIZE - 1, -1, -1), rows):
            for x, cell in enumerate(row[: SIZE]):
                if cell != ".":
                    hive[(x, y)] = "".join(symbol * n for n, symbol in counted(cell))
        reserve = dict.fromkeys("QqSsBbGgAa", 0)
        reserve.update({symbol: n for n, symbol in counted(left.strip("-"))})
        return hive, reserve, "wb".index(player)

    def is_surrounded(self, hive, queen):
        return any(queen in stack and all(it in hive for it in near(field)) for field, stack in hive.items())

    def moves(self, position):
        hive, reserve, player = position
        if any(self.is_surrounded(hive, queen) for queen in "Qq"):
            return []
        found = set()
        self.place(hive, reserve, player, found)
        if reserve["Qq"[player]] == 0:
            for field in [f for f, stack in hive.items() if stack[-1].isupper() == (player == 0)]:
                self.move(hive, reserve, player, field, found)
        if not found:
            found.add((frozenset(hive.items()), tuple(sorted(reserve.items()))))
        return [(dict(stacks), dict(left), 1 - player) for stacks, left in found]

    def place(self, hive, reserve, player, found):
        kinds = "qsbga" if player else "QSBGA"
        left = sum(reserve[kind] for kind in kinds)
        mine = {f for f, stack in hive.items() if stack[-1] in kinds}
        spots = {it for f in mine for it in near(f) if it not in hive}
        spots = {f for f in spots if all(it in mine or it not in hive for it in near(f))}
        if not hive:
            spots = {(SIZE // 2, SIZE // 2)}
        elif left == 11:
            spots = {it for f in hive for it in near(f) if it not in hive}
        for kind in kinds:
            queen = kind in "Qq"
            must = left == 8 and reserve[kinds[0]]
            if reserve[kind] and not (queen and left == 11) and (queen or not must):
                for spot in spots:
                    after = {**hive, spot: kind}
                    rest = {**reserve, kind: reserve[kind] - 1}
                    found.add((frozenset(after.items()), tuple(sorted(rest.items()))))

    def move(self, hive, reserve, player, field, found):
        piece, rest = hive[field][-1], {**hive, field: hive[field][:-1]}
        if not rest[field]:
            del rest[field]
            first = next(iter(rest))
            if len(group(first, lambda f: [it for it in near(f) if it in rest])) < len(rest):
                return
        reach = {"q": self.slides, "a": self.roams, "s": self.crawls, "g": self.jumps, "b": self.climbs}
        for there in reach[piece.lower()](rest, field) - {field}:
            after = {**rest, there: rest.get(there, "") + piece}
            found.add((frozenset(after.items()), tuple(sorted(reserve.items()))))

    def slides(self, hive, field):
        """The fields beside that share just one neighbor with this one."""
        free = {it for it in near(field) if it not in hive}
        return {it for it in free if len(set(near(it)) & set(near(field)) & set(hive)) == 1}

    def roams(self, hive, field):
        return group(field, lambda f: self.slides(hive, f))

    def crawls(self, hive, field):
        paths = [[field]]
        for _ in range(3):
            paths = [path + [it] for path in paths for it in self.slides(hive, path[-1]) if it not in path]
        return {path[-1] for path in paths}

    def jumps(self, hive, field):
        found = set()
        for dx, dy in HEXAGONAL:
            x, y = field[0] + dx, field[1] + dy
            if (x, y) in hive:
                while (x, y) in hive:
                    x, y = x + dx, y + dy
                found.add((x, y))
        return {it for it in found if 0 <= min(it) and max(it) < SIZE}

    def climbs(self, hive, field):
        def height(at):
            return len(hive.get(at, ""))

        found = set()
        for there in near(field):
            level = max(height(field), height(there))
            gates = [height(it) for it in set(near(there)) & set(near(field))]
            gates += [0] * (2 - len(gates))
            if level == 0 and max(gates) == 0 or min(gates) > level:
                continue
            found.add(there)
        return found


def counted(text):
    """The symbols of a text, each with the number in front of it."""
    number = ""
    for symbol in text:
        if symbol.isdigit():
            number += symbol
        else:
            yield int(number or 1), symbol
            number = ""


GAMES = {"pentago": Pentago(), "twixt": Twixt(), "hive": Hive()}
