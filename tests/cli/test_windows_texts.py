"""Texts that an editor for Windows saved, with CRLF and a byte-order mark, are read as if they had neither."""

import shutil
from pathlib import Path

import pytest

from command import BARELY, QUICK, RIGHT, ROOT, gputest, listed, rows_of

BAD_INPUT = 4
MARK = b"\xef\xbb\xbf"
HAS_HIP_HOST = any(device["device"] == "hip:host" for device in listed("devices"))
NEEDS_COMPILER = pytest.mark.skipif(shutil.which("c++") is None, reason="no compiler")


def of_windows(path: Path) -> Path:
    """Gives the file a byte-order mark and lines that end in CRLF."""
    content = path.read_bytes()
    assert b"\r" not in content
    path.write_bytes(MARK + content.replace(b"\n", b"\r\n"))
    return path


@pytest.mark.parametrize("extension, device", [
    pytest.param(".cl", [], marks=pytest.mark.opencl),
    (".il", ["--device=il:interpreter"]),
    pytest.param(".cpp", [], marks=NEEDS_COMPILER),
    pytest.param(".hip", ["--device=hip:host"], marks=[
        NEEDS_COMPILER, pytest.mark.skipif(not HAS_HIP_HOST, reason="no hip:host")]),
])
def test_a_users_kernel_is_right(extension, device, tmp_path: Path):
    path = tmp_path / f"mine{extension}"
    gputest("template", "gravity", "-o", path)
    (plain,) = rows_of(f"--my-kernel={path}", *device, "-n", 100)
    (row,) = rows_of(f"--my-kernel={of_windows(path)}", *device, "-n", 100)
    assert row["status"] in RIGHT and plain["status"] in RIGHT


@pytest.mark.opencl
def test_a_file_that_a_users_kernel_includes_is_read(tmp_path: Path):
    path, beside = tmp_path / "mine.cl", tmp_path / "scale.h"
    gputest("template", "gravity", "-o", path)
    beside.write_text("#define SCALE \\\n  (1)\n")
    path.write_text(path.read_text() + '\n#include "scale.h"\n')
    of_windows(beside)
    (row,) = rows_of(f"--my-kernel={of_windows(path)}", "-n", 100)
    assert row["status"] in RIGHT, row["reason"]


@pytest.mark.opencl
def test_a_file_of_gputest_cl_dir_is_read(tmp_path: Path):
    path = tmp_path / "gravity_naive.cl"
    path.write_text((ROOT / "opencl" / "kernels" / "gravity" / "naive.cl").read_text())
    (row,) = rows_of("--api=opencl", "--kernel=gravity_naive", "-n", 100,
                     env={"GPUTEST_CL_DIR": str(of_windows(path).parent)})
    assert row["status"] in RIGHT and row["text"]["replaced"]


@pytest.mark.opencl
def test_an_exercise_passes(tmp_path: Path):
    path = tmp_path / "march.cl"
    path.write_text((ROOT / "docs" / "course" / "keys" / "march.cl").read_text())
    done = gputest("exercise", "march", of_windows(path), "--untimed")
    assert done.stdout.endswith("passed\n")


def test_a_table_of_a_law_is_read(tmp_path: Path):
    path = tmp_path / "coulomb.table"
    gputest("law", "coulomb", "--from=0.5", "--to=30", "-o", path)
    run = ["--api=cpu", "--kernel=central_table_global", "--layout=float4", "-n", 200, f"--table={path}"]
    (plain,) = rows_of(*run)
    of_windows(path)
    (row,) = rows_of(*run)
    assert row["status"] in RIGHT and row["problem"]["table"] == plain["problem"]["table"]


def test_a_price_file_is_read(tmp_path: Path):
    path = tmp_path / "prices"
    path.write_text("currency = EUR\ncpu:* = 100\n")
    run = [*QUICK, "--api=cpu", "--kernel=gravity_simd", "-n", 64]
    shown = gputest(*run, f"--price-file={of_windows(path)}").stdout
    assert "EUR" in shown and "\\r" not in shown


KERNEL = "il_ps_2_0\ndcl_output_generic o0\nmov o0, r0\nend\n"
PLAN = """[[buffer]]
name = "o"
shape = "1"
[[launch]]
kernel = "kernel.il"
domain = "1x1"
bind = { o0 = "o" }
[[output]]
buffer = "o"
"""


def test_a_plan_and_its_kernel_are_read(tmp_path: Path):
    kernel, plan = tmp_path / "kernel.il", tmp_path / "plan.toml"
    kernel.write_text(KERNEL)
    plan.write_text(PLAN)
    shown = gputest("il", "run", plan).stdout
    of_windows(kernel)
    assert gputest("il", "run", of_windows(plan)).stdout == shown
    gputest("il", "assemble", kernel, "--output", tmp_path / "kernel.bin")
    assert gputest("il", "disassemble", tmp_path / "kernel.bin").stdout.startswith("il_ps_2_0")


def test_a_suite_is_read(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text((ROOT / "suites" / "central.toml").read_text())
    shown = gputest("sweep", path, "--dry-run").stdout
    assert gputest("sweep", of_windows(path), "--dry-run").stdout == shown


def test_a_kernel_in_utf_16_is_refused(tmp_path: Path):
    path = tmp_path / "mine.cl"
    gputest("template", "gravity", "-o", path)
    path.write_text(path.read_text(), encoding="utf-16")
    finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 100, status=BAD_INPUT)
    assert "is text in UTF-16; save it as UTF-8" in finished.stderr
