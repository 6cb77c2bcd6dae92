"""What the README and the documentation show must work as shown."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>```+|~~~+)(?P<language>[\w-]*)[^\n`]*$")
RUNS = re.compile(r"^\$ (?P<command>(?:rivertable|printf) .*)$")

# The command as installed, but of this interpreter and whatever its path holds.
PRELUDE = 'rivertable() { "$PYTHON" -c "from rivertable.cli.main import run; run()" "$@"; }\n'


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line on which the text begins, from 1."""

    language: str
    text: str
    line: int


def blocks_of(markdown: str) -> Iterator[Block]:
    opened: tuple[str, str, int] | None = None
    body: list[str] = []
    for number, line in enumerate(markdown.splitlines(), start=1):
        fence = FENCE.match(line)
        if opened is None:
            if fence is not None:
                opened = (fence["fence"], fence["language"], number + 1)
                body = []
        elif line.strip() == opened[0]:
            yield Block(opened[1], "\n".join(body) + "\n", opened[2])
            opened = None
        else:
            body.append(line)
    assert opened is None, f"the block that begins on line {opened[2] - 1 if opened else 0} is never closed"


def sessions_of(page: Path) -> list[Block]:
    return [block for block in blocks_of(page.read_text("utf-8")) if block.language in ("python", "pycon")]


def commands_of(page: Path) -> list[str]:
    consoles = [block for block in blocks_of(page.read_text("utf-8")) if block.language == "console"]
    lines = [line for block in consoles for line in block.text.splitlines()]
    return [match["command"] for line in lines if (match := RUNS.match(line))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_pages_are_found() -> None:
    found = {name_of(page) for page in PAGES if page.is_file()}
    assert {"README.md", "docs/index.md", "docs/python.md", "docs/play.md", "docs/record.md"} <= found


def test_blocks_are_found_with_their_lines() -> None:
    markdown = "a\n```python\n>>> 1\n1\n```\n````console\n$ rivertable rules\n```\n````\n"
    assert list(blocks_of(markdown)) == [
        Block("python", ">>> 1\n1\n", 3),
        Block("console", "$ rivertable rules\n```\n", 7),
    ]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_examples_are_console_sessions(page: Path) -> None:
    silent = [block.line for block in sessions_of(page) if ">>> " not in block.text]
    assert silent == [], f"{name_of(page)}: blocks without a prompt would never be run, on lines {silent}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_examples_give_what_they_show(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    for block in sessions_of(page):
        example = doctest.DocTestParser().get_doctest(block.text, names, name_of(page), name_of(page), block.line - 1)
        runner.run(example, out=report.append, clear_globs=False)
        # A page is one session: what a block defines, the next one uses.
        names = example.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_exit_with_0(page: Path, tmp_path: Path) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    # Saved games go to a folder of the test's own; compiled rules stay in the user's cache.
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "NO_COLOR": "1",
    }
    folder = tmp_path / "page"
    folder.mkdir()
    for command in commands_of(page):
        done = subprocess.run(
            [shell, "-ec", PRELUDE + command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{name_of(page)}: {command}\n{done.stdout}{done.stderr}"
