"""gravity_texture2d, the port of the CAL IL kernel: rows wrap at any width, also beyond 8192 bodies."""

import pytest

from command import BARELY, RIGHT, rows_of

pytestmark = [pytest.mark.opencl]
TEXTURE = ["--api=opencl", "--kernel=gravity_texture2d"]


@pytest.mark.thorough
def test_it_is_right_above_the_1d_limit_of_8192():
    (row,) = rows_of(*TEXTURE, "-n", 8193, "--image-width=64", measure=BARELY)
    assert row["status"] in RIGHT, row["reason"]
    assert row["layout"] == "image2d"
    assert row["problem"]["image_width"] == 64
    assert row["verify"]["checked"] == row["n"] == 8193
    assert row["verify"]["max_error"] <= row["verify"]["tolerance"]


@pytest.mark.parametrize("width", [64, 1, 3, 65, 1000])
def test_it_is_right_with_full_partly_full_and_single_rows(width):
    rows = rows_of(*TEXTURE, "-n", "1,2,63,64,65,129", f"--image-width={width}", measure=BARELY)
    assert {row["status"] for row in rows} <= RIGHT


def device_limit(n: int, width: int) -> str:
    """The sentence that refuses an image and names the limit."""
    row = rows_of(*TEXTURE, "-n", n, f"--image-width={width}", status=4)[0]
    assert row["status"] == "error"
    assert "exceeds the limit of opencl:0" in row["reason"]
    assert "--image-width" in row["reason"]
    return row["reason"]


def test_a_row_wider_than_the_device_permits_is_refused_with_the_limit():
    reason = device_limit(100, 2**20)
    assert f"{2**20} x 1 " in reason
    limit = int(reason.split("opencl:0, ")[1].split(" x ")[0])
    assert limit < 2**20
    assert rows_of(*TEXTURE, "-n", 100, f"--image-width={limit}")[0]["status"] in RIGHT
    assert f"{limit + 1} x 1 " in device_limit(100, limit + 1)
    assert "1 x 200000 " in device_limit(200000, 1)  # higher than the device permits
