"""How fast games are stepped: `python -m multigame.bench [GAMES]`.

Prints steps a second of processor time on one thread: of single games, and of batches. In every step
a legal move is drawn, made, and the mask and the planes of the next position are written. The same
games of OpenSpiel, PettingZoo and pgx are stepped in the same run where their packages are installed,
each as its own documents say, and `times` tells how many times as fast ours are.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable

from multigame._native import Batch, Env, Game, Spaces

GAMES = ["tictactoe", "connect4", "othello", "chess"]

# Makes a step of one game, or of all games of a batch.
Step = Callable[[], object]


def rate(step: Step, games: int, seconds: float) -> float:
    """Steps a second of processor time, of all threads together."""
    calls, done = 1, 0
    step()
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(calls):
            step()
        done += calls * games
        # Few calls at a time where a call takes long, so that the time is about kept.
        calls = min(2 * calls, 64) if time.process_time() - began < seconds / 8 else calls
    return done / (time.process_time() - began)


def single(spaces: Spaces) -> Step:
    env = Env(spaces)
    env.reset()
    draw, step = env.draw, env.step
    return lambda: step(draw())


def batches(spaces: Spaces, size: int) -> Step:
    batch = Batch(spaces, size)
    batch.reset()
    return lambda: batch.step(batch.draw())


def open_spiel(name: str) -> Step:
    import pyspiel

    names = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}
    game = pyspiel.load_game(names.get(name, name))
    state = game.new_initial_state()

    def step():
        nonlocal state
        state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()

    return step


def pettingzoo(name: str) -> Step:
    import numpy

    modules = {"tictactoe": "tictactoe_v3", "connect4": "connect_four_v3", "chess": "chess_v6"}
    env = importlib.import_module(f"pettingzoo.classic.{modules[name]}").env()
    env.reset()

    def step():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            observation = env.last()[0]
        env.step(random.choice(numpy.flatnonzero(observation["action_mask"])))

    return step


def pgx(name: str, size: int) -> Step:
    import jax
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    names = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}
    env = library.make(names.get(name, name))
    step_and_reset = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def stepped(state, key):
        key, draw, chance = jax.random.split(key, 3)
        chosen = jax.random.categorical(draw, jax.numpy.log(state.legal_action_mask), axis=-1)
        return step_and_reset(state, chosen, jax.random.split(chance, size)), key

    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))

    def step():
        nonlocal state, key
        state, key = stepped(state, key)
        jax.block_until_ready(state.observation)

    step()  # Compiles it.
    return step


def measured(make: Callable[[], Step], games: int, seconds: float) -> float | None:
    """The rate of something that others made; nothing if it is not installed or has no such game."""
    try:
        step = make()
    except (ImportError, KeyError, ValueError):
        return None
    return rate(step, games, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m multigame.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", default=GAMES, help="built-in games")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement takes")
    parser.add_argument("--size", type=int, default=1024, help="games in a batch")
    parser.add_argument("--alone", action="store_true", help="leave out the libraries of others")
    args = parser.parse_args()
    print(f"{'game':12}{'stepped':10}{'by':14}{'steps a second':>16}{'times':>9}")
    for name in args.games:
        spaces = Spaces(Game.load(name))
        kinds = [
            ("single", 1, single(spaces), {"OpenSpiel": open_spiel, "PettingZoo": pettingzoo}),
            (
                f"by {args.size}",
                args.size,
                batches(spaces, args.size),
                {"pgx": lambda name: pgx(name, args.size)},
            ),
        ]
        for kind, games, step, others in kinds:
            ours = rate(step, games, args.seconds)
            print(f"{name:12}{kind:10}{'multigame':14}{ours:16,.0f}", flush=True)
            for library, make in others.items() if not args.alone and name in GAMES else ():
                theirs = measured(lambda: make(name), games, args.seconds)
                if theirs:
                    shown = f"{theirs:16,.0f}{ours / theirs:9.1f}"
                    print(f"{name:12}{kind:10}{library:14}{shown}", flush=True)


if __name__ == "__main__":
    main()
