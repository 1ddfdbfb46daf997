"""Old games of the world, written directly from their rules."""

from boards import ALL, ORTHOGONAL, Board, put


class Tablut(Board):
    players = "ad"
    rows = (
        "...aaa... ....a.... ....d.... a...d...a aaddKddaa a...d...a ....d.... ....a.... ...aaa..."
    )

    def __init__(self):
        super().__init__()
        self.throne = len(self.holes) // 2
        last = self.width - 1
        edge = [f for f in range(len(self.holes)) if f % self.width in (0, last) or f // self.width in (0, last)]
        self.goal, self.closed = set(edge), {self.throne}

    def men(self, player):
        return ("a",) if player == 0 else ("d", "K")

    def moves(self, position):
        cells, player = position
        if "K" not in cells or cells.index("K") in self.goal:
            return []
        found = []
        for field in self.fields():
            piece = cells[field]
            for direction in ORTHOGONAL if piece in self.men(player) else []:
                to = self.go(field, direction)
                while to is not None and cells[to] == ".":
                    if piece == "K" or to not in self.closed:
                        after = put(cells, (field, "."), (to, piece))
                        found.append((self.take(after, to, player), 1 - player))
                    to = self.go(to, direction)
        return found

    def take(self, cells, at, player):
        taken = []
        for direction in ORTHOGONAL:
            victim, beyond = self.go(at, direction), self.go(at, direction, 2)
            if victim is None or cells[victim] not in self.men(1 - player):
                continue
            helped = beyond is not None and (
                cells[beyond] in self.men(player) or beyond in self.closed and cells[beyond] == "."
            )
            if cells[victim] == "K" and self.king_is_strong(victim):
                around = self.near(victim, ORTHOGONAL)
                helped = len(around) == 4 and all(cells[f] == "a" or f == self.throne for f in around)
            if helped:
                taken.append((victim, "."))
        return put(cells, *taken)

    def king_is_strong(self, field):
        """Whether two attackers are not enough there."""
        return field == self.throne or self.throne in self.near(field, ORTHOGONAL)


class Brandubh(Tablut):
    rows = "...a... ...a... ...d... aadKdaa ...d... ...a... ...a..."

    def __init__(self):
        super().__init__()
        self.goal = {0, 6, 42, 48}
        self.closed = {self.throne} | self.goal


class Hnefatafl(Tablut):
    """As the Fetlar Hnefatafl Panel plays it."""

    rows = (
        "...aaaaa... .....a..... ........... a....d....a a...ddd...a aa.ddKdd.aa "
        "a...ddd...a a....d....a ........... .....a..... ...aaaaa..."
    )

    def __init__(self):
        super().__init__()
        self.edge = self.goal
        self.goal = {0, 10, 110, 120}
        self.closed = {self.throne} | self.goal

    def king_is_strong(self, field):
        return True

    def moves(self, position):
        cells, player = position
        return [] if player == 1 and self.is_surrounded(cells) else super().moves(position)

    def is_surrounded(self, cells):
        """Whether the attackers keep everybody else from the edge: what is outside is joined to it."""
        outside = {f for f in self.edge if cells[f] != "a"}
        todo = list(outside)
        while todo:
            for there in self.near(todo.pop(), ORTHOGONAL):
                if cells[there] != "a" and there not in outside:
                    outside.add(there)
                    todo.append(there)
        return all(cells[f] not in "dK" for f in outside)


class Hasami(Board):
    players = "bw"
    rows = " ".join(["O" * 9] + ["." * 9] * 7 + ["X" * 9])

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        if cells.count(mine) < 2 or cells.count(theirs) < 2:
            return []
        found = []
        for field in self.fields():
            for direction in ORTHOGONAL if cells[field] == mine else []:
                to = self.go(field, direction)
                while to is not None and cells[to] == ".":
                    after = put(cells, (field, "."), (to, mine))
                    found.append((self.take(after, to, mine, theirs), 1 - player))
                    to = self.go(to, direction)
        return found

    def take(self, cells, at, mine, theirs):
        taken = []
        for direction in ORTHOGONAL:
            line, to = [], self.go(at, direction)
            while to is not None and cells[to] == theirs:
                line, to = line + [to], self.go(to, direction)
            if to is not None and cells[to] == mine:
                taken += line
        return put(cells, *((field, ".") for field in taken))


class Lattice(Board):
    """Five by five points; those with an even sum have diagonals."""

    def ways(self, field):
        return ALL if (field % 5 + field // 5) % 2 == 0 else ORTHOGONAL


class Alquerque(Lattice):
    rows = "OOOOO OOOOO OO.XX XXXXX XXXXX"

    def chains(self, cells, at, mine, theirs):
        found = set()
        for direction in self.ways(at):
            over, to = self.go(at, direction), self.go(at, direction, 2)
            if to is not None and cells[over] == theirs and cells[to] == ".":
                after = put(cells, (at, "."), (over, "."), (to, mine))
                found |= self.chains(after, to, mine, theirs) or {after}
        return found

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        men = [field for field in self.fields() if cells[field] == mine]
        captures = set()
        for field in men:
            captures |= self.chains(cells, field, mine, theirs)
        walks = [
            put(cells, (field, "."), (to, mine))
            for field in men
            for to in self.near(field, self.ways(field))
            if cells[to] == "."
        ]
        return [(after, 1 - player) for after in captures or walks]


class BaghChal(Lattice):
    rows = "T...T ..... ..... ..... T...T"
    players = "gt"

    def start(self):
        return super().start() + (20,)

    def read(self, text):
        waiting = text.split()[2].rstrip("G")
        goats = 0 if waiting == "-" else int(waiting or 1)
        return super().read(text) + (goats,)

    def moves(self, position):
        cells, player, waiting = position
        if cells.count("G") + waiting < 16:
            return []
        if player == 0 and waiting:
            return [(put(cells, (f, "G")), 1, waiting - 1) for f in self.fields() if cells[f] == "."]
        found, mine = [], "GT"[player]
        for field in self.fields():
            for direction in self.ways(field) if cells[field] == mine else []:
                to, beyond = self.go(field, direction), self.go(field, direction, 2)
                if to is not None and cells[to] == ".":
                    found.append((put(cells, (field, "."), (to, mine)), 1 - player, waiting))
                if player and beyond is not None and cells[to] == "G" and cells[beyond] == ".":
                    after = put(cells, (field, "."), (to, "."), (beyond, mine))
                    found.append((after, 0, waiting))
        return found


class Kalah:
    """Houses 0 to 5 and store 6 of lower, then those of upper, against the clock."""

    how = "Counted by games/confirm/old_games.py, a program apart from the rules"

    def __init__(self, seeds):
        self.seeds = seeds

    def start(self):
        return (((self.seeds,) * 6 + (0,)) * 2, 0)

    def read(self, text):
        top, bottom = text.split("/")
        seeds = [0 if it == "." else int(it[:-1] or 1) for it in top.split()]
        below = bottom.split()
        lower = [0 if it == "." else int(it[:-1] or 1) for it in below[:7]]
        return (tuple(lower[:6] + [lower[6]] + seeds[:0:-1] + [seeds[0]]), "lu".index(below[7]))

    def moves(self, position):
        seeds, player = position
        mine, store, other = range(7 * player, 7 * player + 6), 7 * player + 6, 13 - 7 * player
        if not sum(seeds[0:6]) or not sum(seeds[7:13]):
            return []
        found = set()
        for house in mine:
            after, at = list(seeds), house
            hand, after[house] = after[house], 0
            if not hand:
                continue
            while hand:
                at = (at + 1) % 14
                if at != other:
                    after[at] += 1
                    hand -= 1
            if at in mine and after[at] == 1 and after[12 - at]:
                after[store] += 1 + after[12 - at]
                after[at] = after[12 - at] = 0
            found.add((tuple(after), player if at == store else 1 - player))
        return list(found)


class Fanorona(Board):
    rows = "OOOOOOOOO OOOOOOOOO OXOX.OXOX XXXXXXXXX XXXXXXXXX"

    def ways(self, field):
        return ALL if (field % 9 + field // 9) % 2 == 0 else ORTHOGONAL

    def row(self, cells, field, direction, theirs):
        """The enemies in a row from here, this field not counted."""
        found = []
        while (field := self.go(field, direction)) is not None and cells[field] == theirs:
            found.append(field)
        return found

    def chains(self, cells, at, visited, came, marks):
        mine, theirs = marks
        for direction in self.ways(at):
            to = self.go(at, direction)
            if to is None or cells[to] != "." or to in visited or direction == came:
                continue
            back = (-direction[0], -direction[1])
            for row in (self.row(cells, to, direction, theirs), self.row(cells, at, back, theirs)):
                if row:
                    after = put(cells, (at, "."), (to, mine), *((f, ".") for f in row))
                    yield after
                    yield from self.chains(after, to, visited | {to}, direction, marks)

    def moves(self, position):
        cells, player = position
        marks = ("XO", "OX")[player]
        men = [field for field in self.fields() if cells[field] == marks[0]]
        found = {after for at in men for after in self.chains(cells, at, {at}, None, marks)}
        if not found:
            found = {
                put(cells, (at, "."), (to, marks[0]))
                for at in men
                for to in self.near(at, self.ways(at))
                if cells[to] == "."
            }
        return [(after, 1 - player) for after in found]


GAMES = {
    "fanorona": Fanorona(),
    "tablut": Tablut(),
    "brandubh": Brandubh(),
    "hnefatafl": Hnefatafl(),
    "hasami_shogi": Hasami(),
    "alquerque": Alquerque(),
    "bagh_chal": BaghChal(),
    "kalah": Kalah(4),
    "kalah3": Kalah(3),
}
