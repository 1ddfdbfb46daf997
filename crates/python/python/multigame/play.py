"""One game under way by numbered actions, whether it shows everything or not: what the adapters to
other libraries have in common."""

from __future__ import annotations

import numpy as np

from multigame._native import Game, Outcome, Position, Session, Spaces


class Play:
    """A game under way.

    In a game that hides something an action is an attempt: if the rules refuse it, the same player
    is to move again and knows what they tried.

    >>> play = Play(Spaces(Game.load("tictactoe")))
    >>> play.apply(4)
    >>> play.player, len(play.legal)
    (1, 8)
    """

    def __init__(self, spaces: Spaces):
        self.spaces = spaces
        self.game: Game = spaces.game
        self._at: Position | Session = (
            Session(self.game) if self.game.is_hidden else self.game.start()
        )
        self._look()

    def _look(self) -> None:
        self.outcome: Outcome | None = self._at.outcome
        self.player: int = self._at.player
        if self.outcome is not None:
            self._moves = {}
        elif isinstance(self._at, Session):
            texts = self._at.tries()
            numbers = self.spaces.numbered_texts(texts)
            self._moves = {n: text for n, text in zip(numbers, texts) if n is not None}
        else:
            self._moves = dict(self.spaces.legal(self._at))
        self.legal: list[int] = sorted(self._moves)

    def apply(self, action: int) -> None:
        """Makes a move, or attempts one."""
        move = self._moves[action]
        if isinstance(self._at, Session):
            self._at.attempt(move)
        else:
            self._at = self._at.play(move)
        self._look()

    def text(self, action: int) -> str:
        """What an action is called here."""
        move = self._moves.get(action)
        return self.spaces.action_text(action) if move is None else str(move)

    def mask(self) -> np.ndarray:
        """For each action, 1 if it is possible."""
        mask = np.zeros(self.spaces.n_actions, dtype=np.int8)
        mask[self.legal] = 1
        return mask

    def observe(self, player: int) -> np.ndarray:
        """What a player sees, as planes."""
        if isinstance(self._at, Session):
            return self.spaces.observe_session(self._at, player)
        return self.spaces.observe(self._at, player)

    def information(self, player: int) -> str:
        """All that a player knows, as a text."""
        if isinstance(self._at, Session):
            return self._at.information(player)
        return str(self._at)

    @property
    def returns(self) -> list[float]:
        """1, 0 or -1 for each player; 0 as long as the game goes on."""
        if self.outcome is None:
            return [0.0] * len(self.game.players)
        return [float(it) for it in self.outcome.returns[: len(self.game.players)]]

    def __deepcopy__(self, memo: object) -> Play:
        copy = object.__new__(Play)
        copy.__dict__.update(self.__dict__)
        # Positions do not change, and sessions do.
        if isinstance(self._at, Session):
            copy._at = self._at.copy()
        return copy

    def __str__(self) -> str:
        return " ".join(self._at.attempts) if isinstance(self._at, Session) else str(self._at)
