"""``thirdcard replay``: a game's record, followed to its end and verified."""

from __future__ import annotations

import argparse
from typing import Any

from thirdcard.cli import inputs, output
from thirdcard.errors import OptionError, RecordError

HELP = """\
Follow a game's record to its end: who claimed how often, the scores, what was left.

With --verify the record is judged: the seed of the shuffle must have the hash that was published
before the first card, and the rules must lead to exactly the events that are there."""
EXAMPLES = """\
examples:
  thirdcard replay game.jsonl
  thirdcard replay game.jsonl --verify     exit code 1 if the game was not fair
  thirdcard replay - < game.jsonl

exit codes: 0 done (or fair), 1 not fair, with --verify, 2 the record cannot be read"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record, as JSON lines; - for stdin")
    parser.add_argument("--verify", action="store_true", help="judge the deal and every event")


def run(args: argparse.Namespace) -> int:
    """Replay the record and say how the game went."""
    try:
        from thirdcard.game.record import Record, Verdict, read_record, replay_record, verify
        from thirdcard.game.sums import find_change
    except ModuleNotFoundError as error:
        raise OptionError(f"records need {error.name}; install thirdcard again") from None

    text = inputs.read_file(args.file)
    record = read_record(text)
    verdict = verify(record)
    if verdict.fair and (change := find_change(text)):
        verdict = Verdict(False, True, change.reason, change.line)
    try:
        state = replay_record(record)
    except RecordError as error:
        if not args.verify:
            raise
        # The verdict says what is wrong; the rest is how far the game could be followed.
        state = replay_record(Record(record.header, record.events[: error.line - 2]))
    started, ended = state.started_at, record.events[-1].at
    answer: dict[str, Any] = {
        "variant": state.variant.key,
        "players": [seat.name for seat in state.seats],
        "claims": [seat.claims for seat in state.seats],
        "refusals": [seat.refusals for seat in state.seats],
        "left": len(state.spots) + state.undealt,
        "scores": [seat.score for seat in state.seats],
        "seconds": 0.0 if started is None else (ended - started) / 1000,
        "fair": verdict.fair,
        "complete": verdict.complete,
        "reason": verdict.reason,
        "line": verdict.line,
    }
    if args.json:
        output.write_json(answer)
    else:
        output.write(_describe(answer, state.variant.title, [*state.ranking]))
    return output.DONE if verdict.fair or not args.verify else output.NO


def _count(number: int, noun: str) -> str:
    return f"{number:>3} {noun}{' ' if number == 1 else 's'}"


def _describe(answer: dict[str, Any], title: str, ranking: list[int]) -> str:
    lines = [f"{title}, {_count(len(ranking), 'player').strip()}, {answer['seconds']:.1f} seconds"]
    width = max((len(name) for name in answer["players"]), default=0)
    for seat in ranking:
        lines.append(
            f"  {answer['players'][seat]:<{width}}  {_count(answer['scores'][seat], 'point')}  "
            f"{_count(answer['claims'][seat], 'claim')}  {answer['refusals'][seat]:>3} refused"
        )
    lines.append(f"{_count(answer['left'], 'card').strip()} left")
    if answer["fair"]:
        lines.append("fair: the seed has the published hash, and leads to every event")
    else:
        where = f" (line {answer['line']})" if answer["line"] else ""
        verdict = "not fair" if answer["complete"] else "unfinished"
        lines.append(f"{verdict}: {answer['reason']}{where}")
    return "\n".join(lines)
