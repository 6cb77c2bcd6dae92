"""Help as plain text: at any width, without types that only the source knows."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from .console import WRONG_USAGE, say


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a help on one line, for a list of commands: cut sentences help nobody."""
    return " ".join(text.partition("\n\n")[0].split())


class PlainGroup(TyperGroup):
    """A group of commands whose help has whole sentences, and is shown where no command is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; show the help where there are none.

        The library makes an error of the help's text, which cannot be told from a sentence about wrong usage.
        """
        if not args and not ctx.resilient_parsing:
            say(ctx.get_help())
            raise typer.Exit(WRONG_USAGE)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each command with the first paragraph of its help."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_paragraph(command.help or "")) for name, command in commands if command])


class PlainCommand(TyperCommand):
    """A command whose help names arguments as the documentation does."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line: ``[OPTIONS] GAME``."""
        return ["[OPTIONS]", *(_shown(parameter) for parameter in self.get_params(ctx) if _is_argument(parameter))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each with its sentence."""
        parameters: list[Any] = [*self.get_params(ctx)]
        records = [(parameter, parameter.get_help_record(ctx)) for parameter in parameters]
        arguments = [(_shown(parameter), parameter.help or "") for parameter in parameters if _is_argument(parameter)]
        options = [
            _plain(*record) for parameter, record in records if record is not None and not _is_argument(parameter)
        ]
        for title, lines in (("Arguments", arguments), ("Options", options)):
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


_BETWEEN = re.compile(r"([\d.]+)<=x<=([\d.]+)")
_AT_LEAST = re.compile(r"x>=([\d.]+)")


def _plain(option: str, sentence: str) -> tuple[str, str]:
    """Return an option and its sentence, with the bounds of a number in words."""
    return option, _AT_LEAST.sub(r"at least \1", _BETWEEN.sub(r"\1 to \2", sentence))


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _shown(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())
