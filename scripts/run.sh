#!/usr/bin/env bash
# Builds gputest, installing what that needs, and runs it:
#
#   scripts/run.sh [--all-architectures] [gputest arguments]
#
# Kernels are compiled for the GPUs that the machine has or, without any, for one architecture of each
# vendor; --all-architectures compiles them for every one, as a package does.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

configure=()
if [[ ${1:-} == --all-architectures ]]; then
  shift
  configure=(-DGPUTEST_ALL_ARCHITECTURES=ON -UCMAKE_CUDA_ARCHITECTURES -UGPUTEST_HIP_AMD_TARGETS)
fi

"$root/scripts/install_packages.sh" build
if [[ ! -f $root/build/build.ninja ]]; then
  configure+=(-DGPUTEST_TESTS=OFF)
fi
if ((${#configure[@]})); then
  cmake -S "$root" --preset default "${configure[@]}" >&2
fi
cmake --build "$root/build" --target gputest >&2
exec "$root/build/gputest" "$@"
