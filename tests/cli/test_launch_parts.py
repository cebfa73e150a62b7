"""Times of a launch's parts, in the families that have them."""

import pytest

from command import RIGHT, SAMPLED, gputest, rows_of

TREE = ["build", "multipoles", "walk"]
FMM = ["build", "multipoles", "lists", "expansions", "bodies"]


@pytest.mark.parametrize("api", ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("kernel, parts", [("fmm_lists", FMM), ("tree_walk_group", TREE), ("tree_walk_lists", TREE)])
def test_parts_are_in_order_and_sum_to_a_launch(api, kernel, parts):
    """Parts and launches are timed separately. Other load may disturb either, so one run of ten must fit."""
    shares = []
    while not (shares and 0.2 < shares[-1] < 5) and len(shares) < 10:
        (row,) = rows_of(f"--api={api}", f"--kernel={kernel}", "-n", 1000, measure=SAMPLED)
        assert row["status"] in RIGHT, row["reason"]
        assert [part["name"] for part in row["parts"]] == parts
        assert all(part["seconds"] > 0 for part in row["parts"])
        shares.append(sum(part["seconds"] for part in row["parts"]) / row["time"]["median_s"])
    assert 0.2 < shares[-1] < 5, shares


def test_a_launch_of_one_pass_or_a_wrong_launch_has_no_parts():
    (row,) = rows_of("--api=cpu", "--kernel=gravity_naive", "-n", 100)
    assert "parts" not in row
    (row,) = rows_of("--api=cpu", "--kernel=tree_walk_group", "-n", 1000, "--theta=1", "--accuracy=1e-5", status=1)
    assert row["status"] == "failed" and "parts" not in row


def test_the_table_shows_parts_only_if_every_row_has_them():
    trees = gputest("--api=cpu", "--kernel=tree_walk_*,fmm_lists", "--strategy=single", "-n", 1000).stdout
    heads = [line.split() for line in trees.splitlines() if line.startswith("parts of a launch")]
    assert [[word for word in head[3:] if word in TREE + FMM] for head in heads] == [FMM, TREE]
    (row, parts) = [line for line in trees.splitlines() if line.startswith("tree_walk_thread")]
    assert len(parts.split()) == 1 + len(TREE)
    mixed = gputest("--api=cpu", "--kernel=tree_walk_group,gravity_naive", "--strategy=single", "-n", 1000).stdout
    assert "parts of a launch" not in mixed


def test_explain_shows_the_parts(tmp_path):
    result = tmp_path / "trees.json"
    gputest("--api=cpu", "--kernel=tree_walk_group", "--strategy=single", "-n", 1000, "--format=json",
            f"--output={result}")
    text = " ".join(gputest("explain", str(result)).stdout.split())
    assert "Its parts, timed with events between them, take" in text and "multipoles" in text
