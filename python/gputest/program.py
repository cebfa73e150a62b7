"""The program `gputest`: where it is, and one run of it."""

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
        """What the program says went wrong: its last sentence that is no warning."""
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
    """The program that the argument names, else the variable GPUTEST, else PATH.

    :raises GputestError: there is none, or it is not to be executed.
    """
    if program is not None:
        name, origin = os.fspath(program), "program="
    elif os.environ.get("GPUTEST"):
        name, origin = os.environ["GPUTEST"], "GPUTEST="
    else:
        name, origin = "gputest", ""
    found = shutil.which(name)
    if found is None and origin:
        raise GputestError(f"{origin}{printable(name)} is no program that can be run")
    if found is None:
        raise GputestError("there is no program gputest: name it by program=, by the environment's "
                           "GPUTEST, or have its folder in PATH")
    return found


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C takes effect when the block has ended: within Popen() it would leave a process that
    nobody knows of."""
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
    """Runs the program to its end. Ctrl-C is passed on once, so that the program ends its kernel,
    and raised when it has ended; a second one ends it at once.

    :raises GputestError: it cannot be started.
    """
    process = None
    try:
        with _interrupts_held():
            # A group of its own: a terminal's Ctrl-C would reach it twice, which ends it at once.
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
    """Ends it as Ctrl-C does, or at once where waiting for that is interrupted too."""
    try:
        process.send_signal(signal.SIGINT)
        process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
