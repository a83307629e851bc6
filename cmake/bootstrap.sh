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
full     gappa                proves the bounds of rounding errors
full     libbenchmark-dev     the benchmarks
full     libbox2d-dev         a rival in the benchmarks
full     libchipmunk-dev      a rival in the benchmarks
full     libembree-dev        a rival in the benchmarks, of rays
full     libgeos-dev          a second opinion in the tests, a rival in the benchmarks
cross    g++-aarch64-linux-gnu  compiles for AArch64
cross    qemu-user            runs that here
fuzz     clang-14             compiles the fuzzers
fuzz     libclang-rt-14-dev   libFuzzer and the sanitizers
fuzz     python3-clang-14     says where functions begin, for planted defects
lint     clang-14             the headers that clang-tidy reads
lint     clang-tidy-14        looks for faults in the text
lint     gcovr                says which branches the tests take
libcxx   clang-14             compiles library and tool
libcxx   libc++-14-dev        its standard library
libcxx   libc++abi-14-dev     what that stands on
wasm     emscripten           compiles WebAssembly
wasm     nodejs               runs it
wasm     node-typescript      checks the declarations of the package
wasm     esbuild              bundles the package for a browser, in its tests
wasm     chromium             runs that
bundlers rollup               bundles the package, in its tests
bundlers node-rollup-plugin-node-resolve  finds the package for rollup
bundlers webpack              bundles the package, in its tests
mingw    g++-mingw-w64-x86-64-posix  compiles for Windows
mingw    wine64               runs that here
mingw    dpkg-dev             unpacks the sources of pugixml, which is a library of the host alone
rust     rustc                compiles the example in Rust
ccache   ccache               keeps objects, which the next build of the same text takes
plots    python3-matplotlib   draws the figures of the benchmarks
python   python3-dev          headers for the Python package
python   python3-venv         an environment for it
site     doxygen              reads the public headers
page     chromium             shows the page in its tests
page     chromium-driver      drives it
page     fonts-dejavu-core    text on the page
page     nodejs               runs the modules of the page
page     python3-venv         an environment for the tests
audit    libpolyclipping-dev  Clipper, which the audit asks
audit    python3-venv         an environment for libraries in Python that it asks
'

# The names of those of the sets minimal and full elsewhere; - where there is none, or where nothing is to be installed.
# Of rivals only what is of the version that the benchmarks take: Box2D 2.4, Embree 3.
systems='fedora arch homebrew vcpkg conda'
names='
cmake               cmake                   cmake          cmake             -           cmake
ninja-build         ninja-build             ninja          ninja             -           ninja
pkgconf             pkgconf-pkg-config      pkgconf        pkgconf           -           pkg-config
g++                 gcc-c++                 gcc            -                 -           cxx-compiler
libtbb-dev          tbb-devel               onetbb         tbb               tbb         tbb-devel
libxsimd-dev        xsimd-devel             xsimd          xsimd             xsimd       xsimd
nlohmann-json3-dev  json-devel              nlohmann-json  nlohmann-json     nlohmann-json  nlohmann_json
libcli11-dev        cli11-devel             cli11          cli11             cli11       cli11
libfmt-dev          fmt-devel               fmt            fmt               fmt         fmt
libpugixml-dev      pugixml-devel           pugixml        pugixml           pugixml     pugixml
libboost-dev        boost-devel             boost          boost             boost       libboost-devel
libgtest-dev        gtest-devel             gtest          googletest        gtest       gtest
binutils            binutils                binutils       -                 -           binutils
libcgal-dev         CGAL-devel              cgal           cgal              cgal        cgal-cpp
libgmp-dev          gmp-devel               gmp            gmp               gmp         gmp
libmpfr-dev         mpfr-devel              mpfr           mpfr              mpfr        mpfr
gappa               -                       -              -                 -           -
libbenchmark-dev    google-benchmark-devel  benchmark      google-benchmark  benchmark   benchmark
libbox2d-dev        box2d-devel             -              -                 -           -
libchipmunk-dev     chipmunk-devel          -              -                 chipmunk    -
libembree-dev       embree3-devel           embree3        -                 -           -
libgeos-dev         geos-devel              geos           geos              geos        geos
'

usage() {
  cat <<'TEXT'
usage: bash cmake/bootstrap.sh [--minimal] [--cross] [--fuzz] [--lint] [--wasm] [--bundlers] [--libcxx] [--mingw] [--rust] [--ccache] [--plots]
                               [--python] [--page] [--site] [--audit] [--list [SYSTEM] | --help]

  (nothing)   installs what the library, the tool, the tests and the benchmarks need
  --minimal   installs what the library and its demo need, no more
  --cross     also what cross-compiles for AArch64 and runs it (preset aarch64)
  --fuzz      also what the fuzzers need (preset fuzz)
  --lint      also clang-tidy and gcovr (tests/lint, tests/branch_coverage)
  --wasm      also what compiles WebAssembly and runs it (preset wasm)
  --bundlers  also rollup and webpack, for the tests of preset wasm; they need Debian's node, not another one
  --libcxx    also what builds library and tool with libc++ (preset libcxx)
  --mingw     also what cross-compiles for Windows and runs it (preset mingw), and the sources of pugixml in build/pugixml
  --rust      also what the example in Rust needs
  --ccache    also the compiler cache of .ci/run
  --plots     also what draws the figures of the benchmarks (bench/plot.py)
  --python    also what the Python package needs, and an environment for it in build/python: `. build/python/bin/activate`
  --page      also what the tests of the page need, and an environment for them in build/page-tests
  --site      also what makes and tests the site (preset site): what --python, --wasm and --page install, and Doxygen
  --audit     also the libraries that tests/audit asks, and an environment for those in Python in build/audit-peers
  --list      says what that is and what of it is missing, and installs nothing
  --list SYSTEM  prints the names of these packages on that system, a line a set: debian, ubuntu, fedora, arch, homebrew (macos),
              vcpkg (windows), conda. From anywhere
  --help      prints this

Packages come from apt, as root or through sudo, and for --python, --page, --site and --audit from PyPI. Where all are there, nothing is done.
TEXT
}

# list_of SYSTEM: the names there of what the options select, a line a set.
list_of() {
  local set column=0 words
  for set in ${wanted//|/ }; do
    if [ "$1" = debian ] || [ "$1" = ubuntu ]; then
      words=$(printf '%s' "$packages" | awk -v set="$set" '$1 == set { print $2 }')
    elif [ "$set" = minimal ] || [ "$set" = full ]; then
      column=$(printf '%s\n' $systems | awk -v system_name="$1" '$1 == system_name { print NR + 1 }')
      words=$(printf '%s%s' "$packages" "$names" | awk -v set="$set" -v column="$column" '
        $1 == set { wanted[$2] } NF == 6 && ($1 in wanted) && $column != "-" { print $column }')
    else
      echo "bootstrap.sh: the names of what --$set installs are known for debian and ubuntu alone" >&2
      continue
    fi
    echo $words
  done
}

# print_list SYSTEM
print_list() {
  local system=$1
  case $system in
    windows) system=vcpkg ;;
    macos) system=homebrew ;;
    debian | ubuntu | fedora | arch | homebrew | vcpkg | conda) ;;
    *)
      printf 'bootstrap.sh: unknown system %s; known are %s (windows), %s\n' "$system" \
        'debian, ubuntu, fedora, arch, homebrew (macos), vcpkg' 'conda' >&2
      exit 1
      ;;
  esac
  list_of "$system"
}

elsewhere() {
  local system
  echo 'This machine has no apt, so nothing can be installed here. The same things have these names elsewhere:'
  for system in $systems; do
    printf '\n%s\n' "$system"
    list_of "$system"
  done
  printf '\n%s\n' 'The first line of each is enough for the library, its demo and the Python package. Rivals that are not there are left out of the benchmarks.'
}

wanted='minimal|full'
list_only=no
system=
environments=()
mingw=no
while [ $# -gt 0 ]; do
  argument=$1
  shift
  case $argument in
    --minimal) wanted='minimal' ;;
    --cross) wanted+='|cross' ;;
    --fuzz) wanted+='|fuzz' ;;
    --lint) wanted+='|lint' ;;
    --wasm) wanted+='|wasm' ;;
    --bundlers) wanted+='|bundlers' ;;
    --libcxx) wanted+='|libcxx' ;;
    --mingw) wanted+='|mingw'; mingw=yes ;;
    --rust) wanted+='|rust' ;;
    --ccache) wanted+='|ccache' ;;
    --plots) wanted+='|plots' ;;
    --python) wanted+='|python'; environments+=('python src/bindings/python/requirements.txt') ;;
    --page) wanted+='|page'; environments+=('page-tests tests/page/requirements.txt') ;;
    --site)
      wanted+='|python|wasm|page|site'
      environments+=('python src/bindings/python/requirements.txt' 'page-tests tests/page/requirements.txt')
      ;;
    --audit) wanted+='|audit'; environments+=('audit-peers tests/audit/requirements.txt') ;;
    --list)
      list_only=yes
      if [ $# -gt 0 ] && [[ $1 != -* ]]; then
        system=$1
        shift
      fi
      ;;
    -h | --help) usage; exit 0 ;;
    *) printf 'bootstrap.sh: unknown option %s\n\n' "$argument" >&2; usage >&2; exit 1 ;;
  esac
done
if [ -n "$system" ]; then
  print_list "$system"
  exit 0
fi
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
