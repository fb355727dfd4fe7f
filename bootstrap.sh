#!/usr/bin/env bash
# From a bare Debian 12 to a running or tested warpmem: installs what is missing, configures, builds.
set -euo pipefail

usage() {
  cat <<'END'
usage: ./bootstrap.sh run  [ARGUMENT...]   build, then run warpmem with the arguments
                                           (none: simulate a shipped trace on an A100)
       ./bootstrap.sh test [PATTERN]       build with warnings as errors, then run the tests
                                           (whose names match PATTERN)

Works in build/ (another folder: WARPMEM_BUILD_DIR). Missing Debian packages are installed with apt-get,
as root or through sudo; with everything there, no rights and no network are needed.
END
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${WARPMEM_BUILD_DIR:-$here/build}

packages=(
  g++ cmake ninja-build
  libboost-program-options-dev libboost-iostreams-dev libboost-context-dev nlohmann-json3-dev
  libspdlog-dev libfmt-dev libexpected-dev libzstd-dev libdw-dev
  catch2 libpugixml-dev
)

install_missing() {
  local missing=() package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^.i' || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "bootstrap.sh: these packages are missing, and installing them needs root: ${missing[*]}" >&2
      echo "bootstrap.sh: as root, run: apt-get install --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >&2
}

# Ninja starts a job more than there are cores, and a core without 1 GB of memory to itself does more harm than good.
jobs() {
  local cores memory_gb
  cores=$(nproc)
  memory_gb=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo)
  ((memory_gb >= 1)) || memory_gb=1
  echo $((cores < memory_gb ? cores : memory_gb))
}

# Where nvcc is, the part for GPUs must build too; only a GPU can run it.
build_for_gpus() {
  local nvcc
  nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || return 0
  echo "building warpmem-hw with $nvcc" >&2
  CUDACXX=$nvcc cmake -S "$here/src/hw" -B "$build/hw" -G Ninja -DWARPMEM_WERROR=ON >&2
  cmake --build "$build/hw" --parallel "$(jobs)" >&2
  "$build/hw/warpmem-hw" list >/dev/null
}

build_all() {
  cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >&2
  cmake --build "$build" --parallel "$(jobs)" >&2
}

case "${1:-}" in
  run)
    shift
    install_missing
    build_all -DWARPMEM_TESTS=OFF -DWARPMEM_LTO=ON
    if (($# == 0)); then
      trace=$here/traces/accel-sim-vectoradd/kernelslist.g
      [[ -e $trace ]] || trace=gen:copy,elements=1048576
      set -- run --config a100-sxm4-80gb "$trace"
      echo "warpmem $*" >&2
    fi
    exec "$build/warpmem" "$@"
    ;;
  test)
    shift
    install_missing
    build_all -DWARPMEM_TESTS=ON -DWARPMEM_WERROR=ON -DWARPMEM_LTO=OFF
    [[ -n ${1:-} ]] || build_for_gpus
    ctest --test-dir "$build" --output-on-failure --parallel "$(jobs)" ${1:+--tests-regex "$1"}
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
