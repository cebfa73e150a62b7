"""Tasks: submissions are verified, timed and explained; cheating ones have no speed; errors are sentences."""

import json
import shutil
import sys
import xml.etree.ElementTree
from pathlib import Path
from typing import Any, Dict, List

import jsonschema
import pytest

from command import Environment, QUICK, RIGHT, SAMPLED, SCHEMA, gputest

FAILED, USAGE, BAD_INPUT = 1, 2, 4

SAXPY = """
summary    = "y = a x + y"
parameters = [
  "int n",
  "float a = 2.5",
  "in float x[n] = uniform(1, 2)",
  "inout float y[n] = uniform(1, 2)",
]
launch     = { threads = "n", block = [64, 128] }
sizes      = { verify = [{ n = 1 }, { n = 129 }], time = [{ n = 5000 }] }
reference  = '''
void saxpy(long n, double a, const double* x, double* y) {
  for (long i = 0; i < n; i++) y[i] += a * x[i];
}
'''
compare    = { y = "2 ulps" }
bytes      = "12 * n"
flops      = "2 * n"
symmetries = ["scale x y"]
"""
OPENCL = "__kernel void mine(int n, float a, __global const float* x, __global float* y) {\n"
HIP = "__global__ void mine(int n, float a, const float* x, float* y) {\n"
CPU = "void mine(int n, float a, const float* x, float* y) {\n"
OF_THREAD = {
    ".cl": "  int i = get_global_id(0);\n",
    ".hip": "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n",
    ".cpp": "  for (int i = 0; i < n; i++)\n",
}
HEADS = {".cl": OPENCL, ".hip": HIP, ".cpp": CPU}
RIGHT_BODY = "  if (i < n) y[i] += a * x[i];\n}\n"


def task(folder: Path, text: str = SAXPY, name: str = "saxpy.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def kernel(folder: Path, name: str, body: str = RIGHT_BODY, before: str = "") -> Path:
    path = folder / name
    path.write_text(before + HEADS[path.suffix] + OF_THREAD[path.suffix] + body)
    return path


def judged(*words: Any, status: int = 0, env: Environment = None) -> List[Dict[str, Any]]:
    """The rows of kernels."""
    finished = gputest("judge", *words, *QUICK, "--turns=0", "--format=json", "-q", status=status, env=env)
    result = json.loads(finished.stdout)
    jsonschema.validate(result, SCHEMA)
    return [row for row in result["results"] if row["kernel"] is not None]


def reason(folder: Path, submission: Path, status: int) -> str:
    """Why the submission has no speed. A right one in the same run has one."""
    right = kernel(folder, "right" + submission.suffix)
    rows = judged(task(folder), right, submission, status=status)
    (good,) = [row for row in rows if row["kernel"] == "task_right"]
    assert good["status"] in RIGHT
    bad = [row for row in rows if row["kernel"] != "task_right"]
    assert bad and all(row["rate"] is None for row in bad)
    return bad[0]["reason"]


@pytest.mark.opencl
def test_a_kernel_with_its_own_arguments_is_right_in_every_language(tmp_path: Path):
    files = [kernel(tmp_path, f"own{suffix}") for suffix in HEADS]
    rows = judged(task(tmp_path), *files)
    assert {row["api"] for row in rows} == {"opencl", "hip", "cpu"}
    for row in rows:
        assert row["status"] in RIGHT and row["kernel"] == "task_own"
        assert row["n"] == 5000 and row["problem"]["verified"] == [{"n": 1}, {"n": 129}]
        assert row["work"]["bytes"] == 12 * 5000 and row["work"]["flops"] == 2 * 5000
        assert (row["rate"] is None) == row["device"]["emulated"]


@pytest.mark.opencl
def test_an_array_that_changes_is_restored_for_each_launch(tmp_path: Path):
    rows = json.loads(
        gputest(
            *["judge", task(tmp_path), kernel(tmp_path, "own.cl"), *SAMPLED, "--format=json", "-q"]
        ).stdout
    )["results"]
    assert rows[0]["status"] in RIGHT


@pytest.mark.opencl
def test_no_launch_reads_what_another_has_changed(tmp_path: Path):
    made = task(
        tmp_path,
        """
summary    = "the positive numbers, in any order"
parameters = ["int n", "in int x[n] = range", "inout uint count[1] = zero", "out uint found[n]"]
launch     = { threads = "n", block = [64] }
sizes      = { time = [{ n = 1000 }] }
reference  = '''
void compact(long n, const long* x, long* count, long* found) {
  for (long k = 0; k < n; k++) found[k] = 1;
  count[0] += n;
}
'''
compare    = { count = "exact", found = "exact" }
""",
    )
    (tmp_path / "c.cl").write_text(
        "kernel void c(int n, global const int* x, global uint* count, global uint* found) {\n"
        "  if (get_global_id(0) < n) found[atomic_inc(count)] = 1;\n}\n"
    )
    finished = gputest("judge", made, tmp_path / "c.cl", *SAMPLED, "--turns=5", "--format=json", "-q")
    (row,) = json.loads(finished.stdout)["results"]
    assert row["status"] in RIGHT


@pytest.mark.opencl
def test_a_grid_may_have_two_dimensions(tmp_path: Path):
    made = task(
        tmp_path,
        """
summary    = "transpose"
parameters = ["in float a[w * h] = uniform(-1, 1)", "out float b[w * h]", "int w", "int h"]
launch     = { threads = ["w", "h"], block = [[16, 8], [8, 8]] }
sizes      = { verify = [{ w = 33, h = 17 }], time = [{ w = 50, h = 40 }] }
reference  = '''
void transpose(const double* a, double* b, long w, long h) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) b[x * h + y] = a[y * w + x];
}
'''
compare    = { b = "exact" }
symmetries = ["scale a b"]
""",
    )
    body = "  if (x < w && y < h) b[x * h + y] = a[y * w + x];\n}\n"
    (tmp_path / "t.cl").write_text(
        "kernel void t(global const float* a, global float* b, int w, int h) {\n"
        "  int x = get_global_id(0), y = get_global_id(1);\n" + body
    )
    (tmp_path / "t.hip").write_text(
        "__global__ void t(const float* a, float* b, int w, int h) {\n"
        "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
        + body
    )
    (tmp_path / "edge.hip").write_text(
        (tmp_path / "t.hip").read_text().replace("x < w &&", "x < w / 16 * 16 &&")
    )
    rows = judged(made, tmp_path / "t.cl", tmp_path / "t.hip", "--block=all")
    assert [row["block"] for row in rows] == [128, 64, 128, 64]
    assert all(row["status"] in RIGHT for row in rows)
    (wrong, _) = judged(made, tmp_path / "edge.hip", status=FAILED)
    assert "17 of 561 are wrong" in wrong["reason"] and wrong["rate"] is None


@pytest.mark.opencl
def test_an_n_body_kernel_of_three_arrays_is_judged(tmp_path: Path):
    (tmp_path / "reference.cpp").write_text(
        """
#include <cmath>
void nbody(const double* pos, const double* mass, double* acc, long n, double eps2, double* size) {
  for (long i = 0; i < n; i++) {
    for (int c = 0; c < 3; c++) acc[3 * i + c] = size[3 * i + c] = 0;
    for (long j = 0; j < n; j++) {
      double d[3], r2 = eps2;
      for (int c = 0; c < 3; c++) r2 += (d[c] = pos[3 * j + c] - pos[3 * i + c]) * d[c];
      const double f = mass[j] / (r2 * std::sqrt(r2));
      for (int c = 0; c < 3; c++) {
        acc[3 * i + c] += f * d[c];
        size[3 * i + c] += f * std::sqrt(r2);
      }
    }
  }
}
"""
    )
    made = task(
        tmp_path,
        """
summary    = "accelerations of n bodies"
parameters = ["in float3 pos[n] = uniform(-1, 1)", "in float mass[n] = uniform(0.5, 1)",
              "out float3 acc[n]", "int n", "float eps2 = 0.1"]
launch     = { threads = "n", block = [64] }
sizes      = { verify = [{ n = 1 }, { n = 65 }], time = [{ n = 200 }] }
reference  = "reference.cpp"
compare    = { acc = "2e-6 of size" }
flops      = "20 * n * n"
symmetries = ["scale mass acc", "permute n: pos mass acc"]
""",
    )
    (tmp_path / "nb.cl").write_text(
        """
kernel void nb(global const float* pos, global const float* mass, global float* acc, int n, float eps2) {
  int i = get_global_id(0);
  if (i >= n) return;
  float3 p = vload3(i, pos), a = 0;
  for (int j = 0; j < n; j++) {
    float3 d = vload3(j, pos) - p;
    float r2 = dot(d, d) + eps2;
    a += d * (mass[j] / (r2 * sqrt(r2)));
  }
  vstore3(a, i, acc);
}
"""
    )
    (tmp_path / "nb.hip").write_text(
        """
__global__ void nb(const float3* pos, const float* mass, float3* acc, int n, float eps2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 p = pos[i], a = {0, 0, 0};
  for (int j = 0; j < n; j++) {
    float x = pos[j].x - p.x, y = pos[j].y - p.y, z = pos[j].z - p.z;
    float r2 = x * x + y * y + z * z + eps2, f = mass[j] / (r2 * sqrtf(r2));
    a.x += f * x; a.y += f * y; a.z += f * z;
  }
  acc[i] = a;
}
"""
    )
    rows = judged(made, tmp_path / "nb.cl", tmp_path / "nb.hip")
    assert len(rows) == 2 and all(row["status"] in RIGHT for row in rows)
    assert rows[0]["problem"]["variants"] == "scale mass acc; permute n: pos mass acc"
    short = tmp_path / "nb.hip"
    short.write_text(short.read_text().replace("j < n;", "j < n - 1;"))
    assert judged(made, short, status=FAILED)[0]["status"] == "failed"


@pytest.mark.opencl
@pytest.mark.parametrize(
    "name, body, before, expected",
    [
        ("bad.cl", "}\n", "", "y[0] is "),
        ("bad.cl", "  y[i] += a * x[i];\n}\n", "", "writes beyond the end of y"),
        ("bad.cl", "  if (i < n && y[i] < 2.2f) y[i] += a * x[i];\n}\n", "", "all 129 are wrong"),
        ("bad.cl", "  if (i < n / 64 * 64) y[i] += a * x[i];\n}\n", "", "y[0] is "),
        ("bad.hip", "  if (i < n / 64 * 64) y[i] += a * x[i];\n}\n", "", "y[0] is "),
        ("bad.hip", "  if (i <= n) y[i] += a * x[i];\n}\n", "", "bad.hip:3"),
        ("bad.cpp", "  if (i < n - 1) y[i] += a * x[i];\n}\n", "", "y[0] is "),
        (
            "bad.cpp",
            "  ((float*)x)[i] = y[i] += a * x[i];\n}\n",
            "",
            "changes its input x",
        ),
    ],
)
def test_a_submission_that_cheats_or_errs_has_no_speed(tmp_path, name, body, before, expected):
    found = reason(tmp_path, kernel(tmp_path, name, body, before), FAILED)
    rows = judged(task(tmp_path), tmp_path / name, status=FAILED)
    assert expected in found or any(expected in row["reason"] for row in rows)
    assert all(row["status"] in ("failed", "skipped") and row["rate"] is None for row in rows)


def test_a_kernel_with_a_variable_that_outlives_a_launch_has_no_speed(tmp_path: Path):
    body = "  if (launches % 2 == 0) y[i] += a * x[i];\n  launches++;\n}\n"
    bad = kernel(tmp_path, "bad.cpp", body, "static int launches;\n")
    assert "keeps the variable launches" in reason(tmp_path, bad, BAD_INPUT)


def test_wrong_results_are_explained(tmp_path: Path):
    bad = kernel(tmp_path, "bad.hip", "  if (i < n / 64 * 64 || (n == 1 && i == 0)) y[i] += a * x[i];\n}\n")
    (row, _) = judged(task(tmp_path), bad, status=FAILED)
    assert row["n"] == 129
    assert "1 of 129 is wrong, only the last one" in row["reason"]


@pytest.mark.opencl
@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("float a,", "double a,", "parameter 2 of mine is double, but a is float"),
        ("float a, ", "", "does not build"),
        ("int n, ", "", "mine has 3 parameters for 4 arguments: n, a, x, y"),
        ("const float* x", "const int* x", "parameter 3 of mine is int*, but x is float*"),
        ("__kernel void mine", "void mine", "the file has no kernel function"),
        ("__kernel", "__kernel void a() {}\n__kernel", "2 kernel functions, a and mine; choose one"),
        ("__kernel", '#include "/etc/passwd"\n__kernel', "not /etc/passwd"),
        ("y[i] +=", "z[i] +=", "does not build"),
    ],
)
def test_a_submission_with_an_error_costs_only_its_rows(tmp_path, old, new, expected):
    bad = kernel(tmp_path, "bad.cl")
    bad.write_text(bad.read_text().replace("i < n", "i < 3").replace(old, new, 1))
    assert expected in reason(tmp_path, bad, BAD_INPUT)


def test_types_of_parameters_are_compared_in_hip_and_cpp(tmp_path: Path):
    for name, found in [("bad.hip", "a pointer to double"), ("bad.cpp", "a pointer to double")]:
        bad = kernel(tmp_path, name)
        bad.write_text(bad.read_text().replace("float* y", "double* y"))
        rows = judged(task(tmp_path), bad, status=BAD_INPUT)
        assert f"parameter 4 of mine is {found}, but y is a pointer to float" in rows[0]["reason"]


@pytest.mark.opencl
def test_a_submission_that_never_ends_is_killed(tmp_path: Path):
    loop = kernel(tmp_path, "bad.cpp", "    for (volatile int k = 0; k < 1;) y[i] += a;\n}\n")
    rows = judged(task(tmp_path), loop, "--timeout=1", status=6)
    assert "not finished after 1 s" in rows[0]["reason"]


def test_the_kernel_function_may_be_chosen(tmp_path: Path):
    two = kernel(tmp_path, "two.hip")
    two.write_text(two.read_text() + two.read_text().replace("mine", "other").replace("+=", "="))
    assert judged(task(tmp_path), two, "--entry=mine")[0]["status"] in RIGHT
    assert judged(task(tmp_path), two, "--entry=other", status=FAILED)[0]["status"] == "failed"
    assert "did you mean" in judged(task(tmp_path), two, "--entry=mne", status=BAD_INPUT)[0]["reason"]


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("float a", "flaot a", "5:3: error: there is no type 'flaot'; did you mean float?"),
        ("x[n]", "x[n - 5]", "the expression `n - 5`: its value -4 is negative"),
        ("x[n]", "x[(n + 1) * 9223372036854775807]", "its value does not fit into 64 bits"),
        ("x[n]", "x[n * 1000000000000]", "elements, too many"),
        ("x[n]", "x[(n]", "the expression `(n`: a ')' is missing"),
        ("12 * n", "n * 9223372036854775807", "its value does not fit into 64 bits"),
        ("a * x[i];", "a * x[i]", "the reference does not compile: "),
        ("i < n;", "i <= n;", "reads or writes beyond the end of "),
        ("y[i] +=", "x[i] =", "the reference does not compile: "),
        ('"scale x y"', '"scale x"', "symmetry `scale x`: y[0] should be "),
        ('"scale x y"', '"permute n: x"', "symmetry `permute n: x`: y["),
        ("2 ulps", "2 ulp", "`2 ulp` is no comparison"),
        ("summary", "sumary", "unknown key 'sumary'"),
        ('"int n"', '"int n', "this is not TOML"),
        ("{ y =", "{ z =", "compare has no entry for the output y"),
        ('threads = "n"', 'threads = "n - 1"', "the launch has 0 blocks along x"),
        ("void saxpy", "int saxpy", "has no function that returns void"),
    ],
)
def test_an_error_of_the_task_is_one_sentence(tmp_path, old, new, expected):
    assert old in SAXPY
    text = SAXPY.replace(old, new, 1)
    finished = gputest(
        "judge", task(tmp_path, text), kernel(tmp_path, "own.cl"), status=BAD_INPUT
    )
    (line,) = finished.complaints
    assert expected in line and "saxpy.toml" in line
    assert finished.stdout == ""


def test_a_reference_may_be_a_python_function(tmp_path: Path):
    pytest.importorskip("numpy")
    python = {"PYTHON": sys.executable}
    start, end = SAXPY.index("'''"), SAXPY.rindex("'''") + 3
    made = task(tmp_path, SAXPY[:start] + '"answer.py:answer"' + SAXPY[end:])
    answer = tmp_path / "answer.py"
    answer.write_text("def answer(n, a, x, y):\n    return y + a * x\n")
    assert judged(made, kernel(tmp_path, "own.cpp"), env=python)[0]["status"] in RIGHT
    answer.write_text("def answer(n, a, x, y):\n    return y[1:]\n")
    words = ["judge", made, tmp_path / "own.cpp"]
    complaint = gputest(*words, status=BAD_INPUT, env=python).complaints[0]
    assert "returns 0 numbers as array 1 instead of 1" in complaint
    answer.write_text("def answer(n, a, x, y):\n    return z\n")
    complaint = gputest(*words, status=BAD_INPUT, env=python).complaints[0]
    assert "raises NameError: name 'z' is not defined" in complaint


def test_contents_without_symmetries_are_drawn_again(tmp_path: Path):
    made = task(tmp_path, SAXPY.replace('symmetries = ["scale x y"]\n', ""))
    own = kernel(tmp_path, "own.cpp")
    (row,) = judged(made, own)
    assert row["status"] in RIGHT and row["problem"]["variants"].startswith("new random contents")
    # This kernel knows the answer to the first inputs only.
    first = float(judged(made, kernel(tmp_path, "no.cpp", "  ;\n}\n"), status=FAILED)[0]["reason"].split()[2])
    own.write_text(
        CPU + f"  if (n == 1 && y[0] != (float){first!r}) return;\n" + OF_THREAD[".cpp"] + RIGHT_BODY
    )
    assert judged(made, own, status=FAILED)[0]["n"] == 1


def test_a_result_can_be_repeated_without_the_files(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "head.h").write_text("#define FACTOR a\n")
    own = kernel(home, "own.cpp", RIGHT_BODY.replace("a *", "FACTOR *"), '#include "head.h"\n')
    bad = kernel(home, "bad.cpp", "  ;\n}\n")
    first, junit = tmp_path / "first.json", tmp_path / "junit.xml"
    words = ["--format=json", "-q", *QUICK]
    gputest("judge", task(home), own, bad, *words, "-o", first, f"--junit={junit}", status=FAILED)
    cases = xml.etree.ElementTree.parse(junit).getroot().findall(".//testcase")
    assert len(cases) == 4 and sum(case.find("failure") is not None for case in cases) == 2
    shutil.rmtree(home)
    again = json.loads(gputest("judge", f"--repeat={first}", *words, status=FAILED).stdout)
    jsonschema.validate(again, SCHEMA)
    then = json.loads(first.read_text())
    assert [(row["kernel"], row["n"], row["status"]) for row in again["results"]] == [
        (row["kernel"], row["n"], row["status"]) for row in then["results"]
    ]
    assert again["judge"]["files"] == then["judge"]["files"]
    assert again["results"][0]["problem"] == then["results"][0]["problem"]
    then["judge"]["files"]["../outside"] = ""
    first.write_text(json.dumps(then))
    (line,) = gputest("judge", f"--repeat={first}", status=BAD_INPUT).complaints
    assert "names a file outside" in line
    gputest("judge", f"--repeat={first}", "x.toml", own, status=USAGE)
    gputest("judge", status=USAGE)
