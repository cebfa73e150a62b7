#!/usr/bin/env python3
"""Runs a suite of tests and records its cost; prints a table of all recorded costs.

    suite.py run FOLDER NAME COMMAND...    runs the command and exits with its status
    suite.py table FOLDER...               seconds of each suite, and the ten slowest cases

Each suite writes two files to the folder: NAME.json has its cost, NAME.xml the seconds of each case, in
the JUnit format of GoogleTest and pytest.
"""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import List, NamedTuple, Tuple

SLOWEST = 10


class Suite(NamedTuple):
    name: str
    clock: float  # seconds
    processor: float  # seconds, including its child processes
    cases: List[Tuple[float, str]]  # wall-clock seconds, and the case


def run(folder: Path, name: str, command: List[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    cases, cost = folder / f"{name}.xml", folder / f"{name}.json"
    cases.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "GTEST_OUTPUT": f"xml:{cases}",
        "PYTEST_ADDOPTS": f"{os.environ.get('PYTEST_ADDOPTS', '')} {shlex.quote(f'--junitxml={cases}')}",
    }
    begin = time.monotonic()
    status = subprocess.run(command, env=environment, check=False).returncode
    clock = time.monotonic() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cost.write_text(json.dumps({"clock": clock, "processor": used.ru_utime + used.ru_stime}))
    if status >= 0:
        return status
    print(f"{name} was ended by {signal.Signals(-status).name}", flush=True)
    return 128 - status


def cases_of(file: Path) -> List[Tuple[float, str]]:
    """The cases of a suite; empty if it wrote none, or ended while it wrote them."""
    try:
        root = ElementTree.parse(file).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    return [
        (float(case.get("time", 0)), f"{case.get('classname', '').rpartition('.')[2]} {case.get('name', '')}")
        for case in root.iter("testcase")
        if case.get("status") != "notrun"
    ]


def suites(folder: Path) -> List[Suite]:
    """The suites of a preset, which is named after its build's folder: build-asan/Testing/suites."""
    preset = folder.parents[1].name.replace("build-", "").replace("build", "default")
    found = []
    for file in folder.glob("*.json"):
        cost = json.loads(file.read_text())
        cases = cases_of(file.with_suffix(".xml"))
        found.append(Suite(f"{preset} {file.stem}", cost["clock"], cost["processor"], cases))
    return sorted(found, key=lambda suite: -suite.processor)


def table(folders: List[Path]) -> str:
    every = [suite for folder in folders for suite in suites(folder.resolve())]
    lines = [f"{'suite':<36}{'clock s':>10}{'processor s':>13}{'cases':>8}"]
    for suite in every:
        lines.append(f"{suite.name:<36}{suite.clock:>10.1f}{suite.processor:>13.1f}{len(suite.cases) or '':>8}")
    lines.append(
        f"{'all':<36}{'':>10}{sum(suite.processor for suite in every):>13.1f}"
        f"{sum(len(suite.cases) for suite in every):>8}"
    )
    slowest = sorted(((*case, suite.name) for suite in every for case in suite.cases), reverse=True)
    lines += ["", "The slowest cases, in seconds of the clock:"]
    lines += [f"{seconds:>8.1f}  {name}: {case}" for seconds, case, name in slowest[:SLOWEST]]
    return "\n".join(lines)


def main(arguments: List[str]) -> int:
    if len(arguments) >= 4 and arguments[0] == "run":
        return run(Path(arguments[1]), arguments[2], arguments[3:])
    if len(arguments) >= 2 and arguments[0] == "table":
        print(table([Path(folder) for folder in arguments[1:]]))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
