"""Stones that connect, surround or line up, written directly from their rules."""

from boards import ALL, HEXAGONAL, ORTHOGONAL, Board, group, put


class Stones(Board):
    """A stone on an empty field; a move that ends the game is followed by none."""

    ways = HEXAGONAL

    def chain(self, cells, at, ways=None):
        same = lambda f: [t for t in self.near(f, ways or self.ways) if cells[t] == cells[at]]
        return group(at, same)

    def over(self, cells, player):
        """Whether the stones of this player, who has just moved, have ended the game."""
        raise NotImplementedError

    def moves(self, position):
        cells, player = position
        if self.over(cells, 1 - player):
            return []
        empty = [field for field in self.fields() if cells[field] == "."]
        return [(put(cells, (field, "XO"[player])), 1 - player) for field in empty]

    def chains(self, cells, player):
        left = {field for field in self.fields() if cells[field] == "XO"[player]}
        while left:
            found = self.chain(cells, left.pop())
            left -= found
            yield found


class MisereHex(Stones):
    players = "rb"
    rows = " ".join(["......"] * 6)

    def over(self, cells, player):
        along = (lambda f: f // 6) if player == 0 else (lambda f: f % 6)
        sides = ({along(f) for f in chain} for chain in self.chains(cells, player))
        return any({0, 5} <= side for side in sides)


class Y(Stones):
    rows = " ".join("#" * (8 - n) + "." * (n + 1) for n in range(9))

    def over(self, cells, player):
        sides = [lambda f: f // 9 == 0, lambda f: f % 9 == 8, lambda f: f % 9 == f // 9]
        chains = self.chains(cells, player)
        return any(all(any(map(side, chain)) for side in sides) for chain in chains)


class Havannah(Stones):
    rows = " ".join(
        "".join("." if abs(x - y) < 5 else "#" for x in range(9)) for y in reversed(range(9))
    )

    def __init__(self):
        super().__init__()
        self.corners = {self.name(name) for name in ("a1", "e1", "i5", "i9", "e9", "a5")}
        border = [f for f in self.fields() if len(self.near(f, HEXAGONAL)) < 6]
        rest = set(border) - self.corners
        self.edges = []
        while rest:
            edge = group(rest.pop(), lambda f: [t for t in self.near(f, HEXAGONAL) if t in rest])
            self.edges.append(edge)
            rest -= edge
        assert len(self.edges) == 6
        self.border = set(border)

    def over(self, cells, player):
        mine = "XO"[player]
        for chain in self.chains(cells, player):
            if len(chain & self.corners) > 1 or sum(bool(chain & edge) for edge in self.edges) > 2:
                return True
            # A ring: what is not of this chain does not all touch the border ...
            others = set(self.fields()) - chain
            while others:
                region = group(others.pop(), lambda f: [t for t in self.near(f, HEXAGONAL) if t not in chain])
                others -= region
                if not region & self.border:
                    return True
            # ... or a field of it has six neighbors of it.
            for field in chain:
                near = self.near(field, HEXAGONAL)
                if len(near) == 6 and all(cells[t] == mine for t in near):
                    return True
        return False


class AtariGo(Stones):
    players, ways = "bw", ORTHOGONAL
    rows = " ".join(["......."] * 7)

    def dead(self, cells, player):
        for chain in self.chains(cells, player):
            if not any(cells[t] == "." for f in chain for t in self.near(f, ORTHOGONAL)):
                return True
        return False

    def over(self, cells, player):
        return self.dead(cells, 1 - player)

    def moves(self, position):
        after = super().moves(position)
        player = position[1]
        return [it for it in after if self.dead(it[0], 1 - player) or not self.dead(it[0], player)]


class Pente(Stones):
    players = "bw"
    rows = " ".join(["." * 13] * 13)

    def start(self):
        return super().start() + (0, 0)

    def read(self, text):
        board, player, pairs = text.split()[:3]
        taken = []
        for symbol in "Pp":
            before, found, _ = pairs.partition(symbol)
            digits = "".join(c for c in before[-2:] if c.isdigit())
            taken.append(int(digits or 1) if found else 0)
        return super().read(text) + tuple(taken)

    def five(self, cells, mark):
        for field in self.fields():
            for direction in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                line = [self.go(field, direction, n) for n in range(5)]
                if all(t is not None and cells[t] == mark for t in line):
                    return True
        return False

    def moves(self, position):
        cells, player, *pairs = position
        mine, theirs = ("XO", "OX")[player]
        if pairs[1 - player] > 4 or self.five(cells, theirs):
            return []
        found = []
        for field in self.fields():
            if cells[field] != ".":
                continue
            changes, won = [(field, mine)], list(pairs)
            for direction in ALL:
                line = [self.go(field, direction, n) for n in (1, 2, 3)]
                if None not in line and [cells[t] for t in line] == [theirs, theirs, mine]:
                    changes += [(line[0], "."), (line[1], ".")]
                    won[player] += 1
            found.append((put(cells, *changes), 1 - player, *won))
        return found


GAMES = {
    "misere_hex": MisereHex(),
    "y": Y(),
    "havannah": Havannah(),
    "atari_go": AtariGo(),
    "pente": Pente(),
}
