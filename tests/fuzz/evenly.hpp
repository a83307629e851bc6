// Numbers of plans (units/plan.hpp) from bytes.
#pragma once

#include <cstdint>

#include "bytes.hpp"

namespace satchel::fuzz {

/// Draws from two bytes each. Where these end, a generator goes on: a plan takes more numbers than a fuzzer has bytes.
class Evenly {
 public:
  explicit Evenly(Bytes& bytes) : bytes_(bytes), state_(bytes.raw<std::uint16_t>()) {}

  /// In [low, high].
  int operator()(int low, int high) {
    const std::uint32_t number = bytes_.left() > 0 ? bytes_.raw<std::uint16_t>() : next();
    return low + static_cast<int>(number % static_cast<std::uint32_t>(high - low + 1));
  }

 private:
  std::uint32_t next() {  // splitmix64
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>(z >> 33);
  }

  Bytes& bytes_;
  std::uint64_t state_;
};

}  // namespace satchel::fuzz
