"""The tables of measured speeds in the documents, made from kept results.

docs/results/tables.toml describes each table: the result, its rows, its columns and the unit. A document
has the table between <!-- speeds: NAME --> and <!-- end -->; scripts/update_tables.py writes it there.

    [NAME]
    result = "2026-11-30-h200.json"     # in docs/results
    where = { kernel = "gravity_*" }    # members of a row or of its problem, with * and ?; lists are choices
    rows = "`{kernel}`"                 # the label of a row, made of such members
    columns = "{n}"
    unit = "G interactions/s"           # or GB/s, TFLOP/s, µs, ms, s; error: the verification's
    order = ["`gravity_naive`"]         # labels that come first, of rows and columns; default: the result's
    share_of = { variant = "copy" }     # adds the share of the row that differs only in these members

A table of counts has values in place of columns and unit:

    values = ["µs", "lines per load", "L2 TB/s"]   # VALUES has them all
    model = "2026-12-01-gfx1030-counts.json"  # a result; the values of its row with the same label stand
                                              # behind the row's own (those of MODELLED)

The line below a table has the date at the beginning of the result's name, if there is one.
A label leaves out members that a row lacks. If several rows have one place, the fastest is shown. A row that is not "ok" has ~ after its speed.
"""

import fnmatch
import json
import tomllib
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "docs" / "results"
NAMES = {"cuda": "CUDA", "hip": "HIP", "opencl": "OpenCL", "il": "IL"}
WORK = {"G interactions/s": ("items", 1e9), "GB/s": ("bytes", 1e9), "TFLOP/s": ("flops", 1e12)}
TIMES = {"µs": 1e6, "ms": 1e3, "s": 1.0}


def lines_of(access):
    def of(row):
        found = [one for one in row["counts"]["memory"] if one["access"] == access]
        return f"{found[0]['lines_32'] / found[0]['requests']:.3g}" if found else ""
    return of


def bank_times(row):
    reads = [one for one in row["counts"]["banks"] if one["access"] == "LDS read"]
    return f"{reads[0]['cycles'] / reads[0]['cycles_without_conflicts']:.3g}" if reads else ""


def level(name):
    """Its counted bytes in the measured time."""
    def of(row):
        (found,) = [one for one in row["counts"]["card"]["levels"] if one["level"] == name]
        return number(found["bytes"] / row["time"]["median_s"] / 1e12)
    return of


def percent(share):
    return f"{100 * share:.0f} %"


def wait(row):
    stall = row["counts"]["card"]["stalls"][0]
    return f"{stall['reason']}, {percent(stall['share'])}"


VALUES = {
    "µs": lambda row: number(row["time"]["median_s"] * 1e6),
    "lines per load": lines_of("global load"),
    "lines per store": lines_of("global store"),
    "LDS read, times": bank_times,
    "L1 TB/s": level("L1"),
    "L2 TB/s": level("L2"),
    "memory TB/s": level("device memory"),
    "issue": lambda row: percent(row["counts"]["card"]["issue_share"]),
    "warps": lambda row: percent(row["counts"]["card"]["occupancy"]),
    "longest wait": wait,
}
MODELLED = ["lines per load", "lines per store", "LDS read, times"]


@lru_cache(None)
def result(name):
    return json.loads((RESULTS / name).read_text())


@lru_cache(None)
def described():
    return tomllib.loads((RESULTS / "tables.toml").read_text())


def members(row):
    """The members of a row and of its problem by name; the name of an API as people write it."""
    problem = {key: str(value).lower() if isinstance(value, bool) else value
               for key, value in row["problem"].items()}
    return {**problem, **{key: row[key] for key in ("api", "kernel", "variant", "layout", "precision", "block", "n")},
            "API": NAMES.get(row["api"], row["api"])}


def matches(row, wanted):
    has = members(row)
    return all(any(fnmatch.fnmatchcase(str(has.get(key)), str(one))
                   for one in (value if isinstance(value, list) else [value])) for key, value in wanted.items())


def speed(row, unit):
    if unit == "error":
        return row["verify"]["max_error"]
    seconds = row["time"]["median_s"]
    if unit in TIMES:
        return seconds * TIMES[unit]
    work, scale = WORK[unit]
    return row["work"][work] / seconds / scale


def number(value):
    """Three digits, or all before the point."""
    if value >= 1000:
        return f"{value:.0f}"
    return f"{value:.3g}" if value >= 100 or f"{value:.3g}".find(".") < 0 else f"{value:#.3g}".rstrip(".")


def share(row, rows, other):
    """The row's speed relative to the row that differs only in those members and their consequences."""
    same = [one for one in rows if matches(one, other)
            and all(one["problem"].get(key) == row["problem"].get(key) for key in ("shape", "element"))
            and one["api"] == row["api"] and one["precision"] == row["precision"]]
    return speed(row, "GB/s") / max(speed(one, "GB/s") for one in same)


def in_order(labels, first):
    labels = list(dict.fromkeys(labels))
    return [one for one in first if one in labels] + [one for one in labels if one not in first]


def counted_cells(spec, chosen):
    """The lines of a table of counts."""
    known = {}
    for row in result(spec["model"])["results"] if "model" in spec else []:
        if "counts" in row and matches(row, spec["where"]):
            known[spec["rows"].format(**members(row))] = row

    def cell(value, row, label):
        text = VALUES[value](row)
        if value in MODELLED and label in known and text:
            text += f" ({VALUES[value](known[label])})"
        return text

    by_label = {}
    for row in chosen:
        by_label.setdefault(spec["rows"].format(**members(row)), row)
    return [[label, *[cell(value, by_label[label], label) for value in spec["values"]]]
            for label in in_order(by_label, spec.get("order", []))]


def table(name, path):
    """That table with the line that says from where it is, for a document at that path."""
    spec = described()[name]
    made = result(spec["result"])
    timed = [row for row in made["results"] if row.get("time")]
    chosen = [row for row in timed if matches(row, spec["where"])]
    chosen.sort(key=lambda row: list(NAMES).index(row["api"]) if row["api"] in NAMES else len(NAMES))
    if not chosen:
        raise SystemExit(f"docs/results/tables.toml: no row of {spec['result']} is one of [{name}]")
    if "values" in spec:
        chosen = [row for row in chosen if "counts" in row]
        return written(spec, path, chosen, [["", *spec["values"]], ["---", *["---:"] * len(spec["values"])],
                                            *counted_cells(spec, chosen)])
    cells = {}
    for row in chosen:
        place = tuple(spec[axis].format_map(defaultdict(str, members(row))).strip() for axis in ("rows", "columns"))
        if place not in cells or row["time"]["median_s"] < cells[place]["time"]["median_s"]:
            cells[place] = row
    order = spec.get("order", [])
    rows, columns = (in_order([place[axis] for place in cells], order) for axis in (0, 1))

    def cell(row):
        if row is None:
            return ""
        text = number(speed(row, spec["unit"])) + ("" if row["status"] == "ok" else "~")
        if "share_of" in spec and not matches(row, spec["share_of"]):
            text += f" ({share(row, timed, spec['share_of']):.2f})"
        return text

    lines = [[spec["unit"], *columns], ["---", *["---:"] * len(columns)]]
    lines += [[one, *[cell(cells.get((one, column))) for column in columns]] for one in rows]
    return written(spec, path, chosen, lines)


def written(spec, path, chosen, lines):
    made = result(spec["result"])
    device = chosen[0]["device"]
    folder = "../" * (len(path.parts) - 2) + "results" if path.parts[0] == "docs" else "docs/results"
    link = spec["result"] if path.parent.name == "results" else f"{folder}/{spec['result']}"
    program = made["gputest"]
    date = spec["result"][:10] + ", " if spec["result"][0].isdigit() else ""
    return ("".join("| " + " | ".join(line) + " |\n" for line in lines) + "\n"
            f"{device['name']}, {date}gputest {program['version']} of revision "
            f"{program['git_revision']}, medians ([every sample]({link})).\n")
