# The flags of our own code, as two targets that everything of ours links privately.

# clang-cl takes the flags of clang behind this prefix. It is untested: nobody has built Satchel with it.
set(satchel_as_clang "")
if(MSVC)
  set(satchel_as_clang /clang:)
endif()

# satchel_flags: what the arithmetic needs. Same bits everywhere means no contraction of a * b + c into one rounding
# (g++ does that even to intrinsics) and no fast-math.
add_library(satchel_flags INTERFACE)
target_compile_features(satchel_flags INTERFACE cxx_std_20)
set(satchel_arithmetic -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math)
list(TRANSFORM satchel_arithmetic PREPEND "${satchel_as_clang}")
target_compile_options(satchel_flags INTERFACE ${satchel_arithmetic})

# g++ for Windows takes its own copy of an inline function for the one that the linker keeps, and leaves values in those registers
# that its copy does not use (-fipa-ra). Copies that were optimised in another way use them.
set(satchel_any_copy "")
if(MINGW)
  set(satchel_any_copy $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-ipa-ra>)
  target_compile_options(satchel_flags INTERFACE ${satchel_any_copy})
endif()

# WebAssembly: a module has vectors or has none, and its exceptions are those of the engine. Emscripten's headers translate
# the intrinsics of SSE4.2.
set(satchel_pic ON)
if(EMSCRIPTEN)
  set(satchel_pic OFF)  # there are no shared libraries
  target_compile_options(satchel_flags INTERFACE -msimd128 -msse4.2 -fwasm-exceptions)
  target_link_options(satchel_flags INTERFACE -fwasm-exceptions)
endif()

# For all but the kernels, which have flags of their own (IsaKernels.cmake): -O3 makes this code half as large again and
# no faster.
set(satchel_small_release $<$<CONFIG:Release>:${satchel_as_clang}-O2>)

# For tests and, where they are only tested, benchmarks: -O3 takes twice as long to compile, and the time of tests goes
# into the library, which is built as it is installed.
set(satchel_quick_release $<$<CONFIG:Release>:${satchel_as_clang}-Og>)
if(EMSCRIPTEN)
  set(satchel_quick_release $<$<CONFIG:Release>:-O1>)  # it knows no -Og
endif()

# satchel_warnings: for top-level builds; a project that embeds Satchel sees none of it.
add_library(satchel_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL AND NOT MSVC)  # to clang-cl -Wall is -Weverything
  target_compile_options(satchel_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Wundef)
  if(NOT SATCHEL_IN_FEW_UNITS)  # there files see each other's names
    target_compile_options(satchel_warnings INTERFACE -Wshadow)
  endif()
  if(SATCHEL_WERROR)
    target_compile_options(satchel_warnings INTERFACE -Werror)
  endif()
endif()

# Sanitizers watch everything of ours but targets with the property SATCHEL_UNWATCHED (cmake/IsaKernels.cmake), whose
# commands stay those of a plain build, so that a compiler cache has their objects already.
if(SATCHEL_SANITIZE)
  set(satchel_watched $<NOT:$<BOOL:$<TARGET_PROPERTY:SATCHEL_UNWATCHED>>>)
  if(NOT SATCHEL_FUZZ)
    set(satchel_less -O1)  # compiles in half the time, and runs about as fast
  endif()
  target_compile_options(satchel_flags INTERFACE
    "$<${satchel_watched}:-fsanitize=${SATCHEL_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer;-g1;${satchel_less}>")
  target_link_options(satchel_flags INTERFACE -fsanitize=${SATCHEL_SANITIZE})
endif()

# Not the kernels of one instruction set, which have no assertions: their objects stay those of a plain build.
if(SATCHEL_ASSERTS)
  target_compile_definitions(satchel_flags INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:SATCHEL_UNWATCHED>>>:SATCHEL_ASSERTS>)
endif()

# satchel_precompile(TARGET HEADERS...): what nearly all files of the target begin with is half of what compiling a small
# one takes. Not in WebAssembly: there the compiler sees a file that names something without its header.
function(satchel_precompile target)
  if(NOT EMSCRIPTEN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# satchel_library(TARGET OPTIONS...): how files of the libraries are compiled, but for the kernels (IsaKernels.cmake).
function(satchel_library target)
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ${satchel_pic}
    UNITY_BUILD ${SATCHEL_IN_FEW_UNITS} UNITY_BUILD_BATCH_SIZE 14)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:satchel_flags> $<BUILD_INTERFACE:satchel_warnings>)
  # With a section for each function, a program leaves out those that it never calls (--gc-sections).
  target_compile_options(${target} PRIVATE ${ARGN} ${satchel_as_clang}-ffunction-sections)
  if(SATCHEL_IN_FEW_UNITS)  # g++ takes the files of a unit for headers, whose unnamed namespaces would be a fault
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  if(WIN32 AND BUILD_SHARED_LIBS)  # include/satchel/export.hpp: what the DLL exports, its objects define
    target_compile_definitions(${target} PRIVATE SATCHEL_SHARED SATCHEL_BUILDING)
  endif()
  satchel_precompile(${target} <algorithm> <array> <atomic> <cmath> <cstring> <exception> <functional> <limits> <memory>
    <new> <numeric> <optional> <span> <string> <utility> <vector> <satchel/satchel.hpp>)
endfunction()
