"""States of processes, read from /proc, for tests that wait for a condition instead of a time."""

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Any, Callable

from command import TIME_LIMIT


def wait_until(condition: Callable[[], Any]) -> Any:
    """Waits until the condition holds, and returns its value; a process may end during this time."""
    deadline = time.monotonic() + TIME_LIMIT
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            if found := condition():
                return found
        time.sleep(0.01)
    raise AssertionError(f"it did not happen within {TIME_LIMIT} s")


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or is a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def processor_seconds(pid: int) -> float:
    """CPU time of a process and of the children that it has waited for."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]
    return sum(map(int, numbers)) / os.sysconf("SC_CLK_TCK")


def wait_until_it_has_computed(pid: int, seconds: float) -> None:
    """Waits until the process has used this much more CPU time, however busy the machine is."""
    enough = processor_seconds(pid) + seconds
    wait_until(lambda: processor_seconds(pid) >= enough)


def is_pending(pid: int, number: int) -> bool:
    """Whether a signal was sent to a process and not yet delivered."""
    status = Path(f"/proc/{pid}/status").read_text()
    masks = re.findall(r"^(?:Sig|Shd)Pnd:\s+(\w+)$", status, re.MULTILINE)
    return any(int(mask, 16) >> (number - 1) & 1 for mask in masks)
