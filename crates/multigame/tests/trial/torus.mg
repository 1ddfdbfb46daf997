extends tictactoe
dimensions (cyclic 3, cyclic 3)
