"""An open table, engine and laboratory for board games by a river.

Attributes:
    __version__: The version of this package, as in the changelog.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
