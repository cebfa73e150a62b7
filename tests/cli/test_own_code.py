"""Users' kernels in C++, HIP and CUDA."""

import shutil
from pathlib import Path

import pytest

from command import BARELY, RIGHT, gputest, listed, parse_result, rows_of

FAILED, USAGE, UNAVAILABLE, BAD_INPUT, TIMEOUT, LOST = 1, 2, 3, 4, 6, 7
DEVICES = listed("devices")
FAMILIES = ["gravity", "lj", "memory", "reorder", "roofline", "stencil"]
HIP = pytest.param(
    "hip", ".hip", marks=pytest.mark.skipif(
        all(device["device"] != "hip:host" for device in DEVICES), reason="no hip:host"))
HAS_CUDA = any(device["device"].startswith("cuda:") for device in DEVICES)
COMPILED = pytest.mark.parametrize("api, extension", [("cpu", ".cpp"), HIP])
ON = {"cpu": [], "hip": ["--device=hip:host"], "cuda": []}
FAST = "options    = -O0"  # compiles faster

pytestmark = [pytest.mark.skipif(shutil.which("c++") is None, reason="no compiler")]


def template(folder: Path, extension: str, family: str = "gravity", name: str = "mine",
             *args: str) -> Path:
    path = folder / f"{name}{extension}"
    gputest("template", family, *args, "-o", path)
    return path


def altered(path: Path, *changes: str) -> Path:
    """Replaces texts in the file: `changes` alternates old and new. Also sets options that compile fast."""
    text = path.read_text().replace(" *   precisions", f" *   {FAST}\n *   precisions", 1)
    for old, new in zip(changes[::2], changes[1::2]):
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    return path


def run(path, api: str, *args, n: int = 300, status: int = 0):
    return rows_of(f"--my-kernel={path}", *ON[api], "-n", n, *args, status=status)


@pytest.mark.parametrize("compiler", ["g++", pytest.param("clang++", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("body, said", [
    ("c[i] = a[i];", "reads 4 bytes at a[1000]"),
    ("c[i] = a[i < n ? i : 0];", "writes 4 bytes at c[1000]"),
    ("if (i < n) c[i] = i > 0 ? a[i] : a[i] + 0 * a[(int)i - 1];", "reads 4 bytes at a[-1]"),
])
def test_an_access_outside_an_array_names_its_line_on_hip_host(body: str, said: str, compiler: str, tmp_path: Path):
    if HIP.marks[0].args[0] or shutil.which(compiler) is None or shutil.which("addr2line") is None:
        pytest.skip(f"needs hip:host, {compiler} and addr2line")
    (tmp_path / "mine.hip").write_text(f"""/* gputest kernel: memory_mine
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256
 *   access     = copy
 */
extern "C" __global__ void memory_mine(const float* a, float* c, unsigned n) {{
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  {body}
}}
""")
    (row,) = rows_of("--my-kernel=mine.hip", *ON["hip"], "-n", 1000, cwd=tmp_path, status=FAILED,
                     env={"CXX": compiler})
    assert row["status"] == "failed"
    assert row["reason"] == f"./mine.hip:9 {said}, outside its 1000 elements of 4 bytes"


@pytest.mark.thorough
@COMPILED
def test_every_template_verifies_and_a_folder_of_them_is_a_suite(api, extension, tmp_path: Path):
    for family in FAMILIES:
        altered(template(tmp_path, extension, family, f"{family}_own"))
    rows = run(tmp_path / f"*{extension}", api, "--fmas=16", "--element=4")
    assert {row["kernel"] for row in rows} == {f"{family}_own" for family in FAMILIES}
    for row in rows:
        assert row["status"] in RIGHT, (row["kernel"], row["reason"])
        assert row["text"]["replaced"] == [str(tmp_path / f"{row['kernel']}{extension}")]


@pytest.mark.thorough
@COMPILED
def test_a_template_reads_the_layout_and_both_precisions(api, extension, tmp_path: Path):
    path = altered(template(tmp_path, extension, "gravity", "mine", "--layout=soa"))
    for array in "xyzm":
        assert f"const gt_real* {array}," in path.read_text()
    rows = run(path, api, "--precision=all")
    assert [(row["layout"], row["precision"]) for row in rows] == [("soa", "fp32"), ("soa", "fp64")]
    assert all(row["status"] in RIGHT for row in rows)


@pytest.mark.thorough
def test_templates_explain_every_argument():
    for api in ("cuda", "hip", "cpu"):
        for family in FAMILIES:
            text = gputest("template", family, f"--api={api}").stdout
            contract = text[text.index("in this order") : text.index("*/")]
            assert "eps2" in contract or family != "gravity"
            assert " uint" not in contract and "GT_PARAMETERS" not in text
            assert f"gputest kernel: {family}_mine" in text


@pytest.mark.thorough
@COMPILED
def test_planted_faults_of_users_kernels_are_found(api, extension, tmp_path: Path):
    faults = {
        "last": ("j < n", "j < n - 1"),
        "sign": ("{ax, ay, az, w}", "{ax, ay, -az, w}"),
        "softening": ("dz * dz + eps2", "dz * dz"),
        "scale": ("over_r * inverse_r * inverse_r", "over_r * inverse_r * inverse_r * 0.999f"),
        "gap": ("sums[i] =", "if (i % 64 != 7) sums[i] ="),
    }
    for name, (old, new) in faults.items():
        altered(template(tmp_path, extension, "gravity", name), old, new)
    rows = run(tmp_path / f"*{extension}", api, n=500, status=FAILED)
    assert {row["kernel"] for row in rows} == {f"gravity_{name}" for name in faults}
    for row in rows:
        assert (row["status"], row["rate"]) == ("failed", None), row["kernel"]


@COMPILED
def test_an_error_in_one_users_kernel_costs_only_its_row(api, extension, tmp_path: Path):
    wrong = {
        "undeclared": ("sums[i] =", "sum[i] ="),
        "more": ("gt_real eps2)", "gt_real eps2, unsigned more)"),
        "other": ("gt_real eps2)", "long eps2)"),
        "beyond": ("sums[i] =", "sums[n] ="),
        "crashes": ("sums[i] =", "*(volatile char*)8 = 0; sums[i] ="),
        "nameless": ("void gravity_nameless", "void gravity_another"),
    }
    layout = ["--layout=float4"]
    altered(template(tmp_path, extension, "gravity", "right", *layout))
    for name, (old, new) in wrong.items():
        altered(template(tmp_path, extension, "gravity", name, *layout), old, new)
    finished = gputest(*BARELY, f"--my-kernel={tmp_path}/*{extension}", *ON[api], "-n", 300,
                       "--format=json", status=None)
    results = parse_result(finished.stdout)["results"]
    rows = {row["kernel"][len("gravity_"):]: row for row in results}
    assert rows["right"]["status"] in RIGHT
    assert {name: rows[name]["status"] for name in wrong} == {**dict.fromkeys(wrong, "error"), "beyond": "failed"}
    assert "does not compile" in rows["undeclared"]["reason"]
    source = (tmp_path / f"undeclared{extension}").read_text()
    line = 1 + source[: source.index("sum[i] =")].count("\n")
    assert f"undeclared{extension}:{line}:" in finished.stderr
    assert "gravity_more has 5 parameters for 4 arguments" in rows["more"]["reason"]
    assert "eps2 is float" in rows["other"]["reason"]
    beyond = rows["beyond"]["reason"]
    assert beyond == "the kernel writes beyond the end of sums" or (
        api == "hip" and beyond.endswith("bytes at sums[300], outside its 300 elements of 16 bytes"))
    assert "SIGSEGV" in rows["crashes"]["reason"]
    assert "does not compile" in rows["nameless"]["reason"]


@pytest.mark.thorough
@COMPILED
def test_a_users_kernel_that_never_ends_is_stopped(api, extension, tmp_path: Path):
    endless = "for (volatile int k = 0; k < 1;) {} sums[i] ="
    path = altered(template(tmp_path, extension), "sums[i] =", endless)
    (row,) = run(path, api, "--timeout=5", status=TIMEOUT)
    assert row["status"] == "timeout" or "5 s" in row["reason"]


def test_a_pattern_skips_files_that_are_no_kernels(tmp_path: Path):
    altered(template(tmp_path, ".cpp"))
    (tmp_path / "notes.txt").write_text("of mine")
    (tmp_path / "one.h").write_text("#define ONE 1\n")
    (row,) = run(tmp_path / "*", "cpu", n=64)
    assert row["status"] in RIGHT
    finished = gputest(f"--my-kernel={tmp_path}/*.h", status=BAD_INPUT)
    assert "matches no kernel file" in finished.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("api, extension", [HIP])
def test_a_barrier_that_not_every_thread_reaches_is_named(api, extension, tmp_path: Path):
    path = altered(template(tmp_path, extension),
                   "  gt_body self;", "  if (i % 2 == 0) __syncthreads();\n  gt_body self;")
    (row,) = run(path, api, n=64, status=BAD_INPUT)
    line = 1 + path.read_text()[: path.read_text().index("__syncthreads")].count("\n")
    assert row["status"] == "error" and f"{path}:{line}" in row["reason"]


def test_a_missing_compiler_is_named(tmp_path: Path):
    path = template(tmp_path, ".cpp")
    none = tmp_path / "empty"
    none.mkdir()
    for environment, words in [
            ({"CXX": "no-such-compiler"}, "there is no no-such-compiler"),
            ({"CXX": None, "PATH": str(none)}, "there is no c++, g++, clang++ (Debian: g++")]:
        finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 64, env=environment,
                           status=UNAVAILABLE)
        assert words in finished.stderr + finished.stdout


@pytest.mark.thorough
def test_a_header_next_to_a_users_kernel_is_included_and_changes_the_checksum(tmp_path: Path):
    path = altered(template(tmp_path, ".cpp"),
                   "/* The acceleration", '#include "one.h"\n/* The acceleration',
                   "{ax, ay, az, w}", "{ax * ONE, ay, az, w}")
    checksums = []
    for text in ("#pragma once\n#define ONE 1\n", "#pragma once\n#define ONE 1.0f\n"):
        (tmp_path / "one.h").write_text(text)
        (row,) = run(path, "cpu")
        assert row["status"] in RIGHT
        assert row["text"]["replaced"] == [str(path), str(tmp_path / "one.h")]
        checksums.append(row["text"]["checksum"])
    assert checksums[0] != checksums[1]


@pytest.mark.parametrize("extension, line, words", [
    (".cpp", "colour     = red", "colour"),
    (".cpp", "blocks     = 64", "neither launch nor blocks"),
    (".cpp", "layouts    = image2d", "appears twice"),
    (".hip", "launch     = blocked", "launch plan of CUDA and HIP"),
])
def test_a_wrong_manifest_is_an_error_of_the_kernel(extension, line, words, tmp_path: Path):
    path = template(tmp_path, extension)
    path.write_text(path.read_text().replace(" *   precisions", f" *   {line}\n *   precisions", 1))
    finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 64, status=None)
    assert finished.status in (USAGE, UNAVAILABLE, BAD_INPUT)
    assert words in finished.stderr + finished.stdout


def test_cuda_without_a_gpu_is_unavailable(tmp_path: Path):
    if HAS_CUDA:
        pytest.skip("there is a GPU")
    path = template(tmp_path, ".cu")
    finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 64, status=UNAVAILABLE)
    assert "cuda" in finished.stderr


@pytest.mark.thorough
@pytest.mark.skipif(all(device["device"] != "hip:gfx90a" for device in DEVICES), reason="no gfx90a")
def test_users_kernels_in_amds_machine_code(tmp_path: Path):
    for family in FAMILIES:
        template(tmp_path, ".hip", family, f"{family}_own")
    sign = template(tmp_path, ".hip", "gravity", "sign")  # optimised: without optimisation the code has calls
    sign.write_text(sign.read_text().replace("{ax, ay, az, w}", "{ax, ay, -az, w}", 1))
    rows = rows_of(f"--my-kernel={tmp_path}/*.hip", "--device=hip:gfx90a", "--fmas=16",
                   "--element=4", "-n", 200, status=FAILED)
    statuses = {row["kernel"]: row["status"] for row in rows}
    assert statuses.pop("gravity_sign") == "failed"
    assert statuses == {f"{family}_own": "ok" for family in FAMILIES}


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_CUDA, reason="no CUDA")
def test_users_kernels_in_cuda(tmp_path: Path):
    for family in FAMILIES:
        template(tmp_path, ".cu", family, f"{family}_own")
    rows = run(tmp_path / "*.cu", "cuda", "--fmas=16", "--element=4", n=5000)
    assert {row["kernel"] for row in rows} == {f"{family}_own" for family in FAMILIES}
    assert all(row["status"] in RIGHT for row in rows)
    path = template(tmp_path, ".cu", "gravity", "sign")
    altered_cuda(path, "{ax, ay, az, w}", "{ax, ay, -az, w}")
    (row,) = run(path, "cuda", status=FAILED)
    assert (row["status"], row["rate"]) == ("failed", None)
    altered_cuda(path, "sums[i] =", "sum[i] =")
    finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 64, status=BAD_INPUT)
    line = 1 + path.read_text()[: path.read_text().index("sum[i] =")].count("\n")
    assert f"sign.cu({line}): error" in finished.stderr
    path = template(tmp_path, ".cu", "gravity", "beyond")
    altered_cuda(path, "sums[i] =", "sums[n] =")
    (row,) = run(path, "cuda", status=FAILED)
    assert row["reason"] == "the kernel writes beyond the end of sums"


def altered_cuda(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
