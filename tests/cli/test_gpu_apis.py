"""CUDA and HIP on the command line: absent devices, limits, and the resources that describe shows."""

import functools
import json
import os
import shutil
from pathlib import Path
from typing import Dict, List

import pytest

from command import BARELY, RIGHT, gputest, parse_table, rows_of


@functools.lru_cache(maxsize=None)
def devices() -> List[Dict[str, str]]:
    return json.loads(gputest("list", "devices", "--format=json").stdout)


def note_of(name: str) -> str:
    """Why a platform is absent; empty if it is present."""
    for entry in devices():
        if entry["device"] == name and entry["name"] == "absent":
            return entry["note"]
    return ""


def needs(platform: str) -> None:
    if not any(entry["device"].startswith(platform) for entry in devices()):
        pytest.skip(f"no {platform}")
    if note_of(platform):
        pytest.skip(f"{platform}: {note_of(platform)}")


def test_every_platform_of_hip_is_listed():
    listed = {entry["device"] for entry in devices()}
    for platform in ("hip:amd", "hip:nvidia", "hip:host"):
        assert any(name == platform or name.startswith(platform + ":") for name in listed)


@pytest.mark.parametrize("args", ["--api=cuda", "--device=cuda:0", "--device=cuda:7"])
def test_cuda_without_a_driver_is_refused_with_the_reason(args: str):
    reason = note_of("cuda")
    if not reason:
        pytest.skip("there is a CUDA device")
    finished = gputest(args, "-n", 64, status=3)
    assert finished.stdout == ""
    assert len(finished.complaints) == 1 and finished.complaints[0].endswith(reason)


@pytest.mark.thorough
@pytest.mark.parametrize("platform", ["cuda", "hip:nvidia"])
def test_a_driver_that_ends_its_process_is_a_reason(platform: str, tmp_path: Path):
    driver = os.environ.get("GPUTEST_DYING_DRIVER")
    if not driver:
        pytest.skip("GPUTEST_DYING_DRIVER names no library")
    if "not built" in note_of(platform):
        pytest.skip(note_of(platform))
    shutil.copy(driver, tmp_path / "libcuda.so.1")
    env = {"LD_LIBRARY_PATH": str(tmp_path)}
    found = json.loads(gputest("list", "devices", "--format=json", env=env).stdout)
    (entry,) = [entry for entry in found if entry["device"].startswith(platform)]
    assert entry["name"] == "absent"
    assert "ends the process that lists its devices (signal 6 (Aborted))" in entry["note"]
    gputest("describe", f"{platform.split(':')[0]}:gravity_naive", env=env)
    (row,) = rows_of("--api=cpu", "--kernel=gravity_naive", "-n", 9, env=env)
    assert row["status"] in RIGHT


def test_absent_cuda_among_all_apis_is_a_skipped_row():
    if not note_of("cuda"):
        pytest.skip("there is a CUDA device")
    rows = rows_of("--kernel=gravity_naive", "-n", 9, measure=BARELY)
    skipped = [row for row in rows if row["device"]["id"] == "cuda"]
    assert [row["status"] for row in skipped] == ["skipped"]
    assert skipped[0]["reason"] == note_of("cuda")
    assert {row["status"] for row in rows} <= RIGHT | {"skipped"}


@pytest.mark.parametrize("index", ["1", "9", "x"])
def test_an_unknown_device_index_is_refused(index: str):
    needs("hip:host")
    finished = gputest(f"--device=hip:host:{index}", "-n", 64, status=3)
    assert finished.complaints == finished.stderr.splitlines()
    assert f"no device 'hip:host:{index}'; did you mean hip:host?" in finished.stderr


@pytest.mark.thorough
def test_an_image_wider_than_the_device_takes_is_refused_and_the_next_case_runs():
    needs("hip:host")
    texture = ["--device=hip:host", "--kernel=gravity_texture2d", "-n", "100"]
    row = rows_of(*texture, f"--image-width={2**20}", status=4)[0]
    assert row["status"] == "error"
    assert f"{2**20} x 1 " in row["reason"] and "exceeds the limit of hip:host" in row["reason"]
    wide, tall = rows_of(
        *texture[:2], "-n", "100000,100", "--image-width=1", status=4, measure=BARELY
    )
    assert wide["status"] == "error" and "1 x 100000 " in wide["reason"]
    assert tall["status"] in RIGHT


# A kernel's resources in describe


@functools.lru_cache(maxsize=None)
def resources(kernel: str) -> List[Dict]:
    """Resources of the kernel in CUDA and HIP. Skips the test if this build has neither."""
    described = json.loads(gputest("describe", kernel, "--format=json").stdout)
    rows = [row for entry in described["kernels"] for row in entry["resources"]]
    if not rows:
        pytest.skip("no kernel is compiled for a GPU")
    return rows


def test_describe_in_json_agrees_with_the_text():
    described = json.loads(gputest("describe", "cpu:gravity_naive", "--format=json").stdout)
    assert described["algorithm"]["name"] == "gravity"
    assert "eps" in [option["name"] for option in described["algorithm"]["options"]]
    (kernel,) = described["kernels"]
    assert kernel["api"] == "cpu" and kernel["kernel"] == "gravity_naive"
    assert kernel["resources"] == []
    text = gputest("describe", "cpu:gravity_naive").stdout
    assert kernel["summary"] in text and kernel["source"] in text
    # APIs without code objects plan launches for their devices.
    found = [(entry["layout"], entry["precision"]) for entry in kernel["plans"]]
    assert found == [(kernel["layouts"][0], precision) for precision in kernel["precisions"]]
    for entry in kernel["plans"]:
        (only,) = entry["plan"]["passes"]
        assert (entry["device"], only["name"]) == ("cpu:0", "gravity_naive")
    shown = parse_table(text)
    assert [row["pass"] for row in shown] == ["gravity_naive"] * len(kernel["precisions"])


def test_describe_says_why_there_is_no_launch_plan():
    assert "no launch plan: il plans" in gputest("describe", "il:gravity_texture2d").stdout
    (kernel,) = json.loads(
        gputest("describe", "il:gravity_texture2d", "--format=json").stdout
    )["kernels"]
    assert kernel["plans"] == [] and len(kernel["no_plan"]) == 1


def test_describe_takes_no_other_format():
    assert "table or json" in gputest("describe", "gravity_naive", "--format=xml", status=2).stderr


def test_every_target_has_every_block_size_in_both_precisions():
    rows = resources("gravity_tiled")
    for platform, target in {(row["platform"], row["target"]) for row in rows}:
        found = {
            (row["precision"], row["block"])
            for row in rows
            if (row["platform"], row["target"], row["layout"]) == (platform, target, "float4")
        }
        assert found == {(p, b) for p in ("fp32", "fp64") for b in (64, 128, 256)}


@pytest.mark.thorough
def test_every_configuration_has_a_launch_plan_and_its_passes():
    rows = resources("lj_unrolled")
    for row in rows:
        assert {"newton3", "list", "pair"} == set(row["axes"])
        assert "arguments" not in row
        (only,) = [found for found in row["plan"]["passes"] if found["name"] == row["kernel"]]
        assert only["block"] == [row["block"], 1, 1]
        assert only["grid"] == [2 * 16384 // row["block"], 1, 1], "two threads per particle"
        assert row["plan"]["parameters"] == {"threads_per_body": 2}
        assert row["compute_units"] > 0 and row["compute_units_of"]
    for platform, target in {(row["platform"], row["target"]) for row in rows}:
        found = [
            (row["layout"], row["precision"], row["block"], *row["axes"].values())
            for row in rows
            if (row["platform"], row["target"]) == (platform, target)
        ]
        assert len(found) == len(set(found)) == 2 * 3, "precisions and blocks"


@pytest.mark.thorough
def test_a_plan_of_several_kernels_shows_the_resources_of_each():
    for row in resources("neighbour_mask"):
        kernels = [found["name"] for found in row["plan"]["passes"] if found["grid"][0] > 0]
        assert kernels[:2] == ["neighbour_bin", "sort_count"] and "neighbour_place" in kernels
        assert row["kernel"] in kernels


@pytest.mark.thorough
def test_a_plan_is_for_the_stated_number_of_compute_units():
    for row in resources("gravity_symmetric"):
        clear, kernel = row["plan"]["passes"]
        assert clear == {**clear, "name": "clear sums", "grid": [0, 0, 0], "block": [0, 0, 0]}
        shape = row["plan"]["parameters"]
        at_once = row["compute_units"] * shape["blocks_per_multiprocessor"] * shape["rounds"]
        assert 0 < kernel["grid"][0] <= at_once


def test_a_tile_fills_the_shared_memory():
    """Shared memory holds one body of four numbers for each thread of the block."""
    for row in resources("gravity_tiled"):
        number = 4 if row["precision"] == "fp32" else 8
        assert row["shared_bytes"] == row["block"] * 4 * number, row


@pytest.mark.thorough
def test_registers_and_occupancy_are_within_the_hardwares_limits():
    for kernel in ("gravity_naive", "gravity_tiled", "gravity_blocked", "gravity_symmetric"):
        for row in resources(kernel):
            assert 0 < row["vector_registers"] <= 512, row
            assert row["wavefront"] in (32, 64)
            assert (row["scalar_registers"] > 0) == (row["platform"] == "hip:amd")
            if row["occupancy"] is not None:
                assert 0 < row["occupancy"]["fraction"] <= 1, row


@pytest.mark.thorough
def test_registers_limit_the_largest_block():
    """NVIDIA's multiprocessors have 65536 registers of 32 bits; they limit one kernel in fp64."""
    rows = [row for row in resources("lj_cluster") if row["platform"] != "hip:amd"]
    if not rows:
        pytest.skip("no kernel is compiled for NVIDIA")
    for row in rows:
        assert row["max_block"] * row["vector_registers"] <= 65536, row
    assert min(row["max_block"] for row in rows) < 1024


def test_the_inner_loop_of_tiled_is_one_interaction():
    """One iteration has one 1/sqrt and at least 13 other floating-point operations, fused or not. The compiler
    chooses how many iterations it unrolls."""
    for row in resources("gravity_tiled"):
        if row["loop"] is None or row["precision"] != "fp32":
            continue
        loop = row["loop"]
        kinds = [key for key in loop if key != "instructions"]
        assert loop["instructions"] == sum(loop[key] for key in kinds)
        turns = loop["special"]
        assert turns in (1, 2, 4, 8, 16, 32), row
        packed = 2 * (loop["fma"] + loop["mul"] + loop["add"])  # two numbers each on gfx90a
        assert packed >= 13 * turns and loop["shared"] >= turns, row


@pytest.mark.thorough
def test_a_wavefront_kernel_is_described_for_the_targets_wavefront():
    for row in resources("gravity_symmetric"):
        assert row["max_block"] == row["wavefront"], row


def test_the_table_shows_the_kernels_own_layout():
    rows = resources("gravity_tiled")
    text = gputest("describe", "hip:gravity_tiled", "--wide").stdout
    shown = parse_table(text)
    targets = {row["target"] for row in rows if row["platform"].startswith("hip")}
    assert {row["target"] for row in shown} == targets
    for row in shown:
        assert row["prec"] in ("fp32", "fp64") and int(row["VGPR"]) > 0
        assert row["occupancy"].endswith("%")
        assert row["pass"] == "gravity_tiled"
        assert int(row["grid"]) * int(row["block"]) == 16384
    assert "n = 16384" in text


@pytest.mark.thorough
def test_the_columns_of_the_table_are_the_axes_by_name():
    resources("lj_unrolled")
    shown = parse_table(gputest("describe", "hip:lj_unrolled", "--wide").stdout)
    for row in shown:
        assert (row["list"], row["newton3"], row["pair"]) == ("ell", "off", "lj")
        assert row["threads_per_body"] == "2"
