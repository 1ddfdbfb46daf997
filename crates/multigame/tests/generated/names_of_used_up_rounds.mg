// Every round moves the finger, but one that replaces a piece by the same one leaves the
// position as the round before found it, and with it the name.
dimensions (1,6)
pieces { man 'X' 'O' }
start { . / . / . / O / . / X }

main = find man, pickup, north, repeat 0 .. infinity times free,
    repeat 0 .. infinity times step, putdown.

free = step, replace by enemy man.
