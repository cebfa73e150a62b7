"""Runs gputest in random configurations for a given time; scripts/soak.sh starts it.

Half of the runs have a planted fault, which must be found. The others run any kernel on any device, and
must be right or be refused. Every other outcome is printed with a command line that repeats it.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Set, Tuple

import planted

RIGHT = {"ok", "noisy", "disturbed", "throttled"}
REFUSED = {"skipped", "error", "refused"}  # with a reason, and without a speed
UNAVAILABLE, BAD_INPUT = 3, 4
SECONDS = 120  # a longer run counts as hung
AHEAD = 1024  # a fault that is caught at n is also caught at n plus a multiple of this


class Soak:
    def __init__(self, gputest: str, with_faults: str, seed: int):
        self.gputest, self.with_faults = gputest, with_faults
        self.random = random.Random(seed)
        self.counts: Counter = Counter()
        self.kernels = self.listed("kernels")
        self.devices = [d["device"] for d in self.listed("devices") if d["name"] != "absent"]
        self.faults = [fault for fault in planted.all_faults() if not fault.missed and not fault.timed and fault.steps is None]

    def listed(self, what: str) -> List[Dict[str, Any]]:
        command = [self.gputest, "list", what, "--format=json"]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    def run(self, command: List[str], folder: str = "") -> Tuple[Set[str], str]:
        """The rows' statuses and reasons. If the program gives no rows, a word for its end, and the reason."""
        env = {**os.environ, **({"GPUTEST_CL_DIR": folder} if folder else {})}
        try:
            done = subprocess.run([*command, "--format=json"], env=env, capture_output=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return {"hung"}, f"no end in {SECONDS} s"
        complaint = done.stderr.decode(errors="replace").strip()
        if done.returncode < 0 or done.returncode > 127:
            return {"crashed"}, f"status {done.returncode} {complaint}"
        try:
            rows = json.loads(done.stdout)["results"]
        except ValueError:  # refused before anything ran
            refused = done.returncode in (UNAVAILABLE, BAD_INPUT)
            return {"refused" if refused else "without a result"}, complaint
        reasons = "; ".join(row["reason"] for row in rows if row["reason"])
        if any(row["status"] not in RIGHT and row["rate"] is not None for row in rows):
            return {"wrong with a speed"}, reasons
        return {row["status"] for row in rows}, reasons

    def planted(self) -> str:
        """Runs a fault; returns a sentence if it was not found."""
        fault = self.random.choice(self.faults)
        slow = fault.api in ("il", "hip")
        n = fault.n + AHEAD * self.random.randrange(1 if slow or fault.needs_square else 4)
        command = [self.with_faults if fault.compiled else self.gputest, *fault.command, f"-n{n}",
                   f"--salt={self.random.getrandbits(32)}"]
        plant = ""
        with tempfile.TemporaryDirectory() as folder:
            if not fault.compiled:
                fault.plant(Path(folder))
                plant = (f"tests/faults/planted.py plant {fault.file}:{fault.name} FOLDER; "
                         "GPUTEST_CL_DIR=FOLDER ")
            statuses, reason = self.run(command, folder if plant else "")
        if statuses == {"failed"}:
            return self.count("faults found")
        self.count("faults not found")
        return f"{fault.name} is not found: {'/'.join(sorted(statuses))} {reason}\n  {plant}{shlex.join(command)}"

    def count(self, what: str) -> str:
        self.counts[what] += 1
        return ""

    def right(self) -> str:
        """Runs a shipped kernel; returns a sentence if it is neither right nor refused."""
        chosen = self.random.choice(self.kernels)
        device = self.random.choice([d for d in self.devices if d.split(":")[0] == chosen["api"]])
        emulated = device.startswith(("hip:host", "il:interpreter", "il:cypress"))
        n = int(2 ** self.random.uniform(0, 9 if emulated else 13))
        args = [f"--device={device}", f"--kernel={chosen['kernel']}", f"-n{n}", "--strategy=single",
                f"--seed={self.random.getrandbits(16)}"]
        for option, values in [("layout", chosen["layouts"]), ("precision", chosen["precisions"]),
                               ("block", chosen["blocks"]), *chosen["axes"].items()]:
            if values and self.random.random() < 0.7:
                args.append(f"--{option}={self.random.choice(values)}")
        if chosen["kernel"].startswith(("lj", "neighbour")):
            args.append(f"--periodic={self.random.choice(['on', 'off'])}")
            args.append(f"--density={self.random.uniform(0.05, 1):.3f}")
        command = [self.gputest, *args]
        statuses, reason = self.run(command)
        if statuses <= RIGHT:
            return self.count("right")
        if statuses <= REFUSED:
            return self.count("refused")
        self.count("/".join(sorted(statuses)))
        return f"{'/'.join(sorted(statuses))}: {reason}\n  {shlex.join(command)}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak.sh", description=__doc__)
    parser.add_argument("gputest")
    parser.add_argument("planted")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    args = parser.parse_args()
    soak = Soak(args.gputest, args.planted, args.seed)
    print(f"seed {args.seed}; {len(soak.kernels)} kernels, {len(soak.devices)} devices, "
          f"{len(soak.faults)} faults", flush=True)
    end = time.monotonic() + 60 * args.minutes
    problems = 0
    while time.monotonic() < end:
        problem = soak.planted() if soak.random.random() < 0.5 else soak.right()
        if problem:
            problems += 1
            print(problem, flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items()) if count)
          or "nothing ran")
    return 1 if problems or not soak.counts else 0


if __name__ == "__main__":
    sys.exit(main())
