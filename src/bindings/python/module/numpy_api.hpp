// NumPy's C API, imported once by module.cpp. It is included after Python's header, in every file that touches arrays.
#pragma once

#include <nanobind/nanobind.h>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL satchel_numpy_api
#ifndef SATCHEL_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

namespace nb = nanobind;

namespace satchel::python {

inline PyArrayObject* array_of(nb::handle value) { return reinterpret_cast<PyArrayObject*>(value.ptr()); }

}  // namespace satchel::python
