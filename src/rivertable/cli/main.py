"""``rivertable``: the commands, and the one place where refusals become a sentence and an exit code.

A command is imported when it is run, so that each start of the program loads only what it needs.
"""

from __future__ import annotations

import ast
import gc
import io
import os
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from .. import __version__
from ..core.errors import DataError, OptionError, RivertableError, UnknownNameError
from .shared import completion
from .shared.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    UNHEARD,
    WRONG_USAGE,
    UnheardError,
    discard_output,
    finish_output,
    note,
    progress,
    say,
    unheard,
)
from .shared.help import PlainCommand, first_paragraph
from .shared.usage import usage_sentence


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command is written: its module in this package, and its function.

    A group of commands names the function that its own help is written at, and has an ``app`` in its module.
    """

    module: str
    function: str
    is_group: bool = False

    def load(self, name: str) -> Any:
        """Return the command, its module imported."""
        # What imports make stays: looking for garbage in it costs a fifth of their time.
        gc.disable()
        module = import_module(f".{self.module}", __package__)
        gc.freeze()
        gc.enable()
        if self.is_group:
            return typer.main.get_command(module.app)
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        app.command(name, cls=PlainCommand)(getattr(module, self.function))
        return typer.main.get_command(app)

    def help(self) -> str:
        """Return the command's help, read from its source: importing all commands takes longer than a person waits."""
        source = Path(__file__).parent.joinpath(*self.module.split(".")).with_suffix(".py")
        tree = ast.parse(source.read_text("utf-8"))
        functions = (part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == self.function)
        return ast.get_docstring(next(functions)) or ""


class DeferredCommand(TyperCommand):
    """A command that is imported when its arguments are parsed."""

    def __init__(self, name: str, place: Place) -> None:
        super().__init__(name, callback=None)
        self._place = place

    @property
    def help(self) -> str:
        """What the list of commands shows."""
        return self._place.help()

    @help.setter
    def help(self, text: str | None) -> None:
        """Ignore what the library sets: the source says it."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the whole first paragraph."""
        return first_paragraph(self.help)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself."""
        words = [*args]
        command = self._place.load(str(info_name))
        with unheard():
            context = command.make_context(info_name, args, parent, **extra)
        context.meta[completion.WORDS] = words
        return context


COMMANDS = {
    "serve": Place("commands.serve", "serve"),
    "play": Place("commands.play", "play"),
    "simulate": Place("commands.simulate", "simulate"),
    "arena": Place("commands.arena", "arena"),
    "balance": Place("commands.balance", "balance"),
    "sweep": Place("commands.balance", "sweep"),
    "train": Place("commands.simulate", "train"),
    "replay": Place("commands.records", "replay"),
    "check": Place("commands.records", "check"),
    "review": Place("commands.review", "review"),
    "analyse": Place("commands.review", "analyse"),
    "puzzle": Place("commands.puzzle", "puzzle"),
    "score": Place("commands.sheets", "score"),
    "rules": Place("commands.rules", "rules"),
    "rivals": Place("commands.play", "rivals"),
    "bench": Place("commands.bench", "bench"),
    "backup": Place("commands.operate", "backup"),
    "restore": Place("commands.operate", "restore"),
    "log": Place("commands.operate", "log"),
    "admin": Place("commands.admin", "admin", is_group=True),
    "compile": Place("commands.serve", "compile_rules"),
    "deck": Place("commands.sheets", "deck", is_group=True),
}
"""Where each command is written, in the order in which they are listed."""


class _Commands(TyperGroup):
    """The commands in the order in which they are listed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, place in COMMANDS.items():
            self.add_command(DeferredCommand(name, place))

    def make_context(self, *arguments: Any, **named: Any) -> Any:
        """Return the context of a command line; the reader of what help writes may have left."""
        with unheard():
            return super().make_context(*arguments, **named)


app = typer.Typer(
    cls=_Commands,
    name="rivertable",
    help="Two board games by a river: play, simulate, replay, check, score.",
    pretty_exceptions_enable=False,
    # Plain help comes in half the time, and at any width.
    rich_markup_mode=None,
)

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


def _open_streams() -> None:
    """Let streams that were closed before the program began lead nowhere."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as the program runs
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted.

    Where the reader of a pipe has left, as ``head`` does, it is that of a program that the signal of it ends: 141.
    """
    _open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows fewer letters, or bytes that are no text: a question mark, not a crash.
            # Windows gives files and pipes a code page of 256 letters; what other programs read is UTF-8 everywhere.
            stream.reconfigure(encoding="utf-8" if sys.platform == "win32" else None, errors="replace")
    with completion.answering():
        code = _code_of(sys.argv[1:] if arguments is None else arguments)
    sys.exit(code if finish_output() else UNHEARD)


def _store_errors() -> tuple[type[Exception], ...]:
    """Return the errors of a store that cannot be used; none where the command has not opened one."""
    libraries = (("sqlalchemy.exc", "SQLAlchemyError"), ("sqlite3", "Error"))
    return tuple(getattr(sys.modules[module], name) for module, name in libraries if module in sys.modules)


def _code_of(arguments: list[str]) -> int:
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="rivertable", standalone_mode=False)
    except _UsageError as error:
        note(usage_sentence(error))
        return WRONG_USAGE
    except typer.Abort as error:
        progress("")
        # A command that can say what it leaves does; the library's own says nothing.
        note(str(error) or "Stopped.")
        return INTERRUPTED
    except UnheardError:
        discard_output()
        return UNHEARD
    except RivertableError as error:
        progress("")
        note(str(error))
        return WRONG_USAGE if isinstance(error, _WRONG_USAGE) else FAILED
    except ModuleNotFoundError as error:
        progress("")
        note(
            f"{error.name} is not installed, which this command needs: install rivertable with all that it depends on."
        )
        return FAILED
    except _store_errors() as error:
        from ..table.store.database import cause_of

        progress("")
        note(f"The store cannot be used: {cause_of(error)}.")
        return FAILED
    except OSError as error:
        progress("")
        note(f"Cannot use {error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}.")
        return FAILED
    if code == INTERRUPTED:
        progress("")
        note("Stopped.")
    return code if isinstance(code, int) else DONE
