"""--count on devices that execute AMD's machine code. The expected numbers were derived by hand from
each kernel's data layout."""

import csv
import io
import re

import pytest

from command import ROOT, gputest, listed, rows_of, run_json

DEVICES = [
    entry["device"]
    for entry in listed("devices")
    if entry["device"].startswith("hip:gfx") and "compiled by" in entry["note"]
]

pytestmark = pytest.mark.skipif(not DEVICES, reason="no device here executes AMD's machine code")

DEVICE = DEVICES[0] if DEVICES else ""
RESULTS = ROOT / "docs" / "results"
LANES = 32 if DEVICE == "hip:gfx1030" else 64


def counted(*args):
    """The rows of a run with --count, all of them correct."""
    rows = rows_of("--api=hip", f"--device={DEVICE}", "--count", *args)
    rows = [row for row in rows if row["status"] != "skipped"]
    assert rows and {row["status"] for row in rows} == {"ok"}
    return rows


def access(row, name, of="memory"):
    return next(entry for entry in row["counts"][of] if entry["access"] == name)


def per_request(row, name, what):
    entry = access(row, name)
    return entry[what] / entry["requests"]


def test_at_a_stride_of_16_numbers_each_lane_has_its_own_line_of_64_bytes():
    strides = {"1": 4, "2": 8, "16": 64, "32": 64}
    rows = counted("--kernel=memory_stride", f"--stride={','.join(strides)}", "-n", 4096)
    assert len(rows) == len(strides)
    for row in rows:
        # For 64 lanes; a wavefront of 32 touches half as many. Each column has 4096 / stride rows.
        lines = strides[row["problem"]["stride"]] * LANES // 64
        assert per_request(row, "global load", "lines_64") == lines
        assert per_request(row, "global store", "lines_64") == 4 * LANES // 64
        assert access(row, "global load")["bytes_asked"] == 4096 * 4


def drawn(*args):
    """The pictures of --draw by access, each as lines."""
    text = gputest("--api=hip", f"--device={DEVICE}", "--count", "--draw", *args).stdout
    pictures = {}
    for title, lines in re.findall(r"^  ((?:global|LDS) .*)\n((?: +\d+  \S+\n| +and .* more lines\n)+)", text,
                                   re.MULTILINE):
        lanes = [line.split(maxsplit=1)[1] for line in lines.splitlines()]
        pictures.setdefault(title.split(":")[0], [title, *lanes])
    assert "the\nlane that accesses them" in text
    return pictures


def test_a_picture_shows_the_lane_of_each_word():
    load = drawn("--kernel=memory_stride", "--stride=8", "-n", 4096)["global load"]
    assert load[0] == f"global load: {LANES} lanes, 4 bytes each, {LANES // 4} lines of 128 bytes"
    assert load[1:3] == ["0.......1.......2.......3.......", "4.......5.......6.......7......."]
    assert load[-1] == f"{LANES // 4 - 8} more lines" or len(load) == 9
    pictures = drawn("--kernel=memory_stride", "--stride=1", "-n", 4096)
    assert pictures["global load"][1] == "0123456789ABCDEFGHIJKLMNOPQRSTUV" == pictures["global store"][1]


def test_a_picture_of_banks_shows_lanes_below_each_other():
    read = drawn("--kernel=memory_bank", "--stride=32", "-n", 512)["LDS read"]
    assert read[1:4] == ["0" + "." * 31, "1" + "." * 31, "2" + "." * 31]


def test_pictures_need_counts_and_a_table(tmp_path):
    assert "--count" in gputest("--draw", status=2).stderr
    assert "table" in gputest("--draw", "--count", "--format=json", status=2).stderr


def test_banks_serve_one_lane_after_another_at_a_stride_of_32():
    for row in counted("--kernel=memory_bank", "--stride=1,2,32", "-n", 512):
        stride = int(row["problem"]["stride"])
        reads = access(row, "LDS read", "banks")
        assert reads["most_in_a_row"] == stride
        assert reads["cycles"] == stride * reads["cycles_without_conflicts"]
        writes = access(row, "LDS write", "banks")
        assert writes["cycles"] == writes["cycles_without_conflicts"]


@pytest.mark.thorough
def test_padding_removes_the_bank_conflicts_of_a_transpose():
    rows = {row["variant"]: row for row in counted(
        "--kernel=reorder_naive,reorder_tiled,reorder_padded", "-n", 4096)}
    naive, tiled, padded = rows["naive"], rows["tiled"], rows["padded"]
    # One side of the naive kernel accesses memory by columns; their elements are in different lines.
    whole = 4 * LANES // 64
    worst = max(per_request(naive, f"global {side}", "lines_64") for side in ("load", "store"))
    assert worst >= 8 * whole
    for row in (tiled, padded):
        for side in ("load", "store"):
            entry = access(row, f"global {side}")
            assert entry["bytes_moved"] == entry["bytes_asked"]
    reads, without = (access(row, "LDS read", "banks") for row in (tiled, padded))
    assert reads["most_in_a_row"] == 32
    assert without["most_in_a_row"] == 1 and without["cycles"] == without["cycles_without_conflicts"]


@pytest.mark.thorough
def test_layouts_differ_in_the_lines_that_a_wavefront_touches():
    rows = {row["layout"]: row for row in counted("--kernel=gravity_naive", "--layout=all",
                                                  "-n", 256)}
    assert len(rows) > 5

    def loaded(layout):
        return access(rows[layout], "global load")["lines_64"] if any(
            entry["access"] == "global load" for entry in rows[layout]["counts"]["memory"]) else 0

    assert loaded("aos") > loaded("soa")
    for row in rows.values():
        counts = row["counts"]
        assert counts["mean_active_lanes"] == LANES
        assert counts["wavefronts"] == 256 // LANES
        assert sum(unit["instructions"] for unit in counts["units"]) == counts["instructions"]
        # Each of 256 bodies computes 256 1/sqrt.
        special = next(unit for unit in counts["units"] if unit["unit"] == "transcendental")
        assert special["active_lanes"] == 256 * 256


@pytest.mark.thorough
def test_transposed_lists_are_better_coalesced():
    rows = {row["variant"]: row for row in counted("--kernel=lj_naive,lj_transposed", "-n", 256)}
    used = {variant: access(row, "global load")["bytes_asked"] /
            access(row, "global load")["bytes_moved"] for variant, row in rows.items()}
    assert used["transposed"] > 1.5 * used["naive"]


@pytest.mark.thorough
def test_atomics_are_counted_by_address():
    rows = counted("--kernel=memory_atomic", "-n", 4096)
    for row in rows:
        counts = row["counts"]
        assert counts["atomic_operations"] >= counts["atomic_most_on_one"] >= 1
        assert counts["atomic_operations"] >= counts["atomic_addresses"] >= 1
        assert counts["atomic_operations"] == 16 * 4096  # as its name promises


IN_CLOSED_FORM = """/* gputest kernel: memory_closed
 *   summary    = the sum of all additions in closed form
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256
 *   access     = atomic
 *   counters   = one
 */
extern "C" __global__ void memory_closed(const unsigned* a, unsigned* counts, unsigned n, unsigned) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  unsigned sum = 0;
  for (unsigned i = 0; i < 64; ++i)  // items i and i + 64 are alike
    for (unsigned k = 0; k < 16; ++k) sum += (n / 64 + (i < n % 64)) * a[(i + k) % 64];
  counts[0] = sum;
}
"""


def test_atomic_additions_in_closed_form_are_found_by_their_count(tmp_path):
    kernel = tmp_path / "closed.hip"
    kernel.write_text(IN_CLOSED_FORM)
    (row,) = rows_of(f"--my-kernel={kernel}", "--api=hip", f"--device={DEVICE}", "-n", 1000, status=1)
    assert row["status"] == "failed"
    assert row["reason"] == "a launch makes 0 atomic operations where 16000 are promised"
    assert "counts" not in row  # --count did not ask for them


@pytest.mark.thorough
def test_counts_do_not_depend_on_workers_or_chance():
    options = ("--kernel=gravity_tiled", "-n", 300)
    one = [counted(*options, f"--isolate={how}")[0]["counts"] for how in ("on", "off")]
    assert one[0] == one[1]


def test_devices_without_counts_say_so():
    refused = gputest("--api=cpu", "--count", "-n", 100, status=2)
    assert "--count needs a device that counts" in refused.stderr
    both = gputest("--api=cpu,hip", f"--device=cpu,{DEVICE}", "--kernel=gravity_naive,gravity_simd",
                   "--count", "-n", 100, "--strategy=single", status=None)
    if both.status == 0 and "cpu" in both.stdout:
        assert "has no counts" in both.stdout
    assert "counts" not in rows_of("--api=hip", f"--device={DEVICE}", "-n", 100)[0]


def test_counters_of_a_gpu_are_explained():
    def counts_of(row):
        text = gputest("explain", RESULTS / "2026-12-01-h200-counts.json", row).stdout
        return " ".join(text.split("\ncounts ")[1].split("\ntransfers ")[0].split())

    copy = counts_of("cuda:memory_copy")
    assert "no part works at more than" in copy and "warps wait 80 % of their time for: memory" in copy
    assert "L2 has 50 % of the 268.4 MB requested from it" in copy
    conflicts = counts_of("8")  # memory_bank at a stride of 32
    assert "the bound is L1" in conflicts and "an LDS read take 32.00 times as long" in conflicts


def test_tables_of_counts_fit_80_columns_and_wide_shows_every_column():
    options = ("--api=hip", f"--device={DEVICE}", "--kernel=memory_stride", "--stride=1,32", "-n", 4096,
               "--count")
    narrow, wide = (gputest(*options, *more).stdout for more in ([], ["--wide"]))
    tables = narrow.split("not shown of these tables: ")[0].split("\n\n")[1:]
    assert max(len(line) for table in tables for line in table.splitlines()) <= 80
    assert "memory_stride stride=32" in narrow and "access=stride stride=32" not in narrow
    line = next(line for line in narrow.splitlines() if line.startswith("not shown of these tables: "))
    assert "bytes asked (memory)" in line and "bytes asked" not in narrow.split(line)[0]
    for title in ("bytes asked", "integer product", "scratch per thread"):
        assert title in wide
    assert "not shown" not in wide


def test_tables_and_csv_have_the_counts():
    options = ("--api=hip", f"--device={DEVICE}", "--kernel=gravity_naive", "-n", 128, "--count")
    table = gputest(*options).stdout
    for words in ("VALU", "asked/moved", "global load", "occupancy"):
        assert words in table
    row = next(csv.DictReader(io.StringIO(gputest(*options, "--format=csv").stdout)))
    result = run_json(*options, measure=[])["results"][0]["counts"]
    assert int(row["instructions"]) == result["instructions"]
    assert float(row["mean_active_lanes"]) == LANES
    moved = sum(entry["bytes_moved"] for entry in result["memory"]
                if entry["access"].startswith("global"))
    assert int(row["global_bytes_moved"]) == moved
