#!/usr/bin/env bash
# Installs the packages that gputest needs, builds it and tests it:
#
#   scripts/test.sh            the quick tests: every kernel once per API, every behaviour once
#   scripts/test.sh --all      the tests that must pass before a change lands: everything once. Warnings
#                              are errors, and every kernel runs in every layout and precision. The host code
#                              runs under AddressSanitizer and UndefinedBehaviorSanitizer, hip:host under
#                              ThreadSanitizer, and each fuzz target for 20 seconds
#   scripts/test.sh --nightly  also repetitions and long runs: all combinations of axes, more thread orders
#                              and random programs, fuzz targets for ten minutes, an hour of scripts/soak.sh
#
# It ends with a table of each suite's time. Tests that compare speeds need an idle machine:
# ctest --preset default -L idle
#
# GPUTEST_DATA_DIR, if set, is a folder with real particle files for more tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tier=quick
case ${1:-} in
  "") ;;
  --all | --nightly) tier=${1#--} ;;
  *)
    echo "test.sh: accepts --all, --nightly or no argument, not '$1'" >&2
    exit 2
    ;;
esac

"$root/scripts/install_packages.sh" build test

# The folders with the costs of the steps that have run. The table is printed once, before the names of
# failed cases.
costs=()
print_costs() {
  ((${#costs[@]} == 0)) || "$root/tests/suite.py" table "${costs[@]}"
  costs=()
}
builder="" # the process that builds in the background, and its group
end() {
  [[ -z $builder ]] || kill -- "-$builder" 2>/dev/null || true
  print_costs
}
trap end EXIT

folder_of() { echo "$root/build$([[ $1 == default ]] || echo "-$1")"; }

# build PRESET [cmake options]
build() {
  local preset=$1 folder
  folder=$(folder_of "$preset")
  shift
  rm -rf "$folder/Testing/suites"
  cmake -S "$root" --preset "$preset" --log-level=WARNING "-DGPUTEST_TIER=$tier" "-DGPUTEST_DATA_DIR=${GPUTEST_DATA_DIR:-}" "$@"
  "$root/tests/suite.py" run "$folder/Testing/suites" build cmake --build "$folder"
}

# run_tests PRESET
# If tests fail, it prints the failed cases last, since ctest names only the suite.
run_tests() {
  local folder
  folder=$(folder_of "$1")
  echo "== $1"
  costs+=("$folder/Testing/suites")
  (cd "$root" && ctest --preset "$1" --output-on-failure --progress -LE idle) || {
    print_costs
    grep -E '^(FAILED|ERROR) |^\[  FAILED  \] ' "$folder/Testing/Temporary/LastTest.log" | sort -u
    return 1
  }
}

if [[ $tier == quick ]]; then
  build default -DGPUTEST_TESTS=ON
  run_tests default
  exit
fi

# start_build PRESET [cmake options] builds with the lowest priority, in a process group of its own.
start_build() {
  log=$(folder_of "$1")/build.log
  mkdir -p "$(dirname "$log")"
  echo "== building $1 (${log#"$root/"})"
  set -m
  (
    renice -n 19 "$BASHPID" >/dev/null
    build "$@" -DGPUTEST_WERROR=ON
  ) &>"$log" </dev/null &
  builder=$!
  set +m
}
wait_for_build() {
  local status=0
  wait "$builder" || status=$?
  builder=""
  ((status == 0)) || cat "$log"
  return "$status"
}

# Tests often wait. So the next preset is built while the tests of one run. The shortest is the first, because
# the first that fails ends the run.
seconds=20
[[ $tier == all ]] || seconds=600
start_build fuzz "-DGPUTEST_FUZZ_SECONDS=$seconds"
wait_for_build
start_build tsan
run_tests fuzz
wait_for_build
start_build default -DGPUTEST_TESTS=ON
run_tests tsan
wait_for_build
start_build asan
run_tests default
wait_for_build
run_tests asan
[[ $tier == all ]] || "$root/scripts/soak.sh" --minutes 60
