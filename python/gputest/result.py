"""Results that were read or run."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas

from gputest.document import Document, Json
from gputest.errors import GputestError, printable
from gputest.frame import make_frame
from gputest.machine import Machine, machine_of, one_machine
from gputest.plots import Plots


@dataclass(frozen=True)
class Result:
    """The rows of one or several result files."""

    documents: tuple[Document, ...]
    messages: tuple[str, ...] = ()
    """The program's lines on standard error, or messages that a file is incomplete."""
    status: int = 0
    """The program's exit status."""

    @cached_property
    def frame(self) -> Any:
        """A pandas DataFrame with a line for each row; docs/python.md has its columns."""
        return make_frame(self.documents)

    @property
    def rows(self) -> list[Json]:
        """Every row as its JSON object, in the frame's order."""
        return [row for document in self.documents for row in document.rows]

    @cached_property
    def machines(self) -> tuple[Machine, ...]:
        """The machine of each file."""
        return tuple(map(machine_of, self.documents))

    @property
    def machine(self) -> Machine:
        """The machine of all files.

        :raises GputestError: the files are from several machines.
        """
        machine = one_machine(self.machines)
        if machine is None:
            raise GputestError(f"these {len(self.documents)} results are from several machines: "
                               "see .machines")
        return machine

    @property
    def plot(self) -> Plots:
        """`plot.bars()`, `plot.rate_over_n()` and `plot.roofline()`, each a matplotlib Figure."""
        return Plots(self.frame)

    def __len__(self) -> int:
        return len(self.frame)

    def __getitem__(self, chosen: Any) -> Result:
        """The rows for which `chosen` is true. `chosen` is a Series or list of truth values, such as
        `result.frame.api == "cuda"`. A Series chooses by its index, in any order."""
        if len(chosen) != len(self):
            raise GputestError(f"{len(chosen)} truth values cannot choose among {len(self)} rows")
        if isinstance(chosen, pandas.Series):
            chosen = chosen.reindex(self.frame.index)
        flags = [not pandas.isna(flag) and bool(flag) for flag in chosen]
        documents, begin = [], 0
        for document in self.documents:
            end = begin + len(document.rows)
            rows = [row for row, flag in zip(document.rows, flags[begin:end]) if flag]
            begin = end
            # A sweep identifies rows by their numbers, which have changed.
            kept = {key: value for key, value in document.json.items() if key != "sweep"}
            documents.append(Document(document.name, {**kept, "results": rows}))
        return Result(tuple(documents), self.messages, self.status)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the result as JSON, either completely or not at all.

        :raises GputestError: there are several results, or the file cannot be written.
        """
        if len(self.documents) != 1:
            raise GputestError(f"{len(self.documents)} results cannot be saved as one file")
        target = Path(os.path.realpath(path))
        text = json.dumps(self.documents[0].json, indent=2, ensure_ascii=False) + "\n"
        try:
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            handle, unfinished = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            try:
                with open(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fchmod(file.fileno(), mode)
                    os.fsync(file.fileno())
                os.replace(unfinished, target)
            except BaseException:
                os.unlink(unfinished)
                raise
        except OSError as error:
            raise GputestError(
                f"cannot write {printable(path)}: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
