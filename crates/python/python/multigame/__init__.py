"""Board games from a page of rules: play, search, solve, referee, learn.

>>> import multigame
>>> game = multigame.Game.load("tictactoe")
>>> position = game.start().play("b2")
>>> len(position.moves())
8
"""

from multigame._native import (
    Batch,
    Env,
    Found,
    Game,
    Histories,
    Line,
    Move,
    MultigameError,
    Observation,
    Outcome,
    Piece,
    PlayError,
    Position,
    RulesError,
    Search,
    Session,
    Solution,
    Spaces,
    __version__,
    solve,
)
from multigame.tables import Probed, Tables, Worth

__all__ = [
    "Batch",
    "Env",
    "Found",
    "Game",
    "Histories",
    "Line",
    "Move",
    "MultigameError",
    "Observation",
    "Outcome",
    "Piece",
    "PlayError",
    "Position",
    "Probed",
    "RulesError",
    "Search",
    "Session",
    "Solution",
    "Spaces",
    "Tables",
    "Worth",
    "__version__",
    "solve",
]
