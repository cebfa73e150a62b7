"""hip:amd: its code objects, and the messages if its library or GPU is absent.

Tests that need an AMD GPU run on a fake run-time library. It computes nothing, so they check only the
requested kernels and the messages."""

import json
import os
import subprocess
from pathlib import Path
from typing import Dict

import pytest

from command import BARELY, BINARY, gputest, rows_of

FAKE = os.environ.get("GPUTEST_FAKE_HIP", "")
pytestmark = pytest.mark.skipif(not FAKE, reason="hip:amd is not built: see gputest list devices")


def test_the_program_needs_no_library_of_amds():
    needed = subprocess.run(["readelf", "-d", BINARY], capture_output=True, text=True, check=True)
    assert "amdhip" not in needed.stdout and "hsa" not in needed.stdout


def device(name: str, env: Dict[str, str]) -> Dict[str, str]:
    listed = json.loads(gputest("list", "devices", "--format=json", env=env).stdout)
    return next(entry for entry in listed if entry["device"].startswith(name))


def test_a_library_that_cannot_be_opened_is_a_reason(tmp_path: Path):
    (tmp_path / Path(FAKE).name).write_text("not a library")
    entry = device("hip:amd", {"LD_LIBRARY_PATH": str(tmp_path)})
    assert entry["name"] == "absent"
    assert "library cannot be opened" in entry["note"] and "libamdhip64" in entry["note"]


@pytest.fixture
def fake(tmp_path: Path):
    """Makes an environment in which the fake's device has these settings; FAKE_HIP_LOG is its log."""
    base = {"LD_LIBRARY_PATH": str(Path(FAKE).parent), "FAKE_HIP_LOG": str(tmp_path / "log")}
    return lambda **settings: {**base, **{f"FAKE_HIP_{k.upper()}": v for k, v in settings.items()}}


def test_a_library_that_ends_its_process_is_a_reason(fake):
    entry = device("hip:amd", fake(dies="yes"))
    assert entry["name"] == "absent"
    assert "ends the process that lists its devices (signal 6 (Aborted))" in entry["note"]


def symmetric(env: Dict[str, str], status: int):
    return rows_of(
        "--device=hip:amd:0", "--kernel=gravity_symmetric", "-n", 100, env=env, status=status
    )[0]


@pytest.mark.parametrize("warp, target", [("64", "gfx906"), ("32", "gfx1030")])
def test_the_kernel_of_the_devices_wavefront_is_launched(fake, warp: str, target: str):
    env = fake(architecture=target, warp=warp)
    row = symmetric(env, status=1)
    assert row["status"] == "failed", "a fake computes nothing, and verification finds it"
    launched = Path(env["FAKE_HIP_LOG"]).read_text()
    assert f"SimtOfILj{warp}E" in launched
    assert f"SimtOfILj{96 - int(warp)}E" not in launched


@pytest.mark.thorough
def test_a_wavefront_without_compiled_kernels_is_refused(fake):
    row = symmetric(fake(warp="16"), status=3)
    assert row["status"] == "error"
    assert row["reason"] == (
        "the kernel is compiled for wavefronts of 32 and 64 threads, but the device's have 16"
    )


def test_an_architecture_that_the_compiler_does_not_know_is_refused_by_name(fake):
    """The fake has no hiprtc, so hipcc compiles."""
    env = fake(architecture="gfx9999")
    kernels = "--kernel=gravity_naive,gravity_tiled"
    rows = rows_of("--device=hip:amd:0", kernels, "-n", 9, env=env, status=3)
    assert len(rows) == 2
    for row in rows:
        assert row["status"] == "error"
        assert row["reason"] == "hipcc does not know gfx9999"


@pytest.mark.thorough
def test_a_gpu_without_image_instructions_skips_images(fake):
    env = fake(architecture="gfx90a")
    rows = rows_of("--device=hip:amd:0", "--kernel=gravity_texture2d", "-n", 9, env=env)
    assert rows[0]["status"] == "skipped"
    assert rows[0]["reason"] == "hip:amd:0 has no 2D images"


@pytest.mark.thorough
def test_too_large_an_n_is_refused_with_the_needed_and_the_available_memory(fake):
    env = fake(architecture="gfx906", memory=str(2**20))
    rows = rows_of(
        "--device=hip:amd:0",
        "--kernel=gravity_tiled",
        "-n",
        f"{2**20},100",
        env=env,
        status=1,  # from the second row: a fake computes nothing
        measure=BARELY,
    )
    assert rows[0]["status"] == "error"
    assert rows[0]["reason"] == "the arrays need 32.02 MiB, but hip:amd:0 has 1.00 MiB"
    assert rows[1]["status"] == "failed", "the next case ran"


@pytest.mark.thorough
def test_an_unknown_device_index_is_refused(fake):
    finished = gputest("--device=hip:amd:1", "-n", 100, env=fake(), status=3)
    assert "no device 'hip:amd:1'; did you mean hip:amd:0" in finished.stderr


@pytest.mark.thorough
def test_describe_plans_for_the_present_device(fake):
    def planned(env) -> Dict:
        described = gputest("describe", "hip:gravity_symmetric", "--target=gfx906", "--format=json",
                            env=env)
        rows = json.loads(described.stdout)["kernels"][0]["resources"]
        return next(row for row in rows if row["target"] == target)

    target = "gfx906"
    there, absent = planned(fake(architecture=target, warp="64")), planned(None)
    assert (there["compute_units_of"], there["compute_units"]) == ("hip:amd:0, a fake", 60)
    assert not absent["compute_units_of"].startswith("hip:amd")
    assert there["symbol"] == absent["symbol"]
