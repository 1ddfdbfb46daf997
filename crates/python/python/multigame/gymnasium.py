"""Games as environments of Gymnasium: one side is yours, and somebody else plays the other.

>>> env = MultigameEnv("connect4")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum())
7
"""

from __future__ import annotations

from typing import Any, Callable

import gymnasium
import numpy as np

from multigame._native import Game, Spaces
from multigame.play import Play

Opponent = Callable[[Play, np.random.Generator], int]


def random_opponent(play: Play, generator: np.random.Generator) -> int:
    """Plays any legal move."""
    return int(generator.choice(play.legal))


class MultigameEnv(gymnasium.Env):
    """A game in which you are one of the players.

    `opponent` chooses the moves of the other side; a puzzle has none. An action that is no legal
    move ends the game as a defeat, and `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        *,
        player: int = 0,
        opponent: Opponent = random_opponent,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ):
        self.game = Game.load(game) if isinstance(game, str) else game
        if player not in range(len(self.game.players)):
            raise ValueError(f"there is no player {player}")
        self.spaces = Spaces(self.game)
        self.player, self.opponent, self.max_turns = player, opponent, max_turns
        self.render_mode = render_mode
        highest = np.broadcast_to(self.spaces.highest[:, None, None], self.spaces.shape)
        self.observation_space = gymnasium.spaces.Box(
            np.zeros(self.spaces.shape, np.uint8), highest.copy(), dtype=np.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(self.spaces.n_actions)

    def _answer(self) -> None:
        while self.play.outcome is None and self.play.player != self.player:
            self.play.apply(self.opponent(self.play, self.np_random))
            self.turns += 1

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        return self.play.observe(self.player), {"action_mask": self.play.mask()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self.play, self.turns = Play(self.spaces), 0
        self._answer()
        return self._seen()

    def step(self, action: int):
        if int(action) not in self.play.legal:
            observation, info = self._seen()
            return observation, -1.0, True, False, info | {"illegal": True}
        self.play.apply(int(action))
        self.turns += 1
        self._answer()
        observation, info = self._seen()
        is_over = self.play.outcome is not None
        is_long = self.max_turns is not None and self.turns >= self.max_turns
        return observation, self.play.returns[self.player], is_over, is_long and not is_over, info

    def render(self) -> str | None:
        return str(self.play) if self.render_mode == "ansi" else None
