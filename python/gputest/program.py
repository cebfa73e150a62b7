"""The program `gputest`: finding it and running it once."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
from dataclasses import dataclass
from types import FrameType
from typing import Iterator, Sequence

from gputest.errors import GputestError, printable

_SENTENCE = "gputest: "


@dataclass(frozen=True)
class Finished:
    """A run that ended."""

    output: bytes
    messages: tuple[str, ...]
    """Lines of standard error."""
    status: int
    """Its exit status; negative for a signal."""

    @property
    def sentence(self) -> str:
        """The program's error message: its last sentence that is not a warning."""
        if self.status < 0:
            return f"gputest was ended by {_signal_name(-self.status)}"
        own = [line.removeprefix(_SENTENCE) for line in self.messages if line.startswith(_SENTENCE)]
        errors = [line for line in own if not line.startswith("warning: ")]
        for lines in (errors, self.messages):
            if lines:
                return lines[-1]
        return f"gputest ended with status {self.status}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def find_program(program: str | os.PathLike[str] | None) -> str:
    """The program named by the argument, else by the variable GPUTEST, else found in PATH.

    :raises GputestError: there is none, or it is not executable.
    """
    if program is not None:
        name, origin = os.fspath(program), "program="
    elif os.environ.get("GPUTEST"):
        name, origin = os.environ["GPUTEST"], "GPUTEST="
    else:
        name, origin = "gputest", ""
    found = shutil.which(name)
    if found is None and origin:
        raise GputestError(f"{origin}{printable(name)} is not an executable program")
    if found is None:
        raise GputestError("there is no program gputest: name it by program=, by the environment "
                           "variable GPUTEST, or put its folder into PATH")
    return found


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delays Ctrl-C until the block has ended. Within Popen() it would leave an untracked process."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if held:
        handler(*held[0])


def call(program: str, arguments: Sequence[str]) -> Finished:
    """Runs the program to its end. Passes Ctrl-C on once, so that the program finishes its kernel, and
    raises KeyboardInterrupt when it has ended. A second Ctrl-C ends it at once.

    :raises GputestError: it cannot be started.
    """
    process = None
    try:
        with _interrupts_held():
            # In a new process group: otherwise a terminal's Ctrl-C would reach it twice and end it at
            # once.
            process = subprocess.Popen(
                [program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, process_group=0)
        output, errors = process.communicate()
    except BaseException as error:
        if process is not None:
            _interrupt(process)
        elif isinstance(error, (OSError, ValueError)):
            why = error.strerror if isinstance(error, OSError) else error
            raise GputestError(f"cannot start {printable(program)}: {why}") from None
        raise
    lines = errors.decode("utf-8", "backslashreplace").splitlines()
    return Finished(output, tuple(map(printable, lines)), process.returncode)


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ends it like Ctrl-C, or at once if the wait for that is interrupted too."""
    try:
        process.send_signal(signal.SIGINT)
        process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
