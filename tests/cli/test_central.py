"""The family central: laws, users' tables, ways of summation, and the command law."""

import json

import pytest

from command import RIGHT, gputest, rows_of

BAD_INPUT = 4
USAGE = 2
CPU = ["--api=cpu", "--kernel=central_*"]
TABLE = ["--api=cpu", "--kernel=central_table_global"]
LAWS = ["lj", "coulomb", "gravity", "ewald-real", "born", "dispersion6", "dispersion8", "morse",
        "coulomb-potential", "ewald-real-potential", "lj-potential"]


def refused(*arguments, words, status=BAD_INPUT):
    done = gputest(*arguments, status=status)
    assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert all(word in done.stderr for word in words), done.stderr


@pytest.mark.parametrize("law", LAWS)
def test_every_law_and_summation_is_right_by_formula_and_by_table(law):
    rows = rows_of(*CPU, "-n", 500, f"--law={law}", "--sum=all", "--precision=all")
    assert {row["status"] for row in rows} <= RIGHT
    assert {(row["kernel"], row["precision"], row["problem"]["sum"]) for row in rows} == {
        (kernel, precision, way)
        for kernel, precision in (("central_direct", "fp32"), ("central_direct", "fp64"),
                                  ("central_table_global", "fp32"))
        for way in ("plain", "kahan", "fixed64", "fixed80")}
    assert {row["problem"]["law"] for row in rows} == {law}


def test_kahan_and_fixed_point_sums_of_many_equal_terms_are_more_accurate():
    rows = rows_of("--api=cpu", "--kernel=central_direct", "--law=gravity", "-n", 2000, "--sum=all",
                   "--layout=float4")
    assert {row["status"] for row in rows} <= RIGHT
    error = {row["problem"]["sum"]: row["verify"]["rms_error"] for row in rows}
    for way in ("kahan", "fixed64", "fixed80"):
        assert error[way] < error["plain"] / 4, error


@pytest.mark.parametrize("options, words", [
    (["--law=hooke"], ["'hooke'", "coulomb", "morse"]),
    (["--alpha=0"], ["--alpha", "above 0"]),
    (["--table={folder}/none"], ["/none", "No such file"]),
])
def test_an_unknown_law_is_refused_in_a_sentence(options, words, tmp_path):
    refused(*CPU, "-n", 64, *(option.format(folder=tmp_path) for option in options), words=words)


# Users' tables


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "ewald.table"
    done = gputest("law", "ewald-real", "--from=0.5", "--to=30", "-o", path)
    assert "intervals" in done.stdout
    return path


def test_a_written_table_is_read_and_gives_the_same_forces(table):
    (own,) = rows_of(*TABLE, "--layout=float4", "-n", 500, "--law=ewald-real", "--alpha=1",
                     f"--table={table}")
    (made,) = rows_of(*TABLE, "--layout=float4", "-n", 500, "--law=ewald-real", "--alpha=1")
    assert {own["status"], made["status"]} <= RIGHT
    assert len(own["problem"]["table"]) == 16 and "table" not in made["problem"]
    assert own["verify"]["tolerance"] < 2 * made["verify"]["tolerance"]


def edited(table, edit):
    lines = table.read_text().splitlines()
    edit(lines)
    table.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("edit, words", [
    (lambda lines: lines.pop(9), ["line 10", "hole"]),
    (lambda lines: lines.__setitem__(9, lines[9].rsplit(" ", 1)[0]), ["line 10", "5 numbers"]),
    (lambda lines: lines.__setitem__(9, lines[9].rsplit(" ", 1)[0] + " nan"), ["line 10", "'nan'"]),
    (lambda lines: lines.__setitem__(9, "x " + lines[9].split(" ", 1)[1]), ["line 10", "interval"]),
    (lambda lines: lines.__setitem__(2, "parts-per-octave 3"), ["line 3", "power of two"]),
    (lambda lines: lines.__setitem__(0, "another file"), ["line 1", "gputest central table 1"]),
    (lambda lines: lines.pop(), ["lacks the line"]),
    (lambda lines: lines.append("64 1 2 3 4 5"), ["follows the end"]),
])
def test_a_broken_table_is_refused_with_its_line(table, edit, words):
    edited(table, edit)
    refused(*TABLE, "-n", 64, f"--table={table}", words=[str(table), *words])


def test_a_table_too_short_for_the_distances_is_refused(tmp_path):
    path = tmp_path / "short.table"
    gputest("law", "coulomb", "--from=0.5", "--to=2", "-o", path)
    rows = rows_of(*TABLE, "-n", 500, f"--table={path}", status=BAD_INPUT)
    assert all("but the particles need" in row["reason"] for row in rows)


@pytest.mark.thorough
def test_a_table_is_refused_for_a_formula(table):
    rows = rows_of("--api=cpu", "--kernel=central_direct", "-n", 64, f"--table={table}",
                   status=BAD_INPUT)
    assert all("form=function" in row["reason"] for row in rows)


# The command law


def test_the_errors_of_a_law_are_a_curve_over_the_distance():
    done = json.loads(gputest("law", "lj", "--from=0.8", "--to=8", "--parts=5",
                              "--format=json").stdout)
    assert done["law"] == "lj" and len(done["curve"]) == 5
    assert done["curve"][0]["r"] == pytest.approx(0.8)
    assert done["curve"][-1]["r_end"] == pytest.approx(8)
    for part in done["curve"]:
        assert 0 < part["table_error_of_largest"] < 3e-7
        assert 0 < part["formula_error"] < 1e-5
    lines = gputest("law", "lj", "--from=0.8", "--to=8", "--parts=5",
                    "--format=csv").stdout.splitlines()
    assert lines[0].startswith("r,r_end,force,table_error") and len(lines) == 6


@pytest.mark.parametrize("arguments, status, words", [
    (["hooke"], BAD_INPUT, ["'hooke'"]),
    (["lj", "--from=2", "--to=1"], BAD_INPUT, ["--from=2", "--to=1"]),
    (["lj", "--from=-1"], BAD_INPUT, ["--from", "'-1'"]),
    (["lj", "--parts=0"], BAD_INPUT, ["--parts"]),
    (["lj", "--format=xml"], USAGE, ["xml"]),
    (["lj", "-o", "{folder}/none/at.all"], BAD_INPUT, ["/none/at.all"]),
    (["lj", "--from=1e-4"], BAD_INPUT, ["overflows fp32"]),
])
def test_bad_arguments_of_law_are_refused_in_a_sentence(arguments, status, words, tmp_path):
    refused("law", *(word.format(folder=tmp_path) for word in arguments), words=words, status=status)
