"""NVRTC and hiprtc take every file of a kernel as it stands, with nothing of the host's."""

import os
from pathlib import Path

import pytest

from texts import HIPRTC, NVRTC, headers, kernel_files

TEXTS = headers(Path(os.environ["GPUTEST_BINARY"]).resolve().parent / "generated")
COMPILERS = {"nvrtc": NVRTC, "hiprtc": HIPRTC}
TRAITS = {"nvrtc": "gputest::simt::NvidiaSimt", "hiprtc": "gputest::hip_amd::AmdSimt<64>"}


@pytest.fixture(params=COMPILERS)
def compiler(request):
    found = COMPILERS[request.param]
    if found.library is None:
        pytest.skip(f"there is no {request.param}")
    return found


@pytest.mark.parametrize("file", kernel_files())
def test_compiler_takes_the_file(compiler, file):
    assert compiler.messages(file, TEXTS) == ""


@pytest.mark.parametrize("real", ["float", "double"])
def test_compiler_makes_an_instance(compiler, real):
    bodies = f"gputest::SoaBodies<{real}>"
    kernel = f"gravity_tiled<{TRAITS[compiler.prefix]}, {bodies}, 128, true, false>"
    parameters = f"{bodies}, gputest::Vector4<{real}>*, std::uint32_t, {real}"
    file = "common/gravity/simt/tiled.inl"
    assert compiler.messages(file, TEXTS, [(kernel, parameters)]) == ""


def test_messages_name_the_file_and_line(compiler):
    texts = TEXTS | {"wrong.inl": "\nint wrong = not_there;\n"}
    assert "wrong.inl" in compiler.messages("wrong.inl", texts)
