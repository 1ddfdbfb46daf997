extends sow
dimensions (3,2)
start { 2o 2o 2o/2o 2o 2o }
counters { turns_made 0 .. 12 }
