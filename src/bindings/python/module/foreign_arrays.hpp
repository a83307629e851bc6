// Arrays that are none of NumPy's plain ones: masked arrays, and tensors of other libraries.
#pragma once

#include "arrays.hpp"

namespace satchel::python {

/// Whether it is an array of numpy.ma, with masked elements or without.
bool is_masked_array(nb::handle value);

/// Whether it is a tensor that only DLPack can hand over.
bool has_dlpack_alone(nb::handle value);
/// The array over the memory of such a tensor. Errors (TypeError): it is not in the memory of the CPU.
nb::object from_dlpack(nb::handle value, const char* name);

}  // namespace satchel::python
