"""What a client does: a table as JSON, and the events that change it.

Each event view says all that it changes, so a client needs no rule of the game.  These things are
said by what an event is, and by nothing in it:

- `started_at`, `ended_at` and `paused` are the times of ``started``, ``ended`` and ``paused``;
- whoever takes a seat is not away, and a new one has no points, refusals or lock;
- whoever leaves or goes away takes their votes along; a question that nobody asks any more is gone;
- when cards come or go, what was said of the table is gone: its hint, and the questions whether
  there shall be more cards or a hint.  A hint, a pause and its end each answer their question;
- a call is over with what becomes of its seat's claim, with its lapse, and when its seat leaves;
- the end leaves no turn, call, question or pause.
"""

from typing import Any

Json = dict[str, Any]


class Mirror:
    """A table kept by its event views.

    Args:
        view: a `TableView` that was read from JSON; it is changed by `apply`.
    """

    def __init__(self, view: Json) -> None:
        self.view = view

    def apply(self, event: Json) -> None:
        """Take in the next event view, read from JSON."""
        assert event["seq"] == self.view["seq"] + 1
        self.view["seq"] = event["seq"]
        getattr(self, f"_{event['type']}")(event)

    def _resize(self, size: int) -> None:
        slots = self.view["slots"]
        del slots[size:]
        slots.extend([None] * (size - len(slots)))

    def _joined(self, event: Json) -> None:
        seats = self.view["seats"]
        if event["seat"] == len(seats):
            fresh = {"score": 0, "refusals": 0, "muted": False, "locked_until": None}
            seats.append({"seat": event["seat"], **fresh})
        seats[event["seat"]] |= {
            "name": event["name"],
            "bot": event["bot"],
            "present": True,
            "away": False,
            "chain": event["chain"],
        }
        self.view |= {key: event[key] for key in ("host", "ranking")}

    def _left(self, event: Json) -> None:
        self.view["seats"][event["seat"]] |= {"present": False, "away": False}
        self.view["host"] = event["host"]
        self._forget_voter(event["seat"])
        self._end_call(event["seat"])

    def _went_away(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["away"] = True
        self._forget_voter(event["seat"])

    def _came_back(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["away"] = False

    def _muted(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["muted"] = event["muted"]

    def _configured(self, event: Json) -> None:
        keys = ("options", "sentences", "contest", "max_seats", "turn_seconds")
        self.view |= {key: event[key] for key in keys}

    # -- votes ------------------------------------------------------------------------------

    def _voted(self, event: Json) -> None:
        votes = self.view["votes"]
        question = next((v for v in votes if v["subject"] == event["subject"]), None)
        if question is None:
            question = {"subject": event["subject"], "seats": []}
            votes.append(question)
        others = [seat for seat in question["seats"] if seat != event["seat"]]
        question["seats"] = sorted([*others, event["seat"]] if event["agrees"] else others)
        self._drop_questions()

    def _forget_voter(self, seat: int) -> None:
        for question in self.view["votes"]:
            question["seats"] = [other for other in question["seats"] if other != seat]
        self._drop_questions()

    def _drop_questions(self, *subjects: str) -> None:
        votes = self.view["votes"]
        self.view["votes"] = [v for v in votes if v["seats"] and v["subject"] not in subjects]

    def _end_call(self, seat: int) -> None:
        if self.view["call"] and self.view["call"]["seat"] == seat:
            self.view["call"] = None

    def _change_table(self) -> None:
        self.view["hint"] = None
        self._drop_questions("cards", "hint")

    def _paused(self, event: Json) -> None:
        self.view["paused"] = event["at"]
        self._drop_questions("pause")

    def _continued(self, event: Json) -> None:
        self.view |= {"paused": None, "call": event["call"], "ends_at": event["ends_at"]}
        for seat, until in zip(self.view["seats"], event["locks"], strict=True):
            seat["locked_until"] = until
        self._drop_questions("continue")

    def _hinted(self, event: Json) -> None:
        if event["seat"] is None:
            self.view["hint"] = {key: event[key] for key in ("stage", "cards", "there")}
            self._drop_questions("hint")

    # -- cards ------------------------------------------------------------------------------

    def _started(self, event: Json) -> None:
        self.view |= {"phase": "playing", "turn": event["turn"], "started_at": event["at"]}
        self.view["ends_at"] = event["ends_at"]

    def _dealt(self, event: Json) -> None:
        self._resize(event["size"])
        for laid in event["cards"]:
            self.view["slots"][laid["slot"]] = {"card": laid["card"]}
        self.view["undealt"] = event["undealt"]
        self._change_table()

    def _reshuffled(self, event: Json) -> None:
        self.view["undealt"] = event["count"]

    def _announced(self, event: Json) -> None:
        self.view |= {"optimum": event["optimum"], "optimum_proved": event["proved"]}

    def _called(self, event: Json) -> None:
        self.view["call"] = {key: event[key] for key in ("seat", "until")}

    def _offered(self, event: Json) -> None:
        pass

    def _claimed(self, event: Json) -> None:
        for slot in event["slots"]:
            self.view["slots"][slot] = None
        self._resize(event["size"])
        for seat, chain in zip(self.view["seats"], event["chains"], strict=True):
            seat["chain"] = chain
        self.view["seats"][event["seat"]]["score"] = event["score"]
        self.view |= {
            "last": {key: event[key] for key in ("seat", "cards", "linked", "joint")},
            "ranking": event["ranking"],
            "face_up": [],
        }
        self._change_table()
        self._end_call(event["seat"])

    def _taken_back(self, event: Json) -> None:
        self._resize(event["size"])
        for laid in event["cards"]:
            self.view["slots"][laid["slot"]] = {"card": laid["card"]}
        self.view["seats"][event["claimer"]]["score"] = event["score"]
        self.view |= {key: event[key] for key in ("last", "turn", "ranking")}
        self._change_table()

    def _refused(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["refusals"] += 1
        self._lapsed(event)

    def _lapsed(self, event: Json) -> None:
        seat = self.view["seats"][event["seat"]]
        seat |= {key: event[key] for key in ("score", "locked_until")}
        self.view["ranking"] = event["ranking"]
        self._end_call(event["seat"])

    def _flipped(self, event: Json) -> None:
        self.view["slots"][event["slot"]]["card"] = event["card"]
        self.view["face_up"].append(event["slot"])

    def _covered(self, event: Json) -> None:
        for slot in event["slots"]:
            self.view["slots"][slot]["card"] = None
            self.view["face_up"].remove(slot)

    def _turn_passed(self, event: Json) -> None:
        self.view["turn"] = event["to"]

    def _resumed(self, event: Json) -> None:
        self.view |= {key: event[key] for key in ("ends_at", "call")}

    def _ended(self, event: Json) -> None:
        self.view |= {
            "phase": "ended",
            "turn": None,
            "call": None,
            "paused": None,
            "votes": [],
            "ended_at": event["at"],
            **{key: event[key] for key in ("reason", "seed", "ranking")},
        }
