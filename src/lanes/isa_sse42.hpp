// 4 floats or 2 doubles: x86-64 with SSE4.2.
#pragma once

#include "lanes/sse42.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "sse4.2";
  template <class T>
  using Lanes = Sse42Lanes<T>;
  using TwoDoubles = Sse42Lanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes = Sse42Lanes<T>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = Sse42Lanes<T>;
};

}  // namespace
