"""``rivertable arena --mine``: how strong a person is beside the levels, by the games on this computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...bots import LEVELS
from ...bots.strength import LevelGame, PersonStrength, game_of_record, strengths_of
from ...bots.strength.person import AgainstLevel
from ...core.errors import RecordError, RivertableError
from ...core.game import Game
from ...core.record import read_record
from ...core.wording import in_words, number_word
from ..shared.arguments import REVIEW_SUFFIX
from ..shared.compiling import warm
from ..shared.console import note, say, say_json, tell
from ..shared.stores import opened, place_of, usual_folder

if TYPE_CHECKING:
    from ...table.store.place import StorePlace

_WHY = {
    "unfinished": "not finished",
    "people": "with several people or none",
    "other bots": "with Rivals or other bots",
    "other rules": "by other rules or cards",
    "not measured": "with a level not measured at such a table",
    "played on": "played on from a position of another game",
    "again": "of a deal that was played before",
    "helped": "with hints or turns taken by a bot",
    "unreadable": "that cannot be read",
}
_WIDE = max(map(len, LEVELS))

_Told = tuple[int | None, LevelGame | str]
"""The number of players of a game, None where that is not known, with what the game says or why it says nothing."""


def show_mine(
    game: Game, players: int | None, records: Path | None, data: Path | None, database: str | None, *, as_json: bool
) -> None:
    """Tell how strong a person is at a game, with so many players or with any number of them.

    Args:
        game: the game.
        players: only games of so many players count; None for all.
        records: a folder of records to look in, and nowhere else; None for what this computer keeps.
        data: the folder of the table's embedded store, where that is said.
        database: the table's database, where that is said.
        as_json: whether programs read it.
    """
    found: list[LevelGame] = []
    left_out: Counter[str] = Counter()
    for seats, says in _games(game, records, data, database):
        if players is not None and seats not in (None, players):
            continue
        if isinstance(says, LevelGame):
            found.append(says)
        else:
            left_out[says] += 1
    strengths = strengths_of(found)
    if again := len(found) - sum(one.games for one in strengths):
        left_out["again"] += again
    if as_json:
        told = [one.document() for one in strengths]
        say_json({"game": game.name, "strengths": told, "not_counted": dict(left_out)})
        return
    for one in strengths:
        _show(game, one)
    if strengths:
        tell(
            "0 is artisan, on the scale of people's ratings. The interval is of 95 % and contains how uncertain the"
            " levels are."
        )
    else:
        tell(f"There is no finished game of {game.title} against levels yet. Play one: rivertable play {game.name}")
    if left_out:
        tell(f"Not counted: {in_words(f'{count} {_WHY[reason]}' for reason, count in left_out.most_common())}.")


def _games(game: Game, records: Path | None, data: Path | None, database: str | None) -> Iterator[_Told]:
    """Yield the number of players of each game and what it says, or why it says nothing; records first."""
    from ..shared.session import games_folder

    folder = games_folder() if records is None else records
    for path in sorted(folder.glob("*.json")):
        if path.name.endswith(REVIEW_SUFFIX):
            continue
        try:
            record = read_record(path)
        except RecordError as error:
            note(f"Left out: {error}")
            yield None, "unreadable"
            continue
        if record.game == game.name:
            yield len(record.seats), game_of_record(record)
    if records is not None:
        return
    if data is not None or database is not None or any(usual_folder().glob("*.sqlite3")):
        yield from _games_at_tables(game, place_of(data, database))


def _games_at_tables(game: Game, place: StorePlace) -> Iterator[_Told]:
    """Yield the same of the games at a table: whoever plays alone against bots there is taken to be this person."""
    from ...table.company.level_games import level_game_of
    from ...table.store.ledger import ended_tables
    from ...table.tables import Tables

    with opened(place) as store:
        tables = Tables(store, erasure_key=b"")  # nothing is deleted
        with store.read() as connection:
            ended = ended_tables(connection, game.name)
        if ended:
            warm(game)
        for table_id in ended:
            try:
                table = tables.open(table_id)
            except RivertableError:
                yield None, "unreadable"
                continue
            people = [number for number, seat in enumerate(table.seats) if seat.kind != "bot"]
            if people and not table.is_brought_in:
                yield len(table.seats), level_game_of(table, people[0])


def _show(game: Game, strength: PersonStrength) -> None:
    tell(sentence_of(game, strength), style="bold")
    say(f"{'':<{_WIDE}}  {'games':>5}  {'won':>5}  {'rating':>6}")
    lines = [(one.points, _of_level(one)) for one in strength.levels]
    if strength.points is not None:
        own = f"{strength.points:>+6.0f}  {strength.low:+.0f} to {strength.high:+.0f}"
        lines.append((strength.points, f"{'you':<{_WIDE}}  {'':>5}  {'':>5}  {own}"))
    for _, line in sorted(lines, reverse=True):
        say(line)
    say()


def _of_level(one: AgainstLevel) -> str:
    doubt = f" ± {one.plus_minus:.0f}" if one.plus_minus else ""
    return f"{one.level:<{_WIDE}}  {one.games:>5}  {one.won:>5g}  {one.points:>+6.0f}{doubt}"


def sentence_of(game: Game, strength: PersonStrength) -> str:
    """Return how strong a person is in a sentence."""
    games = "1 game" if strength.games == 1 else f"{strength.games} games"
    where = f"in {game.title}, {number_word(strength.players)} players"
    if strength.verdict == "about":
        return f"You play at about {strength.level} (± {strength.plus_minus:.0f}) {where}: {games}."
    if strength.verdict in ("above", "below"):
        return f"You play {strength.verdict} {strength.level} {where}: {games}."
    done = "won" if strength.verdict == "all won" else "lost"
    return f"You have {done} every game so far {where}: {games}. Play against {strength.level} to find your level."
