// Nightrider chess: knights may repeat their leap in the same direction.
//
// Rules: T. R. Dawson (1925) for the piece. The fields between the leaps must
// be empty. Otherwise the rules of chess.

extends chess

leap = orthogonal, either ride_right or ride_left.
ride_right = repeat 0 .. infinity times [ right, points at empty field ], right.
ride_left = repeat 0 .. infinity times [ left, points at empty field ], left.
right = step, rotate 45, step, rotate -45.
left = step, rotate -45, step, rotate 45.

value worth = base worth + 150 * count own knight.
