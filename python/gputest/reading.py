"""Result files."""

from __future__ import annotations

import os
import stat

from gputest.document import Document, parse
from gputest.errors import GputestError, printable
from gputest.members import member
from gputest.result import Result


def _document(path: str | os.PathLike[str]) -> Document:
    name = os.fspath(path)
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):
            raise GputestError(f"cannot read {printable(name)}: it is not a regular file")
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        raise GputestError(f"cannot read {printable(name)}: {error.strerror}") from None
    except ValueError as error:  # Python's message for a null byte differs between versions
        why = "its name has a null byte" if "\0" in name else str(error)
        raise GputestError(f"cannot read {printable(name)}: {why}") from None
    return parse(name, data)


def interruption_of(document: Document) -> str | None:
    """The message that a signal ended the result's run, in the program's words."""
    finished, cases = (member(document.name, "", document.json, f"interrupted.{what}", "count")
                       for what in ("finished", "cases"))
    if cases is None:
        return None
    return f"{printable(document.name)} was interrupted after {finished} of {cases} cases"


def read(*paths: str | os.PathLike[str]) -> Result:
    """Reads files of `gputest --format=json`, one after the other. The result's `messages` name the
    files of interrupted runs.

    :raises GputestError: a file cannot be read or is not a result; the sentence says which and why.
    """
    if not paths:
        raise GputestError("read() needs the path of a result")
    documents = tuple(map(_document, paths))
    warnings = tuple(filter(None, map(interruption_of, documents)))
    result = Result(documents, warnings)
    result.frame, result.machines  # these raise if a value is of the wrong kind
    return result
