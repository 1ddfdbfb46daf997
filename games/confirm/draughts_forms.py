"""Forms of draughts, written directly from their rules."""

import re

from boards import DIAGONAL, ORTHOGONAL, Board, put


class Draughts(Board):
    """International draughts; what a form does differently is in its attributes."""

    size, filled, pieces, players = 8, 3, "wWbB", "wb"
    straight = False  # moves along rows and columns
    back = True  # men capture backward
    flying = True
    behind = False  # a flying king lands right behind what it captured
    longest = True
    at_once = False  # captured pieces leave at once
    crowned = "end"  # a man is crowned at the "end" of its move, "stop"s, or goes on ("go")

    def __init__(self):
        self.rows = " ".join(self.row(y) for y in reversed(range(self.size)))
        super().__init__()

    def row(self, y):
        mine, theirs = self.pieces[0], self.pieces[2]
        if y < self.filled or y >= self.size - self.filled:
            symbol = mine if y < self.filled else theirs
        else:
            symbol = "."
        return "".join(symbol if (x + y) % 2 == 0 else "." for x in range(self.size))

    def ahead(self, player):
        up = (1, -1)[player]
        return [(0, up), (1, 0), (-1, 0)] if self.straight else [(1, up), (-1, up)]

    def every(self):
        return ORTHOGONAL if self.straight else DIAGONAL

    def own(self, player):
        return self.pieces[2 * player], self.pieces[2 * player + 1]

    def last(self, field, player):
        return field // self.width == (self.size - 1 if player == 0 else 0)

    def moves(self, position):
        cells, player = position
        man, king = self.own(player)
        found = []
        for field in self.fields():
            if cells[field] in (man, king):
                lifted = put(cells, (field, "."))
                found += self.chains(lifted, field, cells[field], player, frozenset(), None)
        if found:
            most = max(len(taken) for _, _, _, taken in found)
            kept = [each for each in found if not self.longest or len(each[3]) == most]
            return list({self.after(*each, player) for each in kept})
        return self.walks(cells, player)

    def after(self, cells, at, piece, taken, player):
        cells = put(cells, *((field, ".") for field in taken))
        man, king = self.own(player)
        if piece == man and self.last(at, player):
            piece = king
        return (put(cells, (at, piece)), 1 - player)

    def chains(self, cells, at, piece, player, taken, came):
        """All ends of captures from here that cannot go on."""
        found = []
        for into, victim, direction in self.jumps(cells, at, piece, player, taken, came):
            left = put(cells, (victim, ".")) if self.at_once else cells
            kind, man = piece, self.own(player)[0]
            if kind == man and self.last(into, player) and self.crowned != "end":
                kind = self.own(player)[1]
            more = taken | {victim}
            stops = self.crowned == "stop" and kind != piece
            on = [] if stops else self.chains(left, into, kind, player, more, direction)
            found.append((victim, direction, on or [(left, into, kind, more)], bool(on)))
        ends = []
        for victim, direction, results, goes_on in found:
            rivals = any(v == victim and d == direction and on for v, d, _, on in found)
            if goes_on or not (self.must_go_on and rivals):
                ends += results
        return ends

    must_go_on = False  # a king lands where it can go on, if it can

    def jumps(self, cells, at, piece, player, taken, came):
        man, king = self.own(player)
        directions = self.every()
        if piece == man and not self.back:
            directions = self.ahead(player)
        for direction in directions:
            if self.straight and piece == king and came and direction == (-came[0], -came[1]):
                continue
            over = self.go(at, direction)
            while piece == king and self.flying and over is not None and cells[over] == ".":
                over = self.go(over, direction)
            if over is None or over in taken or cells[over] not in self.own(1 - player):
                continue
            into = self.go(over, direction)
            while into is not None and cells[into] == ".":
                yield into, over, direction
                if piece == man or not self.flying or self.behind:
                    break
                into = self.go(into, direction)

    def walks(self, cells, player):
        man, king = self.own(player)
        found = []
        for field in self.fields():
            piece = cells[field]
            if piece not in (man, king):
                continue
            for direction in self.ahead(player) if piece == man else self.every():
                into = self.go(field, direction)
                while into is not None and cells[into] == ".":
                    moved = put(cells, (field, "."))
                    found.append(self.after(moved, into, piece, (), player))
                    if piece == man or not self.flying:
                        break
                    into = self.go(into, direction)
        return found


class Canadian(Draughts):
    size, filled = 12, 5


class International(Draughts):
    size, filled = 10, 4


class Pool(Draughts):
    pieces, players, longest = "bBwW", "bw", False


class Russian(Draughts):
    longest, crowned, must_go_on = False, "go", True


class English(Draughts):
    pieces, players = "bBwW", "bw"
    back, flying, longest, at_once, crowned = False, False, False, True, "stop"


class Thai(English):
    flying, behind, filled = True, True, 2


class Turkish(Draughts):
    straight, back, at_once = True, False, True

    def row(self, y):
        return {1: "w", 2: "w", 5: "b", 6: "b"}.get(y, ".") * 8


class Weighed(Draughts):
    """Captures are compared by more than their number: `weight` of what is taken, in its order."""

    def moves(self, position):
        cells, player = position[:2]
        found = []
        for field in self.fields():
            if cells[field] in self.own(player):
                lifted = put(cells, (field, "."))
                found += self.lines(lifted, field, cells[field], player, ())
        if not found:
            return self.walks(cells, player)
        most = max(self.weight(cells, piece, taken, player) for _, piece, taken in found)
        kept = [each for each in found if self.weight(cells, each[1], each[2], player) == most]
        return list({self.done(cells, *each, player) for each in kept})

    def lines(self, cells, at, piece, player, taken):
        """All captures from here, with the fields that were left and the pieces taken one by one."""
        found = [((cells, at), piece, taken)] if taken else []
        for into, victim in self.hops(cells, at, piece, player):
            if victim not in taken:
                found += self.lines(cells, into, piece, player, taken + (victim,))
        return found

    def done(self, cells, end, piece, taken, player):
        return self.after(*end, piece, taken, player)


class Italian(Weighed):
    flying = False

    def row(self, y):
        return super().row(y)[::-1]

    def hops(self, cells, at, piece, player):
        man, king = self.own(player)
        for direction in self.ahead(player) if piece == man else DIAGONAL:
            over, into = self.go(at, direction), self.go(at, direction, 2)
            preys = self.own(1 - player) if piece == king else self.own(1 - player)[:1]
            if into is not None and cells[over] in preys and cells[into] == ".":
                yield into, over

    def weight(self, cells, piece, taken, player):
        kings = [cells[victim] == self.own(1 - player)[1] for victim in taken]
        return (len(taken), piece == self.own(player)[1], sum(kings), kings)


class Frisian(Weighed):
    """A position also holds, of each player, how often a king has roamed in a row, and where it is."""

    size, filled = 10, 4

    def start(self):
        return super().start() + ((0, 0), (None, None))

    def read(self, text):
        _, _, counts, *last = text.split()[:5]
        number = lambda mark: sum(int(n or 1) for n in re.findall(rf"(\d?){mark}", counts))
        # Where a king stands is remembered until its player has moved again.
        field = lambda name: None if name == "-" else self.name(name.split(":")[0])
        return super().read(text) + ((number("R"), number("r")), tuple(map(field, last)))

    def moves(self, position):
        self.roams, self.roamer = position[2:]
        return super().moves(position)

    def hops(self, cells, at, piece, player):
        man, king = self.own(player)
        paces = DIAGONAL + [(2 * x, 2 * y) for x, y in ORTHOGONAL]
        for pace in paces:
            over = self.go(at, pace)
            while piece == king and over is not None and cells[over] == ".":
                over = self.go(over, pace)
            if over is None or cells[over] not in self.own(1 - player):
                continue
            into = self.go(over, pace)
            while into is not None and cells[into] == ".":
                yield into, over
                into = self.go(into, pace) if piece == king else None

    def weight(self, cells, piece, taken, player):
        man, king = self.own(1 - player)
        worth = sum({man: 100, king: 199}[cells[victim]] for victim in taken)
        return (worth, piece == self.own(player)[1])

    def done(self, *capture):
        return super().done(*capture) + self.roamed(capture[-1], 0, None)

    def roamed(self, player, times, field):
        """How the memory of this player changes; the other's lasts."""
        change = lambda pair, new: tuple(new if who == player else old for who, old in enumerate(pair))
        return (change(self.roams, times), change(self.roamer, field))

    def walks(self, cells, player):
        man, king = self.own(player)
        found = []
        for field in self.fields():
            if cells[field] == man:
                lifted = put(cells, (field, "."))
                for into in self.near(field, self.ahead(player)):
                    if cells[into] == ".":
                        after = self.after(lifted, into, man, (), player)
                        found.append(after + self.roamed(player, 0, None))
            elif cells[field] == king:
                times = self.roams[player] if self.roamer[player] == field else 0
                if times == 3 and man in cells:
                    continue
                for direction in DIAGONAL:
                    into = self.go(field, direction)
                    while into is not None and cells[into] == ".":
                        board = put(cells, (field, "."), (into, king))
                        found.append((board, 1 - player) + self.roamed(player, min(3, times + 1), into))
                        into = self.go(into, direction)
        return found


GAMES = {
    "checkers": English(),
    "draughts": International(),
    "brazilian_draughts": Draughts(),
    "canadian_draughts": Canadian(),
    "antidraughts": International(),
    "pool_checkers": Pool(),
    "russian_draughts": Russian(),
    "suicide_checkers": English(),
    "thai_checkers": Thai(),
    "turkish_draughts": Turkish(),
    "italian_draughts": Italian(),
    "frisian_draughts": Frisian(),
}
