#!/bin/sh
# Prints the one block of a Markdown file that is fenced by ```LANGUAGE and contains TEXT: block.sh DOCUMENT LANGUAGE TEXT
set -eu
awk -v fence="\`\`\`$2" -v text="$3" '
  $0 == fence && !inside { inside = 1; block = ""; next }
  /^```/ && inside { inside = 0; if (index(block, text)) { printf "%s", block; ++found } next }
  inside { block = block $0 "\n" }
  END { if (found != 1) { print FILENAME ": " found + 0 " blocks of " fence " contain " text >"/dev/stderr"; exit 1 } }' "$1"
