"""Names that people give: what is not seen in them is left out."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.wording import printable, visible

RIGHT_TO_LEFT, ISOLATE, ZERO_WIDTH, JOINER, NON_JOINER = "\u202e", "\u2066", "\u200b", "\u200d", "\u200c"


@pytest.mark.parametrize(
    ("given_name", "seen"),
    [
        ("  Anna   Lund ", "Anna Lund"),
        (f"An{ZERO_WIDTH}na", "Anna"),
        (f"An{JOINER}na", "Anna"),
        (f"{RIGHT_TO_LEFT}annA", "annA"),
        (f"{ISOLATE}Anna\u2069", "Anna"),
        ("Anna\x1b[31m", "Anna[31m"),
        ("An\nna\u2028x", "An na x"),
        (ZERO_WIDTH * 3, ""),
        ("\u3164", ""),
        ("Ægir Ðó", "Ægir Ðó"),
        (f"می{NON_JOINER}خواهم", f"می{NON_JOINER}خواهم"),
        (f"👩{JOINER}🚀", f"👩{JOINER}🚀"),
        (f"👩{JOINER}", "👩"),
    ],
)
def test_what_is_not_seen_is_left_out(given_name: str, seen: str) -> None:
    assert visible(given_name) == seen


@given(st.text(max_size=40))
def test_a_visible_name_stays_as_it_is_and_commands_nothing(text: str) -> None:
    seen = visible(text)
    assert visible(seen) == seen and len(seen) <= len(text)
    assert not {unicodedata.category(character) for character in seen} & {"Cc", "Zl", "Zp", "Cs"}
    assert not set(seen) & set(RIGHT_TO_LEFT + ISOLATE + ZERO_WIDTH)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_a_terminal_gets_no_commands(text: str) -> None:
    shown = printable(text)
    assert "\x1b" not in shown and "\x9b" not in shown and RIGHT_TO_LEFT not in shown
    assert shown.count("\n") == text.count("\n") and shown.count(" ") == text.count(" ")


def test_a_drawn_board_is_printed_as_it_is() -> None:
    drawn = "│ ▲  ◆ │\n\tA1  — 3×4 −2"
    assert printable(drawn) == drawn
