#!/bin/sh
# Fails if a link of a Markdown file leads nowhere: check_links.sh ROOT
#
# Looks at every .md file below ROOT but those in build folders. A relative link names a file or folder, and with #ANCHOR a
# heading of it: in lower case, without punctuation, with hyphens for spaces. Fenced blocks and addresses of the web are
# not looked at.
set -eu
cd "$1"
links=$(find . -name '*.md' ! -path '*/build/*' ! -path './.git/*' -exec awk '
  FNR == 1 { fenced = 0 }
  /^```/ { fenced = !fenced; next }
  fenced { next }
  { while (match($0, /\]\([^) ]+\)/)) {
      print FILENAME, substr($0, RSTART + 2, RLENGTH - 3)
      $0 = substr($0, RSTART + RLENGTH)
    } }' {} +)
[ -n "$links" ] || { echo "no links below $1: does this script still read them?"; exit 1; }
has_heading() {
  awk '/^```/ { fenced = !fenced } !fenced && /^#+ /' "$1" | sed 's/^#* //' | tr '[:upper:]' '[:lower:]' |
    sed 's/[^a-z0-9_ -]//g; s/ /-/g' | grep -qxF -e "$2"
}
echo "$links" | {
  dead=0
  while read -r file link; do
    case $link in http://* | https://* | mailto:*) continue ;; esac
    path=${link%%#*} anchor=
    case $link in *'#'*) anchor=${link#*#} ;; esac
    target=$file
    [ -z "$path" ] || target=$(dirname "$file")/$path
    if [ ! -e "$target" ] || { [ -n "$anchor" ] && ! has_heading "$target" "$anchor"; }; then
      echo "$file: $link leads nowhere"
      dead=1
    fi
  done
  exit $dead
}
