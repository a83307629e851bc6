// The classes and dtypes of results. Python makes them (satchel/_dtypes.py) and hands them over at import.
#pragma once

#include <satchel/results.hpp>

#include <type_traits>

#include "arrays.hpp"
#include "signed.hpp"

namespace satchel::python {

/// The class of an array of results, and its dtype.
struct ResultType {
  PyTypeObject* cls = nullptr;
  PyArray_Descr* dtype = nullptr;
};

/// The type of a result struct.
template <class Result>
inline ResultType result_type;

/// `out` after checks, or a new array, of one Result for each of n items: numbers, enumerators as uint8, or structs.
template <class Result>
nb::object results(nb::handle out, std::size_t n) {
  const Shape shape{static_cast<std::ptrdiff_t>(n)};
  if constexpr (std::is_floating_point_v<Result>) {
    return result(out, type_number<Result>, shape);
  } else if constexpr (std::is_enum_v<Result>) {
    static_assert(sizeof(Result) == 1);
    return result(out, NPY_UINT8, shape);
  } else {
    return result(out, result_type<Result>.cls, result_type<Result>.dtype, shape);
  }
}

template <class Result>
std::span<Result> span_of(nb::handle array) {
  return {data_of<Result>(array), static_cast<std::size_t>(PyArray_SIZE(array_of(array)))};
}

void bind_results(Module& m);

}  // namespace satchel::python
