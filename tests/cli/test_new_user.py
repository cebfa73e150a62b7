"""First attempts of a new user: misspelt names, missing words, numbers, help."""

import json
import re
from pathlib import Path
from typing import List

import pytest

from command import OPENCL_KERNELS, ROOT, gputest, listed, rows_of, run_json
from test_options import SUBCOMMANDS, refusal

USAGE, UNAVAILABLE, BAD_INPUT = 2, 3, 4


# Missing arguments


@pytest.mark.parametrize("command, lacking", [
    (["sweep"], "suite"), (["report"], "files"), (["template"], "family"),
    (["exercise"], "exercise"), (["il", "describe"], "file"),
])
def test_a_missing_argument_is_named_with_the_commands_help(command, lacking, tmp_path):
    sentence = refusal(*command, status=USAGE, folder=tmp_path)
    assert f"see gputest {' '.join(command)} --help" in sentence
    assert f"{command[-1]} needs its argument {lacking}" in sentence


# Names


@pytest.mark.parametrize("wanted", ["gravity_nave", "cpu:gravity_nave"])
def test_each_suggested_name_is_given_once(wanted: str, tmp_path: Path):
    sentence = refusal("describe", wanted, status=USAGE, folder=tmp_path)
    meant = sentence.split("did you mean ")[1].rstrip("?\n").split(" or ")
    assert meant[0] == wanted.replace("nave", "naive")
    assert len(set(meant)) == len(meant)


def device_ids(*args: str) -> List[str]:
    rows = rows_of("--dry-run", "--kernel=gravity_*", "-n", 8, *args)
    return [row["device"]["id"] for row in rows]


@pytest.mark.thorough
def test_a_device_is_found_by_its_vendor():
    vendors = {item["vendor"] for item in listed("devices") if item["vendor"]}
    for vendor in vendors:
        of_vendor = {item["device"] for item in listed("devices") if item["vendor"] == vendor}
        assert of_vendor & set(device_ids(f"--device=*{vendor.split(',')[0].upper()}*"))


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_device_is_found_by_its_platform_but_not_by_the_platforms_version():
    device = next(item for item in listed("devices") if item["device"] == "opencl:0")
    platform, _, version = device["driver"].rpartition(" ")
    platform = re.match(r"[^0-9]*", platform)[0].strip()
    assert "opencl:0" in device_ids("--api=opencl", f"--device={platform.lower()}")
    assert version[0].isdigit(), "the driver's text ends with a version"
    gputest("--api=opencl", f"--device={version}", "--dry-run", status=UNAVAILABLE)


@pytest.mark.parametrize("api", ["hip", "il", "opencl"])
def test_a_number_is_a_place_in_the_list_of_the_api(api: str, tmp_path: Path):
    present = [item["device"] for item in listed("devices")
               if item["device"].startswith(f"{api}:") and item["name"] != "absent"]
    kernel = "gravity_texture2d" if api == "il" else "gravity_naive"
    dry = [f"--api={api}", f"--kernel={kernel}", "-n", 8, "--dry-run"]
    for number, device in enumerate(present):
        assert {row["device"]["id"] for row in rows_of(*dry, f"--device={number}")} == {device}
    sentence = refusal(*dry, f"--device={len(present)}", status=(USAGE, UNAVAILABLE), folder=tmp_path)
    assert present == [] or f"{api} has {len(present)}" in sentence


def test_a_name_of_several_devices_is_refused_with_a_list(tmp_path: Path):
    several = [item["device"] for item in listed("devices") if item["device"].startswith("hip:gfx")]
    if len(several) < 2:
        pytest.skip("this build executes no AMD machine code")
    sentence = refusal("--device=gfx", "--dry-run", status=USAGE, folder=tmp_path)
    assert all(f"{device} (" in sentence for device in several) and "pattern with *" in sentence
    assert set(device_ids("--device=hip:gfx*")) == set(several)


@pytest.mark.hip
def test_a_command_for_one_device_refuses_several(tmp_path: Path):
    sentence = refusal("simulate", "--api=cpu,hip", "--device=cpu:0,hip:host", "--steps=0",
                       "--kernel=lj_naive", status=USAGE, folder=tmp_path)
    assert "one device is needed" in sentence and "cpu:0 (" in sentence and "hip:host (" in sentence


@pytest.mark.opencl
def test_the_short_name_of_a_platform_chooses_its_devices():
    drivers = {item["device"]: item["driver"] for item in listed("devices")}
    pocl = {device for device, driver in drivers.items()
            if device.startswith("opencl:") and driver.startswith("Portable Computing Language")}
    if not pocl:
        pytest.skip("there is no PoCL")
    assert set(device_ids("--api=opencl", "--device=pocl")) == pocl


# Numbers


def test_counts_with_suffixes_and_exponents_are_run(tmp_path: Path):
    """The worker process of a case parses it too."""
    rows = rows_of("--api=cpu", "--kernel=gravity_simd", "-n", "1k,1e2", "--isolate=on")
    assert [row["n"] for row in rows] == [1024, 100]
    made = gputest("generate", "plummer", "-n", "1k", "-o", tmp_path / "bodies.nbody")
    assert "wrote 1024 particles" in made.stderr
    moved = gputest("simulate", "-n", "1k", "--steps=0", "--no-verify").stdout
    assert "n = 1024," in moved


@pytest.mark.parametrize("command", [[], ["simulate"], ["survey"]], ids=" ".join)
def test_an_invalid_count_is_refused(command: List[str], tmp_path: Path):
    assert "-n" in refusal(*command, "-n", "1.5k", status=BAD_INPUT, folder=tmp_path)


@pytest.mark.thorough
def test_particles_of_the_survey_are_a_count(tmp_path: Path):
    sentence = refusal("survey", "--particles=4x", status=BAD_INPUT, folder=tmp_path)
    assert "--particles" in sentence and "16k" in sentence


# Help, lists and versions


def test_the_version_has_a_short_option():
    assert gputest("-V").stdout == gputest("--version").stdout


@pytest.mark.parametrize("words", SUBCOMMANDS, ids=" ".join)
def test_help_is_a_subcommand_too(words):
    assert gputest("help", *words).stdout == gputest(*words, "--help").stdout


@pytest.mark.parametrize(
    "words", [["lits"], ["list", "kernels"], ["il", "runn"], ["il", "run", "x"]], ids=" ".join
)
def test_help_on_an_unknown_command_is_refused(words: List[str], tmp_path: Path):
    assert words[-1] in refusal("help", *words, status=USAGE, folder=tmp_path)


@pytest.mark.parametrize("words", SUBCOMMANDS, ids=" ".join)
def test_lines_of_help_have_at_most_80_columns(words):
    lines = gputest("help", *words).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines if line.strip())


def test_the_first_help_is_short_and_names_where_the_rest_is():
    lines = gputest("--help").stdout.splitlines()
    assert len(lines) <= 120 < len(gputest("help", "options").stdout.splitlines())
    for topic in ("COMMAND", "FAMILY", "options", "table"):
        assert any(line.startswith(f"  gputest help {topic} ") for line in lines)


def test_help_on_a_family_has_its_kernels_axes_and_options():
    text = gputest("help", "lj").stdout
    assert text.startswith("lj: ") and max(map(len, text.splitlines())) <= 80
    for word in ("  lj_naive ", "  --pair LIST ", "  --skin X "):
        assert f"\n{word}" in text
    assert "--halide" not in text
    assert gputest("help", "lj_tiled").stdout == gputest("help", "lj_*").stdout == text
    # A command has the name of this family.
    assert gputest("help", "sweep_*").stdout.startswith("sweep: ")
    assert "did you mean gravity" in gputest("help", "gravty", status=USAGE).stderr


@pytest.mark.thorough
def test_continued_lines_of_help_are_indented():
    lines = gputest("help").stdout.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("  --device "))
    column = lines[first].index("id, number")
    assert lines[first + 1][:column].isspace() and not lines[first + 1][column].isspace()


def test_a_list_of_devices_fits_80_columns_and_has_every_value():
    text = gputest("list", "devices").stdout
    assert max(map(len, text.splitlines())) <= 80
    paragraphs = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    devices = listed("devices")
    assert len(paragraphs) == len(devices)
    for paragraph, device in zip(paragraphs, devices):
        words = " ".join(paragraph.split())
        assert words.startswith(f"{device['device']} {device['name']}")
        for key, value in device.items():
            if value and key not in ("device", "name"):
                assert f" {key} {' '.join(str(value).split())}" in words


# Layouts and kernels


def test_describe_shows_a_layout():
    text = gputest("describe", "float4").stdout
    (layout,) = (item for item in listed("layouts") if item["layout"] == "float4")
    assert text.startswith(f"float4: {layout['summary']}\n")
    assert ", ".join(layout["families"]) in text
    places = r"^ *3  xyzm\[12\]  +xyzm\[13\]  +xyzm\[14\]  +xyzm\[15\]$"
    assert re.search(places, text, re.MULTILINE)


@pytest.mark.parametrize("name", [item["layout"] for item in listed("layouts")])
def test_every_listed_layout_is_described(name: str):
    """No two numbers have the same place, and each is within its array."""
    told = json.loads(gputest("describe", name, "--format=json").stdout)
    assert told["layout"] == name and told["families"] and told["summary"]
    if "places" not in told:  # not a particle layout
        assert set(told["families"]) <= {"lu", "memory", "reorder", "stencil", "sweep"}
        return
    sizes = {array["array"]: array["components"] * array["elements"] for array in told["arrays"]}
    places = []
    for particle in told["places"]:
        assert {"x", "y", "z", "mass"} <= set(particle)
        places += [(p["array"], p["number"]) for p in particle.values() if isinstance(p, dict)]
    assert len(set(places)) == len(places)
    assert all(number < sizes[array] for array, number in places)
    assert sum(array["bytes"] for array in told["arrays"]) >= 16384 * 4 * 4


def test_a_layout_has_no_target(tmp_path: Path):
    assert "float4" in refusal("describe", "float5", status=USAGE, folder=tmp_path)
    sentence = refusal("describe", "float4", "--target=cypress", status=USAGE, folder=tmp_path)
    assert "float4 is a layout" in sentence


FILES = {
    "cpu": "common/{}/cpu/{}.cpp",
    "opencl": "opencl/kernels/{}/{}.cl",
    "il": "il_reference/kernels/{}/{}.il",
    "cuda": "common/{}/simt/{}.inl",
    "hip": "common/{}/simt/{}.inl",
}


@pytest.mark.thorough
def test_source_prints_the_file_of_every_kernel():
    kernels = listed("kernels")
    for name in {kernel["kernel"] for kernel in kernels}:
        text = gputest("source", name).stdout
        apis = {kernel["api"] for kernel in kernels if kernel["kernel"] == name}
        paths = {FILES[api].format(*name.split("_", 1)) for api in apis}
        for path in paths:
            assert (ROOT / path).read_text() in text
            assert len(paths) == 1 or f": {path} <==\n" in text


def test_source_for_one_api_prints_only_the_file():
    text = (ROOT / "common/gravity/cpu/simd.cpp").read_text()
    assert gputest("source", "gravity_simd", "--api=cpu").stdout == text
    assert gputest("source", "cpu:gravity_simd").stdout == text


@pytest.mark.opencl
def test_source_prints_an_edited_kernel(tmp_path: Path):
    text = gputest("source", "opencl:gravity_naive").stdout
    assert text == (OPENCL_KERNELS / "gravity" / "naive.cl").read_text()
    (tmp_path / "gravity_naive.cl").write_text(text + "// mine\n")
    own = {"GPUTEST_CL_DIR": str(tmp_path)}
    assert gputest("source", "opencl:gravity_naive", env=own).stdout == text + "// mine\n"


@pytest.mark.parametrize(
    "args, words",
    [
        (["gravity_nave"], ["gravity_naive"]),
        (["gravity_naive", "--api=opencll"], ["opencl"]),
        (["neighbour_naive", "--api=cpu"], ["cpu has no kernel neighbour_naive"]),
        (["cpu:gravity_naive", "--api=cpu"], ["--api"]),
    ],
    ids=" ".join,
)
def test_source_of_an_unknown_kernel_is_refused(args: List[str], words: List[str], tmp_path: Path):
    sentence = refusal("source", *args, status=USAGE, folder=tmp_path)
    assert all(word in sentence for word in words)


# Hints


@pytest.mark.thorough
def test_a_hint_about_shift_follows_a_run_that_drifts_at_the_cutoff():
    melting = ["simulate", "-n", "2k", "--temperature=1.44", "--steps=200"]
    hint = ("gputest: hint: the energy drifts because it jumps when pairs cross the cutoff; "
            "--shift=on removes the jump")
    assert gputest(*melting).complaints == [hint]
    assert not gputest(*melting, "--shift=on").complaints
    assert not gputest("simulate", "--kernel=gravity_simd", "-n", 64, "--steps=20").complaints
    assert not gputest(*melting[:-1], "--steps=0").complaints, "nothing has moved"


# The baseline


def test_the_baseline_needs_no_api_if_there_is_only_one():
    result = run_json("--api=cpu", "--dry-run", "-n", 8, "--baseline=gravity_naive")
    assert result["baseline"] == "cpu:gravity_naive"
    rows = rows_of("--api=cpu", "--kernel=gravity_naive,gravity_tiled", "-n", 64,
                   "--layout=float4", "--baseline=gravity_naive:float4")
    assert rows[0]["rate_over_baseline"] == 1 and "rate_over_baseline" in rows[1]


@pytest.mark.thorough
@pytest.mark.opencl
def test_an_ambiguous_baseline_is_refused(tmp_path: Path):
    sentence = refusal("--api=cpu,opencl", "-n", 8, "--baseline=gravity_naive", status=USAGE,
                       folder=tmp_path)
    assert "cpu, opencl" in sentence and "cpu:gravity_naive" in sentence
    # One of the two APIs lacks this kernel.
    gputest("--api=cpu,opencl", "--kernel=gravity_simd", "--dry-run", "-n", 8,
            "--baseline=gravity_simd")


@pytest.mark.thorough
def test_a_baseline_that_does_not_run_is_refused(tmp_path: Path):
    for baseline in ("gravity_nave", "gravity_naive:soa:9", ":", "lj_simd"):
        sentence = refusal("--api=cpu", "-n", 8, f"--baseline={baseline}", status=USAGE,
                           folder=tmp_path)
        assert "is not among the cases" in sentence


@pytest.mark.parametrize("baseline, meant", [
    ("gravity_nave", "gravity_naive"), ("cpu:gravity_nave", "cpu:gravity_naive"),
    ("gravity_naive:aso", "gravity_naive:aos"), ("gravity_simd", None),
])
def test_a_mistyped_baseline_gets_the_nearest_one(baseline: str, meant: str, tmp_path: Path):
    sentence = refusal("--api=cpu", "-n", 8, "--kernel=gravity_naive", f"--baseline={baseline}",
                       status=USAGE, folder=tmp_path)
    assert (f"did you mean {meant}?" in sentence) if meant else ("did you mean" not in sentence)


@pytest.mark.parametrize("words, meant", [
    (["lits"], "did you mean list?"), (["repotr", "a.json"], "did you mean report?"),
    (["il", "runn"], "did you mean run?"), (["il", "run,", "x.il"], "did you mean run?"),
    (["il"], "il needs a subcommand: "),
])
def test_a_mistyped_subcommand_gets_the_nearest_one(words: List[str], meant: str, tmp_path: Path):
    assert meant in refusal(*words, status=USAGE, folder=tmp_path)
