"""Plots of a result, each a matplotlib Figure. The first plot imports matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gputest.plots.bars import bars
from gputest.plots.rates import rate_over_n
from gputest.plots.roofline import roofline


@dataclass(frozen=True)
class Plots:
    """The plots of a frame. An unreliable speed has a ~, and its bar or point is pale. Rows without a
    speed are omitted."""

    frame: Any

    def bars(self) -> Any:
        """Rates, the largest first, with the 99 % intervals of their medians. Each family, n and
        precision has its own panel, because only such rows are comparable.

        :raises GputestError: no row has a speed, or too many have one.
        """
        return bars(self.frame)

    def rate_over_n(self) -> Any:
        """Rates over the size of the problem, both logarithmic, with a panel for each family and
        precision and a line for each kernel and configuration.

        :raises GputestError: no line has a speed at two sizes, or there are too many lines.
        """
        return rate_over_n(self.frame)

    def roofline(self) -> Any:
        """Operations per second over operations per byte of input and output. If the result has
        roofline_fma on the same device, its speeds are the roof.

        :raises GputestError: no row has a speed and operations.
        """
        return roofline(self.frame)
