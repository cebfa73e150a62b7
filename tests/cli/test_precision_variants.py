"""Variants that sum in higher precision than the data reach the accuracy that they promise."""

import json
from pathlib import Path

import pytest

from command import QUICK, RIGHT, gputest, rows_of
from physics import read_forces

pytestmark = [pytest.mark.hip]

HOST = ["--api=hip", "--device=hip:host", "-n", 4096]


def test_summation_adds_nothing_to_the_error_of_an_interaction():
    """In fp32, a sum of 4096 interactions has an error of some 1e-6, one interaction some 1e-7."""
    rows = rows_of(*HOST, "--kernel=gravity_kahan,gravity_fixed64,gravity_naive", "--precision=fp32")
    assert {row["status"] for row in rows} <= RIGHT
    error = {row["kernel"]: row["verify"]["max_error"] for row in rows}
    for kernel in ("gravity_kahan", "gravity_fixed64"):
        assert error[kernel] < 1.5e-7 < error["gravity_naive"]


def test_double_single_keeps_the_digits_of_fp64_coordinates(tmp_path: Path):
    """Two bodies at distance 1 from the origin, 1e-9 apart, coincide in fp32. Two floats separate them."""
    pair = tmp_path / "pair.nbody"
    pair.write_text("2\n3\n0\n0.5\n0.5\n1 0 0\n1.000000001 0 0\n0 0 0\n0 0 0\n")
    softened = [f"--input={pair}", "--eps=1e-9", "--api=hip", "--device=hip:host"]
    (row,) = rows_of(*softened, "--kernel=gravity_double_single", "--precision=fp64")
    assert row["status"] in RIGHT
    assert row["verify"]["max_error"] < 1e-6


def test_fixed_point_sums_have_the_same_bits_for_every_block_and_layout(tmp_path: Path):
    written = set()
    for block in (64, 256):
        for layout in ("float4", "soa"):
            forces = tmp_path / f"{block}_{layout}"
            gputest(
                *QUICK,
                *HOST[:2],
                "-n",
                1024,
                "--kernel=gravity_fixed64",
                f"--block={block}",
                f"--layout={layout}",
                f"--forces={forces}",
            )
            written.add(tuple(map(repr, read_forces(forces))))
    assert len(written) == 1


@pytest.mark.thorough
def test_fixed_point_sums_have_the_same_bits_on_every_device(tmp_path: Path):
    """Fused operations and different estimates of 1/sqrt must not change the bits."""
    (row,) = rows_of(*HOST[:2], "--kernel=gravity_fixed64", "-n", 8)
    assert row["status"] in RIGHT
    written = {}
    for entry in json.loads(gputest("list", "devices", "--format=json").stdout):
        device = entry["device"]
        if entry["units"] == 0 or device.startswith(("il:", "hip:gfx")):
            continue  # IL lacks the kernel; test_isa.py has AMD's machine code
        for eps in ("0", "0.02"):
            forces = tmp_path / f"{device.replace(':', '_')}_{eps}"
            gputest(f"--api={device.split(':')[0]}", f"--device={device}", "--kernel=gravity_fixed64",
                    "-n", 700, f"--eps={eps}", "--strategy=single", f"--forces={forces}")
            written.setdefault(eps, {})[device] = tuple(map(repr, read_forces(forces)))
    assert len(written["0"]) >= 2
    for of_devices in written.values():
        assert len(set(of_devices.values())) == 1, of_devices.keys()
