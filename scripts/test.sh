#!/usr/bin/env bash
# Builds gputest and tests it, installing what that needs:
#
#   scripts/test.sh          what a person wants to see pass on their machine
#   scripts/test.sh --all    what must pass before a change lands: warnings as errors, every axis, other
#                            orders of threads, the host code under AddressSanitizer and
#                            UndefinedBehaviorSanitizer, hip:host under ThreadSanitizer, and the
#                            fuzz targets for 20 seconds each
#
# Tests of how speeds are told apart need a machine that does nothing else: ctest --preset default -L idle
#
# GPUTEST_DATA_DIR, if set, is a folder with real particle files for more tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
data=${GPUTEST_DATA_DIR:-}

all=
case ${1:-} in
  "") ;;
  --all) all=yes ;;
  *)
    echo "test.sh: takes --all or nothing, not '$1'" >&2
    exit 2
    ;;
esac

"$root/scripts/install_packages.sh" build test

# run_preset NAME [ctest options] -- [cmake options]
# Where tests fail, the cases of pytest that did come last: ctest names but the suite.
run_preset() {
  local preset=$1 select=() folder
  shift
  while [[ ${1:---} != -- ]]; do
    select+=("$1")
    shift
  done
  shift || true
  echo "== $preset"
  cmake -S "$root" --preset "$preset" --log-level=WARNING "$@"
  folder=$root/build$([[ $preset == default ]] || echo "-$preset")
  cmake --build "$folder"
  (cd "$root" && ctest --preset "$preset" --output-on-failure --progress "${select[@]}") || {
    grep -E '^(FAILED|ERROR) ' "$folder/Testing/Temporary/LastTest.log"
    return 1
  }
}

if [[ -z $all ]]; then
  run_preset default -LE 'thorough|idle' -- -DGPUTEST_TESTS=ON "-DGPUTEST_DATA_DIR=$data"
  exit
fi
run_preset default -LE idle -- -DGPUTEST_TESTS=ON "-DGPUTEST_DATA_DIR=$data" -DGPUTEST_WERROR=ON \
  -DGPUTEST_HIP_NVIDIA=CHECK -DGPUTEST_THOROUGH=ON
run_preset asan -- "-DGPUTEST_DATA_DIR=$data" -DGPUTEST_WERROR=ON
run_preset tsan -- -DGPUTEST_WERROR=ON
run_preset fuzz -- -DGPUTEST_WERROR=ON
