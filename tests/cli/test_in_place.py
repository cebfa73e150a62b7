"""Kernels that reorder an array in its own memory: one launch is right, a second restores the array."""

from pathlib import Path

import pytest

from command import RIGHT, SAMPLED, gputest, rows_of

KERNELS = "--kernel=reorder_in_place,reorder_in_place_tiled"
FAILED = 1


@pytest.mark.parametrize("api", [
    "cpu", pytest.param("opencl", marks=pytest.mark.opencl), pytest.param("hip", marks=pytest.mark.hip)])
@pytest.mark.parametrize("shape", ["4,36,36,4", "71,71", "35,35,5"])
def test_dimensions_of_equal_extent_are_swapped(api: str, shape: str):
    permutation = {"4,36,36,4": "reverse", "35,35,5": "1,0,2"}.get(shape, "neighbours")
    device = ["--device=hip:host"] if api == "hip" else []
    rows = rows_of(f"--api={api}", *device, KERNELS, f"--shape={shape}",
                   f"--permutation={permutation}", "--element=1,16", measure=SAMPLED)
    assert len(rows) == 4 and {row["status"] for row in rows} <= RIGHT


def test_a_permutation_that_needs_cycles_is_skipped_in_a_sentence():
    done = gputest("--api=cpu", KERNELS, "--shape=37,41", "--strategy=single")
    assert ("in place, only dimensions of equal extent can be swapped in pairs; this permutation of "
            "37 x 41 elements would need cycles") in done.stdout


@pytest.mark.opencl
@pytest.mark.parametrize("old, new, said", [
    # Out of place: right after one launch, but a second launch gives the same array.
    ("const element_t held = array[i];\n  array[i] = array[place];\n  array[place] = held;",
     "array[place] = unread[i];\n  array[i] = unread[place];",
     "a second launch does not restore reordered to source"),
    ("array[place] = held;", "array[i] = held;", "is not element"),
])
def test_one_launch_is_right_and_a_second_undoes_it(old: str, new: str, said: str, tmp_path: Path):
    text = gputest("source", "opencl:reorder_in_place").stdout.replace("_in_place", "_mine")
    assert old in text
    mine = tmp_path / "mine.cl"
    mine.write_text(text.replace(old, new))
    done = gputest("--api=opencl", f"--my-kernel={mine}", "-n", 4225, "--strategy=single",
                   status=FAILED)
    assert said in done.stdout, done.stdout
