// 16 floats or 8 doubles: x86-64 with AVX-512 F, BW, DQ and VL.
#pragma once

#include <type_traits>

#include "lanes/avx512.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "avx512";
  template <class T>
  using Lanes = Avx512Lanes<T>;
  using TwoDoubles = Sse42Lanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes =
      std::conditional_t<sizeof(T) == 4, Sse42Lanes<float>, Avx2Lanes<double>>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = std::conditional_t<sizeof(T) == 4, Avx2Lanes<float>, Avx512Lanes<double>>;
};

}  // namespace
