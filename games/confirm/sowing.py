"""Awari and oware, written directly from their rules: houses as a ring of twelve numbers."""

import re


class Awari:
    """A position is the houses in the order in which they are sown, the player to move, and what
    each player has taken."""

    how = "Counted by games/confirm/sowing.py, a program apart from the rules"
    # The score of what a third occurrence ends is not in the text.
    unseen = True

    def start(self):
        return ((4,) * 12, 0, (0, 0))

    def read(self, text):
        drawn, player, taken = re.match(r"(.*) ([lu]) (\S+) \d+$", text).groups()
        upper, lower = (
            [0 if it == "." else int(it[:-1] or 1) for it in row.split()] for row in drawn.split("/")
        )
        numbers = {whose: int(number) for number, whose in re.findall(r"(\d+)([LU])", taken)}
        return (tuple(lower + upper[::-1]), "lu".index(player), (numbers.get("L", 0), numbers.get("U", 0)))

    def sown(self, houses, house):
        """The houses after sowing from one, and where the last seed is."""
        houses, seeds, at = list(houses), houses[house], house
        houses[house] = 0
        while seeds:
            at = (at + 1) % 12
            if at != house:
                houses[at] += 1
                seeds -= 1
        return houses, at

    def seized(self, houses, at, player):
        """What is taken from the houses of the opponent, backward from the last seed."""
        theirs, houses, number = range(6 * (1 - player), 6 * (1 - player) + 6), list(houses), 0
        while at in theirs and houses[at] in (2, 3):
            number, houses[at] = number + houses[at], 0
            at -= 1
        return houses, number

    def after(self, position, house):
        houses, player, taken = position
        houses, number = self.seized(*self.sown(houses, house), player)
        taken = list(taken)
        taken[player] += number
        return (tuple(houses), 1 - player, tuple(taken))

    def moves(self, position):
        houses, player, _ = position
        own = [house for house in range(6 * player, 6 * player + 6) if houses[house]]
        all_moves = [self.after(position, house) for house in own]
        leaving = [it for it in all_moves if self.feeds(it)]
        return self.allowed(leaving, all_moves)

    def feeds(self, position):
        """Whether the player to move has a seed."""
        houses, player, _ = position
        return any(houses[6 * player : 6 * player + 6])

    def allowed(self, leaving, all_moves):
        return leaving or all_moves


class Oware(Awari):
    """Whoever would take all takes nothing, and must feed the opponent."""

    def after(self, position, house):
        taking = super().after(position, house)
        if self.feeds(taking):
            return taking
        houses, player, taken = position
        return (tuple(self.sown(houses, house)[0]), 1 - player, taken)

    def allowed(self, leaving, all_moves):
        return leaving


GAMES = {"awari": Awari(), "oware": Oware()}
