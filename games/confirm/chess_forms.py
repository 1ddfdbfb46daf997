"""Chess on its own board, on a cylinder and with a referee, written directly from the rules."""

from boards import ALL, DIAGONAL, KNIGHT, ORTHOGONAL, Board, put

RIDERS = {"r": ORTHOGONAL, "b": DIAGONAL, "q": ALL}
LEAPERS = {"n": KNIGHT, "k": ALL}
# Where the king of each castling stands, where it goes, and the rook: rows are counted below.
CASTLINGS = {"K": (4, 6, 7, 5), "Q": (4, 2, 0, 3), "k": (60, 62, 63, 61), "q": (60, 58, 56, 59)}


class Chess(Board):
    """A position is the cells, the player to move, the castlings that are left, and the field that
    a pawn has passed."""

    rows = "rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR"
    cyclic, castles, en_passant, promoted, check = False, True, True, "qrbn", True

    def start(self):
        return super().start() + ("KQkq" if self.castles else "", None)

    def read(self, text):
        rights, passed = (text.split() + ["-", "-"])[2:4]
        if not self.castles:  # the column is not written, or always shows `-`
            rights = ""
        passed = self.name(passed[:2]) if self.en_passant and passed[0] in "abcdefgh" else None
        return super().read(text) + (rights.replace("-", ""), passed)

    def go(self, field, direction, times=1):
        y = field // 8 + times * direction[1]
        x = field % 8 + times * direction[0]
        if self.cyclic:
            x %= 8
        return y * 8 + x if 0 <= x < 8 and 0 <= y < 8 else None

    def own(self, piece, player):
        return piece != "." and piece.isupper() == (player == 0)

    def reaches(self, cells, field):
        """The fields to which what is here can go or where it attacks; pawns attack only."""
        piece = cells[field].lower()
        if piece == "p":
            up = 1 if cells[field] == "P" else -1
            yield from self.near(field, [(-1, up), (1, up)])
        for direction in LEAPERS.get(piece, []):
            there = self.go(field, direction)
            if there is not None:
                yield there
        for direction in RIDERS.get(piece, []):
            times = 1
            while (there := self.go(field, direction, times)) is not None and there != field:
                yield there
                if cells[there] != ".":
                    break
                times += 1

    def attacked(self, cells, target, by):
        return any(
            self.own(cells[field], by)
            and self.may_lift(cells, field)
            and target in self.reaches(cells, field)
            for field in range(64)
        )

    def is_lost(self, cells, player):
        """Whether a move would leave the king of this player where it can be taken."""
        return self.check and self.attacked(cells, cells.index("Kk"[player]), 1 - player)

    def may_lift(self, cells, field):
        return True

    def moves(self, position):
        cells, player, rights, passed = position
        if "K" not in cells or "k" not in cells:
            return []
        found = set()
        for field in range(64):
            if self.own(cells[field], player) and self.may_lift(cells, field):
                for after, jumped in self.steps(cells, field, player, passed):
                    left = "".join(it for it in rights if self.keeps(it, cells, after))
                    found.add((after, 1 - player, left, jumped))
        for which in rights:
            if which.isupper() == (player == 0):
                found |= self.castled(cells, player, rights, which)
        return [it for it in found if not self.is_lost(it[0], player)]

    def keeps(self, which, cells, after):
        king, _, rook, _ = CASTLINGS[which]
        return cells[king] == after[king] and cells[rook] == after[rook]

    def castled(self, cells, player, rights, which):
        king, to, rook, beside = CASTLINGS[which]
        between = range(min(king, rook) + 1, max(king, rook))
        if any(cells[field] != "." for field in between):
            return set()
        if self.check and any(self.attacked(cells, it, 1 - player) for it in (king, beside)):
            return set()
        moved = [(king, "."), (rook, "."), (to, cells[king]), (beside, cells[rook])]
        left = "".join(it for it in rights if it.isupper() != (player == 0))
        return {(put(cells, *moved), 1 - player, left, None)}

    def steps(self, cells, field, player, passed):
        """The board after each move of a piece, and the field that a pawn passed."""
        piece = cells[field]
        if piece not in "Pp":
            for there in self.reaches(cells, field):
                if not self.own(cells[there], player):
                    yield put(cells, (field, "."), (there, piece)), None
            return
        up = (1, -1)[player]
        ahead = self.go(field, (0, up))
        if cells[ahead] == ".":
            yield from self.advanced(cells, field, ahead, player)
            twice = self.go(field, (0, up), 2)
            if field // 8 == (1, 6)[player] and cells[twice] == ".":
                yield put(cells, (field, "."), (twice, piece)), ahead if self.en_passant else None
        for there in self.reaches(cells, field):
            if self.own(cells[there], 1 - player):
                yield from self.advanced(cells, field, there, player)
            elif there == passed:
                yield put(cells, (field, "."), (there, piece), (there - 8 * up, ".")), None

    def advanced(self, cells, field, there, player):
        pieces = self.promoted if there // 8 in (0, 7) else "p"
        for piece in pieces:
            piece = piece.upper() if player == 0 else piece
            yield put(cells, (field, "."), (there, piece)), None


class Cylindrical(Chess):
    cyclic, castles = True, False

    def read(self, text):
        board, player, _, passed = text.split()[:4]
        return super().read(f"{board} {player} - {passed}")


class Kriegspiel(Chess):
    castles, en_passant, promoted = False, False, "q"


class Table1(Kriegspiel):
    """A pawn with an enemy piece right ahead can do nothing, not even give check."""

    def may_lift(self, cells, field):
        if cells[field] not in "Pp":
            return True
        player = 0 if cells[field] == "P" else 1
        ahead = self.go(field, (0, (1, -1)[player]))
        return not self.own(cells[ahead], 1 - player)


class Dark(Chess):
    """There is no check; whoever takes the king has won."""

    check = False


GAMES = {
    "kriegspiel_berkeley": Chess(),
    "kriegspiel_cincinnati": Chess(),
    "kriegspiel_icc": Chess(),
    "kriegspiel": Kriegspiel(),
    "kriegspiel_table1": Table1(),
    "dark_chess": Dark(),
    "cylindrical_chess": Cylindrical(),
}
