#!/usr/bin/env bash
# Verifies gputest's OpenCL kernels on every freely available OpenCL implementation for CPUs, and prints
# a table: Debian's PoCL, Intel's CPU runtime (PyPI: intel-opencl-rt), and Mesa's rusticl if it is
# installed and has a device.
#
#   scripts/opencl_vendors.sh [--folder DIR] [gputest arguments]
#
# DIR (default: build-vendors) keeps the downloads and each vendor's result as JSON. The default
# arguments run every OpenCL kernel at n = 4096.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/build-vendors
if [[ ${1:-} == --folder ]]; then
  folder=$2
  shift 2
fi
arguments=("$@")
((${#arguments[@]})) || arguments=(--kernel='*' -n 4096 --min-time=0.2)
gputest=$root/build/gputest
[[ -x $gputest ]] || { echo "opencl_vendors.sh: build gputest first (scripts/run.sh list apis)" >&2; exit 3; }
mkdir -p "$folder"

declare -A icd path environment
order=()
add() {  # NAME LIBRARY [LIBRARY_PATH] [VARIABLE=VALUE]
  [[ -e $2 ]] || return 0
  order+=("$1")
  icd[$1]=$2 path[$1]=${3:-} environment[$1]=${4:-}
}

if python3 -m venv --help >/dev/null 2>&1; then
  intel=$folder/intel
  if [[ ! -d $intel ]]; then
    python3 -m pip download -q --no-deps -d "$folder/wheels" intel-opencl-rt intel-cmplr-lib-rt tbb tcmlib umf \
      >"$folder/intel.log" 2>&1 || echo "opencl_vendors.sh: cannot download Intel's runtime, see $folder/intel.log" >&2
    for wheel in "$folder"/wheels/*.whl; do
      [[ -e $wheel ]] && python3 -m zipfile -e "$wheel" "$intel"
    done
  fi
  library=$(find "$intel" -name 'libintelocl.so' -print -quit 2>/dev/null || true)
  add intel "${library:-/nowhere}" "$(find "$intel" -name '*.so*' -printf '%h\n' 2>/dev/null | sort -u | paste -sd:)"
fi
for library in /usr/lib/*/libpocl.so.2; do add pocl "$library"; done
for library in /usr/lib/*/libRusticlOpenCL.so.1; do add rusticl "$library" "" RUSTICL_ENABLE=llvmpipe; done

failed=0
for vendor in "${order[@]}"; do
  vendors=$folder/$vendor.vendors
  mkdir -p "$vendors"
  echo "${icd[$vendor]}" >"$vendors/$vendor.icd"
  status=0
  env OCL_ICD_VENDORS="$vendors" LD_LIBRARY_PATH="${path[$vendor]}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
    ${environment[$vendor]} "$gputest" --api=opencl "${arguments[@]}" --format=json \
    --output="$folder/$vendor.json" 2>"$folder/$vendor.log" || status=$?
  ((status == 0)) || failed=1
done

python3 - "$folder" "${order[@]}" <<'PYTHON'
import json, os, sys

folder, *vendors = sys.argv[1:]
results = {}
for vendor in vendors:
    file = os.path.join(folder, vendor + ".json")
    if not os.path.exists(file):
        with open(os.path.join(folder, vendor + ".log")) as log:
            print(f"{vendor}: no result: {log.read().strip().splitlines()[-1:]}")
        continue
    with open(file) as f:
        rows = [row for row in json.load(f)["results"] if row["kernel"]]
    counts = {}
    for row in rows:
        counts[row["status"]] = counts.get(row["status"], 0) + 1
    driver = rows[0]["device"]["driver"] if rows else ""
    print(f"{vendor}: {driver}: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items())))
    for row in rows:
        key = (row["kernel"], row["layout"], row["precision"], row["n"])
        speed = row["rate"]["per_s"] * 1e-9 if row["rate"] else None
        results.setdefault(key, {})[vendor] = f"{speed:.3f}" if speed else row["status"]
print()
head = ["kernel", "layout", "precision", "n", *vendors]
table = [head] + [[*map(str, key), *(of.get(v, "") for v in vendors)] for key, of in results.items()]
widths = [max(len(row[k]) for row in table) for k in range(len(head))]
for row in table:
    print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
PYTHON
exit $failed
