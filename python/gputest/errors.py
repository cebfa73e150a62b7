"""The one exception of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gputest.result import Result


class GputestError(Exception):
    """One sentence that describes the error."""

    def __init__(
        self, sentence: str, status: int | None = None, result: Result | None = None
    ) -> None:
        """`status` is the program's exit status (docs/usage.md). It is negative if a signal ended the
        program, and None if no program ran. `result` holds the rows that the
        program printed in spite of the error."""
        super().__init__(sentence)
        self.status = status
        self.result = result


def printable(text: object) -> str:
    """External text on one line: invisible characters are escaped as in Python, such as \\x1b."""
    return "".join(
        letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text)
    )
