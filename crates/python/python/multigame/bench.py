"""How fast games are stepped: `python -m multigame.bench [GAMES]`.

Prints steps a second of processor time on one thread: of single games, and of batches of 1,024. In
every step a legal move is drawn, made, and the mask and the planes of the next position are written.
OpenSpiel's own games run beside ours where its package is installed.
"""

from __future__ import annotations

import argparse
import time

from multigame._native import Batch, Env, Game, Spaces

THEIRS = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "othello": "othello", "chess": "chess"}


def rate(step, steps_at_once: int, seconds: float) -> float:
    """Steps a second of processor time."""
    for _ in range(64):
        step()
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        for _ in range(64):
            step()
        done += 64 * steps_at_once
    return done / (time.process_time() - began)


def single(spaces: Spaces, seconds: float) -> float:
    env = Env(spaces)
    env.reset()
    draw, step = env.draw, env.step
    return rate(lambda: step(draw()), 1, seconds)


def batches(spaces: Spaces, size: int, seconds: float) -> float:
    batch = Batch(spaces, size)
    batch.reset()
    return rate(lambda: batch.step(batch.draw()), size, seconds)


def open_spiel(name: str, seconds: float) -> float | None:
    try:
        import random

        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    state = [game.new_initial_state()]

    def step():
        it = state[0]
        it.apply_action(random.choice(it.legal_actions()))
        if it.is_terminal():
            state[0] = game.new_initial_state()

    return rate(step, 1, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m multigame.bench", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(THEIRS), help="built-in games")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement takes")
    parser.add_argument("--size", type=int, default=1024, help="games in a batch")
    args = parser.parse_args()
    print(f"{'steps a second':16}{'single':>12}{'batch':>12}{'open_spiel':>12}{'actions':>10}")
    for name in args.games:
        spaces = Spaces(Game.load(name))
        ours = [single(spaces, args.seconds), batches(spaces, args.size, args.seconds)]
        theirs = open_spiel(THEIRS[name], args.seconds) if name in THEIRS else None
        shown = [f"{it:12,.0f}" for it in ours] + [f"{theirs:12,.0f}" if theirs else " " * 12]
        print(f"{name:16}{''.join(shown)}{spaces.n_actions:10}")


if __name__ == "__main__":
    main()
