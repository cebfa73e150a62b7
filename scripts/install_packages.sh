#!/usr/bin/env bash
# Installs the missing packages of scripts/packages.txt. Arguments: the marks to install, for example
# "build", "build test", "site". Quick if nothing is missing; uses sudo if the user is not root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

is_installed() { [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null || true) == ii* ]]; }
is_there() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

# The lines without an installed package.
missing=()
for mark in "$@"; do
  while read -r line; do
    found=
    for package in $(tr '|?' '  ' <<<"$line"); do
      if is_installed "$package"; then found=yes; fi
    done
    [[ -n $found ]] || missing+=("$line")
  done < <(awk -v mark="$mark" '$1 == mark {print $2}' "$here/packages.txt")
done
((${#missing[@]})) || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  # Optional packages that the distribution does not have are not missing.
  for k in "${!missing[@]}"; do
    if [[ ${missing[$k]} == *\? ]] && ! is_there "${missing[$k]%\?}"; then unset "missing[$k]"; fi
  done
  ((${#missing[@]})) || exit 0
  command -v sudo >/dev/null || {
    echo "these packages are missing, and there is no sudo to install them: ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi

# Updates the package lists if a line has no candidate in the present lists.
packages=()
choose() {
  packages=()
  local line package chosen
  for line in "${missing[@]}"; do
    chosen=
    for package in $(tr '|?' '  ' <<<"$line"); do
      if is_there "$package"; then chosen=$package && break; fi
    done
    if [[ -n $chosen ]]; then
      packages+=("$chosen")
    elif [[ $line != *\? ]]; then
      packages+=("${line%%|*}")
      return 1
    fi
  done
}
if ! choose || ((${#packages[@]})); then
  "${as_root[@]}" apt-get update -qq >&2
  choose || true # apt-get says what it cannot find
fi
((${#packages[@]})) || exit 0
echo "installing ${packages[*]}" >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2
