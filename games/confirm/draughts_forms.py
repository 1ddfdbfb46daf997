"""Forms of draughts, written directly from their rules."""

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


class Anti(Draughts):
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


GAMES = {
    "brazilian_draughts": Draughts(),
    "canadian_draughts": Canadian(),
    "antidraughts": Anti(),
    "pool_checkers": Pool(),
    "russian_draughts": Russian(),
    "suicide_checkers": English(),
    "thai_checkers": Thai(),
    "turkish_draughts": Turkish(),
}
