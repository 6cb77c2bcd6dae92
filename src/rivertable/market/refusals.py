from .searching import decisions_for
from ..core.errors import IllegalMoveError
def decisions_of(board, move):
    d = decisions_for(board, move)
    if d is None: raise IllegalMoveError(str(move))
    return d
def parse_move(board, text): raise NotImplementedError
