"""``rivertable``: the commands, and the one place where refusals become a sentence and an exit code."""

from __future__ import annotations

import io
import sys
from typing import cast

import typer

from .. import __version__
from ..core.errors import DataError, OptionError, RivertableError, UnknownNameError
from .commands import analyse, compile, deck, play, puzzle, records, review, rivals, rules, score, serve
from .laboratory import arena, balance, bench, simulate, sweep, train
from .shared.console import DONE, FAILED, INTERRUPTED, WRONG_USAGE, note, progress, say

app = typer.Typer(
    name="rivertable",
    help="Two board games by a river: play, simulate, replay, check, score.",
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(serve.serve)
app.command()(play.play)
app.command()(simulate.simulate)
app.command()(arena.arena)
app.command(name="balance")(balance.report)
app.command()(sweep.sweep)
app.command()(train.train)
app.command()(records.replay)
app.command()(records.check)
app.command()(review.review)
app.command()(analyse.analyse)
app.command()(puzzle.puzzle)
app.command()(score.score)
app.command()(rules.rules)
app.command()(rivals.rivals)
app.command()(bench.bench)
app.command(name="compile")(compile.compile_rules)
app.add_typer(deck.app, name="deck")

_WRONG_USAGE = (OptionError, UnknownNameError, DataError)
# Typer brings a copy of Click or uses the installed one, as its version likes: this is the root that it raises.
_UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])


def _version(is_asked: bool) -> None:
    if is_asked:
        say(f"rivertable {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Two board games by a river: play, simulate, replay, check, score."""
    if context.invoked_subcommand is None:
        if text := context.get_help():
            say(text)
        raise typer.Exit(WRONG_USAGE)


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows fewer letters, or bytes that are no text: a question mark, not a crash.
            # Windows gives files and pipes a code page of 256 letters; what other programs read is UTF-8 everywhere.
            stream.reconfigure(encoding="utf-8" if sys.platform == "win32" else None, errors="replace")
    sys.exit(_code_of(sys.argv[1:] if arguments is None else arguments))


def _code_of(arguments: list[str]) -> int:
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="rivertable", standalone_mode=False)
    except _UsageError as error:
        command = error.ctx.command_path if error.ctx else "rivertable"
        note(f"{error.format_message().rstrip('.')} ({command} --help shows what there is).")
        return WRONG_USAGE
    except typer.Abort:
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except RivertableError as error:
        progress("")
        note(str(error))
        return WRONG_USAGE if isinstance(error, _WRONG_USAGE) else FAILED
    except OSError as error:
        progress("")
        note(f"Cannot use {error.filename}: {error.strerror}." if error.filename else f"{error}.")
        return FAILED
    if code == INTERRUPTED:
        progress("")
        note("Stopped.")
    return code if isinstance(code, int) else DONE
