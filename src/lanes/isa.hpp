// The instruction set that a file of tables/ is compiled for: `Isa` gives its lane types, SATCHEL_TABLE(subject) the
// name of its kernel table. cmake/IsaKernels.cmake compiles every file of tables/ once per instruction set, with the
// macro SATCHEL_ISA as its name.
#pragma once

#include "format/kernel_table.hpp"

#define SATCHEL_JOINED(p, q) p##_##q
#define SATCHEL_JOIN(p, q) SATCHEL_JOINED(p, q)
#define SATCHEL_TABLE(subject) SATCHEL_JOIN(SATCHEL_ISA, subject)
#include SATCHEL_ISA_HEADER

namespace {

/// The table of a subject: its kernels for float and for double scenes. Make<T>::kernels() returns those of precision
/// T.
template <template <class> class Kernels, template <class> class Make>
constexpr satchel::kernels::ByPrecision<Kernels> table_of() {
  return {Make<float>::kernels(), Make<double>::kernels()};
}

}  // namespace
