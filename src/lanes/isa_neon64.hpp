// 4 floats or 2 doubles: AArch64.
#pragma once

#include "lanes/neon64.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "neon64";
  template <class T>
  using Lanes = Neon64Lanes<T>;
  using TwoDoubles = Neon64Lanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes = Neon64Lanes<T>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = Neon64Lanes<T>;
};

}  // namespace
