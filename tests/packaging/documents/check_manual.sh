#!/bin/sh
# The manual page has the commands that the tool lists, in its words: check_manual.sh TOOL PAGE.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" --help | sed -n '/^Subcommands:/,/^$/p' | sed '1d; /^$/d; s/^  *//; s/  */ /' | sed 's/ / - /' | tr '[:upper:]' '[:lower:]' >"$work/tool"
sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' "$2" | sed -n '/^\.B /{s/^\.B //;N;s/\n/ - /;p}' | sed 's/\\-/-/g' | tr '[:upper:]' '[:lower:]' >"$work/page"
[ -s "$work/tool" ]
diff "$work/tool" "$work/page"
