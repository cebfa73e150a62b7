"""Plots of a result, each a matplotlib Figure. matplotlib is imported when the first is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gputest.plots.bars import bars
from gputest.plots.rates import rate_over_n
from gputest.plots.roofline import roofline


@dataclass(frozen=True)
class Plots:
    """What can be drawn of a frame. A speed that is not to be relied on has a ~, and its bar or
    point is pale. What has no speed is left out."""

    frame: Any

    def bars(self) -> Any:
        """Rates, the largest first, with the 99 % intervals of their medians: a panel for each
        family, n and precision, since no others compare.

        :raises GputestError: no row has a speed, or too many have one.
        """
        return bars(self.frame)

    def rate_over_n(self) -> Any:
        """Rates over the size of the problem, both logarithmic: a panel for each family and
        precision, a line for each kernel and configuration.

        :raises GputestError: nothing has a speed at two sizes, or too much has.
        """
        return rate_over_n(self.frame)

    def roofline(self) -> Any:
        """Operations per second over operations per byte of input and output, below what
        roofline_fma reached on the same device, where the result has that.

        :raises GputestError: no row has a speed and operations.
        """
        return roofline(self.frame)
