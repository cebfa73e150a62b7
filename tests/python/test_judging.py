"""Kernels judged from Python: NumPy arrays as arguments, a NumPy function as reference."""

import pytest

pytest.importorskip("pandas", reason="no python3-pandas")

import gputest  # noqa: E402
import numpy  # noqa: E402

SAXPY = """
void saxpy(int n, float a, const float* x, float* y) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
"""


def arguments(count=1000):
    x, y = (numpy.random.default_rng(5).random((2, count)) + 1).astype(numpy.float32)
    return {"n": count, "a": 2.5, "x": x, "y": gputest.InOut(y)}


def reference(n, a, x, y):
    assert n == len(x)
    return y.astype(float) + a * x.astype(float)


def judge(kernel, binary, given=None, answer=reference, **options):
    return gputest.judge(kernel, given or arguments(), answer, threads=1000, language="c++",
                         strategy="single", program=binary, **options)


def test_a_kernel_is_judged_by_a_function(binary):
    result = judge(SAXPY, binary, bytes=12000)
    assert result.frame.kernel.tolist() == ["task_kernel"] and result.status == 0
    assert result.rows[0]["work"]["bytes"] == 12000


def test_several_kernels_have_their_names(binary):
    two = {"good": SAXPY, "bad": SAXPY.replace("i < n", "i < n - 1")}
    result = judge(two, binary, check=False)
    rows = {row["kernel"]: row["status"] for row in result.rows}
    assert rows["task_bad"] == "failed" and rows["task_good"] != "failed" and result.status == 1


def test_a_wrong_kernel_raises_with_its_explanation(binary):
    with pytest.raises(gputest.GputestError, match=r"y\[999\] is .*only the last one"):
        judge(SAXPY.replace("i < n", "i < n - 1"), binary)


def test_vectors_and_outputs(binary):
    rows = numpy.arange(400, dtype=numpy.float32).reshape(100, 4)
    text = """
    void sum(const float* rows, double* sums) {
      for (int i = 0; i < 100; i++) {
        sums[i] = 0;
        for (int c = 0; c < 4; c++) sums[i] += rows[4 * i + c];
      }
    }"""
    given = {"rows": rows, "sums": gputest.Out(numpy.empty(100))}
    result = judge(text, binary, given, lambda rows: rows.sum(axis=1), compare="exact")
    assert result.status == 0


def test_wrong_arguments_are_sentences(binary):
    with pytest.raises(gputest.GputestError, match="returns 2 arrays for 1 outputs: y"):
        judge(SAXPY, binary, answer=lambda *_: (1, 2))
    with pytest.raises(gputest.GputestError, match="x has the type complex128"):
        judge(SAXPY, binary, {"x": numpy.zeros(3, complex), "y": gputest.Out(numpy.zeros(3))})
    with pytest.raises(gputest.GputestError, match="no language 'c'"):
        gputest.judge(SAXPY, arguments(), reference, threads=1, language="c", program=binary)
