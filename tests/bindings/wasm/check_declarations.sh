#!/bin/sh
# check_declarations.sh TSC PACKAGE USAGE WORK: a program in TypeScript against the declarations of the package.
set -eu
rm -rf "$4"
mkdir -p "$4/node_modules"
cp -r "$2" "$4/node_modules/satchel"
cp "$3" "$4/usage.ts"
cd "$4"
"$1" --strict --noEmit --target es2020 --module es2020 --moduleResolution node --lib es2020,dom usage.ts
