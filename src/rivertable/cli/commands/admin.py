"""``rivertable admin``: what those who run a server do about people, and how the server is. All of it is logged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import OptionError
from ...table.care.company import TEXT_AT_MOST
from ...table.care.condition import Condition, condition_of
from ...table.care.desk import Desk
from ...table.store.audit import account, note_act
from ...table.store.care.reports import WATCHING, Report
from ...table.store.care.sanctions import Sanction, SanctionKind
from ...table.store.company.ratings import rebuild
from ...table.store.people import HOST_SEAT, Person
from ...table.store.server_secrets import read_secrets
from ..shared.arguments import Json
from ..shared.console import FAILED, note, say, say_json
from ..shared.help import PlainGroup
from ..shared.stores import DatabaseUrl, DataFolder, SecretsFile, opened, place_of

app = typer.Typer(cls=PlainGroup, add_completion=False, rich_markup_mode=None)

PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="The person's id; `admin find` tells it.")]
ReportId = Annotated[str, typer.Argument(metavar="REPORT", help="The report's id; `admin reports` tells it.")]
SanctionId = Annotated[str, typer.Argument(metavar="SANCTION", help="The sanction's id; `admin sanctions` tells it.")]
_HOUR = 3_600.0


@app.callback()
def admin() -> None:
    """Look after a server: reports, sanctions, appeals, codes, and how its store is."""


@contextmanager
def _desk(data: Path | None, database: str | None, secrets: Path | None = None) -> Iterator[Desk]:
    place = place_of(data, database, secrets)
    with opened(place) as store:
        yield Desk(store, read_secrets(place.secrets_file))


@app.command()
def status(data: DataFolder = None, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Show how the server and its store are; exit with 1 where somebody has to look after something."""
    with opened(place_of(data, database)) as store:
        found = condition_of(store)
    if as_json:
        say_json(asdict(found) | {"red": found.red})
    else:
        for name, words in _conditions(found).items():
            say(f"{'RED' if name in found.red else 'ok':4}{name:10}{words}", "red" if name in found.red else None)
        say(f"    waiting   {found.reports} reports, {found.appeals} appeals")
        say(f"    version   {found.version}")
    if found.red:
        raise typer.Exit(FAILED)


def _conditions(found: Condition) -> dict[str, str]:
    """Return what is said of each part that can be red, by its name."""
    free = found.space.free
    beside = "what is free is not to be seen from here" if free is None else f"{free / 1e9:.1f} GB free"
    return {
        "server": _age("last seen", found.alive, "never seen"),
        "backup": _age("the last good one", found.backup, "none yet"),
        "messages": _age("the oldest is due since", found.message, "none is late")
        + (f", refused {found.tries} times" if found.tries else ""),
        "bots": _age("the oldest turn is due since", found.bot_turn, "none is late"),
        "store": f"{found.space.size / 1e6:.1f} MB, {beside}",
    }


def _age(words: str, seconds: float | None, otherwise: str) -> str:
    if seconds is None:
        return otherwise
    return f"{words} {seconds:.0f} s" if seconds < _HOUR else f"{words} {seconds / _HOUR:.1f} h"


@app.command()
def link(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Whose link, for the log. [this account]")
    ] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Write the end of a link that opens the operators' page once, within the hour; the server needs --admin."""
    with _desk(data, database) as desk:
        say(f"/admin#{desk.new_link(name or account())}")


@app.command()
def reports(
    is_all: Annotated[bool, typer.Option("--all", help="Those that were dealt with, too.")] = False,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """List what people have reported."""
    with _desk(data, database) as desk:
        found = desk.reports(is_all=is_all)
    for one in found:
        if as_json:
            say_json(asdict(one))
        else:
            say(f"{one.id}  {_time(one.at)}  {'closed' if one.closed_at else 'open':6}  {one.text.splitlines()[0]}")


@app.command()
def report(report_id: ReportId, data: DataFolder = None, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Show one report: table, version, who, about whom."""
    with _desk(data, database) as desk:
        found = desk.report(report_id)
    if as_json:
        say_json(asdict(found))
        return
    for name, words in _told_of_report(found).items():
        say(f"{name:9}{words}")


def _told_of_report(found: Report) -> dict[str, str]:
    without = {HOST_SEAT: "the host", WATCHING: "somebody who watches"}
    who = without.get(found.seat) or f"seat {found.seat + 1}"
    about = "the table" if found.about_seat is None else f"seat {found.about_seat + 1}, {found.about_name or 'no name'}"
    told = {
        "at": _time(found.at),
        "table": f"/t/{found.table_id}, version {found.version}",
        "from": f"{who}{f' ({found.person_id})' if found.person_id else ''}",
        "about": f"{about}{f' ({found.about_id})' if found.about_id else ''}",
        "text": found.text,
    }
    return told if found.closed_at is None else told | {"closed": f"{_time(found.closed_at)}: {found.answer}"}


@app.command()
def close(
    report_id: ReportId,
    answer: Annotated[str, typer.Argument(metavar="WORDS", help="What became of it, for the log.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Note what became of a report: it waits no longer."""
    with _desk(data, database) as desk:
        desk.close_report(report_id, _words(answer))


@app.command()
def find(
    words: Annotated[str, typer.Argument(metavar="WORDS", help="Letters of a name, or the beginning of an id.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Find people who have taken a name."""
    with _desk(data, database) as desk:
        found = desk.find(words)
    for one in found:
        if as_json:
            say_json(_told_of_person(one))
        else:
            say(f"{one.id}  seen {_time(one.seen_at)}  {one.name}")


def _told_of_person(found: Person) -> dict[str, Any]:
    return {"id": found.id, "name": found.name, "taken_at": found.created_at, "seen_at": found.seen_at}


@app.command()
def person(person_id: PersonId, data: DataFolder = None, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Show one person, and what was imposed on them."""
    with _desk(data, database) as desk:
        found = desk.file(person_id)
    if as_json:
        say_json(_told_of_person(found.person) | {"sanctions": list(map(asdict, found.sanctions))})
        return
    say(f"{found.person.name}, since {_time(found.person.created_at)}, seen {_time(found.person.seen_at)}")
    for one in found.sanctions:
        _say_sanction(one)


@app.command()
def sanction(
    person_id: PersonId,
    kind: Annotated[SanctionKind, typer.Argument(metavar="KIND", help="warn, no-lobby, no-rated or closed.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; the person reads it.")],
    days: Annotated[float | None, typer.Option("--days", min=0.01, help="For so long. [for good]")] = None,
    report_id: Annotated[
        str | None, typer.Option("--report", metavar="REPORT", help="The report that led to it.")
    ] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Impose something on a person, who sees it with its reason and end, and may appeal."""
    with _desk(data, database) as desk:
        say(desk.sanction(person_id, kind, _words(reason), days, report_id))


@app.command()
def sanctions(data: DataFolder = None, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """List the sanctions that hold, and first those with an appeal that waits."""
    with _desk(data, database) as desk:
        found = desk.sanctions()
    for one in found:
        if as_json:
            say_json(asdict(one))
        else:
            _say_sanction(one)


def _say_sanction(found: Sanction) -> None:
    until = "for good" if found.until is None else f"until {_time(found.until)}"
    lifted = ", lifted" if found.lifted_at is not None else ""
    say(f"{found.id}  {found.kind:8}  {until}{lifted}  of {found.person_id}: {found.reason}")
    if found.appeal:
        say(f"    appeal: {found.appeal}")
    if found.answer:
        say(f"    answer: {found.answer}")


@app.command()
def lift(sanction_id: SanctionId, data: DataFolder = None, database: DatabaseUrl = None) -> None:
    """Take a sanction back."""
    with _desk(data, database) as desk:
        desk.lift(sanction_id)


@app.command()
def answer(
    sanction_id: SanctionId,
    text: Annotated[str, typer.Argument(metavar="WORDS", help="What the person reads.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Answer an appeal; to take the sanction back besides, lift it."""
    with _desk(data, database) as desk:
        desk.answer(sanction_id, _words(text))


@app.command()
def code(
    person_id: PersonId, data: DataFolder = None, database: DatabaseUrl = None, secrets: SecretsFile = None
) -> None:
    """Issue a code by which a person who has lost theirs is found again; the person is told."""
    with _desk(data, database, secrets) as desk:
        say(desk.issue_code(person_id))
    note("It is shown this once. Whoever has it is that person: give it to nobody whom you do not know to be them.")


@app.command()
def rebuild_ratings(data: DataFolder = None, database: DatabaseUrl = None) -> None:
    """Work all ratings out anew from the results of rated games; a server may run meanwhile."""
    with opened(place_of(data, database)) as store, store.write() as connection:
        games = rebuild(connection)
        note_act(connection, "rebuild-ratings", time.time(), games=games)
    say(f"{games} rated games")


def _words(text: str) -> str:
    """Return words that can be stored.

    Raises:
        OptionError: there are none, or too many.
    """
    if not text.strip() or len(text) > TEXT_AT_MOST:
        raise OptionError("Say it in 1 to {limit} characters.", limit=TEXT_AT_MOST)
    return text


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
