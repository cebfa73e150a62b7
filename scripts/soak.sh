#!/usr/bin/env bash
# Runs gputest in random configurations on every device there is, for minutes or hours: half of them
# with a planted fault (tests/faults), which must be found wrong, the others of kernels as they are,
# which must be right or be refused.
#
#   scripts/soak.sh [--minutes M] [--seed S] [--build DIR]
#
# M is 2 by default; S, which chooses the configurations, is printed. --build names a configured build
# folder (default: build, made by scripts/test.sh), in which gputest and gputest_planted are built.
# Ends with status 0 where nothing was wrong, with 1 where something was, after a line that repeats it,
# and with 2 for a wrong option.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build options=()
while (($#)); do
  case $1 in
    --minutes | --seed | --build)
      (($# > 1)) || { echo "soak.sh: $1 takes a value" >&2; exit 2; }
      if [[ $1 == --build ]]; then build=$2; else options+=("$1" "$2"); fi
      shift 2
      ;;
    *) echo "soak.sh: takes --minutes, --seed or --build, not '$1'" >&2; exit 2 ;;
  esac
done
[[ -f $build/CMakeCache.txt ]] || { echo "soak.sh: there is no build in $build; make one with scripts/test.sh" >&2; exit 3; }
cmake --build "$build" --target gputest gputest_planted >&2
exec python3 "$root/tests/faults/soak.py" "${options[@]}" "$build/gputest" "$build/gputest_planted"
