// A page with one mistake, for the clients that try the language server.
dimensions (3,3)
pieces { mark 'X' 'O' }
main = try move else draw.
move = find empty field, replace by own marc.
