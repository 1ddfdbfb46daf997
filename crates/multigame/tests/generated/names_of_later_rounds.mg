// Three rounds make xa2xa4xb2, two make xa2xb2xa4: the second ends with a direction, the first
// with none. Where nobody asks for the direction any more, both are one from the second round on.
dimensions (3,5)
pieces { skittle 'i' }
start { . . . / i . . / . . . / i i i / . . . }
main = repeat 0 .. infinity times bowl.
bowl = find skittle, remove, repeat 0 .. 1 times [ east, step, remove ].
