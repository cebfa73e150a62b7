#!/usr/bin/env bash
# Builds gputest, installing what that needs, and runs it:
#
#   scripts/run.sh [gputest arguments]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/scripts/install_packages.sh" build
if [[ ! -f $root/build/build.ninja ]]; then
  cmake -S "$root" --preset default -DGPUTEST_TESTS=OFF >&2
fi
cmake --build "$root/build" --target gputest >&2
exec "$root/build/gputest" "$@"
