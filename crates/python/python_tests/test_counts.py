"""Every built-in game is counted by a program that is not ours or knows nothing of its rules file."""

import pathlib
import sys

import pytest

GAMES = pathlib.Path(__file__).parents[3] / "games"
sys.path.insert(0, str(GAMES / "confirm"))

import confirm  # noqa: E402

PROGRAMS = confirm.programs()


def test_every_game_has_a_program():
    assert {path.stem for path in GAMES.glob("*/*.mg")} == set(PROGRAMS)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_counts_are_confirmed(name):
    # `confirm.py` counts deeper; what is wrong shows in few turns, as a rule.
    confirm.compare(name, PROGRAMS[name], most=400)
