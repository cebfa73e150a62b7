#!/usr/bin/env bash
# Builds the documentation as a site, and installs the packages that this needs:
#
#   scripts/site.sh [FOLDER]      into build/site or FOLDER; replaces the site there
#
# The site consists only of files: any web server shows it (python3 -m http.server -d build/site), and so
# does a browser from the disk, except the search. The site requests nothing from other servers. A
# broken link between documents is an error, and the old site remains.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if (($# > 1)) || [[ ${1:-} == -* ]]; then
  echo "site.sh: accepts at most one folder, not '$*'" >&2
  exit 2
fi
site=$(realpath -m "${1:-$root/build/site}")
if [[ -e $site && ! -f $site/search/search_index.json && -n $(ls -A "$site") ]]; then
  echo "site.sh: $site is there, and is no site" >&2
  exit 4
fi
"$root/scripts/install_packages.sh" site

mkdir -p "$(dirname "$site")"
scratch=$(mktemp -d "$site.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$root"
(cat Doxyfile && echo "OUTPUT_DIRECTORY=$scratch/api") | doxygen - >/dev/null
PYTHONDONTWRITEBYTECODE=1 GPUTEST_API_PAGES=$scratch/api/html \
  mkdocs build --config-file docs/site/mkdocs.yml --site-dir "$scratch/site" >"$scratch/said" 2>&1 || {
  grep -v '^INFO' "$scratch/said" >&2
  exit 1
}
rm -f "$scratch"/site/sitemap.xml* # of addresses, which the site does not know
chmod 755 "$scratch/site"
rm -rf "$site"
mv "$scratch/site" "$site"
echo "$site/index.html"
