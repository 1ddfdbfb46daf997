// A text of one move is the shortest text of another. Passes that find out that the finger is
// not asked for any more merge paths, so the first path alone must name a move.
dimensions (4,4)
pieces { fox 'F' hound 'h' }
start { . . . h / . F . . / F . F . / h . . . }
main = repeat 2 times either [ find fox, pickup, diagonal, step, putdown ] or forward.
