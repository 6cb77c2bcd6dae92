"""``--set OPTION=VALUE``: options of every type, and exact words for what is none."""

import pytest
import typer

from more_options import add_options
from rivertable.cli.commands.balance import setting_of
from rivertable.cli.shared.arguments import make_terms
from rivertable.core.errors import OptionError
from rivertable.glassworks import GAME


@pytest.fixture(autouse=True)
def _more_options(monkeypatch: pytest.MonkeyPatch) -> None:
    add_options(monkeypatch)


def test_each_type_is_read() -> None:
    settings = ["lake_size=4", "preset=bga", "shore=reed", "lake_draws_after_trigger=true"]
    wanted = {"lake_size": 4, "shore": "reed", "lake_draws_after_trigger": True}
    assert make_terms(GAME, 2, settings, None).options == GAME.options.make("bga", wanted)
    setting = setting_of(GAME, settings, None)
    assert setting.options == GAME.options.make("bga", wanted)
    assert setting.document(GAME)["options"] == {"preset": "bga", **wanted}


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("lake_size=9", "The option lake_size is a whole number from 3 to 7, not 9."),
        ("lake_size=yes", "The option lake_size is a whole number from 3 to 7, not 'yes'."),
        ("shore=grass", "The option shore is sand, reed or rock, not 'grass'."),
        ("lake_draws_after_trigger=1", "The option lake_draws_after_trigger is yes or no, not '1'."),
    ],
)
def test_what_an_option_cannot_be_is_refused(setting: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_terms(GAME, 2, [setting], None)
    assert caught.value.sentence == sentence


def test_a_setting_has_a_value() -> None:
    with pytest.raises(typer.BadParameter, match="'lake_size' is not OPTION=VALUE"):
        make_terms(GAME, 2, ["lake_size"], None)
