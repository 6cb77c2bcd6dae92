def group(board, d): return ""
def question(board): return "?"
def decision(board, d): return str(d)
def move(board, m): return str(m)
def changes(board, d, o): return ""
def score(board, s): return ""
