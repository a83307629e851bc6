// The instruction set that this file is compiled for. cmake/IsaKernels.cmake compiles every file of tables/ once for
// each, with SATCHEL_ISA its name: `Isa` is what the file takes its lanes from, SATCHEL_TABLE(subject) how it calls its
// table.
#pragma once

#include "format/kernel_table.hpp"

#define SATCHEL_JOINED(p, q) p##_##q
#define SATCHEL_JOIN(p, q) SATCHEL_JOINED(p, q)
#define SATCHEL_TABLE(subject) SATCHEL_JOIN(SATCHEL_ISA, subject)
#include SATCHEL_ISA_HEADER

namespace {

/// The table of a subject: its kernels over floats and over doubles. Make<T>::kernels() fills in one precision.
template <template <class> class Kernels, template <class> class Make>
constexpr satchel::kernels::ByPrecision<Kernels> table_of() {
  return {Make<float>::kernels(), Make<double>::kernels()};
}

}  // namespace
