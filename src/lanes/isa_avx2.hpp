// 8 floats or 4 doubles: x86-64 with AVX2.
#pragma once

#include <type_traits>

#include "lanes/avx2.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "avx2";
  template <class T>
  using Lanes = Avx2Lanes<T>;
  using TwoDoubles = Sse42Lanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes =
      std::conditional_t<sizeof(T) == 4, Sse42Lanes<float>, Avx2Lanes<double>>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = Avx2Lanes<T>;
};

}  // namespace
