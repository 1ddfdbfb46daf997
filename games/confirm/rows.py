"""Games of rows in which a turn does more than put down a mark, written from their rules."""

from boards import Board, put

HALF = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Rows(Board):
    def lines(self, length):
        for field in self.fields():
            for direction in HALF:
                line = [self.go(field, direction, n) for n in range(length)]
                if None not in line:
                    yield line

    def has(self, cells, mark, length):
        return any(all(cells[f] == mark for f in line) for line in self.lines(length))


class Ultimate(Rows):
    """A position also holds the field of the last mark."""

    rows = " ".join(["." * 9] * 9)
    three = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return super().start() + (None,)

    def read(self, text):
        last = text.split()[2]
        return super().read(text) + (None if last == "-" else self.name(last),)

    def box(self, n):
        """The fields of the small board with this number."""
        x, y = n % 3 * 3, n // 3 * 3
        return [(y + f // 3) * 9 + x + f % 3 for f in range(9)]

    def winner(self, marks):
        for mark in "XO":
            if any(all(marks[f] == mark for f in line) for line in self.three):
                return mark
        return "." if "." in marks else "#"

    def moves(self, position):
        cells, player, last = position
        boards = [self.winner([cells[f] for f in self.box(n)]) for n in range(9)]
        if self.winner(boards) in "XO":
            return []
        open_boards = [n for n in range(9) if boards[n] == "."]
        if last is not None:
            sent = last // 9 % 3 * 3 + last % 9 % 3
            open_boards = [sent] if boards[sent] == "." else open_boards
        return [
            (put(cells, (f, "XO"[player])), 1 - player, f)
            for n in open_boards
            for f in self.box(n)
            if cells[f] == "."
        ]


class Quarto:
    """A piece is a number whose bits are what it is; a position is board, given piece, player."""

    how = "Counted by games/confirm/rows.py, a program apart from the rules"
    lines = [[4 * y + x for x in range(4)] for y in range(4)]
    lines += [[4 * y + x for y in range(4)] for x in range(4)]
    lines += [[0, 5, 10, 15], [3, 6, 9, 12]]

    def start(self):
        return ((None,) * 16, None, 0)

    def read(self, text):
        *drawn, player, _ = text.split()
        rows = [row.split() for row in " ".join(drawn).split("/")]
        number = lambda text: None if text == "." else int(text) - 1
        board = tuple(number(cell) for row in rows for cell in row[:4])
        return (board, number(rows[2][4]), "wb".index(player))

    def moves(self, position):
        board, given, player = position
        if self.over(board):
            return []
        left = [man for man in range(16) if man not in board and man != given]
        if given is None:
            return [(board, man, 1 - player) for man in left]
        found = []
        for field in range(16):
            if board[field] is None:
                after = board[:field] + (given,) + board[field + 1 :]
                over = self.over(after)
                found += [(after, man, 1 - player) for man in ([None] if over or not left else left)]
        return found

    def over(self, board):
        """Whether there is a row of four that have a bit in common."""
        for line in self.lines:
            men = [board[f] for f in line]
            if None not in men and any(len({man >> bit & 1 for man in men}) == 1 for bit in range(4)):
                return True
        return False


class ConnectSix(Rows):
    """Each stone is a turn; the stones on the board say whose turn it is."""

    players = "bw"
    rows = " ".join(["." * 15] * 15)

    def moves(self, position):
        cells, player = position
        if self.has(cells, "X", 6) or self.has(cells, "O", 6):
            return []
        stones = 225 - cells.count(".")
        to_move = (stones + 1) // 2 % 2
        assert player == to_move
        follows = (stones + 2) // 2 % 2
        return [(put(cells, (f, "XO"[player])), follows) for f in self.fields() if cells[f] == "."]

    def count(self, position):
        return position[0].count(".") if self.moves(position) else 0


class Renju(Rows):
    """Black's fours and threes are counted as the sets of stones that they consist of."""

    players = "bw"
    rows = " ".join(["." * 15] * 15)

    def run(self, cells, field, direction):
        """The stones in a row through this one."""
        found = [field]
        for sign in (1, -1):
            n = sign
            while (to := self.go(field, direction, n)) is not None and cells[to] == cells[field]:
                found.append(to)
                n += sign
        return frozenset(found)

    def near_empty(self, cells, field, direction):
        fields = (self.go(field, direction, n) for n in range(-4, 5))
        return [f for f in fields if f is not None and cells[f] == "."]

    def five(self, cells, field):
        return any(len(self.run(cells, field, way)) == 5 for way in HALF)

    def fours(self, cells, field, direction):
        """The stones of each four on this line, with how many fields make five of it."""
        found = {}
        for gap in self.near_empty(cells, field, direction):
            run = self.run(put(cells, (gap, "X")), gap, direction)
            if len(run) == 5 and field in run:
                four = run - {gap}
                found[four] = found.get(four, 0) + 1
        return found

    def threes(self, cells, field, direction):
        found = set()
        for to in self.near_empty(cells, field, direction):
            after = put(cells, (to, "X"))
            for four, gaps in self.fours(after, to, direction).items():
                if field in four and gaps == 2 and not self.five(after, to):
                    if not self.forbidden(after, to):
                        found.add(four - {to})
        return found

    def forbidden(self, cells, field):
        """Whether Black's stone here, which makes no five, breaks a rule."""
        if any(len(self.run(cells, field, way)) > 5 for way in HALF):
            return True
        if sum(len(self.fours(cells, field, way)) for way in HALF) > 1:
            return True
        return sum(len(self.threes(cells, field, way)) for way in HALF) > 1

    def moves(self, position):
        cells, player = position
        stones = [field for field in self.fields() if cells[field] == "OX"[player]]
        for field in stones:
            rows = [len(self.run(cells, field, way)) for way in HALF]
            if max(rows) >= 5 if player == 0 else 5 in rows:
                return []
        found = []
        for field in self.fields():
            if cells[field] == ".":
                after = put(cells, (field, "XO"[player]))
                if player == 1 or self.five(after, field) or not self.forbidden(after, field):
                    found.append((after, 1 - player))
        return found


GAMES = {
    "ultimate_tictactoe": Ultimate(),
    "quarto": Quarto(),
    "connect6": ConnectSix(),
    "renju": Renju(),
}
