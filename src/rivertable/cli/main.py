"""``rivertable``: the commands, and the one place where refusals become a sentence and an exit code."""

from __future__ import annotations

import sys

import click
import typer

from .. import __version__
from ..core.errors import DataError, OptionError, RivertableError, UnknownNameError
from . import bench, play, records, rules, score, simulate
from .console import DONE, FAILED, INTERRUPTED, WRONG_USAGE, note, progress, say

app = typer.Typer(
    name="rivertable",
    help="Two board games by a river: play, simulate, replay, check, score.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(play.play)
app.command()(simulate.simulate)
app.command()(records.replay)
app.command()(records.check)
app.command()(score.score)
app.command()(rules.rules)
app.command()(bench.bench)

_WRONG_USAGE = (OptionError, UnknownNameError, DataError)


def _version(is_asked: bool) -> None:
    if is_asked:
        say(f"rivertable {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Two board games by a river: play, simulate, replay, check, score."""


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    sys.exit(_code_of(sys.argv[1:] if arguments is None else arguments))


def _code_of(arguments: list[str]) -> int:
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="rivertable", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        note(str(error))
        return WRONG_USAGE
    except click.UsageError as error:
        note(f"{error.format_message()} (rivertable --help shows what there is)")
        return WRONG_USAGE
    except click.exceptions.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        progress("")
        note("Stopped.")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except RivertableError as error:
        note(str(error))
        return WRONG_USAGE if isinstance(error, _WRONG_USAGE) else FAILED
    except OSError as error:
        note(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))
        return FAILED
    return code if isinstance(code, int) else DONE
