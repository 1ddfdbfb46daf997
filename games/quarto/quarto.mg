// Quarto: four pieces in a row that have something in common win, but the other
// player chooses what one puts down.
//
// Rules: Blaise Müller (1991). Each piece is tall or short, light or dark,
// square or round, solid or hollow. One puts down the piece that one was given
// and hands the other player one of the rest.
// Choices: a row that is overlooked cannot be claimed later. The fields on the
// right hold the pieces that are left, column and row showing what they are;
// the field between holds the piece that was given.
// Family: rows.

dimensions (9,4)

pieces { man '1' .. '16' }

zones {
  board   columns a .. d
  given   (e2)
  rest    columns f .. i
  tall    columns f .. g
  short   columns h .. i
  light   (column f, column h)
  dark    (column g, column i)
  square  rows 3 .. 4 in rest
  round   rows 1 .. 2 in rest
  solid   (row 1, row 3) in rest
  hollow  (row 2, row 4) in rest
}

start {
   .  .  .  .  #  1  2  3  4
   .  .  .  .  #  5  6  7  8
   .  .  .  .  .  9 10 11 12
   .  .  .  .  # 13 14 15 16
}

main = try [ not find piece in given, give ]
    else try [ put, try [ test line, win ] else try give ]
    else draw.

give = find piece in rest, pickup, find given, putdown.
put = find piece in given, pickup, find empty field in board, putdown.

line = either alike(tall)
    or alike(short)
    or alike(light)
    or alike(dark)
    or alike(square)
    or alike(round)
    or alike(solid)
    or alike(hollow).
alike(what) = find piece in board, alldir, is(what),
    repeat 3 times [ step, is(what) ].

// The piece belongs to one of these places.
is(what) = test [ pickup, find what, putdown, matches start ].
