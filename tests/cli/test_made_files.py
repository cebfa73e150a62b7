"""Particle files in every permitted form give the numbers that were written."""

import random
from pathlib import Path
from typing import Dict, List, Tuple

import pytest

from command import gputest
from made_files import MAKERS, Particles

CLOSE = {"rel": 1e-10, "abs": 1e-10}  # scaled coordinates and momenta are rounded
AS_READ = ["simulate", "--api=cpu", "--kernel=gravity_simd", "--steps=0", "--no-verify", "--isolate=off", "--units=lj"]


def read_dump(path: Path) -> Tuple[List[str], List[List[float]], List[Dict[str, str]]]:
    """The flags and bounds of the box and the particles by id, of a file that gputest has written."""
    lines = path.read_text().splitlines()
    flags: List[str] = []
    bounds: List[List[float]] = []
    rows: List[Dict[str, str]] = []
    for k, line in enumerate(lines):
        if line.startswith("ITEM: BOX BOUNDS"):
            flags = line.split()[3:]
            bounds = [[float(word) for word in text.split()] for text in lines[k + 1:k + 4]]
        if line.startswith("ITEM: ATOMS"):
            rows = [dict(zip(line.split()[2:], text.split())) for text in lines[k + 1:]]
    return flags, bounds, sorted(rows, key=lambda row: int(row["id"]))


def check(made: Particles, path: Path) -> None:
    flags, bounds, rows = read_dump(path)
    assert len(rows) == len(made.ids)
    if made.has_box and any(made.periodic):
        assert [flag == "pp" for flag in flags] == list(made.periodic)
        for got, wanted in zip(bounds, zip(made.low, made.high)):
            assert got == pytest.approx(wanted, **CLOSE)
    for k, row in enumerate(rows):
        assert [float(row[c]) for c in ("x", "y", "z")] == pytest.approx(made.positions[k], **CLOSE)
        assert [float(row[c]) for c in ("vx", "vy", "vz")] == pytest.approx(made.velocities[k], **CLOSE)
        assert float(row["mass"]) == pytest.approx(made.masses[k], **CLOSE)


@pytest.mark.unsanitized
@pytest.mark.parametrize("seeds", [pytest.param(range(40), marks=pytest.mark.thorough, id="40"),
                                   pytest.param(range(40, 5000), marks=pytest.mark.nightly, id="5000")])
@pytest.mark.parametrize("ending", MAKERS)
def test_every_form_of_a_file_gives_its_numbers(ending: str, seeds: range, tmp_path: Path):
    path, out = tmp_path / f"made.{ending}", tmp_path / "read.dump"
    for seed in seeds:
        made, data = MAKERS[ending](random.Random(f"{ending} {seed}"))
        path.write_bytes(data)
        gputest(*AS_READ, f"--input={path}", f"--final={out}")
        check(made, out)
        out.unlink()
