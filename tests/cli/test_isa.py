"""AMD's machine code executed on the CPU: every kernel of HIP on every device that executes it."""

import json
import re
from pathlib import Path

import pytest

from command import gputest, listed, rows_of

VERIFICATION_FAILED = 1

DEVICES = [
    entry["device"]
    for entry in json.loads(gputest("list", "devices", "--format=json").stdout)
    if entry["device"].startswith("hip:gfx") and "compiled by" in entry["note"]
]

pytestmark = pytest.mark.skipif(not DEVICES, reason="no device here executes AMD's machine code")


def test_layouts_blocks_and_axes_make_no_difference():
    """Conformance runs every kernel on every device."""
    for options in (
        ["--kernel=gravity_tiled,gravity_blocked", "--layout=all", "--block=64,256"],
        ["--kernel=lj_register,lj_warp", "--newton3=all", "--list=all", "--pair=morse"],
        ["--kernel=gravity_naive", "--eps=0"],
    ):
        rows = rows_of("--api=hip", f"--device={DEVICES[0]}", *options, "-n", 200)
        assert rows and {row["status"] for row in rows} <= {"ok", "skipped"}, options
        right = [row for row in rows if row["status"] == "ok"]
        assert right and all(row["device"]["emulated"] and row.get("time") is None for row in right)


@pytest.mark.parametrize("device", sorted({*DEVICES[:1], *DEVICES[-1:]}))
def test_blocks_that_wait_for_each_other_are_right(device):
    """For wavefronts of both sizes: more particles than one block sorts, and more list lengths than one block sums."""
    row, = rows_of("--api=hip", f"--device={device}", "--kernel=neighbour_naive", "--list=csr", "-n", 33000)
    assert row["status"] == "ok", row["reason"]
    passes = [one["name"] for one in row["plan"]["passes"]]
    assert "sort_tiles" in passes and "sum_tiles" in passes


def test_whole_steps_are_taken():
    run = gputest("simulate", "--api=hip", f"--device={DEVICES[0]}", "--kernel=gravity_tiled",
                  "-n", 100, "--steps=3")
    assert "3" in run.stdout


def test_slow_kernels_are_skipped_unless_they_are_named():
    rows = rows_of("--api=hip", f"--device={DEVICES[0]}", "--kernel=gravity_n*", "-n", 5000)
    assert rows
    for row in rows:
        assert row["status"] == "skipped" and "is slow beyond" in row["reason"]


@pytest.mark.thorough
def test_fixed_point_sums_have_the_same_bits_on_every_target(tmp_path):
    """The targets have different wavefronts, instructions and estimates of 1/sqrt."""
    forces = []
    runs = [(device, block) for device in DEVICES for block in (64, 256)] + [("hip:host", 128)]
    for device, block in runs:
        written = tmp_path / f"{device.replace(':', '_')}_{block}"
        gputest("--api=hip", f"--device={device}", "--kernel=gravity_fixed64", "-n", 512,
                f"--block={block}", "--strategy=single", f"--forces={written}")
        forces.append([line.split() for line in written.read_text().splitlines()
                       if not line.startswith("#")])
    assert len(forces[0]) == 512 and all(other == forces[0] for other in forces)


@pytest.mark.thorough
@pytest.mark.parametrize("devices", ["{0}*2", "{1}*2,{0}"])
def test_threads_share_a_device(devices):
    """Each thread loads the kernel in its first launch: half of the runs failed if two did so at once."""
    devices = devices.format(DEVICES[0], DEVICES[-1])
    for _ in range(8):
        rows = rows_of(f"--devices={devices}", "--kernel=gravity_blocked", "-n", 300)
        assert rows and all(row["status"] == "ok" for row in rows), rows


BESIDE_ARRAYS = {
    "input": ("b", "const_cast<gt_real*>(b)[n] = total;"),
    "output": ("sum", "sum[1] = total;"),
    "scratch": ("partial", "partial[1024] = total;"),  # GT_MEMORY_PARTS
    "read": (None, "total += b[n];"),
}


@pytest.mark.skipif("hip:gfx90a" not in DEVICES, reason="no device here executes code for gfx90a")
def test_accesses_beyond_an_array_are_found(tmp_path: Path):
    """One wavefront runs; each of its threads sums the whole array."""
    for name, (_, line) in BESIDE_ARRAYS.items():
        (tmp_path / f"{name}.hip").write_text(f"""/* gputest kernel: memory_{name}
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 64
 *   access     = dot
 */
extern "C" __global__ void memory_{name}(const gt_real* a, const gt_real* b, gt_real* sum,
                                         gt_real* partial, unsigned n) {{
  gt_real total = 0;
  for (unsigned i = 0; i < n; ++i) total += a[i] * b[i];
  {line}
  *sum = total;
}}
""")
    rows = rows_of(f"--my-kernel={tmp_path}/*.hip", "--device=hip:gfx90a", "-n", 64, status=VERIFICATION_FAILED)
    for row in rows:
        array, _ = BESIDE_ARRAYS[row["kernel"][len("memory_"):]]
        if array is None:
            assert row["status"] == "error"
            assert row["reason"].endswith("256 bytes from the beginning of an array of 256 bytes")
        else:
            assert (row["status"], row["time"]) == ("failed", None)
            assert row["reason"] == f"the kernel writes beyond the end of {array}"
    assert len(rows) == len(BESIDE_ARRAYS)


def test_an_unknown_target_costs_only_its_rows():
    notes = {entry["device"]: entry["note"] for entry in listed("devices")}
    sentence = re.search(r"h\w+ [0-9.]+ does not know gfx942; HIP 6 or later does", notes.get("hip:gfx942", ""))
    if sentence is None:
        pytest.skip("gfx942 is known here")
    rows = rows_of("--device=gfx*", "--kernel=gravity_tiled", "-n", 50)
    assert {row["device"]["id"]: row["reason"] for row in rows if row["status"] != "ok"} == {
        "hip:gfx942": sentence[0]}
    refused = gputest("describe", "hip:gravity_tiled", "--target=gfx942", status=3)
    assert refused.complaints == [f"gputest: {sentence[0]}"]
    assert sentence[0] in refused.stdout
    assert gputest("cache", "fill", "--target=gfx942", status=3).complaints == refused.complaints


def test_several_devices_are_named_in_one_list():
    rows = rows_of("--device=hip:gfx1030, hip:gfx906", "--kernel=gravity_tiled", "-n", 50)
    assert [row["device"]["id"] for row in rows] == ["hip:gfx906", "hip:gfx1030"]
    assert {row["status"] for row in rows} == {"ok"}
    refused = gputest("--device=hip:gfx906,cpu:7", "--kernel=gravity_tiled", status=3)
    assert refused.complaints == ["gputest: there is no device 'cpu:7'; did you mean cpu:0?"]


def test_the_cache_is_filled_with_chosen_kernels_for_several_targets(tmp_path):
    folder = {"GPUTEST_CACHE_DIR": str(tmp_path)}
    filled = gputest("cache", "fill", "--target=gfx906,gfx1030", "--kernel=gravity_naive", env=folder)
    assert [line.split(" in ")[0] for line in filled.stdout.splitlines()] == [
        "1 kernel is compiled for gfx906,", "1 kernel is compiled for gfx1030,"]
    kept = gputest("cache", "list", env=folder).stdout
    assert "gravity/simt/naive.inl" in kept and "tiled" not in kept
    refused = gputest("cache", "fill", "--target=gfx906", "--kernel=gravity_nothing", env=folder, status=2)
    assert refused.complaints == ["gputest: hip has no kernel that matches gravity_nothing"]
