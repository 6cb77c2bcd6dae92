"""The collector of citations: what counts as citing a rule, and under which name."""

from pathlib import Path

from citations import citations

SOURCE = '''
"""A module docstring that names G30 cites nothing."""

# G1: a comment above a test
def test_g2_and_g31_in_the_name():
    """G3 in the docstring."""
    piece = "G32"  # G4 in a comment


def helper():
    """G33 in a helper."""


class TestDraw:
    """G34 in the docstring of a class."""

    async def test_lake(self):
        # M12 and R3 too, but neither G400x nor XG5 nor g6
        assert True
'''


def test_names_docstrings_and_comments_of_tests_cite(tmp_path: Path) -> None:
    (tmp_path / "turn").mkdir()
    (tmp_path / "turn" / "test_sample.py").write_text(SOURCE, encoding="utf-8")
    first, second = (
        "turn/test_sample.py::test_g2_and_g31_in_the_name",
        "turn/test_sample.py::TestDraw::test_lake",
    )
    assert citations(tmp_path) == {
        **{id: [first] for id in ("G1", "G2", "G3", "G4", "G31")},
        **{id: [second] for id in ("M12", "R3")},
    }


def test_only_test_files_are_read_and_tests_are_sorted(tmp_path: Path) -> None:
    for name in ("test_b.py", "test_a.py", "helpers.py"):
        (tmp_path / name).write_text("def test_m7(): ...\n", encoding="utf-8")
    assert citations(tmp_path) == {"M7": ["test_a.py::test_m7", "test_b.py::test_m7"]}


def test_ids_come_in_natural_order(tmp_path: Path) -> None:
    (tmp_path / "test_order.py").write_text("def test_g10_m1_g9_r2(): ...\n", encoding="utf-8")
    assert list(citations(tmp_path)) == ["G9", "G10", "M1", "R2"]
