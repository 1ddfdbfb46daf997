extends konane
dimensions (6,6)
zones { opening (a1, f6, c3, d4) }
start { OXOXOX/XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO }
