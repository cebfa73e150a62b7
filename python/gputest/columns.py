"""The frame's columns, from the schema of results."""

from __future__ import annotations

from typing import Any, NamedTuple

from gputest.document import schema


class Column(NamedTuple):
    """A column of the frame."""

    name: str
    path: str
    """Its path in a row's JSON; a second path is for results of schema version 1."""
    kind: str
    """A kind of members.py."""
    unit: str = ""


_SCHEMA = schema()
_KINDS = {"string": "text", "number": "number", "integer": "count", "boolean": "truth"}


def _resolved(node: Any) -> Any:
    """The schema of the value when it is not null."""
    if "oneOf" in node:
        node = next(one for one in node["oneOf"] if one.get("type") != "null")
    return _SCHEMA["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def _member(path: str) -> Any:
    node = _SCHEMA["$defs"]["row"]
    for step in path.split("."):
        node = _resolved(node["properties"][step])
    return node


def _kind(node: Any) -> str:
    if "enum" in node:
        return "text"
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    if "array" in types:
        return _kind(_resolved(node["items"])) + "s"
    return _KINDS[next(one for one in types if one != "null")]


COLUMNS = [
    Column(column["name"], column["path"], _kind(_member(column["path"].split()[0])),
           column.get("unit", ""))
    for column in _SCHEMA["x-columns"] if column.get("only") != "csv"
]

REQUIRED = {"api", "n", "status"}  # in every row; "device" may belong to an absent API
STATUSES = _member("status")["enum"]
DOUBTFUL = ["noisy", "disturbed", "throttled", "undefended"]  # the answer is right, the speed unreliable
