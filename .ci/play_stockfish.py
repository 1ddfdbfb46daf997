"""Plays chess over UCI against Stockfish, driven by python-chess.

    python play_stockfish.py MULTIGAME STOCKFISH [SECONDS]

Fails if a move of ours is illegal or our time runs out. Who wins does not matter.
"""

import sys
import time

import chess
import chess.engine


def play(ours, stockfish, our_color, seconds, increment):
    engines = {
        our_color: chess.engine.SimpleEngine.popen_uci([ours, "uci"]),
        not our_color: chess.engine.SimpleEngine.popen_uci(stockfish),
    }
    engines[not our_color].configure({"UCI_LimitStrength": True, "UCI_Elo": 1350})
    board = chess.Board()
    left = {chess.WHITE: seconds, chess.BLACK: seconds}
    try:
        while not board.is_game_over() and board.ply() < 400:
            player = board.turn
            limit = chess.engine.Limit(
                white_clock=left[chess.WHITE],
                black_clock=left[chess.BLACK],
                white_inc=increment,
                black_inc=increment,
            )
            began = time.monotonic()
            # python-chess refuses moves that are illegal.
            move = engines[player].play(board, limit).move
            left[player] -= time.monotonic() - began
            if left[player] < 0 and player == our_color:
                sys.exit(f"time lost in {board.fen()}")
            left[player] += increment
            board.push(move)
    finally:
        for engine in engines.values():
            engine.quit()
    side = "white" if our_color else "black"
    print(f"as {side}: {board.result()} after {board.ply()} turns, {left[our_color]:.1f} s left")


def main():
    ours, stockfish = sys.argv[1:3]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 5.0
    for our_color in (chess.WHITE, chess.BLACK):
        play(ours, stockfish, our_color, seconds, seconds / 100)


main()
