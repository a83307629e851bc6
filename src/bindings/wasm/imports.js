// Tells Emscripten that this function comes from outside: satchel.mjs gives it.
mergeInto(LibraryManager.library, { satchel_host_progress() {} });
