#!/usr/bin/env bash
# Tests a machine with a GPU: conformance of every kernel, injected failures of CUDA's calls one at a
# time, and compute-sanitizer's four tools. Measures the figures of the documents, and prints a table of
# changes since the last results in docs/results.
#
#   scripts/gpu_test.sh [--program DIR] [--output DIR] [PART…]
#
# PART is conformance, faults, sanitizer, figures or compare (default: all of them, in this order).
# --program names a folder with gputest, conformance_tests, libraries_tests, gputest_shared_cudart and
# libfailing_calls.so built elsewhere (default: build, configured with -DGPUTEST_TIER=all). Results go to --output (default: build-gpu).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program= output=$root/build-gpu parts=()
while (($#)); do
  case $1 in
    --program) program=$2; shift 2 ;;
    --output) output=$2; shift 2 ;;
    conformance | faults | sanitizer | figures | compare) parts+=("$1"); shift ;;
    *) echo "gpu_test.sh: accepts conformance, faults, sanitizer, figures or compare, not '$1'" >&2; exit 2 ;;
  esac
done
((${#parts[@]})) || parts=(conformance faults sanitizer figures compare)
gputest=${program:-$root/build}/gputest
tests=${program:-$root/build/tests}
mkdir -p "$output"

[[ -x $gputest ]] || { echo "gpu_test.sh: $gputest does not exist; build it with -DGPUTEST_TIER=all" >&2; exit 3; }
device=$("$gputest" list devices --format=json | python3 -c '
import json, sys
gpus = [d["name"] for d in json.load(sys.stdin) if d["device"].split(":")[0] in ("cuda", "hip", "opencl")
        and "host" not in d["device"] and d["name"] != "absent" and d["vendor"] in ("NVIDIA", "NVIDIA Corporation", "AMD")]
print(gpus[0] if gpus else "")')
[[ -n $device ]] || { echo "gpu_test.sh: this machine has no GPU that gputest can use" >&2; exit 3; }
echo "$device"

# The figures of docs/results, with the names of its files.
figures() {
  local short=(--kernel='lj_*' --cutoff=3 --skin=0.3 --newton3=all --list=all --precision=all --energy=off --min-time=0.1)
  local lists=(--kernel='neighbour_*' --cutoff=3 --skin=0.3 --newton3=all --list=all --precision=all --min-time=0.1)
  figure gravity --api=cuda,hip,opencl --kernel='gravity_*' -n '16384..1048576*4' --potential=off --min-time=0.15
  figure lj-density-1.0 --api=cuda,hip,opencl "${short[@]}" --layout=float4,soa -n 119164 --density=1.0
  figure lj-density-0.5 --api=cuda,hip,opencl "${short[@]}" --layout=float4,soa -n 62500 --density=0.5
  figure neighbour-density-1.0 --api=cuda,hip,opencl "${lists[@]}" -n 119164 --density=1.0
  figure neighbour-density-0.5 --api=cuda,hip,opencl "${lists[@]}" -n 62500 --density=0.5
  for api in cuda hip opencl; do
    figure "roofline-$api" --api="$api" --kernel='roofline_fma' --fmas=all --precision=all --layout=all -n 16777216 --min-time=0.03
  done
  figure stencil --api=cuda,hip,opencl --kernel='stencil_*' --precision=all --block=all --grid=512x512x512 --min-time=0.1
}

figure() {
  local name=$1 status=0
  shift
  "$gputest" --device="$device" --timeout=60 "$@" --format=json --output="$output/$name.json" || status=$?
  echo "figures: $name: status $status"
  ((status == 0)) || failed=1
}

failed=0
for part in "${parts[@]}"; do
  case $part in
    conformance)
      "$tests/conformance_tests" --gtest_brief=1 || failed=1
      "$tests/libraries_tests" --gtest_brief=1 || failed=1 ;;
    faults)  # of the machine's own libcudart.so, because GPUTEST_FAKE_CUDART is not set
      env -u GPUTEST_FAKE_CUDART GPUTEST_BINARY="$gputest" GPUTEST_FAILING_CALLS="$tests/libfailing_calls.so" \
        GPUTEST_SHARED_CUDART="$tests/gputest_shared_cudart" \
        python3 -m pytest -q -s -p no:cacheprovider -k 'cuda or nvidia' "$root/tests/cli/test_injected_faults.py" ||
        failed=1 ;;
    sanitizer)
      for tool in memcheck racecheck initcheck synccheck; do
        status=0
        compute-sanitizer --tool "$tool" --error-exitcode=9 --log-file "$output/$tool.log" \
          "$gputest" --api=cuda --kernel='*' --isolate=off -n 1500 --strategy=single >"$output/$tool.txt" || status=$?
        echo "compute-sanitizer $tool: status $status, $(tail -n 1 "$output/$tool.log")"
        ((status == 0)) || failed=1
      done ;;
    figures) figures ;;
    compare)
      shopt -s nullglob
      for kept in "$root"/docs/results/*.json; do
        name=$(basename "$kept" .json)
        name=${name#????-??-??-*-}
        [[ -f $output/$name.json ]] || continue
        echo "== $name, since $(basename "$kept")"
        "$gputest" compare "$kept" "$output/$name.json" || failed=1
      done ;;
  esac
done
exit $failed
