"""Runs the gputest command as a user does, and reads its output."""

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(os.environ.get("GPUTEST_BINARY", ROOT / "build" / "gputest"))
SCHEMA = json.loads(subprocess.run([BINARY, "schema"], stdout=subprocess.PIPE, check=True).stdout)

# The shortest run: one launch. No noise can make its rate doubtful, and its times mean nothing.
QUICK = BARELY = ["--strategy=single"]
# A short run with samples; noise may change its status.
SAMPLED = ["--min-time=0.01", "--samples=3"]
RIGHT = {"ok", "noisy", "disturbed", "throttled"}  # statuses of a correct result on a real device
TIME_LIMIT = 300  # seconds; PoCL takes a minute to compile kernels that its cache does not have

Environment = Optional[Dict[str, Optional[str]]]


OPENCL_KERNELS = ROOT / "opencl" / "kernels"


def opencl_source(name: str) -> Path:
    """The source of the file with that name in GPUTEST_CL_DIR: "gravity_tiled.cl", "gravity.h"."""
    folder, _, file = name.partition("_")
    path = OPENCL_KERNELS / folder / file
    return path if path.is_file() else next(OPENCL_KERNELS.rglob(name))


def copy_opencl_sources(folder: Path) -> None:
    """Copies every file of opencl/kernels/ to its name in GPUTEST_CL_DIR."""
    for path in OPENCL_KERNELS.rglob("*.*"):
        name = path.name if path.suffix == ".h" else f"{path.parent.name}_{path.name}"
        (folder / name).write_text(path.read_text())


OCLGRIND = Path("/usr/lib/oclgrind/liboclgrind-rt-icd.so")


def on_oclgrind(folder: Path) -> Dict[str, Optional[str]]:
    """The environment in which OpenCL is Oclgrind, which runs a work-item until it waits at a barrier. A
    kernel without its barrier is undefined: on PoCL it may be right, or may end the process."""
    vendors = folder / "vendors"
    vendors.mkdir(exist_ok=True)
    (vendors / "oclgrind.icd").write_text(f"{OCLGRIND}\n")
    return {"OCL_ICD_VENDORS": str(vendors)}


@dataclass
class Finished:
    stdout: str
    stderr: str
    status: int

    @property
    def complaints(self) -> List[str]:
        """The lines on stderr that are gputest's own."""
        return [line for line in self.stderr.splitlines() if line.startswith("gputest: ")]


def environment(changes: Environment = None) -> Dict[str, str]:
    """The environment without the variables that gputest uses, then with the changes; None unsets."""
    result = dict(os.environ)
    for name in ("NO_COLOR", "COLUMNS", "GPUTEST_CL_DIR", "GPUTEST_NCCL"):
        result.pop(name, None)
    for name, value in (changes or {}).items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = value
    return result


def gputest(
    *args: Any,
    env: Environment = None,
    status: Optional[int] = 0,
    stdin_text: str = "",
    binary: str = BINARY,
    **options: Any,
) -> Finished:
    """Runs gputest with that text on its standard input, and asserts its exit status. If that is None,
    any status will do."""
    options.setdefault("stdout", subprocess.PIPE)
    if stdin_text:
        options["input"] = stdin_text.encode()
    else:
        options["stdin"] = subprocess.DEVNULL
    finished = subprocess.run(
        [binary, *map(str, args)],
        stderr=subprocess.PIPE,
        env=environment(env),
        timeout=TIME_LIMIT,
        check=False,
        **options,
    )
    result = Finished(
        (finished.stdout or b"").decode(), finished.stderr.decode(), finished.returncode
    )
    assert status in (None, result.status), (
        f"{' '.join(map(str, args))} ended with {result.status}, not {status}\n"
        f"stdout: {result.stdout}\nstderr: {result.stderr}"
    )
    return result


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} reached the JSON")


def parse_result(text: str) -> Dict[str, Any]:
    """Parses a result and checks it with the shipped schema. NaN and infinity are not JSON."""
    result = json.loads(text, parse_constant=_refuse_constant)
    jsonschema.Draft202012Validator(SCHEMA).validate(result)
    return result


def children_of(pid: int) -> List[int]:
    """The processes that any thread of that process has started."""
    texts = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            texts.append(path.read_text())
        except OSError:  # the thread has just ended
            pass
    return [int(child) for text in texts for child in text.split()]


def writes_in(folder: Path, pid: int) -> bool:
    """Whether that process or a child of it is writing an unfinished file in the folder."""
    try:
        processes = [pid, *children_of(pid)]
        files = [os.readlink(file) for process in processes
                 for file in Path(f"/proc/{process}/fd").iterdir()]
    except OSError:  # one has just ended, or a file was closed
        return False
    return any(file.startswith(f"{folder}/") and (file.endswith("(deleted)") or ".part-" in file)
               for file in files)


def listed(what: str) -> List[Dict[str, Any]]:
    return json.loads(gputest("list", what, "--format=json").stdout)


def run_json(*args: Any, measure: Sequence[str] = QUICK, **options: Any) -> Dict[str, Any]:
    """Runs kernels with --format=json, and checks the result with the schema."""
    return parse_result(gputest(*measure, "--format=json", *args, **options).stdout)


def rows_of(*args: Any, **options: Any) -> List[Dict[str, Any]]:
    return run_json(*args, **options)["results"]


def parse_table(text: str) -> List[Dict[str, str]]:
    """The rows of a text table, by column title. Columns are as wide as the rule below them."""
    lines = text.splitlines()
    rule = next(k for k, line in enumerate(lines) if re.fullmatch(r"-+(  -+)*", line))
    spans = [match.span() for match in re.finditer("-+", lines[rule])]
    titles = [lines[rule - 1][first:last].strip() for first, last in spans]
    rows = []
    for line in lines[rule + 1 :]:
        if not line:
            break
        ends = [last for _, last in spans[:-1]] + [len(line)]
        rows.append(
            {title: line[first:end].strip() for title, (first, _), end in zip(titles, spans, ends)}
        )
    return rows


def scaled(row: Dict[str, str], unit: str) -> str:
    """A row's cell in the column of that unit, with any prefix."""
    return next(row[title] for title in row if re.fullmatch(f"(time )?[pnumkMGTP]?{unit}", title))


class Terminal:
    """A gputest with a terminal as stdout, stderr or both, which is read while it runs. If `columns` is
    0, the terminal does not say how many it has."""

    def __init__(self, *args: Any, stream: str, env: Environment = None, columns: int = 0):
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self._other = tempfile.TemporaryFile()  # a pipe that nobody reads would fill up
        streams = {"stdout": self._other, "stderr": self._other, stream: slave}
        if stream == "both":
            streams = {"stdout": slave, "stderr": slave}
        self.process = subprocess.Popen(
            [BINARY, *map(str, args)], stdin=subprocess.DEVNULL, env=environment(env), **streams
        )
        os.close(slave)
        self._stream = stream
        self.shown = ""

    def read_until(self, text: Optional[str] = None) -> str:
        """Reads until the text has been shown or, without one, to the end."""
        deadline = time.monotonic() + TIME_LIMIT
        while text is None or text not in self.shown:
            ready, _, _ = select.select([self._master], [], [], deadline - time.monotonic())
            assert ready, f"{text!r} was not shown in {TIME_LIMIT} s"
            try:
                data = os.read(self._master, 65536)
            except OSError:  # on Linux: the other end is closed
                data = b""
            if not data:
                assert text is None, f"{text!r} was never shown: {self.shown!r}"
                break
            self.shown += data.decode()
        return self.shown

    def finish(self, status: int = 0) -> Finished:
        """Waits for the end; the terminal's text is the result's stdout or stderr."""
        shown = self.read_until()
        self.process.wait(timeout=TIME_LIMIT)
        os.close(self._master)
        self._other.seek(0)
        written = self._other.read().decode()
        stdout, stderr = (written, shown) if self._stream == "stderr" else (shown, written)
        assert self.process.returncode == status, f"stdout: {stdout}\nstderr: {stderr}"
        return Finished(stdout, stderr, status)
