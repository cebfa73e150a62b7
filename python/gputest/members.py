"""Members of a result's JSON by path, with a check of their kind."""

from __future__ import annotations

from typing import Any, Callable

from gputest.document import no_result, shortened

KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "count": lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 0,
    "truth": lambda value: isinstance(value, bool),
    "numbers": lambda value: isinstance(value, list) and all(map(KINDS["number"], value)),
    "texts": lambda value: isinstance(value, list) and all(map(KINDS["text"], value)),
    "object": lambda value: isinstance(value, dict),
}


def member(name: str, where: str, json: Any, path: str, kind: str) -> Any:
    """The member of `json` at `path`, such as "time.median_s". None if it, or an object on its path, is
    absent or null. `name` is the file's name, and `where` is the path of `json` in the file.

    :raises GputestError: the member is of another kind.
    """
    value, walked = json, where
    for step in path.split("."):
        if not isinstance(value, dict):
            raise no_result(name, f"{walked} is {shortened(value)}, which is not an object")
        value = value.get(step)
        walked = f"{walked}.{step}" if walked else step
        if value is None:
            return None
    if kind == "count" and isinstance(value, float) and value.is_integer() and value >= 0:
        return int(value)  # JSON does not distinguish 5.0 from 5
    if not KINDS[kind](value):
        raise no_result(name, f"{walked} is {shortened(value)}, which is not of the kind {kind}")
    return value
