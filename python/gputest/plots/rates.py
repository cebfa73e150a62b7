"""Rates over the size of the problem."""

from __future__ import annotations

from typing import Any

from gputest.errors import GputestError
from gputest.plots.canvas import (COLOURS, MARKERS, PALE, logarithmic, new_figure, plain,
                                  rate_unit, refuse_too_many, timed, with_note)
from gputest.plots.labels import labels

_LINES = ["-", "--", ":", "-."]


def _series(rows: Any) -> list[tuple[str, Any]]:
    """For each label its rows, if these have several n; the fastest label first."""
    named = rows.assign(label=labels(rows, without=("n", "precision")))
    groups = [(str(label), group.sort_values("n")) for label, group in named.groupby("label")]
    several = [(label, group) for label, group in groups if group["n"].nunique() > 1]
    return sorted(several, key=lambda one: -float(one[1]["interactions_per_s"].max()))


def _draw(axes: Any, series: list[tuple[str, Any]]) -> None:
    for place, (label, rows) in enumerate(series):
        colour = COLOURS[place % len(COLOURS)]
        marker = MARKERS[place // len(COLOURS) % len(MARKERS)]
        rates = rows["interactions_per_s"]
        doubtful = rows["doubtful"].astype(bool)
        axes.plot(rows["n"], rates, _LINES[place % len(_LINES)], color=colour, linewidth=1.2,
                  marker=marker, markersize=5, markevery=list(~doubtful),
                  label=label + (" ~" if doubtful.any() else ""))
        axes.plot(rows["n"][doubtful], rates[doubtful], linestyle="none", color=colour,
                  marker=marker, markersize=6, markerfacecolor="none", alpha=PALE + 0.3)
    axes.set_xscale("log", base=2)
    logarithmic(axes)
    axes.set_xlabel("n")
    axes.set_ylabel(f"{rate_unit(series[0][1])}/s")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8, frameon=False)


def rate_over_n(frame: Any) -> Any:
    """See Plots.rate_over_n()."""
    rows = timed(frame)
    panels = [(name, _series(panel)) for name, panel in rows.groupby(["algorithm", "precision"])]
    panels = [(name, series) for name, series in panels if series]
    if not panels:
        raise GputestError("there is nothing to plot: no kernel has a speed at two sizes of n")
    refuse_too_many(sum(len(series) for _, series in panels), "lines")
    heights = [max(4.0, 0.2 * len(series) + 1.0) for _, series in panels]
    figure = new_figure(9.5, sum(heights))
    grid = figure.add_gridspec(len(panels), 1, height_ratios=heights)
    for place, ((algorithm, precision), series) in enumerate(panels):
        axes = figure.add_subplot(grid[place])
        _draw(axes, series)
        axes.set_title(plain(f"{algorithm}, {precision}"), loc="left", fontsize=10)
    drawn = [group for _, series in panels for _, group in series]
    return with_note(figure, rows.loc[[index for group in drawn for index in group.index]])
