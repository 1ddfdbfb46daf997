"""Endgame tables: what positions with few men are worth, and how many turns it takes.

The tables are built and read by the command `multigame`, which the wheel brings along; each call
starts it. Tables that the command has built are found here, and the other way around. Games that
were made with `bases` of their own are unknown to the command.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sysconfig
import tempfile
from dataclasses import dataclass
from typing import Sequence

from multigame._native import Game, MultigameError, Position


@dataclass(frozen=True)
class Worth:
    """What a position is worth to the player to move, or a move to the player who makes it."""

    #: "win", "draw" or "loss".
    result: str
    #: In how many turns, if somebody wins.
    turns: int | None
    #: By how many points, in games that count them.
    points: int | None = None


@dataclass(frozen=True)
class Probed:
    """What tables say of a position."""

    worth: Worth
    #: The moves with what each is worth, the best first; None where no table has the position.
    moves: dict[str, Worth | None]
    #: Whether no counter can make the game a draw before.
    in_time: bool


class Tables:
    """The tables of a game in a folder.

    >>> folder = tempfile.TemporaryDirectory()
    >>> tables = Tables(Game.load("tictactoe"), folder.name)
    >>> tables.build(all=True)
    >>> tables.probe(Game.load("tictactoe").start()).worth
    Worth(result='draw', turns=None, points=None)
    """

    def __init__(
        self, game: Game, folder: str | os.PathLike[str] = "tables", *, without: Sequence[str] = ()
    ):
        self.game = game
        self.folder = pathlib.Path(folder)
        self._without = list(without)
        same = lambda name: Game.load(name, backend="interpreter").rules == game.rules
        self._is_built_in = game.name in Game.names() and same(game.name)

    def build(self, *, men: int | None = None, classes: Sequence[str] = (), all: bool = False) -> None:
        """Builds tables and whatever they lead to: of positions with at most this many men, of
        classes such as "KRK", or of all positions from the start on."""
        arguments = ["--all"] if all else []
        arguments += ["--men", str(men)] if men is not None else []
        for it in classes:
            arguments += ["--class", it]
        self._run("build", arguments)

    def probe(self, position: Position) -> Probed:
        """What a position and its moves are worth; an error if no table has the position."""
        found = json.loads(self._run("probe", ["--json", f"--position={position}"]))
        moves = {it["move"]: _worth(it) if "result" in it else None for it in found["moves"]}
        return Probed(_worth(found), moves, found["in_time"])

    def _run(self, what: str, arguments: list[str]) -> str:
        with tempfile.TemporaryDirectory() as place:
            name = self.game.name
            if not self._is_built_in:
                plain = "".join(it if it.isalnum() else "_" for it in name)
                # A variant may be called as the game that it extends, which is not this file.
                plain = f"own_{plain}" if name in Game.names() else plain
                name = os.path.join(place, f"{plain}.mg")
                pathlib.Path(name).write_text(self.game.rules, encoding="utf-8")
            if self._without:
                arguments = [*arguments, "--without", ",".join(self._without)]
            command = [_command(), "tables", what, name, "--tables", str(self.folder), *arguments]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode != 0:
            message, _, hint = done.stderr.removeprefix("error: ").strip().partition("\n = hint: ")
            raise _error(message, hint)
        return done.stdout


def _worth(found: dict) -> Worth:
    return Worth(found["result"], found.get("turns"), found.get("points"))


def _command() -> str:
    """The command that came with the wheel, or the one on the path."""
    beside = shutil.which("multigame", path=sysconfig.get_path("scripts"))
    command = beside or shutil.which("multigame")
    if command is None:
        raise _error("the command `multigame` is not on the path", "it builds and reads tables")
    return command


def _error(message: str, hint: str) -> MultigameError:
    error = MultigameError(f"{message}\n = hint: {hint}" if hint else message)
    error.message, error.hint = message, hint
    return error
