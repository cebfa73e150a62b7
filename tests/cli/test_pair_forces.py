"""Pair forces, as a user meets them: --pair, its options, and LAMMPS's forces of a small melt."""

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


@pytest.mark.opencl
@pytest.mark.parametrize("force", [pytest.param(force, marks=[pytest.mark.thorough] if k > 0 else [])
                                   for k, force in enumerate(FORCES)])
def test_every_kernel_has_the_forces_of_lammps(force, tmp_path: Path):
    right = of_lammps(force)
    assert ("cpu:0", "lj_simd") in kernels(force)
    for device, kernel in sorted(kernels(force)):
        path = tmp_path / "forces"
        run = [f"--device={device}", f"--kernel={kernel}", "--precision=fp64", f"--pair={force}"]
        shifts = ["off", "on"] if device == "cpu:0" else ["on"]
        for shift in shifts:
            rows_of(*run, *FORCES[force], MELT, f"--shift={shift}", f"--forces={path}",
                    measure=BARELY)
            found = read_forces(path)
            assert sorted(f.id for f in found) == sorted(right)
            for f in found:
                off = math.dist(f.acceleration, right[f.id].force)
                assert off < 1e-12 * (1 + math.hypot(*right[f.id].force)), (device, kernel, f)
            energy = math.fsum(f.potential for f in found)
            assert energy == pytest.approx(energies_of_lammps()[force, shift], rel=1e-12)


def test_every_kernel_of_the_family_takes_every_force():
    for force in FORCES:
        assert kernels(force) == kernels("lj")


def test_a_force_and_its_parameters_are_in_the_problem():
    run = ["--dry-run", "--api=cpu", "--kernel=lj_naive", "-n", 100]
    (plain,) = rows_of(*run)
    (morse,) = rows_of(*run, "--pair=morse", "--morse-d0=2")
    assert "pair" not in plain["problem"], "results from before there was a choice compare"
    assert morse["problem"] == {
        **plain["problem"], "pair": "morse", "morse-d0": 2, "morse-alpha": 5, "morse-r0": 1.12246,
    }
    assert {r["problem"].get("pair", "lj") for r in rows_of(*run, "--pair=all")} == set(FORCES)


@pytest.mark.parametrize(
    "options, words",
    [
        (["--morse-d0=0"], "--morse-d0 must be above 0"),
        (["--pair=yukawa", "--yukawa-kappa=-1"], "--yukawa-kappa must be above 0"),
        (["--pair=yukawa", "--yukawa-a=nan"], "--yukawa-a"),
        (["--pair=morse", "--morse-d0=1e39"], "--morse-d0 of 1e+39 is too large for fp32"),
        (["--pair=morse", "--morse-alpha=50", "--morse-r0=2"], "apart in fp32, where their force is not finite"),
        (["--pair=morse", "--shift=on", "--cutoff=0.01", "--skin=0", "--morse-alpha=100"],
         "the energy at a cutoff of 0.01"),
    ],
)
def test_bad_parameters_get_a_sentence(options, words):
    done = gputest("--api=cpu", "--kernel=lj_naive", "-n", 500, *options, status=BAD_INPUT)
    (line,) = done.complaints
    assert words in line


def test_an_unknown_force_is_named():
    assert "morse" in gputest("--pair=morze", status=2).stderr


def test_a_run_under_another_force_conserves_energy():
    """As well as Lennard-Jones does: see test_lennard_jones.py."""
    for force, options in FORCES.items():
        text = gputest("simulate", "-n", 500, "--temperature=1.44", "--precision=fp64",
                       "--steps=100", "--shift=on", f"--pair={force}", *options).stdout
        words = text.split("energy drift ")[1].split()
        assert float(words[0].rstrip(";,")) < 1e-4, text
