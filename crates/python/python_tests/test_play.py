"""Games, positions, moves, searches and proofs, as a user of the package meets them."""

import ast
import copy
import os
import pathlib
import signal
import subprocess
import sys
import threading

import pytest

import multigame
from multigame import Game, Histories, Search, Session, Tables, solve


def test_positions_are_values():
    start = Game.load("chess").start()
    after = start.play("e2e4")
    assert str(start).endswith("w KQkq - 0 1")
    assert str(after) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert len(after.moves()) == 20
    assert after == start.play(start.parse_move("e4"))
    assert len({after, start, start.play("e2e4")}) == 2
    assert start.perft(3) == 8902
    assert start.piece_at("e1").kind == "king"
    assert after.player == 1 and after.player_name == "black"
    assert after.data["remembered"]["passed"] == "e3"


def test_values_are_copied():
    position = Game.load("chess").start()
    session = Session(Game.load("phantom_tictactoe"))
    session.attempt("b2")
    again, other = copy.deepcopy([position, session])
    assert again is position and other is not session
    assert other.attempts == ["b2"]


def test_positions_are_read_and_printed():
    game = Game.load("chess")
    text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert str(game.position(text)) == text
    with pytest.raises(multigame.PlayError):
        game.position("4k3/8 w")


def test_games_end():
    position = Game.load("tictactoe").start()
    for move in ["b2", "a1", "b1", "a2", "b3"]:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome.winner == 0
    assert position.outcome_text == "white wins"
    assert position.moves() == []
    with pytest.raises(multigame.PlayError, match="white wins"):
        position.play("c3")


def test_mistakes_have_a_place_and_a_hint():
    rules = "dimensions (3,3)\npieces { man 'X' 'O' }\nmain = find own mann, win."
    with pytest.raises(multigame.RulesError) as caught:
        Game.from_text(rules, "mine")
    error = caught.value
    assert (error.file, error.line, error.column) == ("mine", 3, 17)
    assert error.hint == "did you mean `man`?"
    assert error.diagnostics[0]["code"] == "unknown-name"
    assert str(error).startswith("error[unknown-name]: no piece is called `mann`\n --> mine:3:17")
    with pytest.raises(multigame.MultigameError, match="did you mean `chess`") as caught:
        Game.load("ches")
    assert caught.value.message == "no game is called `ches`"
    with pytest.raises(multigame.MultigameError, match="from_text"):
        Game.load("/path/hop.mg")
    with pytest.raises(multigame.MultigameError, match="there is no field `z9`"):
        Game.load("chess").start().piece_at("z9")


def test_the_version_is_known():
    assert multigame.__version__.count(".") == 2


def test_moves_of_other_positions_are_refused():
    game = Game.load("tictactoe")
    move = game.start().moves()[0]
    with pytest.raises(multigame.MultigameError, match="another position"):
        game.start().play(move).play(move)


def test_games_extend_others():
    game = Game.from_text("extends mine\n", "variant", bases={"mine": Game.load("tictactoe").rules})
    assert game.start().perft(2) == 72


def test_searches_find_wins():
    game = Game.load("chess")
    search = Search(game, depth=3)
    found = search.best(game.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    assert str(found.best) == "a1a8"
    assert found.verdict == "wins in 1 turn"
    assert [str(move) for move in found.lines[0].moves] == ["a1a8"]
    # However short the time is, compiling does not take it.
    fresh = Game.load("chess")
    assert Search(fresh, seconds=0.001).best(fresh.start()).best is not None
    with pytest.raises(multigame.MultigameError, match="too long"):
        Search(game, seconds=1e300)
    with pytest.raises(multigame.MultigameError, match="no algorithm"):
        Search(game, algorithm="best")
    with pytest.raises(multigame.MultigameError, match="another game"):
        search.best(Game.load("tictactoe").start())


def test_positions_are_solved():
    solution = solve(Game.load("three_mens_morris").start())
    assert (solution.text, str(solution.moves[0])) == ("white wins", "b2")
    puzzle = Game.load("eight_puzzle").position("1 4 2/3 . 5/6 7 8")
    assert solve(puzzle).cost == 2


def test_histories_fit_what_was_perceived():
    game = Game.load("phantom_tictactoe")
    session = Session(game)
    assert session.attempt("b2")
    assert not session.attempt("b2")
    assert session.player == 1
    before = session.information(0)
    assert session.attempt("a1")
    assert session.information(0) != before
    histories = Histories(game, session.observation(0))
    assert histories.count == 8 == len(histories.list())
    assert sum(n for _, n in histories.positions()) == 8
    # Nobody learns where the other has moved.
    assert "b2" in session.seen(0)["board"] and "b2" not in session.seen(1)["board"]
    assert session.copy().information(1) == session.information(1)


@pytest.mark.parametrize("work", ["Search(game).best(game.start())", "game.start().perft(30)"])
def test_ctrl_c_ends_long_work(work):
    program = f"""
import os, signal, threading
from multigame import *
game = Game.load("chess")
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout == "interrupted\n", answer.stderr


def test_other_threads_run_meanwhile():
    game = Game.load("chess")
    done = threading.Event()
    counter = iter(range(10**9))

    def count():
        while not done.is_set():
            next(counter)

    thread = threading.Thread(target=count)
    thread.start()
    Search(game, depth=5).best(game.start())
    done.set()
    thread.join()
    assert next(counter) > 1


def test_the_command_is_there():
    command = os.path.join(os.path.dirname(sys.executable), "multigame")
    answer = subprocess.run([command, "perft", "tictactoe", "5"], capture_output=True, text=True)
    assert answer.stdout == "15120\n", answer.stderr
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_tables_know_endings(tmp_path):
    game = Game.load("chess")
    tables = Tables(game, tmp_path)
    with pytest.raises(multigame.MultigameError, match="there are no tables") as caught:
        tables.probe(game.start())
    assert "tables build chess" in caught.value.hint
    tables.build(classes=["KQK"])
    mate = game.position("7k/8/6K1/8/8/8/Q7/8 w - - 0 1")
    probed = tables.probe(mate)
    assert (probed.worth.result, probed.worth.turns, probed.in_time) == ("win", 1, True)
    assert next(iter(probed.moves)) == "a2a8"
    assert probed.moves["a2a7"].turns != 1
    with pytest.raises(multigame.MultigameError, match="no table has this position"):
        tables.probe(game.start())


def test_tables_of_own_rules(tmp_path):
    rules = Game.load("tictactoe").rules
    game = Game.from_text(rules, "mine")
    tables = Tables(game, tmp_path)
    tables.build(all=True)
    assert tables.probe(game.start()).worth.result == "draw"
    assert (tmp_path / "mine").is_dir()


def test_tables_of_a_variant_that_has_the_name_of_its_game(tmp_path):
    game = Game.load("tictactoe", without=["three_in_a_row"])
    tables = Tables(game, tmp_path)
    with pytest.raises(multigame.MultigameError, match="there are no tables"):
        tables.probe(game.start())


def test_examples_in_docstrings_are_true():
    import doctest
    import tempfile

    names = {name: getattr(multigame, name) for name in multigame.__all__}
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    for name, value in names.items():
        for test in finder.find(value, name, module=False, globs={**names, "tempfile": tempfile}):
            runner.run(test)
    assert runner.summarize().failed == 0


def test_types_are_those_of_the_package():
    stub = pathlib.Path(multigame.__file__).with_name("_native.pyi")
    classes = [it for it in ast.parse(stub.read_text()).body if isinstance(it, ast.ClassDef)]
    assert len(classes) > 10
    for told in classes:
        real = getattr(multigame._native, told.name)
        methods = [it for it in told.body if isinstance(it, ast.FunctionDef)]
        names = {it.name for it in methods} | {
            it.target.id for it in told.body if isinstance(it, ast.AnnAssign)
        }
        if not issubclass(real, Exception):
            public = {name for name in vars(real) if not name.startswith("_")}
            assert {name for name in names if not name.startswith("_")} == public, told.name
            assert ["final"] == [it.id for it in told.decorator_list], told.name
            with pytest.raises(TypeError):
                type("Other", (real,), {})
        # In a class whose method is called `list`, that name is no type any more.
        for method in methods:
            types = [it.annotation for it in method.args.args + method.args.kwonlyargs]
            used = [it for kind in [*types, method.returns] if kind for it in ast.walk(kind)]
            used = {it.id for it in used if isinstance(it, ast.Name)}
            assert not used & names, f"{told.name}.{method.name}"
