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

# The seconds of the steps that have run. The table is printed once, before the names of failed cases.
costs=()
print_costs() {
  ((${#costs[@]} == 0)) || "$root/tests/suite.py" table "${costs[@]}"
  costs=()
}
trap print_costs EXIT

# run_preset NAME [cmake options]
# If tests fail, it prints the failed cases last, since ctest names only the suite.
run_preset() {
  local preset=$1 folder
  shift
  folder=$root/build$([[ $preset == default ]] || echo "-$preset")
  rm -rf "$folder/Testing/suites"
  costs+=("$folder/Testing/suites")
  echo "== $preset"
  cmake -S "$root" --preset "$preset" --log-level=WARNING "-DGPUTEST_TIER=$tier" "-DGPUTEST_DATA_DIR=${GPUTEST_DATA_DIR:-}" "$@"
  "$root/tests/suite.py" run "$folder/Testing/suites" build cmake --build "$folder"
  (cd "$root" && ctest --preset "$preset" --output-on-failure --progress -LE idle) || {
    print_costs
    grep -E '^(FAILED|ERROR) |^\[  FAILED  \] ' "$folder/Testing/Temporary/LastTest.log" | sort -u
    return 1
  }
}

if [[ $tier == quick ]]; then
  run_preset default -DGPUTEST_TESTS=ON
  exit
fi
seconds=20
[[ $tier == all ]] || seconds=600
# The shortest first, because the first that fails ends the run.
run_preset fuzz -DGPUTEST_WERROR=ON "-DGPUTEST_FUZZ_SECONDS=$seconds"
run_preset tsan -DGPUTEST_WERROR=ON
run_preset default -DGPUTEST_TESTS=ON -DGPUTEST_WERROR=ON
run_preset asan -DGPUTEST_WERROR=ON
[[ $tier == all ]] || "$root/scripts/soak.sh" --minutes 60
