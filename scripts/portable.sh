#!/usr/bin/env bash
# Builds build-portable/gputest, one program that can be copied to a machine with only a GPU's driver,
# and prints the oldest glibc that it works with.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$root/build-portable/gputest

"$root/scripts/install_packages.sh" build
cmake -S "$root" --preset portable --log-level=WARNING "$@"
cmake --build "$root/build-portable" --target gputest

# The other machine would lack any library that is not part of glibc.
foreign=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -vE '^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so' || true)
if [[ -n $foreign ]]; then
  echo "portable.sh: $program is not portable, it needs" $foreign >&2
  exit 1
fi
glibc=$(readelf -V "$program" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
echo "$program needs glibc ${glibc#GLIBC_} or newer, and no other library"
