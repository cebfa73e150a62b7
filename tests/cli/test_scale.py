"""gputest scale: weak and strong scaling over devices and ranks."""

import csv
import io
import json
import shutil

import pytest

from command import RIGHT, copy_opencl_sources, gputest
from test_ranks import MODULE, finished, refused as rank_refused, start

VERIFICATION_FAILED, USAGE, UNAVAILABLE, BAD_INPUT = 1, 2, 3, 4
QUICK = ["--min-time=0.001"]
FIGURES = ["time_s", "speed_up", "efficiency", "communication", "predicted_s",
           "predicted_efficiency", "predicted_communication"]


def scaled(*args, **options):
    return json.loads(gputest("scale", *QUICK, "--format=json", *args, **options).stdout)


def is_rate(figure):
    """Above 0, or unknown: noise can make a large copy appear as fast as a small one."""
    return figure is None or figure > 0


def places(result, scaling):
    return [(row["devices"], row["n"]) for row in result["scaling"] if row["scaling"] == scaling]


@pytest.mark.parametrize("kernel", ["gravity_blocked", "gravity_symmetric"])
def test_strong_and_weak_scaling_are_measured_and_predicted(kernel):
    result = scaled("--devices=cpu:0*3", f"--kernel={kernel}", "-n", 1000)
    assert places(result, "strong") == [(1, 1000), (2, 1000), (3, 1000),
                                        (8, 1000), (64, 1000)]  # 1024 devices would have less than a body each
    assert places(result, "weak") == [(1, 1000), (2, 1414), (3, 1732),
                                      (8, 2828), (64, 8000), (1024, 32000)]
    assert result["copies"]["latency_s"] > 0 and is_rate(result["copies"]["bytes_per_s"])
    assert result["copies_by"] == "through the host's memory: cpu:0 is no GPU that NCCL takes"
    assert is_rate(result["additions"]["bytes_per_s"])
    assert result["messages"] is None and not result["emulated"]
    one = result["scaling"][0]
    assert one["speed_up"] == one["efficiency"] == 1
    assert one["predicted_s"] == pytest.approx(one["time_s"])
    for row in result["scaling"]:
        assert row["predicted_s"] > 0 and 0 <= row["predicted_communication"] <= 1
        if row["devices"] > 3:
            assert row["status"] == "predicted" and row["time_s"] is None
            continue
        assert row["status"] in RIGHT, row["reason"]
        pairs = (row["n"] / 1000) ** 2
        assert row["speed_up"] == pytest.approx(pairs * one["time_s"] / row["time_s"])
        assert row["efficiency"] == pytest.approx(row["speed_up"] / row["devices"])
        assert 0 < row["communication"] < 1 if row["devices"] > 1 else row["communication"] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("kernel", ["lj_unrolled", "tree_walk_group"])
def test_other_kernels_are_predicted_from_the_share_of_one_device(kernel):
    result = scaled("--devices=cpu:0*3", f"--kernel={kernel}", "-n", 100)
    assert places(result, "strong") == [(1, 100), (2, 100), (3, 100), (8, 100), (64, 100)]
    assert places(result, "weak") == [(1, 100), (2, 200), (3, 300), (8, 800), (64, 6400),
                                      (1024, 102400)]
    assert result["copies"]["latency_s"] > 0
    assert result["scaling"][0]["predicted_efficiency"] == 1
    for row in result["scaling"]:
        assert row["predicted_s"] > 0 and row["predicted_efficiency"] > 0
        assert 0 <= row["predicted_communication"] < 1  # the exchange of ghosts may overlap with computing
        if kernel == "tree_walk_group":
            assert (row["predicted_communication"] > 0) == (row["devices"] > 1)
        if row["devices"] <= 3:
            assert row["status"] in RIGHT, row["reason"]
            assert row["efficiency"] > 0


@pytest.mark.hip
def test_emulated_devices_are_right_and_claim_no_speed():
    result = scaled("--devices=hip:host*2", "-n", 101)
    assert result["emulated"] and result["copies"] is None
    assert [row["devices"] for row in result["scaling"]] == [1, 2, 1, 2]
    assert {row["status"] for row in result["scaling"]} == {"ok"}
    assert {row[figure] for row in result["scaling"] for figure in FIGURES} == {None}
    table = gputest("scale", *QUICK, "--devices=hip:host*2", "-n", 101).stdout
    assert "hip:host is emulated: results are verified, but have no speed" in table


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_wrong_result_gives_no_figures(tmp_path):
    """The fault: bodies on one of the two devices get no forces from those on the other."""
    copy_opencl_sources(tmp_path)
    kernel = tmp_path / "gravity_symmetric.cl"
    right = kernel.read_text()
    wrong = right.replace("start.tile) && j < n)", "start.tile) && j < n && !GT_TARGETS)")
    assert wrong != right
    kernel.write_text(wrong)
    result = scaled("--devices=opencl:0*2", "-n", 101, env={"GPUTEST_CL_DIR": str(tmp_path)},
                    status=VERIFICATION_FAILED)
    for row in result["scaling"]:
        if row["devices"] == 2:
            assert row["status"] == "failed" and "is wrong by" in row["reason"]
            assert {row[figure] for figure in FIGURES} == {None}
        elif row["devices"] == 1:
            assert row["status"] in RIGHT and row["time_s"] > 0


@pytest.mark.thorough
def test_csv_has_a_line_for_each_row_and_the_table_both_scalings():
    lines = list(csv.DictReader(io.StringIO(
        gputest("scale", *QUICK, "--devices=cpu:0*2", "-n", 64, "--precision=fp64",
                "--format=csv").stdout)))
    assert [(line["scaling"], int(line["devices"])) for line in lines] == [
        ("strong", 1), ("strong", 2), ("strong", 8), ("strong", 64),
        ("weak", 1), ("weak", 2), ("weak", 8), ("weak", 64), ("weak", 1024)]
    assert {line["precision"] for line in lines} == {"fp64"}
    assert all(float(line["predicted_s"]) > 0 for line in lines)
    table = gputest("scale", *QUICK, "--devices=cpu:0*2", "-n", 64).stdout
    assert "strong scaling" in table and "weak scaling" in table and "model: copies with" in table
    assert "listed several times does not become faster" in table


@pytest.mark.parametrize("options, status, words", [
    (["--devices=cpu:7"], UNAVAILABLE, ["cpu:7"]),
    (["--devices=cpu:0*4", "-n", 3], BAD_INPUT, ["3 bodies", "4 devices"]),
    (["--devices=cpu:0*2", "-n", "x"], BAD_INPUT, ["-n", "x"]),
    (["--devices=cpu:0*2", "--kernel=gravity_tiled"], USAGE,
     ["gravity_tiled", "gravity_blocked, gravity_symmetric", "tree_walk_group"]),
    (["--devices=cpu:0*2", "--kernel=nonesuch"], USAGE, ["nonesuch"]),
    (["--devices=cpu:0*2", "--precision=fp16"], USAGE, ["fp16"]),
    (["--devices=cpu:0*2", "--format=xml"], USAGE, ["xml"]),
    (["--devices=cpu:0", "--api=cpu"], USAGE, ["--devices", "--api"]),
    (["--api=cpu"], USAGE, ["--devices", "mpirun"]),
    pytest.param(["--devices=opencl:0,cpu:0"], USAGE, ["same model", "cpu:0", "opencl:0"],
                 marks=pytest.mark.opencl),
])
def test_bad_arguments_are_refused_in_a_sentence(options, status, words):
    done = gputest("scale", *QUICK, *options, status=status)
    assert len(done.complaints) == 1, done.stderr
    assert all(word in done.complaints[0] for word in words), done.stderr
    assert not done.stdout


needs_mpi = pytest.mark.skipif(shutil.which("mpirun") is None or not MODULE.exists(),
                               reason="there is no mpirun, or no MPI was built")


@pytest.mark.thorough
@needs_mpi
def test_ranks_scale_like_devices():
    stdout, sentences = finished(start(4, "scale", *QUICK, "--api=cpu", "-n", 500,
                                       "--format=json"))
    assert not sentences
    result = json.loads(stdout)
    assert places(result, "strong")[:3] == [(1, 500), (2, 500), (4, 500)]
    assert result["messages"]["latency_s"] > 0 and is_rate(result["messages"]["bytes_per_s"])
    measured = [row for row in result["scaling"] if row["devices"] <= 4]
    assert all(row["status"] in RIGHT and row["time_s"] > 0 for row in measured)


@pytest.mark.thorough
@needs_mpi
@pytest.mark.parametrize("args, status, words", [
    (["--api=cpu", "-n", 1], BAD_INPUT, ["1 bodies", "2 devices"]),
    (["--api=cpu", "--kernel=gravity_tiled"], USAGE, ["gravity_tiled"]),
    (["--devices=cpu:7"], UNAVAILABLE, ["rank 0", "cpu:7"]),
])
def test_bad_arguments_of_ranks_are_refused_in_one_sentence(args, status, words):
    rank_refused(start(2, "scale", *args), status, *words)
