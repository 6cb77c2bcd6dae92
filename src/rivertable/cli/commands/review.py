"""``rivertable review`` and ``rivertable analyse``: what turns are worth, in a finished game and for other programs."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from ... import __version__
from ...core.files import write_whole_text
from ...core.game import GAMES
from ...core.match import replay as replay_record
from ...core.pictures import WIDTH
from ...core.record import read_record
from ...study.analysis import Answer, Service
from ...study.documents import ReviewDocument, TurnDocument
from ...study.review.review import SECONDS, Review
from ...study.review.summary import THRESHOLDS
from ..shared.arguments import REVIEW_SUFFIX, ComponentsFile, Json
from ..shared.compiling import warm_to_study
from ..shared.console import INTERRUPTED, Part, note, progress, say, say_json, stop, tell, terminal_width, unheard
from .records import RecordFile

_LEVELS = "▁▂▃▄▅▆▇█"
_NARROW_NAME = 11
"""Letters of a name where there is little room."""


def review(
    record: RecordFile,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", min=0, help=f"Seconds to search. [{SECONDS:.0f} without --playouts]"),
    ] = None,
    playouts: Annotated[
        int | None, typer.Option("--playouts", metavar="N", min=1, help="Playouts for every turn, at least.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, help="Threads. [all processors]")] = None,
    components: ComponentsFile = None,
    as_json: Json = False,
) -> None:
    """Review a finished game: what each turn was worth, what was luck and what was skill, and where it turned.

    Results are kept beside the record; the same command continues from there.
    """
    document = read_record(record)
    game = GAMES[document.game]
    warm_to_study(game)
    match = replay_record(document, game.printed.load(components) if components else None)
    kept = record.with_suffix(REVIEW_SUFFIX)
    found = Review(match, _read_kept(kept), jobs or os.cpu_count() or 1)
    if not as_json:
        _say_graph(found.document(), "One-ply win share")
    limit = SECONDS if seconds is None and playouts is None else seconds
    shown = Part("reviewing")
    try:
        found.refine(limit, playouts, lambda part, _: shown(part))
    except KeyboardInterrupt:
        progress("")
        _keep(kept, found.document())
        stop("Stopped. The same command continues from here.", INTERRUPTED)
    progress("")
    result = found.document()
    _keep(kept, result)
    if as_json:
        say_json(result.model_dump(mode="json"))
    else:
        _tell(result)


def _read_kept(path: Path) -> ReviewDocument | None:
    """Return the review that is kept, None where there is none that this version can read."""
    with suppress(OSError, ValidationError, UnicodeDecodeError):
        return ReviewDocument.model_validate_json(path.read_text(encoding="utf-8"))
    return None


def _keep(path: Path, result: ReviewDocument) -> None:
    """Keep the review beside the record; where that cannot be, say so."""
    try:
        write_whole_text(path, json.dumps(result.model_dump(mode="json"), ensure_ascii=False) + "\n")
    except OSError as error:
        note(f"The review is not kept: {path} cannot be written ({error.strerror}).")


def _say_graph(result: ReviewDocument, title: str) -> None:
    """Draw each seat's win share over the turns, from 0 to 1."""
    say(f"{title}, before each turn and at the end:")
    letters = _NARROW_NAME if _is_narrow() else 20
    for seat, told in enumerate(result.seats):
        shares = [*(turn.win_share[seat] for turn in result.turns), result.result[seat]]
        marks = "".join(_LEVELS[min(int(share * len(_LEVELS)), len(_LEVELS) - 1)] for share in shares)
        start, end = f"  {told.name[:letters]:<{letters}} {shares[0]:4.0%} ", f" {shares[-1]:.0%}"
        room = terminal_width() - len(start) - len(end) if _is_narrow() else len(marks)
        for place in range(0, len(marks), room):
            is_last = place + room >= len(marks)
            say(f"{' ' * len(start) if place else start}{marks[place : place + room]}{end if is_last else ''}")


def _is_narrow() -> bool:
    """Return whether the terminal has too few columns for a turn in one line."""
    return terminal_width() < WIDTH


def _tell(result: ReviewDocument) -> None:
    say()
    _say_graph(result, "Win share after searching")
    say()
    if _is_narrow():
        say("turn             win share before  loss          mark")
    else:
        say("turn                   win share before   loss           mark")
    for turn in result.turns:
        _tell_turn(turn, result.seats[turn.seat].name)
    say()
    for told in result.seats:
        accuracy = "-" if told.accuracy is None else f"{told.accuracy:.1f}"
        marks = ", ".join(f"{count} {mark}" for mark, count in told.marks.items() if count)
        tell(f"{told.name}: accuracy {accuracy} of 100; {marks or 'no turns with a choice'}")
        tell(
            f"expected win share {told.expected:.2f}, luck {told.luck:+.2f} (of that the deal {told.deal:+.2f}), "
            f"own decisions {told.own_skill:+.2f}, the others' {told.others_skill:+.2f} "
            f"(each ±{2 * told.standard_error:.2f}), result {told.result:.2f}",
            "  ",
        )
    if result.turning_points:
        numbers = ", ".join(map(str, result.turning_points))
        tell(
            f"The game turned at turn {numbers}."
            if len(result.turning_points) == 1
            else f"It turned at turns {numbers}."
        )
    least = ", ".join(f"{mark} from {share:.2f}" for mark, share in reversed(THRESHOLDS))
    tell(f"± is twice the standard error. Marks by the win share lost: {least}.")


def _tell_turn(turn: TurnDocument, name: str) -> None:
    share = f"{turn.win_share[turn.seat]:6.1%} ±{2 * turn.standard_error:.1%}"
    loss = f"{turn.loss:.3f} ±{2 * turn.loss_standard_error:.3f}" if turn.loss else ""
    mark = "no choice" if turn.is_forced else (turn.mark or "not searched")
    if _is_narrow():
        say(f"{turn.turn:>3}. {name[:_NARROW_NAME]:<{_NARROW_NAME}} {share:>15}  {loss:<12}  {mark}".rstrip())
        tell(turn.notation, "     ")
    else:
        say(f"{turn.turn:>3}. {name[:16]:<16} {share:>16}   {loss:<14} {mark:<10}  {turn.notation}")
    if turn.mark in {mark for mark, _ in THRESHOLDS}:
        best = turn.options[0]
        tell(f"better {best.notation}: {best.win_share[turn.seat]:.1%}", "       ")
        for sentence in turn.why:
            tell(sentence, "       ")


def analyse() -> None:
    """Answer requests for analysis, one JSON object per line, until the input ends."""
    for game in GAMES.values():
        warm_to_study(game)

    def answer(found: Answer) -> None:
        say_json(found.model_dump(mode="json"))
        with unheard():
            sys.stdout.flush()

    Service(answer, __version__).run(sys.stdin)
