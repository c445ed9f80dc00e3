"""The socket's protocol as documents: a JSON schema, and the page ``docs/protocol.md``.

Both are made from `thirdcard.server.messages`, so they say what the server does.
``python -m thirdcard.server.protocol`` prints the page; a test holds the stored one against it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from thirdcard.errors import REFUSAL_CODES
from thirdcard.game import views
from thirdcard.game.options import Options
from thirdcard.server import messages

__all__ = ["page", "schema"]

_REFERENCE = "#/$defs/{name}"


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages, with one entry for each direction."""
    kinds = (messages.ClientMessage, messages.ServerMessage)
    (client, server), definitions = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"thirdcard table protocol {messages.PROTOCOL}",
        "client": client,
        "server": server,
        "$defs": definitions,
    }


def page() -> str:
    """Return the page that documents the protocol, in Markdown."""
    assert messages.__doc__
    introduction = inspect.cleandoc(messages.__doc__).replace("``", "`")
    lines = [
        "# The table protocol",
        "",
        "Made by `python -m thirdcard.server.protocol`; do not edit.",
        "",
        f"Version {messages.PROTOCOL}; a client connects to "
        f"`/ws/TABLE?protocol={messages.PROTOCOL}`, with `&language=de` if it wants texts in that",
        "language, whatever its cookie and the header `Accept-Language` say.",
        f"`MAX_BYTES` is {messages.MAX_BYTES}, `MAX_MALFORMED` is {messages.MAX_MALFORMED}.",
        "The JSON schema of all messages is at `/api/protocol` of a running server.",
        "",
        introduction,
        "",
        "## From the client",
        "",
    ]
    for kind in messages.CLIENT_MESSAGES:
        lines += _describe(kind)
    lines += ["## From the server", ""]
    for kind in messages.SERVER_MESSAGES:
        lines += _describe(kind)
    lines += ["## Events", "", "What `events` holds, one after the other.", ""]
    for kind in get_args(views.EventView):
        lines += _describe(kind)
    lines += ["## Objects", ""]
    for kind in _objects():
        lines += _describe(kind)
    lines += ["## Refusal codes", "", "| code | meaning |", "|---|---|"]
    lines += [f"| `{code}` | {meaning} |" for code, meaning in REFUSAL_CODES.items()]
    return "\n".join(lines) + "\n"


def _objects() -> tuple[type[msgspec.Struct], ...]:
    return (
        views.TableView,
        views.SeatView,
        views.SlotView,
        views.SpotView,
        views.LaidView,
        views.LastClaim,
        views.ContestView,
        views.CallView,
        views.VoteView,
        views.HintView,
        Options,
        messages.ChatLine,
        messages.FeatureExplained,
    )


def _describe(kind: type[msgspec.Struct]) -> list[str]:
    tag = kind.__struct_config__.tag
    assert kind.__doc__
    text = inspect.cleandoc(kind.__doc__).replace("``", "`")
    summary, _, rest = text.partition("\n\nAttributes:\n")
    lines = [f"### `{tag or kind.__name__}`", "", summary, ""]
    if rest:
        lines += [f"- `{name}`: {meaning}" for name, meaning in _iter_attributes(rest)] + [""]
    fields = [(f.encode_name, _type_name(f.type)) for f in msgspec.structs.fields(kind)]
    if fields:
        lines += ["| field | type |", "|---|---|"]
        lines += [f"| `{name}` | {type_name} |" for name, type_name in fields] + [""]
    return lines


def _iter_attributes(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and meanings of a docstring's list, continued lines joined."""
    joined: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if line.startswith("    ") and not line.startswith("        "):
            joined.append(stripped)
        elif stripped:
            joined[-1] += " " + stripped
    for line in joined:
        name, _, meaning = line.partition(": ")
        yield name, meaning


def _type_name(annotation: Any) -> str:
    """Return a type as a reader of JSON would name it."""
    if hasattr(annotation, "__metadata__"):
        return _type_name(annotation.__origin__)
    arguments = get_args(annotation)
    if get_origin(annotation) in (UnionType, Union):
        if set(arguments) == set(get_args(views.EventView)):
            return "event"
        return " or ".join(_type_name(argument) for argument in arguments)
    if get_origin(annotation) is Literal:
        return " or ".join(f'"{argument}"' for argument in arguments)
    if arguments and getattr(annotation, "__origin__", None) is tuple:
        if arguments[-1] is Ellipsis:
            return f"list of {_type_name(arguments[0])}"
        return f"[{', '.join(_type_name(argument) for argument in arguments)}]"
    names = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    if annotation in names:
        return names[annotation]
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return f"`{annotation.__struct_config__.tag or annotation.__name__}`"
    return "object"


if __name__ == "__main__":
    print(page(), end="")
