"""The page about playing alone tells every Rival's rules as the program does, and marks them as invented."""

import re
from pathlib import Path

import pytest

from rivertable.core.game import GAMES

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "solo.md").read_text("utf-8")
WORDS = re.sub(r"\s+", " ", PAGE)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_rule_is_told(game: str) -> None:
    for rival in GAMES[game].rivals.characters:
        section = WORDS.split(f"### {rival.title} ")[1].split(" ### ")[0]
        assert section.startswith(rival.character)
        for number, rule in enumerate(rival.rules, start=1):
            assert f" {number}. {rule}" in section
        assert f"| {rival.title} ({GAMES[game].title}) | " in PAGE


def test_it_says_whose_they_are() -> None:
    assert "invented by this project" in WORDS.split("## River Valley Glassworks")[0]
    assert "95 % interval" in WORDS and "Made by `python benchmarks/solo.py" in WORDS
