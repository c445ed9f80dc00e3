"""What a client does: a table as JSON, and the events that change it.

Each event view says all that it changes, so a client needs no rule of the game.  Three things
are said by what an event is, and by nothing in it: `started_at` is the time of ``started``,
`ended_at` that of ``ended``, and whoever takes a new seat ranks last.
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
            seats.append({"seat": event["seat"], "score": 0, "refusals": 0})
            self.view["ranking"].append(event["seat"])
        seats[event["seat"]] |= {
            "name": event["name"],
            "bot": event["bot"],
            "present": True,
            "chain": event["chain"],
        }

    def _left(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["present"] = False

    def _started(self, event: Json) -> None:
        self.view |= {"phase": "playing", "turn": event["turn"], "started_at": event["at"]}

    def _dealt(self, event: Json) -> None:
        self._resize(event["size"])
        for laid in event["cards"]:
            self.view["slots"][laid["slot"]] = {"card": laid["card"]}
        self.view["undealt"] = event["undealt"]

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

    def _refused(self, event: Json) -> None:
        self.view["seats"][event["seat"]]["refusals"] += 1

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
        pass

    def _ended(self, event: Json) -> None:
        self.view |= {
            "phase": "ended",
            "turn": None,
            "ended_at": event["at"],
            **{key: event[key] for key in ("reason", "seed", "ranking")},
        }
