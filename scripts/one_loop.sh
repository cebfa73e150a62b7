#!/usr/bin/env bash
# Prints the listings of docs/one_loop.md: the gravity kernel's inner loop as IL, and as machine code of
# four kinds, with the IL line before every instruction. Needs clang-15 and libclc-15.
#   scripts/one_loop.sh [GPUTEST]
set -euo pipefail
gputest=$(realpath "${1:-build/gputest}")
cd "$(dirname "$0")/.."
kernel=il_reference/kernels/gravity/texture2d.il
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# The loop from a label of the assembly to the branch back to it, each instruction after its IL line.
loop_of() {
  awk '
    NR == FNR { if ($1 == ".file" && /kernel\.il"/) file = $2; next }
    /^(il_main:|\.visible \.entry il_main|\.entry il_main)/ { inside = 1 }
    !inside { next }
    /^\t*\.loc/ { line = $2 == file ? $3 : 0; next }
    /^(\.LBB|\$L__BB)[0-9_]+:/ { label = $1; sub(/:.*/, "", label); start[label] = n + 1; next }
    /^\t[a-z@]/ {
      text = $0; sub(/;.*/, "", text); sub(/^\t/, "", text); gsub(/ *\t/, " ", text)
      listing[++n] = sprintf("%4s %s", line > 0 ? line ":" : "-:", text)
      back = $NF; sub(/;/, "", back)
      if (/bra/ && back in start) {
        for (k = start[back]; k <= n; ++k) print listing[k]
        exit
      }
    }' "$1" "$1"
}

compile() {  # target processor library
  clang-15 -target "$1" -Xclang -target-cpu -Xclang "$2" -x cl -cl-std=CL1.2 -cl-mad-enable \
    -cl-unsafe-math-optimizations -cl-denorms-are-zero -w -O3 -D__OPENCL_VERSION__=120 \
    '-DIL_FN=__attribute__((nodebug))' -gline-tables-only -mllvm -use-unknown-locations=Enable \
    -Xclang -finclude-default-header -Xclang -mlink-builtin-bitcode \
    -Xclang "/usr/lib/clc/$3.bc" -S -o "$scratch/$2.s" "$scratch/kernel.cl"
  loop_of "$scratch/$2.s"
}

echo "== IL"
awk '/^whileloop/ { inside = 1 }
     inside { sub(/ *;.*/, ""); printf "%4d: %s\n", FNR, $0 }
     /^endloop/ { exit }' $kernel
for target in cypress cayman; do
  echo "== $target"
  "$gputest" il describe $kernel --target=$target |
    awk '/^    LOOP_START/ { inside = 1 } /^$/ { inside = 0 } inside'
done
cp $kernel "$scratch/kernel.il"
(cd "$scratch" && "$gputest" il translate --buffers --lines kernel.il) > "$scratch/kernel.cl"
echo "== gfx803"
compile amdgcn-- gfx803 fiji-amdgcn--
echo "== PTX"
compile nvptx64-nvidia-nvcl sm_50 nvptx64--nvidiacl
