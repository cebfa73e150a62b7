"""Pair forces: --pair, its options, and a comparison with LAMMPS's forces of a small melt."""

import math
from pathlib import Path
from typing import Dict, NamedTuple, Tuple

import pytest

from command import BARELY, ROOT, gputest, rows_of
from physics import read_forces

BAD_INPUT = 4
DATA = ROOT / "tests" / "data" / "pair"  # made by in.pair there
MELT = f"--input={DATA / 'melt.dump'}"
FORCES = {
    "lj": [],
    "morse": ["--morse-d0=0.7", "--morse-alpha=4.3", "--morse-r0=1.1"],
    "yukawa": ["--yukawa-a=2.5", "--yukawa-kappa=1.7"],
}


class Atom(NamedTuple):
    force: Tuple[float, ...]
    energy: float


def of_lammps(force: str) -> Dict[int, Atom]:
    rows = [line.split() for line in (DATA / f"{force}.dump").read_text().splitlines()[9:]]
    return {int(r[0]): Atom(tuple(map(float, r[1:4])), float(r[4])) for r in rows}


def energies_of_lammps() -> Dict[Tuple[str, str], float]:
    rows = [line.split() for line in (DATA / "energies.txt").read_text().splitlines()[1:]]
    return {(force, shift): float(energy) for force, shift, energy in rows}


def kernels(force: str):
    rows = rows_of("--dry-run", "--kernel=lj_*", "--precision=fp64", f"--pair={force}", MELT)
    return {(r["device"]["id"], r["kernel"]) for r in rows if r["kernel"]}


def expect_forces_of_lammps(force: str, device: str, kernel: str, folder: Path) -> None:
    right = of_lammps(force)
    path = folder / "forces"
    run = [f"--device={device}", f"--kernel={kernel}", "--precision=fp64", f"--pair={force}"]
    shifts = ["off", "on"] if device == "cpu:0" else ["on"]
    for shift in shifts:
        rows_of(*run, *FORCES[force], MELT, f"--shift={shift}", f"--forces={path}", measure=BARELY)
        found = read_forces(path)
        assert sorted(f.id for f in found) == sorted(right)
        for f in found:
            off = math.dist(f.acceleration, right[f.id].force)
            assert off < 1e-12 * (1 + math.hypot(*right[f.id].force)), (device, kernel, f)
        energy = math.fsum(f.potential for f in found)
        assert energy == pytest.approx(energies_of_lammps()[force, shift], rel=1e-12)


def test_a_kernel_has_the_forces_of_lammps(tmp_path: Path):
    expect_forces_of_lammps("morse", "cpu:0", "lj_simd", tmp_path)


@pytest.mark.opencl
@pytest.mark.thorough
@pytest.mark.parametrize("force", FORCES)
def test_every_kernel_has_the_forces_of_lammps(force, tmp_path: Path):
    for device, kernel in sorted(kernels(force)):
        expect_forces_of_lammps(force, device, kernel, tmp_path)


@pytest.mark.thorough
def test_every_kernel_of_the_family_takes_every_force():
    for force in FORCES:
        assert kernels(force) == kernels("lj")


def test_a_force_and_its_parameters_are_in_the_problem():
    run = ["--dry-run", "--api=cpu", "--kernel=lj_naive", "-n", 100]
    (plain,) = rows_of(*run)
    (morse,) = rows_of(*run, "--pair=morse", "--morse-d0=2")
    assert "pair" not in plain["problem"], "older results, without a pair, stay comparable"
    assert morse["problem"] == {
        **plain["problem"], "pair": "morse", "morse-d0": 2, "morse-alpha": 5, "morse-r0": 1.12246,
    }
    assert {r["problem"].get("pair", "lj") for r in rows_of(*run, "--pair=all")} == set(FORCES)


def test_a_bad_parameter_and_an_unknown_force_are_refused_in_a_sentence():
    """tests/unit/lj_problem_test.cpp checks every parameter."""
    run = ["--api=cpu", "--kernel=lj_naive", "-n", 500]
    (line,) = gputest(*run, "--morse-d0=0", status=BAD_INPUT).complaints
    assert "--morse-d0 must be above 0" in line
    assert "morse" in gputest("--pair=morze", status=2).stderr


def test_a_run_under_another_force_conserves_energy():
    """The limit is that of Lennard-Jones in tests/unit/simulation_test.cpp."""
    for force, options in [(name, FORCES[name]) for name in ("morse", "yukawa")]:
        text = gputest("simulate", "-n", 500, "--temperature=1.44", "--precision=fp64",
                       "--steps=100", "--shift=on", f"--pair={force}", *options).stdout
        words = text.split("energy drift at most ")[1].split()
        assert float(words[0].rstrip(";,")) < 1e-4, text
