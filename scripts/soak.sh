#!/usr/bin/env bash
# Runs gputest in random configurations on every present device, for minutes or hours. Half of them have
# a planted fault (tests/faults), which must be found. The others run the real kernels, which must be
# right or be refused.
#
#   scripts/soak.sh [--minutes M] [--seed S] [--build DIR]
#   scripts/soak.sh --faults [--salts N] [--trials T] [--build DIR]
#
# M is 2 by default. S chooses the configurations; the script prints it. --build names a configured build
# folder (default: build, made by scripts/test.sh); gputest and gputest_planted are built in it.
# --faults counts instead. Each fault that many bodies could hide is planted N times (50 by default),
# each time with another salt, and must always be found. T faults (1000) are planted outside a sample; as
# many must be missed as docs/faults.md states. It prints that page's tables and takes a quarter of an
# hour of processor time.
# The status is 0 if nothing was wrong and 2 for a wrong option. It is 1 if something was wrong, after a
# command line that repeats it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build options=() faults='' salts=50 trials=1000
while (($#)); do
  case $1 in
    --faults)
      faults=yes
      shift
      ;;
    --minutes | --seed | --build | --salts | --trials)
      (($# > 1)) || { echo "soak.sh: $1 needs a value" >&2; exit 2; }
      case $1 in
        --build) build=$2 ;;
        --salts) salts=$2 counted=$1 ;;
        --trials) trials=$2 counted=$1 ;;
        *) options+=("$1" "$2") ;;
      esac
      shift 2
      ;;
    *) echo "soak.sh: accepts --minutes, --seed, --faults, --salts, --trials or --build, not '$1'" >&2; exit 2 ;;
  esac
done
if [[ -z $faults && -n ${counted:-} ]]; then
  echo "soak.sh: $counted needs --faults" >&2
  exit 2
elif [[ -n $faults && ${#options[@]} -gt 0 ]]; then
  echo "soak.sh: --faults does not accept ${options[0]}" >&2
  exit 2
fi
[[ -f $build/CMakeCache.txt ]] || { echo "soak.sh: there is no build in $build; make one with scripts/test.sh" >&2; exit 3; }
if [[ -n $faults ]]; then
  cmake --build "$build" --target gputest_count_faults >&2
  exec "$build/tests/gputest_count_faults" "$salts" "$trials"
fi
cmake --build "$build" --target gputest gputest_planted >&2
exec python3 "$root/tests/faults/soak.py" "${options[@]}" "$build/gputest" "$build/gputest_planted"
