"""What is said of a command line that cannot be read: one sentence that says what is allowed."""

from __future__ import annotations

import re
from typing import Any

from ...core.wording import in_words

_NUMBERS = {int: "a whole number", float: "a number"}
_NO_COMMAND = re.compile(r"No such command '(.*?)'")
_QUOTED = re.compile(r"'([^']*)'")
_EXTRA = re.compile(r"Got unexpected extra argument\(s\) \((.*)\)", re.DOTALL)


def usage_sentence(error: Any) -> str:
    """Return the sentence for an error of the library that reads command lines, and which help says more."""
    context = error.ctx
    command = context.command_path if context else "rivertable"
    # The library does not offer the classes of its errors by name.
    sentence = {
        "MissingParameter": _missing,
        "BadParameter": _bad_value,
        "NoSuchOption": _no_option,
        "BadOptionUsage": _badly_used,
    }.get(type(error).__name__, _other)(error, command)
    return f"{sentence.rstrip('.')} ({command} --help shows what there is)."


def _missing(error: Any, command: str) -> str:
    is_option = error.param.param_type_name == "option"
    shown = error.param.opts[0] if is_option else error.param.metavar
    return f"{command} needs {shown}. {error.param.help or ''}"


def _bad_value(error: Any, command: str) -> str:
    """Say what a parameter takes; the types of values are known where they are numbers."""
    refused = error.__cause__
    if error.param is None or refused is None or not hasattr(refused, "errors"):
        return _without_prefix(error)
    information, given = error.param.type_descriptor.parameter_info, refused.errors()[0]["input"]
    low, high = information.min, information.max
    kind = next((words for number, words in _NUMBERS.items() if error.param.type_descriptor.annotation is number), "")
    if low is not None and high is not None:
        kind += f" from {low:g} to {high:g}"
    elif low is not None:
        kind += f", at least {low:g}"
    return f"{error.param.opts[0]} is {kind}, not {given!r}" if kind else _without_prefix(error)


def _without_prefix(error: Any) -> str:
    """Return an error's own words; what reads values says first which kind of error it is."""
    return str(error.message).removeprefix("Value error, ")


def _no_option(error: Any, command: str) -> str:
    return f"There is no option {error.option_name}{_did_you_mean(error.possibilities)}"


def _badly_used(error: Any, command: str) -> str:
    takes_none = "does not take" in error.message
    return f"{error.option_name} {'takes no value' if takes_none else 'needs a value'}"


def _other(error: Any, command: str) -> str:
    if found := _NO_COMMAND.match(error.message):
        return f"There is no command {found[1]!r}{_did_you_mean(_QUOTED.findall(error.message)[1:])}"
    if found := _EXTRA.match(error.message):
        return f"{command} does not take {found[1]!r} too"
    return str(error.message)


def _did_you_mean(names: Any) -> str:
    return f"; did you mean {in_words(names, 'or')}?" if names else ""
