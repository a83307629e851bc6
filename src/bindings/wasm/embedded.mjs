// The module's bytes as base64, where a build puts all into one file (bundle.mjs); null: they lie in satchel.wasm.
export const embedded = null;
