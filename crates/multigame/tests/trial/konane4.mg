extends konane
dimensions (4,4)
zones { opening (a1, d4, b2, c3) }
start { OXOX/XOXO/OXOX/XOXO }
