// The classes and dtypes of results. Python makes them (satchel/_results.py) and hands them over at import.
#pragma once

#include <satchel/results.hpp>
#include <satchel/within.hpp>

#include "arrays.hpp"

namespace satchel::python {

/// The class of an array of results, and its dtype.
struct ResultType {
  PyTypeObject* cls = nullptr;
  PyArray_Descr* dtype = nullptr;
};

/// The type of a result struct.
template <class Result>
inline ResultType result_type;

/// `out` after checks, or a new array, of one Result for each of n items.
template <class Result>
nb::object results(nb::handle out, std::size_t n) {
  const ResultType& type = result_type<Result>;
  return result(out, type.cls, type.dtype, {static_cast<std::ptrdiff_t>(n)});
}
template <>
inline nb::object results<float>(nb::handle out, std::size_t n) {
  return result(out, NPY_FLOAT32, {static_cast<std::ptrdiff_t>(n)});
}
template <>
inline nb::object results<double>(nb::handle out, std::size_t n) {
  return result(out, NPY_FLOAT64, {static_cast<std::ptrdiff_t>(n)});
}
template <>
inline nb::object results<Verdict>(nb::handle out, std::size_t n) {
  return result(out, NPY_UINT8, {static_cast<std::ptrdiff_t>(n)});
}

template <>
inline nb::object results<Within>(nb::handle out, std::size_t n) {
  return result(out, NPY_UINT8, {static_cast<std::ptrdiff_t>(n)});
}

template <class Result>
std::span<Result> span_of(nb::handle array) {
  return {data_of<Result>(array), static_cast<std::size_t>(PyArray_SIZE(array_of(array)))};
}

void bind_results(nb::module_& m);

}  // namespace satchel::python
