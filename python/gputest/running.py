"""Runs and comparisons by the program."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from gputest.document import parse
from gputest.errors import GputestError, printable
from gputest.program import Finished, call, find_program
from gputest.result import Result

Path_ = str | os.PathLike[str]
Value = str | int | float | bool | Path_ | None
_OURS = ("format", "output", "o")  # options that run() sets itself


def _option(name: str, value: Value | list[Value] | tuple[Value, ...] | range) -> list[str]:
    """`image_width=256` as --image-width=256, `n=[64, 128]` as -n 64,128, `plan=True` as --plan."""
    if value is None or value is False:
        return []
    dashed = f"-{name}" if len(name) == 1 else "--" + name.replace("_", "-")
    if value is True:
        return [dashed]
    if isinstance(value, (list, tuple, range)):
        text = ",".join(map(str, value))
    else:
        text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    return [dashed, text] if len(name) == 1 else [f"{dashed}={text}"]


def _refuse_ours(words: list[str]) -> None:
    for word in words:
        name = word.split("=")[0]
        if name.lstrip("-") in _OURS and name.startswith("-"):
            raise GputestError(f"run() sets {name} itself; save() writes the result to a file")


def _sentence(finished: Finished, result: Result | None) -> str:
    """The program's error message or, if only rows have errors, that of the first such row."""
    said = any(line.startswith("gputest: ") and not line.startswith("gputest: warning: ")
               for line in finished.messages)
    if result is not None and finished.status > 0 and not said:
        for row in result.rows:
            if row["status"] in ("failed", "error"):
                return printable(f"{row['device']['id']} {row['kernel']}: {row['reason']}")
    return finished.sentence


def run(
    *words: str,
    program: Path_ | None = None,
    check: bool = True,
    **options: Value | list[Value] | tuple[Value, ...] | range,
) -> Result:
    """Runs gputest and reads its result.

    :param words: words of its command line, such as "--kernel=lj_*".
    :param program: the program; by default the environment variable GPUTEST names it, else it is in PATH.
    :param check: whether an exit status other than 0 raises. If not, the result has it as `status`.
    :param options: more options: `n=[1024, 2048]`, `image_width=256`. True gives the option without a
        value; None and False omit it.
    :raises GputestError: the program's sentence and exit status. Its `result` holds the rows that the program
        printed in spite of the error, such as the other rows when one failed.
    """
    arguments = list(words)
    for name, value in options.items():
        arguments += _option(name, value)
    _refuse_ours(arguments)
    finished = call(find_program(program), [*arguments, "--format=json"])
    result = None
    if finished.output.strip():
        try:
            document = parse("the output of gputest", finished.output)
            result = Result((document,), finished.messages, finished.status)
            result.frame, result.machines
        except GputestError as error:
            raise GputestError(str(error), finished.status) from None
    if result is None and finished.status == 0:
        raise GputestError("gputest printed no result", 0)
    if result is None or (check and finished.status != 0):
        raise GputestError(_sentence(finished, result), finished.status, result)
    return result


@dataclass(frozen=True)
class Comparison:
    """The output of `gputest compare`."""

    text: str
    """Its table."""
    regressed: bool
    """Whether a row became slower or is no longer right."""
    messages: tuple[str, ...]
    """Its sentences: regressions and warnings."""

    def __str__(self) -> str:
        return self.text


def _path(result: Path_ | Result, folder: Path, number: int) -> str:
    if not isinstance(result, Result):
        # "./": a name may begin with a dash.
        return os.path.join(os.curdir, os.fspath(result))
    name = folder / f"{number}.json"
    result.save(name)
    return str(name)


def compare(
    earlier: Path_ | Result,
    *later: Path_ | Result,
    threshold: float | None = None,
    program: Path_ | None = None,
) -> Comparison:
    """Compares the later results with the earlier one, by `gputest compare`.

    :param threshold: the relative slowdown that counts; by default the program's threshold.
    :raises GputestError: the program's sentence and exit status, if it could not compare.
    """
    with tempfile.TemporaryDirectory(prefix="gputest-") as folder:
        files = [_path(result, Path(folder), number)
                 for number, result in enumerate((earlier, *later))]
        finished = call(find_program(program),
                        ["compare", *_option("threshold", threshold), *files])
    if finished.status not in (0, 1):
        raise GputestError(finished.sentence, finished.status)
    text = finished.output.decode("utf-8", "backslashreplace")
    return Comparison(text, finished.status == 1, finished.messages)
