#!/usr/bin/env bash
# Installs what Satchel is built with, on Debian and its relatives. Does nothing where all is there already: then it
# needs neither the network nor root. bootstrap.sh --help says more.
set -euo pipefail

# One line a package: set (minimal: library, tool and demo; full: tests and benchmarks too; all others: on demand), name,
# what it is for.
packages='
minimal  cmake                the build
minimal  ninja-build          runs the build
minimal  pkgconf              tells a compiler how to link the library
minimal  g++                  compiles C++20
minimal  libtbb-dev           oneTBB: spreads batches over the cores
minimal  libxsimd-dev         xsimd: the kernels, for each instruction set
minimal  nlohmann-json3-dev   the tool reads scene files
minimal  libcli11-dev         the command line of the tool
minimal  libfmt-dev           the text that the tool writes
minimal  libpugixml-dev       the pictures that the tool draws
minimal  libboost-dev         headers: charts of the tool, exact numbers of the tests
full     libgtest-dev         the tests
full     binutils             nm and objdump: the tests look into the object files
full     libcgal-dev          a second opinion in the tests, a rival in the benchmarks
full     libgmp-dev           exact numbers of the second opinion
full     libmpfr-dev          exact numbers of the second opinion
full     libbenchmark-dev     the benchmarks
full     libbox2d-dev         a rival in the benchmarks
full     libchipmunk-dev      a rival in the benchmarks
full     libembree-dev        a rival in the benchmarks, of rays
full     libgeos-dev          a second opinion in the tests, a rival in the benchmarks
cross    g++-aarch64-linux-gnu  compiles for AArch64
cross    qemu-user            runs that here
fuzz     clang-14             compiles the fuzzers
fuzz     libclang-rt-14-dev   libFuzzer and the sanitizers
wasm     emscripten           compiles WebAssembly
wasm     nodejs               runs it
wasm     node-typescript      checks the declarations of the package
wasm     esbuild              bundles the package for a browser, in its tests
wasm     chromium             runs that
mingw    g++-mingw-w64-x86-64-posix  compiles for Windows
mingw    wine64               runs that here
mingw    dpkg-dev             unpacks the sources of pugixml, which is a library of the host alone
rust     rustc                compiles the example in Rust
plots    python3-matplotlib   draws the figures of the benchmarks
python   python3-dev          headers for the Python package
python   python3-venv         an environment for it
page     chromium             shows the page in its tests
page     chromium-driver      drives it
page     fonts-dejavu-core    text on the page
page     nodejs               runs the modules of the page
page     python3-venv         an environment for the tests
'

usage() {
  cat <<'TEXT'
usage: bash cmake/bootstrap.sh [--minimal] [--cross] [--fuzz] [--wasm] [--mingw] [--rust] [--plots] [--python] [--page]
                               [--list | --help]

  (nothing)   installs what the library, the tool, the tests and the benchmarks need
  --minimal   installs what the library and its demo need, no more
  --cross     also what cross-compiles for AArch64 and runs it (preset aarch64)
  --fuzz      also what the fuzzers need (preset fuzz)
  --wasm      also what compiles WebAssembly and runs it (preset wasm)
  --mingw     also what cross-compiles for Windows and runs it (preset mingw), and the sources of pugixml in build/pugixml
  --rust      also what the example in Rust needs
  --plots     also what draws the figures of the benchmarks (bench/plot.py)
  --python    also what the Python package needs, and an environment for it in build/python: `. build/python/bin/activate`
  --page      also what the tests of the page need, and an environment for them in build/page-tests
  --list      says what that is and what of it is missing, and installs nothing
  --help      prints this

Packages come from apt, as root or through sudo, and for --python and --page from PyPI. Where all are there, nothing is done.
TEXT
}

elsewhere() {
  cat <<'TEXT'
This machine has no apt, so nothing can be installed here. The same things have these names elsewhere:

  Fedora    cmake ninja-build pkgconf-pkg-config gcc-c++ tbb-devel xsimd-devel json-devel cli11-devel fmt-devel pugixml-devel boost-devel
            gtest-devel binutils CGAL-devel gmp-devel mpfr-devel google-benchmark-devel box2d-devel chipmunk-devel embree-devel geos-devel
  Arch      cmake ninja pkgconf gcc onetbb xsimd nlohmann-json cli11 fmt pugixml boost
            gtest binutils cgal gmp mpfr benchmark box2d embree3 geos
  Homebrew  cmake ninja pkgconf tbb xsimd nlohmann-json cli11 fmt pugixml boost
            googletest cgal gmp mpfr google-benchmark box2d embree geos
  vcpkg     tbb xsimd nlohmann-json cli11 fmt pugixml boost-multiprecision
            gtest cgal gmp mpfr benchmark box2d chipmunk geos

The first line of each is enough for the library, its demo and the Python package. Rivals that are not there are left out of the benchmarks.
TEXT
}

wanted='minimal|full'
list_only=no
environments=()
mingw=no
for argument in "$@"; do
  case $argument in
    --minimal) wanted='minimal' ;;
    --cross) wanted+='|cross' ;;
    --fuzz) wanted+='|fuzz' ;;
    --wasm) wanted+='|wasm' ;;
    --mingw) wanted+='|mingw'; mingw=yes ;;
    --rust) wanted+='|rust' ;;
    --plots) wanted+='|plots' ;;
    --python) wanted+='|python'; environments+=('python src/bindings/python/requirements.txt') ;;
    --page) wanted+='|page'; environments+=('page-tests tests/page/requirements.txt') ;;
    --list) list_only=yes ;;
    -h | --help) usage; exit 0 ;;
    *) printf 'bootstrap.sh: unknown option %s\n\n' "$argument" >&2; usage >&2; exit 1 ;;
  esac
done
selection=$(printf '%s' "$packages" | grep -E "^($wanted) " | awk '!seen[$2]++')

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# make_environment NAME REQUIREMENTS: build/NAME, with what that file names. PyPI is asked only if that is not there, or
# has changed.
make_environment() {
  local environment requirements
  environment=$root/build/$1
  requirements=$root/$2
  if [ -x "$environment/bin/python" ] && cmp -s "$requirements" "$environment/requirements.txt"; then
    echo "The environment build/$1 is there: nothing to install."
    return
  fi
  echo "Making the environment build/$1"
  mkdir -p "$root/build"
  python3 -m venv "$environment"
  "$environment/bin/pip" install -q --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$environment/requirements.txt"
}

# get_source PACKAGE FOLDER: the source of a Debian package in build/FOLDER, as apt gets and checks it. The machine's own lists of
# packages stay as they are: a list of our own names the same places.
get_source() {
  local work folder=$root/build/$2
  if [ -d "$folder" ]; then
    echo "The sources build/$2 are there."
    return
  fi
  work=$(mktemp -d)
  mkdir -p "$root/build" "$work/lists/partial" "$work/source"
  apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u >"$work/sources.list"
  local options=(-q -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o Dir::State::lists="$work/lists" -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update || true  # not all of them may have sources
  (cd "$work/source" && apt-get "${options[@]}" source "$1")
  mv "$work"/source/*/ "$folder"
  rm -r "$work"
}

finish() {
  echo "$1"
  local words
  for words in ${environments[@]+"${environments[@]}"}; do
    read -ra words <<<"$words"
    make_environment "${words[@]}"
  done
  if [ $mingw = yes ]; then
    get_source libpugixml-dev pugixml
    # Debian's wine64 is no command: it stands in a folder that no PATH has.
    command -v wine64 >/dev/null || as_root ln -s /usr/lib/wine/wine64 /usr/local/bin/wine64
  fi
  exit 0
}

# as_root COMMAND...: as root, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  elsewhere
  [ "$list_only" = yes ] && exit 0
  # Everything may be there all the same; the build will tell.
  command -v cmake >/dev/null && command -v ninja >/dev/null && finish 'Not looked further.'
  exit 1
fi

missing=()
while read -r _ package reason; do
  state=there
  if ! is_installed "$package"; then
    state=missing
    missing+=("$package")
  fi
  printf '  %-8s %-21s %s\n' "$state" "$package" "$reason"
done <<<"$selection"

if [ ${#missing[@]} -eq 0 ]; then
  [ "$list_only" = no ] || { echo 'Everything is there: nothing to install.'; exit 0; }
  finish 'Everything is there: nothing to install.'
fi
[ "$list_only" = yes ] && exit 0

if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
  printf 'Not root, and there is no sudo. As root, run:\n  apt-get install --no-install-recommends %s\n' "${missing[*]}" >&2
  exit 1
fi
apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@"
}

printf 'Installing %s\n' "${missing[*]}"
# The package lists may be old or absent: they are fetched only if apt cannot do without.
if ! apt install --no-install-recommends "${missing[@]}"; then
  apt update
  apt install --no-install-recommends "${missing[@]}"
fi
finish 'Everything is there now.'
