# Which kernels are built: SATCHEL_VECTOR_ISAS and SATCHEL_SCALAR_KERNELS. cmake/IsaKernels.cmake builds them.
set(satchel_all_isas "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(satchel_all_isas sse42 avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(satchel_all_isas neon64)
elseif(EMSCRIPTEN)
  set(satchel_all_isas wasm)
endif()
set(SATCHEL_VECTOR_ISAS "${satchel_all_isas}" CACHE STRING
  "The instruction sets to build kernels for, beside scalar; native: the best one of this machine, alone")
option(SATCHEL_SCALAR_KERNELS "Build the scalar kernels, which run where no vector kernels do" ON)

if(NOT SATCHEL_VECTOR_ISAS STREQUAL "native")
  return()
endif()
# Normal variables: they hide the cached ones from all folders.
set(SATCHEL_VECTOR_ISAS "${satchel_all_isas}")
list(LENGTH satchel_all_isas satchel_isa_count)
if(satchel_isa_count GREATER 1)
  if(CMAKE_CROSSCOMPILING)
    message(FATAL_ERROR "SATCHEL_VECTOR_ISAS=native asks the machine that builds, but this build is for another one: name its "
      "instruction sets, as in -DSATCHEL_VECTOR_ISAS=avx2")
  endif()
  try_run(satchel_native_status satchel_native_compiles SOURCES ${CMAKE_CURRENT_LIST_DIR}/native_isa.cpp NO_CACHE
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/src
    COMPILE_OUTPUT_VARIABLE satchel_native_errors RUN_OUTPUT_VARIABLE SATCHEL_VECTOR_ISAS)
  if(NOT satchel_native_compiles OR NOT satchel_native_status EQUAL 0)
    message(FATAL_ERROR "SATCHEL_VECTOR_ISAS=native: the program that asks this machine failed; name the instruction sets "
      "(${satchel_all_isas})\n${satchel_native_errors}")
  endif()
endif()
if(SATCHEL_VECTOR_ISAS)
  set(SATCHEL_SCALAR_KERNELS OFF)
endif()
message(STATUS "Kernels for this machine alone: ${SATCHEL_VECTOR_ISAS}")
