// The instruction set that a file of tables/ is compiled for: `Isa` gives its lane types, SATCHEL_TABLE(subject) the
// name of its kernel table. cmake/IsaKernels.cmake compiles every file of tables/ once per instruction set, with the
// macro SATCHEL_ISA as its name; files whose kernels have a precision once per precision, with SATCHEL_PRECISION as its
// name, float or double.
#pragma once

#include "format/kernel_table.hpp"

#define SATCHEL_JOINED(p, q) p##_##q
#define SATCHEL_JOIN(p, q) SATCHEL_JOINED(p, q)
#define SATCHEL_TABLE(subject) SATCHEL_JOIN(SATCHEL_ISA, subject)
#define SATCHEL_TABLE_OF(subject, precision) SATCHEL_JOIN(SATCHEL_TABLE(subject), precision)
#include SATCHEL_ISA_HEADER
