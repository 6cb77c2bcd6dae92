"""The plain stream of verifiable draws."""

from .seed_stream import SeedStream


def test_draws_skip_what_would_favour_small_numbers() -> None:
    """With a total just over half of 2^256 about every second counter is skipped, and none is used twice."""
    total = 2**255 + 1
    stream = SeedStream(b"river")
    numbers = [stream.below(total) for _ in range(40)]
    assert len(set(numbers)) == 40
    assert stream.counter > 50
    plain = SeedStream(b"river")
    everything = [plain.below(2**256) for _ in range(stream.counter)]
    assert plain.counter == stream.counter
    assert numbers == [number for number in everything if number < total]


def test_pick_goes_by_cumulated_weight() -> None:
    """The first outcome whose cumulated weight exceeds the number."""
    for key in (b"a", b"b", b"c", b"d"):
        number = SeedStream(key).below(6)
        expected = "first" if number < 1 else "second" if number < 3 else "third"
        assert SeedStream(key).pick({"first": 1, "second": 2, "third": 3}) == expected
