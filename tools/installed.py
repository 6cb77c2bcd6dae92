"""Starts an installed rivertable from a folder of its own: its version, a game of bots, the table's page.

Run it with the Python that rivertable is installed in.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

_COMMAND = (sys.executable, "-P", "-m", "rivertable")
_PATIENCE_SECONDS = 300


def main() -> None:
    """Do all three, or leave with a sentence."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        os.environ["RIVERTABLE_CACHE"] = str(folder / "cache")
        report(run(folder, "--version"))
        began = time.monotonic()
        page = first_page(folder)
        report(f"the page came after {time.monotonic() - began:.1f} s")
        if "<script" not in page:
            sys.exit("The page that came has no script: the pages were not built into the package.")
        run(folder, "simulate", "glassworks", "--games", "1", "--bots", "random")
        report("a game was played")


def run(folder: Path, *arguments: str) -> str:
    """Return what a command of rivertable says."""
    done = subprocess.run([*_COMMAND, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"rivertable {arguments[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout.strip()


def first_page(folder: Path) -> str:
    """Return the page that a server sends which is started in a folder, and end that server."""
    arguments = ("serve", "--no-browser", "--port", "0", "--data", str(folder / "data"))
    server = subprocess.Popen([*_COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://\S+", said)
        if address is None:
            sys.exit(f"The server names no address: {said!r}")
        with urllib.request.urlopen(address[0], timeout=_PATIENCE_SECONDS) as response:
            return str(response.read(), "utf-8")
    finally:
        server.terminate()
        server.wait(_PATIENCE_SECONDS)


def report(line: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
