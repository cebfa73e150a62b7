"""--input: every format is read, recognised by its content, and gives the same bodies."""

import gzip
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from command import BINARY, QUICK, RIGHT, gputest, rows_of
from physics import read_forces

FORMATS = ["xyz", "gadget", "tipsy", "lammps-dump", "lammps-data", "nbody", "table"]
DOUBLE = ["--api=cpu", "--kernel=gravity_simd", "--precision=fp64"]


def forces_of(path: Path, tmp_path: Path, *args):
    out = tmp_path / "forces"
    gputest(*QUICK, *(args or DOUBLE), f"--input={path}", f"--forces={out}")
    return read_forces(out)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_recognised_by_its_content_and_gives_the_same_forces(name, small_files, tmp_path):
    tolerance = 1e-6 if name == "tipsy" else 0  # TIPSY's floats are single precision
    path, out = tmp_path / "snapshot", tmp_path / "own"
    path.write_bytes((small_files / name).read_bytes())
    (row,) = rows_of(*DOUBLE, f"--input={path}", f"--forces={out}")
    assert row["status"] in RIGHT and row["n"] == 5 and row["problem"]["particles"] == "file"
    wanted = forces_of(small_files / "nbody", tmp_path)
    for got, force in zip(read_forces(out), wanted, strict=True):
        assert got.acceleration == pytest.approx(force.acceleration, rel=tolerance, abs=tolerance)
        assert got.potential == pytest.approx(force.potential, rel=tolerance)


def test_every_format_listed_is_tested_here(small_files):
    assert sorted(path.name for path in small_files.iterdir()) == sorted(FORMATS)


def test_generate_chooses_the_format_by_the_extension(tmp_path):
    finished = gputest("generate", "plummer", "-n", 5, "-o", tmp_path / "bodies.XYZ")
    assert "(xyz)" in finished.stderr


def test_a_warning_names_missing_properties_in_one_line(tmp_path):
    path = tmp_path / "bare.xyz"
    path.write_text("2\na comment\nAr 0 0 0\nAr 1 0 0\n")
    finished = gputest(*QUICK, "--api=cpu", "--kernel=gravity_simd", f"--input={path}")
    warnings = finished.stderr.splitlines()
    assert warnings
    assert all(line.startswith(f"gputest: warning: {path}") for line in warnings)


def dump(path: Path, atoms, flags: str) -> Path:
    """Writes a LAMMPS dump in a box of edge 8; `atoms` are charge, x, y, z."""
    rows = [f"{k} 1 {q} {x!r} {y!r} {z!r}" for k, (q, x, y, z) in enumerate(atoms, 1)]
    head = ["ITEM: TIMESTEP", "0", "ITEM: NUMBER OF ATOMS", f"{len(rows)}", f"ITEM: BOX BOUNDS {flags}",
            *["0 8"] * 3, "ITEM: ATOMS id type q x y z"]
    path.write_text("\n".join([*head, *rows]) + "\n")
    return path


SITES = [(i, j, k) for i in range(4) for j in range(4) for k in range(4)]
ATOMS = [((-1) ** (i + j + k), 2 * i + 0.1 * j, 2 * j + 0.1 * k, 2 * k + 0.1 * i) for i, j, k in SITES]
OUTSIDE = [(q, x - 8 * (n % 5 == 0), y, z + 24 * (n % 7 == 0)) for n, (q, x, y, z) in enumerate(ATOMS)]


COUNTED = "positions outside the periodic box"


def test_positions_outside_a_periodic_box_are_folded_into_it(tmp_path):
    run = [*QUICK, "--api=cpu", "--kernel=lj_simd", "--precision=fp64", "--cutoff=2.5"]
    forces = {}
    for atoms, count in [(ATOMS, 0), (OUTSIDE, 21)]:
        path = dump(tmp_path / f"{count}.dump", atoms, "pp pp pp")
        said = gputest(*run, f"--input={path}", f"--forces={tmp_path}/forces").stderr
        assert (f"has {count} of 64 {COUNTED}" in said) == (count > 0) == (COUNTED in said)
        forces[count] = read_forces(tmp_path / "forces")
    for folded, force in zip(forces[21], forces[0], strict=True):
        assert folded.acceleration == pytest.approx(force.acceleration, rel=1e-9, abs=1e-9)
        assert folded.potential == pytest.approx(force.potential, rel=1e-9)


@pytest.mark.parametrize("kernel", ["ewald_real", "ewald_pme", "central_direct", "neighbour_cell"])
def test_every_family_that_uses_the_box_takes_positions_outside_it(kernel, tmp_path):
    path = dump(tmp_path / "outside.dump", OUTSIDE, "pp pp pp")
    (row,) = rows_of("--api=cpu", f"--kernel={kernel}", "--precision=fp64", f"--input={path}")
    assert row["status"] in RIGHT, row["reason"]


def test_positions_outside_a_box_stay_where_an_axis_is_open(tmp_path):
    run = [*QUICK, "--api=cpu", "--kernel=lj_simd", "--precision=fp64", "--cutoff=2.5"]
    moved = [(q, x, y, z - 20 * (n == 9)) for n, (q, x, y, z) in enumerate(ATOMS)]
    out = tmp_path / "forces"
    said = gputest(*run, f"--input={dump(tmp_path / 'dump', moved, 'pp pp ff')}", f"--forces={out}").stderr
    assert COUNTED not in said and read_forces(out)[9].potential == 0


# A Plummer sphere in standard units, summed in extended precision with softening 0.02.

PLUMMER_POTENTIAL = -0.499007963064482
PLUMMER_ACCELERATION_0 = (-0.06512877403, 0.281429269802, 0.0635560406629)


@pytest.fixture
def plummer() -> Path:
    folder = os.environ.get("GPUTEST_DATA_DIR")
    if not folder:
        pytest.skip("GPUTEST_DATA_DIR is not set")
    path = Path(folder) / "plummer_4096.nbody"
    if not path.is_file():
        pytest.skip(f"there is no {path}")
    return path


def energy(forces) -> float:
    """The potential energy, which counts each pair once; every mass is 1/4096."""
    return sum(force.potential for force in forces) / 4096 / 2


@pytest.mark.parametrize("kernel", ["gravity_naive", "gravity_tiled", "gravity_simd"])
def test_a_real_plummer_sphere_has_its_known_energy_and_forces(kernel, plummer, tmp_path):
    args = ["--api=cpu", f"--kernel={kernel}", "--precision=fp64", "--eps=0.02"]
    forces = forces_of(plummer, tmp_path, *args)
    assert len(forces) == 4096
    assert energy(forces) == pytest.approx(PLUMMER_POTENTIAL, rel=1e-12)
    assert forces[0].acceleration == pytest.approx(PLUMMER_ACCELERATION_0, rel=1e-11, abs=1e-11)


@pytest.mark.opencl
@pytest.mark.parametrize(
    "kernel", ["gravity_naive", "gravity_tiled", "gravity_unrolled", "gravity_blocked"]
)
def test_opencl_gives_the_same_energy_and_forces_in_double_precision(kernel, plummer, tmp_path):
    args = ["--api=opencl", f"--kernel={kernel}", "--precision=fp64", "--eps=0.02"]
    forces = forces_of(plummer, tmp_path, *args)
    assert energy(forces) == pytest.approx(PLUMMER_POTENTIAL, rel=1e-12)
    assert forces[0].acceleration == pytest.approx(PLUMMER_ACCELERATION_0, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize(
    "api, kernel",
    [
        ("cpu", "gravity_simd"),
        pytest.param("opencl", "gravity_texture2d", marks=pytest.mark.opencl),
    ],
)
def test_single_precision_gives_them_within_its_tolerance(api, kernel, plummer, tmp_path):
    args = [f"--api={api}", f"--kernel={kernel}", "--eps=0.02"]
    forces = forces_of(plummer, tmp_path, *args)
    tolerance = rows_of(*args, f"--input={plummer}")[0]["verify"]["tolerance"]
    assert energy(forces) == pytest.approx(PLUMMER_POTENTIAL, rel=tolerance)
    pulls = 2.0  # at least the sum of the forces on body 0
    assert forces[0].acceleration == pytest.approx(PLUMMER_ACCELERATION_0, abs=tolerance * pulls)


# Files that are compressed, piped, or written by an editor for Windows.

BAD_INPUT = 4
BODIES = "".join(f"1 {k} {k % 3} {k % 5} 0 0 0\n" for k in range(40))
SEVERAL = ["--api=cpu", "--kernel=gravity_naive,gravity_simd"]


def test_standard_input_is_read_by_every_worker():
    rows = rows_of(*SEVERAL, "--input=-", stdin_text=BODIES)
    assert len(rows) >= 2 and all(row["status"] in RIGHT and row["n"] == 40 for row in rows)
    finished = gputest("simulate", "--kernel=gravity_simd", "--input=-", "--steps=1", stdin_text=BODIES)
    assert "n = 40" in finished.stdout
    empty = gputest(*QUICK, *DOUBLE, "--input=-", stdin_text="\n", status=BAD_INPUT)
    assert "standard input is empty" in empty.stderr


def test_a_pipe_of_the_shell_is_read_by_every_worker(tmp_path):
    path = tmp_path / "bodies.tab"
    path.write_text(BODIES)
    command = f"{BINARY} {' '.join(QUICK + SEVERAL)} --format=csv --input=<(cat {path})"
    finished = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, check=False, timeout=100)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count(b"gravity_") >= 2


@pytest.mark.parametrize("compress", ["gz", "zst"])
def test_compressed_particles_give_the_same_forces(compress, small_files, tmp_path):
    content, path = (small_files / "xyz").read_bytes(), tmp_path / f"bodies.xyz.{compress}"
    if compress == "gz":
        path.write_bytes(gzip.compress(content))
    elif shutil.which("zstd") is None:
        pytest.skip("there is no zstd")
    else:
        path.write_bytes(subprocess.run(["zstd", "-qc"], input=content, stdout=subprocess.PIPE,
                                        check=True).stdout)
    assert forces_of(path, tmp_path) == forces_of(small_files / "xyz", tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    finished = gputest(*QUICK, *DOUBLE, f"--input={path}", status=BAD_INPUT)
    assert "may be cut short" in finished.stderr


def test_no_compressed_file_is_written(tmp_path):
    finished = gputest("generate", "plummer", "-n", 5, "-o", tmp_path / "a.xyz.gz", status=BAD_INPUT)
    assert "gputest writes no compressed files" in finished.stderr
    assert not list(tmp_path.iterdir())
