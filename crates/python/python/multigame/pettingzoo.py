"""Games as environments of PettingZoo, in which agents take turns.

>>> environment = env("tictactoe")
>>> environment.reset(seed=1)
>>> environment.agent_selection
'white'
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from multigame._native import Game, Spaces
from multigame.play import Play


class MultigameAEC(AECEnv):
    """A game whose agents are called as the rules call the players.

    An observation is a dictionary with the planes ("observation") and the possible actions
    ("action_mask"). In a game that hides something each agent observes only what they see.
    """

    metadata = {"render_modes": ["ansi"], "name": "multigame_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        *,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        self.game = Game.load(game) if isinstance(game, str) else game
        self.spaces = Spaces(self.game)
        self.max_turns, self.render_mode = max_turns, render_mode
        self.possible_agents = list(self.game.players)
        n_actions = self.spaces.n_actions
        highest = np.broadcast_to(self.spaces.highest[:, None, None], self.spaces.shape)
        low = np.zeros(self.spaces.shape, np.uint8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(low, highest.copy(), dtype=np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (n_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.play, self.turns = Play(self.spaces), 0
        self.agent_selection = self.possible_agents[self.play.player]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        player = self.possible_agents.index(agent)
        mask = self.play.mask()
        if player != self.play.player:
            mask[:] = 0
        return {"observation": self.play.observe(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if int(action) not in self.play.legal:
            raise ValueError(f"{action} is no legal action of {agent}; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play.apply(int(action))
        self.turns += 1
        if self.play.outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self.play.returns))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_turns is not None and self.turns >= self.max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.play.outcome is None:
            self.agent_selection = self.possible_agents[self.play.player]
        else:
            at = self.possible_agents.index(agent)
            self.agent_selection = self.possible_agents[(at + 1) % len(self.possible_agents)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def env(game: Game | str, **options: Any) -> AECEnv:
    """A game, checked for steps in the wrong order."""
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(MultigameAEC(game, **options))
