"""Counts move sequences by programs that are not ours, and compares games/*/counts.csv.

    python3 confirm.py three_check shogi     compare the counts of these games
    python3 confirm.py                       ... of all games that a program here plays
    python3 confirm.py --walk 5 tablut       play random games of ours, and compare each position
    python3 confirm.py --write tablut        write counts.csv by what these programs count

A program is a module of this folder with a table `GAMES`: for the name of each game an object
with `how` (the sentence for counts.csv), `start()`, `read(text)` for a position in our text form,
and `moves(position)`: the different positions after one turn, none where the game is over.
One whose text does not show that a game is over says `unseen = True`.
`--walk` and `--write` need the command `multigame` (`--binary PATH`).
"""

import argparse
import importlib
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
GAMES = HERE.parent


def programs():
    """The object that plays each game; modules whose library is missing are named and left out."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        if path.stem in ("confirm", "boards"):
            continue
        try:
            found.update(importlib.import_module(path.stem).GAMES)
        except ImportError as missing:
            print(f"{path.name} is left out: {missing}", file=sys.stderr)
    return found


def perft(program, position, depth):
    """How many sequences of this many turns there are."""
    if depth == 1:
        return number(program, position)
    return sum(perft(program, each, depth - 1) for each in program.moves(position))


def number(program, position):
    """How many moves there are; some programs count them faster than they make them."""
    count = getattr(program, "count", lambda position: len(program.moves(position)))
    return count(position)


def counts(name):
    """The lines of a counts file: a position and its counts from depth 1."""
    for line in (GAMES / name / "counts.csv").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            position, numbers = line.rsplit(",", 1)
            yield position, [int(number) for number in numbers.split()]


def read(program, text):
    return program.start() if text == "initial" else program.read(text)


def compare(name, program, most):
    for text, expected in counts(name):
        position = read(program, text)
        for depth, number in enumerate(expected, 1):
            if number > most and depth > 1:
                break
            counted = perft(program, position, depth)
            if counted != number:
                sys.exit(f"{name}: {text}: depth {depth}: {counted}, and counts.csv says {number}")
    print(f"{name}: confirmed")


def ours(binary, name, position):
    """What our program says of a position."""
    command = [binary, "moves", str(GAMES / name / f"{name}.mg"), "--json", "--backend", "interp"]
    if position:
        command += ["--position", position]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def walk(binary, name, program, seed, longest=60):
    """The positions of a random game, each compared at depth 1."""
    chance, text, positions = random.Random(f"{name}{seed}"), None, []
    for turn in range(longest):
        found = ours(binary, name, text)
        text = found["position"]
        expected = len(found["moves"])
        counted = number(program, program.read(text))
        if counted != expected:
            sys.exit(f"{name}: {text}: ours has {expected} moves, {program.how} {counted}")
        positions.append(text)
        if not found["moves"]:
            break
        chosen = chance.choice(found["moves"])
        text = chosen["position"]
        if chosen["outcome"]:
            if getattr(program, "unseen", False):
                break
            counted = number(program, program.read(text))
            if counted:
                sys.exit(f"{name}: {text}: ours is over, {program.how} has {counted} moves")
            break
    return positions


def write(binary, name, program, most):
    """Counts of the start and of positions in the middle and near the end of random games."""
    played = [walk(binary, name, program, seed) for seed in (1, 2)]
    chosen = ["initial", played[0][len(played[0]) // 2], played[1][len(played[1]) * 4 // 5]]
    chosen = list(dict.fromkeys(chosen))
    lines = [f"# {program.how}.", "# The positions after the first are from random games."]
    for text in chosen:
        position, numbers = read(program, text), []
        deepest = 4 if text == "initial" else 2
        while len(numbers) < deepest and (not numbers or numbers[-1] * max(numbers[0], 3) < most):
            numbers.append(perft(program, position, len(numbers) + 1))
            if numbers[-1] == 0:
                break
        if numbers[0]:
            lines.append(f"{text},{' '.join(map(str, numbers))}")
    (GAMES / name / "counts.csv").write_text("\n".join(lines) + "\n")
    print(f"{name}: written:", *lines[2:], sep="\n  ")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("games", nargs="*")
    arguments.add_argument("--walk", type=int, default=0, metavar="GAMES")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--binary", default="multigame")
    arguments.add_argument("--most", type=int, default=12_000, help="leaves of the largest count")
    asked = arguments.parse_args()
    known = programs()
    for name in asked.games or sorted(known):
        if name not in known:
            sys.exit(f"no program here plays `{name}`")
        program = known[name]
        for seed in range(asked.walk):
            walk(asked.binary, name, program, seed)
        if asked.walk:
            print(f"{name}: {asked.walk} random games agree", flush=True)
        if asked.write:
            write(asked.binary, name, program, asked.most)
        elif not asked.walk:
            compare(name, program, asked.most)


if __name__ == "__main__":
    main()
