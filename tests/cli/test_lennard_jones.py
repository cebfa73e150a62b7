"""Lennard-Jones, neighbour lists and simulate, on the command line."""

import math
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from command import (
    BARELY,
    BINARY,
    RIGHT,
    TIME_LIMIT,
    copy_opencl_sources,
    gputest,
    parse_table,
    rows_of,
)
from physics import read_forces

BAD_INPUT = 4
LJ = ["--api=cpu", "--kernel=lj_*"]


@pytest.fixture(scope="module")
def data() -> Path:
    folder = os.environ.get("GPUTEST_DATA_DIR", "")
    if not folder:
        pytest.skip("GPUTEST_DATA_DIR is not set")
    return Path(folder)


def complaint(*args) -> str:
    (line,) = gputest(*args, status=BAD_INPUT).complaints
    return line


def test_axes_are_chosen_like_layouts():
    rows = rows_of("--dry-run", *LJ, "--newton3=all", "--list=all", "-n", 100)
    found = {(r["kernel"], r["problem"]["newton3"], r["problem"]["list"]) for r in rows}
    assert ("lj_naive", "on", "ell") in found and ("lj_simd", "off", "csr") in found
    rows = rows_of("--dry-run", *LJ, "--newton3=on", "-n", 100)
    assert {r["kernel"] for r in rows if not r["reason"].startswith("cpu:")} == {"lj_naive"}
    assert all("does not take newton3 on" in r["reason"] for r in rows if r["kernel"] != "lj_naive")
    gputest("--newton3=maybe", status=2)


def test_the_table_and_csv_show_the_axes():
    rows = parse_table(gputest(*BARELY, *LJ, "--newton3=all", "-n", 64, "--wide").stdout)
    assert ("csr", "on") in {(row["list"], row["newton3"]) for row in rows}
    text = gputest(*BARELY, *LJ, "--newton3=on", "-n", 64, "--format=csv").stdout
    assert ",axes," in text and ",list=csr newton3=on pair=lj," in text
    text = gputest(*BARELY, "--api=cpu", "-n", 64, "--wide").stdout
    assert "newton3" not in text, "gravity has none"


def test_all_algorithms_run_together():
    rows = rows_of("--api=cpu", "--kernel=*", "-n", 196, measure=BARELY)
    assert {r["algorithm"] for r in rows} == {"central", "ewald", "fmm", "gravity", "hermite", "lj",
                                             "lu", "memory", "neighbour", "reorder", "roofline",
                                             "stencil", "sweep", "tree"}
    assert {r["status"] for r in rows} <= RIGHT


@pytest.mark.opencl
@pytest.mark.thorough
def test_every_row_of_the_melt_is_right(data):
    rows = rows_of(
        "--api=cpu,opencl",
        "--kernel=lj_*",
        "--newton3=all",
        "--list=all",
        "--precision=all",
        f"--input={data}/lj_melt_2048.data",
        "--cutoff=2.5",
        measure=BARELY,
    )
    assert {r["status"] for r in rows} <= RIGHT, [r["reason"] for r in rows]
    assert len({r["kernel"] for r in rows}) == 7


def dumped_forces(path: Path):
    rows = [line.split() for line in path.read_text().splitlines()[9:]]
    return {int(r[0]): tuple(map(float, r[8:11])) for r in rows}


@pytest.mark.thorough
def test_every_kernel_has_the_forces_of_lammps(data, tmp_path: Path):
    """Only in fp64: fp32 rounds the positions, and rows are verified against rounded positions."""
    right = dumped_forces(data / "lj_melt_2048.dump")
    least_sum = 22.7  # smallest sum of the magnitudes of a particle's pair forces in this melt
    melt = f"--input={data}/lj_melt_2048.data"
    options = ["--kernel=lj_*", "--newton3=all", "--list=all", "--precision=fp64", melt]
    cases = rows_of("--dry-run", *options)
    cases = [c for c in cases if c["kernel"]]
    assert len(cases) >= 10
    for case in cases:
        path = tmp_path / "forces"
        rows_of(
            f"--device={case['device']['id']}",
            f"--kernel={case['kernel']}",
            f"--newton3={case['problem']['newton3']}",
            f"--list={case['problem']['list']}",
            "--precision=fp64",
            melt,
            f"--forces={path}",
            measure=BARELY,
        )
        forces = read_forces(path)
        assert "# id fx fy fz potential" in path.read_text()
        assert sorted(f.id for f in forces) == sorted(right)
        for force in forces:
            off = math.dist(force.acceleration, right[force.id])
            assert off < 1e-9 * least_sum, (case, force)
        energy = math.fsum(f.potential for f in forces) / 2048
        assert energy == pytest.approx(-5.7590279223, rel=1e-10)


def test_bad_options_and_particles_are_refused_in_a_sentence(tmp_path: Path):
    """tests/unit/lj_problem_test.cpp has all of them."""
    run = [*LJ, "-n", 500]
    assert "over half the periodic box" in complaint(*run, "--periodic=on", "--cutoff=9")
    assert "--capacity takes a positive" in complaint(*run, "--kernel=neighbour_*", "--capacity=0")
    path = tmp_path / "atoms.data"
    path.write_text(
        "title\n\n2 atoms\n1 atom types\n\n0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\n"
        "Atoms # atomic\n\n1 1 1 1 1\n2 1 1 1e9 1\n"
    )
    done = gputest(*LJ, f"--input={path}", status=BAD_INPUT)
    assert "particle 2 is 100000000 edges of the periodic box away along y" in done.stdout + done.stderr


@pytest.mark.thorough
def test_several_types_and_charges_give_a_warning(tmp_path: Path):
    path = tmp_path / "atoms.dump"
    path.write_text(
        "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n0 9\n0 9\n0 9\n"
        "ITEM: ATOMS id type q x y z\n1 1 0.5 1 1 1\n2 2 0 3 3 3\n"
    )
    said = gputest(*BARELY, *LJ, f"--input={path}").stderr
    assert "several types" in said and "charges" in said


def test_a_list_that_overflows_is_reported():
    rows = rows_of(
        "--api=cpu", "--kernel=neighbour_*", "--capacity=5", "-n", 500, status=1, measure=BARELY
    )
    assert {r["status"] for r in rows} == {"failed"}
    assert "overflows" in rows[0]["reason"]


def energies(text: str):
    return [float(line.split()[3]) for line in text.splitlines() if re.match(r" +\d+ +-", line)]


SIMULATE = ["simulate", "-n", 500, "--temperature=1", "--every=10"]


def test_simulate_restarts_exactly_and_writes_trajectories(tmp_path: Path):
    whole, half, rest = (tmp_path / name for name in ("whole", "half", "rest"))
    path = tmp_path / "run.xyz"
    text = gputest(*SIMULATE, "--steps=40", f"--checkpoint={whole}", f"--trajectory={path}",
                   "--trajectory-every=20").stdout
    gputest(*SIMULATE, "--steps=20", f"--checkpoint={half}")
    again = gputest("simulate", f"--restart={half}", "--steps=20", f"--checkpoint={rest}",
                    "--every=10").stdout
    assert whole.read_bytes() == rest.read_bytes()
    assert energies(text)[2:] == energies(again)
    assert "energy drift" in text and "lists built" in text
    assert path.read_text().count("Lattice=") == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["half", "rest", "run.xyz", "whole"]
    gputest(*BARELY, *LJ, f"--input={path}")  # a frame is read back
    other = gputest("simulate", f"--restart={half}", "--cutoff=2.2", status=BAD_INPUT)
    assert "of another run" in other.stderr
    other = gputest("simulate", f"--restart={half}", "--shift=on", status=BAD_INPUT)
    assert "of another run" in other.stderr and '"shift":true' in other.stderr


@pytest.mark.thorough
def test_a_shifted_run_restarts_only_as_a_shifted_run(tmp_path: Path):
    whole, half, rest = (tmp_path / name for name in ("whole", "half", "rest"))
    gputest(*SIMULATE, "--shift=on", "--steps=20", f"--checkpoint={whole}")
    gputest(*SIMULATE, "--shift=on", "--steps=10", f"--checkpoint={half}")
    gputest("simulate", "--shift=on", f"--restart={half}", "--steps=10", f"--checkpoint={rest}")
    assert whole.read_bytes() == rest.read_bytes()
    assert "of another run" in complaint("simulate", f"--restart={half}", "--steps=10")


def drift(text: str) -> float:
    return float(re.search(r"energy drift at most (\S+)", text).group(1))


# LAMMPS (29 Sep 2021): pair_style lj/cut 2.5, pair_modify shift yes, fix nve, timestep 0.005.
# Potential and total energy per atom.
SHIFTED = {
    0: (-5.30962823411, -4.17393761027),
    5: (-5.31900227447, -4.17395443269),
    10: (-5.31695852767, -4.17394070667),
    50: (-5.3198758867, -4.17397985494),
}


@pytest.mark.thorough
def test_every_kernel_follows_lammps_with_a_shift(data):
    """The energies agree in every digit that LAMMPS prints."""
    rows = rows_of("--dry-run", "--kernel=lj_*", "--precision=fp64", "-n", 100)
    cases = [(r["device"]["id"], r["kernel"]) for r in rows if r["kernel"]]
    assert ("cpu:0", "lj_simd") in cases
    for device, kernel in cases:
        steps = 10 if device == "hip:host" else 50  # emulated, and slow under a sanitizer
        options = ["--api=all", f"--device={device}", f"--kernel={kernel}", f"--steps={steps}"]
        text = gputest("simulate", *options, "--precision=fp64", "--shift=on", "--every=5",
                       f"--input={data}/lj_melt_2048.data").stdout
        lines = [line.split() for line in text.splitlines() if re.match(r" +\d+ +-", line)]
        found = {int(line[0]): (float(line[1]), float(line[3])) for line in lines}
        assert list(found) == list(range(0, steps + 1, 5))
        for step, right in SHIFTED.items():
            if step <= steps:
                assert found[step] == pytest.approx(right, abs=6e-12), (device, kernel, step)
        assert drift(text) < 1e-4, (device, kernel)


ON_HIP_HOST = ["--api=hip", "--device=hip:host", "--kernel=lj_transposed"]


def needs_hip_host():
    if "hip:host" not in gputest("list", "devices").stdout:
        pytest.skip("hip:host is not built: see gputest list devices")


ON_DEVICES = {
    "cpu": ["--api=cpu", "--kernel=lj_simd"],
    "opencl": ["--api=opencl", "--kernel=lj_unrolled"],
    "hip": ON_HIP_HOST,
}


@pytest.mark.parametrize("api", ["cpu", "opencl", pytest.param("hip", marks=pytest.mark.hip)])
def test_simulate_restarts_exactly_on_the_device(tmp_path: Path, api: str):
    place = ON_DEVICES[api]
    if api == "hip":
        needs_hip_host()
    elif api not in gputest("list", "devices").stdout:
        pytest.skip(f"there is no device of {api}")
    whole, half, rest = (tmp_path / name for name in ("whole", "half", "rest"))
    path = tmp_path / "run.dump"
    text = gputest(*SIMULATE, *place, "--steps=40", f"--checkpoint={whole}").stdout
    assert "moved on the device" in text and "energy drift" in text
    assert int(re.search(r"(\d+) lists built", text).group(1)) > 2
    gputest(*SIMULATE, *place, "--steps=20", f"--checkpoint={half}",
            f"--trajectory={path}", "--trajectory-every=7")
    gputest("simulate", *place, f"--restart={half}", "--steps=20", f"--checkpoint={rest}",
            "--every=3")
    assert whole.read_bytes() == rest.read_bytes()
    assert path.read_text().count("ITEM: TIMESTEP") == 3
    in_blocks = ["--kernel=lj_naive", "--layout=aosoa"]  # no step kernel writes this layout
    on_host = gputest(*SIMULATE, *in_blocks, "--precision=fp64", "--steps=20").stdout
    on_device = gputest(*SIMULATE, *place, "--precision=fp64", "--steps=20").stdout
    assert "moved on the host" in on_host
    assert energies(on_device) == pytest.approx(energies(on_host), rel=1e-11)


@pytest.mark.hip
@pytest.mark.thorough
def test_steps_on_the_device_follow_lammps(data):
    """Total energy per atom at steps 0, 10 and 20: see tests/unit/simulation_test.cpp."""
    needs_hip_host()
    text = gputest("simulate", *ON_HIP_HOST, "--precision=fp64", "--every=10", "--steps=20",
                   f"--input={data}/lj_melt_2048.data").stdout
    total = [float(line.split()[3]) for line in text.splitlines() if re.match(r" +\d+ +-", line)]
    assert total == pytest.approx([-4.623337298, -4.623850298, -4.623659872], abs=2e-9)


@pytest.mark.thorough
def test_simulate_of_gravity_conserves_energy():
    text = gputest("simulate", "--kernel=gravity_simd", "-n", 300, "--steps=50",
                   "--time-step=0.002").stdout
    assert drift(text) < 1e-4


def test_a_signal_leaves_a_whole_checkpoint(tmp_path: Path):
    checkpoint, trajectory = tmp_path / "checkpoint", tmp_path / "run.dump"
    process = subprocess.Popen(
        [BINARY, "simulate", "-n", "2000", "--temperature=1", "--steps=1000000", "--every=5",
         f"--checkpoint={checkpoint}", f"--trajectory={trajectory}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    for _ in range(4):
        process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 130
    assert "interrupted at step" in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["checkpoint", "run.dump"]
    gputest("simulate", f"--restart={checkpoint}", "--steps=2")


WRONG_STEPS = {
    "no forces": [
        ("lj.h", "forces[i] = (gt_real4)(fx, fy, fz, energy);", "forces[i] = (gt_real4)(0);")
    ],
    "forces too large": [("lj.h", "(fx) += force_over_r", "(fx) += (gt_real)1.1 * force_over_r")],
    # only of the steps; the builder is the one for CPUs or the one for GPUs
    "lists too short": [
        ("neighbour_simd.cl", "numbers != own", "numbers > own"),
        ("neighbour_mask.cl", "own < 32", "own < 31"),
    ],
}


@pytest.mark.opencl
@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["forces too large", "no forces", "lists too short"])
def test_simulate_shows_no_speed_if_its_steps_are_wrong(tmp_path: Path, fault: str):
    copy_opencl_sources(tmp_path)
    for file, old, new in WRONG_STEPS[fault]:
        text = (tmp_path / file).read_text()
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new))
    run = ["simulate", "--api=opencl", "--kernel=lj_register", "-n", 2000, "--temperature=1"]
    run += ["--steps=3"]
    folder = {"env": {"GPUTEST_CL_DIR": "."}, "cwd": tmp_path}
    finished = gputest(*run, status=1, **folder)
    assert "at step 0" in finished.stderr
    assert "particle-steps/s" not in finished.stdout
    assert "particle-steps/s" in gputest(*run, "--no-verify", **folder).stdout


def test_simulate_needs_one_kernel_that_computes_forces():
    assert "one kernel" in gputest("simulate", "--kernel=lj_*", status=2).stderr
    assert "no forces" in gputest("simulate", "--kernel=neighbour_cell", status=2).stderr
    assert "trajectory needs a file" in complaint(*SIMULATE, "--trajectory=x.nbody")
    assert "--steps" in complaint(*SIMULATE, "--steps=-1")
