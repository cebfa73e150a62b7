#!/usr/bin/env bash
# Runs clang-tidy (bugprone and performance checks, .clang-tidy) over the host's code: every file that
# the preset dev compiles, or the files with paths that match the arguments.
#
#   scripts/tidy.sh [REGEX…]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
for tool in run-clang-tidy clang-tidy; do
  command -v "$tool" >/dev/null || { echo "tidy.sh: needs $tool (Debian: clang-tidy)" >&2; exit 3; }
done
cmake -S "$root" --preset dev --log-level=WARNING >&2
# The build generates this header.
cmake --build "$root/build-dev" --target gputest_revision >&2
patterns=("$@")
((${#patterns[@]})) || patterns=("^$root/(app|common|opencl|il_reference)/.*\\.cpp\$")
run-clang-tidy -quiet -p "$root/build-dev" "${patterns[@]}"
