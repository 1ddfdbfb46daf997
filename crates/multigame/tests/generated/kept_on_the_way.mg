// A turn of six moves for which native code gave up: nobody looks at a direction that is rotated, but without one the path ends.
dimensions (5,3) hexagonal
pieces { lion 'e'  chick 'C' 'h' }
reserve { chick }
main = find piece, reach, take, putdown.
take = try [ points at lion ] else [ rotate 60, try keep ].
reach = either [ pickup, forward ] or [ pickup, either orthogonal or ahead, step ].
ahead = forward.
