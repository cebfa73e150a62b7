#!/usr/bin/env python3
"""Planted faults: wrong kernels, each a few edits away from a shipped one, which must be found wrong.

The faults of a file of the tree stand in tests/faults/<its path>.faults:

    fault   last_body_dropped          what it does; unique among those of the file
    kernel  gravity_naive              whose it is, where the file's path does not say it
    n       2                          the smallest n at which it must be caught, and at any multiple of 1024 more; a square where it
                                       is a kernel's in place, and that alone
    options --precision=fp64           beside --kernel and -n, if any
    steps   --block-steps=4            what it shows in: whole steps alone, `gputest simulate` with these options beside; OpenCL's
    missed  why                        why it is not caught there, if it is not
    beyond  sums                       the array beyond whose end it writes, if it is caught by that
    - j < n                            what stands in the file once,
    + j + 1 < n                        and what is there instead; \\n is a new line

OpenCL's kernels, and the headers that they share with the others, are replaced when the command runs:

    planted.py plant <file>:<fault> <folder>     writes one for GPUTEST_CL_DIR=<folder>

CUDA's and HIP's, the CPU's and IL's are compiled into gputest_planted, the command with kernels
that are called after the fault as well:

    planted.py outputs <folder>        the sources that it is made of beside the command's
    planted.py generate <folder>       writes them
"""

import re
import sys
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


class Fault(NamedTuple):
    name: str
    file: str  # from the root
    kernel: str  # as --kernel has it
    api: str
    n: int
    options: List[str]
    steps: Optional[str]
    missed: Optional[str]
    beyond: Optional[str]
    edits: List[Tuple[str, str]]

    def text(self) -> str:
        """The file, with the fault."""
        text = (ROOT / self.file).read_text()
        for old, new in self.edits:
            count = text.count(old)
            if count != 1:
                raise SystemExit(f"{self.file} holds {count} of {old!r}, which {self.name} replaces")
            text = text.replace(old, new)
        return text

    @property
    def timed(self) -> bool:
        """Whether it shows in times alone, which a machine that does much else can hide."""
        return any(option.startswith("--strategy") for option in self.options)

    @property
    def needs_square(self) -> bool:
        return "_in_place" in self.kernel

    @property
    def compiled(self) -> bool:
        return self.api != "opencl"

    def plant(self, folder: Path) -> None:
        """Writes it for GPUTEST_CL_DIR."""
        (folder / self.replaces).write_text(self.text())

    @property
    def replaces(self) -> str:
        """What GPUTEST_CL_DIR calls the file: gravity_naive.cl, gravity.h."""
        path = Path(self.file)
        return path.name if path.suffix == ".h" else f"{path.parent.name}_{path.name}"

    @property
    def planted_kernel(self) -> str:
        """The kernel's name in gputest_planted, which has the right one too."""
        return f"{self.kernel}_{self.name}" if self.compiled else self.kernel

    @property
    def command(self) -> List[str]:
        """What runs it, but for n and the folder of OpenCL's kernels."""
        device = {"il": ["--device=il:interpreter"], "hip": ["--device=hip:host"]}
        if self.steps is not None:
            return ["simulate", "--api=" + self.api, "--kernel=" + self.kernel, *self.options, *self.steps.split()]
        return ["--api=" + self.api, *device.get(self.api, []), "--kernel=" + self.planted_kernel,
                *self.options, *([] if self.timed else ["--strategy=single"])]


def api_of(file: str) -> str:
    if file.startswith("opencl/") or file.endswith(".h"):
        return "opencl"
    if file.startswith("il_reference/"):
        return "il"
    return "hip" if "/simt/" in file else "cpu"


def kernel_of(file: str) -> str:
    """common/gravity/simt/naive.inl, opencl/kernels/gravity/naive.cl: gravity_naive"""
    parts = Path(file).parts
    family = parts[1] if parts[0] == "common" else parts[2]
    return f"{family}_{Path(file).stem}"


def read(path: Path) -> List[Fault]:
    file = str(path.relative_to(FOLDER).with_suffix(""))
    faults = []
    for paragraph in re.split(r"\n\s*\n", path.read_text()):
        fields: Dict[str, str] = {}
        edits: List[Tuple[str, str]] = []
        for line in paragraph.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("-", "+"):
                rest = rest.replace("\\n", "\n")
            if word == "-":
                edits.append((rest, ""))
            elif word == "+":
                edits[-1] = (edits[-1][0], rest)
            elif word in ("fault", "kernel", "n", "options", "steps", "missed", "beyond"):
                fields[word] = rest.strip()
            elif word and word != "#":
                raise SystemExit(f"{path}: {line!r} is no line of a fault")
        if fields:
            faults.append(Fault(fields["fault"], file, fields.get("kernel", kernel_of(file)), api_of(file),
                                int(fields["n"]), fields.get("options", "").split(),
                                fields.get("steps"), fields.get("missed"), fields.get("beyond"), edits))
    return faults


def all_faults() -> List[Fault]:
    return [fault for path in sorted(FOLDER.rglob("*.faults")) for fault in read(path)]


# ---- gputest_planted


def narrowed(text: str, fault: Fault) -> str:
    """The kernel's declaration with the first of each list that is compiled, so that it takes less."""
    real = "double" if "--precision=fp64" in fault.options else "float"
    text = re.sub(r"EveryLayout<(\w+)>", r"Layouts<\1>", text)
    text = re.sub(r"= Layouts<([\w:]+),[^>]*>", r"= Layouts<\1>", text)
    text = text.replace("= ListLayouts", "= Layouts<Float4Bodies>")
    text = re.sub(r"precisions = (BothPrecisions|Precisions<float, double>)",
                  f"precisions = Precisions<{real}>", text)
    return re.sub(r"Blocks<(\d+),[^>]*>", r"Blocks<\1>", text)


def simt_source(fault: Fault) -> str:
    """The kernel's text in a namespace of its own, and what makes a row of the table of it."""
    family, _, variant = fault.kernel.partition("_")
    text = fault.text()
    if fault.file.endswith(".hpp"):  # which stands in the place of the line that includes it
        including = f'#include "{fault.file}"\n'
        kernel = (ROOT / f"common/{family}/simt/{variant}.inl").read_text()
        assert kernel.count(including) == 1, f"{fault.kernel} does not include {fault.file}"
        text = kernel.replace(including, text.replace("#pragma once\n", ""))
    text = narrowed(text, fault).replace(
        "namespace simt {", f"namespace simt {{\nnamespace {fault.planted_kernel} {{"
    ).replace("}  // namespace simt", f"}}\n}}  // namespace simt")
    return (
        '#include "common/simt/kernel_table.hpp"\n#include "hip/platform.hpp"\n'
        f"// After the platform's header.\n{text}\n"
        "namespace gputest::hip_host {\n"
        f"simt::CompiledKernel {fault.planted_kernel}() {{\n"
        f"  return simt::compiled<simt::{fault.planted_kernel}::{fault.kernel}_kernel<Simt>>(\n"
        f'      "{family}", "{variant}_{fault.name}");\n'
        "}\n}  // namespace gputest::hip_host\n"
    )


def is_of_vectors(fault: Fault) -> bool:
    """Whether Highway includes the file once more for each target, so that it is compiled alone."""
    return "HWY_TARGET_INCLUDE" in fault.text()


def cpu_source(fault: Fault, path: Path) -> str:
    """The kernel's text, its declaration called after the fault; what is private to it in a namespace
    of its own, where it is compiled together with others."""
    text = narrowed(fault.text(), fault)
    text = text.replace(f"{fault.kernel}_cpu", f"{fault.planted_kernel}_cpu")
    if is_of_vectors(fault):
        return text.replace(f'HWY_TARGET_INCLUDE "{fault.file}"', f'HWY_TARGET_INCLUDE "{path}"')
    own = f"of_{fault.planted_kernel}"
    for old, new in (("\nnamespace {\n", f"\nnamespace {own} {{\nnamespace {{\n"),
                     ("\n}  // namespace\n", "\n}\n}\n"),
                     ("declare<", f"declare<{own}::")):
        assert text.count(old) == 1, f"{fault.file}: {old!r}"
        text = text.replace(old, new)
    return text


def il_text(fault: Fault) -> str:
    return fault.text().replace(f"kernel: {fault.kernel}\n", f"kernel: {fault.planted_kernel}\n")


def files_like(pattern: str) -> List[str]:
    return [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(pattern))]


def simt_table(faults: List[Fault]) -> str:
    def kernel(file: str) -> str:
        return Path(file).stem if "/simulate/" in file else kernel_of(file)

    names = [kernel(file) for file in files_like("common/*/simt/*.inl")]
    names += [fault.planted_kernel for fault in faults]
    declarations = "".join(f"simt::CompiledKernel {name}();\n" for name in names)
    rows = "".join(f'      {{"{name}", {name}()}},\n' for name in names)
    return (
        '#include "common/simt/kernel_table.hpp"\n\nnamespace gputest::hip_host {\n\n'
        f"{declarations}const simt::KernelTable& kernels();\nconst simt::KernelTable& kernels() {{\n"
        f"  static const simt::KernelTable all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest::hip_host\n"
    )


def cpu_table(faults: List[Fault]) -> str:
    kernels = []
    for file in files_like("common/*/cpu/*.cpp"):
        family, stem = Path(file).parts[1], Path(file).stem
        if family != "cpu":
            kernels.append((family, stem, stem if family == "simulate" else f"{family}_{stem}"))
    for fault in faults:
        family, _, variant = fault.kernel.partition("_")
        kernels.append((family, f"{variant}_{fault.name}", fault.planted_kernel))
    declarations = "".join(f"extern const Declaration {name}_cpu;\n" for _, _, name in kernels)
    rows = "".join(f'      {{"{family}", "{variant}", &{name}_cpu}},\n' for family, variant, name in kernels)
    return (
        '#include "common/cpu/declaration.hpp"\n\nnamespace gputest::cpu {\n\n'
        f"{declarations}const std::vector<CompiledKernel>& compiled_kernels() {{\n"
        f"  static const std::vector<CompiledKernel> all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest::cpu\n"
    )


def il_table(faults: List[Fault]) -> str:
    files = [(file, (ROOT / file).read_text()) for file in files_like("il_reference/kernels/*/*.il")]
    for fault in faults:
        path = Path(fault.file)
        files.append((str(path.with_name(f"{path.stem}_{fault.name}.il")), il_text(fault)))
    rows = "".join(f'      {{"{path}", R"il({text})il"}},\n' for path, text in files)
    return (
        '#include "common/core/embedded.hpp"\n\nnamespace gputest {\n\n'
        "const std::vector<EmbeddedFile>& embedded_il_kernels();\n"
        "const std::vector<EmbeddedFile>& embedded_il_kernels() {\n"
        f"  static const std::vector<EmbeddedFile> all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest\n"
    )


def sources(folder: Path) -> Dict[Path, str]:
    """By path, what gputest_planted is made of. A table stands in the place of the command's own."""
    faults = all_faults()
    result = {}
    of = {api: [fault for fault in faults if fault.api == api] for api in ("hip", "cpu", "il")}
    for fault in of["hip"]:
        result[folder / f"hip_{fault.planted_kernel}.cpp"] = simt_source(fault)
    for fault in of["cpu"]:
        kind = "vectors" if is_of_vectors(fault) else "cpu"
        path = folder / f"{kind}_{fault.planted_kernel}.cpp"
        result[path] = cpu_source(fault, path)
    result[folder / "hip_table.cpp"] = simt_table(of["hip"])
    result[folder / "cpu_table.cpp"] = cpu_table(of["cpu"])
    result[folder / "il_table.cpp"] = il_table(of["il"])
    return result


def main(arguments: List[str]) -> int:
    if len(arguments) == 3 and arguments[0] == "plant":
        for fault in all_faults():
            if f"{fault.file}:{fault.name}" == arguments[1]:
                fault.plant(Path(arguments[2]))
                return 0
    if len(arguments) != 2 or arguments[0] not in ("outputs", "generate"):
        print(__doc__, file=sys.stderr)
        return 2
    files = sources(Path(arguments[1]))
    if arguments[0] == "outputs":
        print(";".join(map(str, files)), end="")
        return 0
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
