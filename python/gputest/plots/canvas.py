"""Common parts of the plots: matplotlib, colours, units, rows with a speed."""

from __future__ import annotations

from typing import Any

from gputest.errors import GputestError, printable

# Okabe and Ito, 2008, without their yellow: colour-blind readers can distinguish them too.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#444444"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
MOST = 400  # the largest number of bars, lines or points in a figure
PALE = 0.35

_PREFIXES = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")]


def new_figure(width: float, height: float) -> Any:
    """A Figure of this size in inches.

    :raises GputestError: matplotlib is not installed.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        raise GputestError("plots need matplotlib: install gputest[plot]") from None
    return pyplot.figure(figsize=(width, height), layout="constrained")


def timed(frame: Any) -> Any:
    """The rows with a speed.

    :raises GputestError: there are none.
    """
    rows = frame[(frame["interactions_per_s"] > 0) & (frame["median_s"] > 0)]
    if rows.empty:
        raise GputestError("there is nothing to plot: no row has a speed")
    return rows


def refuse_too_many(count: int, what: str) -> None:
    """Limits a figure's size."""
    if count > MOST:
        raise GputestError(f"{count} {what} are too many for a figure, which has {MOST} at most: "
                           "choose rows, for example by result[result.frame.api == \"cpu\"]")


def prefix_for(largest: float) -> tuple[float, str]:
    """The power of ten that leaves one to three digits before the point, and its letter."""
    for scale, letter in _PREFIXES:
        if largest >= scale * 0.9995:
            return scale, letter
    return 1.0, ""


def scaled(value: float) -> str:
    """12340000000 as "12.3 G", to be followed by a unit."""
    scale, letter = prefix_for(value)
    text = f"{value / scale:.3g}"
    if "e" in text:  # 999.9
        text = f"{value / scale:.0f}"
    return f"{text} {letter}"


def logarithmic(axes: Any) -> None:
    """Makes the vertical axis logarithmic, with numbers formatted by scaled()."""
    from matplotlib import ticker

    axes.set_yscale("log")
    axis = axes.yaxis
    axis.set_major_locator(ticker.LogLocator(subs=(1.0, 2.0, 5.0), numticks=12))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_formatter(lambda value, _: scaled(value).strip())


def plain(text: object) -> str:
    """External text, escaped so that matplotlib reads no character as mathematics."""
    return printable(text).replace("$", r"\$")


def rate_unit(rows: Any) -> str:
    """The items that the family counts; results of schema version 1 do not name them."""
    units = rows["rate_unit"].dropna().unique()
    return plain(units[0]) if len(units) == 1 else "items"


def with_note(figure: Any, rows: Any) -> Any:
    """The figure with an explanation of its marks, if it has any."""
    if rows["doubtful"].any():
        figure.supxlabel("~, pale: noisy, disturbed or throttled, unreliable",
                         fontsize=8, x=0.01, ha="left")
    return figure


def style_of_apis(rows: Any) -> dict[str, tuple[str, str]]:
    """A colour and a marker for each API."""
    apis = sorted(rows["api"].unique())
    return {api: (COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)])
            for place, api in enumerate(apis)}
