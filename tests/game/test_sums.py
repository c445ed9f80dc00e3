"""A record with check sums: one changed byte is told with its line, whatever it is."""

from random import Random

from tests.game.scripted import Crowd, Table
from thirdcard.game.record import read_record, write_record
from thirdcard.game.sums import add_sums, find_change, without_sum


def play(variant: str = "junior") -> Table:
    table = Table(variant, 2)
    Crowd(table, Random(2), players=2).play()
    return table


def test_there_and_back() -> None:
    record = play().record
    text = write_record(record, with_sums=True)
    assert all(',"sum":"' in line for line in text.splitlines())
    assert read_record(text) == record
    plain = write_record(record)
    assert "sum" not in plain
    assert read_record(plain) == record
    assert list(map(without_sum, text.splitlines())) == plain.splitlines()
    assert find_change(text) is find_change(plain) is None


def test_a_known_sum() -> None:
    # printf '{"a":1}\n' | sha256sum; printf '{"a":1}\n{"b":2}\n' | sha256sum
    assert add_sums(['{"a":1}', '{"b":2}']) == [
        '{"a":1,"sum":"e3464320"}',
        '{"b":2,"sum":"3881dc2e"}',
    ]


def test_every_changed_byte_is_told_with_its_line() -> None:
    data = write_record(play().record, with_sums=True).encode()
    random = Random(3)
    for place in range(len(data) - 1):
        old = data[place : place + 1]
        new = bytes([random.choice([byte for byte in range(32, 127) if byte != old[0]])])
        changed = data[:place] + new + data[place + 1 :]
        line = data.count(b"\n", 0, place) + 1
        change = find_change(changed.decode())
        assert change is not None
        assert change.line == line, (old, new)


def test_a_line_that_is_gone() -> None:
    lines = write_record(play().record, with_sums=True).splitlines()
    del lines[5]
    change = find_change("\n".join(lines))
    assert change is not None
    assert (change.line, "does not fit" in change.reason) == (6, True)


def test_a_sum_that_is_gone() -> None:
    lines = write_record(play().record, with_sums=True).splitlines()
    lines[3] = without_sum(lines[3])
    change = find_change("\n".join(lines))
    assert change is not None
    assert (change.line, "no check sum" in change.reason) == (4, True)
