"""``python -m rivertable`` is the command ``rivertable``."""

from .cli.entry import run

if __name__ == "__main__":
    run()
