#include "found.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace satchel::python {

FoundBytes::~FoundBytes() { std::free(data_); }

void* FoundBytes::resize(std::size_t bytes, std::size_t kept) {
  if (data_ != nullptr && bytes <= room_) return data_;
  if (kept == 0) {  // nothing is copied
    std::free(data_);
    data_ = nullptr;
  }
  const std::size_t room = kept == 0 ? bytes : std::max(bytes, 2 * room_);
  void* const data = std::realloc(data_, room == 0 ? 1 : room);
  if (data == nullptr) throw std::bad_alloc();
  data_ = data;
  room_ = room;
  return data;
}

void FoundBytes::shrink(std::size_t bytes) noexcept {
  if (bytes == room_ && data_ != nullptr) return;
  if (void* const data = std::realloc(data_, bytes == 0 ? 1 : bytes); data != nullptr) data_ = data;
  room_ = bytes;
}

nb::object FoundBytes::array(PyTypeObject* cls, PyArray_Descr* dtype, const Shape& shape) {
  void* const data = data_;
  nb::capsule owner(data, [](void* memory) noexcept { std::free(memory); });
  data_ = nullptr;
  room_ = 0;
  Py_INCREF(reinterpret_cast<PyObject*>(dtype));
  nb::object array = nb::steal(PyArray_NewFromDescr(cls, dtype, shape.axes, const_cast<npy_intp*>(shape.lengths),
                                                    nullptr, data, NPY_ARRAY_CARRAY, nullptr));
  if (!array.is_valid()) throw nb::python_error();
  if (PyArray_SetBaseObject(array_of(array), owner.release().ptr()) != 0) throw nb::python_error();
  return array;
}

nb::object array_with_room(nb::handle out, const ListForm& form) {
  const std::ptrdiff_t room = PyArray_Check(out.ptr()) && PyArray_NDIM(array_of(out)) > 0 ? rows_in(out) : 0;
  return form.columns == 0 ? result(out, form.cls, form.dtype, {room})
                           : result(out, form.cls, form.dtype, {room, form.columns});
}

ListForm rows_of(int type, std::ptrdiff_t columns) {
  PyArray_Descr* const dtype = PyArray_DescrFromType(type);
  Py_DECREF(reinterpret_cast<PyObject*>(dtype));  // NumPy keeps those of its own types
  return {&PyArray_Type, dtype, columns};
}

}  // namespace satchel::python
