"""Small games of placing, blocking and taking, written directly from their rules."""

from boards import ALL, KNIGHT, ORTHOGONAL, Board, put


class Placing(Board):
    """A stone on an empty field; `over` says whether the last player's stones ended the game."""

    stones = "XO"

    def marks(self, player):
        return self.stones[player]

    def over(self, cells, player):
        return False

    def allowed(self, cells, field, player):
        return True

    def moves(self, position):
        cells, player = position
        if self.over(cells, 1 - player):
            return []
        return [
            (put(cells, (field, mark)), 1 - player)
            for field in self.fields()
            if cells[field] == "." and self.allowed(cells, field, player)
            for mark in self.marks(player)
        ]

    def row(self, cells, mark, length):
        for field in self.fields():
            for direction in ALL[:2] + [(1, 1), (1, -1)]:
                line = [self.go(field, direction, n) for n in range(length)]
                if all(there is not None and cells[there] == mark for there in line):
                    return True
        return False


class Misere(Placing):
    rows = "... ... ..."

    def over(self, cells, player):
        return self.row(cells, self.stones[player], 3)


class Notakto(Misere):
    stones = "XX"


class OrderAndChaos(Placing):
    rows = " ".join(["......"] * 6)
    players = "oc"

    def marks(self, player):
        return "XO"

    def over(self, cells, player):
        return self.row(cells, "X", 5) or self.row(cells, "O", 5)


class Snort(Placing):
    rows = " ".join(["......"] * 6)
    forbidden = {0: "O", 1: "X"}

    def allowed(self, cells, field, player):
        return all(cells[there] != self.forbidden[player] for there in self.near(field, ORTHOGONAL))


class Col(Snort):
    forbidden = {0: "X", 1: "O"}


class Cram(Board):
    rows = " ".join(["....."] * 5)

    def moves(self, position):
        cells, player = position
        mark = "XO"[player]
        return [
            (put(cells, (field, mark), (there, mark)), 1 - player)
            for field in self.fields()
            for there in self.near(field, [(0, 1), (1, 0)])
            if cells[field] == cells[there] == "."
        ]


class Nim:
    how = "Counted by games/confirm/small.py, a program apart from the rules"

    def start(self):
        return ((1, 3, 5, 7), 0)

    def read(self, text):
        *heaps, player, _ = text.split()
        sizes = [0 if heap == "." else int(heap[:-1] or 1) for heap in heaps]
        return (tuple(sizes), "wb".index(player))

    def moves(self, position):
        heaps, player = position
        return [
            (heaps[:n] + (left,) + heaps[n + 1 :], 1 - player)
            for n, size in enumerate(heaps)
            for left in range(size)
        ]


class Wythoff(Board):
    rows = "........ ........ .......Q ........ ........ ........ ........ ........"

    def moves(self, position):
        cells, player = position
        at, found = cells.index("Q"), []
        for direction in [(-1, 0), (0, -1), (-1, -1)]:
            times = 1
            while (there := self.go(at, direction, times)) is not None:
                found.append((put(cells, (at, "."), (there, "Q")), 1 - player))
                times += 1
        return found


class Chomp(Board):
    rows = " ".join(["ooooooo"] * 4)

    def moves(self, position):
        cells, player = position
        found = []
        for field in range(1, len(cells)):
            if cells[field] == "o":
                column, row = field % 7, field // 7
                eaten = [f for f in range(len(cells)) if f % 7 >= column and f // 7 >= row]
                found.append((put(cells, *((f, ".") for f in eaten)), 1 - player))
        return found


class Kayles(Board):
    rows = "i.iiiiiiiiiii"

    def moves(self, position):
        cells, player = position
        found = []
        for pin in range(13):
            for last in (pin, pin + 1):
                if last < 13 and cells[pin] == cells[last] == "i":
                    found.append((put(cells, (pin, "."), (last, ".")), 1 - player))
        return found


class Konane(Board):
    rows = " ".join(["OXOXOXOX", "XOXOXOXO"] * 4)

    def moves(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        gaps = cells.count(".")
        if gaps == 0:
            removed = [self.name(name) for name in ("a1", "h8", "d4", "e5")]
            return [(put(cells, (field, ".")), 1) for field in removed]
        if gaps == 1:
            beside = self.near(cells.index("."), ORTHOGONAL)
            return [(put(cells, (field, ".")), 0) for field in beside]
        found = []
        for field in self.fields():
            for direction in ORTHOGONAL if cells[field] == mine else []:
                changes, at = [(field, ".")], field
                while True:
                    over, to = self.go(at, direction), self.go(at, direction, 2)
                    if to is None or cells[over] != theirs or cells[to] != ".":
                        break
                    changes, at = changes + [(over, ".")], to
                    found.append((put(cells, *changes, (to, mine)), 1 - player))
        return found

    players = "bw"


class Isolation(Board):
    rows = "...p.. ...... ...... ...... ...... ...... ...... ..P..."

    def moves(self, position):
        cells, player = position
        mine = "Pp"[player]
        at, found = cells.index(mine), []
        for there in self.near(at, ALL):
            if cells[there] == ".":
                moved = put(cells, (at, "."), (there, mine))
                closed = [field for field in self.fields() if moved[field] == "."]
                found += [(put(moved, (field, "*")), 1 - player) for field in closed]
        return found


class Joust(Board):
    rows = "........ ........ ........ ....n... ...N.... ........ ........ ........"

    def moves(self, position):
        cells, player = position
        mine = "Nn"[player]
        at = cells.index(mine)
        to = [there for there in self.near(at, KNIGHT) if cells[there] == "."]
        return [(put(cells, (at, "*"), (there, mine)), 1 - player) for there in to]


class Teeko(Placing):
    rows = " ".join(["....."] * 5)
    players = "br"

    def over(self, cells, player):
        mark = self.stones[player]
        squares = [
            all(cells[field + n] == mark for n in (0, 1, 5, 6))
            for field in range(19)
            if field % 5 < 4
        ]
        return any(squares) or self.row(cells, mark, 4)

    def moves(self, position):
        cells, player = position
        mine = self.stones[player]
        if cells.count(mine) < 4 or self.over(cells, 1 - player):
            return super().moves(position)
        return [
            (put(cells, (field, "."), (there, mine)), 1 - player)
            for field in self.fields()
            if cells[field] == mine
            for there in self.near(field, ALL)
            if cells[there] == "."
        ]


class Othello(Board):
    players = "bw"
    rows = "...... ...... ..XO.. ..OX.. ...... ......"

    def placed(self, position):
        cells, player = position
        mine, theirs = ("XO", "OX")[player]
        found = []
        for field in self.fields():
            turned = []
            for direction in ALL if cells[field] == "." else []:
                line, times = [], 1
                while (there := self.go(field, direction, times)) is not None:
                    if cells[there] != theirs:
                        break
                    line, times = line + [there], times + 1
                if there is not None and cells[there] == mine:
                    turned += line
            if turned:
                changes = [(there, mine) for there in turned + [field]]
                found.append((put(cells, *changes), 1 - player))
        return found

    def moves(self, position):
        cells, player = position
        passed = [(cells, 1 - player)]
        return self.placed(position) or (passed if self.placed(passed[0]) else [])


class Othello8(Othello):
    rows = "........ ........ ........ ...XO... ...OX... ........ ........ ........"


class DotsAndBoxes(Board):
    rows = " ".join(["#.#.#.#", "......."] * 3 + ["#.#.#.#"])

    def moves(self, position):
        cells, player = position
        found = []
        for field in self.fields():
            column, row = field % 7, field // 7
            if (column + row) % 2 == 0 or cells[field] != ".":
                continue
            drawn = put(cells, (field, "+"))
            boxes = [
                there
                for there in self.near(field, ORTHOGONAL)
                if there % 7 % 2 and there // 7 % 2
                and all(drawn[side] == "+" for side in self.near(there, ORTHOGONAL))
            ]
            after = put(drawn, *((box, "XO"[player]) for box in boxes))
            found.append((after, player if boxes else 1 - player))
        return found


class JesonMor(Board):
    unseen = True  # the text does not say that the middle was left
    rows = " ".join(["n" * 9] + ["." * 9] * 7 + ["N" * 9])

    def moves(self, position):
        cells, player, *left = position
        if left:  # the middle was left: the game is over
            return []
        mine, found = "Nn"[player], []
        for field in self.fields():
            for there in self.near(field, KNIGHT) if cells[field] == mine else []:
                if cells[there] != mine:
                    after = put(cells, (field, "."), (there, mine))
                    found.append((after, 1 - player) + (("left",) if field == 40 else ()))
        return found


class Breakthrough(Board):
    rows = "pppppp pppppp ...... ...... PPPPPP PPPPPP"

    def moves(self, position):
        cells, player = position
        mine, up = "Pp"[player], (1, -1)[player]
        if "p" in cells[:6] or "P" in cells[30:]:
            return []
        found = []
        for field in self.fields():
            for side in (-1, 0, 1) if cells[field] == mine else []:
                there = self.go(field, (side, up))
                if there is not None and cells[there] != mine and (side or cells[there] == "."):
                    found.append((put(cells, (field, "."), (there, mine)), 1 - player))
        return found


GAMES = {
    "tictactoe": Misere(),
    "phantom_tictactoe": Misere(),
    "othello": Othello8(),
    "misere_tictactoe": Misere(),
    "notakto": Notakto(),
    "order_and_chaos": OrderAndChaos(),
    "snort": Snort(),
    "col": Col(),
    "cram": Cram(),
    "nim": Nim(),
    "misere_nim": Nim(),
    "wythoff": Wythoff(),
    "chomp": Chomp(),
    "kayles": Kayles(),
    "konane": Konane(),
    "isolation": Isolation(),
    "joust": Joust(),
    "jeson_mor": JesonMor(),
    "teeko": Teeko(),
    "othello6": Othello(),
    "anti_othello": Othello8(),
    "dots_and_boxes": DotsAndBoxes(),
    "breakthrough6": Breakthrough(),
}
