"""The labels of rows in a plot: they omit everything that all rows have in common."""

from __future__ import annotations

from typing import Any

import pandas

from gputest.plots.canvas import plain

_FACETS = ["layout", "precision", "n", "block", "strategy", "device", "file"]


def _word(facet: str, value: Any) -> str:
    if value is None or pandas.isna(value):
        return ""
    if facet in ("n", "block"):
        return f"{facet} {value}"
    if facet.startswith("problem."):
        said = {"True": "on", "False": "off"}.get(str(value), str(value))
        return f"{facet.removeprefix('problem.')}={said}"
    return str(value)


def labels(rows: Any, without: tuple[str, ...] = ()) -> list[str]:
    """For each row its API, its kernel and every property that differs among the rows, except `without`."""
    problem = [name for name in rows.columns if name.startswith("problem.")]
    facets = [facet for facet in _FACETS + problem
              if facet not in without and rows[facet].nunique(dropna=False) > 1]
    if "device" in facets and rows["device"].nunique() == rows["api"].nunique():
        facets.remove("device")  # the API determines the device
    result = []
    for _, row in rows.iterrows():
        words = [row["api"], row["kernel"]] + [_word(facet, row[facet]) for facet in facets]
        result.append(plain(" · ".join(str(word) for word in words if word)))
    return result
