// a1a2/c1c2 and c1c2/a1a2 lead to the same position, but if the first stone moves on, only the
// second becomes c1c2/a1a2a3: where such paths are merged too soon, the shorter name is lost.
dimensions (3,3)
pieces { stone 'O' }
start { . . . / . . . / O . O }
main = repeat 3 times [ find stone, pickup, orthogonal, step, points at empty field, putdown ].
