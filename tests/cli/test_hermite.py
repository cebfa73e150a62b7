"""The family hermite: active bodies, refusals, and how blocked splits the range of j."""

import pytest

from command import RIGHT, gputest, rows_of

BAD_INPUT = 4
CPU = ["--api=cpu", "--kernel=hermite_*"]


@pytest.mark.parametrize("option, words", [
    ("--active=65", ["--active=65", "the 64 bodies"]),
    ("--active=some", ["--active", "'some'"]),
    ("--eps=-1", ["--eps", "-1"]),
])
def test_a_bad_number_of_active_bodies_or_softening_is_refused_in_a_sentence(option, words):
    done = gputest(*CPU, "-n", 64, option, status=BAD_INPUT)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in words), done.stderr


def test_every_layout_and_precision_is_right_for_all_and_for_few_active_bodies():
    for active in (["--active=all"], ["--active=3"]):
        rows = rows_of(*CPU, "-n", 300, "--layout=all", "--precision=all", *active)
        assert {row["status"] for row in rows} <= RIGHT
        assert {row["kernel"] for row in rows} == {
            "hermite_naive", "hermite_tiled", "hermite_simd", "hermite_blocked"}
        assert {(row["layout"], row["precision"]) for row in rows} == {
            (layout, precision) for layout in ("aos", "float4", "soa")
            for precision in ("fp32", "fp64")}
        assert {row["problem"]["active"] for row in rows} == {300 if "all" in active[0] else 3}


@pytest.mark.thorough
@pytest.mark.opencl
def test_for_few_active_bodies_j_is_split_into_parts_of_at_least_a_tile():
    (row,) = rows_of("--api=opencl", "--device=opencl:0", "--kernel=hermite_blocked", "--block=64",
                     "-n", 1000, "--active=48")
    assert row["status"] in RIGHT
    assert row["plan"]["parameters"]["splits"] == 4
    assert [(one["name"], one["grid"][:2]) for one in row["plan"]["passes"]] == [
        ("hermite_blocked", [1, 4]), ("hermite_blocked_total", [1, 1])]
    (whole,) = rows_of("--api=opencl", "--device=opencl:0", "--kernel=hermite_blocked",
                       "--block=64", "-n", 1000)
    assert whole["plan"]["parameters"]["splits"] == 4
