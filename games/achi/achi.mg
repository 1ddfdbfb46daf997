// Achi: four men each in a row of three.
//
// Rules: Ghana; Bell, Board and Table Games from Many Civilizations. Four men
// each are placed on nine points and then moved along the lines; three in a
// line win.
// Choices: a player who cannot move loses; the third occurrence of a position
// is a draw.

extends three_mens_morris
pieces { man 'X' 'O' exactly 4 }
reserve { man 4 }
