"""How often the tests repeat themselves: briefly in the suite, at length in ``make test-long``."""

import os

IS_LONG = bool(os.environ.get("RIVERTABLE_LONG_TESTS"))


def repeated(briefly: int, at_length: int) -> int:
    """Return how often to repeat something: ``briefly`` in the suite, ``at_length`` in the long form."""
    return at_length if IS_LONG else briefly
