"""--turns: rows of one problem that are measured again in turns."""

import re

import pytest

from command import RIGHT, gputest, parse_result

TWO = ["--api=cpu", "--kernel=gravity_naive,gravity_simd", "-n", "700", "--min-time=0.02", "--max-time=0.05"]


def test_each_row_has_a_time_of_each_turn():
    rows = parse_result(gputest(*TWO, "--turns=5", "--format=json").stdout)["results"]
    assert all(row["status"] in RIGHT and len(row["turns_s"]) == 5 for row in rows)
    rows = parse_result(gputest(*TWO, "--format=json").stdout)["results"]
    assert not any("turns_s" in row for row in rows)


def test_a_table_shows_ratios_and_their_range():
    text = gputest(*TWO, "--turns=5", "--isolate=off").stdout
    assert "in 5 turns" in text and "times as fast" in text and re.search(r"\d to \d", text)
    assert "fastest of gravity, in 5 turns: gravity_" in text
    assert "no ratios" not in gputest(*TWO, "--turns=5", "--baseline=cpu:gravity_naive").stdout
    assert "turns" not in gputest(*TWO, "--turns=0").stdout


@pytest.mark.parametrize("value, status", [("3", 2), ("101", 4), ("-1", 4), ("many", 4)])
def test_a_wrong_number_of_turns_is_refused(value: str, status: int):
    assert "--turns" in gputest(*TWO, f"--turns={value}", status=status).stderr
