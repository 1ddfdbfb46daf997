"""Games by the interface of OpenSpiel, so that its algorithms run on them.

>>> game = MultigameSpiel("tictactoe")
>>> state = game.new_initial_state()
>>> len(state.legal_actions())
9
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from multigame._native import Game, Spaces
from multigame.play import Play

_Type = pyspiel.GameType


class MultigameSpiel(pyspiel.Game):
    """A game for two. In one that hides something actions are attempts, and a state that a player
    cannot tell from another has the same information.

    `max_turns` is what OpenSpiel is told of how long a game can be; games that take longer go on.
    """

    def __init__(self, game: Game | str = "tictactoe", max_turns: int = 1000, params: Any = None):
        self.game = Game.load(game) if isinstance(game, str) else game
        self.spaces = Spaces(self.game)
        information = _Type.Information
        kind = _Type(
            short_name=f"multigame_{self.game.name}",
            long_name=f"Multigame {self.game.name}",
            dynamics=_Type.Dynamics.SEQUENTIAL,
            chance_mode=_Type.ChanceMode.DETERMINISTIC,
            information=(
                information.IMPERFECT_INFORMATION
                if self.game.is_hidden
                else information.PERFECT_INFORMATION
            ),
            utility=_Type.Utility.ZERO_SUM if len(self.game.players) == 2 else _Type.Utility.GENERAL_SUM,
            reward_model=_Type.RewardModel.TERMINAL,
            max_num_players=len(self.game.players),
            min_num_players=len(self.game.players),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.n_actions,
            max_chance_outcomes=0,
            num_players=len(self.game.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_turns,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self, state: Any = None) -> MultigameState:
        return MultigameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.spaces)


class MultigameState(pyspiel.State):
    """A game under way."""

    def __init__(self, game: MultigameSpiel):
        super().__init__(game)
        self.play = Play(game.spaces)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.play.outcome is not None else self.play.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.text(action)

    def is_terminal(self) -> bool:
        return self.play.outcome is not None

    def returns(self) -> list[float]:
        return self.play.returns

    def information_state_string(self, player: int | None = None) -> str:
        player = self.play.player if player is None else player
        if self.play.game.is_hidden:
            return self.play.information(player)
        # Where everything is seen, what a player knows is how the game went.
        return f"{player}: {self.history_str()}"

    def observation_string(self, player: int | None = None) -> str:
        return self.play.information(self.play.player if player is None else player)

    def __str__(self) -> str:
        return str(self.play)


class Observer:
    """What OpenSpiel asks for observations."""

    def __init__(self, spaces: Spaces):
        self.tensor = np.zeros(int(np.prod(spaces.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(spaces.shape)}
        # A plane that can hold nothing but 0 has no highest number to divide by.
        self._scale = np.maximum(spaces.highest, 1)[:, None, None].astype(np.float32)

    def set_from(self, state: MultigameState, player: int) -> None:
        """Writes what a player sees, in numbers from 0 to 1."""
        self.dict["observation"][:] = state.play.observe(player) / self._scale

    def string_from(self, state: MultigameState, player: int) -> str:
        """What a player knows, as a text."""
        return state.play.information(player)
