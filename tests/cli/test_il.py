"""AMD IL: the API's rows, `gputest il check|describe|run|translate|(dis)assemble`, and their errors."""

import functools
import json
import math
import re
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Dict, List

import pytest

from command import BARELY, BINARY, RIGHT, ROOT, gputest, listed, rows_of

USAGE, UNAVAILABLE, BAD_INPUT = 2, 3, 4
KERNELS = ROOT / "il_reference" / "kernels"
GRAVITY = KERNELS / "gravity" / "texture2d.il"
BY4 = KERNELS / "gravity" / "texture2d_by4.il"
WIDTH, HEIGHT = 4, 3
N = WIDTH * HEIGHT


# The API's rows


def with_its_compiler(rows):
    """The rows that are not skipped for want of a compiler for the chips of CAL's time."""
    return [row for row in rows if "needs clang-15" not in row["reason"]]


def test_the_interpreter_the_translations_and_the_port_run_together(api_devices: Dict[str, int]):
    apis = "il,opencl" if api_devices["opencl"] else "il"
    rows = rows_of(f"--api={apis}", "--kernel=gravity_texture2d", "-n", 1024, measure=BARELY)
    assert {row["status"] for row in with_its_compiler(rows)} <= RIGHT
    by_device = {row["device"]["id"]: row for row in rows}
    assert by_device["il:interpreter"]["device"]["emulated"]
    assert by_device["il:interpreter"]["rate"] is None
    if api_devices["opencl"]:
        assert {"il:opencl:0", "il:opencl:0:strict", "opencl:0"} < set(by_device)
        assert by_device["il:opencl:0"]["rate"]["per_s"] > 0


def test_a_1d_resource_ends_at_8192_bodies():
    rows = rows_of(
        "--api=il", "--kernel=gravity_texture1d", "-n", 8193, measure=BARELY, status=BAD_INPUT
    )
    for row in with_its_compiler(rows):
        assert row["status"] == "skipped"
        assert row["reason"] == "RV770: a 1D resource holds at most 8192 elements, not 8193"


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_1d_resource_holds_8192_bodies_and_a_2d_resource_more():
    common = ["--api=il", "--device=il:opencl:0", "--no-verify"]
    for kernel, n in [("gravity_texture1d", 8192), ("gravity_texture2d", 8193)]:
        row = rows_of(*common, f"--kernel={kernel}", "-n", n, measure=BARELY)[0]
        assert row["status"] in RIGHT, row["reason"]


@pytest.mark.thorough
def test_a_2d_resource_holds_65536_bodies(tmp_path: Path):
    """One thread sums over all of them: a massless body at the origin, all others at distance 1."""
    count = 65536
    resource = tmp_path / "bodies.bin"
    resource.write_bytes(bytes(16) + struct.pack("<4f", 1, 0, 0, 1) * (count - 1))
    out = tmp_path / "sum.bin"
    gputest("il", "run", GRAVITY, f"--resource=0={resource}:256x256:float4",
            f"--cb=0={count},256,0.0", "--domain=1x1", f"--output=o0={out}")
    assert floats(out) == [count - 1, 0, 0, count - 1]


def test_kernels_beyond_a_limit_are_skipped_unless_they_are_named():
    rows = rows_of("--api=il", "--device=il:interpreter", "-n", 8193, measure=BARELY)
    assert {row["status"] for row in rows} == {"skipped"}
    reasons = {row["kernel"]: row["reason"] for row in rows}
    assert "at most 8192 elements, not 8193" in reasons["gravity_texture1d"]
    assert "slow beyond n = 4096" in reasons["gravity_texture2d"]


@pytest.mark.thorough
def test_a_2d_resource_beyond_the_limit_of_cal_is_refused():
    row = rows_of(
        "--api=il", "--kernel=gravity_texture2d", "--device=il:interpreter", "-n", 9000,
        "--image-width=8193", measure=BARELY, status=BAD_INPUT,
    )[0]
    assert "8192 x 8192" in row["reason"]


@pytest.mark.thorough
def test_a_trace_of_a_run_goes_to_stderr():
    common = ["--kernel=gravity_texture2d", "-n", 300, "--image-width=64", *BARELY]
    stderr = gputest("--api=il", "--device=il:interpreter", "--trace=1,2", *common).stderr
    wrap = next(line for line in stderr.splitlines() if "add r2.0y" in line)
    assert "x=0 " in wrap and "y=1 " in wrap
    gputest("--api=cpu", "--kernel=gravity_simd", "--trace=1,2", status=USAGE)
    gputest("--api=il", "--trace=x", *common, status=BAD_INPUT)


# il run


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve bodies as a FLOAT_4 resource of 4 x 3."""
    path = tmp_path_factory.mktemp("il") / "bodies.bin"
    values = []
    for k in range(N):
        values += [math.cos(k), math.sin(2 * k), math.cos(3 * k), 1 + k / 10]
    path.write_bytes(struct.pack(f"<{4 * N}f", *values))
    return path


def floats(path: Path) -> List[float]:
    data = path.read_bytes()
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def expected_sums(bodies: Path, eps: float) -> List[float]:
    values = floats(bodies)
    particles = [values[4 * k : 4 * k + 4] for k in range(N)]
    sums = []
    for own in particles:
        total = [0.0] * 4
        for other in particles:
            d = [other[axis] - own[axis] for axis in range(3)]
            r = math.sqrt(sum(x * x for x in d) + eps * eps)
            for axis in range(3):
                total[axis] += other[3] * d[axis] / r**3
            total[3] += other[3] / r
        sums += total
    return sums


def run_gravity(bodies: Path, *args, **options):
    return gputest(
        "il", "run", GRAVITY, f"--resource=0={bodies}:{WIDTH}x{HEIGHT}:float4",
        f"--cb=0={N},{WIDTH},0.1", f"--domain={WIDTH}x{HEIGHT}", *args, **options,
    )


has_r600 = pytest.mark.skipif(
    shutil.which("clang-15") is None or not Path("/usr/lib/clc/cypress-r600--.bc").exists(),
    reason="no compiler of the r600 family (Debian 12: clang-15, libclc-15)",
)
DEVICES = [
    pytest.param(["--device=il:interpreter"], id="interpreter"),
    pytest.param(["--device=il:opencl:0", "--fast"], id="fast", marks=pytest.mark.opencl),
    pytest.param(["--device=opencl:0", "--strict"], id="strict", marks=pytest.mark.opencl),
]
EXECUTED = [*DEVICES, pytest.param(["--device=il:cypress"], id="cypress", marks=has_r600)]


@pytest.mark.parametrize("device", EXECUTED)
def test_a_users_kernel_runs_over_files(device, bodies: Path, tmp_path: Path):
    out = tmp_path / "sums.bin"
    finished = run_gravity(bodies, f"--output=o0={out}", *device)
    assert finished.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sums.bin"]
    assert floats(out) == pytest.approx(expected_sums(bodies, 0.1), rel=1e-4, abs=1e-4)


@pytest.mark.thorough
@pytest.mark.opencl
def test_strict_gives_the_interpreters_bits(bodies: Path, tmp_path: Path):
    run_gravity(bodies, f"--output=o0={tmp_path / 'a'}")
    run_gravity(bodies, f"--output=o0={tmp_path / 'b'}", "--device=il:opencl:0", "--strict")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_results_are_printed_if_no_file_is_named(bodies: Path):
    lines = run_gravity(bodies).stdout.splitlines()
    assert len(lines) == N
    row, column, values = re.fullmatch(r"o0\[(\d)\]\[(\d)\] = (.*)", lines[5]).groups()
    assert (int(row), int(column)) == (1, 1)
    expected = expected_sums(bodies, 0.1)[20:24]
    assert [float(value) for value in values.split()] == pytest.approx(expected, rel=1e-4)


def test_a_trace_shows_the_walk_across_a_rows_end(bodies: Path):
    lines = run_gravity(bodies, "--trace=0,0").stdout.splitlines()
    steps = [line for line in lines if re.match(r"\s*\d+  (add r2|umod)", line)]
    wrapped = next(k for k, line in enumerate(steps) if "add r2.0y" in line)
    assert "x=4 " in steps[wrapped - 2], "the pointer has left the row"
    assert "x=0 0x00000000" in steps[wrapped - 1], "the counter is a multiple of the row's length"
    assert "x=0 " in steps[wrapped] and "y=1 " in steps[wrapped]


COUNTED = """il_ps_2_0
dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__
dcl_output_generic o0
dcl_literal l0, 0, 1, 2, 3
dcl_literal l1, 1.0, 2.0, 3.0, 4.0
ftoi r0.x___, vWinCoord0.x
whileloop
  ige r1.x___, r0.x, l0.w
  break_logicalnz r1.x
  iadd r0.x___, r0.x, l0.y
  rcp r2, l1.y
  dp3 r3.x___, r2, l1
  mad r4.xyz_, r2, l1, r2
endloop
mov o0, r4
end
"""


def test_executed_instructions_are_counted_by_line_and_unit(tmp_path: Path):
    """Threads 0 to 4 of a row loop 3, 2, 1, 0 and 0 times, six in all; each tests the condition once more."""
    kernel = tmp_path / "counted.il"
    kernel.write_text(COUNTED)
    finished = gputest("il", "run", kernel, "--domain=5x1", "--count")
    executed, by_unit = finished.stdout.split("\n\n")
    of_line = {}
    for line in executed.splitlines()[2:]:
        number, count, rest = line.split(None, 2)
        of_line[int(number)] = (int(count), rest)
    assert {number: count for number, (count, _) in of_line.items()} == {
        6: 5, 7: 5, 8: 11, 9: 11, 10: 6, 11: 6, 12: 6, 13: 6, 14: 6, 15: 5, 16: 5}
    assert of_line[13][1].startswith("x y z ") and of_line[13][1].endswith("mad r4.xyz_, r2, l1, r2")
    units = {line.split()[0]: int(line.split()[1]) for line in by_unit.splitlines()[2:]}
    # x: ftoi, ige, iadd, dp3, mad, mov; y, z: dp3, mad, mov; w: mov; t: rcp.
    assert units == {"x": 5 + 11 + 6 + 6 + 6 + 5, "y": 6 + 6 + 5, "z": 6 + 6 + 5, "w": 5, "t": 6,
                     "flow": 5 + 11 + 6 + 5}
    assert f"{sum(count for count, _ in of_line.values())} instructions" in finished.stderr
    # Like a trace, --count prints results only on request.
    assert "o0[0][0]" not in finished.stdout
    assert "o0[0][0]" in gputest("il", "run", kernel, "--domain=5x1", "--count",
                                 "--output=o0=-").stdout
    refused = gputest("il", "run", kernel, "--domain=5x1", "--count", "--device=il:opencl:0",
                      status=USAGE)
    assert "only il:interpreter counts instructions" in refused.stderr


def test_a_compute_kernel_writes_the_global_buffer(bodies: Path, tmp_path: Path):
    out = tmp_path / "g.bin"
    gputest("il", "run", BY4, f"--resource=0={bodies}:{WIDTH}x{HEIGHT}:float4",
            f"--cb=0={N},{WIDTH},0.1", "--groups=1", f"--global={N}", f"--output=g={out}")
    assert floats(out) == pytest.approx(expected_sums(bodies, 0.1), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("device", DEVICES)
def test_an_endless_loop_is_stopped(device, tmp_path: Path):
    kernel = tmp_path / "endless.il"
    kernel.write_text("il_ps_2_0\ndcl_output_generic o0\nwhileloop\nmov o0, o0\nendloop\nend\n")
    finished = gputest("il", "run", kernel, "--domain=4x4", "--step-limit=1000", *device,
                       status=BAD_INPUT)
    assert f"{kernel}:3:1: error" in finished.stderr


REFUSED = [
    (["--resource=0={bodies}:12:float4"], "one: W"),
    (["--resource=0={bodies}:4x4:float4"], "192 bytes"),
    (["--resource=0={bodies}:4x3:float3"], "float3"),
    (["--resource=0={bodies}:4x3x2x2:float4"], "WxH"),
    (["--resource=0={bodies}:4x3x2:float4"], "without layers"),
    (["--resource=0={bodies}"], "shape"),
    (["--resource=0={bodies}.gone:4x3"], "bodies.bin.gone"),
    (["--resource=0={bodies}:8193x1:float4"], "at most 8192 x 8192"),
    (["--resource=1={bodies}:4x3:float4"], "no i1"),
    ([], "i0 is not bound"),
    (["--resource=0={bodies}:4x3", "--output=o0=-:2x2"], "larger than o0"),
    (["--resource=0={bodies}:4x3", "--output=o1=-"], "no o1"),
    (["--resource=0={bodies}:4x3", "--step-limit=0"], "--step-limit"),
    (["--resource=0={bodies}:4x3", "--trace=a"], "--trace"),
]


@pytest.mark.parametrize("args, words", REFUSED, ids=[words for _, words in REFUSED])
def test_bad_bindings_are_refused(args, words, bodies: Path):
    finished = gputest(
        "il", "run", GRAVITY, f"--cb=0={N},{WIDTH},0.1", "--domain=4x3",
        *(arg.format(bodies=bodies) for arg in args), status=BAD_INPUT)
    assert finished.stdout == ""
    assert len(finished.complaints) == 1
    assert words in finished.stderr


def test_a_pixel_kernel_needs_a_domain_and_a_compute_kernel_groups(bodies: Path):
    resource = f"--resource=0={bodies}:4x3"
    for kernel, extent in [(GRAVITY, "--groups=1"), (BY4, "--domain=4x3"), (GRAVITY, None)]:
        args = [extent] if extent else []
        gputest("il", "run", kernel, resource, "--cb=0=12,4,0.1", *args, status=USAGE)
    gputest("il", "run", GRAVITY, resource, "--cb=0=12,4,0.1", "--domain=4x3",
            "--device=cuda:0", status=UNAVAILABLE)


# il check


def test_check_finds_no_error_in_the_shipped_kernels():
    kernels = sorted(KERNELS.glob("*/*.il"))
    finished = gputest("il", "check", *kernels)
    assert finished.stderr == ""
    told = finished.stdout.splitlines()
    assert len(told) == len(kernels) and all(kernel.name in line for kernel, line in zip(kernels, told))


def test_every_error_has_line_and_column(tmp_path: Path):
    kernel = written(tmp_path, "il_ps_2_0\nmov r0 r1\n  frobnicate r0, r1\nmov r1, l7\nend\n")
    stderr = gputest("il", "check", kernel, status=BAD_INPUT).stderr
    assert re.search(r"kernel\.il:2:\d+: error", stderr)
    assert re.search(r"kernel\.il:3:3: error.*frobnicate", stderr)


@pytest.mark.parametrize("command", [["check"], ["run", "--domain=1"], ["translate"], ["describe"],
                                     ["assemble", "--output=-"]], ids=lambda words: words[0])
def test_every_command_prints_the_errors_of_a_text_line_by_line(command, tmp_path: Path):
    kernel = written(tmp_path, PIXEL + "bogus r0\nmov r1, l7\nend\n")
    finished = gputest("il", command[0], kernel, *command[1:], status=BAD_INPUT)
    assert finished.stderr.splitlines() == [f"{kernel}:3:1: error: unknown instruction 'bogus'",
                                            f"{kernel}:4:9: error: l7 is not declared"]


def test_a_check_ends_after_a_hundred_errors(tmp_path: Path):
    kernel = written(tmp_path, PIXEL + "mov r1, l7\n" * 50000 + "end\n")
    assert len(gputest("il", "check", kernel, status=BAD_INPUT).stderr.splitlines()) == 100


# il translate


def test_a_translation_quotes_the_il_line_by_line(tmp_path: Path):
    out = tmp_path / "gravity.cl"
    assert gputest("il", "translate", GRAVITY, "--output", out).stdout == ""
    text = out.read_text()
    assert text == gputest("il", "translate", GRAVITY).stdout
    lines = GRAVITY.read_text().splitlines()
    loop = lines.index("whileloop")
    for number, line in enumerate(lines[loop : lines.index("endloop") + 1], loop + 1):
        assert f"// {number}: {line}" in text
    assert "read_imageui" in text
    assert "read_imageui" not in gputest("il", "translate", GRAVITY, "--buffers").stdout


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["--strict", "--fast"])
def test_every_kernel_here_translates(mode: str):
    for kernel in KERNELS.glob("*/*.il"):
        assert "__kernel" in gputest("il", "translate", kernel, mode).stdout


@pytest.mark.thorough
def test_translate_refuses_text_that_is_not_il(tmp_path: Path):
    kernel = tmp_path / "k.il"
    kernel.write_text("float4 main() { return 0; }\n")
    finished = gputest("il", "translate", kernel, status=BAD_INPUT)
    assert finished.stdout == ""
    assert "k.il:1:1" in finished.stderr


# il run, for users' old kernels

PIXEL = "il_ps_2_0\ndcl_output_generic o0\n"


def written(tmp_path: Path, text: str, name: str = "kernel.il") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_domain_may_begin_elsewhere(tmp_path: Path):
    kernel = written(tmp_path, PIXEL + "mov o0, vWinCoord0\nend\n")
    out = gputest("il", "run", kernel, "--domain=2x1+1+2", "--output=o0=-:3x3:float2").stdout
    lines = out.splitlines()
    assert lines[7:] == ["o0[2][1] = 1.5 2.5", "o0[2][2] = 2.5 2.5"]
    assert set(line.split(" = ")[1] for line in lines[:7]) == {"0 0"}
    gputest("il", "run", kernel, "--domain=2x1+1", status=BAD_INPUT)


@pytest.mark.thorough
def test_unused_declarations_may_be_bound(tmp_path: Path, bodies: Path):
    kernel = written(
        tmp_path,
        PIXEL + "dcl_resource_id(3)_type(2d,unnorm)_fmtx(float)\ndcl_cb cb1[1]\n"
        "mov o0.x, vObjIndex0.x\nend\n")
    finished = gputest("il", "run", kernel, f"--resource=3={bodies}:4x3", "--cb=1=1,2,3,4",
                       "--domain=1x2", "--output=o0=-:1x2:int1")
    assert finished.stdout == "o0[0][0] = 0\no0[1][0] = 1\n"
    for name in ("i3", "cb1"):
        assert f"warning: {name} is declared but not used" in finished.stderr


COMPUTE = ("il_cs_2_0\ndcl_num_thread_per_group 2\ndcl_literal l0, 4, 4, 4, 4\n")


def test_a_compute_kernel_names_the_option_that_prints_results(tmp_path: Path):
    kernel = written(tmp_path, COMPUTE + "mov g[vAbsTidFlat.x], vAbsTidFlat.x\nend\n")
    run = ["il", "run", kernel, "--groups=1", "--global=64"]
    finished = gputest(*run)
    assert finished.stdout == ""
    assert "--output g=- prints" in finished.stderr
    lines = gputest(*run, "--output=g=-:64:int4").stdout.splitlines()
    assert len(lines) == 64 and lines[1] == "g[1] = 1 1 1 1"
    assert gputest(*run, "--output=g=-:3:uint1").stdout == "g[0] = 0\ng[1] = 0\ng[2] = 0\n"
    gputest(*run, "--output=g=-:65:int4", status=BAD_INPUT)


@pytest.mark.thorough
def test_a_uav_of_zeros_has_its_shape_and_format(tmp_path: Path):
    kernel = written(
        tmp_path, COMPUTE + "dcl_raw_uav_id(0)\nimul r0.x, vAbsTidFlat.x, l0.x\n"
        "uav_raw_store_id(0) mem.x, r0.x, vAbsTidFlat.x\nend\n")
    run = ["il", "run", kernel, "--groups=2"]
    out = gputest(*run, "--uav=0=64:64:uint1", "--output=uav0=-:4:uint1").stdout
    assert out == "uav0[0] = 0\nuav0[1] = 1\nuav0[2] = 2\nuav0[3] = 3\n"
    gputest(*run, "--uav=0=63:64:uint1", status=BAD_INPUT)


@pytest.mark.thorough
def test_constants_may_be_doubles(tmp_path: Path):
    kernel = written(
        tmp_path, PIXEL + "dcl_cb cb0[2]\ndadd o0.xy, cb0[0].xy, cb0[0].zw\n"
        "add o0.z, cb0[1].x, cb0[1].x\nmov o0.w, cb0[1].y\nend\n")
    run = ["il", "run", kernel, "--cb=0=0.5d,1.0d,5.0f,7", "--domain=1x1"]
    assert gputest(*run, "--output=o0=-:1x1:double2").stdout.startswith("o0[0][0] = 1.5 ")
    assert gputest(*run).stdout.split()[-2:] == ["10", "9.80908925e-45"]


NAMES = ["interpreter", "il:interpreter"] + [
    pytest.param(name, marks=pytest.mark.opencl)
    for name in ("il:opencl", "opencl", "il:opencl:0", "il:opencl:0:strict", "opencl:0:fast")]


@pytest.mark.parametrize("name", NAMES)
def test_devices_have_the_names_of_the_document(name: str, tmp_path: Path):
    kernel = written(tmp_path, PIXEL + "mov o0, vWinCoord0\nend\n")
    out = gputest("il", "run", kernel, "--domain=1x1", f"--device={name}").stdout
    assert out == "o0[0][0] = 0.5 0.5 0 0\n"


def test_a_kernel_may_come_from_standard_input(tmp_path: Path):
    text = PIXEL + "mov o0, vWinCoord0\nend\n"
    assert gputest("il", "run", "-", "--domain=1x1", stdin_text=text).stdout == "o0[0][0] = 0.5 0.5 0 0\n"
    assert "standard input: il_ps_2_0" in gputest("il", "check", "-", stdin_text=text).stdout
    assert "__kernel" in gputest("il", "translate", "-", stdin_text=text).stdout
    finished = gputest("il", "check", "-", stdin_text="bogus\n", status=BAD_INPUT)
    assert "standard input:1:1: error" in finished.stderr


def test_several_files_are_checked_at_once(tmp_path: Path):
    good = written(tmp_path, PIXEL + "mov o0, vWinCoord0\nend\n", "good.il")
    bad = written(tmp_path, PIXEL + "bogus\nend\n", "bad.il")
    finished = gputest("il", "check", bad, good, status=BAD_INPUT)
    assert "bad.il:3:1: error" in finished.stderr
    assert "good.il: il_ps_2_0" in finished.stdout
    assert len(gputest("il", "check", good, good).stdout.splitlines()) == 2


@pytest.mark.parametrize("device", EXECUTED)
def test_a_run_time_error_has_line_and_column(device, tmp_path: Path):
    kernel = written(tmp_path, COMPUTE + "\n\nmov g[vAbsTidFlat.x+3], l0\nend\n")
    finished = gputest("il", "run", kernel, "--groups=1", "--global=3", *device, status=BAD_INPUT)
    assert re.search(r"kernel\.il:6:1: error: .*bounds", finished.stderr)
    assert finished.stdout == ""


@pytest.mark.thorough
def test_a_3d_resource_is_read_layer_by_layer(tmp_path: Path):
    data = tmp_path / "volume.bin"
    data.write_bytes(struct.pack("<12f", *range(12)))
    kernel = written(
        tmp_path, PIXEL + "dcl_resource_id(0)_type(3d,unnorm)_fmtx(float)\n"
        "dcl_literal l0, 0, 0, 2.0, 0\nmov r0, vWinCoord0\nmov r0.z, l0.z\n"
        "sample_resource(0)_sampler(0) r1, r0.xyz\nmov o0, r1\nend\n")
    run = ["il", "run", kernel, "--domain=2x2", "--output=o0=-:2x2:float1"]
    out = gputest(*run, f"--resource=0={data}:2x2x3:float1").stdout
    assert [line.split()[-1] for line in out.splitlines()] == ["8", "9", "10", "11"]
    gputest(*run, f"--resource=0={data}:2x2:float1", status=BAD_INPUT)


# Plans

SCALE = PIXEL + ("dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)\ndcl_cb cb0[1]\n"
                 "sample_resource(0)_sampler(0) r0, vWinCoord0.xy\nmul o0, r0, cb0[0].x\nend\n")
PLAN = """
device = "interpreter"
[[buffer]]
name = "a"
shape = "2x1"
format = "float1"
values = "1.0,3.0"
[[buffer]]
name = "b"
shape = "2x1"
format = "float1"
[[buffer]]
name = "factor"
use = "constants"
values = "2.0"
[[launch]]
kernel = "kernel.il"
domain = "2x1"
times = 3
bind = { i0 = "a", o0 = "b", cb0 = "factor" }
swap = ["a", "b"]
add = [{ buffer = "factor", values = "1.0" }]
output = [{ buffer = "b", file = "frame{}.png", white = 72.0 }]
[[output]]
buffer = "a"
"""


def test_a_plan_launches_kernels_one_after_another(tmp_path: Path):
    written(tmp_path, SCALE)
    plan = written(tmp_path, PLAN, "plan.toml")
    out = gputest("il", "run", plan).stdout
    assert [float(line.split()[-1]) for line in out.splitlines()] == [24, 72]  # times 2, 3 and 4
    frames = sorted(path.name for path in tmp_path.glob("*.png"))
    assert frames == ["frame0000.png", "frame0001.png", "frame0002.png"]
    assert png_shades(tmp_path / "frame0002.png") == [85, 255]
    gputest("il", "run", plan, "--domain=2x1", status=USAGE)


def png_shades(path: Path) -> List[int]:
    """The grey values of a PNG of one row, read with the standard library."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    assert (height, depth, colour) == (1, 8, 0)
    start = data.index(b"IDAT")
    length = struct.unpack(">I", data[start - 4 : start])[0]
    row = zlib.decompress(data[start + 4 : start + 4 + length])
    assert row[0] in (0, 1) and len(row) == width + 1
    shades = list(row[1:])
    if row[0] == 1:
        for k in range(1, width):
            shades[k] = (shades[k] + shades[k - 1]) % 256
    return shades


BAD_PLANS = {
    "invalid TOML": ("device = \n", r"plan\.toml:\d+:\d+: error"),
    "an unknown key": (PLAN.replace("times", "turns"), r"plan\.toml:\d+:\d+: error: unknown key 'turns'"),
    "an unknown buffer": (PLAN.replace('i0 = "a"', 'i0 = "z"'), "there is no buffer 'z'"),
    "an unbound name": (PLAN.replace('i0 = "a", ', ""), "the kernel uses i0, which is not bound"),
    "no launch": ("device = 'interpreter'\n", "has no \\[\\[launch\\]\\]"),
    "an unknown format": (PLAN.replace('"float1"', '"float9"'), "no format 'float9'"),
}


@pytest.mark.parametrize("name", BAD_PLANS)
def test_a_bad_plan_is_refused_with_its_place(name: str, tmp_path: Path):
    text, words = BAD_PLANS[name]
    written(tmp_path, SCALE)
    finished = gputest("il", "run", written(tmp_path, text, "plan.toml"), status=BAD_INPUT)
    assert re.search(words, finished.stderr), finished.stderr
    assert len(finished.complaints) == 1


# The document


def test_the_document_has_the_programs_table_of_instructions():
    table = (ROOT / "il_reference" / "language" / "instructions.def").read_text()
    document = (ROOT / "docs" / "il.md").read_text()
    plain = re.findall(r'^IL_INSTRUCTION\(\w+, "(\w+)", .*, "(.*)"\)$', table, re.MULTILINE)
    atomics = re.findall(r'^IL_ATOMIC\((\w+), "\w+", "(.*)"\)$', table, re.MULTILINE)
    assert len(plain) > 150 and len(atomics) > 10
    rows = [f"| `{name}` | {text} |" for name, text in plain]
    for name, text in atomics:
        names = ", ".join(f"`{form}_{name}`" for form in ("lds", "lds_read", "uav", "uav_read"))
        rows.append(f"| {names} | {text} |")
    documented = document.replace("\\|", "|")  # a bar within a cell
    assert [row for row in rows if row not in documented] == []


# il describe


@functools.lru_cache(maxsize=None)  # each call runs a compiler
def describe_il(*args) -> Dict:
    return json.loads(gputest("il", "describe", *args, "--format=json").stdout)


@has_r600
def test_the_gravity_kernels_loop_is_counted_for_the_hd_5870():
    cypress = describe_il(GRAVITY)
    assert (cypress["target"], cypress["card"]) == ("cypress", "Radeon HD 5870")
    assert 4 <= cypress["registers"] <= 64 and cypress["wavefronts"] == 248 // cypress["registers"]
    loop = cypress["inner_loop"]
    assert loop["fetches"] == 1  # one body per iteration
    # Some eighteen lines of IL in up to four slots: at least one bundle for every two lines.
    assert 9 <= loop["bundles"] <= cypress["whole"]["bundles"]
    assert loop["bundles"] < loop["operations"] <= 5 * loop["bundles"]
    assert loop["alu_cycles"] == 4 * loop["bundles"]
    assert loop["turns_per_second"] == pytest.approx(
        20 * 64 * 850e6 / max(loop["alu_cycles"], loop["fetch_cycles"])
    )


def operations_of(described: Dict, text: str) -> Dict:
    """The operations that the compiler made of the inner loop's line with that text."""
    return next(line for line in described["inner_loop"]["lines"] if line["text"] == text)


@pytest.mark.thorough
@has_r600
def test_every_operation_of_the_loop_has_its_line():
    described = describe_il(GRAVITY)
    loop = described["inner_loop"]
    assert sum(line["operations"] for line in loop["lines"]) == loop["operations"]
    assert sum(line["fetches"] for line in loop["lines"]) == loop["fetches"]
    assert operations_of(described, "sample_resource(0)_sampler(0) r0, r2")["fetches"] == 1
    # Counted by hand: three differences; three products and the square of eps; 1/sqrt and the clamp.
    assert operations_of(described, "sub r5.xyz, r0.xyz, r4.xyz")["operations"] == 3
    assert operations_of(described, "dp4 r6, r5, r5")["operations"] == 4
    assert operations_of(described, "rsq r7, r6")["operations"] == 2
    # In the products of mul, mul, mul and mad only r5 differs between the three axes. The others are
    # computed once: the square of 1/r, the mass, 1/r again; then four multiplications with a sum each.
    assert operations_of(described, "mul r8, r8, r7.xyz1")["operations"] == 2
    assert operations_of(described, "mad r3, r9, r0.w, r3")["operations"] == 5
    # Only the loop's end has no line. The functions that umod and sampling call have one.
    nowhere = [line["operations"] for line in loop["lines"] if line["line"] == 0]
    assert sum(nowhere) <= loop["operations"] / 10

    number = operations_of(described, "rsq r7, r6")["line"]
    assert GRAVITY.read_text().splitlines()[number - 1] == "rsq r7, r6"
    listing = gputest("il", "describe", GRAVITY).stdout
    assert re.search(rf"\b{number}: RECIPSQRT", listing)


def kernel_code(assembly: str) -> List[str]:
    """A kernel's instructions, without the directives that give their source lines."""
    lines = assembly[assembly.index("\nil_main:"):].splitlines()
    end = next(k for k, line in enumerate(lines) if line.startswith(".Lfunc_end"))
    directive = re.compile(r"\t\.(loc|file|cfi_\w+)\b|\.L")
    return [line for line in lines[:end] if line and not directive.match(line)]


@pytest.mark.thorough
@has_r600
@pytest.mark.parametrize("target", ["cypress", "cayman"])
@pytest.mark.parametrize("kernel", [GRAVITY, BY4])
def test_line_tables_do_not_change_the_code(kernel: Path, target: str, tmp_path: Path):
    made = []
    for lines, options in [([], []), (["--lines"], [
            "-gline-tables-only", "-mllvm", "-use-unknown-locations=Enable"])]:
        text = gputest("il", "translate", "--buffers", kernel, *lines).stdout
        source, assembly = tmp_path / "kernel.cl", tmp_path / "kernel.s"
        source.write_text(text)
        subprocess.run(
            ["clang-15", "-target", "r600--", f"-mcpu={target}", "-x", "cl", "-cl-std=CL1.2", "-w",
             "-O3", *options, "-Xclang", "-finclude-default-header", "-Xclang",
             "-mlink-builtin-bitcode", "-Xclang", f"/usr/lib/clc/{target}-r600--.bc",
             "-DIL_FN=__attribute__((nodebug))", "-S", "-o", assembly, source],
            check=True)
        made.append(kernel_code(assembly.read_text()))
    assert len(made[0]) > 50 and made[0] == made[1]


@pytest.mark.thorough
@has_r600
def test_a_strict_translation_is_described_too():
    strict, fast = (describe_il(GRAVITY, mode) for mode in ("--strict", "--fast"))
    assert strict["inner_loop"]["operations"] > fast["inner_loop"]["operations"]
    assert (operations_of(strict, "mad r3, r9, r0.w, r3")["operations"]
            > operations_of(fast, "mad r3, r9, r0.w, r3")["operations"])


@pytest.mark.thorough
def test_a_translation_can_name_the_lines_of_the_il_text(tmp_path: Path):
    kernel = tmp_path / 'a "b".il'
    kernel.write_text(GRAVITY.read_text())
    lines = gputest("il", "translate", "--lines", kernel).stdout.splitlines()
    escaped = str(kernel).replace('"', '\\"')
    quoted = [(k, match[1]) for k, line in enumerate(lines)
              for match in [re.search(r"  // (\d+): ", line)] if match]
    assert len(quoted) > 20
    for k, number in quoted:
        assert lines[k - 1] == f'#line {number} "{escaped}"'
    assert "#line" not in gputest("il", "translate", kernel).stdout


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("clang-15") is None, reason="no clang-15")
def test_a_compilers_message_then_names_the_il_line(tmp_path: Path):
    text = gputest("il", "translate", "--buffers", "--lines", GRAVITY).stdout
    number = GRAVITY.read_text().splitlines().index("rsq r7, r6") + 1
    source = tmp_path / "kernel.cl"
    source.write_text(text.replace("rsqrt(", "no_such_function("))
    refused = subprocess.run(
        ["clang-15", "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header",
         "-fsyntax-only", source], stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert f"{GRAVITY}:{number}:" in refused.stderr


@pytest.mark.thorough
@has_r600
def test_northern_islands_have_four_slots_and_evergreen_five():
    for target, slots in (("cayman", 4), ("cypress", 5)):
        described = describe_il(GRAVITY, f"--target={target}")
        assert described["slots"] == slots
        listing = gputest("il", "describe", GRAVITY, f"--target={target}").stdout
        widest = max(line.count(" | ") + 1 for line in listing.splitlines() if " | " in line)
        assert 1 < widest <= slots


@pytest.mark.thorough
@has_r600
def test_four_bodies_per_iteration_fill_more_slots():
    assert describe_il(BY4)["inner_loop"]["filled"] > describe_il(GRAVITY)["inner_loop"]["filled"]


# The device il:cypress


@pytest.mark.thorough
@has_r600
def test_il_cypress_runs_its_machine_code():
    rows = rows_of("--api=il", "--device=il:cypress", "--kernel=*", "-n", "1,63,300", measure=BARELY)
    assert len(rows) >= 9 and {row["status"] for row in rows} == {"ok"}
    assert all(row["device"]["emulated"] and row["rate"] is None for row in rows)
    softened = rows_of("--api=il", "--device=il:cypress", "--kernel=*", "-n", 65, "--eps=0",
                       measure=BARELY)
    assert {row["status"] for row in softened} == {"ok"}


def run_as_machine_code(bodies: Path, device: str, **options):
    return gputest("il", "run", GRAVITY, f"--resource=0={bodies}:{WIDTH}x{HEIGHT}:float4",
                   f"--cb=0={N},{WIDTH},0.1", f"--domain={WIDTH}x{HEIGHT}", f"--device={device}",
                   **options)


@has_r600
def test_executed_machine_code_is_counted(bodies: Path):
    finished = run_as_machine_code(bodies, "il:cypress")
    told = re.search(r"1 wavefronts?, (\d+) bundles with (\S+) of 5 slots filled, (\d+) fetches, "
                     r"(\d+) stores?", finished.stderr)
    assert told, finished.stderr
    loop = describe_il(GRAVITY)["inner_loop"]
    assert int(told[1]) > N * loop["bundles"] and 1 < float(told[2]) < 5
    assert int(told[3]) >= N and int(told[4]) == 1
    assert "il:barts" in run_as_machine_code(bodies, "barts").stderr  # another GPU with five slots


@pytest.mark.thorough
@has_r600
def test_other_targets_and_strict_code_are_refused(bodies: Path):
    cayman = run_as_machine_code(bodies, "il:cayman", status=UNAVAILABLE).stderr
    assert "how many words a store has" in cayman and len(cayman.splitlines()) == 1
    strict = gputest("il", "run", GRAVITY, f"--resource=0={bodies}:{WIDTH}x{HEIGHT}:float4",
                     f"--cb=0={N},{WIDTH},0.1", f"--domain={WIDTH}x{HEIGHT}",
                     "--device=il:cypress", "--strict", status=UNAVAILABLE)
    assert "no denormals" in strict.stderr


def test_a_machine_without_the_compiler_lacks_the_device_and_says_why(tmp_path: Path):
    environment = {"PATH": str(tmp_path)}
    devices = gputest("list", "devices", env=environment).stdout
    assert re.search(r"il:cypress +absent\n +note +code for cypress needs clang-15", devices)
    refused = gputest("--api=il", "--device=il:cypress", "--kernel=*", "-n", 64, env=environment,
                      status=UNAVAILABLE)
    assert "libclc-15" in refused.stderr


def test_an_unknown_target_and_a_bad_kernel_are_refused(tmp_path):
    wrong = gputest("il", "describe", GRAVITY, "--target=cypres", status=USAGE)
    assert "cypress" in wrong.stderr and len(wrong.stderr.splitlines()) == 1
    text = tmp_path / "no.il"
    text.write_text("il_ps_2_0\nadd r0\nend\n")
    assert f"{text}:2:7: error:" in gputest("il", "describe", text, status=BAD_INPUT).stderr


@pytest.mark.thorough
def test_without_the_compiler_the_message_says_what_to_install(tmp_path):
    environment = {"PATH": str(tmp_path)}
    refused = gputest("il", "describe", GRAVITY, status=UNAVAILABLE, env=environment)
    assert "libclc-15" in refused.stderr and len(refused.stderr.splitlines()) == 1


@pytest.mark.thorough
@has_r600
@pytest.mark.skipif(not Path("/usr/lib/clc/fiji-amdgcn--.bc").exists(), reason="no libclc-15")
def test_the_page_of_one_loop_shows_the_compilers_output():
    page = (ROOT / "docs" / "one_loop.md").read_text()
    made = subprocess.run([ROOT / "scripts" / "one_loop.sh", BINARY], stdout=subprocess.PIPE,
                          universal_newlines=True, check=True).stdout
    blocks = re.split(r"^== (\w+)\n", made, flags=re.MULTILINE)[1:]
    assert blocks[::2] == ["IL", "cypress", "cayman", "gfx803", "PTX"]
    for block in blocks[1::2]:
        assert len(block.splitlines()) >= 18 and f"```\n{block}```" in page


# describe --target


@has_r600
def test_an_opencl_kernel_is_described_for_gpus_of_cals_time_too():
    if "opencl" not in {kernel["api"] for kernel in listed("kernels")}:
        pytest.skip("built without OpenCL")
    described = gputest("describe", "gravity_naive", "--target=cypress", "--format=json")
    single, double = json.loads(described.stdout)
    loop = single["inner_loop"]
    assert (single["kernel"], single["precision"]) == ("gravity_naive", "fp32")
    assert loop["fetches"] == 1  # one body per iteration
    # Three differences, r^2 + eps^2, 1/r and its cube, three sums and w: at least these per iteration.
    assert 3 + 3 + 1 + 3 + 3 + 1 <= loop["operations"] <= 5 * loop["bundles"]
    assert operations_of(single, "GT_LOAD(other, j);")["fetches"] == 1
    assert "cl_khr_fp64" in double["reason"]  # this compiler has no doubles

    table = gputest("describe", "gravity_naive", "--target=cayman").stdout
    assert "Radeon HD 6970" in table and re.search(r"\d+: VTX_READ_128", table)


def test_an_unknown_target_and_another_api_are_refused():
    wrong = gputest("describe", "gravity_naive", "--target=cypres", status=USAGE)
    assert "cypress" in wrong.stderr
    other = gputest("describe", "cpu:gravity_simd", "--target=cypress", status=USAGE)
    assert "API opencl" in other.stderr and len(other.stderr.splitlines()) == 1


@pytest.mark.thorough
@has_r600
def test_a_kernel_that_does_not_compile_for_a_target_says_why():
    if "opencl" not in {kernel["api"] for kernel in listed("kernels")}:
        pytest.skip("built without OpenCL")
    refused = gputest("describe", "opencl:gravity_texture2d", "--target=cypress", status=UNAVAILABLE)
    assert "sampler" in refused.stderr and len(refused.stderr.splitlines()) == 1


@pytest.mark.thorough
@has_r600
def test_a_kernel_with_blocks_is_described_and_one_without_text_is_refused():
    if "opencl" not in {kernel["api"] for kernel in listed("kernels")}:
        pytest.skip("built without OpenCL")
    tiled = gputest("describe", "opencl:stencil_tiled", "--target=cypress", "--format=json").stdout
    assert json.loads(tiled)[0]["whole"]["bundles"] > 20
    none = gputest("describe", "opencl:memory_transfer", "--target=cypress", status=UNAVAILABLE)
    assert "only calls of the API" in none.stderr and len(none.stderr.splitlines()) == 1


# il disassemble and il assemble


def tokens_of(tmp_path: Path, kernel: Path) -> Path:
    out = tmp_path / (kernel.stem + ".bin")
    assert gputest("il", "assemble", kernel, f"--output={out}").stdout == ""
    return out


@pytest.mark.parametrize("kernel", sorted(KERNELS.rglob("*.il")), ids=lambda path: path.stem)
def test_disassembled_and_assembled_tokens_are_the_same(kernel: Path, tmp_path: Path):
    tokens = tokens_of(tmp_path, kernel)
    text = written(tmp_path, gputest("il", "disassemble", tokens).stdout, kernel.name)
    assert "error" not in gputest("il", "check", text).stderr
    before, after = (gputest("il", "check", path).stdout.split(": ")[1] for path in (kernel, text))
    assert before == after
    assert tokens_of(tmp_path, text).read_bytes() == tokens.read_bytes()


@pytest.mark.thorough
def test_a_disassembled_kernel_gives_the_same_sums(bodies: Path, tmp_path: Path):
    tokens = tokens_of(tmp_path, GRAVITY)
    text = tmp_path / "again.il"
    gputest("il", "disassemble", tokens, f"--output={text}")
    sums = [tmp_path / "before.bin", tmp_path / "after.bin"]
    for kernel, out in zip((GRAVITY, text), sums):
        gputest("il", "run", kernel, f"--resource=0={bodies}:{WIDTH}x{HEIGHT}:float4",
                f"--cb=0={N},{WIDTH},0.1", f"--domain={WIDTH}x{HEIGHT}", f"--output=o0={out}")
    assert sums[0].read_bytes() == sums[1].read_bytes()


def test_a_broken_stream_of_tokens_is_refused_in_a_sentence(tmp_path: Path):
    path = tmp_path / "k.bin"
    path.write_bytes(struct.pack("<3I", 0, 0x10200, 71))  # il_ps_2_0 and the beginning of mov
    finished = gputest("il", "disassemble", path, status=BAD_INPUT)
    assert finished.stdout == ""
    assert finished.complaints == [
        f"gputest: {path}: token 3: the stream ends within mov, which begins at token 2"]


def test_an_instruction_without_a_token_is_refused_with_its_line(tmp_path: Path):
    kernel = written(tmp_path, "il_ps_2_0\nbfm r0, r1, r2\nend\n")
    out = tmp_path / "k.bin"
    finished = gputest("il", "assemble", kernel, f"--output={out}", status=BAD_INPUT)
    assert f"{kernel}:2:1: error: the number of bfm's token is not published" in finished.stderr
    assert not out.exists()
    gputest("il", "assemble", kernel, status=USAGE)
    assert "k.il:1:1" in gputest(
        "il", "assemble", written(tmp_path, "float4 main()\n", "k.il"), f"--output={out}",
        status=BAD_INPUT).stderr


def test_il_text_in_an_image_is_printed_unchanged(tmp_path: Path):
    corpus = ROOT / "tests" / "fuzz" / "corpus" / "il_binary"
    finished = gputest("il", "disassemble", corpus / "image_of_text.elf")
    assert finished.stdout == "il_ps_2_0\nend\n"
    assert "warning: the section .amdil contains IL as text" in finished.stderr
    assert gputest("il", "disassemble", corpus / "image.elf").stdout == (
        "il_ps_2_0\nmov r0, r1\nendmain\nend\n")


@pytest.mark.thorough
def test_tokens_for_drivers_are_ignored_with_a_warning(tmp_path: Path):
    stream = ROOT / "tests" / "fuzz" / "corpus" / "il_binary" / "flags_and_comments.bin"
    assert gputest("il", "disassemble", stream).stderr.splitlines() == [
        f"{stream}: warning: token 2: dcl_global_flags is ignored",
        f"{stream}: warning: token 7: _prec is ignored"]
