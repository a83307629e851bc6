#!/bin/sh
# check_declarations.sh TSC PACKAGE USAGE WORK: a program in TypeScript against the declarations of the package, found by the rules of
# old compilers and by `exports`; and beside what the library of TypeScript 5.2 and newer declares.
set -eu
rm -rf "$4"
mkdir -p "$4/node_modules"
cp -r "$2" "$4/node_modules/satchel"
cp "$3" "$4/usage.ts"
cd "$4"
echo '{"type": "module"}' >package.json
cat >disposable.ts <<'TEXT'
import type { Index, KeptPairs, Scene } from 'satchel';
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}
export const disposables = (scene: Scene, index: Index, kept: KeptPairs): Disposable[] => [scene, index, kept];
TEXT
compiler=$1
check() { "$compiler" --strict --noEmit --target es2020 --lib es2020,dom "$@"; }
check --module es2020 --moduleResolution node usage.ts
check --module node16 --moduleResolution node16 usage.ts disposable.ts
