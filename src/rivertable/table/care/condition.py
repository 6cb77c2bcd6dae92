"""How a server and its store are, each part with whether somebody has to look after it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ... import __version__
from ..store.care import condition
from ..store.care.condition import Space
from ..store.care.reports import count_open
from ..store.care.sanctions import count_appeals
from ..store.database import Database
from ..store.ledger import last_alive

BACKUP_SECONDS = 26 * 3_600.0
"""A good backup is younger: made every day, it may take its time."""
MESSAGE_SECONDS = 600.0
"""No message that is due waits longer."""
MESSAGE_TRIES = 5
"""So often sending has failed for half an hour."""
BOT_SECONDS = 120.0
"""No bot waits longer for its turn."""
ALIVE_SECONDS = 60.0
"""A server that runs says so more often."""
FREE_BYTES = 1_000_000_000
"""So much is free beside a store, and twice the store's own size: a backup and a restore take as much again."""


@dataclass(frozen=True, slots=True)
class Condition:
    """How a server and its store are: times in seconds, sizes in bytes; None where there is nothing to tell.

    Attributes:
        alive: since when no server has said that it runs.
        backup: the age of the last good backup.
        message: how long the oldest message has been due that was not sent; ``tries`` how often one has failed at most.
        bot_turn: how long the oldest turn of a bot has been due.
        space: what the store takes up, and what is free beside it.
        reports: how many wait for an operator; so many ``appeals`` wait for their answer.
        red: what somebody has to look after, by these names; ``store`` where space runs short.
    """

    version: str
    alive: float | None
    backup: float | None
    message: float | None
    tries: int
    bot_turn: float | None
    space: Space
    reports: int
    appeals: int

    @property
    def red(self) -> list[str]:
        """What somebody has to look after."""
        found = {
            "server": self.alive is None or self.alive > ALIVE_SECONDS,
            "backup": self.backup is None or self.backup >= BACKUP_SECONDS,
            "messages": (self.message or 0.0) > MESSAGE_SECONDS or self.tries >= MESSAGE_TRIES,
            "bots": (self.bot_turn or 0.0) > BOT_SECONDS,
            "store": self.space.free is not None and self.space.free < max(FREE_BYTES, 2 * self.space.size),
        }
        return [name for name, is_red in found.items() if is_red]


def condition_of(database: Database) -> Condition:
    """Return how a server and its store are.

    Raises:
        SQLAlchemyError, OSError: the store cannot be read.
    """
    now = time.time()
    with database.read() as connection:
        alive, backup = last_alive(connection), condition.last_good_backup(connection)
        message, bot_turn = condition.oldest_message(connection, now), condition.oldest_bot_turn(connection, now)
        tries = condition.most_tries(connection)
        reports, appeals = count_open(connection), count_appeals(connection)
    return Condition(
        __version__,
        None if alive is None else max(now - alive, 0.0),
        None if backup is None else max(now - backup, 0.0),
        None if message is None else now - message,
        tries,
        None if bot_turn is None else now - bot_turn,
        condition.space_of(database),
        reports,
        appeals,
    )
