// Los Alamos chess, 6 by 6, without bishops: the first chess a computer played.
//
// Rules: Kister, Stein, Ulam, Walden and Wells, Experiments in Chess (1957);
// otherwise those of chess. No castling, no double step, no promotion to a
// bishop.

extends chess
dimensions (6,6)
start { rnqknr / pppppp / 6 / 6 / PPPPPP / RNQKNR }
without bishop, double_push, short, long
