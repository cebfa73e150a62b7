"""A run's table in a terminal: it fits the width, and appears row by row."""

import re
import signal
from typing import Dict, List

import pytest

from command import QUICK, SAMPLED, Terminal, gputest, listed, parse_table, run_json, scaled

USAGE, INTERRUPTED = 2, 130
CPU = ["--api=cpu", "-n", 200]
PREFIXES = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1,
            "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


def plain(text: str) -> str:
    """The text without colours, and without progress that was erased."""
    lines = text.replace("\r\n", "\n").split("\n")
    return re.sub("\033\\[[0-9;]*m", "", "\n".join(line.split("\r\033[K")[-1] for line in lines))


def in_terminal(*args, columns: int = 80, status: int = 0) -> str:
    return plain(Terminal(*args, stream="stdout", columns=columns).finish(status).stdout)


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


def heading(text: str) -> Dict[str, str]:
    """The values in the line above the table, which every row has in common."""
    line = next(line for line in text.splitlines() if line.startswith("every row: "))
    return dict(word.split("=") for word in line[len("every row: ") :].split())


@pytest.fixture(scope="module")
def table_of_all() -> str:
    """The table of every CPU kernel, within 80 columns."""
    return gputest(*QUICK, *CPU, "--kernel=*").stdout


@pytest.fixture(scope="module")
def wide_table() -> str:
    return gputest(*QUICK, *CPU, "--kernel=*", "--wide").stdout


# Width


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "args",
    [["--kernel=gravity_*"], ["--kernel=*", "--precision=all"],
     ["--kernel=lj_*", "--list=all", "--newton3=all", "--baseline=cpu:lj_naive"],
     ["--kernel=*", "--dry-run", "--api=all", "--device=all", "--layout=all"]],
    ids=["gravity", "all", "axes", "devices"],
)
def test_lines_fit_the_terminal(args: List[str], columns: int):
    text = in_terminal(*QUICK, *CPU, *args, columns=columns)
    assert widest(text) <= columns
    rows = parse_table(text)
    assert len(rows) > 2 and all(row["status"] for row in rows)


def test_in_a_pipe_a_table_has_80_columns_or_those_of_the_environment(table_of_all: str):
    every = [*CPU, "--kernel=*", "--precision=all", "--dry-run"]
    tables = {columns: gputest(*every, env={"COLUMNS": columns}).stdout.split("\n\n")[1]
              for columns in ("40", "none")}
    assert widest(tables["40"]) <= 40 < widest(tables["none"]) <= 80
    assert widest(table_of_all.split("\n\n")[1]) <= 80


def test_values_common_to_all_rows_are_only_above_the_table():
    text = gputest(*QUICK, *CPU, "--kernel=lj_*", "--list=csr").stdout
    said = heading(text)
    assert said == {"prec": "fp32", "n": "200", "list": "csr", "newton3": "off", "pair": "lj"}
    rows = parse_table(text)
    assert not set(said) & set(rows[0]) and "device" not in rows[0]
    assert len({row["layout"] for row in rows}) > 1


def test_a_column_that_distinguishes_rows_is_never_omitted():
    args = ["--kernel=lj_naive,lj_simd", "--list=all", "--layout=all", "--precision=all"]
    text = gputest("--dry-run", *CPU, *args, env={"COLUMNS": "50"}).stdout
    rows = [tuple(row.items()) for row in parse_table(text)]
    assert len(set(rows)) == len(rows) > 20
    text = gputest(*QUICK, "--api=cpu", "--kernel=gravity_simd", "-n", "100,200").stdout
    assert [row["n"] for row in parse_table(text)] == ["100", "200"]


def test_wide_shows_every_column(table_of_all: str, wide_table: str):
    assert "every row: " not in wide_table and "not shown: " not in wide_table
    titles = set(parse_table(wide_table)[0])
    assert {"device", "kernel", "layout", "prec", "n", "newton3", "list", "pair", "fmas", "noise",
            "max error", "status"} <= titles
    (line,) = (line for line in table_of_all.splitlines() if line.startswith("not shown: "))
    left_out = line[len("not shown: ") : line.index(";")].split(", ")
    assert left_out and not set(left_out) & set(parse_table(table_of_all)[0])


def test_bytes_per_second_are_shown_if_memory_is_the_bound():
    gravity, stencil = (parse_table(gputest(*QUICK, *CPU, f"--kernel={family}_*").stdout)[0]
                        for family in ("gravity", "stencil"))
    assert float(scaled(stencil, "B/s").strip("~")) > 0
    assert not [title for title in gravity if title.endswith("B/s")]


@pytest.mark.parametrize("what", ["apis", "kernels", "layouts", "formats", "suites", "devices"])
def test_a_list_fits_80_columns_and_is_complete(what: str):
    text = in_terminal("list", what)
    assert widest(text) <= 80
    words = " ".join(text.split())
    for item in listed(what):
        assert str(next(iter(item.values()))) in words
    if what == "kernels":
        assert widest(in_terminal("list", what, "--wide")) > 160


@pytest.mark.parametrize("kernel", ["gravity_tiled", "lj_unrolled", "aos", "image2d", "lu_hyperplane"])
def test_a_description_fits_80_columns_and_wide_shows_every_column(kernel: str):
    assert widest(in_terminal("describe", kernel)) <= 80
    narrow = gputest("describe", kernel).stdout
    if "not shown: " in narrow:
        line = next(line for line in narrow.splitlines() if "not shown: " in line)
        left_out = line.split("not shown: ")[1].split(";")[0].split(", ")
        wide = gputest("describe", kernel, "--wide").stdout
        assert all(title in wide for title in left_out)
        assert "not shown: " not in wide and "every row: " not in wide
    for options in (["float4", "--wide"], ["gravity_naive", "--wide", "--format=json"],
                    ["gravity_naive", "--wide", "--target=cypress"]):
        assert "--wide" in gputest("describe", *options, status=USAGE).stderr


def test_a_comparison_fits_80_columns(tmp_path):
    result = tmp_path / "result.json"
    gputest(*QUICK, *CPU, "--kernel=lj_*", "--list=all", "--format=json", f"--output={result}")
    text = in_terminal("compare", result, result)
    assert widest(text.split("\n\n", 1)[1]) <= 80
    assert {row["kernel"] for row in parse_table(text)} >= {"lj_naive", "lj_simd"}


# Figures


@pytest.mark.thorough
def test_the_figures_of_a_column_share_a_prefix():
    text = gputest(*QUICK, "--api=cpu", "--kernel=gravity_simd", "-n", "100,3000").stdout
    rows = parse_table(text)
    (rate,) = (title for title in rows[0] if title.endswith("inter/s"))
    (time,) = (title for title in rows[0] if title.startswith("time "))
    for row in rows:
        per_second = float(row[rate].strip("~")) * PREFIXES[rate[: -len("inter/s")]]
        seconds = float(row[time].strip("~")) * PREFIXES[time[len("time ") : -1]]
        assert per_second * seconds == pytest.approx(int(row["n"]) ** 2, rel=0.02)


def test_rates_of_several_families_name_the_counted_items(table_of_all: str):
    assert ("rates count interactions (central, ewald, gravity, hermite, lj), "
            "bodies (fmm, roofline, tree), operations (lu), bytes (memory, reorder), "
            "entries (neighbour), cells (stencil, sweep)") in table_of_all


# Rows during a run


def test_rows_are_shown_when_finished_with_the_remaining_time():
    many = ["--api=cpu", "--kernel=gravity_simd", "-n", ",".join(["100"] * 300)]
    run = Terminal(*many, "--min-time=0.1", "--samples=3", stream="both", columns=100)
    run.read_until("[4/300]")
    assert run.process.poll() is None
    shown = run.shown[: run.shown.index("[4/300]")]  # more may already have been shown
    run.process.send_signal(signal.SIGINT)
    text = run.finish(status=INTERRUPTED).stdout
    assert text.startswith(shown)
    assert len(parse_table(plain(shown).rpartition("\n")[0])) == 3
    assert re.search(r"\[4/300\] cpu:0 gravity_simd soa fp32 n=100, about \d+ (s|min) left", text)
    assert "interrupted after" in text


@pytest.mark.thorough
def test_progress_never_exceeds_a_line():
    text = Terminal(*QUICK, *CPU, stream="stderr", columns=30).finish().stderr
    assert all(len(part.split("\r")[0]) < 30 for part in text.split("\033[K"))


@pytest.mark.thorough
def test_a_baseline_runs_first_so_every_row_has_its_ratio():
    args = [*CPU, "--precision=all", "--baseline=cpu:gravity_tiled"]
    rows = parse_table(gputest(*QUICK, *args).stdout)
    assert [row["kernel"] for row in rows[:2]] == ["gravity_tiled"] * 2
    assert [row["x base"] for row in rows[:2]] == ["1.00"] * 2 and all(row["x base"] for row in rows)
    kernels = [row["kernel"] for row in run_json(*args)["results"]]
    assert kernels == [row["kernel"] for row in run_json(*args, "--dry-run")["results"]]


@pytest.mark.thorough
def test_rows_with_the_same_reason_share_a_line():
    args = ["--kernel=gravity_simd,lj_simd", "--list=clusters,csr", "--layout=soa,aos,image2d"]
    text = gputest(*QUICK, *CPU, *args).stdout
    reasons = [line for line in text.splitlines() if " skipped: " in line]
    assert len(reasons) == len(set(reasons))
    rows = run_json(*CPU, *args)["results"]
    for reason in {row["reason"] for row in rows if row["status"] == "skipped"}:
        count = len([row for row in rows if row["reason"] == reason])
        (line,) = (line for line in reasons if line.endswith(f"skipped: {reason}"))
        assert count == 1 or line == f"{count} skipped: {reason}"


# Colours


def test_color_always_and_never():
    coloured = gputest(*QUICK, *CPU, "--color=always").stdout
    assert "\033[32mok\033[0m" in coloured and "\033[1mfastest of gravity" in coloured
    assert plain(coloured).count("\n") == coloured.count("\n")
    assert "\033" not in Terminal(*QUICK, *CPU, "--color=never", stream="stdout").finish().stdout
    assert "\033" in gputest(*QUICK, *CPU, "--color=always", env={"NO_COLOR": "1"}).stdout


@pytest.mark.parametrize(
    "args", [["--color=red"], ["--wide", "--format=csv"], ["--plot", "--format=json"],
             ["--plot", "--dry-run"], ["list", "apis", "--wide", "--format=json"],
             ["sweep", "quick", "--dry-run", "--wide", "--format=md"]], ids=" ".join)
def test_useless_options_are_refused(args: List[str]):
    finished = gputest(*args, status=USAGE)
    assert finished.stdout == "" and len(finished.complaints) == 1


# Shorter and longer output


def test_quiet_shows_only_results():
    run = Terminal(*QUICK, *CPU, "--kernel=gravity_*,lj_*", "--quiet", stream="both", columns=80)
    text = run.finish().stdout
    assert "\r\033[K" not in text and "[1/" not in text
    assert "not shown: " not in text and "untested: " not in text
    assert len(parse_table(plain(text))) > 5


def test_no_row_without_samples_is_named_fastest():
    text = gputest(*QUICK, *CPU).stdout
    assert "fastest of gravity: unknown, because fewer than two rows have a reliable speed" in text
    assert "fastest" not in gputest(*QUICK, *CPU, "--kernel=gravity_simd").stdout


@pytest.mark.thorough
def test_the_fastest_row_has_the_least_time_if_the_samples_decide():
    """Holds under any other load: a doubtful row is never named fastest."""
    args = ["--api=cpu", "-n", 3000, "--min-time=0.2", "--samples=7", "--turns=0"]
    text = gputest(*args).stdout
    line = text.splitlines()[-1]
    assert line.startswith("fastest of gravity: ")
    rows = {row["kernel"]: row for row in parse_table(text)}
    sure = [row for row in rows.values() if row["status"] == "ok"]
    if len(sure) < 2:
        assert "unknown" in line
        return
    best = min(sure, key=lambda row: float(scaled(row, "s")))
    assert best["kernel"] in line.split(",")[0].split(" and ")[0] or "do not differ" in line
    margin = r"[\d.]+ times as fast as the (next|slowest) \(gravity_\w+"
    assert re.search(margin, line) or "do not differ" in line


@pytest.mark.thorough
def test_times_of_different_problems_are_not_compared():
    args = ["--kernel=lj_naive,lj_simd", "--pair=lj,morse", "-n", "100,200"]
    text = gputest(*QUICK, "--api=cpu", *args).stdout
    (labels,) = re.findall("^fastest of (.*?):", text, re.MULTILINE)
    problems = {f"lj n={n} pair={pair}" for n in (100, 200) for pair in ("lj", "morse")}
    assert set(labels.split(", ")) == problems


def test_a_plot_of_one_n_has_a_bar_for_each_row():
    text = in_terminal(*SAMPLED, *CPU, "--plot")
    assert widest(text) <= 80
    rows = parse_table(text)
    bars = dict(re.findall(r"^(gravity_\w+) \w+ +\|([#~]*)", text, re.MULTILINE))
    assert set(bars) == {row["kernel"] for row in rows}
    for row in rows:
        bar = bars[row["kernel"]]
        assert set(bar) <= ({"#"} if row["status"] == "ok" else {"~"})
    rate = {row["kernel"]: float(scaled(row, "inter/s").strip("~")) for row in rows}
    assert max(rate, key=rate.get) == max(bars, key=lambda name: len(bars[name])) or (
        len(set(map(len, bars.values()))) < len(bars))
    assert re.search(r"^gravity fp32 n=200, [kMG]?inter/s$", text, re.MULTILINE)


@pytest.mark.thorough
def test_a_plot_of_several_n_has_a_letter_for_each_series():
    text = in_terminal(*QUICK, "--api=cpu", "--kernel=gravity_naive,gravity_simd,gravity_tiled",
                       "-n", "100,400,1600", "--plot", columns=100)
    assert widest(text) <= 100
    assert re.search(r"^gravity fp32, [kMG]?inter/s over n$", text, re.MULTILINE)
    legend = dict(re.findall(r"^  ([A-Z]) (gravity_\w+)", text, re.MULTILINE))
    assert set(legend.values()) == {"gravity_naive", "gravity_simd", "gravity_tiled"}
    points = "".join(re.findall(r"^[ \d.e+-]* [|+](.*)$", text, re.MULTILINE))
    letters = [char for char in points if char in "*" or char.upper() in legend]  # small: doubtful
    assert 3 <= len(letters) <= 9 and ("*" in letters or len(letters) == 9)
    (below,) = (line for line in text.splitlines() if re.fullmatch(r" +100 +400 +1600", line))
    assert below


def test_help_explains_every_column_unit_and_status(wide_table: str):
    text = gputest("help", "table").stdout
    assert re.search(r"\n  event_median_s\s+The median by the device's events", text)
    assert widest(text) <= 80
    words = {line[2:].split("  ")[0] for line in text.splitlines() if re.match(r"  \S", line)}
    for title in parse_table(wide_table)[0]:
        assert title in words or re.sub("[kMGmun]", "", title) in {
            re.sub("[kMGmun]", "", word) for word in words}, title
    assert {"ok", "noisy", "disturbed", "throttled", "failed", "skipped", "error"} <= words
    assert {"Ginter/s", "Gentry/s", "Gbody/s", "Gcell/s"} <= words
    for word in ("interaction", "neighbour list", "--baseline", "--wide"):
        assert word in text


def test_any_field_of_csv_is_a_column():
    options = ("--api=cpu", "--kernel=gravity_naive,gravity_simd", "-n", 64, "--strategy=single")
    for row in parse_table(gputest(*options, "--columns=convergence,interval_low_s,tolerance").stdout):
        assert row["convergence"] == "untested"
        assert 0 < float(row["interval_low_s s"]) < 1 and 0 < float(row["tolerance"]) < 1
