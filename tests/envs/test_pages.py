"""The pages that list what each number means."""

from __future__ import annotations

import re

import pytest

from rivertable.core.game import GAMES
from rivertable.envs.pages import write_page


@pytest.mark.parametrize("game", GAMES)
def test_a_page_lists_every_index_in_order(game: str) -> None:
    found = GAMES[game]
    page = write_page(found)
    lists = [
        [(int(index), name) for index, name in re.findall(r"^\| (\d+) \| (.+) \|$", part, re.MULTILINE)]
        for part in re.split(r"^#{2,3} (?:Index|Actions|Versions)|^In a block.*$", page, flags=re.MULTILINE)[1:]
    ]
    table, seat, actions, versions = lists
    assert table == list(enumerate(found.observation().table.names()))
    assert seat == list(enumerate(found.observation().seat.names()))
    assert actions == list(enumerate(found.action_names()))
    assert versions == list(enumerate(GAMES[game].environment_versions))
    fields = re.findall(r"^\| (\d+)(?:–(\d+))? \| [^|]+ \| [\d × ]+ \|", page, re.MULTILINE)
    ends = [int(last or first) for first, last in fields]
    assert found.observation().table.size - 1 in ends
    assert ends[-1] == found.observation().seat.size - 1
