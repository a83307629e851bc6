#!/bin/sh
# check_sizes.sh PACKAGE_MODULE PAGE_MODULE: the package's has at most 3 MB, the page's 1.5 MB, 500 kB compressed.
set -eu
package=$(wc -c <"$1") page=$(wc -c <"$2") compressed=$(gzip -9 -c "$2" | wc -c)
echo "package: $package bytes; page: $page bytes, $compressed compressed"
[ "$package" -le 3000000 ] && [ "$page" -le 1500000 ] && [ "$compressed" -le 500000 ]
