"""A pair force is two files: a new one is listed and evaluated without any edit elsewhere."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

EVALUATOR = """
GT_FN gt_pair_value gt_pair_soft(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1, gt_real p2,
                                 gt_real shift) {
  gt_pair_value pair;
  (void)r2, (void)p1, (void)p2;
  pair.force_over_r = 2 * p0 * inverse_r2 * inverse_r2;
  pair.energy = p0 * inverse_r2 - shift;
  return pair;
}
"""
FORMULA = """
#include "common/lj/pair_force.hpp"
namespace gputest {
extern const PairForce pair_force_soft{
    "soft",
    "a / r^2",
    {{"soft-a", "3", "strength", true}},
    [](double r, const PairParameters& p) -> PairTerms {
      return {2 * p[0] / (r * r * r), 0, p[0] / (r * r), 0};
    },
    [](double r, const PairParameters& p) -> PairRounding { return {2, 4, p[0] / (r * r * r * r)}; },
    30};
}  // namespace gputest
"""
PROGRAM = """
#include <cstdio>
#include "common/lj/pair.hpp"
#include "common/lj/pair_force.hpp"
using namespace gputest;
template <class... Force>
void evaluate(pair::List<Force...>) {
  (std::printf("%s %g\\n", Force::kName, Force::at(4.0, 0.25, 3.0, 1.0, 1.0, 0.0).energy), ...);
}
int main() {
  for (const PairForce* force : pair_forces())
    std::printf("%s %g\\n", force->name, force->terms(2, {3, 1, 1}).energy());
  evaluate(pair::Forces());
}
"""
BUILD = """
cmake_minimum_required(VERSION 3.25)
project(gputest LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
include(cmake/pair_forces.cmake)
gputest_pair_forces(list)
file(GLOB forces common/lj/pair/*.cpp)
add_executable(forces program.cpp ${list} ${forces})
target_include_directories(forces PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
"""


def run(*command, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.thorough
def test_a_new_pair_force_is_two_files(tmp_path: Path):
    for name in ("cmake/pair_forces.cmake", "common/lj/pair.hpp", "common/lj/pair_force.hpp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("common/lj/pair", "common/portable"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "common/lj/pair/soft.h").write_text(EVALUATOR)
    (tmp_path / "common/lj/pair/soft.cpp").write_text(FORMULA)
    (tmp_path / "program.cpp").write_text(PROGRAM)
    (tmp_path / "CMakeLists.txt").write_text(BUILD)
    run("cmake", "-S", ".", "-B", "build", "-G", "Ninja", cwd=tmp_path)
    run("cmake", "--build", "build", cwd=tmp_path)
    lines = run("build/forces", cwd=tmp_path).splitlines()
    names = [line.split()[0] for line in lines]
    formulas, evaluators = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    assert names[0] == "lj" and names.count("soft") == 2
    assert "soft 0.75" in formulas
    assert formulas == evaluators, "six digits of each"
