"""Pages of balance reports and sweeps: they hold the figures of their twins, parse, and reach out for nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rivertable.lab.balance import report_findings, report_page, sweep_findings, sweep_page
from rivertable.lab.balance.findings import compared, ends, number, percent, signed, signed_ends
from rivertable.lab.balance.plots import Row, bars, intervals, lines, ticks

from .balance_pages import OTHER, STANDARD, Page, report, sweep_report

PAGES = {
    "one setting": lambda: report_page(report(STANDARD)),
    "two settings": lambda: report_page(report(STANDARD, OTHER)),
    "sweep with rows": lambda: sweep_page(sweep_report({"3": 0, "7": 4})),
    "sweep with a line": lambda: sweep_page(sweep_report({"1": -5, "3": 0, "5": 4, "70": 300})),
}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_parses_and_reaches_out_for_nothing(kind: str) -> None:
    text = PAGES[kind]()
    page = Page(text)
    assert page.faults == []
    assert len(page.ids) == len(set(page.ids))
    assert {address for address in page.asked if not address.startswith("#")} == set()
    assert {address[1:] for address in page.asked} <= set(page.ids)
    assert not {"script", "link", "img", "iframe", "object", "image", "use"} & set(page.tags)
    for word in ("url(", "@import", "http:", "https:", "//"):
        assert word not in text.replace('content="width=device-width', ""), word
    assert page.tags.count("svg") == page.tags.count("title") - 1
    assert "nan" not in text.lower().split()


def test_words_of_people_are_not_code() -> None:
    text = report_page(report(STANDARD, OTHER))
    assert "a <b> & c" in Page(text).text
    assert "every <thing> & more" in Page(text).text
    assert "<b>" not in text and "<thing>" not in text
    assert "points of <thing> 0" in Page(sweep_page(sweep_report({"5": 2}))).text


def test_the_figures_of_the_page_are_those_of_its_twin() -> None:
    document = report(STANDARD)
    shown = Page(report_page(json.loads(json.dumps(document)))).text
    for table in document["tables"]:
        (found,) = table["settings"]
        for seat in found["seats"]:
            for text in (percent(seat["wins"]["value"]), ends(seat["wins"], True), number(seat["score"]["value"])):
                assert text in shown
        for name in ("scores", "margins", "turns"):
            assert number(found[name]["mean"]["value"]) in shown
            assert number(found[name]["quantiles"]["95"]) in shown
        for each in found["drama"]["leader"]:
            assert ends(each["wins"], True) in shown
        for family in found["families"]:
            for thing in family["things"]:
                for key in ("wins", "points"):
                    assert f"({signed_ends(thing[key], key == 'wins')})" in shown
    for text in (document["command"], document["seed"], document["at"], document["versions"]["rules"]):
        assert text in shown
    assert "unofficial implementation" in shown
    assert "column_vp: inferred" in shown


def test_the_page_of_two_settings_shows_the_differences() -> None:
    document = report(STANDARD, OTHER)
    shown = Page(report_page(document)).text
    for table in document["tables"]:
        for each in table["differences"]:
            assert signed(each["difference"]["value"], each["is_share"]) in shown
            assert f"({signed_ends(each['difference'], each['is_share'])})" in shown


def test_what_stands_out_is_said() -> None:
    said = " ".join(report_findings(report(STANDARD)))
    assert "2 players: one more use correlates with these differences of wins in 100 games: 0 (Thing) +" in said
    assert "3 players: a seat takes 9.00 turns" in said


def test_a_sweep_says_where_there_is_an_effect_and_where_none_is_seen() -> None:
    document = sweep_report({"3": 0, "4": 0, "9": 6}, noise=2)
    line, nothing, six = sweep_findings(document)
    assert line.startswith(
        "2 players: with each increase of points of <thing> 0 by 1, from 3 to 9, the mean score rises by 1."
    )
    assert nothing.startswith(
        "2 players: with points of <thing> 0 at 4 instead of 3 there is no clear effect: every interval contains 0"
    )
    assert "2 players: with points of <thing> 0 at 9 instead of 3 the mean score is " in six
    score: dict[str, Any] = document["sweeps"][0]["tables"][0]["values"][2]["measures"][0]
    assert score["difference"]["low"] < 6 < score["difference"]["high"]
    assert compared(score, "95 %: ") in six
    shown = Page(sweep_page(document)).text
    assert nothing in shown and six in shown


def test_a_sweep_that_touched_few_games_does_not_pretend_to_know() -> None:
    document = sweep_report({"4": 0})
    score = document["sweeps"][0]["tables"][0]["values"][0]["measures"][0]
    score["difference"] = {"value": 0.01, "low": None, "high": None}
    (said,) = sweep_findings(document)
    assert said.endswith("no clear effect; too few games differ to estimate one.")


def test_a_sweep_without_any_difference_says_so() -> None:
    (said,) = sweep_findings(sweep_report({"4": 0}))
    assert said.endswith("every game is the same in all that is measured.")


def test_axes_have_round_ticks() -> None:
    assert ticks(0.03, 0.27) == pytest.approx([0.05, 0.1, 0.15, 0.2, 0.25])
    assert ticks(-7, 12) == [-5, 0, 5, 10]
    assert ticks(3, 3) == [3]


def test_plots_stay_inside_their_frame_whatever_they_show() -> None:
    huge = (1000.0, -5000.0, 90000.0)
    drawn = [
        bars("t", "x", [([0], [1.0], 1)]),
        bars("t", "x", [([-5, 0], [0.5, 0.5], 5), ([-5, 0, 5], [0.2, 0.2, 0.6], 5)]),
        intervals("t", "x", [Row("a", (huge,)), Row("b", ((0.0, None, None),))], str),
        lines("t", "x", ["1"], [[(0.0, 0.0, 0.0)]], str),
        lines("t", "x", ["1", "2"], [[huge, huge]], str, (0.0, "none"), has_bands=False),
    ]
    for text in drawn:
        page = Page(text)
        assert page.faults == []
        assert "nan" not in text and "inf" not in text
