# Building WebAssembly with Debian's Emscripten (bash cmake/bootstrap.sh --wasm); programs run under node.
#
# node 18 and newer have a `fetch` that Emscripten 3.1.6 takes for a browser's.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE satchel_emscripten OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
find_program(satchel_node NAMES node nodejs REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${satchel_node} --no-experimental-fetch)
include(${CMAKE_CURRENT_LIST_DIR}/HeadersOfTheHost.cmake)
list(APPEND CMAKE_FIND_ROOT_PATH ${satchel_headers})
include(${satchel_emscripten}/cmake/Modules/Platform/Emscripten.cmake)

# The tests build GoogleTest from the sources that libgtest-dev brings.
set(SATCHEL_GTEST_SOURCE /usr/src/googletest CACHE PATH "GoogleTest's source tree")
