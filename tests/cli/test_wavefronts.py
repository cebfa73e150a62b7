"""The family sweep: refusals, storage orders, and series of launches in plans."""

import json

import pytest

from command import QUICK, RIGHT, gputest, rows_of

BAD_INPUT, OUT_OF_MEMORY = 4, 5
CPU = ["--api=cpu", "--kernel=sweep_*"]


def test_a_bad_shape_is_refused_in_a_sentence():
    done = gputest(*CPU, "--shape=64,64", status=BAD_INPUT)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert "--shape of sweep takes 3 dimensions, not the 2 of 64,64" in done.stderr


@pytest.mark.thorough
def test_five_components_per_cell_may_exceed_the_range_of_an_index():
    done = gputest(*QUICK, "--api=cpu", "--kernel=sweep_components", "--shape=755,755,755",
                   status=None)
    if done.status == OUT_OF_MEMORY:
        pytest.skip("the host has too little memory for this test")
    assert done.status == BAD_INPUT
    assert "at most 2147483648 numbers, not 5 of each cell of 755 x 755 x 755" in (
        done.stdout + done.stderr)


def test_one_shape_runs_in_every_storage_order_together_with_its_reordering():
    rows = rows_of("--api=cpu", "--kernel=sweep_*,reorder_diagonal", "--shape=20,24,28",
                   "--layout=all", "--precision=fp32", "--element=4")
    assert {row["status"] for row in rows} <= RIGHT
    assert {(row["kernel"], row["layout"]) for row in rows} == {
        ("sweep_sequential", "row_major"), ("sweep_plain", "row_major"),
        ("sweep_tiled", "row_major"), ("sweep_diagonal", "diagonals"),
        ("sweep_components", "components_last"), ("sweep_components", "components_first"),
        ("reorder_diagonal", "row_major")}
    for row in rows:
        assert row["problem"]["shape"] == [20, 24, 28]


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_series_of_launches_is_one_pass_of_a_plan():
    shape = ["--shape=20,24,28", "--block=64"]
    rows = rows_of("--api=opencl", "--device=opencl:0", "--kernel=sweep_plain,sweep_*tiled", *shape)
    passes = {row["kernel"]: row["plan"]["passes"] for row in rows}
    (plain,), (tiled,) = passes["sweep_plain"], passes["sweep_tiled"]
    (by_diagonals,) = passes["sweep_diagonal_tiled"]
    assert plain["times"] == 20 + 24 + 28 - 2
    assert plain["grid"][0] == 20 * 24 // 64 + 1, "20 planes of diagonals of at most 24 cells"
    assert tiled["times"] == 3 + 3 + 4 - 2
    assert by_diagonals["times"] == 7 + 2 + 5 - 2, "tiles of 8 of the 51 diagonals, 16 rows, 4 planes"
    told = json.loads(gputest("describe", "opencl:sweep_plain", "--format=json").stdout)
    assert all(item["plan"]["passes"][0]["times"] > 1
               for kernel in told["kernels"] for item in kernel["plans"])
