"""The pages that list what each number means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rivertable.core.game import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_lists_every_index_in_order(game: str) -> None:
    found = GAMES[game]
    page = (ROOT / "docs" / f"environment-{game}.md").read_text("utf-8")
    lists = [
        [(int(index), name) for index, name in re.findall(r"^\| (\d+) \| (.+) \|$", part, re.MULTILINE)]
        for part in re.split(r"^#{2,3} (?:Index|Actions|Versions)|^In a block.*$", page, flags=re.MULTILINE)[1:]
    ]
    table, seat, actions, versions = lists
    assert table == list(enumerate(found.learning.observation(found.printed.load()).table.names()))
    assert seat == list(enumerate(found.learning.observation(found.printed.load()).seat.names()))
    assert actions == list(enumerate(found.learning.action_names(found.printed.load())))
    assert versions == list(enumerate(GAMES[game].learning.VERSIONS))
    fields = re.findall(r"^\| (\d+)(?:–(\d+))? \| [^|]+ \| [\d × ]+ \|", page, re.MULTILINE)
    ends = [int(last or first) for first, last in fields]
    assert found.learning.observation(found.printed.load()).table.size - 1 in ends
    assert ends[-1] == found.learning.observation(found.printed.load()).seat.size - 1
