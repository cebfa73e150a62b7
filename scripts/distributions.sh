#!/usr/bin/env bash
# Builds and tests gputest on the usual distributions: in roots of Debian 12, 13 and testing, made by
# debootstrap, each from a clone of this checkout's last commit. Prints a table of the results.
#
#   scripts/distributions.sh [--folder DIR] [--command CMD] [SUITE…]
#
# DIR (default: build-distributions) holds a root and a log for each suite (default: bookworm trixie
# testing) and is kept, so a second run is quicker. CMD (default: scripts/test.sh) is the command that
# must pass. Needs root, debootstrap and Debian's mirror.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/build-distributions
command=scripts/test.sh
source "$root/scripts/debian_root.sh"

suites=()
while (($#)); do
  case $1 in
    --folder) folder=$2; shift 2 ;;
    --command) command=$2; shift 2 ;;
    -*) echo "distributions.sh: unknown option $1" >&2; exit 2 ;;
    *) suites+=("$1"); shift ;;
  esac
done
((${#suites[@]})) || suites=(bookworm trixie testing)
require_debootstrap distributions.sh
trap leave_root EXIT

version_of() {  # PACKAGE, in the root of $suite
  chroot "$folder/$suite" dpkg-query -W -f='${Version}' "$1" 2>/dev/null | sed 's/^[0-9]*://; s/[-+~].*//' || true
}

llvm_versions() {  # of all LLVM libraries in the root of $suite: "18.1 19.1"
  chroot "$folder/$suite" dpkg-query -W -f='${db:Status-Abbrev} ${Version}\n' 'libllvm[0-9]*' 2>/dev/null |
    awk '$1 == "ii" {sub(/^[0-9]*:/, "", $2); split($2, part, "."); print part[1] "." part[2]}' | sort -u | xargs
}

rows=()
failed=0
for suite in "${suites[@]}"; do
  here=$folder/$suite
  make_root "$suite" "$here" --include=git,ca-certificates
  enter_root "$here"
  rm -rf "$here/gputest"
  git clone -q "$root" "$here/gputest"
  echo "== $suite: $command" >&2
  start=$SECONDS
  verdict=passed
  in_root "$here" "cd /gputest && $command" >"$folder/$suite.log" 2>&1 || { verdict="FAILED, see $folder/$suite.log"; failed=1; }
  rows+=("$suite|$(version_of g++)|$(version_of hipcc)|$(version_of pocl-opencl-icd)|$(llvm_versions)|$(version_of libhwy-dev)|$((SECONDS - start)) s|$verdict")
  leave_root
done

{
  echo "suite|g++|hipcc|PoCL|LLVM|Highway|time|$command"
  printf '%s\n' "${rows[@]}"
} | column -t -s '|'
exit $failed
