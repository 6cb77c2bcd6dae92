"""A Rival or a level is chosen on the page of a new table, told of in the reader's language, and sits at the table."""

import pytest
from playwright.sync_api import expect

from rivertable.bots import LEVELS, rivals_of
from rivertable.bots.names import KINDS, RANDOM
from rivertable.core.game import GAMES

from .conftest import Visit
from .visitors import NO_WIDER, words_of

LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "es": "es-ES"}


@pytest.mark.parametrize(("language", "game"), [("en", "glassworks"), ("de", "glassworks"), ("fr", "market")])
def test_a_rival_is_chosen_and_sits_at_the_table(visit: Visit, language: str, game: str) -> None:
    words, front = words_of(language), words_of(language, "front")
    visitor = visit(width=360, height=780, locale=LOCALES[language])
    page = visitor.go(f"/new/{game}")
    page.locator("fieldset select").nth(1).select_option("bot")
    levels = page.get_by_label(front["new_level"])
    group = levels.locator("optgroup")
    expect(group).to_have_attribute("label", front["rivals_group"])
    names = list(rivals_of(GAMES[game]))
    expect(group.locator("option")).to_have_text([words["levels"][name] for name in names])
    levels.select_option(names[-1])
    expect(page.get_by_text(front["rivals_" + names[-1].removeprefix("rival:")])).to_be_visible()
    page.get_by_role("button", name=front["new_open"]).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text(words["levels"][names[-1]]).first).to_be_attached()


@pytest.mark.parametrize("language", LOCALES)
def test_levels_are_told_of_where_they_are_chosen(visit: Visit, language: str) -> None:
    """On the page of a new table and in the waiting room; on a small screen nothing is cut off or pushed out."""
    words, front = words_of(language), words_of(language, "front")
    visitor = visit(width=360, height=780, locale=LOCALES[language])
    page = visitor.go("/new/glassworks")
    page.locator("fieldset select").nth(1).select_option("bot")
    levels = page.get_by_label(front["new_level"])
    expect(levels.locator("> option")).to_have_text([words["levels"][name] for name in LEVELS])
    for name in LEVELS:
        levels.select_option(name)
        expect(page.get_by_text(front["manners_" + name])).to_be_visible()
        assert page.evaluate(NO_WIDER)
    page.locator("fieldset select").nth(3).select_option("open")
    page.get_by_role("button", name=front["new_open"]).click()
    page.wait_for_url("**/t/*")
    chosen = page.get_by_label(front["waiting_fill_with"])
    expect(chosen.locator("option")).to_have_text([words["levels"][name] for name in LEVELS])
    for name in LEVELS:
        chosen.select_option(name)
        expect(page.get_by_text(front["manners_" + name])).to_be_visible()
        assert page.evaluate(NO_WIDER)


@pytest.mark.parametrize("language", LOCALES)
def test_every_level_and_rival_is_named_and_told_of_in_every_language(language: str) -> None:
    words, front = words_of(language), words_of(language, "front")
    for name, level in {**LEVELS, RANDOM: KINDS[RANDOM]}.items():
        assert words["levels"][name]
        assert front["manners_" + name].endswith(".")
        if language == "en":
            assert front["manners_" + name] == level.sentence
    for game in GAMES.values():
        for name, rival in rivals_of(game).items():
            assert words["levels"][name]
            assert front["rivals_" + rival.name].endswith(".")
            if language == "en":
                assert (words["levels"][name], front["rivals_" + rival.name]) == (rival.title, rival.character)
