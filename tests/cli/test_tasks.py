"""The tasks that ship: naive and good kernels are right, wrong ones fail, and cheating ones have no speed."""

import json
import re
from pathlib import Path
from typing import Any, Dict, List

import pytest

from command import QUICK, RIGHT, ROOT, gputest

pytestmark = pytest.mark.opencl

TASKS = ROOT / "examples" / "tasks"
KERNELS = ["naive", "good", "wrong", "cheat"]
FAILED = 1
OUTSIDE = r"beyond the end of {0}|at {0}\[\d+\], outside"

# Small sizes to time, and the reasons of the wrong and the cheating kernel.
CASES = {
    "saxpy": ("n = 20000", OUTSIDE.format("y"), OUTSIDE.format("y")),
    "sum": ("n = 20000", r"sum\[0\] is 0 and", r"sum\[0\] is"),
    "transpose": ("w = 200, h = 100", OUTSIDE.format("b"), r"b\[\d+\] is"),
    "scan": ("n = 9000", r"sum\[1024\] is .*, all from 1024 to the end", r"all 9000 are wrong"),
    "histogram": ("n = 20000", r"count\[\d+\] is", "beyond the end of count"),
    "matmul": ("n = 100", r"c\[0\] is", r"c\[0\] is"),
    "softmax": ("w = 300, rows = 4", r"y\[0\] is -?nan", r"y\[0\] is 0\.004"),
    "conv2d": ("w = 100, h = 40", r"result\[30\] is .* 51 of 561 are wrong", r"result\[0\] is"),
    "spmv": ("rows = 3000", r"y\[0\] is", r"changes its input value|y\[\d+\] is"),
    "sort": ("n = 500, rows = 4", r"sorted\[\d+\] is", r"sorted\[0\] is"),
    "nbody": ("n = 500", r"acc\[0\]\.x is", r"acc\[\d+\]\.[xyz] is"),
    "stencil": ("nx = 40, ny = 20, nz = 10", r"v\[628\] is", r"v\[628\] is"),
}
# hip:host has no speeds, and does not look for variables that outlive a launch.
UNSEEN_ON_HOST = {"histogram"}
ON_HOST_ALWAYS = {"saxpy", "transpose", "nbody"}  # the others with --nightly


def judged(name: str, extension: str, folder: Path) -> Dict[str, List[Dict[str, Any]]]:
    """The rows of each of the task's four kernels, at a small size to time."""
    text, count = re.subn(r"(?m)^time .*$", f"time = [{{ {CASES[name][0]} }}]",
                          (TASKS / name / f"{name}.toml").read_text())
    assert count == 1
    (folder / f"{name}.toml").write_text(text)
    rows: Dict[str, List[Dict[str, Any]]] = {}
    for kernel in KERNELS:
        source = TASKS / name / f"{kernel}{extension.replace('hip', 'cu')}"
        (folder / f"{kernel}{extension}").write_text(source.read_text())
        rows[f"task_{kernel}"] = []
    arguments = [folder / f"{name}.toml", *(folder / f"{kernel[5:]}{extension}" for kernel in rows)]
    device = ["--api=opencl"] if extension == ".cl" else ["--api=hip", "--device=hip:host"]
    finished = gputest("judge", *arguments, *device, *QUICK, "--turns=0", "--format=json", "-q", status=FAILED,
                       env={"POCL_EXTRA_BUILD_FLAGS": None})
    for row in json.loads(finished.stdout)["results"]:
        if row["kernel"] is not None:
            rows[row["kernel"]].append(row)
    return rows


@pytest.mark.parametrize("name, extension", [
    *[(name, ".cl") for name in CASES],
    *[pytest.param(name, ".hip", marks=[] if name in ON_HOST_ALWAYS else [pytest.mark.nightly]) for name in CASES],
])
def test_right_kernels_of_a_task_pass_and_others_have_no_speed(name, extension, tmp_path: Path):
    rows = judged(name, extension, tmp_path)
    for kernel in ("task_naive", "task_good"):
        assert [row["status"] in RIGHT for row in rows[kernel]] == [True], rows[kernel][0]["reason"]
    for kernel, reason in zip(("task_wrong", "task_cheat"), CASES[name][1:]):
        if kernel == "task_cheat" and extension == ".hip" and name in UNSEEN_ON_HOST:
            continue
        assert all(row["rate"] is None for row in rows[kernel])
        failed = [row["reason"] for row in rows[kernel] if row["status"] == "failed"]
        assert failed and all(row["status"] in ("failed", "skipped") for row in rows[kernel])
        assert any(re.search(reason, one) for one in failed), failed


def test_each_task_has_four_kernels_in_two_languages_and_a_row_in_the_table():
    table = re.findall(r"(?m)^\| `(\w+)` \|", (TASKS / "README.md").read_text())
    assert sorted(table) == sorted(CASES) == sorted(path.parent.name for path in TASKS.glob("*/*.toml"))
    for name in CASES:
        kernels = {f"{kernel}.{language}" for kernel in KERNELS for language in ("cl", "cu")}
        assert {path.name for path in (TASKS / name).iterdir()} == kernels | {f"{name}.toml"}
