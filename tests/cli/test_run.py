"""gputest without a subcommand: which cases run, in which order, and how they are shown."""

import csv
import io
import json
import re
import struct
from itertools import product
from pathlib import Path

import pytest

from command import (
    BARELY,
    QUICK,
    RIGHT,
    SAMPLED,
    Terminal,
    gputest,
    parse_result,
    parse_table,
    rows_of,
    run_json,
    scaled,
)
from physics import direct_sum, read_forces, read_nbody

SMALL = ["-n", 200]
ONE = ["--api=cpu", "--kernel=gravity_simd", *SMALL]
FORMATS = ["table", "json", "csv", "md"]


def axes(rows, *names):
    return [tuple(row[name] for name in names) for row in rows]


# Selection


def test_bare_options_run_every_gravity_kernel_of_every_api_verified_and_timed():
    result = run_json(*SMALL)
    rows = [row for row in result["results"] if row["kernel"]]
    assert {row["api"] for row in rows} >= {"cpu"}
    for row in [row for row in rows if row["status"] == "skipped"]:
        assert row["reason"] == f"{row['api']}:{row['kernel']} does not take precision fp32"
    rows = [row for row in rows if row["status"] != "skipped"]
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["algorithm"] == "gravity"
        assert row["kernel"] == "gravity_" + row["variant"]
        assert row["precision"] == "fp32"
        assert row["n"] == 200
        assert row["problem"]["eps"] == 0.02
        assert row["verify"]["max_error"] <= row["verify"]["tolerance"]
        assert row["verify"]["checked"] == 200
        assert row["work"]["items"] == 200 * 200
    names = axes(rows, "api", "kernel")
    assert len(set(names)) == len(names), "each kernel once, in its first layout and block"


def test_defaults_are_16384_bodies_and_the_kernels_first_layout():
    rows = rows_of("--dry-run", "--api=cpu")
    assert {(row["api"], row["n"]) for row in rows} == {("cpu", 16384)}
    assert dict(axes(rows, "kernel", "layout"))["gravity_simd"] == "soa"


def test_numbers_in_the_json_agree_with_one_another():
    row = rows_of(*ONE, measure=SAMPLED)[0]
    time, rate, work = row["time"], row["rate"], row["work"]
    samples = sorted(time["samples_s"])
    middle = len(samples) // 2
    median = samples[middle] if len(samples) % 2 else (samples[middle - 1] + samples[middle]) / 2
    assert time["median_s"] == pytest.approx(median)
    assert time["min_s"] == samples[0]
    assert time["interval_s"][0] in samples and time["interval_s"][1] in samples
    assert time["interval_s"][0] <= median <= time["interval_s"][1]
    assert len(samples) >= 3
    assert rate["per_s"] == pytest.approx(work["items"] / median)
    assert rate["gflops"] == pytest.approx(work["flops"] / median / 1e9)
    assert rate["gbytes_per_s"] == pytest.approx(work["bytes"] / median / 1e9)
    assert work["flops"] == 38 * work["items"]


@pytest.mark.opencl
def test_apis_run_in_the_registrys_order():
    rows = rows_of("--dry-run", *SMALL, "--api=opencl,cpu", "--kernel=gravity_naive")
    assert [row["api"] for row in rows] == ["cpu", "opencl"]


def test_kernel_takes_globs_lists_and_may_be_repeated():
    def kernels(*args):
        return [row["kernel"] for row in rows_of("--dry-run", "--api=cpu", *SMALL, *args)]

    assert kernels("--kernel=gravity_s*") == ["gravity_simd", "gravity_symmetric"]
    assert kernels("--kernel=gravity_naive,gravity_simd") == ["gravity_naive", "gravity_simd"]
    assert kernels("--kernel=g*_simd", "--kernel=g*_naive") == ["gravity_naive", "gravity_simd"]
    assert {"gravity_simd", "lj_simd", "neighbour_cell"} <= set(kernels("--kernel=*"))
    assert kernels("--kernel=gravity_[nt]*") == ["gravity_naive", "gravity_tiled"]


@pytest.mark.thorough
def test_layout_all_runs_each_kernel_in_all_its_layouts():
    rows = rows_of(*ONE, "--layout=all")
    listed = json.loads(gputest("list", "layouts", "--format=json").stdout)
    layouts = {layout["layout"] for layout in listed if "gravity" in layout["families"]}
    assert {"aos", "aos3", "aosoa", "float4", "soa"} <= layouts
    assert sorted(row["layout"] for row in rows) == sorted(layouts - {"image2d"})
    assert {row["status"] for row in rows} <= RIGHT


def test_named_layouts_run_only_on_kernels_that_have_them():
    rows = rows_of("--dry-run", *SMALL, "--api=cpu", "--layout=soa,aos")
    assert set(axes(rows, "kernel", "layout")) == set(
        product(["gravity_naive", "gravity_tiled", "gravity_simd", "gravity_fixed64",
                 "gravity_symmetric"], ["soa", "aos"])
    )


def test_a_value_that_a_kernel_lacks_is_a_skipped_row_with_its_reason():
    rows = rows_of(*SMALL, "--api=cpu", "--kernel=gravity_simd,lj_naive", "--list=csr,clusters")
    skipped = [row for row in rows if row["status"] == "skipped"]
    assert [row["reason"] for row in skipped] == ["cpu:lj_naive does not take list clusters"]
    assert skipped[0]["work"] is None and skipped[0]["problem"] == {}
    assert {row["status"] for row in rows} == {"ok", "skipped"}


def test_nothing_left_to_run_is_a_usage_error():
    finished = gputest(*SMALL, "--api=cpu", "--kernel=lj_naive", "--list=clusters", status=2)
    assert "no selected kernel has this layout" in finished.stderr


@pytest.mark.thorough
def test_rates_have_the_unit_of_the_counted_items():
    def titles(*kernels):
        text = gputest(*BARELY, *SMALL, "--api=cpu", "--kernel=" + ",".join(kernels)).stdout
        return next(title for title in parse_table(text)[0] if title.endswith("/s"))

    assert titles("gravity_simd", "lj_simd").endswith("inter/s")
    assert titles("neighbour_cell").endswith("entry/s")
    assert re.fullmatch("rate [kMG]?/s", titles("gravity_simd", "neighbour_cell"))
    row = rows_of(*SMALL, "--api=cpu", "--kernel=neighbour_cell")[0]
    assert row["rate"]["unit"] == "entries"


def test_precision_all_is_fp32_and_fp64_each_within_its_own_tolerance():
    rows = rows_of(*ONE, "--precision=all")
    assert [row["precision"] for row in rows] == ["fp32", "fp64"]
    single, double = (row["verify"] for row in rows)
    assert double["max_error"] <= double["tolerance"] < 1e-13
    assert 1e-13 < single["max_error"] <= single["tolerance"] < 1e-5


@pytest.mark.opencl
def test_block_sets_the_threads_per_block_and_cpu_kernels_have_none():
    def blocks(*args):
        rows = rows_of("--dry-run", *SMALL, "--kernel=gravity_naive", *args)
        return axes(rows, "api", "block")

    assert blocks("--api=cpu,opencl", "--block=64") == [("cpu", None), ("opencl", 64)]
    assert sorted(blocks("--api=opencl", "--block=all")) == [
        ("opencl", 64),
        ("opencl", 128),
        ("opencl", 256),
    ]


@pytest.mark.opencl
def test_all_layouts_and_precisions_are_those_listed_for_a_kernel():
    """The conformance tests check that each is right."""
    kernels = "gravity_tiled,lj_naive,neighbour_naive,roofline_fma,stencil_tiled".split(",")
    rows = rows_of("--dry-run", "--api=opencl", f"--kernel={','.join(kernels)}", *SMALL,
                   "--layout=all", "--precision=all")
    listed = json.loads(gputest("list", "kernels", "--format=json").stdout)
    assert sorted(set(axes(rows, "kernel", "layout", "precision"))) == sorted(
        (kernel["kernel"], layout, precision)
        for kernel in listed
        if kernel["api"] == "opencl" and kernel["kernel"] in kernels
        for layout in kernel["layouts"]
        for precision in kernel["precisions"]
    )


def test_dry_run_shows_the_cases_and_runs_none():
    rows = rows_of("--dry-run", *SMALL)
    assert rows
    for row in rows:
        assert row["status"] == "skipped"
        assert row["time"] is row["rate"] is row["verify"] is None
    text = gputest("--dry-run", *SMALL).stdout
    shown = parse_table(text)
    assert len(shown) == len([row for row in rows if row["kernel"]])
    assert not {title for title in shown[0] if "time" in title or "error" in title or "/s" in title}
    assert "dry run" not in text


@pytest.mark.opencl
def test_device_is_an_id_or_a_part_of_a_name():
    def devices(device):
        rows = rows_of("--dry-run", *SMALL, f"--device={device}")
        return {row["device"]["id"] for row in rows}

    assert devices("opencl:0") == {"opencl:0"}
    assert {"cpu:0", "opencl:0"} <= devices("all")
    name = rows_of("--dry-run", *SMALL, "--api=opencl")[0]["device"]["name"]
    assert "opencl:0" in devices(name[:7].upper())


# Content of rows


def test_no_verify_says_not_verified():
    assert rows_of(*ONE, "--no-verify")[0]["verify"] is None
    row = parse_table(gputest(*QUICK, *ONE, "--no-verify").stdout)[0]
    assert row["status"] == "not verified"
    assert "max error" not in row
    assert scaled(row, "inter/s")


def test_the_baselines_row_is_1_and_the_others_are_ratios_of_rates():
    result = run_json("--api=cpu", *SMALL, "--baseline=cpu:gravity_naive")
    assert result["baseline"] == "cpu:gravity_naive"
    rates = {row["kernel"]: row["rate"]["per_s"] for row in result["results"]}
    for row in result["results"]:
        assert row["rate_over_baseline"] == pytest.approx(
            rates[row["kernel"]] / rates["gravity_naive"]
        )
    shown = parse_table(gputest(*QUICK, "--api=cpu", *SMALL, "--baseline=cpu:gravity_naive").stdout)
    assert [row["x base"] for row in shown if row["kernel"] == "gravity_naive"] == ["1.00"]
    assert all(float(row["x base"]) > 0 for row in shown)


@pytest.mark.thorough
def test_a_baseline_may_name_its_layout_and_holds_for_its_own_n_and_precision():
    rows = rows_of(
        "--api=cpu",
        "--kernel=gravity_simd",
        "--layout=soa,aos",
        "--precision=all",
        "-n",
        "100,200",
        "--baseline=cpu:gravity_simd:aos",
    )
    assert len(rows) == 8
    assert {row["rate_over_baseline"] for row in rows if row["layout"] == "aos"} == {1.0}


@pytest.mark.thorough
@pytest.mark.parametrize("baseline", ["lj_naive", "lj_simd"])
def test_a_row_is_compared_with_the_baselines_row_of_the_same_axes(baseline: str):
    rows = rows_of("--api=cpu", "--kernel=lj_naive,lj_simd", "--newton3=all", "--list=all", "-n",
                   500, f"--baseline=cpu:{baseline}")
    keys = [(row["kernel"], row["problem"]["newton3"], row["problem"]["list"]) for row in rows]
    rates = {key: row["rate"]["per_s"] for key, row in zip(keys, rows)}
    assert len(rates) == 5  # lj_simd has one combination of axes, the first of lj_naive's
    for key, row in zip(keys, rows):
        base = rates.get((baseline, *key[1:]), rates[baseline, "off", "csr"])
        assert row["rate_over_baseline"] == pytest.approx(row["rate"]["per_s"] / base)


@pytest.mark.thorough
def test_without_a_baseline_there_is_no_column_for_it():
    result = run_json(*ONE)
    assert result["baseline"] is None
    assert "rate_over_baseline" not in result["results"][0]
    assert "x base" not in parse_table(gputest(*QUICK, *ONE).stdout)[0]


# Formats


@pytest.mark.thorough
def test_the_table_names_each_device_once_and_has_a_row_per_case():
    text = gputest(*QUICK, *SMALL, "--api=cpu").stdout
    assert len([line for line in text.splitlines() if line.startswith("cpu:0: ")]) == 1
    rows = parse_table(text)
    assert len(rows) == 5
    for row in rows:
        assert row["status"] in RIGHT
        assert float(scaled(row, "inter/s").strip("~")) >= 0
        assert float(scaled(row, "s").strip("~")) >= 0
        assert float(row["max error"]) < 1e-5


def test_csv_is_read_back_by_a_csv_reader():
    text = gputest(*QUICK, *SMALL, "--format=csv").stdout
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert len(rows) == len(rows_of("--dry-run", *SMALL))
    for row in rows:
        assert None not in row and None not in row.values(), "as many fields as titles"
        if row["status"] in RIGHT:
            assert int(row["n"]) == 200
            assert float(row["max_error"]) <= float(row["tolerance"])
            if row["device"] in ("hip:host", "il:interpreter"):  # emulated
                assert row["median_s"] == row["interactions_per_s"] == ""
                continue
            assert float(row["interactions_per_s"]) == pytest.approx(
                200 * 200 / float(row["median_s"]), rel=1e-6
            )


def test_markdown_is_one_table_with_equal_columns_in_all_rows():
    lines = gputest(*QUICK, *SMALL, "--format=md").stdout.splitlines()
    table = [line for line in lines if line.startswith("|")]
    titles, rule, rows = table[0], table[1], table[2:]
    assert lines.index(rule) == lines.index(titles) + 1
    assert re.fullmatch(r"\|(-+:?\|)+", rule)
    assert {line.count("|") for line in table} == {titles.count("|")}
    last = re.compile(r"\| (ok|noisy|disturbed|throttled|skipped)(, emulated)? \|$")
    assert all(last.search(row.rstrip()) for row in rows)
    assert len(rows) == len([row for row in rows_of("--dry-run", *SMALL) if row["kernel"]])


@pytest.mark.parametrize("form", FORMATS)
def test_without_a_terminal_there_are_no_escape_codes_and_no_progress(form):
    finished = gputest(*QUICK, *ONE, f"--format={form}")
    assert "\033" not in finished.stdout
    assert finished.stderr == ""


# Terminals


def test_a_terminal_gets_colours():
    shown = Terminal(*QUICK, *ONE, stream="stdout").finish().stdout
    assert "\033[32mok\033[0m" in shown


def test_no_color_removes_them():
    shown = Terminal(*QUICK, *ONE, stream="stdout", env={"NO_COLOR": "yes"}).finish().stdout
    assert "\033" not in shown


@pytest.mark.thorough
def test_an_empty_no_color_has_no_effect():
    """https://no-color.org: the variable removes colours only if it is not empty."""
    shown = Terminal(*QUICK, *ONE, stream="stdout", env={"NO_COLOR": ""}).finish().stdout
    assert "\033[32m" in shown


@pytest.mark.parametrize("form", ["json", "csv", "md"])
def test_machine_readable_formats_have_no_colours_even_on_a_terminal(form):
    assert "\033" not in Terminal(*QUICK, *ONE, f"--format={form}", stream="stdout").finish().stdout


def test_progress_is_shown_on_a_terminals_stderr_and_erased():
    finished = Terminal(*QUICK, *ONE, stream="stderr").finish()
    assert "[1/1] cpu:0 gravity_simd soa fp32 n=200" in finished.stderr
    assert finished.stderr.endswith("\r\033[K")
    assert "\033" not in finished.stdout


# Files


@pytest.mark.parametrize("form", FORMATS)
def test_output_writes_the_file_whole_and_nothing_to_stdout(form, tmp_path: Path):
    path = tmp_path / "result"
    finished = gputest(*QUICK, *ONE, f"--format={form}", f"--output={path}")
    assert finished.stdout == "" and finished.stderr == ""
    assert [entry.name for entry in tmp_path.iterdir()] == ["result"]
    text = path.read_text()
    assert text.endswith("\n") and "gravity_simd" in text and "\033" not in text
    if form == "json":
        assert parse_result(text)["results"][0]["status"] in RIGHT


@pytest.mark.thorough
def test_output_to_a_descriptor_of_a_file_writes_that_file(tmp_path: Path):
    """Like --output=/dev/stdout, which is a link to a link to the file of standard output."""
    path, link = tmp_path / "result", tmp_path / "descriptor"
    link.symlink_to("/proc/self/fd/1")
    with open(path, "wb") as file:
        gputest(*QUICK, *ONE, "--format=json", f"--output={link}", stdout=file)
    assert link.is_symlink()
    assert parse_result(path.read_text())["results"]


def test_forces_are_those_of_the_direct_sum(tmp_path: Path):
    bodies_file, forces_file = tmp_path / "bodies", tmp_path / "forces"
    gputest("generate", "plummer", "-n", 60, "--seed", 7, "-o", bodies_file)
    gputest(
        *QUICK,
        "--api=cpu",
        "--kernel=gravity_simd",
        "--precision=fp64",
        "--eps=0.05",
        f"--input={bodies_file}",
        f"--forces={forces_file}",
    )
    bodies = read_nbody(bodies_file)
    forces = read_forces(forces_file)
    assert [force.id for force in forces] == list(range(60))
    for force, (a, potential, pulls, m_over_r) in zip(forces, direct_sum(bodies, 0.05)):
        for got, wanted in zip(force.acceleration, a):
            assert abs(got - wanted) <= 1e-14 * pulls
        assert abs(force.potential - potential) <= 1e-14 * m_over_r


@pytest.mark.thorough
@pytest.mark.parametrize("eps", [0.0, 0.1])
def test_single_precision_forces_are_within_tolerance_with_and_without_softening(eps, tmp_path: Path):
    bodies_file, forces_file = tmp_path / "bodies", tmp_path / "forces"
    gputest("generate", "plummer", "-n", 60, "-o", bodies_file)
    gputest(
        *QUICK,
        "--api=cpu",
        "--kernel=gravity_naive",
        f"--eps={eps}",
        f"--input={bodies_file}",
        f"--forces={forces_file}",
    )
    wanted = direct_sum(read_nbody(bodies_file), eps)
    for force, (a, potential, pulls, m_over_r) in zip(read_forces(forces_file), wanted):
        for got, component in zip(force.acceleration, a):
            assert abs(got - component) <= 1e-5 * pulls
        assert abs(force.potential - potential) <= 1e-5 * m_over_r


def test_the_forces_file_has_a_header_and_17_digits(tmp_path: Path):
    path = tmp_path / "forces"
    (row,) = rows_of(*ONE, "--precision=fp64", f"--forces={path}")
    assert row["status"] in RIGHT
    lines = path.read_text().splitlines()
    header = [line for line in lines if line.startswith("#")]
    assert lines[: len(header)] == header, "the header comes first"
    assert header[-1] == "# id ax ay az potential"
    assert "gravity_simd" in header[0] and "n=200" in header[0]
    assert '"eps":0.02' in header[1]
    assert len(lines) == len(header) + 200
    digits = []
    for line in lines[len(header) :]:
        for word in line.split()[1:]:
            assert f"{float(word):.17g}" == word
            digits.append(len(re.sub(r"^-?0\.0*|e.*|[-.]", "", word)))
    assert max(digits) == 17


@pytest.mark.thorough
def test_forces_have_the_inputs_order_and_ids(tmp_path: Path):
    bodies = tmp_path / "bodies.xyz"
    bodies.write_text(
        "3\nProperties=species:S:1:id:I:1:pos:R:3:vel:R:3:mass:R:1\n"
        "X 30 0 0 0 0 0 0 1\nX 7 1 0 0 0 0 0 1\nX 12 4 0 0 0 0 0 1\n"
    )
    path = tmp_path / "forces"
    gputest(
        *QUICK,
        "--api=cpu",
        "--kernel=gravity_simd",
        "--precision=fp64",
        "--eps=0",
        f"--input={bodies}",
        f"--forces={path}",
    )
    forces = read_forces(path)
    assert [force.id for force in forces] == [30, 7, 12]
    assert [force.acceleration[0] for force in forces] == pytest.approx(
        [1 + 1 / 16, -1 + 1 / 9, -1 / 16 - 1 / 9], rel=1e-15
    )
    assert forces[0].potential == pytest.approx(-1.25, rel=1e-15)


@pytest.mark.thorough
def test_forces_of_single_precision_are_floats(tmp_path: Path):
    path = tmp_path / "forces"
    gputest(*QUICK, *ONE, f"--forces={path}")
    for force in read_forces(path):
        for value in force.acceleration:
            assert struct.unpack("f", struct.pack("f", value))[0] == value


@pytest.mark.thorough
def test_a_dry_run_writes_no_forces(tmp_path: Path):
    gputest("--dry-run", *ONE, f"--forces={tmp_path / 'forces'}")
    assert list(tmp_path.iterdir()) == []
