// Dark hex on 3 by 3, small enough to look at everything.
//
// Rules: those of dark_hex.

extends dark_hex
dimensions (3,3) hexagonal
zones { near row 1 column a   far row 3 column c }
