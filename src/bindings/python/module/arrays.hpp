// Arrays in and out. An array of the right type and layout is used as it is; integers of other types are converted after
// a check of their range; floats are widened, which is exact, and refused where they would have to be rounded. What is
// empty is taken in any type. Tensors that have DLPack alone are taken; masked elements are refused.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "errors.hpp"
#include "numpy_api.hpp"

namespace satchel::python {

/// The lengths of up to three axes; in a `Form`, -1 stands for any length.
struct Shape {
  constexpr Shape(std::initializer_list<std::ptrdiff_t> list) : axes(static_cast<int>(list.size())) {
    std::copy(list.begin(), list.end(), lengths);
  }
  int axes;
  std::ptrdiff_t lengths[3] = {};
};

/// What an argument has to be; `wanted` is the shape in words, for messages.
struct Form {
  const char* name;
  Shape shape;
  const char* wanted;
};

/// An array that is read during a call: C order, of type T. Keeps its owner alive.
template <class T>
struct Input {
  nb::object owner;
  const T* data = nullptr;
  std::size_t size = 0;  ///< elements
  std::size_t rows = 0;  ///< length of the first axis

  std::span<const T> span() const { return {data, size}; }
  /// The rows as structs of `sizeof(S) / sizeof(T)` elements.
  template <class S>
  std::span<const S> as() const {
    static_assert(sizeof(S) % sizeof(T) == 0);
    return {reinterpret_cast<const S*>(data), size * sizeof(T) / sizeof(S)};
  }
};

/// An array of type uint32, from integers of any type or a list. Errors: dtype, shape, a number out of range.
Input<std::uint32_t> ids(nb::handle value, const Form& form);

/// An array of type int64, from integers of any type or a list.
Input<std::int64_t> integers(nb::handle value, const Form& form);

/// An array of flags, from bool or integers.
Input<std::uint8_t> flags(nb::handle value, const Form& form);

/// An array of T (float or double). Lists, scalars, integers and narrower floats are converted; an array of wider floats
/// is refused, and finite numbers that no finite T is near.
/// @param code  of such a number
template <class T>
Input<T> floats(nb::handle value, const Form& form, const char* code = "out_of_range");

/// The same of radii or margins: refuses with this code what is negative and becomes 0. The library refuses other negative ones.
/// @param beyond  the code of a number beyond the largest T
template <class T>
Input<T> lengths(nb::handle value, const Form& form, const char* code, const char* beyond = "out_of_range");

/// What came, as an array of any type; an array stays what it is. Errors: what makes no array, masked elements.
nb::object any_array(nb::handle value, const Form& form);

/// Calls work(array, T{}) with the precision of the numbers: float for those of float32 or less, else double.
template <class Work>
auto by_precision(nb::handle value, const Form& form, const Work& work) {
  const nb::object array = any_array(value, form);
  const PyArray_Descr* const dtype = PyArray_DESCR(array_of(array));
  if (dtype->kind == 'f' && PyArray_ITEMSIZE(array_of(array)) <= 4) return work(array, float{});
  return work(array, double{});
}

/// Refuses an array of numpy.ma that has masked elements, and lists that hold such arrays.
void refuse_masked(nb::handle value, const char* name);

/// Whether it is one number: a scalar or an array without axes.
bool is_scalar(nb::handle value);

/// The type number of float or double.
template <class T>
constexpr int type_number = sizeof(T) == 4 ? NPY_FLOAT32 : NPY_FLOAT64;

/// A new array of a built-in type, not initialised, and its memory.
nb::object new_array(int type, const Shape& shape);
template <class T>
T* data_of(nb::handle array) {
  return static_cast<T*>(PyArray_DATA(array_of(array)));
}

/// `out` as the result, after checks of its dtype, shape and layout; or a new array if it is None.
/// @param cls    the class of a new array
/// @param dtype  borrowed
nb::object result(nb::handle out, PyTypeObject* cls, PyArray_Descr* dtype, const Shape& shape,
                  const char* name = "out");
nb::object result(nb::handle out, int type, const Shape& shape, const char* name = "out");

/// An array that a call reads, or null, and its name in messages.
struct NamedArray {
  nb::handle array;
  const char* name;
};
using NamedArrays = std::vector<NamedArray>;
/// The arrays of both lists.
NamedArrays joined(NamedArrays first, const NamedArrays& second);

/// Refuses an `out` that shares memory with an input; null: none.
void refuse_overlap(nb::handle out, nb::handle input, const char* name);
void refuse_overlap(nb::handle out, const NamedArrays& inputs);

std::string shape_text(nb::handle array);

}  // namespace satchel::python
