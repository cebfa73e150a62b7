#!/usr/bin/env bash
# Functions for scripts that work in a root of another Debian, which debootstrap makes. Sourced by
# distributions.sh and package.sh, which call leave_root on EXIT. DEBIAN_MIRROR, if set, is the mirror.
mounted=()

require_debootstrap() {  # SCRIPT
  [[ $(id -u) -eq 0 ]] || { echo "$1: needs root, for debootstrap and chroot" >&2; exit 3; }
  command -v debootstrap >/dev/null || { echo "$1: needs debootstrap" >&2; exit 3; }
}

# Makes a root with only Debian's essential packages and those that the options name. An existing root is
# used unchanged.
make_root() {  # SUITE FOLDER [debootstrap's options]
  local suite=$1 here=$2
  shift 2
  mkdir -p "$(dirname "$here")"
  if [[ ! -f $here/.complete ]]; then
    echo "== $suite: debootstrap" >&2
    debootstrap --variant=minbase "$@" "$suite" "$here" \
      "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$here.debootstrap.log" 2>&1 || {
      echo "debootstrap failed, see $here.debootstrap.log" >&2
      return 1
    }
    touch "$here/.complete"
  fi
  # The lists of an archived mirror are no longer valid.
  echo 'Acquire::Check-Valid-Until "false";' >"$here/etc/apt/apt.conf.d/90mirror"
}

enter_root() {  # FOLDER
  local place
  for place in proc sys dev; do
    mount --rbind "/$place" "$1/$place"
    mount --make-rslave "$1/$place"
    mounted=("$1/$place" "${mounted[@]}")
  done
}

in_root() {  # FOLDER COMMAND
  chroot "$1" env DEBIAN_FRONTEND=noninteractive HOME=/root LC_ALL=C.UTF-8 bash -c "$2"
}

leave_root() {
  local place
  for place in "${mounted[@]}"; do umount -R "$place" || umount -l "$place" || true; done
  mounted=()
}
