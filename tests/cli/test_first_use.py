"""Kernels that are not yet in the cache are compiled in parallel, before the first row."""

import json
import os
import shutil
from pathlib import Path
from typing import List

import pytest

from command import BINARY, gputest, parse_result

GRAVITY = ["--device=hip:gfx90a", "--kernel=gravity_naive,gravity_tiled,gravity_unrolled", "-n", 50,
           "--strategy=single", "--format=json"]
HELPER = Path(BINARY).parent / "gputest-hiprtc"

pytestmark = pytest.mark.skipif(
    not HELPER.exists() or "compiled by hiprtc" not in gputest("list", "devices", "--format=json").stdout,
    reason="no hiprtc")


def said(stderr: str) -> List[str]:
    return [line for line in stderr.splitlines() if "compiling" in line]


def test_compiling_is_announced_once_and_never_for_cached_kernels(tmp_path: Path):
    env = {"GPUTEST_CACHE_DIR": str(tmp_path / "cache")}
    first = gputest(*GRAVITY, env=env)
    assert said(first.stderr) == ["gputest: compiling 3 kernels"]
    assert len(list((tmp_path / "cache").glob("*.image"))) == 3, "only the kernels of the rows"
    again = gputest(*GRAVITY, env=env)
    assert again.stderr == ""
    for run in first, again:
        assert [row["status"] for row in parse_result(run.stdout)["results"]] == ["ok"] * 3
    gputest("cache", "clear", env=env)
    assert gputest(*GRAVITY, "--quiet", env=env).stderr == ""


def test_a_refused_kernel_costs_only_its_row(tmp_path: Path):
    """A copy of the program with a helper that records each request and refuses one kernel."""
    binary = tmp_path / "gputest"
    shutil.copy(BINARY, binary)
    helper = tmp_path / "gputest-hiprtc"
    helper.write_text(f"""#!/bin/sh
program=$(mktemp {tmp_path}/XXXXXX.program)
cat > "$program"
if grep -q "template __global__ void gputest::simt::gravity_tiled" "$program"; then
  printf '4\nit is refused\n'
  exit 1
fi
exec {HELPER} "$1" < "$program"
""")
    helper.chmod(0o755)
    run = gputest(*GRAVITY, env={"GPUTEST_CACHE_DIR": str(tmp_path / "cache")}, status=4,
                  binary=str(binary))
    assert [row["status"] for row in parse_result(run.stdout)["results"]] == ["ok", "error", "ok"]
    assert said(run.stderr) == ["gputest: compiling 3 kernels"]
    assert run.stderr.count("it is refused") == 1
    # The row asks again for the refused kernel.
    asked = [json.loads(path.read_text())["file"] for path in tmp_path.glob("*.program")]
    assert sorted(os.path.basename(file) for file in asked) == [
        "naive.inl", "tiled.inl", "tiled.inl", "unrolled.inl"]
