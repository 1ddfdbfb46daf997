// Berolina chess: pawns move diagonally and capture straight ahead.
//
// Rules: Edmund Nebermann (1926). A pawn may go two fields in one direction
// from where it began, and can be taken in passing by a pawn that stands
// straight before the field between. Otherwise the rules of chess.

extends chess
memory { jumper for 1 turn }  // the pawn that has gone two fields

push = find own pawn, lift, ahead, step, points at empty field, putdown, crown.
double_push = find own pawn, matches start, lift, ahead, step,
    points at empty field, remember passed, step, points at empty field,
    putdown, remember jumper.
en_passant = find own pawn, lift, strike, points at passed, putdown,
    for each jumper do [ capture, remove ].

ahead = forward, either rotate 45 or rotate -45.
strike = forward, step.
