"""The roofline (Williams, Waterman and Patterson, 2009): operations per second over operations per
byte, below the device's ceilings."""

from __future__ import annotations

from typing import Any

from gputest.errors import GputestError
from gputest.plots.canvas import (COLOURS, MARKERS, PALE, logarithmic, new_figure, plain,
                                  refuse_too_many, scaled, timed, with_note)

_LINES = ["-", "--", ":", "-."]
_DEVICE = ["device_name", "precision"]  # a roof holds for these, through any API


def _roofs(rows: Any) -> list[tuple[str, float, float]]:
    """Name, flop per second and bytes per second: the maxima of roofline_fma."""
    reached = rows[rows["algorithm"] == "roofline"]
    roofs = []
    for (device, precision), group in reached.groupby(_DEVICE):
        flops, bandwidth = group["gflops"].max() * 1e9, group["gbytes_per_s"].max() * 1e9
        best = group[["gflops", "gbytes_per_s"]].idxmax()
        mark = " ~" if group.loc[best, "doubtful"].any() else ""
        roofs.append((plain(f"{device}, {precision}{mark}"), flops, bandwidth))
    return roofs


def _draw_roofs(axes: Any, roofs: list[tuple[str, float, float]], left: float,
                right: float) -> None:
    for place, (name, flops, bandwidth) in enumerate(roofs):
        bend = flops / bandwidth
        first, last = min(left, bend / 4), max(right, bend * 4)
        axes.plot([first, bend, last], [bandwidth * first, flops, flops],
                  _LINES[place % len(_LINES)], color="black", linewidth=1.2,
                  label=f"{name}:\n{scaled(flops)}flop/s, {scaled(bandwidth)}B/s")


def _draw_points(axes: Any, points: Any) -> None:
    apis, families = sorted(points["api"].unique()), sorted(points["algorithm"].unique())
    for (api, family), group in points.groupby(["api", "algorithm"]):
        colour = COLOURS[families.index(family) % len(COLOURS)]
        marker = MARKERS[apis.index(api) % len(MARKERS)]
        for doubtful, part in group.groupby("doubtful"):
            axes.scatter(part["flops"] / part["bytes"], part["gflops"] * 1e9, s=30, marker=marker,
                         facecolors="none" if doubtful else colour, edgecolors=colour,
                         alpha=PALE + 0.3 if doubtful else 0.8,
                         label=plain(f"{family}, {api}") + (" ~" if doubtful else ""))


def roofline(frame: Any) -> Any:
    """See Plots.roofline()."""
    from_speed = timed(frame)
    points = from_speed[(from_speed["flops"] > 0) & (from_speed["bytes"] > 0)
                        & (from_speed["gflops"] > 0)]
    if points.empty:
        raise GputestError("there is nothing to plot: no row with a speed has operations and bytes")
    roofs = _roofs(from_speed)
    refuse_too_many(len(roofs), "roofs")
    figure = new_figure(9, 5.5)
    axes = figure.add_subplot()
    intensity = points["flops"] / points["bytes"]
    _draw_roofs(axes, roofs, intensity.min(), intensity.max())
    _draw_points(axes, points)
    axes.set_xscale("log", base=2)
    logarithmic(axes)
    axes.set_xlabel("flop per byte of input and output")
    axes.set_ylabel("flop/s")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8, frameon=False)
    return with_note(figure, points)
