#include "options.hpp"

#include <limits>

#include "results.hpp"

namespace satchel::python {
namespace {

constexpr Form form_of_image_pairs{
    "pairs", {-1, 4}, "image pairs: satchel.ImagePairs (k,), or integers (k, 4): a, b, image x, image y"};

std::uint32_t body_of(std::int64_t number, std::size_t row) {
  if (number >= 0 && number <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(number);
  fail("out_of_range", "pairs", static_cast<std::ptrdiff_t>(row),
       "pairs[" + std::to_string(row) + "] names body " + std::to_string(number) + "; wanted 0 to 4294967295");
}

std::int32_t image_of(std::int64_t number, std::size_t row) {
  if (number == static_cast<std::int32_t>(number)) return static_cast<std::int32_t>(number);
  fail("out_of_range", "pairs", static_cast<std::ptrdiff_t>(row),
       "pairs[" + std::to_string(row) + "] names image " + std::to_string(number) +
           "; wanted -2147483648 to 2147483647");
}

}  // namespace

FiltersArgument::FiltersArgument(nb::handle value, const char* name) {
  if (value.is_none()) return;
  refuse_masked(value, name);
  if (!PyArray_Check(value.ptr()) || PyArray_NDIM(array_of(value)) != 1 ||
      !PyArray_EquivTypes(PyArray_DESCR(array_of(value)), result_type<Filter>.dtype) ||
      !PyArray_ISCARRAY_RO(array_of(value))) {
    fail_type(std::string(name) + " is no array that satchel.make_filters makes: (n,), dtype satchel.filter_dtype");
  }
  owner = nb::borrow(value);
  span = {data_of<const Filter>(value), static_cast<std::size_t>(PyArray_SIZE(array_of(value)))};
}

Input<std::uint32_t> optional_ids(nb::handle value, const Form& form) {
  if (value.is_none()) return {};
  return is_scalar(value) ? ids(value, {form.name, {}, form.wanted}) : ids(value, form);
}

Periods periods_of(nb::handle value) {
  return floats<double>(value, {"periods", {2}, "(2,): the periods along x and y; 0: none along this axis"})
      .as<Periods>()[0];
}

bool are_image_pairs(nb::handle value) {
  return PyArray_Check(value.ptr()) && PyArray_EquivTypes(PyArray_DESCR(array_of(value)), result_type<ImagePair>.dtype);
}

ImagePairsArgument::ImagePairsArgument(nb::handle value) {
  if (are_image_pairs(value)) {
    refuse_masked(value, "pairs");
    PyArray_Descr* const dtype = PyArray_DESCR(array_of(value));
    Py_INCREF(reinterpret_cast<PyObject*>(dtype));
    owner_ = nb::steal(PyArray_FromAny(value.ptr(), dtype, 1, 1, NPY_ARRAY_CARRAY_RO, nullptr));
    if (!owner_.is_valid()) {
      PyErr_Clear();
      fail("wrong_shape", "pairs", -1,
           "pairs has shape " + shape_text(value) + "; wanted " + form_of_image_pairs.wanted);
    }
    pairs_ = {data_of<const ImagePair>(owner_), static_cast<std::size_t>(PyArray_SIZE(array_of(owner_)))};
    return;
  }
  const Input<std::int64_t> rows = integers(value, form_of_image_pairs);
  owner_ = new_array(NPY_INT32, {static_cast<std::ptrdiff_t>(rows.rows), 4});
  ImagePair* const to = data_of<ImagePair>(owner_);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::int64_t* const row = rows.data + 4 * i;
    to[i] = {body_of(row[0], i), body_of(row[1], i), image_of(row[2], i), image_of(row[3], i)};
  }
  pairs_ = {to, rows.rows};
}

QueryArguments::QueryArguments(nb::handle filters, nb::handle worlds, nb::handle query_filters, nb::handle query_worlds,
                               nb::handle ignored)
    : filters_(filters, "filters"),
      query_filters_(query_filters, "query_filters"),
      worlds_(worlds.is_none() ? Input<std::uint32_t>{}
                               : ids(worlds, {"worlds", {-1}, "(bodies,): the world of each body"})),
      query_worlds_(
          optional_ids(query_worlds, {"query_worlds", {-1}, "(queries,): the world of each query, or one for all"})),
      ignored_(optional_ids(ignored,
                            {"ignored", {-1}, "(queries,): the body that each query leaves out, or one for all"})) {}

}  // namespace satchel::python
