#include "foreign_arrays.hpp"

namespace satchel::python {

bool is_masked_array(nb::handle value) {
  if (PyArray_CheckExact(value.ptr()) || !PyArray_Check(value.ptr())) return false;
  static PyObject* const masked_array = nb::module_::import_("numpy.ma").attr("MaskedArray").inc_ref().ptr();
  return PyType_IsSubtype(Py_TYPE(value.ptr()), reinterpret_cast<PyTypeObject*>(masked_array)) != 0;
}

bool has_dlpack_alone(nb::handle value) {
  PyObject* const object = value.ptr();
  if (PyLong_Check(object) || PyFloat_Check(object) || PyList_Check(object) || PyTuple_Check(object)) return false;
  return !PyArray_Check(object) && nb::hasattr(value, "__dlpack__") && !nb::hasattr(value, "__array__") &&
         !nb::hasattr(value, "__array_interface__");
}

nb::object from_dlpack(nb::handle value, const char* name) {
  try {
    return nb::module_::import_("numpy").attr("from_dlpack")(value);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    fail_type(std::string(name) + " is a " + text_of(nb::handle(value.type()).attr("__name__")) +
              " that NumPy cannot take by DLPack (" + text_of(error.value()) +
              "); wanted one in the memory of the CPU");
  }
}

namespace {

bool is_list(nb::handle value) { return PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()); }

// @param depth  how many lists may lie in one another: more than arrays have axes, and no more, for lists that hold themselves
void refuse_masked_in(nb::handle list, const char* name, int depth) {
  if (depth == 0) return;
  for (const nb::handle item : list) {
    if (is_list(item)) {
      refuse_masked_in(item, name, depth - 1);
    } else if (PyArray_Check(item.ptr())) {
      refuse_masked(item, name);
    }
  }
}

}  // namespace

void refuse_masked(nb::handle value, const char* name) {
  if (is_list(value)) return refuse_masked_in(value, name, NPY_MAXDIMS);
  if (!is_masked_array(value)) return;
  const nb::module_ ma = nb::module_::import_("numpy.ma");
  const nb::object mask = ma.attr("flatten_mask")(ma.attr("getmaskarray")(value));
  if (PyObject_IsTrue(mask.attr("any")().ptr()) != 1) return;
  const std::size_t first = static_cast<std::size_t>(PyNumber_AsSsize_t(mask.attr("argmax")().ptr(), nullptr));
  const std::size_t size = nb::len(mask);
  const std::size_t rows =
      PyArray_NDIM(array_of(value)) == 0 ? 1 : static_cast<std::size_t>(PyArray_DIMS(array_of(value))[0]);
  const std::size_t row = first / (size / rows);
  fail("masked", name, static_cast<std::ptrdiff_t>(row),
       std::string(name) + " is a masked array, and masks are not looked at: an element of row " + std::to_string(row) +
           " is masked; leave such rows out, or give an array without a mask (numpy.ma.filled makes one)");
}

}  // namespace satchel::python
