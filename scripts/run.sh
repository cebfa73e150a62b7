#!/usr/bin/env bash
# Installs the packages that gputest needs, builds it and runs it:
#
#   scripts/run.sh [gputest arguments]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ! -x $root/build/gputest ]]; then
  cores=$(nproc) # building takes some 600 seconds of one
  minutes=$(((600 / cores + 59) / 60))
  echo "run.sh: builds gputest first: some $minutes minute$([[ $minutes == 1 ]] || echo s) by $cores cores, 700 MB in build/" >&2
fi
"$root/scripts/install_packages.sh" build
if [[ ! -f $root/build/build.ninja ]]; then
  cmake -S "$root" --preset default -DGPUTEST_TESTS=OFF >&2
fi
cmake --build "$root/build" --target gputest >&2
exec "$root/build/gputest" "$@"
