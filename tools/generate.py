"""Writes what is generated from the code: schemas, refusals, citations of rules, README's board, scored boards, pages.

Run it by ``make generated``; a test fails when a file is out of date.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rivertable.core.contract.observation import COUNT_AT_MOST, SEAT_NAMES
from rivertable.core.game import GAMES, Game
from rivertable.core.record import record_schema
from rivertable.glassworks import Position
from rivertable.lab.simulation.rows import FORMAT
from rivertable.lab.simulation.tables import Column, game_columns, turn_columns
from rivertable.table.settings import settings_table
from rivertable.table.web.app import api_document

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from citations import citations  # noqa: E402  # the path to it is set above
from refusals import templates  # noqa: E402
from score_sheets import glassworks_cases, market_cases, text_of  # noqa: E402

SEED, TURNS = 9, 12


def schema_of(name: str) -> str:
    """Return the JSON Schema of a game's records."""
    return json.dumps(record_schema(GAMES[name]), indent=1) + "\n"


def api_schema() -> str:
    """Return the OpenAPI document of the table."""
    return json.dumps(api_document(), indent=1) + "\n"


def refusals() -> str:
    """Return the templates of all refusals."""
    return json.dumps(templates(ROOT / "src" / "rivertable"), indent=1, ensure_ascii=False) + "\n"


def citations_of(name: str) -> str:
    """Return the tests that cite each rule of a game."""
    book = GAMES[name].rulebook
    found = [(rule, tests) for rule, tests in citations(ROOT / "tests").items() if rule in book]
    return "{\n" + ",\n".join(f'"{rule}": {json.dumps(tests)}' for rule, tests in found) + "\n}\n"


def readme() -> str:
    """Return the README with the board of a game some turns old."""
    position = Position.new(players=2, seed=SEED)
    for turn in range(TURNS):
        moves = sorted(position.moves(), key=lambda move: position.after(*_decisions(position, move)).total(turn % 2))
        position = position.play(moves[-1], chance=turn)
    return _with_part(ROOT / "README.md", "board", f"```text\n{position}\n```")


def simulation_page() -> str:
    """Return the page of simulations with the tables of their columns."""
    columns = {game.title: game_columns(game) for game in GAMES.values()}
    common = [column for column in next(iter(columns.values())) if not column.is_of_a_game]
    lines = ["", f"This is version {FORMAT} of the columns.", "", "**A row a game**, in the folder `games`:", ""]
    lines += _table(common)
    lines += ["", "What the totals are made of comes between `totals` and `winners`; added up it is the total:", ""]
    for title, all_of_it in columns.items():
        lines += [f"*{title}*", "", *_table(column for column in all_of_it if column.is_of_a_game), ""]
    lines += ["**A row a turn**, in the folder `turns`:", "", *_table(turn_columns()), ""]
    return _with_part(ROOT / "docs" / "simulation.md", "columns", "\n".join(lines))


def hosting_page() -> str:
    """Return the page for those who host with the table of settings."""
    return _with_part(ROOT / "docs" / "hosting.md", "settings", "\n".join(settings_table()))


def _table(columns: Iterable[Column]) -> Iterator[str]:
    yield "| column | type | says |"
    yield "|---|---|---|"
    for column in columns:
        yield f"| `{column.name}` | {column.type.replace('<', ' of ').replace('>', '')} | {column.sentence} |"


def environment_page(game: Game) -> str:
    """Return the page of a game's environments: every index of its observations and actions."""
    printed = game.printed.load()
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return templates.get_template("environment.md.jinja").render(
        game=game,
        observation=game.learning.observation(printed),
        actions=game.learning.action_names(printed),
        most=COUNT_AT_MOST,
        seats=SEAT_NAMES,
    )


def _with_part(path: Path, name: str, part: str) -> str:
    """Return a file's text with another part between the marks of a name."""
    start, end = f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    text = path.read_text(encoding="utf-8")
    return re.sub(f"{start}.*{end}", lambda _: f"{start}\n{part}\n{end}", text, flags=re.DOTALL)


def _decisions(position: Position, move: object) -> tuple[int, ...]:
    return position.game.moves.decisions_of(position, move)


def generated() -> dict[Path, Callable[[], str]]:
    """Return every generated file, with what makes its text."""
    client = ROOT / "client" / "src" / "games"
    files: dict[Path, Callable[[], str]] = {
        ROOT / "README.md": readme,
        ROOT / "docs" / "simulation.md": simulation_page,
        ROOT / "docs" / "hosting.md": hosting_page,
        ROOT / "docs" / "schema" / "openapi.json": api_schema,
        ROOT / "docs" / "schema" / "refusals.json": refusals,
        client / "glassworks" / "score" / "score.cases.json": lambda: text_of(glassworks_cases()),
        client / "market" / "score" / "score.cases.json": lambda: text_of(market_cases()),
    }
    for name in GAMES:
        package = ROOT / "src" / "rivertable" / name / "rulebook"
        files[ROOT / "docs" / f"environment-{name}.md"] = lambda name=name: environment_page(GAMES[name])  # type: ignore[misc]
        files[ROOT / "docs" / "schema" / f"{name}.json"] = lambda name=name: schema_of(name)  # type: ignore[misc]
        files[package / "citations.json"] = lambda name=name: citations_of(name)  # type: ignore[misc]
    return files


if __name__ == "__main__":
    for path, make in generated().items():
        path.write_text(make(), encoding="utf-8")
