"""gputest sweep: suites, their order, and stopped sweeps."""

import json
import resource
import signal
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import pytest

from command import (
    BINARY, TIME_LIMIT, environment, gputest, listed, parse_result, parse_table,
)
from processes import wait_until

USAGE, UNAVAILABLE, BAD_INPUT, TIME_IS_UP, INTERRUPTED = 2, 3, 4, 6, 130

SUITE = """
title = "Two kernels"
notes = "For a test."

[source]
document = "A study"
place = "Table 1"

[[run]]
api = "cpu"
kernel = ["gravity_naive", "gravity_simd"]
n = [64, 100]
strategy = "single"

[[run]]
api = "cpu"
kernel = "stencil_plain"
n = 64
strategy = "single"

[[published]]
what = "speed"
value = "115"
unit = "Gflops"
device = "Xeon"
where = "Table 1"
match = { kernel = "gravity_*", n = 100 }

[[published]]
what = "ratio"
value = "1.50"
unit = "times"
where = "the text"
match = { kernel = "gravity_simd", n = 64 }
over = { kernel = "gravity_naive", n = 64 }

[[published]]
what = "elsewhere"
value = "1"
unit = "s"
where = "the text"
"""

# Enough short cases for some seconds.
LONG = """
title = "Many sizes"

[[run]]
api = "cpu"
kernel = ["gravity_naive", "gravity_simd"]
n = "64..1000*2"
min-time = 0.05
max-time = 0.05
precision = "all"
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def identity(row: Dict[str, Any]) -> List[Any]:
    """The values of a row that are the same in every run."""
    status = "right" if row["time"] is not None else row["status"]
    verify = row["verify"]
    return [row["device"]["id"], row["kernel"], row["layout"], row["precision"], row["n"],
            row["block"], row["problem"], status, verify and verify["max_error"]]


def rows_at(path: Path) -> List[List[Any]]:
    return [identity(row) for row in parse_result(path.read_text())["results"]]


def journal(output: Path) -> Path:
    return Path(f"{output}.journal")


def start(*args: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [BINARY, "sweep", *map(str, args)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=environment(),
    )


def parts_of(content: bytes) -> int:
    """Number of complete parts of a journal: its head, then one for each row."""
    parts, rest = 0, content.partition(b"\n")[2]
    while rest:
        size, _, rest = rest.partition(b"\n")
        if len(rest) <= int(size):
            break
        parts, rest = parts + 1, rest[int(size) + 1 :]
    return parts


def wait_for_rows(process: "subprocess.Popen[bytes]", output: Path) -> None:
    """Waits until the journal has some rows."""
    def has_some() -> bool:
        assert process.poll() is None, "it ended before it was stopped"
        return parts_of(journal(output).read_bytes()) >= 4

    wait_until(has_some)


def test_a_suite_gives_rows_in_its_order_and_published_figures(tmp_path):
    output = tmp_path / "r.json"
    finished = gputest("sweep", written(tmp_path, SUITE), "-o", output)
    result = parse_result(output.read_text())
    rows = result["results"]
    assert [(row["kernel"], row["n"]) for row in rows] == [
        ("gravity_naive", 64), ("gravity_naive", 100), ("gravity_simd", 64),
        ("gravity_simd", 100), ("stencil_plain", 64)]
    sweep = result["sweep"]
    assert sweep["suite"] == "mine" and sweep["title"] == "Two kernels"
    assert sweep["source"] == {"document": "A study", "place": "Table 1", "address": ""}
    assert [run["rows"] for run in sweep["runs"]] == [[0, 1, 2, 3], [4]]
    assert sorted(sweep["order"]) == [0, 1, 2, 3, 4]
    assert f"--seed={sweep['seed']}" in finished.stderr
    assert not journal(output).exists()

    speed, ratio, alone = sweep["published"]
    best = max((rows[1], rows[3]), key=lambda row: row["rate"]["gflops"])
    assert speed["ours"] == [{"row": rows.index(best), "device": "cpu:0",
                              "value": pytest.approx(best["rate"]["gflops"])}]
    rate = [row["rate"]["per_s"] for row in rows]
    assert ratio["ours"][0]["value"] == pytest.approx(rate[2] / rate[0])
    assert alone["ours"] == []
    assert "Source: A study, Table 1" in finished.stdout and "For a test." in finished.stdout
    shown = parse_table(finished.stdout.split("Published figures")[1])
    assert [line["published"] for line in shown] == ["115", "1.50", "1"]
    assert shown[2]["device"] == "only quoted"


@pytest.mark.thorough
def test_the_seed_decides_the_order(tmp_path):
    suite = written(tmp_path, LONG.replace("min-time = 0.05\nmax-time = 0.05",
                                           'strategy = "single"'))

    def order(seed):
        output = tmp_path / f"{seed}.json"
        gputest("sweep", suite, "-o", output, f"--seed={seed}", "--format=csv")
        order = json.loads(output.read_text())["sweep"]["order"]
        output.unlink()
        return order

    first = order(1)
    assert first == order(1) != order(2)
    assert first != sorted(first)


@pytest.mark.thorough
def test_doubtful_rows_run_again(tmp_path):
    text = LONG.replace("min-time = 0.05\nmax-time = 0.05", "min-time = 0\nsamples = 3")
    output = tmp_path / "r.json"
    gputest("sweep", written(tmp_path, text), "-o", output)
    result = json.loads(output.read_text())
    doubtful = {k for k, row in enumerate(result["results"])
                if row["status"] in ("noisy", "disturbed", "throttled")}
    repeated = result["sweep"]["repeated"]
    assert doubtful <= set(repeated) and len(set(repeated)) == len(repeated)


@pytest.mark.unsanitized
def test_a_killed_sweep_resumes_to_the_rows_of_an_uninterrupted_one(tmp_path):
    suite = written(tmp_path, LONG)
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    gputest("sweep", suite, "-o", whole, "--seed=7")

    process = start(suite, "-o", broken, "--seed=7")
    wait_for_rows(process, broken)
    process.kill()
    process.communicate()
    assert not broken.exists()
    kept = journal(broken).read_bytes()
    journal(broken).write_bytes(kept[:-3])  # as after a crash of the machine

    refused = gputest("sweep", suite, "-o", broken, status=USAGE)
    assert "--resume" in refused.stderr
    for name, text, more, word in [
        ("other.toml", SUITE, [], "its suite is mine"),
        ("mine.toml", LONG + "# more\n", [], "checksum of the suite"),
        ("mine.toml", LONG, ["--seed=8"], "its seed is 7"),
        ("mine.toml", LONG, ["--device=no such"], "no device"),
    ]:
        other = written(tmp_path, text, name)
        refused = gputest("sweep", other, *more, "-o", broken, "--resume", status=None)
        assert refused.status in (USAGE, UNAVAILABLE)
        assert word in refused.stderr and len(refused.complaints) == 1
    assert journal(broken).read_bytes() == kept[:-3]

    gputest("sweep", suite, "-o", broken, "--resume")
    assert rows_at(broken) == rows_at(whole)
    ours, theirs = (json.loads(path.read_text())["sweep"] for path in (broken, whole))
    assert ours["order"] == theirs["order"] and ours["seed"] == 7
    assert not journal(broken).exists()

    before = broken.read_bytes()
    again = gputest("sweep", suite, "-o", broken, "--resume")
    assert "already" in again.stderr and broken.read_bytes() == before
    gputest("sweep", written(tmp_path, SUITE, "o.toml"), "-o", broken, "--resume", status=USAGE)
    for old, new, word in [(json.dumps(ours["checksum"]), '"0"', "suite"),
                           ('"id": "cpu:0"', '"id": "cpu:1"', "devices"),
                           ('"git_revision": "', '"git_revision": "0', "program")]:
        assert old in before.decode()
        broken.write_text(before.decode().replace(old, new))
        refused = gputest("sweep", suite, "-o", broken, "--resume", status=USAGE)
        assert word in refused.stderr


@pytest.mark.thorough
def test_an_interrupted_sweep_writes_its_rows_and_resumes(tmp_path):
    suite, output = written(tmp_path, LONG), tmp_path / "r.json"
    process = start(suite, "-o", output)
    wait_for_rows(process, output)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == INTERRUPTED and b"--resume" in errors
    part = parse_result(output.read_text())
    finished, cases = part["interrupted"]["finished"], part["interrupted"]["cases"]
    assert 0 < finished == len(part["results"]) < cases
    gputest("sweep", suite, "-o", output, "--resume")
    result = parse_result(output.read_text())
    assert result["interrupted"] is None
    assert len(result["results"]) == cases
    assert result["sweep"]["seed"] == part["sweep"]["seed"]
    assert {json.dumps(row["time"]) for row in part["results"]
            if row["status"] == "ok"} <= {json.dumps(row["time"]) for row in result["results"]}


def test_several_limited_sweeps_give_the_rows_of_one(tmp_path):
    suite = written(tmp_path, SUITE)
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    gputest("sweep", suite, "-o", whole, "--seed=7")
    finished = []
    for sitting in range(6):  # each stops after its first case
        run = gputest("sweep", suite, "-o", parts, "--seed=7", "--resume", "--for=0.000001s",
                      "--quiet", status=None)
        result = parse_result(parts.read_text())
        assert result["sweep"]["seed"] == 7
        if run.status != TIME_IS_UP:
            break
        assert "the time limit of --for is reached" in run.stderr and "--resume" in run.stderr
        finished.append(result["interrupted"]["finished"])
        assert len(result["results"]) == finished[-1] and journal(parts).exists()
    assert run.status == 0 and finished[:4] == [1, 2, 3, 4]
    assert result["interrupted"] is None and not journal(parts).exists()
    assert rows_at(parts) == rows_at(whole)
    enough = tmp_path / "enough.json"
    gputest("sweep", suite, "-o", enough, "--for=1h")
    assert parse_result(enough.read_text())["interrupted"] is None


def test_a_full_disk_ends_a_sweep_and_loses_no_row(tmp_path):
    suite, output = written(tmp_path, LONG.replace("min-time = 0.05\nmax-time = 0.05",
                                                   'strategy = "single"')), tmp_path / "r.json"

    def no_more_files_than_that():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    full = gputest("sweep", suite, "-o", output, status=BAD_INPUT,
                   preexec_fn=no_more_files_than_that)
    assert "r.json.journal" in full.stderr and not output.exists()
    kept = journal(output).stat().st_size
    assert 1000 < kept <= 4096
    gputest("sweep", suite, "-o", output, "--resume")
    assert len(parse_result(output.read_text())["results"]) == 16


def test_a_sweep_that_cannot_begin_its_journal_leaves_none(tmp_path):
    suite, output = written(tmp_path, SUITE), tmp_path / "r.json"
    full = gputest("sweep", suite, "-o", output, status=BAD_INPUT,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
    assert "r.json.journal" in full.stderr and "run the sweep again" in full.stderr
    assert not output.exists() and not journal(output).exists()


def test_an_empty_journal_does_not_make_a_finished_sweep_run_again(tmp_path):
    suite, output = written(tmp_path, SUITE), tmp_path / "r.json"
    gputest("sweep", suite, "-o", output)
    before = output.read_bytes()
    journal(output).write_bytes(b"")
    again = gputest("sweep", suite, "-o", output, "--resume")
    assert "already has every row" in again.stderr and output.read_bytes() == before


def test_a_result_that_does_not_fit_on_the_disk_stays_in_the_journal(tmp_path):
    """The journal of a few rows is smaller than the result."""
    suite, output = written(tmp_path, SUITE), tmp_path / "r.json"
    gputest("sweep", suite, "-o", output)
    size = output.stat().st_size
    output.unlink()
    full = gputest("sweep", suite, "-o", output, status=BAD_INPUT,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size - 1000, size - 1000)))
    assert f"{journal(output)} has its rows, continue with --resume" in full.stderr
    assert not output.exists()
    gputest("sweep", suite, "-o", output, "--resume")
    assert parse_result(output.read_text())["interrupted"] is None


@pytest.mark.parametrize("text, line, word, status", [
    (SUITE.replace("strategy", "stratgy", 1), 13, "unknown key 'stratgy'", USAGE),
    (SUITE.replace("notes", "note"), 3, "unknown key 'note'", USAGE),
    (SUITE.replace("where = \"Table 1\"", "page = 1"), 0, "unknown key 'page'", USAGE),
    (SUITE.replace("n = 100 }", "m = 100 }"), 0, "unknown key 'm'", USAGE),
    (SUITE.replace("stencil_plain", "stencil_plane"), 15, "did you mean stencil_plain", USAGE),
    (SUITE.replace('"Gflops"', '"Mflops"'), 0, "did you mean Gflops", USAGE),
    (SUITE.replace("n = 64\n", "n = 0\n"), 15, "above 0", BAD_INPUT),
    (SUITE.replace("n = 64\n", "n = []\n"), 0, "'n' has no value", USAGE),
    (SUITE.replace("n = 64\n", "no-verify = 1\n"), 0, "true or false", BAD_INPUT),
    (SUITE.replace("n = 64\n", "input = \"x\"\n"), 0, "unknown key 'input'", USAGE),
    (SUITE.replace("[[run]]", "[run]", 1), 0, "", BAD_INPUT),
    ('title = "x"', 0, "the suite has no [[run]]", BAD_INPUT),
    (SUITE.replace('"115"', "115"), 0, "'value' must be text", BAD_INPUT),
    (SUITE.replace('"115"', '"fast"'), 0, "'value' must be a number above 0", BAD_INPUT),
    ("title = ", 1, "this is not TOML: key-value pair: ", BAD_INPUT),
    ("", 0, "'title' is missing", BAD_INPUT),
])
def test_an_error_in_a_suite_is_named_with_its_line(tmp_path, text, line, word, status):
    output = tmp_path / "r.json"
    finished = gputest("sweep", written(tmp_path, text), "-o", output, status=status)
    assert len(finished.complaints) == 1 and word in finished.stderr
    assert f"mine.toml:{line or ''}" in finished.stderr
    assert not output.exists() and not journal(output).exists()


def test_bad_arguments_are_refused(tmp_path):
    output = tmp_path / "r.json"
    for args, status in [
        (["quikc"], USAGE),
        ([tmp_path / "missing.toml"], BAD_INPUT),
        (["quick", "--resume"], USAGE),
        (["quick", "--for=10m"], USAGE),
        (["quick", "--for=10m", "-o", "/dev/null"], USAGE),
        (["quick", "--for=10d", "-o", output], BAD_INPUT),
        (["quick", "--for=0", "-o", output], BAD_INPUT),
        (["quick", "--for=m", "-o", output], BAD_INPUT),
        (["quick", "--api=nothing"], USAGE),
        (["quick", "--seed=x"], BAD_INPUT),
        (["quick", "--format=xml"], USAGE),
        (["quick", "-o", tmp_path / "no" / "r.json"], BAD_INPUT),
        (["cal_wiki", "--api=cpu"], UNAVAILABLE),
    ]:
        finished = gputest("sweep", *args, status=status)
        assert len(finished.complaints) == 1, finished.stderr
    journal(output).write_text("this is no journal of anything\n")
    gputest("sweep", "quick", "-o", output, "--resume", status=BAD_INPUT)
    assert journal(output).read_text() == "this is no journal of anything\n"


def test_a_run_of_several_apis_without_one_of_them_is_a_row_of_each(tmp_path):
    if any(entry["api"] == "cuda" and entry["devices"] for entry in listed("apis")):
        pytest.skip("this machine has CUDA")
    suite = tmp_path / "suite.toml"
    suite.write_text('title = "x"\n[[run]]\nkernel = "gravity_naive"\napi = "cuda,cpu"\nn = 64\n'
                     '[[run]]\nkernel = "gravity_naive"\napi = "cpu"\nn = 64\n')
    rows = parse_result(gputest("sweep", suite, "--dry-run", "--format=json").stdout)["results"]
    assert [(row["api"], row["kernel"]) for row in rows] == [
        ("cpu", "gravity_naive"), ("cuda", None), ("cpu", None)]


@pytest.mark.thorough
def test_every_suite_of_the_program_has_cases():
    root = Path(__file__).resolve().parents[2] / "suites"
    names = {entry["suite"] for entry in listed("suites")}
    assert names == {path.stem for path in root.glob("*.toml")}
    assert {"quick", "full", "layouts", "precision", "scaling", "ipsj_fig7", "ipsj_table1",
            "lj_article", "verlet_article", "cal_wiki", "dvmh", "sweeps"} <= names
    for name in names - {"verlet_article", "cal_wiki"}:  # they have no kernels on the CPU
        api = [] if name == "trees_kernels" else ["--api=cpu"]  # its runs name their APIs
        rows = parse_result(
            gputest("sweep", name, *api, "--dry-run", "--format=json").stdout)["results"]
        assert any(row["kernel"] for row in rows), name
