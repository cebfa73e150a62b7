"""The files that `cmake --install` and `cpack` install."""

import gzip
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from command import BINARY, ROOT, gputest

BUILD = Path(BINARY).resolve().parent
pytestmark = pytest.mark.skipif(not (BUILD / "cmake_install.cmake").is_file(), reason="no build folder")


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    prefix = tmp_path_factory.mktemp("installed") / "prefix"
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], stdout=subprocess.DEVNULL,
                   check=True)
    return prefix


def test_the_installed_program_runs(tree):
    assert gputest("--version", binary=str(tree / "bin/gputest")).stdout == gputest("-V").stdout
    assert [path.name for path in (tree / "bin").iterdir()] == ["gputest"]


def test_manual_pages_completions_and_the_schema_are_installed(tree):
    for path, words in {
        "share/man/man1/gputest.1": ["help", "--format=man"],
        "share/man/man1/gputest-il-run.1": ["help", "--format=man", "il", "run"],
        "share/bash-completion/completions/gputest": ["completion", "bash"],
        "share/zsh/site-functions/_gputest": ["completion", "zsh"],
        "share/fish/vendor_completions.d/gputest.fish": ["completion", "fish"],
        "share/gputest/result.schema.json": ["schema"],
    }.items():
        assert (tree / path).read_text() == gputest(*words).stdout, path


def test_kernels_suites_tasks_and_notices_are_installed(tree):
    share = tree / "share/gputest"
    for folder, own in (("kernels/opencl", "opencl/kernels"), ("kernels/il", "il_reference/kernels"),
                        ("suites", "suites"), ("tasks", "examples/tasks")):
        names = [path.relative_to(ROOT / own) for path in (ROOT / own).rglob("*") if path.is_file()]
        assert names
        for name in names:
            assert (share / folder / name).read_text() == (ROOT / own / name).read_text()
    notices = (tree / "share/doc/gputest/copyright").read_text()
    assert notices.startswith("gputest\n")
    if Path("/usr/share/doc/libcli11-dev/copyright").exists():
        assert "Henry Schreiner" in notices


def test_installed_kernels_can_replace_the_built_in_ones(tree):
    kernels = tree / "share/gputest/kernels/opencl"
    shown = gputest("--dry-run", "--api=opencl", env={"GPUTEST_CL_DIR": str(kernels)}, status=None)
    assert shown.status in (0, 3)  # 3: there is no OpenCL


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh")
def test_zsh_takes_its_completion_from_the_folder(tree, tmp_path):
    folder = tree / "share/zsh/site-functions"
    done = subprocess.run(
        ["zsh", "-f", "-c", f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; "
         "print $_comps[gputest]"],
        capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.stdout, done.stderr) == ("_gputest\n", "")


def links_of(document: Path):
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text()):
        if "://" not in link:
            yield link


def test_links_of_installed_documents_lead_somewhere(tree):
    folder = tree / "share/doc/gputest"
    documents = list(folder.rglob("*.md"))
    assert {"README.md", "docs/usage.md", "docs/notes/simulate.md"} <= {
        path.relative_to(folder).as_posix() for path in documents
    }
    dangling = [(path.name, link) for path in documents for link in links_of(path)
                if not (path.parent / link).exists()]
    assert dangling == []


@pytest.mark.thorough
def test_every_document_that_others_link_to_is_installed(tree):
    folder = tree / "share/doc/gputest"
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        assert (folder / document.relative_to(ROOT)).is_file()


@pytest.mark.thorough
def test_destdir_is_respected(tree, tmp_path):
    subprocess.run(["cmake", "--install", BUILD, "--prefix", "/usr"], stdout=subprocess.DEVNULL,
                   env={**os.environ, "DESTDIR": str(tmp_path)}, check=True)
    staged = {path.relative_to(tmp_path / "usr") for path in tmp_path.rglob("*") if path.is_file()}
    assert staged == {path.relative_to(tree) for path in tree.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def package(tmp_path_factory) -> Path:
    """A Debian package of this build."""
    if shutil.which("dpkg-shlibdeps") is None or shutil.which("cpack") is None:
        pytest.skip("no dpkg-dev")
    folder = tmp_path_factory.mktemp("cpack")
    subprocess.run(["cpack", "-G", "DEB", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=zstd"],
                   cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("gputest_*.deb"))


def field(package: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], capture_output=True, text=True,
                          check=True).stdout.strip()


@pytest.mark.thorough
def test_a_debian_package_depends_on_linked_and_recommends_loaded_libraries(package):
    assert re.search(r"\blibc6 \(>= ", field(package, "Depends"))
    assert "ocl-icd-libopencl1 | libopencl1" in field(package, "Depends")
    assert "pocl-opencl-icd" in field(package, "Recommends")
    for library in ("libcuda1", "libnvidia-ml1"):
        assert library in field(package, "Suggests")
    assert field(package, "Version") == json.loads(
        gputest("--dry-run", "--format=json", "--api=cpu").stdout)["gputest"]["version"] + "-1"


@pytest.mark.thorough
def test_a_debian_package_has_the_files_of_the_tree(package, tree):
    listing = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True,
                             check=True).stdout.splitlines()
    files = {}
    for line in listing:
        rights, owner, _, _, _, path = line.split(None, 5)
        path = path.split(" -> ")[0]  # for the links to shared libraries
        assert owner == "root/root", line
        assert rights in ("drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx"), line
        programs = ("./usr/bin/gputest", "./usr/lib/gputest/gputest-hiprtc")
        assert (rights == "-rwxr-xr-x") == (path in programs)
        if rights[0] in "-l":
            files[path.removeprefix("./usr/").removesuffix(".gz")] = path
    doc = "share/doc/gputest/"
    expected = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    expected -= {doc + "CHANGELOG.md"}
    expected |= {doc + "changelog", doc + "changelog.Debian"}
    # A build for a package uses another folder for zsh.
    assert {path.replace("vendor-completions", "site-functions") for path in files} == expected
    for name, path in files.items():
        assert path.endswith(".gz") == (name.startswith("share/man/") or "changelog" in name)


@pytest.mark.thorough
def test_links_of_documents_in_a_debian_package_lead_somewhere(package, tmp_path):
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    documents = list((tmp_path / "usr/share/doc/gputest").rglob("*.md"))
    assert documents
    assert [(path.name, link) for path in documents for link in links_of(path)
            if not (path.parent / link).exists()] == []
    changelog = tmp_path / "usr/share/doc/gputest/changelog.Debian.gz"
    with gzip.open(changelog, "rt") as file:
        assert file.read().startswith("gputest (")
