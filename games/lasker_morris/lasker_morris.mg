// Lasker morris: men may be moved before all of them are placed.
//
// Rules: Emanuel Lasker, Brettspiele der Völker (1931). Ten men each; a turn
// places a man or moves one. Otherwise nine men's morris.

extends nine_mens_morris
reserve { man 10 }

main = try [ occurred 3 times, draw ]
    else try [ men < 3, lose ]
    else try [ either place or try fly else slide, try [ test mill, take ] ]
    else lose.
