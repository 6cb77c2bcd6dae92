"""Options of every type on the page of a new table: a checkbox, a number within its bounds, names to choose from."""

import json

import pytest
from playwright.sync_api import Route, expect

from more_options import SHORE, SIZE

from .conftest import Begin, Visit
from .seats import seat_link
from .test_refusals import REFUSED
from .visitors import NO_WIDER, words_of


def _add_options(route: Route) -> None:
    games = route.fetch().json()
    for game in games:
        if game["name"] == "glassworks":
            game["options"] += [SIZE.document(), SHORE.document()]
            for values in game["presets"].values():
                values |= {"lake_size": 5, "shore": "sand"}
    route.fulfill(body=json.dumps(games), content_type="application/json")


def test_options_of_every_type_are_chosen(visit: Visit) -> None:
    visitor = visit(width=360, height=780)
    visitor.page.route("**/api/games", _add_options)
    page = visitor.go("/new/glassworks")
    page.get_by_text("Rules played: rulebook").click()
    size, shore = page.get_by_label(SIZE.sentence), page.get_by_label(SHORE.sentence)
    expect(size).to_have_value("5")
    expect(shore).to_have_value("sand")
    for typed, taken in (("9", "7"), ("x", "7"), ("1", "3"), ("-", "3"), ("4", "4")):
        size.fill("")
        size.press_sequentially(typed)
        size.blur()
        expect(size).to_have_value(taken)
    shore.select_option("reed")
    page.get_by_label("The lake may be drawn from").uncheck()
    assert page.evaluate(NO_WIDER)
    # The table has no such options: what matters is what it is asked for.
    visitor.expect(REFUSED)
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_role("button", name="Open").click()
    assert asked.value.post_data_json["options"] == {
        "preset": "rulebook",
        "lake_size": 4,
        "shore": "reed",
        "lake_draws_after_trigger": False,
    }
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_table_can_be_opened_before_its_options_have_come(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/games", lambda route: None)
    page = visitor.go("/new/market")
    with page.expect_response(lambda response: response.request.method == "POST") as opened:
        page.get_by_role("button", name="Open").click()
    assert opened.value.status == 201
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_edition_is_chosen_in_the_readers_language(visit: Visit) -> None:
    words, front = words_of("de", "options", "market"), words_of("de", "front")
    visitor = visit(width=360, height=780, locale="de-DE")
    page = visitor.go("/new/market")
    editions = page.get_by_role("group", name=front["new_edition"]).get_by_role("radio")
    # The standard one comes first.
    expect(editions.first).to_be_checked()
    expect(page.get_by_role("radio", name=words["edition_second-edition"])).to_be_visible()
    page.get_by_role("radio", name=words["edition_first-edition"]).check()
    page.get_by_text("rulebook").click()
    expect(page.get_by_label(words["option_equal_turns"])).to_be_visible()
    assert page.evaluate(NO_WIDER)
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_role("button", name=front["new_open"]).click()
    assert asked.value.post_data_json["edition"] == "first-edition"
    response = asked.value.response()
    assert response and response.status == 201


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_choices_are_as_wide_as_a_small_phone(visit: Visit, begin: Begin, language: str) -> None:
    """Whatever their longest words are: those of a new table over days, and those of a table's menu."""
    visitor = visit(width=320, height=640, locale=language)
    page = visitor.go("/new/market")
    words = words_of(language, "company")
    labels = [page.locator("label").filter(has=page.get_by_text(words[key], exact=True)) for key in ("pace", "absence")]
    pace, absence = (label.locator("select") for label in labels)
    expect(pace).to_be_visible()
    for index in range(1, pace.locator("option").count()):
        pace.select_option(index=index)
        expect(absence).to_be_visible()
        assert page.evaluate(NO_WIDER)
    page = visitor.go(seat_link(begin("glassworks", ["person", "person"]), 0))
    page.locator("header button").last.click()
    sheet = page.locator("dialog[open]")
    expect(sheet.locator("select").first).to_be_visible()
    for choice in sheet.locator("button, select").all():
        box = choice.bounding_box()
        assert box is None or box["x"] + box["width"] <= 320, choice.inner_text()
