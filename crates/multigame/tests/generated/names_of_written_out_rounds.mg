// The second round of `twice` comes back to the position of the first, and the only round of
// `once` to the one before it. It has the words of the first path: $@b2/S@c2, not
// $@b2/$@b2/S@c2. Rounds that are written out one by one must not keep words of their own.
dimensions (3,3)
pieces { box '$' keeper 'S' }
main = find empty field, either twice or once, step, replace by keeper.
twice = east, repeat 0 .. 2 times [ replace by box, rotate 180 ].
once = north, replace by box, repeat 0 .. 1 times [ replace by box, rotate 180 ].
