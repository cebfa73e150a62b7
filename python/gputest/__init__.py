"""Results of gputest in Python: read, plot, run, compare. See docs/python.md."""

from gputest.errors import GputestError
from gputest.judging import InOut, Out, judge
from gputest.machine import Device, Machine
from gputest.reading import read
from gputest.result import Result
from gputest.running import Comparison, compare, run

__all__ = [
    *["Comparison", "Device", "GputestError", "InOut", "Machine", "Out", "Result"],
    *["compare", "judge", "read", "run"],
]
