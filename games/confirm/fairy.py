"""Games of the chess family, played by Fairy-Stockfish (`pip install pyffish`)."""

import re

import pyffish


class Fairy:
    def __init__(self, variant, fen=lambda text: text, ends=False, unseen=False):
        """`ends`: the game can be over while there are moves; `unseen`: the text does not show it."""
        self.variant, self.fen, self.ends, self.unseen = variant, fen, ends, unseen
        self.how = f"Counted by Fairy-Stockfish through pyffish 0.0.90, variant `{variant}`"

    def start(self):
        return pyffish.start_fen(self.variant)

    def read(self, text):
        return self.fen(text)

    def legal(self, fen):
        over = self.ends and pyffish.is_immediate_game_end(self.variant, fen, [])[0]
        return [] if over else pyffish.legal_moves(self.variant, fen, [])

    def moves(self, fen):
        return [pyffish.get_fen(self.variant, fen, [move]) for move in self.legal(fen)]

    def count(self, fen):
        return len(self.legal(fen))


def checks(most):
    """Our symbols `2C` and `c` among the castling rights: checks that were given."""

    def fen(text):
        board, player, rights, passed, quiet, turn = text.split()
        left = []
        for symbol in "Cc":
            given = re.search(rf"(\d?){symbol}", rights)
            left.append(most - (int(given[1] or 1) if given else 0))
        rights = re.sub(r"\d?[Cc]", "", rights) or "-"
        return f"{board} {player} {rights} {passed} {left[0]}+{left[1]} {quiet} {turn}"

    return fen


def pockets(text):
    """Our column of reserves becomes the brackets that follow the board."""
    board, player, rights, hands, passed, _, turn = text.split()
    hands = "".join(int(n or 1) * piece for n, piece in re.findall(r"(\d*)(\w)", hands))
    return f"{board}[{hands}] {player} {rights} {passed} 0 {turn}"


def reserves(text):
    """The same where no castling and no passing is written, as in shogi."""
    board, player, hands, turn = text.split()
    hands = "".join(int(n or 1) * piece for n, piece in re.findall(r"(\d*)(\w)", hands))
    return f"{board}[{hands}] {other(player)} 0 {turn}"


def other(player):
    """Fairy-Stockfish calls whoever begins white."""
    return {"b": "w", "w": "b"}[player]


def red(text):
    board, player, quiet, turn = text.split()
    return f"{board} {'w' if player == 'r' else 'b'} - - {quiet} {turn}"


def cho(text):
    board, player, _, _, turn = text.split()
    return f"{board} {'w' if player == 'c' else 'b'} - - 0 {turn}"


GAMES = {
    "chess": Fairy("chess"),
    "gardner": Fairy("gardner"),
    "los_alamos": Fairy("losalamos"),
    "minishogi": Fairy("minishogi", reserves),
    "dobutsu": Fairy("dobutsu", reserves, ends=True),
    "amazons": Fairy("amazons"),
    "ataxx": Fairy("ataxx"),
    "breakthrough": Fairy("breakthrough", ends=True),
    "clobber": Fairy("clobber"),
    "king_of_the_hill": Fairy("kingofthehill", ends=True),
    "three_check": Fairy("3check", checks(3), ends=True),
    "five_check": Fairy("5check", checks(5), ends=True),
    "antichess": Fairy("antichess"),
    "losers": Fairy("losers", ends=True),
    "extinction": Fairy("extinction", ends=True),
    "kinglet": Fairy("kinglet", ends=True),
    "horde": Fairy("horde"),
    "racing_kings": Fairy("racingkings", ends=True),
    "atomic": Fairy("atomic", ends=True),
    "crazyhouse": Fairy("crazyhouse", pockets),
    "knightmate": Fairy("knightmate"),
    "berolina": Fairy("berolina"),
    "torpedo": Fairy("torpedo"),
    "hoppel_poppel": Fairy("hoppelpoppel"),
    "new_zealand": Fairy("newzealand"),
    "amazon_chess": Fairy("amazon"),
    "almost_chess": Fairy("almost"),
    "chigorin": Fairy("chigorin"),
    "nightrider_chess": Fairy("nightrider"),
    "grasshopper_chess": Fairy("grasshopper"),
    "makruk": Fairy("makruk"),
    "shatranj": Fairy("shatranj", ends=True),
    "capablanca": Fairy("capablanca"),
    "gothic": Fairy("gothic"),
    "grand_chess": Fairy("grand"),
    "courier": Fairy("courier"),
    "duck_chess": Fairy("duck", ends=True),
    "xiangqi": Fairy("xiangqi", red),
    "janggi": Fairy("janggitraditional", cho, unseen=True),
    "sittuyin": Fairy("sittuyin", pockets),
    "minixiangqi": Fairy("minixiangqi", red),
    "shogi": Fairy("shogi", reserves),
    "judkins_shogi": Fairy("judkins", reserves),
    "gorogoro": Fairy("gorogoro", reserves),
}
