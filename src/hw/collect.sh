#!/usr/bin/env bash
# Everything that is measured on a GPU, in one go of a few minutes: builds warpmem-hw, checks every kernel's result, and
# leaves in FOLDER
#   times.json      every kernel's time                    (warpmem-hw time)
#   lanes.json      what every thread accesses, as digests (warpmem-hw record, kernels of LISTS/lanes.txt)
#   profile.json    latency, bandwidth, throughput         (warpmem-hw measure)
#   kernels.json    Nsight Compute's counters              (profile.py, kernels of LISTS/profiled.txt)
# Needs the CUDA toolkit, CMake and python3, and for the last file Nsight Compute and the right to read counters.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if (($# != 2)); then
  echo "usage: collect.sh FOLDER LISTS     (LISTS: tests/hardware/h200, say)" >&2
  exit 2
fi
out=$1 lists=$2 build=$1/build
mkdir -p "$out"
PATH=$PATH:/usr/local/cuda/bin

cmake -S "$here" -B "$build" -DCMAKE_CUDA_ARCHITECTURES="${WARPMEM_ARCHITECTURES:-native}" >"$out/build.log" 2>&1
cmake --build "$build" --parallel >>"$out/build.log" 2>&1 || { tail -40 "$out/build.log" >&2; exit 1; }
hw=$build/warpmem-hw
kernels_of() { grep -v '^#' "$lists/$1"; }

failed=0
step() { # file, command...
  local file=$1
  shift
  echo "$file: $(date +%T)" >&2
  "$@" >"$out/$file" 2>"$out/$file.log" || { failed=1; echo "$file: failed" >&2; tail -20 "$out/$file.log" >&2; }
}
step results.txt "$hw" run
step lanes.json "$hw" record $(kernels_of lanes.txt)
step times.json "$hw" time $(kernels_of profiled.txt)
step profile.json "$hw" measure
step kernels.json python3 "$here/profile.py" "$hw" $(kernels_of profiled.txt)
echo "done: $(date +%T)" >&2
exit $failed
