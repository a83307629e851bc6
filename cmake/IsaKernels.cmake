# satchel_isa(NAME FLAGS...): compiles the files of src/kernels/tables with the flags of that instruction set.
#
# Optimised in every build type: never below -O1 and without link-time optimisation: at -O0, or merged by the linker, an
# inline function compiled for AVX-512 can become the one copy that the whole program uses, and crash it on older
# machines.
#
# Sanitizers watch the scalar kernels alone, at -O1: these are the same templates, and each of the others would take
# three minutes and up to two gigabytes (g++ 12 and clang 14, AVX-512). What those read or write too far runs
# into the guard pages that the tests put behind every buffer (tests/support/exact_alloc.hpp,
# tests/kernels/guarded_test.cpp).
function(satchel_isa name)
  set(target satchel_isa_${name})
  set(collide collide)
  if(name STREQUAL scalar AND satchel_scalar_is_compact)
    set(collide collide_compact)
  endif()
  satchel_tables(${target} ${name} "${collide};compound;rounded;manifold;distance;sweep;area;scene" ${ARGN})
  foreach(subject tree table)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/kernels/tables/${subject}.cpp)
  endforeach()
  target_sources(satchel PRIVATE $<TARGET_OBJECTS:${target}>)
  string(TOUPPER ${name} upper)
  target_compile_definitions(satchel PRIVATE SATCHEL_HAS_${upper}=1)
endfunction()

# satchel_small_tables(TARGET NAME FLAGS...): objects that a program links before the library, whose tables of these subjects
# they replace: contacts in little code, no manifolds, no sweeps and no trees.
function(satchel_small_tables target name)
  satchel_tables(${target} ${name} "collide_compact;absent" ${ARGN})
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/kernels/tables/no_tree.cpp)
endfunction()

# satchel_tables(TARGET NAME SUBJECTS FLAGS...): these files of src/kernels/tables as objects, one a precision, so that no
# single file takes long to compile.
function(satchel_tables target name subjects)
  add_library(${target} OBJECT)
  foreach(subject IN LISTS subjects)
    foreach(precision float double)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/kernels/${subject}_${precision}.cpp)
      file(CONFIGURE OUTPUT ${source} CONTENT
        "#define SATCHEL_PRECISION ${precision}\n#include \"kernels/tables/${subject}.cpp\"\n")
      target_sources(${target} PRIVATE ${source})
    endforeach()
  endforeach()
  target_compile_definitions(${target} PRIVATE SATCHEL_ISA=${name} SATCHEL_ISA_HEADER="lanes/isa_${name}.hpp")
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ${satchel_pic})
  set(optimised $<IF:$<CONFIG:Debug>,-O1,${SATCHEL_KERNEL_OPTIMISATION}>)
  if(name STREQUAL scalar AND SATCHEL_SANITIZE)
    set(optimised -O1)
  elseif(name STREQUAL scalar AND SATCHEL_SCALAR_OPTIMISATION)
    set(optimised ${SATCHEL_SCALAR_OPTIMISATION})
  elseif(SATCHEL_SANITIZE)
    set_target_properties(${target} PROPERTIES SATCHEL_UNWATCHED ON)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  # Vectors are written by hand here; the compiler's own would build them from scalars lane by lane and take them apart.
  set(flags ${ARGN} -fno-exceptions -fno-tree-slp-vectorize ${optimised})
  list(TRANSFORM flags PREPEND "${satchel_as_clang}")
  target_compile_options(${target} PRIVATE ${flags})
  target_link_libraries(${target} PRIVATE satchel_flags satchel_warnings satchel_xsimd)
  satchel_precompile(${target} <lanes/isa_${name}.hpp>)
  # g++ 12 takes the undefined operands inside its own AVX-512 intrinsics for uninitialised variables.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized -Wno-maybe-uninitialized>)
endfunction()

# Those of these that are cached are for those who test Satchel itself.
set(SATCHEL_KERNEL_OPTIMISATION -O3 CACHE STRING "How the kernels are optimised: -O1 or more")
# Beside vector kernels the scalar ones run where nothing else does: little code that compiles fast counts for more. Under
# sanitizers they are whole, because these watch no others.
set(satchel_scalar_optimisation "")
set(satchel_scalar_is_compact OFF)
if(SATCHEL_VECTOR_ISAS)
  set(satchel_scalar_optimisation -O1)
  if(NOT SATCHEL_SANITIZE)
    set(satchel_scalar_is_compact ON)
  endif()
endif()
set(SATCHEL_SCALAR_OPTIMISATION "${satchel_scalar_optimisation}" CACHE STRING
  "How the scalar kernels are optimised, where it is not as the others")

set(satchel_flags_sse42 -msse4.2)
# Every processor with AVX2 has these: the lowest bit of a mask is found by one instruction and cleared by another.
set(satchel_flags_bits -mbmi -mbmi2)
set(satchel_flags_avx2 -mavx2 ${satchel_flags_bits})
# Tuned for the first processors that had it: up to a tenth faster on Zen 4 too, where boxes gain 3 %.
set(satchel_flags_avx512 -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512
                         -mtune=skylake-avx512 ${satchel_flags_bits})
# An instruction set may also be given by its name at run time.
string(REPLACE "sse4.2" "sse42" satchel_vector_isas "${SATCHEL_VECTOR_ISAS}")
if(SATCHEL_SCALAR_KERNELS)
  list(PREPEND satchel_vector_isas scalar)
endif()
foreach(isa ${satchel_vector_isas})
  satchel_isa(${isa} ${satchel_flags_${isa}})
endforeach()
