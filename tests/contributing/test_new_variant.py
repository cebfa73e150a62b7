"""What CONTRIBUTING says a variant costs: one new file per API, and nothing edited.

The tree and the build folder are copied, and the copies are mounted in place of both in a namespace
of this test's own, so that every path is what it was and only what is new is compiled."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["GPUTEST_BINARY"]).resolve().parent
FILES = (
    "opencl/kernels/stencil/{}.cl",
    "common/stencil/simt/{}.inl",
    "common/stencil/cpu/{}.cpp",
)
IN_ITS_PLACE = """
set -e
mount --bind "$1/tree" "$2"
mkdir -p "$3"
mount --bind "$1/build" "$3"
cd "$2"
cmake -S . -B "$3" -DGPUTEST_CUDA=OFF -DGPUTEST_HIP_AMD_TARGETS= -DGPUTEST_TESTS=OFF >&2
cmake --build "$3" --target gputest >&2
exec "$3/gputest" --kernel=stencil_anew --api=all -n 1000 --samples=1 --min-time=0.01 --format=json
"""


def in_a_namespace(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", *command],
        capture_output=True,
        text=True,
        timeout=600,
    )


def copy_without_builds(tree: Path) -> None:
    builds = [path.parent.name for path in ROOT.glob("*/CMakeCache.txt")]
    shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".git", *builds))


@pytest.mark.skipif(
    in_a_namespace("true").returncode != 0, reason="no user namespaces here (unshare)"
)
def test_a_new_variant_is_one_file_per_api(tmp_path: Path) -> None:
    copy_without_builds(tmp_path / "tree")
    shutil.copytree(BUILD, tmp_path / "build", symlinks=True, ignore=shutil.ignore_patterns("tests"))
    for path in FILES:
        text = (ROOT / path.format("plain")).read_text()
        (tmp_path / "tree" / path.format("anew")).write_text(
            text.replace("stencil_plain", "stencil_anew")
        )
    begun = time.monotonic()
    done = in_a_namespace("sh", "-c", IN_ITS_PLACE, "sh", str(tmp_path), str(ROOT), str(BUILD))
    print(f"built in {time.monotonic() - begun:.0f} s")
    assert done.returncode == 0, done.stderr[-4000:]
    rows = json.loads(done.stdout)["results"]
    ran = [row for row in rows if row["kernel"] == "stencil_anew"]
    assert {row["status"] for row in ran} == {"ok"}
    assert "cpu" in {row["api"] for row in ran}
