"""The family memory: the bytes that its rows count, and bad options."""

from pathlib import Path
from typing import List

import pytest

from command import BARELY, RIGHT, gputest, rows_of

USAGE, BAD_INPUT, OUT_OF_MEMORY = 2, 4, 5
N = 4096
ALL = ["--kernel=memory_*", "--stride=all", "--index=all", "--counters=all", "--precision=all"]
REALS = {"fp32": 4, "fp64": 8}


def asked_for(row) -> int:
    """Bytes that the kernel requests, as in docs/memory.md."""
    real = REALS[row["precision"]]
    return {
        "copy": 2 * real * N, "scale": 2 * real * N, "dot": 2 * real * N, "stride": 2 * real * N,
        "add": 3 * real * N, "triad": 3 * real * N,
        "gather": (2 * real + 4) * N, "scatter": (2 * real + 4) * N,
        "chase": 4 * 65536, "broadcast": 65 * 4 * N, "atomic": 16 * 8 * N,
        "launch": 8,
    }[row["variant"]]


def test_rates_count_the_requested_bytes():
    rows = rows_of("--api=cpu", *ALL, "-n", N, measure=BARELY)
    assert len({row["variant"] for row in rows}) == 12
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["tolerance"] == 0 and row["verify"]["max_error"] == 0
        assert row["rate"]["unit"] == "bytes"
        assert row["work"]["items"] == asked_for(row), row["kernel"]
        axes = set(row["problem"]) - {"elements", "seed"}
        assert axes == {"access"} | {
            "stride": {"stride"}, "gather": {"index"}, "scatter": {"index"},
            "atomic": {"counters"}, "launch": {"launches", "launched"},
        }.get(row["variant"], set())


NEW = ["--kernel=memory_texture,memory_transfer,memory_launch", "--walk=all", "--through=all",
       "--copied=all", "--host_memory=all", "--launches=all", "--launched=all"]


@pytest.mark.parametrize("n", [1, 1000])
@pytest.mark.parametrize(
    "device", ["hip:host", pytest.param("opencl:0", marks=pytest.mark.opencl)])
def test_textures_transfers_and_launches_are_right(device: str, n: int):
    api = device.partition(":")[0]
    rows = rows_of(f"--api={api}", f"--device={device}", *NEW, "-n", n, measure=BARELY)
    by_variant = {"texture": 6, "transfer": 4, "launch": 4}
    for row in rows:
        by_variant[row["variant"]] -= 1
        assert row["status"] != "failed" and row["verify"]["passed"], row["reason"]
        assert row["verify"]["checked"] == {"texture": 4 * n, "transfer": n, "launch": 1}[
            row["variant"]]
    assert set(by_variant.values()) == {0}


def test_a_transfer_is_a_copy_and_no_kernel_in_the_plan():
    rows = rows_of("--api=hip", "--device=hip:host", "--kernel=memory_transfer", "--copied=all",
                   "-n", 64, measure=BARELY)
    for row, name in zip(rows, ("copy to the device", "copy from the device")):
        (one,) = row["plan"]["passes"]
        assert one["name"] == name and one["grid"] == [0, 0, 0]
        assert row["work"]["items"] == row["work"]["bytes"] == 4 * 64


@pytest.mark.thorough
def test_empty_kernels_are_launched_before_one_that_counts():
    (row,) = rows_of("--api=hip", "--device=hip:host", "--kernel=memory_launch", "--launches=10",
                     "--launched=empty", "-n", 64, measure=BARELY)
    assert [(one["name"], one.get("times", 1)) for one in row["plan"]["passes"]] == [
        ("memory_launch_empty", 10), ("memory_launch", 1)]
    assert row["work"]["items"] == 8 * 11


@pytest.mark.thorough
def test_a_dot_product_beyond_2_to_the_24_is_exact():
    (row,) = rows_of("--api=cpu", "--kernel=memory_dot", "-n", 2**24 + 1, measure=BARELY)
    assert row["status"] in RIGHT and row["verify"]["max_error"] == 0


@pytest.mark.parametrize(
    "args, status, words",
    [
        (["--kernel=memory_stride", "--stride=3"], USAGE, ["--stride", "'3'"]),
        (["--kernel=memory_copy", "--stride=2"], USAGE, ["--stride"]),
        (["--kernel=memory_atomic", "--seed=-1"], BAD_INPUT, ["--seed"]),
        (["--kernel=memory_copy", "--input=bodies"], BAD_INPUT, ["--input"]),
    ],
)
def test_bad_options_are_refused_in_one_sentence(
    args: List[str], status: int, words: List[str], tmp_path: Path
):
    refused = gputest("--api=cpu", *args, *BARELY, status=status, cwd=tmp_path)
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert all(word in line for word in words), line


def test_arrays_beyond_the_memory_limit_are_refused():
    refused = gputest("--api=cpu", "--kernel=memory_copy", "-n", "2G", "--memory-limit=64", *BARELY,
                      status=OUT_OF_MEMORY)
    assert "memory" in refused.stderr


@pytest.mark.thorough
@pytest.mark.opencl
def test_the_template_of_a_users_kernel_is_a_copy(tmp_path: Path):
    text = gputest("template", "memory").stdout
    own = tmp_path / "mine.cl"
    own.write_text(text)
    (row,) = rows_of(f"--my-kernel={own}", "-n", 1000, measure=BARELY)
    assert row["status"] in RIGHT, row["reason"]
    own.write_text(text.replace("c[i] = a[i]", "c[i] = a[i] + 1"))
    (row,) = rows_of(f"--my-kernel={own}", "-n", 1000, measure=BARELY, status=1)
    assert row["status"] == "failed" and "c[0] is " in row["reason"]
