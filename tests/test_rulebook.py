"""The rulebooks as data: complete, in order and consistent; a broken one is refused in one clear sentence."""

import re
from pathlib import Path

import pytest

from rivertable.core.rulebook import STATUSES, Rulebook, RulebookError

GLASSWORKS = "rivertable.glassworks.rulebook"
MARKET = "rivertable.market.rulebook"
IDS = {
    GLASSWORKS: [f"G{n}" for n in range(1, 41)],
    MARKET: [f"{letter}{n}" for letter, last in (("M", 147), ("R", 14), ("U", 12)) for n in range(1, last + 1)],
}
OPTIONS = {
    GLASSWORKS: {"inventory_counts_overflow", "lake_draws_after_trigger"},
    MARKET: {"later_seats_coins", "later_seats_from_third", "equal_turns"},
}

GOOD = '[G1]\ntitle = "One piece"\ntext = "Place one piece."\nstatus = "published"\n'


@pytest.fixture(params=[GLASSWORKS, MARKET], ids=["glassworks", "market"])
def package(request: pytest.FixtureRequest) -> str:
    """The package of each game's rules in turn."""
    return str(request.param)


def test_the_ids_are_complete_and_in_natural_order(package: str) -> None:
    assert list(Rulebook.load(package)) == IDS[package]


def test_a_rule_is_found_by_its_id(package: str) -> None:
    rulebook = Rulebook.load(package)
    assert len(rulebook) == len(IDS[package])
    assert all(rulebook[id].id == id for id in IDS[package])
    with pytest.raises(KeyError):
        rulebook["G999"]


def test_every_reference_exists_and_is_another_rule(package: str) -> None:
    rulebook = Rulebook.load(package)
    for rule in rulebook.values():
        assert rule.id not in rule.see
        assert len(set(rule.see)) == len(rule.see), rule.id
        assert set(rule.see) <= rulebook.keys(), rule.id


def test_notes_and_texts_name_only_rules_that_exist(package: str) -> None:
    rulebook = Rulebook.load(package)
    for rule in rulebook.values():
        assert set(re.findall(r"\b[GMRU][0-9]+\b", rule.text + rule.note)) <= rulebook.keys(), rule.id


def test_texts_are_short_sentences(package: str) -> None:
    for rule in Rulebook.load(package).values():
        assert 15 <= len(rule.text) <= 420, rule.id
        assert rule.text.endswith("."), rule.id
        assert not rule.note or rule.note.endswith("."), rule.id


def test_titles_are_short_and_different(package: str) -> None:
    titles = {rule.id: rule.title for rule in Rulebook.load(package).values()}
    assert len(set(titles.values())) == len(titles)
    for id, title in titles.items():
        assert 2 <= len(title.split()) <= 6, id
        assert not title.endswith("."), id


def test_what_is_not_published_says_why(package: str) -> None:
    for rule in Rulebook.load(package).values():
        assert rule.status in STATUSES
        assert rule.status == "published" or rule.note, rule.id


def test_options_are_those_of_the_game(package: str) -> None:
    rules = Rulebook.load(package).values()
    assert {option for rule in rules for option in rule.options} == OPTIONS[package]


def test_every_market_reading_is_tied_to_its_rules() -> None:
    rulebook = Rulebook.load(MARKET)
    for rule in rulebook.values():
        if rule.id.startswith("R"):
            assert rule.status == "reading" and rule.see, rule.id
            assert all(rule.id in rulebook[other].see for other in rule.see if other.startswith("M")), rule.id
        elif rule.status == "reading":
            assert any(other.startswith("R") for other in rule.see), rule.id


def test_the_section_is_the_name_of_the_file() -> None:
    assert Rulebook.load(GLASSWORKS)["G12"].section == "Place and gather"


def test_search_wants_all_words_in_any_case() -> None:
    rulebook = Rulebook.load(GLASSWORKS)
    found = rulebook.search("LAKE satchel")
    assert "G24" in [rule.id for rule in found]
    for rule in found:
        everything = f"{rule.title} {rule.text} {rule.note}".lower()
        assert "lake" in everything and "satchel" in everything, rule.id


def test_search_puts_ids_before_titles_before_texts() -> None:
    rulebook = Rulebook.load(GLASSWORKS)
    assert rulebook.search("g18")[0].id == "G18"
    found = [rule.id for rule in rulebook.search("overflow")]
    assert found[:2] == ["G22", "G38"]
    assert set(found[2:]) >= {"G23", "G25", "G39"}


def test_an_id_finds_itself_and_not_the_ids_that_begin_with_it() -> None:
    found = [rule.id for rule in Rulebook.load(GLASSWORKS).search("g1")]
    assert found[0] == "G1"
    assert "G10" not in found


def test_search_without_words_finds_all_and_with_nonsense_nothing() -> None:
    rulebook = Rulebook.load(GLASSWORKS)
    assert [rule.id for rule in rulebook.search(" ")] == list(rulebook)
    assert rulebook.search("lake volcano") == []


def load(folder: Path, monkeypatch: pytest.MonkeyPatch, **sections: str) -> Rulebook:
    """Loads a rulebook written just now, one file per section, as a package of its own."""
    package = folder / f"sample_rules_{folder.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, content in sections.items():
        (package / f"{name}.toml").write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    return Rulebook.load(package.name)


def test_natural_order_across_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {id: GOOD.replace("G1", id) for id in ("G10", "G2", "G1")}
    rulebook = load(tmp_path, monkeypatch, late_rules=rules["G2"], first=rules["G10"] + rules["G1"])
    assert [(rule.id, rule.section) for rule in rulebook.values()] == [
        ("G1", "First"),
        ("G2", "Late rules"),
        ("G10", "First"),
    ]


def test_what_is_left_out_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = load(tmp_path, monkeypatch, only=GOOD)["G1"]
    assert (rule.note, rule.see, rule.options) == ("", (), ())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (GOOD + 'colour = "red"\n', "Rule G1 in only.toml has the unknown key 'colour'."),
        (GOOD.replace('title = "One piece"\n', ""), "Rule G1 in only.toml has no title."),
        (
            GOOD.replace("published", "sure"),
            "Rule G1 in only.toml has the status 'sure', which is none of "
            "published, inferred, reading, house, unknown.",
        ),
        (GOOD.replace('"published"', "1"), "The status of rule G1 in only.toml is not a text."),
        (GOOD + 'note = " "\n', "The note of rule G1 in only.toml is not a text."),
        (GOOD + 'see = "G2"\n', "The see of rule G1 in only.toml is not a list of names."),
        (GOOD + "options = [1]\n", "The options of rule G1 in only.toml is not a list of names."),
        (GOOD + 'see = ["G2"]\n', "Rule G1 refers to rule G2, which does not exist."),
        (GOOD + 'see = ["G1"]\n', "Rule G1 refers to itself."),
        (
            GOOD.replace("G1", "G01"),
            "The file only.toml has an entry 'G01', which is not a rule id such as G12.",
        ),
        ('G1 = "Place one piece."\n', "Rule G1 in only.toml is not a table."),
    ],
)
def test_a_broken_rule_is_refused(content: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulebookError) as refused:
        load(tmp_path, monkeypatch, only=content)
    assert str(refused.value) == sentence


def test_an_id_in_two_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulebookError) as refused:
        load(tmp_path, monkeypatch, a=GOOD, b=GOOD)
    assert str(refused.value) == "Rule G1 in b.toml exists already in another file."


@pytest.mark.parametrize("content", ["[G1\n", GOOD + GOOD], ids=["syntax", "id twice in one file"])
def test_bad_toml_is_refused(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulebookError, match=r"^The file only\.toml is not valid TOML: .*\.$"):
        load(tmp_path, monkeypatch, only=content)


def test_a_package_without_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulebookError, match=r"^The package sample_rules_\w+ holds no rules\.$"):
        load(tmp_path, monkeypatch)


@pytest.mark.parametrize("name", ["rivertable_no_such_rules", "rivertable_no_such.rules"])
def test_a_missing_package_is_refused(name: str) -> None:
    with pytest.raises(RulebookError) as refused:
        Rulebook.load(name)
    assert str(refused.value) == f"There is no package {name} to read rules from."
