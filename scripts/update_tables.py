#!/usr/bin/env python3
"""Writes tables in the documents: kernels and layouts from the program's lists; exit statuses, environment
variables and files from its help; planted faults from tests/faults.

scripts/update_tables.py build/gputest            # writes
scripts/update_tables.py --check build/gputest    # exits with status 1 and lists outdated documents

A table is between <!-- kernels: <family> -->, <!-- layouts -->, <!-- help: <title> -->, <!-- faults -->
or <!-- speeds: <name> --> (scripts/speeds.py makes these from docs/results) and <!-- end -->.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "faults"), str(ROOT / "scripts")]
import planted  # noqa: E402
import speeds  # noqa: E402

MARKED = re.compile(r"(<!-- (kernels: (\w+)|layouts|faults|help: ([\w ]+)|speeds: ([\w-]+)) -->\n)(.*?)(<!-- end -->)",
                    re.DOTALL)
HELP_COLUMNS = {"Exit status": ["status", "meaning"], "Environment": ["variable", "meaning [default]"],
                "Files": ["file", "meaning"]}
COLUMNS = {"cpu": ["cpu"], "opencl": ["opencl"], "cuda, hip": ["cuda", "hip"]}


def listed(program, things):
    done = subprocess.run(
        [program, "list", things, "--format=json"], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def markdown(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def kernels_of(family, kernels):
    """A row for each variant, sorted by name."""
    variants = {}
    for kernel in kernels:
        if kernel["kernel"].startswith(family + "_") and kernel["api"] != "il":
            variants.setdefault(kernel["kernel"], []).append(kernel)
    has_axes = any(kernel["axes"] for same in variants.values() for kernel in same)
    rows = []
    for name in sorted(variants):
        axes = {}
        for kernel in variants[name]:
            for axis, values in kernel["axes"].items():
                axes.setdefault(axis, []).extend(v for v in values if v not in axes[axis])
        cells = [f"`{name}`", next((k["summary"] for k in variants[name] if k["summary"]), "")]
        if has_axes:
            cells.append("; ".join(f"{axis} {', '.join(values)}" for axis, values in axes.items()))
        apis = {kernel["api"] for kernel in variants[name]}
        cells += ["✓" if apis & set(column) else "" for column in COLUMNS.values()]
        rows.append(cells)
    return markdown(["kernel", "description", *["axes"] * has_axes, *COLUMNS], rows)


def planted_faults():
    """A row for each fault; a missed fault has the reason."""
    rows = [
        [f.api, f"`{f.kernel.replace(',', '`, `')}`", f.name.replace("_", " "), f"{f.n}",
         " ".join(f"`{option}`" for option in f.options + (f.steps or "").split() if "time" not in option and "samples" not in option),
         f"no: {f.missed}" if f.missed else "✓"]
        for f in planted.all_faults()
    ]
    missed = sum(row[-1] != "✓" for row in rows)
    return f"{len(rows)} faults, of which {missed} are missed.\n\n" + markdown(
        ["API", "kernel", "fault", "*n*", "options", "found"], rows
    )


def section_of_help(title, program):
    """A row for each line of that section: the name and the text."""
    done = subprocess.run([program, "help", "options"], capture_output=True, text=True, check=True)
    section = re.search(rf"^{title}:\n(.*?)(\n\n|\Z)", done.stdout, re.MULTILINE | re.DOTALL)[1]
    entries = re.split(r"^  (?=\S)", section, flags=re.MULTILINE)[1:]
    rows = []
    for entry in entries:
        name, text = re.split(r"\s+", entry.strip(), maxsplit=1)
        rows.append([name if name.isdigit() else f"`{name}`", " ".join(text.split())])
    return markdown(HELP_COLUMNS[title], rows)


def missing_apis(program):
    """Columns of APIs that this build does not have."""
    there = {kernel["api"] for kernel in listed(program, "kernels")}
    return [title for title, apis in COLUMNS.items() if not there & set(apis)]


def updated(text, program, path=pathlib.Path("docs/any.md")):
    """The text of a document at that path, from the root, with its tables made again."""
    def table(match):
        if match[3]:
            made = kernels_of(match[3], listed(program, "kernels"))
        elif match[2] == "faults":
            made = planted_faults()
        elif match[4]:
            made = section_of_help(match[4], program)
        elif match[5]:
            made = speeds.table(match[5], path)
        else:
            rows = [[f"`{l['layout']}`", l["summary"]] for l in listed(program, "layouts")]
            made = markdown(["layout", "description"], rows)
        return match[1] + made + match[7]

    return MARKED.sub(table, text)


def documents():
    return [path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
            if MARKED.search(path.read_text())]


def outdated(program):
    """The documents with outdated tables, with their new texts."""
    made = {path: updated(path.read_text(), program, path.relative_to(ROOT)) for path in documents()}
    return {path: text for path, text in made.items() if text != path.read_text()}


def main(arguments):
    check = "--check" in arguments
    stale = outdated(str(pathlib.Path(arguments[-1]).resolve()))
    for path, text in stale.items():
        print(path.relative_to(ROOT), "is out of date" if check else "updated")
        if not check:
            path.write_text(text)
    return 1 if stale and check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
