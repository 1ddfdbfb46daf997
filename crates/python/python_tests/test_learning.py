"""Numbers of moves, planes, batches, and the adapters to other libraries."""

import os
import warnings

import numpy as np
import pytest

from multigame import Batch, Env, Game, MultigameError, Session, Spaces
from multigame.play import Play

# Hidden games are refereed, and amazons and duck chess have a million moves. Of games that extend
# others every fourth is played, unless ALL_GAMES=1.
SLOW = {"amazons", "duck_chess"}
LOADED = {name: Game.load(name, backend="interpreter") for name in Game.names()}
OPEN = [
    name
    for i, (name, game) in enumerate(LOADED.items())
    if not game.is_hidden
    and name not in SLOW
    and ("\nextends" not in game.rules or i % 4 == 0 or os.environ.get("ALL_GAMES") == "1")
]


def test_small_games_have_the_numbers_that_one_expects():
    spaces = Spaces(Game.load("tictactoe"))
    assert spaces.n_actions == 9 + 32
    assert [spaces.action_text(i) for i in (0, 8, 9)] == ["a1", "c3", "other 1"]
    assert spaces.planes == ["own mark", "enemy mark", "the second player sees this"]
    assert Spaces(Game.load("chess")).n_actions == 5 * 64 * 64 + 32
    castled = Game.load("chess").position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    spaces = Spaces(castled.game)
    for number, move in spaces.legal(castled):
        assert spaces.action_text(number) == str(move)


def test_planes_show_what_is_declared():
    game = Game.load("chess")
    spaces = Spaces(game)
    planes = dict(zip(spaces.planes, spaces.observe(game.start().play("e2e4"))))
    assert planes["own king"][0].tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert planes["enemy pawn"].sum() == 8 and planes["enemy pawn"][4, 4] == 1
    assert planes["remembered passed"][5, 4] == 1
    assert planes["own counter short"].min() == 1
    assert planes["the second player sees this"].all()
    white = dict(zip(spaces.planes, spaces.observe(game.start().play("e2e4"), 0)))
    assert white["own pawn"][4, 4] == 1 and not white["the second player sees this"].any()


@pytest.mark.parametrize("name", OPEN)
def test_batches_play_by_the_rules(name):
    spaces = Spaces(Game.load(name))
    batch = Batch(spaces, 3, seed=5, limit=30)
    batch.reset()
    for turn in range(40):
        for lane in range(0, 3, 2):
            position = batch.position(lane)
            numbers = [number for number, _ in spaces.legal(position)]
            assert len(set(numbers)) == len(numbers)
            assert set(np.flatnonzero(batch.mask[lane])) == set(numbers)
            assert (batch.observations[lane] == spaces.observe(position)).all()
            assert batch.players[lane] == position.player
        if turn % 8 == 7:
            moves = dict(spaces.legal(batch.position(0)))
            before, actions = batch.position(0), batch.draw().copy()
            batch.step(actions)
            after = before.play(moves[actions[0]])
            if batch.done[0] == 0:
                assert batch.position(0) == after
            elif batch.done[0] == 1:
                assert batch.rewards[0].tolist() == after.outcome.returns
        else:
            batch.step(batch.draw())


def test_threads_and_seeds_change_nothing_but_the_order():
    spaces = Spaces(Game.load("othello"))

    def finished(threads):
        batch = Batch(spaces, 8, threads=threads, seed=3)
        batch.reset(seed=9)
        seen = []
        for _ in range(70):
            batch.step(batch.draw())
            seen.append(batch.observations.copy())
        return np.stack(seen)

    assert (finished(1) == finished(1)).all()
    assert (finished(2) == finished(2)).all()


def test_what_makes_no_sense_is_refused():
    spaces = Spaces(Game.load("tictactoe"))
    batch = Batch(spaces, 2)
    with pytest.raises(MultigameError, match="reset"):
        batch.step(np.zeros(2, np.int64))
    for early in [batch.draw, lambda: batch.position(0), lambda: Env(spaces).draw()]:
        with pytest.raises(MultigameError, match="have not begun"):
            early()
    batch.reset()
    before = batch.observations.copy()
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[:] = 1
    with pytest.raises(MultigameError, match="40 is no legal move of game 1"):
        batch.step(np.array([0, 40]))
    with pytest.raises(MultigameError, match="-1 is no legal move of game 0"):
        batch.step(np.array([-1, 0]))
    assert (batch.observations == before).all()
    for actions in ["ab", [0.5, 1], np.zeros((2, 2), np.int64)]:
        with pytest.raises(MultigameError, match="no actions"):
            batch.step(actions)
    for actions in [[0, 1], (1, 2), np.array([2, 0], np.int32), np.array([3, 9, 3, 9])[::2]]:
        batch.step(actions)
        batch.reset()
    for size in [0, 10**12]:
        with pytest.raises(MultigameError, match="ask for 1 to 126322567 games"):
            Batch(spaces, size)


def test_arrays_are_not_copied():
    batch = Batch(Spaces(Game.load("connect4")), 16)
    batch.reset()
    mask = batch.mask
    batch.step(batch.draw())
    assert mask is batch.mask or np.shares_memory(mask, batch.mask)


def test_single_games_are_stepped():
    env = Env(Spaces(Game.load("tictactoe")))
    env.reset()
    first, seen = env.mask, env.observation
    for action in [4, 0, 3, 1]:
        assert not env.step(action)
    assert env.mask.sum() == 5 and env.observation[:2].sum() == 4
    assert env.step(5)
    assert first.sum() == 9 and seen[:2].sum() == 0
    assert env.rewards == (1.0, -1.0)
    assert env.player == 0 and env.mask.sum() == 9


def test_moves_that_change_too_much_are_numbered_by_their_texts():
    game = Game.load("pentago")
    spaces, position = Spaces(game), game.start()
    # A marble and an arrow, or a marble that wins at once; 44 fields.
    assert spaces.n_actions == 44 * 44 + 44 + 32
    for _ in range(12):
        for number, move in spaces.legal(position):
            assert spaces.action_text(number) == str(move)
        position = position.play(str(position.moves()[0]))
    arimaa = Game.load("arimaa")
    spaces = Spaces(arimaa)
    texts = {spaces.action_text(number) for number, _ in spaces.legal(arimaa.start())}
    assert "elephant@a1" in texts and "rabbit@h2" in texts


def test_a_game_with_too_many_moves_is_refused():
    # A move has three fields, of which each could be any of 169.
    rules = """
        dimensions (13,13)
        pieces { stone 'X' 'O'   wall '*' }
        start { O12 / 13 / 13 / 13 / 13 / 13 / 13 / 13 / 13 / 13 / 13 / 13 / 12X }
        main = try [ walk, block ] else lose.
        walk = find own stone, pickup, orthogonal, step, points at empty field, putdown.
        block = find empty field in (b1, c1, d1, e1), replace by wall.
    """
    with pytest.raises(MultigameError, match="numbers of moves"):
        Spaces(Game.from_text(rules, "large"))


def test_hidden_games_show_only_what_is_seen():
    spaces = Spaces(Game.load("phantom_tictactoe"))
    play = Play(spaces)
    play.apply(4)
    assert play.observe(0)[:2].sum() == 1
    assert play.observe(1)[:2].sum() == 0
    assert len(play.legal) == 9
    play.apply(4)
    assert play.player == 1 and 4 not in play.legal
    chess = Play(Spaces(Game.load("dark_chess")))
    assert chess.observe(0).shape == chess.spaces.shape


@pytest.mark.parametrize("name", ["phantom_tictactoe", "dark_hex3"])
def test_hidden_games_are_stepped_in_batches(name):
    spaces = Spaces(Game.load(name))
    batches = [Batch(spaces, 6, threads=threads, seed=4) for threads in (1, 2)]
    plays, ended = [Play(spaces) for _ in range(6)], 0
    for batch in batches:
        batch.reset()
    for _ in range(40):
        for lane, play in enumerate(plays):
            for batch in batches:
                # What a referee tells of the same game, and nothing else.
                assert np.flatnonzero(batch.mask[lane]).tolist() == play.legal
                assert (batch.observations[lane] == play.observe(play.player)).all()
                assert batch.players[lane] == play.player
        drawn = batches[0].draw().copy()
        assert (drawn == batches[1].draw()).all()
        for batch in batches:
            batch.step(drawn)
        for lane, play in enumerate(plays):
            play.apply(int(drawn[lane]))
            assert (batches[1].done[lane] == 1) == (play.outcome is not None)
            if play.outcome is not None:
                assert batches[1].rewards[lane].tolist() == play.returns
                plays[lane], ended = Play(spaces), ended + 1
    assert ended > 0
    with pytest.raises(MultigameError, match="do not see positions"):
        batches[0].position(0)
    with pytest.raises(MultigameError, match="no legal move of game 0"):
        batches[0].step([spaces.n_actions] * 6)


def test_one_hidden_game_is_stepped():
    env = Env(Spaces(Game.load("phantom_tictactoe")))
    env.reset()
    env.step(4)
    assert env.player == 1 and env.observation[:2].sum() == 0 and env.mask.sum() == 9
    env.step(4)
    assert env.player == 1 and env.mask.sum() == 8


def test_the_benchmark_runs(capsys, monkeypatch):
    from multigame import bench

    args = ["bench", "tictactoe", "--seconds", "0.01", "--size", "16", "--alone"]
    monkeypatch.setattr("sys.argv", args)
    bench.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and "tictactoe   single    multigame" in lines[1]
    assert "tictactoe   by 16     multigame" in lines[2]


def test_the_benchmark_compares():
    pytest.importorskip("pyspiel")
    from multigame import bench

    assert bench.measured(lambda: bench.open_spiel("tictactoe"), 1, 0.01) > 0


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "phantom_tictactoe", "minishogi", "kalah"])
def test_pettingzoo_is_satisfied(name):
    from pettingzoo.test import api_test, seed_test

    from multigame.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, max_turns=100), num_cycles=60)
        seed_test(lambda: env(name, max_turns=100), num_cycles=20)


@pytest.mark.parametrize("name", ["connect4", "phantom_tictactoe", "eight_puzzle"])
def test_gymnasium_is_satisfied(name):
    from gymnasium.utils.env_checker import check_env

    from multigame.gymnasium import MultigameEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(MultigameEnv(name, max_turns=100), skip_render_check=True)
    env = MultigameEnv(name, max_turns=50)
    _, info = env.reset(seed=1)
    for _ in range(50):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, reward, is_over, is_long, info = env.step(action)
        if is_over or is_long:
            break
    assert is_over or is_long
    assert reward in (-1.0, 0.0, 1.0)


def test_open_spiel_searches_our_games():
    import pyspiel
    from open_spiel.python.algorithms import mcts

    from multigame.openspiel import MultigameSpiel

    game = MultigameSpiel("tictactoe")
    generator = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    bot = mcts.MCTSBot(game, 2.0, 100, evaluator, random_state=generator)
    state = game.new_initial_state()
    for action in [4, 0, 3, 1]:
        state.apply_action(action)
    # White wins with one move, and loses with most others.
    assert bot.step(state) == 5
    copy = state.clone()
    copy.apply_action(5)
    assert copy.returns() == [1.0, -1.0] and not state.is_terminal()
    assert isinstance(game, pyspiel.Game)


# Two fields in a row win on a strip of three, and nobody sees the other's marks.
STRIP = """
dimensions (3,1)
pieces { mark 'X' 'O' }
main = try new_mark else draw.
new_mark = find empty field, replace by own mark, try [ test pair, win ].
pair = find own mark, alldir, step, points at own mark.
seen = find own mark.
tries = new_mark.
refused = tell own 'no'.
"""


def test_open_spiel_finds_equilibria_of_hidden_games():
    from open_spiel.python.algorithms import cfr, exploitability

    from multigame.openspiel import MultigameSpiel

    game = MultigameSpiel(Game.from_text(STRIP, "strip"), max_turns=6)
    solver = cfr.CFRSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    last = exploitability.nash_conv(game, solver.average_policy())
    assert 0 <= last < first / 2


def test_numbers_of_attempts_are_fixed():
    spaces = Spaces(Game.load("phantom_tictactoe"))
    session = Session(spaces.game)
    tries = session.tries()
    numbers = spaces.numbered_texts(tries)
    assert sorted(numbers) == list(range(9))
    assert [spaces.action_text(number) for number in numbers] == tries
