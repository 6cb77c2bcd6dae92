"""``rivertable replay`` and ``rivertable check``: reading game records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import RecordError
from ...core.game import GAMES
from ...core.match import Match
from ...core.match import check as check_record
from ...core.match import replay as replay_record
from ...core.record import RecordDocument, read_record
from ..shared.arguments import ComponentsFile, Json
from ..shared.compiling import warm
from ..shared.console import FAILED, WRONG_USAGE, note, say, say_board, say_json, stop, tell
from ..shared.menu import tell_consequences

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (JSON).")]
RecordFiles = Annotated[list[Path], typer.Argument(metavar="RECORD…", help="Game records (JSON).")]


def replay(
    record: RecordFile,
    turn: Annotated[int | None, typer.Option("--turn", metavar="K", help="Show the position after turn K.")] = None,
    components: ComponentsFile = None,
    as_json: Json = False,
) -> None:
    """Show a recorded game turn by turn, or one position of it."""
    match = _replayed(read_record(record), components)
    count = len(match.turns)
    if turn is not None and not 0 <= turn <= count:
        stop(f"The record has turns 1 to {count}; turn 0 is the start.", WRONG_USAGE)
    if turn is not None:
        _show_position(match, turn, as_json)
        return
    for number in range(count):
        _tell_turn(match, number, as_json)
    if not as_json:
        _tell_end(match)


def _replayed(document: RecordDocument[Any, Any, Any, Any], components: Path | None) -> Match:
    game = GAMES[document.game]
    warm(game)
    return replay_record(document, game.printed.load(components) if components else None)


def _show_position(match: Match, turn: int, as_json: bool) -> None:
    position = match.before(turn)
    if as_json:
        say_json({"turn": turn, "text": position.text, "state": match.game.documents.write_state(position)})
        return
    say_board(position, [f"Seat {seat}" for seat in range(position.players)])
    say()
    say(position.text)


def _tell_turn(match: Match, number: int, as_json: bool) -> None:
    turn, before, game = match.turns[number], match.before(number), match.game
    if as_json:
        say_json(
            {
                "turn": number + 1,
                "seat": turn.seat,
                "notation": str(turn.move),
                "move": game.documents.write_move(turn.move),
                "chance": game.documents.write_chance(before, turn.decisions, turn.outcomes),
                "totals": list(turn.after.totals),
            }
        )
        return
    name = match.players[turn.seat].name
    said = f"{name} (seat {turn.seat}): {game.pictures.describe_move(before, turn.move)}.  [{turn.move}]"
    tell(said, f"{number + 1:>3}. ")
    tell_consequences(game, before, turn.decisions, [player.name for player in match.players], "     ")
    if changes := game.pictures.describe_changes(before, turn.decisions, turn.outcomes):
        tell(changes, "     ")


def _tell_end(match: Match) -> None:
    say()
    if not match.is_over:
        say("The game was not played to its end. As it stands:")
    winners = match.position.winners if match.is_over else ()
    for seat, player in enumerate(match.players):
        crown = ("  wins" if len(winners) == 1 else "  shares the victory") if seat in winners else ""
        say(f"{player.name} (seat {seat}): {match.position.total(seat)}{crown}")


def check(records: RecordFiles, components: ComponentsFile = None, as_json: Json = False) -> None:
    """Check records against the rules: every transition, score and draw; exit code 1 if one is bad."""
    bad = 0
    for path in records:
        fault = _fault_of(path, components)
        bad += fault is not None
        if as_json:
            say_json({"record": str(path), "good": fault is None} | ({"fault": fault} if fault else {}))
        elif fault:
            note(f"BAD  {path}: {fault}")
        else:
            say(f"good {path}")
    if not as_json:
        say(f"{len(records) - bad} good, {bad} bad")
    if bad:
        raise typer.Exit(FAILED)


def _fault_of(path: Path, components: Path | None) -> str | None:
    """Return what is wrong with a record, None for a good one."""
    try:
        document = read_record(path)
        game = GAMES[document.game]
        warm(game)
        check_record(document, game.printed.load(components) if components else None)
    except RecordError as error:
        return str(error).removeprefix(f"{path}: ")
    return None
