// Torpedo chess: a pawn may always go two fields.
//
// Rules: Tomasev, Paquet, Hassabis and Kramnik, Assessing Game Balance with
// AlphaZero (2020). A pawn that has gone two fields can be taken in passing
// anywhere. Otherwise the rules of chess.

extends chess

double_push = find own pawn, lift, forward, step, points at empty field,
    remember passed, step, points at empty field, putdown, crown.
