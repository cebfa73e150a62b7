#!/usr/bin/env bash
# Builds gputest and runs every test, installing what that needs: the optimised build, the host code
# under AddressSanitizer and UndefinedBehaviorSanitizer, and the fuzz targets for a minute each.
#
# GPUTEST_DATA_DIR, if set, is a folder with real particle files for more tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
data=${GPUTEST_DATA_DIR:-}

"$root/scripts/install_packages.sh" build test

run_preset() {
  echo "== $1"
  cmake -S "$root" --preset "$1" --log-level=WARNING "${@:2}"
  cmake --build "$root/build${1:+$([[ $1 == default ]] || echo "-$1")}"
  (cd "$root" && ctest --preset "$1" --output-on-failure --progress)
}

# One CUDA architecture, where there is a CUDA compiler: all of them take longer than the rest.
run_preset default -DGPUTEST_TESTS=ON "-DGPUTEST_DATA_DIR=$data" -DCMAKE_CUDA_ARCHITECTURES=90
run_preset asan "-DGPUTEST_DATA_DIR=$data"
run_preset fuzz
