"""The rules of the source tree that ARCHITECTURE.md states."""

import collections
import functools
import graphlib
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
CODE = {".cpp", ".hpp", ".h", ".cl", ".inl", ".cu"}
GENERATED = {"config.hpp", "hip_config.hpp", "revision.hpp", "pair_forces.hpp",
             "buffer_layouts.hpp", "simt_gravity.hpp", "simt_neighbour.hpp"}

# The rooms (groups of folders) that each room may include, in addition to itself. A family is any folder
# of common/ with a family.cpp. "family" is the family of the including file, "families" is all of them.
FRAME = ["core", "device", "measure", "run"]
PARTICLES = ["particles", "layout", "cells", "portable"]
ARROWS = {
    "portable": [],
    "core": [],
    "texts": ["core", "codeobject"],
    "device": ["core", "texts"],
    "measure": ["core", "device"],
    "run": ["core", "device", "measure"],
    "codeobject": ["core"],
    "arrays": ["core", "portable"],
    "particles": ["core"],
    "layout": ["core", "device", "particles", "portable"],
    "cells": ["core", "device", "run", "particles", "layout", "portable"],
    "owncode": ["core", "codeobject", "texts", "device", "run", "layout"],
    "simt": [*FRAME, "texts", "layout", "cells", "portable", "owncode"],
    "cpu": [*FRAME, "layout", "portable", "owncode"],
    "opencl": ["core", "device"],
    "octree": [*FRAME, *PARTICLES],
    "octree/simt": ["octree", "simt", "core", "device", *PARTICLES],
    "family": [*FRAME, *PARTICLES, "arrays", "octree"],
    "family/simt": ["family", "simt", "core", "device", *PARTICLES, "arrays", "octree",
                    "octree/simt"],
    "family/cpu": ["family", "cpu", "core", "device", *PARTICLES, "arrays", "octree"],
    "simulate": [*FRAME, *PARTICLES, "octree"],
    "simulate/simt": ["simulate", "simt", "core", "device", *PARTICLES, "octree"],
    "simulate/cpu": ["simulate", "cpu", "core", "device", *PARTICLES, "octree"],
    "task": [*FRAME, "owncode"],
    "many": [*FRAME, *PARTICLES, "octree", "gravity"],
    "families.hpp": ["run"],
    "app templates": ["families"],
    "cuda": [*FRAME, "texts", "simt", "owncode"],
    "hip": [*FRAME, "codeobject", "texts", "simt", "cpu", "owncode", "hip isa"],
    "hip isa": ["core", "codeobject"],
    "opencl api": [*FRAME, "opencl", *PARTICLES, "arrays", "octree", "families"],
    "opencl kernels": ["portable", "arrays", "layout", "cells", "octree", "families", "simulate"],
    "il language": ["core"],
    "il semantics": [],
    "il interpreter": ["core", "il language", "il semantics"],
    "il cal": ["core", "il language", "il interpreter"],
    "il binary": ["core", "il language"],
    "il r600": ["core"],
    "il include": ["core", "il language", "il interpreter", "il binary", "il opencl"],
    "il opencl": ["core", "opencl", "il language", "il semantics", "il interpreter"],
    "il api": [*FRAME, "opencl", "il language", "il interpreter", "il cal", "il opencl", "il r600"],
    "libraries support": [*FRAME, "families.hpp", "cpu", "cuda", "hip", "opencl api"],
    "libraries g5": [*FRAME, "central", "gravity", "libraries support"],
    "libraries mr3": [*FRAME, "central", "cells", "ewald", "libraries support"],
    "libraries g6": [*FRAME, "hermite", "simulate", "libraries support"],
}
API_ROOMS = ["cuda", "hip", "opencl api", "il api"]
BELOW_APP = [
    *[*FRAME, *PARTICLES, "codeobject", "texts", "families.hpp", "simulate", "many", "cpu", "owncode", "task"],
    *[*API_ROOMS, "il language", "il semantics", "il interpreter", "il cal", "il opencl"],
    "il binary", "il r600", "hip isa",
]
# The command's rooms, each with the other rooms of the command that it may use.
APP = {
    "command": [],
    "results": ["command"],
    "report": ["command", "results"],
    "table": ["command", "results", "report"],
    "il": ["command"],
    "isa": ["command", "il", "table"],
    "run": ["command", "results", "table", "il"],
    "sweep": ["command", "results", "run"],
    "describe": ["command", "il", "sweep"],
    "texts": ["command", "run", "describe"],
    "simulate": ["command", "run"],
    "scale": ["command", "results", "run"],
    "verify": ["command", "results", "report", "run"],
    "course": ["command", "run", "texts", "describe"],
    "judge": ["command", "run"],
    "manual": ["command", "results", "report", "table", "sweep", "course"],
    "explain": ["command", "results", "report", "describe", "manual"],
    "command_line": ["command", "manual"],
    "main": ["command_line"],
}
ARROWS["app registry"] = BELOW_APP
ARROWS |= {f"app {room}": [*BELOW_APP, "app registry", *(f"app {other}" for other in others)]
           for room, others in APP.items()}

FAMILIES = sorted({path.parent.name for path in (ROOT / "common").glob("*/family.cpp")} - {"run"})


def room_of(path):
    """The room that a path from the root is in; a family's is its own name."""
    parts = path.split("/")
    if "tests" in parts:
        return "tests"
    if parts[0] == "common":
        if len(parts) == 2:
            return parts[1]
        room, folder = parts[1], parts[2] if len(parts) > 3 else ""
        return f"{room}/{folder}" if folder in ("simt", "cpu") else room
    if parts[0] == "opencl":
        return "opencl kernels" if parts[1] == "kernels" else "opencl api"
    if parts[0] == "il_reference":
        return "il " + parts[1]
    if parts[0] == "libraries":
        return "libraries " + parts[1]
    if parts[:3] == ["app", "texts", "templates"]:
        return "app templates"
    if parts[0] == "app":
        return "app " + parts[1].partition(".")[0]
    if parts[:2] == ["hip", "isa"]:
        return "hip isa"
    return parts[0]


def may_include(source, target):
    if source == target or source == "tests":
        return True
    family, _, folder = source.partition("/")
    row = source
    if family in FAMILIES:
        row = "family/" + folder if folder else "family"
    permitted = set()
    for room in ARROWS.get(row, []):
        permitted |= set(FAMILIES) if room == "families" else {family if room == "family" else room}
    return target in permitted


def sources():
    for folder in ["app", "common", "cuda", "hip", "opencl", "il_reference", "libraries",
                   "tests"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE:
                yield path


@functools.cache
def includes():
    """(including file, included path), both from the root, for every include in quotes. In OpenCL C,
    {axis=default} is replaced by a value of the axis."""
    found = []
    for path in sources():
        for included in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.MULTILINE):
            included = re.sub(r"\{\w+=(\w+)\}", r"\1", included)
            if included not in GENERATED:
                found.append((path.relative_to(ROOT).as_posix(), included))
    return found


def test_includes_are_written_from_the_root():
    assert [pair for pair in includes() if not (ROOT / pair[1]).exists()] == []


def test_every_unit_test_is_compiled():
    lists = "".join(path.read_text() for path in (ROOT / "tests").rglob("CMakeLists.txt"))
    named = [path.name for path in (ROOT / "tests/unit").glob("*_test.cpp") if f"unit/{path.name}" in lists]
    globbed = [path.name for path in (ROOT / "tests/unit").glob("hip_host_*_test.cpp")]
    assert {path.name for path in (ROOT / "tests/unit").glob("*_test.cpp")} == {*named, *globbed}


def test_every_room_has_its_row():
    rooms = {room_of(path.relative_to(ROOT).as_posix()) for path in sources()} - {"tests"}
    families = set(FAMILIES) | {f"{f}/{folder}" for f in FAMILIES for folder in ("simt", "cpu")}
    assert rooms - families - set(ARROWS) == set()


def test_includes_follow_the_table():
    wrong = [pair for pair in includes() if not may_include(room_of(pair[0]), room_of(pair[1]))]
    assert wrong == []


def test_the_table_has_no_cycle():
    graph = {room: set(ARROWS[room]) - {"families"} for room in ARROWS}
    for room in ARROWS:
        if "families" in ARROWS[room]:
            graph[room].add("family")
    list(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError


def test_includes_have_no_cycle():
    graph = collections.defaultdict(set)
    for source, target in includes():
        graph[source].add(target)
    list(graphlib.TopologicalSorter(graph).static_order())


def test_the_rule_on_includes_can_fail():
    assert not may_include("core", "run")
    assert not may_include("run", "gravity")
    assert not may_include("gravity", "lj")
    assert not may_include("gravity", "gravity/simt")
    assert not may_include("lj/simt", "gravity")
    assert not may_include("cuda", "opencl api")
    assert not may_include("simt", "cuda")
    assert may_include("gravity/simt", "gravity")


def closure(start):
    """Every file that `start` includes, directly or not."""
    direct = collections.defaultdict(set)
    for source, target in includes():
        direct[source].add(target)
    found, pending = set(), [start]
    while pending:
        for target in direct[pending.pop()] - found:
            found.add(target)
            pending.append(target)
    return found


def test_oracles_share_no_code_with_kernels():
    """An oracle that shares the code under test cannot see its sign error."""
    oracles = [
        path.relative_to(ROOT).as_posix()
        for family in FAMILIES
        for pattern in ("oracle.cpp", "pair/*.cpp")
        for path in (ROOT / "common" / family).glob(pattern)
    ]
    assert oracles
    for oracle in oracles:
        shared = [
            path
            for path in closure(oracle)
            if re.match(r"common/(portable|simt|cpu|layout)/|common/\w+/(simt|cpu)/", path)
            or path.endswith(".h")
        ]
        assert shared == [], oracle


def test_every_header_is_guarded():
    for path in sources():
        if path.suffix == ".hpp":
            assert "#pragma once" in path.read_text(), path


def test_json_that_gets_members_is_initialised_as_an_object():
    """A null json of nlohmann becomes an object with its first member. If memory for this is exhausted, its
    destructor crashes (3.11, operator[])."""
    null = re.compile(r"^ +(Json|nlohmann::(ordered_)?json) (\w*[a-z0-9]);", re.MULTILINE)
    for path in sources():
        text = path.read_text()
        for found in null.finditer(text):
            assert f"{found[3]}[\"" not in text, f"{path}: {found[0]}"


def test_no_kernel_calls_functions_that_an_opencl_does_not_inline():
    """PoCL 6 calls functions for these, and a loop with a call is not vectorised. The room portable has an
    inline form of each for every API."""
    permitted = {"opencl/kernels/native.h",  # for NVIDIA
                 "common/simulate/step_move.h",  # once per particle, in fp64
                 "common/simulate/step_predict.h",  # the same
                 "common/owncode/gputest.h"}  # only for C++
    callers = set()
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        of_kernels = path.suffix == ".h" and name.startswith("common/")
        if room_of(name) == "opencl kernels" or of_kernels and room_of(name) != "portable":
            text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.DOTALL)
            if re.search(r"\b(fma|rsqrt|rint)\(", text):
                callers.add(name)
    assert callers == permitted


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("clang-format-14") is None, reason="other versions format differently")
def test_code_is_formatted():
    files = [str(path) for path in sources()]
    done = subprocess.run(
        ["clang-format-14", "--dry-run", "-Werror", *files], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[:4000]


def documents():
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hip").rglob("*.md")]


def test_links_between_documents_lead_somewhere():
    broken = []
    for document in documents():
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
            if "://" not in link and not (document.parent / link).exists():
                broken.append((document.name, link))
    assert broken == []


def test_paths_that_documents_name_exist():
    """A path like `common/…` in a document must be a file or folder. <…>, * and … are placeholders, and
    CONTRIBUTING's new variant does not exist."""
    missing = []
    for document in documents():
        for path in re.findall(
            r"`((?:app|cmake|common|cuda|docs|examples|hip|il_reference|libraries|opencl|scripts|suites|tests)/[\w./]+)`",
            document.read_text(),
        ):
            if not (ROOT / path).exists() and "/pairwise." not in path:
                missing.append((document.name, path))
    assert missing == []
