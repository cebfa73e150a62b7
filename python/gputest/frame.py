"""Rows as a pandas DataFrame."""

from __future__ import annotations

from typing import Any, Iterable

import pandas

from gputest.columns import COLUMNS, DOUBTFUL, REQUIRED, STATUSES, Column
from gputest.document import Document, Json, no_result, shortened
from gputest.members import member

_TYPES = {"text": "object", "texts": "object", "numbers": "object", "number": "float64",
          "count": "Int64", "truth": "boolean"}


def _value(name: str, where: str, row: Json, column: Column) -> Any:
    value = None
    for path in column.path.split():
        value = member(name, where, row, path, column.kind)
        if value is not None:
            break
    if value is None and column.name in REQUIRED:
        raise no_result(name, f"{where} has no {column.path}")
    if column.name == "status" and value not in STATUSES:
        raise no_result(name, f"{where}.status is {shortened(value)}, which is not a status")
    return value


def _problem(name: str, where: str, row: Json) -> Json:
    """The problem's parameters. A list of values, such as a shape, becomes a tuple. Each value of an
    object becomes a separate parameter, such as `errors.max`."""
    problem: Json = {}
    for key, value in (member(name, where, row, "problem", "object") or {}).items():
        inner = value.items() if isinstance(value, dict) else []
        problem.update({f"{key}.{part}": one for part, one in inner} if inner else {key: value})
    for key, value in problem.items():
        values = value if isinstance(value, list) else [value]
        if any(isinstance(one, (dict, list)) for one in values):
            raise no_result(name, f"{where}.problem.{key} is {shortened(value)}, which is not a valid value")
        if isinstance(value, list):
            problem[key] = tuple(value)
    return problem


def _parameter(values: list[Any]) -> Any:
    """The column of a problem's parameter; rows of other families have no value."""
    kinds = {type(value) for value in values if value is not None}
    kind = {frozenset({bool}): "boolean", frozenset({int}): "Int64", frozenset({float}): "float64",
            frozenset({int, float}): "float64"}.get(frozenset(kinds), "object")
    return pandas.Series(values, dtype=kind)


def make_frame(documents: Iterable[Document]) -> Any:
    """A line for each row of these results, in their order. The column `file` comes first, then those of
    COLUMNS, then `doubtful` and the problems' parameters, such as `problem.eps`.
    `frame.attrs["units"]` has the columns' units.

    :raises GputestError: a value is not of its column's kind.
    """
    values: dict[str, list[Any]] = {column.name: [] for column in COLUMNS}
    files, problems = [], []
    for document in documents:
        for place, row in enumerate(document.rows):
            where = f"results[{place}]"
            files.append(document.name)
            problems.append(_problem(document.name, where, row))
            for column in COLUMNS:
                values[column.name].append(_value(document.name, where, row, column))
    series = {"file": pandas.Series(files, dtype="object")}
    for column in COLUMNS:
        series[column.name] = pandas.Series(values[column.name], dtype=_TYPES[column.kind])
    series["n"] = series["n"].astype("int64")
    series["doubtful"] = series["status"].isin(DOUBTFUL)
    for key in dict.fromkeys(key for problem in problems for key in problem):
        series[f"problem.{key}"] = _parameter([problem.get(key) for problem in problems])
    frame = pandas.DataFrame(series)
    frame.attrs["units"] = {column.name: column.unit for column in COLUMNS if column.unit}
    return frame
