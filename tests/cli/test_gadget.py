"""GADGET's snapshots, written and read with h5py, as yt, pynbody and other programs do."""

from pathlib import Path

import pytest

from command import gputest
from physics import read_forces

h5py = pytest.importorskip("h5py")
BAD_INPUT = 4
DOUBLE = ["--api=cpu", "--kernel=gravity_simd", "--precision=fp64", "--strategy=single"]
# Numbers that are exact in single precision.
BODIES = [(0.5, 0.25, 0, 1), (0.5, -1.5, 2, 0), (2.0, 3, 0.125, -1), (1.0, 0, -4, 0.75)]


def forces_of(path: Path):
    out = path.with_suffix(".forces")
    gputest(*DOUBLE, f"--input={path}", f"--forces={out}")
    return read_forces(out)


def snapshot(path: Path, **storage) -> None:
    """Writes two halo particles, with their mass in the mass table, and two stars, in single precision."""
    with h5py.File(path, "w") as file:
        header = file.create_group("Header").attrs
        header["NumPart_ThisFile"] = header["NumPart_Total"] = [0, 2, 0, 0, 2, 0]
        header["NumPart_Total_HighWord"] = [0] * 6
        header["MassTable"] = [0, 0.5, 0, 0, 0, 0]
        header["NumFilesPerSnapshot"] = 1
        header["Time"], header["Redshift"], header["BoxSize"] = 0.25, 0.0, 0.0
        header["Comment"] = "which no reader of particles needs"
        for group, bodies, first in (("PartType1", BODIES[:2], 7), ("PartType4", BODIES[2:], 3)):
            places = [body[1:] for body in bodies]
            file.create_dataset(f"{group}/Coordinates", data=places, dtype="f4", **storage)
            file.create_dataset(f"{group}/Velocities", data=places, dtype="f4", **storage)
            file.create_dataset(f"{group}/ParticleIDs", data=[first, first + 1], dtype="u4")
            file.create_dataset(f"{group}/Potential", data=[0, 0], dtype="f4")
        file.create_dataset("PartType4/Masses", data=[body[0] for body in BODIES[2:]], dtype="f4")


@pytest.mark.parametrize("storage", [{}, {"compression": "gzip", "shuffle": True}], ids=str)
def test_a_snapshot_from_h5py_gives_the_forces_of_the_same_bodies(storage, tmp_path):
    snapshot(tmp_path / "snapshot_000.hdf5", **storage)
    table = tmp_path / "bodies.tab"
    table.write_text("".join(f"{m} {x} {y} {z} 0 0 0\n" for m, x, y, z in BODIES))
    got, wanted = forces_of(tmp_path / "snapshot_000.hdf5"), forces_of(table)
    assert [force.id for force in got] == [7, 8, 3, 4]
    assert [(force.acceleration, force.potential) for force in got] == [
        (force.acceleration, force.potential) for force in wanted]


def test_h5py_reads_written_snapshots(tmp_path):
    for name in ("bodies.hdf5", "bodies.nbody"):
        gputest("generate", "plummer", "-n", 20, "-o", tmp_path / name)
    words = [float(word) for word in (tmp_path / "bodies.nbody").read_text().split()[3:]]
    with h5py.File(tmp_path / "bodies.hdf5") as file:
        header, halo = file["Header"].attrs, file["PartType1"]
        assert list(header["NumPart_Total"]) == [0, 20, 0, 0, 0, 0]
        assert list(header["MassTable"]) == [0] * 6
        assert header["NumFilesPerSnapshot"] == 1 and header["Flag_DoublePrecision"] == 1
        assert list(halo["Masses"]) == words[:20]
        assert list(halo["Coordinates"][()].flat) == words[20:80]
        assert list(halo["Velocities"][()].flat) == words[80:]
        assert list(halo["ParticleIDs"]) == list(range(20))


@pytest.mark.thorough
def test_a_link_into_another_file_is_not_followed(tmp_path):
    """A snapshot must not make the program read other files."""
    for name in ("snapshot.hdf5", "other.hdf5"):
        snapshot(tmp_path / name)
    path = tmp_path / "snapshot.hdf5"
    with h5py.File(path, "a") as file:
        del file["PartType4"]
        file["PartType4"] = h5py.ExternalLink(str(tmp_path / "other.hdf5"), "PartType4")
    finished = gputest(*DOUBLE, f"--input={path}", status=BAD_INPUT)
    assert finished.complaints == [
        f"gputest: {path}: PartType4 has no Coordinates, and NumPart_ThisFile says 2 particles"]
