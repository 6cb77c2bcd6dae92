"""What messages say, in each language; the same whatever way they are sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Literal, get_args
from urllib.parse import urlsplit

from .picture import Picture

Language = Literal["en", "de", "es", "fr"]
TableLetter = Literal["turn", "reminder", "ending", "choice", "invited"]
"""What is told of a table: one's turn, once more; that it is about to go; that one may choose; an invitation."""
_ENDS = {"ending": "ending_date", "choice": "choice_date", "invited": "ending_date"}
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, ready to be sent.

    Attributes:
        id: the same whenever the same message is sent once more, and nothing that says what it is about.
        language: what it is written in.
        lines: what it says, a paragraph each.
        address: the page that it leads to, and what the way there is called.
        why: why it is sent, and what stopping it is called; None where nothing was asked for yet.
        stop_address: where no more messages are asked for: a page, which takes a POST as well.
        topic: the same for all messages of which only the newest counts, and nothing that says what they are about.
        ends_at: from when on the message is of no use any more; None where it always is.
        picture: the board that it is about, for ways that show one.
    """

    id: str
    language: str
    subject: str
    lines: tuple[str, ...]
    address: str
    way: str
    why: str | None = None
    stop: str | None = None
    stop_address: str | None = None
    topic: str | None = None
    ends_at: float | None = None
    picture: Picture | None = None


@cache
def words_of(language: str) -> dict[str, str]:
    """Return what messages say in a language; English where it is none of theirs."""
    chosen = language if language in LANGUAGES else LANGUAGES[0]
    words: dict[str, str] = json.loads((files(__package__) / "words" / f"{chosen}.json").read_text("utf-8"))
    return words


@dataclass(frozen=True, slots=True)
class TableNews:
    """What a message says of a table.

    Attributes:
        title: what its people call it.
        ends_at: until when something can be done about it; None for good.
    """

    kind: TableLetter
    table_id: str
    title: str
    ends_at: float | None


def turn_letter(
    letter_id: str, language: str, site: str, news: TableNews, stop_address: str, *, topic: str | None = None
) -> Letter:
    """Return the message that it is somebody's turn at a table, or another one of it."""
    words = words_of(language)
    return Letter(
        letter_id,
        language,
        words[f"{news.kind}_subject"].format(table=news.title),
        _lines(news, words),
        f"{site}/t/{news.table_id}",
        words["turn_open"],
        words["why"].format(site=name_of(site)),
        words["stop"],
        stop_address,
        topic,
        news.ends_at,
    )


def digest_letter(
    letter_id: str,
    language: str,
    site: str,
    news: Sequence[TableNews],
    stop_address: str,
    *,
    topic: str | None = None,
) -> Letter:
    """Return one message for what has waited at several tables; it leads to the page that lists them."""
    words, name = words_of(language), name_of(site)
    return Letter(
        letter_id,
        language,
        words["digest_subject"].format(count=len(news), site=name),
        tuple(" ".join(_lines(one, words)) for one in news),
        f"{site}/",
        words["test_open"].format(site=name),
        words["why"].format(site=name),
        words["stop"],
        stop_address,
        topic,
    )


def _lines(news: TableNews, words: dict[str, str]) -> tuple[str, ...]:
    """Return what is said of a table, and until when something can be done about it."""
    text = words[f"{news.kind}_text"].format(table=news.title)
    if news.ends_at is None:
        return (text,)
    date = datetime.fromtimestamp(news.ends_at, UTC)
    return text, words[_ENDS.get(news.kind, "deadline")].format(date=f"{date:%Y-%m-%d, %H:%M} UTC")


def confirmation_letter(letter_id: str, language: str, site: str, address: str) -> Letter:
    """Return the message that asks whether an address is the person's who has given it."""
    words, name = words_of(language), name_of(site)
    lines = (words["confirm_text"].format(site=name),)
    return Letter(letter_id, language, words["confirm_subject"], lines, address, words["confirm_open"])


def test_letter(letter_id: str, language: str, site: str, stop_address: str) -> Letter:
    """Return a message that says no more than that messages come through."""
    words, name = words_of(language), name_of(site)
    return Letter(
        letter_id,
        language,
        words["test_subject"].format(site=name),
        (words["test_text"].format(site=name),),
        f"{site}/",
        words["test_open"].format(site=name),
        words["why"].format(site=name),
        words["stop"],
        stop_address,
    )


def name_of(site: str) -> str:
    """Return what an address is called in sentences: its name without the rest."""
    return urlsplit(site).netloc
