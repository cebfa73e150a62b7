"""Checks of simulate during a run, and the files that remain if a kernel is wrong, crashes or hangs."""

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from command import (
    BINARY, ROOT, TIME_LIMIT, children_of, copy_opencl_sources, environment, gputest, writes_in,
)
from processes import is_pending, wait_until, wait_until_it_has_computed

VERIFICATION_FAILED, USAGE, DEVICE_LOST, INTERRUPTED = 1, 2, 7, 130

MELT = ["simulate", "-n", 500, "--temperature=1.44"]
ON_OPENCL = [*MELT, "--api=opencl", "--kernel=lj_register"]
STORE = "forces[i] = (gt_real4)(fx, fy, fz, energy);"
MOVING = "if (!GT_ENERGY)"  # only in the kernel that moves particles, not in the one that is verified


def plant(folder: Path, fault: str) -> None:
    copy_opencl_sources(folder)
    text = (folder / "lj.h").read_text()
    assert text.count(STORE) == 1
    (folder / "lj.h").write_text(text.replace(STORE, f"{STORE} {fault}"))


def at_fault(folder: Path, *args: Any, status: int):
    return gputest(*args, env={"GPUTEST_CL_DIR": "."}, cwd=folder, status=status)


def test_too_large_a_time_step_ends_the_run_and_the_last_good_checkpoint_stays(tmp_path):
    path = tmp_path / "run.ckpt"
    run = [*MELT, "--time-step=0.04", "--every=1"]
    finished = gputest(*run, "--steps=2000", "--checkpoint-every=1", f"--checkpoint={path}",
                       status=VERIFICATION_FAILED)
    failed = re.search(r"at step (\d+) the energy has changed by (\S+) .*; allowed is (\S+):",
                       finished.stderr)
    assert failed and float(failed[2]) > float(failed[3])
    assert "the time step of 0.04 is too large" in finished.stderr
    assert "particle-steps/s" not in finished.stdout
    again = gputest("simulate", f"--restart={path}", "--time-step=0.04", "--steps=0").stdout
    assert int(again.splitlines()[2].split()[0]) == int(failed[1]) - 1


@pytest.mark.thorough
def test_without_verification_simulate_says_so():
    text = gputest(*MELT, "--steps=20", "--no-verify").stdout
    assert "not verified (--no-verify)" in text and "checks during the run" not in text
    assert "checks during the run" in gputest(*MELT, "--steps=20").stdout


def test_the_last_line_counts_the_repeated_steps_and_names_the_salt():
    run = [*MELT, "--steps=30", "--every=10"]
    last = gputest(*run, "--salt=7").stdout.splitlines()[-1]
    repeated = re.search(r"(\d+) checks during the run and (\d+) steps repeated, in \S+ s, salt 7; ", last)
    assert repeated and 3 <= int(repeated[2]) <= 30  # one before each printed line
    assert "salt" in gputest(*run).stdout
    refused = gputest(*run, "--salt=7", "--no-verify", status=USAGE)
    assert "leave out --salt" in refused.stderr


@pytest.mark.opencl
@pytest.mark.parametrize(
    "right, wrong, said",
    [
        ("gt_drifted(*x, velocity, time_step)", "*x", "at step 1 "),
        ("if (kicks > 1) velocity", "if (kicks > 2) velocity", "at step "),
    ],
)
def test_a_wrong_mover_gets_no_speed(tmp_path: Path, right: str, wrong: str, said: str):
    """More of them are in tests/faults/common/simulate/."""
    copy_opencl_sources(tmp_path)
    text = (ROOT / "common/simulate/step_move.h").read_text()
    assert text.count(right) == 1
    (tmp_path / "step_move.h").write_text(text.replace(right, wrong))
    finished = at_fault(tmp_path, *ON_OPENCL, "--steps=20", status=VERIFICATION_FAILED)
    assert said in finished.stderr and " the position of particle" in finished.stderr
    assert "rounding explains" in finished.stderr and "particle-steps/s" not in finished.stdout


@pytest.mark.opencl
@pytest.mark.parametrize(
    "fault, said",
    [
        ("forces[i] *= (gt_real)1.01;", "the force on particle"),
        ("if (i == 7) forces[i].x += 5;", "the forces add up to"),
    ],
)
def test_a_fault_only_in_the_kernel_that_moves_particles_is_found(tmp_path: Path, fault: str, said: str):
    plant(tmp_path, f"{MOVING} {fault}")
    (tmp_path / "run.ckpt").write_text("of an earlier run")
    finished = at_fault(tmp_path, *ON_OPENCL, "--steps=5", "--checkpoint=run.ckpt",
                        status=VERIFICATION_FAILED)
    assert f"at step 0 {said}" in finished.stderr
    assert (tmp_path / "run.ckpt").read_text() == "of an earlier run"


@pytest.mark.opencl
def test_a_crashing_kernel_gives_a_sentence_and_a_status(tmp_path: Path):
    plant(tmp_path, "if (i == 0) forces[1L << 44] = 0;")
    (tmp_path / "run.ckpt").write_text("of an earlier run")
    there = sorted(path.name for path in tmp_path.iterdir())
    finished = at_fault(tmp_path, *ON_OPENCL, "--steps=5", "--checkpoint=run.ckpt",
                        "--trajectory=run.xyz", status=DEVICE_LOST)
    assert sorted(path.name for path in tmp_path.iterdir()) == there
    assert finished.complaints[-1] == (
        "gputest: the kernel ended its process: SIGSEGV (Segmentation fault)")
    assert (tmp_path / "run.ckpt").read_text() == "of an earlier run"
    at_fault(tmp_path, *ON_OPENCL, "--steps=5", "--isolate=off", status=-signal.SIGSEGV)


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_crashing_kernel_in_survey_gives_a_sentence_and_a_status(tmp_path: Path):
    plant(tmp_path, "if (i == 0) forces[1L << 44] = 0;")
    for kernel in ("lj_simd.cl", "lj_unrolled.cl"):
        text = (tmp_path / kernel).read_text()
        (tmp_path / kernel).write_text(text.replace("{", "{ if (get_global_id(0) == 0) "
                                                    "*(volatile global int*)8 = 0;", 1))
    finished = gputest("survey", "--api=opencl", "-n", 300, "--particles=300", "--steps=2",
                       env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path, status=None)
    assert finished.status == DEVICE_LOST
    assert finished.complaints[-1].startswith("gputest: the kernel ended its process: ")


SLOW = ["simulate", "--kernel=gravity_naive", "--precision=fp64", "--no-verify"]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_a_hanging_kernel(tmp_path: Path, how: int):
    """One launch takes minutes."""
    process = subprocess.Popen(
        [BINARY, *SLOW, "-n", "200000", "--trajectory=run.xyz"],
        env=environment(), cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )
    wait_until(lambda: writes_in(tmp_path, process.pid))
    (child,) = wait_until(lambda: children_of(process.pid))
    wait_until_it_has_computed(child, 1)
    process.send_signal(how)
    wait_until(lambda: not is_pending(process.pid, how) and not is_pending(child, how))
    assert process.poll() is None
    process.send_signal(how)
    process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == -how
    assert not list(tmp_path.iterdir())


def test_a_step_beyond_the_timeout_is_an_error():
    finished = gputest(*SLOW, "-n", 15000, "--steps=1000", "--timeout=0.001", status=6)
    assert "no step within 0.001 s (--timeout): its process was ended" in finished.stderr


@pytest.mark.thorough
def test_a_run_in_a_separate_process_gives_the_same_result(tmp_path: Path):
    on, off = tmp_path / "on", tmp_path / "off"
    texts = [gputest(*MELT, "--steps=30", "--every=10", f"--isolate={path.name}",
                     f"--checkpoint={path}").stdout.splitlines()[:6] for path in (on, off)]
    assert texts[0] == texts[1]
    assert on.read_bytes() == off.read_bytes()
    said = gputest(*MELT, "--steps=1", "--isolate=off", "--timeout=1", status=USAGE).stderr
    assert "--timeout" in said and "--isolate=off" in said
    assert "--isolate" in gputest(*MELT, "--isolate=maybe", status=USAGE).stderr
