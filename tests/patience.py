"""How long tests wait for what must come, on a machine that may be slow and busy: only what never comes takes so long.

The first test may have to wait until the rules are compiled.
"""

PATIENCE_SECONDS = 400.0
