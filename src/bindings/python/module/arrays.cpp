// Arguments as arrays of NumPy: used as they are, converted where nothing is lost, or refused.
//
// One file, because all conversions share their checks and messages.
#include "arrays.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "foreign_arrays.hpp"

namespace satchel::python {
namespace {

std::string dtype_text(nb::handle array) {
  return text_of(reinterpret_cast<PyObject*>(PyArray_DESCR(array_of(array))));
}

bool has_shape(nb::handle array, const Shape& shape) {
  if (PyArray_NDIM(array_of(array)) != shape.axes) return false;
  const npy_intp* const lengths = PyArray_DIMS(array_of(array));
  for (int axis = 0; axis < shape.axes; ++axis) {
    if (shape.lengths[axis] >= 0 && shape.lengths[axis] != lengths[axis]) return false;
  }
  return true;
}

// C order, aligned, of the machine's byte order.
bool is_plain(nb::handle array) { return PyArray_ISCARRAY_RO(array_of(array)); }

void check_shape(nb::handle array, const Form& form) {
  if (has_shape(array, form.shape)) return;
  fail("wrong_shape", form.name, -1,
       std::string(form.name) + " has shape " + shape_text(array) + "; wanted " + form.wanted);
}

nb::object steal(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

nb::object converted(nb::handle array, int type) {
  return steal(PyArray_FromAny(array.ptr(), PyArray_DescrFromType(type), 0, 0,
                               NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST | NPY_ARRAY_ENSUREARRAY, nullptr));
}

// What came, as an array; an array stays what it is. A value without dtype is a list, a scalar or the like.
nb::object as_array(nb::handle value, const Form& form, bool& had_dtype) {
  refuse_masked(value, form.name);
  if (PyArray_Check(value.ptr())) {
    had_dtype = true;
    return nb::borrow(value);
  }
  if (has_dlpack_alone(value)) {
    had_dtype = true;
    return from_dlpack(value, form.name);
  }
  had_dtype = nb::hasattr(value, "dtype");
  PyObject* const array = PyArray_FromAny(value.ptr(), nullptr, 0, 0, 0, nullptr);
  if (array == nullptr) {
    PyErr_Clear();
    fail_type(std::string(form.name) + " is a " + text_of(nb::handle(value.type()).attr("__name__")) +
              " that makes no array; wanted " + form.wanted);
  }
  const nb::object made = nb::steal(array);
  refuse_masked(made, form.name);  // of an __array__
  return made;
}

char kind_of(nb::handle array) { return PyArray_DESCR(array_of(array))->kind; }

[[noreturn]] void fail_dtype(nb::handle array, const Form& form, const std::string& wanted) {
  if (kind_of(array) == 'O') {
    fail_type(std::string(form.name) +
              " makes an array of objects (dtype object), as a ragged list or mixed types do; wanted " + wanted);
  }
  fail_type(std::string(form.name) + " has dtype " + dtype_text(array) + "; wanted " + wanted);
}

template <class T>
Input<T> input_of(nb::object array) {
  Input<T> input;
  input.data = data_of<const T>(array);
  input.size = static_cast<std::size_t>(PyArray_SIZE(array_of(array)));
  input.rows = PyArray_NDIM(array_of(array)) == 0 ? 1 : static_cast<std::size_t>(PyArray_DIMS(array_of(array))[0]);
  input.owner = std::move(array);
  return input;
}

bool is_ready(nb::handle value, int type, const Form& form) {
  return PyArray_Check(value.ptr()) && PyArray_TYPE(array_of(value)) == type && is_plain(value) &&
         has_shape(value, form.shape) && !is_masked_array(value);
}

// Nothing, in place of an array of this form: [] has one axis, and it and np.empty are float64 whatever they stand for.
// `empty` becomes the array that is meant.
bool is_nothing(nb::handle array, const Form& form, int type, nb::object& empty) {
  if (PyArray_SIZE(array_of(array)) != 0 || kind_of(array) == 'V' || form.shape.axes == 0) return false;
  Shape shape = form.shape;
  if (PyArray_NDIM(array_of(array)) == 1 && shape.axes > 1) {
    if (shape.lengths[0] > 0) return false;
    for (std::ptrdiff_t& length : shape.lengths) length = std::max<std::ptrdiff_t>(length, 0);
  } else {
    check_shape(array, form);
    std::copy_n(PyArray_DIMS(array_of(array)), shape.axes, shape.lengths);
  }
  empty = new_array(type, shape);
  return true;
}

// Where element i of an array of this shape stands: "[2]", "[2, 1]".
std::string place(nb::handle array, std::size_t i) {
  std::string text;
  for (int axis = PyArray_NDIM(array_of(array)); axis-- > 0;) {
    const std::size_t length = static_cast<std::size_t>(PyArray_DIMS(array_of(array))[axis]);
    text = std::to_string(i % length) + (text.empty() ? "" : ", ") + text;
    i /= length;
  }
  return text.empty() ? text : "[" + text + "]";
}

template <class Unsigned>
nb::object narrowed(nb::handle array, const Form& form, int type) {
  const bool is_unsigned = kind_of(array) == 'u';
  const nb::object wide = converted(array, is_unsigned ? NPY_UINT64 : NPY_INT64);
  const nb::object result =
      steal(PyArray_SimpleNew(PyArray_NDIM(array_of(array)), PyArray_DIMS(array_of(array)), type));
  Unsigned* const to = data_of<Unsigned>(result);
  const std::size_t size = static_cast<std::size_t>(PyArray_SIZE(array_of(array)));
  constexpr std::uint64_t limit = std::numeric_limits<Unsigned>::max();
  const auto refuse = [&](std::size_t i, const std::string& number) {
    const std::size_t row =
        PyArray_NDIM(array_of(array)) == 2 ? i / static_cast<std::size_t>(PyArray_DIMS(array_of(array))[1]) : i;
    fail("out_of_range", form.name, static_cast<std::ptrdiff_t>(row),
         form.name + place(array, i) + " is " + number + "; wanted 0 to " + std::to_string(limit));
  };
  if (is_unsigned) {
    const std::uint64_t* const from = data_of<std::uint64_t>(wide);
    for (std::size_t i = 0; i < size; ++i) {
      if (from[i] > limit) refuse(i, std::to_string(from[i]));
      to[i] = static_cast<Unsigned>(from[i]);
    }
  } else {
    const std::int64_t* const from = data_of<std::int64_t>(wide);
    for (std::size_t i = 0; i < size; ++i) {
      if (from[i] < 0 || static_cast<std::uint64_t>(from[i]) > limit) refuse(i, std::to_string(from[i]));
      to[i] = static_cast<Unsigned>(from[i]);
    }
  }
  return result;
}

// What came, as an array of integers of any type.
nb::object integer_array(nb::handle value, const Form& form, const char* wanted) {
  bool had_dtype = false;
  nb::object array = as_array(value, form, had_dtype), empty;
  if (is_nothing(array, form, NPY_UINT32, empty)) return empty;
  if (kind_of(array) != 'i' && kind_of(array) != 'u') fail_dtype(array, form, wanted);
  check_shape(array, form);
  return array;
}

// The index on the first axis of element i.
npy_intp row_of(nb::handle array, npy_intp i) {
  return PyArray_NDIM(array_of(array)) == 0 ? 0 : i / (PyArray_SIZE(array_of(array)) / PyArray_DIMS(array_of(array))[0]);
}

template <class T, class Integer>
void check_each_exact(nb::handle integers, nb::handle result, const Form& form) {
  const Integer* const from = data_of<Integer>(integers);
  const T* const to = data_of<T>(result);
  constexpr T beyond = std::is_signed_v<Integer> ? T(0x1p63) : T(0x1p64);  // a conversion back would be undefined
  const npy_intp size = PyArray_SIZE(array_of(result));
  for (npy_intp i = 0; i < size; ++i) {
    if (to[i] < beyond && static_cast<Integer>(to[i]) == from[i]) continue;
    fail("out_of_range", form.name, row_of(result, i), form.name + place(result, static_cast<std::size_t>(i)) + " is the integer " +
         std::to_string(from[i]) + ", which no " + (sizeof(T) == 4 ? "float32" : "float64") + " equals");
  }
}

// Integers become floats only where no digit is lost.
template <class T>
void check_exact(nb::handle integers, nb::handle result, const Form& form) {
  if (kind_of(integers) == 'u') return check_each_exact<T, std::uint64_t>(converted(integers, NPY_UINT64), result, form);
  check_each_exact<T, std::int64_t>(converted(integers, NPY_INT64), result, form);
}

// Finite numbers stay finite.
template <class T>
void check_finite(nb::handle given, nb::handle result, const Form& form, const char* code) {
  const T* const to = data_of<T>(result);
  const npy_intp size = PyArray_SIZE(array_of(result));
  if (std::none_of(to, to + size, [](T number) { return std::isinf(number); })) return;
  const nb::object wide = converted(given, NPY_LONGDOUBLE);
  const long double* const from = data_of<long double>(wide);
  for (npy_intp i = 0; i < size; ++i) {
    if (!std::isinf(to[i]) || std::isinf(from[i])) continue;
    fail(code, form.name, row_of(result, i),
         form.name + place(result, static_cast<std::size_t>(i)) + " is " +
             (from[i] > 0 ? "larger than the largest" : "less than the least") + (sizeof(T) == 4 ? " float32" : " float64"));
  }
}

}  // namespace

std::string shape_text(nb::handle array) { return text_of(array.attr("shape")); }

nb::object any_array(nb::handle value, const Form& form) {
  bool had_dtype = false;
  return as_array(value, form, had_dtype);
}

bool is_scalar(nb::handle value) {
  if (has_dlpack_alone(value)) return PyArray_NDIM(array_of(from_dlpack(value, "argument"))) == 0;
  if (PyArray_Check(value.ptr())) return PyArray_NDIM(array_of(value)) == 0;
  return PyLong_Check(value.ptr()) || PyFloat_Check(value.ptr()) || PyArray_IsScalar(value.ptr(), Generic);
}

Input<std::uint32_t> ids(nb::handle value, const Form& form) {
  if (is_ready(value, NPY_UINT32, form)) return input_of<std::uint32_t>(nb::borrow(value));
  const nb::object array = integer_array(value, form, "uint32 or another integer type");
  if (PyArray_TYPE(array_of(array)) == NPY_UINT32) return input_of<std::uint32_t>(converted(array, NPY_UINT32));
  return input_of<std::uint32_t>(narrowed<std::uint32_t>(array, form, NPY_UINT32));
}

Input<std::int64_t> integers(nb::handle value, const Form& form) {
  const nb::object array = integer_array(value, form, "integers");
  if (PyArray_TYPE(array_of(array)) == NPY_UINT64) {
    const nb::object wide = converted(array, NPY_UINT64);
    const std::uint64_t* const from = data_of<std::uint64_t>(wide);
    for (std::size_t i = 0, size = static_cast<std::size_t>(PyArray_SIZE(array_of(array))); i < size; ++i) {
      if (from[i] > std::numeric_limits<std::int64_t>::max()) {
        fail("out_of_range", form.name, -1,
             form.name + place(array, i) + " is " + std::to_string(from[i]) + ", which no int64 equals");
      }
    }
  }
  return input_of<std::int64_t>(converted(array, NPY_INT64));
}

Input<std::uint8_t> flags(nb::handle value, const Form& form) {
  bool had_dtype = false;
  nb::object array = as_array(value, form, had_dtype), empty;
  if (is_nothing(array, form, NPY_UINT8, empty)) return input_of<std::uint8_t>(std::move(empty));
  const char kind = kind_of(array);
  if (kind != 'b' && kind != 'i' && kind != 'u') fail_dtype(array, form, "bool");
  check_shape(array, form);
  if (PyArray_TYPE(array_of(array)) == NPY_UINT8) return input_of<std::uint8_t>(converted(array, NPY_UINT8));
  return input_of<std::uint8_t>(converted(converted(array, NPY_BOOL), NPY_UINT8));
}

template <class T>
Input<T> floats(nb::handle value, const Form& form, const char* code) {
  constexpr int type = type_number<T>;
  if (is_ready(value, type, form)) return input_of<T>(nb::borrow(value));
  bool had_dtype = false;
  nb::object array = as_array(value, form, had_dtype), empty;
  if (is_nothing(array, form, type, empty)) return input_of<T>(std::move(empty));
  const char* const wanted = sizeof(T) == 4 ? "float32" : "float64";
  const char kind = kind_of(array);
  const bool is_integer = kind == 'i' || kind == 'u';
  if (kind != 'f' && !is_integer) fail_dtype(array, form, wanted);
  const bool is_wider = kind == 'f' && static_cast<std::size_t>(PyArray_ITEMSIZE(array_of(array))) > sizeof(T);
  if (is_wider && had_dtype && PyArray_NDIM(array_of(array)) != 0) {
    fail_type(std::string(form.name) + " has dtype " + dtype_text(array) + "; wanted " + wanted + ": write " +
              form.name + ".astype(np." + wanted + ")");
  }
  check_shape(array, form);
  nb::object result = converted(array, type);
  if (is_integer) check_exact<T>(array, result, form);
  if (is_wider) check_finite<T>(array, result, form, code);
  return input_of<T>(std::move(result));
}
template Input<float> floats<float>(nb::handle, const Form&, const char*);
template Input<double> floats<double>(nb::handle, const Form&, const char*);

template <class T>
Input<T> lengths(nb::handle value, const Form& form, const char* code, const char* beyond) {
  Input<T> narrow = floats<T>(value, form, beyond);
  const auto is_suspect = [](T length) { return length == 0 && std::signbit(length); };
  if (sizeof(T) == sizeof(double) || std::none_of(narrow.data, narrow.data + narrow.size, is_suspect)) return narrow;
  const Input<double> given = floats<double>(value, form);
  for (std::size_t i = 0; i < given.size; ++i) {
    if (given.data[i] < 0 && narrow.data[i] == 0) {
      fail(code, form.name, static_cast<std::ptrdiff_t>(i),
           form.name + place(given.owner, i) + " is negative; give 0 or more");
    }
  }
  return narrow;
}
template Input<float> lengths<float>(nb::handle, const Form&, const char*, const char*);
template Input<double> lengths<double>(nb::handle, const Form&, const char*, const char*);

nb::object new_array(int type, const Shape& shape) { return result(nb::none(), type, shape); }

nb::object result(nb::handle out, int type, const Shape& shape, const char* name) {
  PyArray_Descr* const dtype = PyArray_DescrFromType(type);
  const nb::object owner = nb::steal(reinterpret_cast<PyObject*>(dtype));
  return result(out, &PyArray_Type, dtype, shape, name);
}

nb::object result(nb::handle out, PyTypeObject* cls, PyArray_Descr* dtype, const Shape& shape, const char* name) {
  if (out.is_none()) {
    Py_INCREF(reinterpret_cast<PyObject*>(dtype));
    return steal(PyArray_NewFromDescr(cls, dtype, shape.axes, const_cast<npy_intp*>(shape.lengths), nullptr, nullptr, 0,
                                      nullptr));
  }
  const auto wanted_dtype = [&] { return text_of(reinterpret_cast<PyObject*>(dtype)); };
  if (is_masked_array(out)) {
    fail_type(std::string(name) + " is a masked array; wanted an array without a mask, of dtype " + wanted_dtype());
  }
  if (!PyArray_Check(out.ptr())) {
    fail_type(std::string(name) + " is a " + text_of(nb::handle(out.type()).attr("__name__")) +
              "; wanted an array of dtype " + wanted_dtype());
  }
  if (PyArray_DESCR(array_of(out)) != dtype && !PyArray_EquivTypes(PyArray_DESCR(array_of(out)), dtype)) {
    fail_type(std::string(name) + " has dtype " + dtype_text(out) + "; wanted " + wanted_dtype());
  }
  if (!has_shape(out, shape)) {
    std::string wanted;
    for (int axis = 0; axis < shape.axes; ++axis)
      wanted += (axis == 0 ? "" : ", ") + std::to_string(shape.lengths[axis]);
    fail("wrong_shape", name, -1,
         std::string(name) + " has shape " + shape_text(out) + "; wanted (" + wanted + (shape.axes == 1 ? ",)" : ")"));
  }
  if (!PyArray_ISWRITEABLE(array_of(out))) fail("read_only", name, -1, std::string(name) + " is read-only");
  if (!is_plain(out)) {
    fail("wrong_layout", name, -1,
         std::string(name) + " is not in C order (contiguous rows), or not aligned; wanted as np.empty makes it");
  }
  return nb::borrow(out);
}

void refuse_overlap(nb::handle out, nb::handle input, const char* name) {
  if (!input.is_valid()) return;
  const char* const a = PyArray_BYTES(array_of(out));
  const char* const b = PyArray_BYTES(array_of(input));
  if (a < b + PyArray_NBYTES(array_of(input)) && b < a + PyArray_NBYTES(array_of(out))) {
    fail("overlap", "out", -1, std::string("out shares memory with ") + name);
  }
}

void refuse_overlap(nb::handle out, const NamedArrays& inputs) {
  for (const NamedArray& input : inputs) refuse_overlap(out, input.array, input.name);
}

NamedArrays joined(NamedArrays first, const NamedArrays& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace satchel::python
