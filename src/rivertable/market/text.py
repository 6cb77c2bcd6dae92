def write(b): return ""
def read(l, c): raise ValueError
