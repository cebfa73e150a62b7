#!/usr/bin/env python3
"""The figures of the documents, from kept results (needs matplotlib).

scripts/course_figures.py            # writes docs/course/img/*.svg, docs/img/layouts.svg and past_n2.svg
scripts/course_figures.py FOLDER     # below that folder

Results of GPUs are in docs/results, those of a processor in docs/course/results. The processor's two
cores also had other work, so its bars show the shortest launch, which other work disturbs least. A GPU's
bars show the median. The layout ladder's GPU is in docs/results/layouts_h200.json (`gputest sweep
layouts`).
"""

import json
import pathlib
import sys
from collections import OrderedDict

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUTPUT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
GPU, HOST = ROOT / "docs/results", ROOT / "docs/course/results"
H200 = "NVIDIA H200, driver 580.159.04"
POCL = "2 shared cores, AMD EPYC, PoCL 3.1: shortest times"
TWO_CORES = "2 cores, AMD EPYC: shortest times"
COLOURS = {"gpu": "#4c78a8", "host": "#f58518"}
LAYOUTS = ["aos", "aos3", "float4", "soa", "aosoa", "aosoa8"]


def rows(path, **wanted):
    """The rows with a speed and the wanted values, each a member of the row or of its problem. If the file
    has several APIs, only CUDA's rows by default."""
    result = json.loads(path.read_text())["results"]
    if len({row["api"] for row in result}) > 1 and "api" not in wanted:
        wanted["api"] = "cuda"

    def has(row, key, value):
        own = row[key] if key in row else row["problem"].get(key)
        return str(own) in [str(one) for one in (value if isinstance(value, list) else [value])]

    return [row for row in result
            if row.get("time") and all(has(row, key, value) for key, value in wanted.items())]


def seconds(row, host):
    return row["time"]["min_s" if host else "median_s"]


def giga_items(row, host):
    work = row["work"]
    return work.get("items", work.get("interactions")) / seconds(row, host) / 1e9


def giga_bytes(row, host):
    return row["work"]["bytes"] / seconds(row, host) / 1e9


def microseconds(row, host):
    return seconds(row, host) * 1e6


def largest_error(row, host):
    return row["verify"]["max_error"]


def label(axes, figure, place, text, size):
    """Writes a bar's text after its end."""
    axes.annotate(text, (figure, place), xytext=(3, 0), textcoords="offset points", va="center",
                  fontsize=size)


def panel(axes, kind, title, unit, bars, logarithmic=False):
    """Draws bars; `bars` maps a bar's name to its figure."""
    names, figures = list(bars), list(bars.values())
    axes.barh(range(len(names)), figures, color=COLOURS[kind], height=0.7)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_title(title, fontsize=8)
    axes.set_xlabel(unit)
    if logarithmic:
        axes.set_xscale("log")
        axes.set_xlim(right=max(figures) * 6)
    else:
        axes.set_xlim(right=max(figures) * 1.2)
    for place, figure in enumerate(figures):
        label(axes, figure, place, f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}", 9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def named(found, name, value, host):
    """One bar per row, in the rows' order; `name` makes the bar's name from the row."""
    assert found, "no row matches"
    return OrderedDict((name(row), value(row, host)) for row in found)


def of_kernel(row):
    return row["kernel"]


def of_layout(row):
    return row["layout"]


def in_order(found, key, order):
    return sorted(found, key=lambda row: order.index(row[key] if key in row else
                                                     str(row["problem"][key])))


def save(figure, path):
    path = OUTPUT / path
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def pair(name, gpu, host, logarithmic=False):
    """A figure of two panels; each is title, unit and bars. The GPU's may be logarithmic."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 0.8 + 0.36 * max(len(gpu[2]), len(host[2]), 3)))
    panel(axes[0], "gpu", f"{gpu[0]}\n{H200}", gpu[1], gpu[2], logarithmic)
    panel(axes[1], "host", f"{host[0]}\n{POCL}", host[1], host[2])
    save(figure, f"docs/course/img/{name}.svg")


def single(name, title, unit, bars, logarithmic=False):
    figure, axes = plt.subplots(figsize=(6.5, 0.9 + 0.32 * len(bars)))
    panel(axes, "host", f"{title}\n{POCL}", unit, bars, logarithmic)
    save(figure, f"docs/course/img/{name}.svg")


SPEEDS = GPU / "2026-11-30-h200.json"
MORE_SPEEDS = GPU / "2026-12-01-h200-documents-more.json"
LADDER = HOST / "ladder-pocl.json"


def lesson_1():
    gpu = rows(SPEEDS, density=1.0, kernel=["lj_register", "lj_transposed"], layout="float4",
               precision="fp32", newton3="off")
    host = in_order(rows(HOST / "stride-pocl.json", kernel="memory_stride"), "stride",
                    ["1", "2", "4", "8", "16", "32", "64"])
    pair("coalescing",
         ("neighbour lists in rows or side by side", "µs per launch (lower is better)",
          named(gpu, lambda row: row["kernel"] + {"lj_register": "\nrows"}.get(row["kernel"],
                                                                              "\nside by side"),
                microseconds, False)),
         ("memory_stride, 8,388,608 numbers", "GB/s",
          named(host, lambda row: f"stride {row['problem']['stride']}", giga_bytes, True)))


def layouts_of(found):
    return in_order([row for row in found if row["layout"] in LAYOUTS], "layout", LAYOUTS)


def lesson_2():
    gpu = layouts_of(rows(SPEEDS, fmas="0", precision="fp32"))
    host = layouts_of(rows(HOST / "roofline-pocl.json"))
    pair("layouts_of_a_copy",
         ("copy of 16,777,216 bodies", "GB/s", named(gpu, of_layout, giga_bytes, False)),
         ("copy of 4,194,304 bodies", "GB/s", named(host, of_layout, giga_bytes, True)))


def lesson_3():
    kernels = ["gravity_naive", "gravity_texture2d", "gravity_unrolled"]
    gpu = sorted((row for path in (SPEEDS, MORE_SPEEDS) for row in rows(path, kernel=kernels, n=262144)), key=of_kernel)
    pair("textures",
         ("gravity, n = 262,144", "Ginteractions/s", named(gpu, of_kernel, giga_items, False)),
         ("gravity, n = 8192", "Ginteractions/s",
          named(rows(LADDER, kernel=["gravity_naive", "gravity_texture2d"]), of_kernel, giga_items,
                True)))


def lesson_4():
    kernels = ["gravity_naive", "gravity_tiled", "gravity_unrolled"]
    pair("shared_memory",
         ("gravity, float4, n = 262,144", "Ginteractions/s",
          named(rows(SPEEDS, kernel=kernels, n=262144), of_kernel, giga_items, False)),
         ("gravity, float4, n = 8192", "Ginteractions/s",
          named(rows(LADDER, kernel=kernels), of_kernel, giga_items, True)))


def lesson_5():
    kernels = ["gravity_naive", "gravity_unrolled", "gravity_blocked"]
    pair("registers",
         ("gravity, float4, n = 16,384", "Ginteractions/s",
          named(rows(SPEEDS, kernel=kernels, n=16384), of_kernel, giga_items, False)),
         ("gravity, float4, n = 8192", "Ginteractions/s",
          named(rows(LADDER, kernel=["gravity_naive", "gravity_blocked"]), of_kernel, giga_items,
                True)))


def lesson_6():
    ladder = ["copy", "naive", "gather", "tiled", "padded", "rows", "planned"]
    host = [row for row in rows(HOST / "reorder-pocl.json") if row["variant"] in ladder]
    host.sort(key=lambda row: ladder.index(row["variant"]))
    single("reordering", "transpose of 2048 × 2048 four-byte numbers", "GB/s",
           named(host, of_kernel, giga_bytes, True), logarithmic=True)


def lesson_7():
    host = [row for row in rows(HOST / "sweep-pocl.json") if row["variant"] != "components"]
    single("wavefronts", "sweep over 128 × 128 × 128 cells", "ms (lower is better)",
           named(host, of_kernel, lambda row, is_host: seconds(row, is_host) * 1e3, True))


def lesson_8():
    gpu = rows(SPEEDS, density=1.0, kernel=["lj_naive", "lj_register", "lj_warp"], layout="float4",
               precision="fp32")

    def name(row):
        return f"{row['kernel']}, third law {row['problem']['newton3']}"

    pair("third_law", ("119,164 particles, 15.7 M entries", "µs per launch (lower is better)",
                       named(gpu, name, microseconds, False)),
         ("32,768 particles", "µs per launch (lower is better)",
          named(rows(HOST / "newton-pocl.json"), name, microseconds, True)))


def lesson_9():
    kernels = ["gravity_naive", "gravity_blocked", "gravity_kahan", "gravity_fixed64"]
    gpu = rows(SPEEDS, kernel=kernels, n=262144)
    sorted_row, = rows(HOST / "newton-pocl.json", newton3="off")
    unsorted, = rows(HOST / "unsorted-pocl.json")
    pair("digits_and_order",
         ("gravity, n = 262,144", "largest error / sum of magnitudes (lower is better)",
          named(gpu, of_kernel, largest_error, False)),
         ("lj_register, 32,768 particles", "µs per launch (lower is better)",
          OrderedDict([("in spatial order", microseconds(sorted_row, True)),
                       ("in lattice order", microseconds(unsorted, True))])),
         logarithmic=True)


def lesson_10():
    gpu, = rows(SPEEDS, kernel="gravity_blocked", n=16384)
    lists, = rows(SPEEDS, density=1.0, kernel="lj_unrolled", layout="float4", precision="fp32",
                  list="ell", newton3="off")
    bars = OrderedDict()
    for name, row in (("gravity_blocked\nn = 16,384", gpu), ("lj_unrolled\n119,164", lists)):
        for part, key in (("launch", "median_s"), ("copy to the device", "upload_s"),
                          ("copy back", "download_s")):
            bars[f"{name}: {part}"] = row["time"][key] * 1e6
    figure, axes = plt.subplots(figsize=(7, 3.6))
    panel(axes, "gpu", f"a launch and its copies\n{H200}", "µs (lower is better)", bars,
          logarithmic=True)
    save(figure, "docs/course/img/transfers.svg")


LADDER_KERNELS = ["gravity_naive", "gravity_tiled", "lj_register", "lj_unrolled", "roofline_fma"]


def ladder_columns(paths, title, kind):
    """A device's part of the layout ladder: the speed of each kernel in each layout. Kernels over neighbour
    lists have the speed with csr, or with the only list that was run."""
    groups = OrderedDict()
    for kernel in LADDER_KERNELS:
        found = [row for path in paths for row in rows(path)
                 if row["kernel"] == kernel and row["layout"] in LAYOUTS
                 and row["precision"] == "fp32" and row["problem"].get("newton3", "off") == "off"
                 and str(row["problem"].get("fmas", 0)) == "0"]
        lists = {row["problem"].get("list") for row in found}
        if len(lists) > 1:
            found = [row for row in found if row["problem"]["list"] == "csr"]
        name = "copy" if kernel == "roofline_fma" else kernel
        if found:
            groups[name] = {row["layout"]: 1 / seconds(row, kind == "host") for row in found}
    return title, groups


def layout_ladder():
    hosts = [HOST / f"{name}-pocl.json" for name in ("gravity", "lj", "roofline")]
    devices = [ladder_columns(hosts, POCL, "host"),
               ladder_columns([GPU / "layouts_h200.json"], H200, "gpu")]
    figure, all_axes = plt.subplots(1, len(devices), figsize=(9, 5.2))
    for axes, (title, groups) in zip(all_axes, devices):
        place, ticks, names = 0.0, [], []
        for kernel, speeds in groups.items():
            best, first = max(speeds.values()), place
            for layout in (one for one in LAYOUTS if one in speeds):
                colour = plt.get_cmap("tab10")(LAYOUTS.index(layout))
                share = speeds[layout] / best
                axes.barh(place, share, color=colour, height=0.85)
                label(axes, share, place, f"{layout} {share:.2f}", 8)
                place += 1
            ticks.append((first + place - 1) / 2)
            names.append(kernel)
            place += 0.8
        axes.set_yticks(ticks, names)
        axes.invert_yaxis()
        axes.set_xlim(right=1.35)
        axes.set_xlabel("speed relative to the kernel's best layout")
        axes.set_title(title, fontsize=8)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    save(figure, "docs/img/layouts.svg")


METHODS = {"gravity_symmetric": ("direct sum", "#54a24b"), "tree_walk_group": ("tree", "#4c78a8"),
           "fmm_lists": ("fast multipole method", "#f58518")}
DASHES = {1e-3: "-", 1e-4: "--", 1e-5: ":"}
# Results over n, and over the error at one n. Above this n only some accuracies were run.
PANELS = [(GPU / "2026-12-01-h200-trees.json", H200, False, 1048576), (GPU / "trees_cpu.json", TWO_CORES, True, 65536)]


def milliseconds(row, host):
    return seconds(row, host) * 1e3


def past_n2():
    """Time over n for each accuracy, and over the measured error at one n."""
    figure, all_axes = plt.subplots(2, len(PANELS), figsize=(9, 7.4))
    for (over_n, over_error), (path, title, host, one_n) in zip(all_axes.T, PANELS):
        for kernel, (name, colour) in METHODS.items():
            multipole = {"multipole": "quadrupole"} if kernel == "tree_walk_group" else {}
            # Two runs may contain the same case.
            found = list({(row["n"], row["problem"].get("accuracy")): row
                          for row in rows(path, kernel=kernel, **multipole)}.values())
            for accuracy, dashes in (DASHES if kernel != "gravity_symmetric" else {None: "-"}).items():
                line = sorted((row["n"], milliseconds(row, host)) for row in found
                              if accuracy in (None, row["problem"].get("accuracy")))
                label_ = name if accuracy is None else f"{name}, {accuracy:.0e}".replace("e-0", "e-")
                over_n.plot(*zip(*line), dashes, marker=".", color=colour, label=label_)
            if kernel == "gravity_symmetric":
                (direct,) = [milliseconds(row, host) for row in found if row["n"] == one_n]
                over_error.axhline(direct, color=colour, label=name)
                continue
            curve = sorted((row["verify"]["max_error"], milliseconds(row, host)) for row in found
                           if row["n"] == one_n)
            over_error.plot(*zip(*curve), marker=".", color=colour, label=name)
        over_n.set_title(title, fontsize=8)
        over_n.set_xlabel("bodies")
        over_error.set_xlabel(f"99th percentile of the errors of {one_n:,} bodies")
        over_error.invert_xaxis()
        for axes in (over_n, over_error):
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_ylabel("ms per step (lower is better)")
            axes.legend(fontsize=7, frameon=False)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
    save(figure, "docs/img/past_n2.svg")


def main():
    plt.rcParams.update({"svg.hashsalt": "gputest", "svg.fonttype": "none", "font.size": 9,
                         "font.family": "sans-serif"})
    for lesson in (lesson_1, lesson_2, lesson_3, lesson_4, lesson_5, lesson_6, lesson_7, lesson_8,
                   lesson_9, lesson_10, layout_ladder, past_n2):
        lesson()


if __name__ == "__main__":
    main()
