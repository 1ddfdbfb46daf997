// What is left of the captures, which nothing calls, would call itself without end.
extends checkers
jump = worth = count king.
main = try [ walk, quiet < 9 ] else draw.
