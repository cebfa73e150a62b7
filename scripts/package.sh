#!/usr/bin/env bash
# Makes packages in dist/, with their checksums:
#
#   scripts/package.sh [--deb] [--archive] [--source] [--try] [-DOPTION=VALUE …]
#
#   --deb      gputest_VERSION-1_ARCHITECTURE.deb, which lintian must accept without error and warning
#   --archive  gputest-VERSION-linux-x86_64.tar.xz, the portable program and its files
#   --source   gputest-VERSION.tar.xz, the last commit
#   --try      installs the Debian package in a bare root of Debian 12, and runs it there (needs root)
#
# Without any of these it makes the three packages. Options of CMake go to both builds. Without options
# kernels are compiled for every GPU that the compilers know, which takes a while.
# -DGPUTEST_CUDA=OFF -DGPUTEST_HIP_AMD=OFF omits the GPUs' machine code. DEBFULLNAME and DEBEMAIL
# together name the packager. SOURCE_DATE_EPOCH defaults to the last commit's time.
set -euo pipefail
umask 022
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
dist=$root/dist
source "$root/scripts/debian_root.sh"

parts=() options=()
for argument in "$@"; do
  case $argument in
    --deb | --archive | --source | --try) parts+=("${argument#--}") ;;
    -D?*) options+=("$argument") ;;
    *) echo "package.sh: unknown option $argument" >&2; exit 2 ;;
  esac
done
((${#parts[@]})) || parts=(deb archive source)
wants() { [[ " ${parts[*]} " == *" $1 "* ]]; }
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' "$root/CMakeLists.txt")
mkdir -p "$dist"
if [[ -e $root/.git ]]; then
  : "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct)}"
  export SOURCE_DATE_EPOCH
fi

# pack FOLDER GENERATOR PATTERN: moves cpack's package of a build to dist/.
pack() {
  local made=$1/packages
  rm -rf "$made"
  (cd "$1" && cpack -G "$2" -B "$made")
  cp "$made"/$3 "$dist/"
}

# Debian's flags without debug symbols, which the package does not have.
debian_flags() {  # CXXFLAGS, CPPFLAGS or LDFLAGS
  (cd "$root" && DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_CXXFLAGS_STRIP=-g dpkg-buildflags --get "$1")
}

make_deb() {
  "$root/scripts/install_packages.sh" build package
  local own=() maintainer="gputest <packager@localhost>"
  if [[ -n ${DEBEMAIL:-} && -n ${DEBFULLNAME:-} ]]; then
    maintainer="$DEBFULLNAME <$DEBEMAIL>"
  else # a package for private use, without a valid mail address
    own=(--suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog)
  fi
  # CMake's -O3 for releases follows their -O2, so kernels are optimised as in any build.
  cmake -S "$root" --preset package --log-level=WARNING "-DGPUTEST_PACKAGE_MAINTAINER=$maintainer" \
    "-DCMAKE_CXX_FLAGS=$(debian_flags CXXFLAGS) $(debian_flags CPPFLAGS)" \
    "-DCMAKE_EXE_LINKER_FLAGS=$(debian_flags LDFLAGS)" "${options[@]}"
  cmake --build "$root/build-package" --target gputest
  rm -f "$dist"/gputest_*.deb
  pack "$root/build-package" DEB '*.deb'
  lintian --allow-root --fail-on error,warning "${own[@]}" "$dist"/gputest_*.deb
}

make_archive() {
  "$root/scripts/portable.sh" "${options[@]}"
  pack "$root/build-portable" TXZ '*.tar.xz'
}

make_source() {
  [[ -e $root/.git ]] || { echo "package.sh: --source needs the checkout, not an archive of it" >&2; exit 3; }
  [[ -z $(git -C "$root" status --porcelain) ]] ||
    echo "package.sh: the source archive has the last commit, without later changes" >&2
  git -C "$root" archive --prefix="gputest-$version/" HEAD | xz -9 >"$dist/gputest-$version.tar.xz"
}

# Installs the package like a user. On a machine without a GPU it has the CPU, OpenCL through PoCL
# (which the package recommends), and hip:host.
try_deb() {
  local base=$root/build-distributions/minbase here=$root/build-distributions/bare
  require_debootstrap package.sh
  compgen -G "$dist/gputest_*.deb" >/dev/null || { echo "package.sh: --try needs a package; make it with --deb" >&2; exit 3; }
  trap leave_root EXIT
  ! mountpoint -q "$here/proc" || { echo "package.sh: $here is in use" >&2; exit 3; }
  rm -rf --one-file-system "$here"
  make_root bookworm "$base"
  cp -a --reflink=auto "$base" "$here"
  cp "$dist"/gputest_*.deb "$here/tmp/"
  enter_root "$here"
  in_root "$here" "apt-get update -qq && apt-get install -y -qq /tmp/gputest_*.deb" \
    >"$here.install.log" 2>&1 || { echo "package.sh: apt-get failed, see $here.install.log" >&2; exit 1; }
  in_root "$here" "useradd -m user && su - user -c '
    set -e
    gputest --version
    gputest verify --quick
    gputest -n 1024 --min-time=0.01 --samples=3 --format=json --output=result.json
    gputest report result.json -o report.html
    test -s report.html
    gputest sweep --help >/dev/null
    test -s /usr/share/gputest/result.schema.json
    ls /usr/share/bash-completion/completions/gputest /usr/share/zsh/vendor-completions/_gputest \
      /usr/share/fish/vendor_completions.d/gputest.fish'"
  in_root "$here" "apt-get purge -y -qq gputest >/dev/null 2>&1 && ! find /usr /etc -name '*gputest*' | grep ."
  leave_root
  echo "package.sh: $(basename "$dist"/gputest_*.deb) runs in a bare Debian 12" >&2
}

if wants deb; then make_deb; fi
if wants archive; then make_archive; fi
if wants source; then make_source; fi
if wants try; then try_deb; fi
shopt -s nullglob
(cd "$dist" && sha256sum -- *.deb *.tar.xz | tee SHA256SUMS)
