"""The family lu: classes, refusals, storage orders, and its steps in a launch plan."""

import pytest

from command import RIGHT, gputest, rows_of

USAGE, BAD_INPUT = 2, 4
CPU = ["--api=cpu", "--kernel=lu_*"]


def test_an_unknown_class_is_refused_in_a_sentence():
    done = gputest(*CPU, "--class=s", status=BAD_INPUT)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert "--class takes one of S W A B C, not 's'" in done.stderr


def test_it_runs_only_in_fp64_and_does_so_by_default():
    rows = rows_of(*CPU)
    assert {row["kernel"] for row in rows} == {"lu_sequential", "lu_hyperplane"}
    assert {row["precision"] for row in rows} == {"fp64"}
    assert {row["status"] for row in rows} <= RIGHT
    done = gputest(*CPU, "--precision=fp32", status=USAGE)
    assert "no selected kernel has this layout, precision" in done.stderr


@pytest.mark.thorough
def test_the_line_above_the_table_has_the_cells_of_the_class():
    assert " n=1728 " in gputest(*CPU, "--strategy=single").stdout


@pytest.mark.thorough
def test_all_storage_orders_and_block_modes_have_the_published_norms():
    rows = rows_of("--api=cpu", "--kernel=lu_hyperplane", "--storage=all", "--jacobians=all")
    assert {row["status"] for row in rows} <= RIGHT
    problems = [row["problem"] for row in rows]
    assert {p["storage"] for p in problems} == {"plain", "diagonal", "auto"}
    assert {p["jacobians"] for p in problems} == {"computed", "stored"} and len(rows) == 6
    for row in rows:
        assert row["n"] == 12**3 and row["problem"]["steps"] == 50
        assert row["verify"]["tolerance"] == 1e-8 and row["verify"]["max_error"] < 1e-10


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_solve_is_one_launch_with_repeated_passes():
    (row,) = rows_of("--api=opencl", "--device=opencl:0", "--kernel=lu_hyperplane", "--block=64",
                     "--storage=diagonal", "--jacobians=stored")
    assert row["status"] in RIGHT
    times = {one["name"]: one.get("times", 1) for one in row["plan"]["passes"]}
    wavefronts = 3 * 10 - 2
    assert times == {"lu_begin": 1, "lu_change": 50, "lu_lower_blocks": 50,
                     "lu_lower": 50 * wavefronts, "lu_upper_blocks": 50,
                     "lu_upper": 50 * wavefronts, "lu_update": 50, "lu_residual": 1, "lu_end": 1}
    assert row["plan"]["parameters"] == {"steps": 50, "diagonals": 1}


@pytest.mark.thorough
@pytest.mark.opencl
def test_auto_chooses_the_faster_storage():
    done = gputest("--api=cpu,opencl", "--kernel=lu_hyperplane", "--storage=auto",
                   "--strategy=single")
    assert "chose the fastest by measuring a tenth of the rounds" in done.stdout
    for row in rows_of("--api=cpu,opencl", "--kernel=lu_hyperplane", "--storage=auto"):
        parameters = row["plan"]["parameters"]
        plain, diagonal = (parameters[f"measured {name} us"] for name in ("plain", "diagonal"))
        assert plain > 0 and diagonal > 0
        if row["api"] == "opencl" and plain != diagonal:
            assert parameters["diagonals"] == (diagonal < plain)
        if row["api"] == "cpu" and plain != diagonal:
            assert (row["plan"]["scratch_bytes"] > 0) == (diagonal < plain)
