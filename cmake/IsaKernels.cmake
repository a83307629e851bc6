# satchel_isa(NAME FLAGS...): compiles src/kernels/isa_NAME.cpp with the flags of that instruction set.
#
# Optimised in every build type: never below -O1 and without link-time optimisation: at -O0, or merged by the linker, an inline function compiled for
# AVX-512 can become the one copy that the whole program uses, and crash it on older machines.
function(satchel_isa name)
  set(target satchel_isa_${name})
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/src/kernels/isa_${name}.cpp)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  # Vectors are written by hand here; the compiler's own would build them from scalars lane by lane and take them apart.
  target_compile_options(${target} PRIVATE ${ARGN} -fno-exceptions -fno-tree-slp-vectorize $<IF:$<CONFIG:Debug>,-O1,-O3>)
  target_link_libraries(${target} PRIVATE satchel_flags satchel_warnings satchel_xsimd)
  # g++ 12 takes the undefined operands inside its own AVX-512 intrinsics for uninitialised variables.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized -Wno-maybe-uninitialized>)
  target_sources(satchel PRIVATE $<TARGET_OBJECTS:${target}>)
  string(TOUPPER ${name} upper)
  target_compile_definitions(satchel PRIVATE SATCHEL_HAS_${upper}=1)
endfunction()

satchel_isa(scalar)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  satchel_isa(sse42 -msse4.2)
  satchel_isa(avx2 -mavx2)
  satchel_isa(avx512 -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  satchel_isa(neon64)
endif()
