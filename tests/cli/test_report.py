"""gputest report: bad input, and the content of its page."""

import copy
import csv
import io
import itertools
import json
import os
import re
import resource

import pytest

from command import SAMPLED, gputest, parse_table, run_json

HOSTILE = "</script><script>document.hacked=1</script><!--<script><img src=x onerror=hack()> \u2028"


def page_data(path):
    """The JSON in a page."""
    element = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', path.read_text(), re.DOTALL
    )
    return json.loads(element[1])


@pytest.fixture(scope="module")
def result():
    return run_json("--api=cpu", "--kernel=gravity_naive,gravity_simd", "-n", "64,128",
                    "--layout=all", measure=SAMPLED)


@pytest.fixture
def file(result, tmp_path):
    path = tmp_path / "result.json"
    path.write_text(json.dumps(result))
    return path


def report(*args, **options):
    return gputest("report", *args, **options)


def test_a_page_has_every_row_and_loads_nothing(file, tmp_path, result):
    page = tmp_path / "page.html"
    report(file, "-o", page)
    data = page_data(page)
    assert len(data["rows"]) == len(result["results"])
    for shown, row in zip(data["rows"], result["results"]):
        assert shown["kernel"] == row["kernel"] and shown["status"] == row["status"]
        assert shown["rate"] == (row["rate"] or {}).get("per_s")
    assert data["results"][0]["command"] == result["argv"]
    text = page.read_text()
    assert "default-src 'none'" in text
    assert re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?!data:)', text) == []


def test_quartiles_are_those_of_the_samples(result, tmp_path):
    changed = copy.deepcopy(result)
    row = next(row for row in changed["results"] if row["time"])
    row["time"]["samples_s"] = [4.0, 1.0, 3.0, 2.0, 5.0]
    row["time"]["median_s"] = 3.0
    path, page = tmp_path / "changed.json", tmp_path / "page.html"
    path.write_text(json.dumps(changed))
    report(path, "-o", page)
    shown = page_data(page)["rows"][changed["results"].index(row)]
    assert [shown[k] for k in ("least", "first_quartile", "third_quartile", "most")] == [1, 2, 4, 5]


def test_markup_in_names_is_text(result, tmp_path):
    hostile = copy.deepcopy(result)
    hostile["argv"].append(HOSTILE)
    hostile["host"]["cpu"] = HOSTILE
    for row in hostile["results"]:
        row["device"]["name"] = row["device"]["driver"] = row["kernel"] = HOSTILE
        row["problem"] = {HOSTILE: HOSTILE}
    path, page = tmp_path / "hostile.json", tmp_path / "page.html"
    path.write_text(json.dumps(hostile))
    report(path, "-o", page)
    assert page_data(page)["rows"][0]["kernel"] == HOSTILE
    assert "document.hacked" not in page.read_text().replace("\\u003cscript>document.hacked", "")


def changed_rows(result, change):
    other = copy.deepcopy(result)
    change(next(row for row in other["results"] if row["time"]))
    return json.dumps(other)


def broken_files(result):
    """More broken results are in test_list_describe_compare.py."""
    whole = json.dumps(result)
    yield "empty", ""
    yield "truncated", whole[: len(whole) // 2]
    yield "no UTF-8", whole.replace("cpu", "\udc80")
    yield "another version", json.dumps({**result, "schema_version": 3})
    yield "without rows", json.dumps({**result, "results": []})
    yield "rows are no list", json.dumps({**result, "results": {}})
    yield "no command line", json.dumps({**result, "argv": "gputest"})
    yield "no host", json.dumps({key: result[key] for key in result if key != "host"})
    for path, value in [
        (("status",), "splendid"), (("rate", "per_s"), "fast"), (("rate", "gflops"), -1),
        (("verify", "max_error"), {}), (("device", "name"), None), (("plan",), []),
        (("work",), 3), (("problem",), []), (("plan",), {"passes": [{"grid": [1]}]}),
    ]:
        def change(row, path=path, value=value):
            for key in path[:-1]:
                row = row[key]
            row[path[-1]] = value
        yield f"{'.'.join(path)} {value!r}", changed_rows(result, change)


def test_a_broken_result_is_refused_and_the_old_page_stays(result, tmp_path):
    page = tmp_path / "page.html"
    for what, text in broken_files(result):
        page.write_text("as it was")
        path = tmp_path / "broken.json"
        path.write_bytes(text.encode(errors="surrogateescape"))
        finished = report(path, "-o", page, status=4)
        assert len(finished.complaints) == 1, (what, finished.stderr)
        assert str(path) in finished.stderr, what
        assert page.read_text() == "as it was", what
    assert sorted(os.listdir(tmp_path)) == ["broken.json", "page.html"]


@pytest.mark.parametrize("path, value, says", [
    (("device",), {}, "has no member 'id'"),
    (("device", "name"), None, "has null in place of a string"),
    (("time",), {}, "has no member 'median_s'"),
    (("text",), {}, "has no member 'checksum'"),
])
def test_a_member_that_is_wrong_is_named_with_its_row(result, file, tmp_path, path, value, says):
    broken = tmp_path / "broken.json"
    place = next(k for k, row in enumerate(result["results"]) if row["time"])

    def change(row):
        for key in path[:-1]:
            row = row[key]
        row[path[-1]] = value

    broken.write_text(changed_rows(result, change))
    for command in (["report", broken, "-o", tmp_path / "page.html"], ["explain", broken, place + 1],
                    ["compare", file, broken]):
        (said,) = gputest(*command, status=4).complaints
        assert said == f"gputest: {broken} is not a result of gputest: row {place + 1} {says}"


@pytest.mark.thorough
def test_a_wrong_row_is_counted_from_1(result, tmp_path):
    path = tmp_path / "broken.json"
    place = next(k for k, row in enumerate(result["results"]) if row["time"])
    path.write_text(changed_rows(result, lambda row: row.update(status="splendid")))
    finished = report(path, "-o", tmp_path / "page.html", status=4)
    assert f"row {place + 1} has a wrong status" in finished.stderr


def test_a_page_never_overwrites_a_result(file, tmp_path):
    before = file.read_text()
    link, other = tmp_path / "link.json", tmp_path / "other.json"
    link.symlink_to(file)
    os.link(file, other)
    for output in (file, link, other):
        finished = report(file, "-o", output, status=2)
        assert "name the same file" in finished.stderr
        assert file.read_text() == before


def test_bad_paths_and_options_are_refused_in_a_sentence(file, tmp_path):
    absent = report(file, "-o", tmp_path / "absent" / "page.html", status=4)
    assert "no such" in absent.stderr.lower()
    assert len(report(file, "-o", tmp_path, status=4).complaints) == 1
    assert len(report(tmp_path / "absent.json", "-o", tmp_path / "p", status=4).complaints) == 1
    assert "--output is missing" in report(file, status=2).stderr
    report("-o", tmp_path / "page.html", status=2)
    report(file, "-o", tmp_path / "page.html", "--threshold=x", status=4)


@pytest.mark.thorough
def test_a_full_disk_leaves_no_page(file):
    assert len(report(file, "-o", "/dev/full", status=4).complaints) == 1


@pytest.mark.thorough
def test_a_page_shows_results_of_both_versions(file, tmp_path):
    root = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "results")
    old = os.path.join(root, "2026-11-21-h100-gravity.json")
    page = tmp_path / "page.html"
    report(old, file, "-o", page)
    data = page_data(page)
    assert {row["result"] for row in data["rows"]} == {0, 1}
    assert data["rows"][0]["unit"] == "interactions" and data["rows"][0]["rate"] > 0


def test_verdicts_are_those_of_compare(result, file, tmp_path):
    later = copy.deepcopy(result)
    for place, row in enumerate(row for row in later["results"] if row["time"]):
        factor = [1, 2, 0.5][place % 3]
        row["time"]["samples_s"] = [s * factor for s in row["time"]["samples_s"]]
        row["time"]["median_s"] *= factor
        row["status"], row["reason"] = "ok", ""
    now, page = tmp_path / "later.json", tmp_path / "page.html"
    now.write_text(json.dumps(later))
    report(file, now, "-o", page)
    (comparison,) = page_data(page)["comparisons"]
    table = parse_table(gputest("compare", file, now, "--wide", status=None).stdout)
    keys = ("kernel", "layout", "n", "verdict", "why")
    shown = [[row[key] for key in keys] for row in comparison["rows"]]
    assert shown == [[row[key] for key in keys] for row in table]


def slower(result):
    """A copy of the result with times twice as long and reliable samples."""
    later = copy.deepcopy(result)
    for row in later["results"]:
        if row["time"]:
            median = row["time"]["median_s"] * 2
            row["time"].update(median_s=median, samples_s=[median] * 9, strategy="hot")
            row["status"], row["reason"] = "ok", ""
    return later


def test_a_file_with_the_extension_csv_has_a_line_for_each_row(result, file, tmp_path):
    now, table = tmp_path / "later.json", tmp_path / "report.CSV"
    now.write_text(json.dumps(slower(result)))
    report(file, "-o", table)
    (rows,) = [list(csv.DictReader(io.StringIO(table.read_text(), newline="")))]
    assert [row["kernel"] for row in rows] == [row["kernel"] for row in result["results"]]
    assert [row["status"] for row in rows] == [row["status"] for row in result["results"]]
    assert {row["result"] for row in rows} == {str(file)} and "verdict" not in rows[0]
    report(file, now, "-o", table)
    rows = list(csv.DictReader(io.StringIO(table.read_text(), newline="")))
    assert len(rows) == 2 * len(result["results"])
    first, later = rows[: len(result["results"])], rows[len(result["results"]) :]
    assert {row["verdict"] for row in first} == {""}
    compared = parse_table(gputest("compare", file, now, "--wide", status=None).stdout)
    assert sorted(row["verdict"] for row in later) == sorted(row["verdict"] for row in compared)


def test_a_file_with_the_extension_md_is_markdown(result, file, tmp_path):
    now, text = tmp_path / "later.json", tmp_path / "report.md"
    now.write_text(json.dumps(slower(result)))
    report(file, now, "-o", text)
    lines = text.read_text().splitlines()
    assert lines[0] == "# Results of gputest" and "<html" not in text.read_text()
    assert f"## {file}" in lines and f"## {now} against {file}" in lines
    assert f"- command: {' '.join(result['argv'])}" in lines
    tables = [k for k, line in enumerate(lines) if re.fullmatch(r"\|(-+:?\|)+", line)]
    assert len(tables) == 3
    for first in tables[:2]:
        assert lines[first - 1].startswith("| device | kernel | layout | prec | n |")
        rows = itertools.takewhile(lambda line: line.startswith("|"), lines[first + 1 :])
        assert len(list(rows)) == len(result["results"])
    assert "| verdict |" in lines[tables[2] - 1]


@pytest.mark.thorough
@pytest.mark.unsanitized
def test_a_page_of_5000_rows_takes_under_2_s(result, tmp_path):
    many = copy.deepcopy(result)
    row = next(row for row in many["results"] if row["time"])
    row["time"]["samples_s"] = [row["time"]["median_s"] * (1 + 1e-3 * k) for k in range(24)]
    many["results"] = [{**row, "n": 64 + k} for k in range(5000)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps(many))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    report(path, "-o", tmp_path / "page.html")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)  # CPU time, without other load
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert len(page_data(tmp_path / "page.html")["rows"]) == 5000


@pytest.mark.thorough
def test_a_result_of_only_absent_apis_makes_a_page(result, tmp_path):
    absent = {**BLANK, "device": {"id": "cuda", "name": "", "vendor": "", "driver": "",
                                  "emulated": False, "uuid": None, "pci_address": None}}
    path, page = tmp_path / "absent.json", tmp_path / "page.html"
    path.write_text(json.dumps({**result, "results": [absent]}))
    report(path, "-o", page)
    assert page_data(page)["rows"][0]["status"] == "skipped"


BLANK = {
    "api": "cuda", "kernel": None, "algorithm": None, "variant": None, "layout": None,
    "precision": None, "text": None, "n": 0, "block": None, "problem": {}, "status": "skipped",
    "reason": "there is no such GPU", "verify": None, "time": None, "monitor": None, "energy": None,
    "work": None, "rate": None, "plan": None,
}
