# A build for the machine that builds has the kernels of its best instruction set, none else, and no C interface if that is left
# out; a build for another machine is refused, because it cannot be asked.
#   cmake -DROOT=... -DWORK=... -DCXX=... -DGENERATOR=... -DPROBE=... -P check_native.cmake
# PROBE prints the best instruction set (tests/dispatch/isa_probe.cpp).
cmake_minimum_required(VERSION 3.25)

function(configure result)
  file(REMOVE_RECURSE ${WORK})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DSATCHEL_TBB=OFF
    -DSATCHEL_TOOL=OFF -DSATCHEL_C_INTERFACE=OFF -DSATCHEL_VECTOR_ISAS=native ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(text "${text}" PARENT_SCOPE)
  set(${result} ${status} PARENT_SCOPE)
endfunction()

configure(status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "native was refused:\n${text}")
endif()
file(READ ${WORK}/compile_commands.json commands)
string(REGEX MATCHALL "satchel_isa_[a-z0-9]+" built "${commands}")
list(REMOVE_DUPLICATES built)
execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=SATCHEL_ISA ${PROBE} OUTPUT_VARIABLE best COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " .*" "" best "${best}")
string(REPLACE "sse4.2" "sse42" best "${best}")
if(NOT built STREQUAL "satchel_isa_${best}")
  message(FATAL_ERROR "native builds ${built}, but the best instruction set is ${best}")
endif()
if(commands MATCHES "/bindings/c/")
  message(FATAL_ERROR "SATCHEL_C_INTERFACE=OFF builds files of the C interface")
endif()

configure(status -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=x86_64)
if(status EQUAL 0 OR NOT text MATCHES "asks the machine that builds")
  message(FATAL_ERROR "native for another machine was not refused:\n${text}")
endif()
