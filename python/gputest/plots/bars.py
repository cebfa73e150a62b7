"""Rates as bars."""

from __future__ import annotations

from typing import Any

from gputest.plots.canvas import (PALE, new_figure, plain, prefix_for, rate_unit, refuse_too_many,
                                  scaled, style_of_apis, timed, with_note)
from gputest.plots.labels import labels

_PANEL = ["algorithm", "n", "precision"]  # alike in comparable rows
_LONGEST = 2.5  # a whisker is cut at this multiple of the longest bar


def _whiskers(row: Any, scale: float) -> tuple[float, float]:
    """The distance of the rate's interval below and above it, computed from the time's interval."""
    interval = row["interval_s"]
    if not isinstance(interval, list) or len(interval) != 2 or min(interval) <= 0:
        return 0.0, 0.0
    rate = row["interactions_per_s"] / scale
    low, high = (rate * row["median_s"] / end for end in (max(interval), min(interval)))
    return max(rate - low, 0.0), max(high - rate, 0.0)


def _draw(axes: Any, rows: Any, colours: dict[str, tuple[str, str]]) -> None:
    rates = rows["interactions_per_s"]
    scale, letter = prefix_for(rates.max())
    whiskers = [_whiskers(row, scale) for _, row in rows.iterrows()]
    ends = [rate / scale + above for rate, (_, above) in zip(rates, whiskers)]
    right = min(max(ends), _LONGEST * rates.max() / scale)
    for place, (_, row) in enumerate(rows.iterrows()):
        colour = colours[row["api"]][0]
        rate = row["interactions_per_s"]
        below, above = whiskers[place]
        axes.barh(place, rate / scale, height=0.7, color=colour,
                  alpha=PALE if row["doubtful"] else 1.0, hatch="///" if row["doubtful"] else None,
                  edgecolor=colour if row["doubtful"] else "none")
        if below or above:
            within = min(above, right - rate / scale)
            axes.errorbar(rate / scale, place, xerr=[[below], [within]], color="black",
                          capsize=3, linewidth=1)
        axes.annotate(("→ " if ends[place] > right else "") + scaled(rate).strip()
                      + (" ~" if row["doubtful"] else ""),
                      (min(ends[place], right), place), xytext=(5, 0), textcoords="offset points",
                      va="center", fontsize=8)
    axes.set_yticks(range(len(rows)), labels(rows, without=("n", "precision")), fontsize=8)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, right * 1.18)
    axes.set_xlabel(f"{letter}{' ' if letter else ''}{rate_unit(rows)}/s")
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def bars(frame: Any) -> Any:
    """See Plots.bars()."""
    rows = timed(frame).sort_values("interactions_per_s", ascending=False, kind="stable")
    refuse_too_many(len(rows), "bars")
    panels = list(rows.groupby(_PANEL, sort=True))
    heights = [len(panel) * 0.3 + 1.0 for _, panel in panels]
    figure = new_figure(9, sum(heights) + 0.3)
    grid = figure.add_gridspec(len(panels), 1, height_ratios=heights)
    colours = style_of_apis(rows)
    for place, ((algorithm, n, precision), panel) in enumerate(panels):
        axes = figure.add_subplot(grid[place])
        _draw(axes, panel, colours)
        axes.set_title(plain(f"{algorithm}, n = {n}, {precision}"), loc="left", fontsize=10)
    return with_note(figure, rows)
