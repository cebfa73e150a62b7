"""Kernels judged against a function, by `gputest judge`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from gputest.errors import GputestError
from gputest.result import Result
from gputest.running import Value, run

_TYPES = {"int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int",
          "uint32": "uint", "int64": "long", "uint64": "ulong", "float16": "half", "float32": "float",
          "float64": "double"}
_EXTENSIONS = {"cuda": "cu", "hip": "hip", "opencl": "cl", "c++": "cpp"}


@dataclass(frozen=True)
class Out:
    """An array that the kernel writes, of the shape and type of `like`."""

    like: numpy.ndarray[Any, Any]


@dataclass(frozen=True)
class InOut:
    """An array that the kernel changes. Before each launch it holds `array`."""

    array: numpy.ndarray[Any, Any]


Argument = numpy.ndarray[Any, Any] | Out | InOut | numpy.generic | int | float


def _type_of(name: str, dtype: numpy.dtype[Any]) -> str:
    try:
        return _TYPES[dtype.name]
    except KeyError:
        raise GputestError(f"the argument {name} has the type {dtype.name}, which no kernel takes") from None


def _parameter(folder: Path, name: str, argument: Argument) -> str:
    """A parameter of the task; writes the file of an array's contents."""
    if isinstance(argument, (bool, str)) or not name.isidentifier():
        raise GputestError(f"the argument {name!r} is neither a number nor an array with a name")
    if not isinstance(argument, (numpy.ndarray, Out, InOut)):
        number = argument if isinstance(argument, numpy.generic) else (
            numpy.int32(argument) if isinstance(argument, int) else numpy.float32(argument))
        return f"{_type_of(name, number.dtype)} {name} = {number.item()!r}"
    array = argument.like if isinstance(argument, Out) else (
        argument.array if isinstance(argument, InOut) else argument)
    components = array.shape[-1] if array.ndim > 1 and array.shape[-1] in (2, 3, 4) else 1
    role = {Out: "out", InOut: "inout"}.get(type(argument), "in")
    vector = str(components) if components > 1 else ""
    text = f"{role} {_type_of(name, array.dtype)}{vector} {name}[{array.size // components}]"
    if role == "out":
        return text
    numpy.save(folder / f"{name}.npy", numpy.ascontiguousarray(array).reshape(-1))
    return f"{text} = file({name}.npy)"


def _answers(arguments: Mapping[str, Argument], reference: Callable[..., Any]) -> list[Any]:
    """The reference's answers, one for each array that the kernel writes."""
    given = [argument.array.copy() if isinstance(argument, InOut) else argument
             for argument in arguments.values() if not isinstance(argument, Out)]
    answers = reference(*given)
    made: list[Any] = list(answers) if isinstance(answers, (tuple, list)) else [answers]
    written = [name for name, argument in arguments.items() if isinstance(argument, (Out, InOut))]
    if len(made) != len(written):
        raise GputestError(f"the reference returns {len(made)} arrays for {len(written)} outputs: "
                           + ", ".join(written))
    return made


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _comparison(compare: str | Mapping[str, str] | None, name: str, array: numpy.ndarray[Any, Any]) -> str:
    if isinstance(compare, Mapping):
        compare = compare.get(name)
    return compare or ("2 ulps" if array.dtype.kind == "f" else "exact")


def judge(
    kernel: str | Mapping[str, str],
    arguments: Mapping[str, Argument],
    reference: Callable[..., Any],
    *,
    threads: int | Sequence[int],
    block: int | Sequence[int] = 256,
    language: str = "cuda",
    compare: str | Mapping[str, str] | None = None,
    bytes: int | None = None,
    flops: int | None = None,
    shared: int | None = None,
    program: str | os.PathLike[str] | None = None,
    check: bool = True,
    **options: Value | list[Value],
) -> Result:
    """Verifies and times a kernel for these arguments.

    :param kernel: its text, or several texts by name.
    :param arguments: its arguments by name, in its own order. A NumPy array is read; Out and InOut are written.
        An int is passed as int, a float as float; NumPy's scalars have their own types.
    :param reference: a function of all arguments except Out. It returns the arrays of Out and InOut in their
        order.
    :param threads: at least so many threads, in one or two dimensions.
    :param compare: "exact", "2 ulps", "1e-6 of 5.0", for all outputs or by name. By default 2 ulps for
        floating-point numbers, otherwise exact.
    :param bytes: the fewest bytes that any kernel must move; `flops`: the fewest operations.
    :param check: whether a wrong answer or another error raises.
    :param options: those of `gputest judge`: `device="opencl:0"`, `max_time=1`.
    :raises GputestError: as run() does; and for arguments that no task has.
    """
    if language not in _EXTENSIONS:
        raise GputestError(f"there is no language {language!r}; there are " + ", ".join(_EXTENSIONS))
    kernels = {"kernel": kernel} if isinstance(kernel, str) else dict(kernel)
    with tempfile.TemporaryDirectory(prefix="gputest-") as name:
        folder = Path(name)
        parameters = [_parameter(folder, one, argument) for one, argument in arguments.items()]
        written = {one: argument.like if isinstance(argument, Out) else argument.array
                   for one, argument in arguments.items() if isinstance(argument, (Out, InOut))}
        for (one, array), answer in zip(written.items(), _answers(arguments, reference)):
            wide = numpy.float64 if array.dtype.kind == "f" else numpy.int64
            numpy.save(folder / f"{one}_answer.npy", numpy.asarray(answer).astype(wide).reshape(-1))
        edges = [threads] if isinstance(threads, int) else list(threads)
        blocks = block if isinstance(block, int) else list(block)
        lines = [
            'summary = "judged from Python"',
            f"parameters = [{', '.join(map(_quoted, parameters))}]",
            f"launch = {{ threads = [{', '.join(_quoted(str(edge)) for edge in edges)}], block = [{blocks}]"
            + (f", shared = {_quoted(str(shared))} }}" if shared else " }"),
            f"sizes = {{ time = [{{ n = {int(numpy.prod(edges))} }}] }}",
            "reference = { " + ", ".join(f"{one} = {_quoted(one + '_answer.npy')}" for one in written) + " }",
            "compare = { " + ", ".join(f"{one} = {_quoted(_comparison(compare, one, array))}"
                                       for one, array in written.items()) + " }",
            *[f"{key} = {_quoted(str(value))}" for key, value in (("bytes", bytes), ("flops", flops)) if value],
        ]
        task = folder / "python.toml"
        task.write_text("\n".join(lines) + "\n")
        files = [folder / f"{one}.{_EXTENSIONS[language]}" for one in kernels]
        for path, text in zip(files, kernels.values()):
            path.write_text(text)
        return run("judge", str(task), *map(str, files), program=program, check=check, **options)
