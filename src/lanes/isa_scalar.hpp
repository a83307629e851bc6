// One lane: any machine.
#pragma once

#include "lanes/scalar.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "scalar";
  template <class T>
  using Lanes = ScalarLanes<T>;
  using TwoDoubles = ScalarLanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes = ScalarLanes<T>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = ScalarLanes<T>;
};

}  // namespace
