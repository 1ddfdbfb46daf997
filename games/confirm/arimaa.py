"""Arimaa, a step at a time, written from its rules."""

from boards import ORTHOGONAL, Board

RANKS = "rcdhme"
TRAPS = [18, 21, 42, 45]


class Arimaa(Board):
    """A position also holds what is in reserve, and the steps that the turn has had."""

    players = "gs"
    rows = " ".join(["." * 8] * 8)

    def start(self):
        reserve = {**dict.fromkeys("EeMm", 1), **dict.fromkeys("HhDdCc", 2), **dict.fromkeys("Rr", 8)}
        return super().start() + (reserve, 0)

    def read(self, text):
        reserve, number = dict.fromkeys("EeMmHhDdCcRr", 0), ""
        parts = text.split()
        for symbol in parts[2].strip("-"):
            if symbol.isdigit():
                number += symbol
            else:
                reserve[symbol], number = int(number or 1), ""
        return super().read(text) + (reserve, int(parts[3]))

    def own(self, symbol, player):
        return symbol != "." and symbol.isupper() == (player == 0)

    def beside(self, cells, field, player):
        """The fields beside with pieces of a player."""
        return [it for it in self.near(field, ORTHOGONAL) if self.own(cells[it], player)]

    def is_free(self, cells, field, player):
        rank = RANKS.index(cells[field].lower())
        enemies = self.beside(cells, field, 1 - player)
        is_weak = any(RANKS.index(cells[it].lower()) > rank for it in enemies)
        return bool(self.beside(cells, field, player)) or not is_weak

    def after(self, cells, player, *moves):
        """The board after some pieces went one after another, without those lost on traps."""
        cells = list(cells)
        for origin, target in moves:
            cells[origin], cells[target] = ".", cells[origin]
        lost = [
            trap
            for trap in TRAPS
            if cells[trap] != "." and not self.beside(cells, trap, 0 if cells[trap].isupper() else 1)
        ]
        for trap in lost:
            cells[trap] = "."
        return tuple(cells)

    def result(self, cells, player):
        """Whether the game is over at the end of a turn of a player."""
        rabbits = ["R" in cells[56:], "r" in cells[:8], "R" not in cells, "r" not in cells]
        return any(rabbits)

    def moves(self, position):
        cells, player, reserve, steps = position
        kinds = "emhdcr" if player else "EMHDCR"
        left = sum(reserve[kind] for kind in kinds)
        if left:
            home = range(48, 64) if player else range(16)
            return [
                (cells[:f] + (kind,) + cells[f + 1 :], player if left > 1 else 1 - player,
                 {**reserve, kind: reserve[kind] - 1}, 0)
                for kind in kinds if reserve[kind]
                for f in home if cells[f] == "."
            ]
        if steps == 0 and self.result(cells, 1 - player):
            return []
        found = {(cells, 1 - player, 0)} if steps else set()

        def note(board, cost):
            more = steps + cost < 4
            found.add((board, player if more else 1 - player, steps + cost if more else 0))

        for field in range(64):
            if not self.own(cells[field], player) or not self.is_free(cells, field, player):
                continue
            empty = [it for it in self.near(field, ORTHOGONAL) if cells[it] == "."]
            back = field + (8 if player else -8)
            for it in empty:
                if cells[field] not in "Rr" or it != back:
                    note(self.after(cells, player, (field, it)), 1)
            if steps == 3:
                continue
            rank = RANKS.index(cells[field].lower())
            for prey in self.beside(cells, field, 1 - player):
                if RANKS.index(cells[prey].lower()) >= rank:
                    continue
                for it in self.near(prey, ORTHOGONAL):
                    if cells[it] == ".":
                        note(self.after(cells, player, (prey, it), (field, prey)), 2)
                for it in empty:
                    note(self.after(cells, player, (field, it), (prey, field)), 2)
        return [(board, who, reserve, spent) for board, who, spent in found]


GAMES = {"arimaa": Arimaa()}
