// 4 floats or 2 doubles: WebAssembly with 128-bit vectors. Emscripten's headers translate the intrinsics of SSE4.2, and the
// compiler makes one instruction of what they write for a minimum or a maximum.
#pragma once

#include "lanes/sse42.hpp"

namespace {

struct Isa {
  static constexpr char name[] = "wasm";
  template <class T>
  using Lanes = Sse42Lanes<T>;
  using TwoDoubles = Sse42Lanes<double>;  ///< two lanes, or the most there are
  template <class T>
  using FourLanes = Sse42Lanes<T>;  ///< four lanes, or the most there are
  template <class T>
  using EightLanes = Sse42Lanes<T>;
};

}  // namespace
