extends knightthrough
dimensions (6,6)
start { nnnnnn/nnnnnn/6/6/NNNNNN/NNNNNN }
