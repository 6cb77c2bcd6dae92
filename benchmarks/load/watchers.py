"""Pages that watch while the clients play: two sockets a table, one for each seat. Says how many messages came.

With ``--sockets`` there are so many of them, however many tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from itertools import cycle, islice
from pathlib import Path

from websockets.asyncio.client import connect


class Pages:
    """All pages of one process."""

    def __init__(self) -> None:
        self.messages = 0
        self.bytes = 0
        self.open = 0

    async def watch(self, address: str, table: str, secret: str) -> None:
        """Watch a table as a seat, until the process ends."""
        async with connect(address, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "open", "table": table, "token": secret, "version": None}))
            self.open += 1
            async for message in socket:
                self.messages += 1
                self.bytes += len(message)


async def main() -> None:
    """Watch; print a line when all sockets are open, and what was heard when asked to stop."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--address", required=True)
    arguments.add_argument("--games", type=Path, required=True)
    arguments.add_argument("--sockets", type=int)
    given = arguments.parse_args()
    games = [json.loads(line) for line in given.games.read_text("utf-8").splitlines()]
    pages, stop = Pages(), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    seats = [(game["table"], secret) for game in games for secret in game["secrets"]]
    if given.sockets is not None:
        seats = list(islice(cycle(seats), given.sockets))
    tasks = [asyncio.create_task(pages.watch(given.address, table, secret)) for table, secret in seats]
    while pages.messages < len(tasks):
        await asyncio.sleep(0.05)
    print(json.dumps({"open": pages.open}), flush=True)
    pages.messages = pages.bytes = 0
    await stop.wait()
    print(json.dumps({"messages": pages.messages, "bytes": pages.bytes}), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main())
