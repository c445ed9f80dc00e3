"""Every variant with options drawn at random, and people who do at random all there is to do."""

from random import Random

import pytest

from tests.every import EVERY
from tests.game.gathering import CheckedTable, Gathering, draw_options
from tests.game.test_conformance import check_record
from tests.game.test_views import check_mirror, check_secrets
from thirdcard.errors import OptionError
from thirdcard.game.events import Header, Options
from thirdcard.game.record import verify, without_identities


def gather(variant: str, seed: int, commands: int = 250) -> CheckedTable:
    """Let people gather at a table; return it at its end."""
    random = Random(f"{variant} {seed}")
    while True:
        options = draw_options(random)
        try:
            Header(variant=variant, options=Options(**options)).require_valid()
        except OptionError:
            continue
        break
    table = CheckedTable(variant, seed, **options)
    try:
        Gathering(table, random, hurry=random.choice((0.3, 0.6, 0.9))).play(commands)
        assert table.state.phase == "ended"
        check_record(table)
        assert verify(without_identities(table.record)).fair
        check_mirror(table)
    except Exception as error:
        error.add_note(f"{variant}, seed {seed}: {options}")
        raise
    return table


@pytest.mark.parametrize("variant", EVERY)
def test_a_gathering(variant: str) -> None:
    check_secrets(gather(variant, 0, commands=60))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("variant", EVERY)
def test_many_gatherings(variant: str) -> None:
    for seed in range(1, 60):
        gather(variant, seed)
