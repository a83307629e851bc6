// Random numbers that are the same with every compiler and standard library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace satchel_bench {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// A number in [low, high).
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }

  /// An index in [0, n), n > 0; its bias is below n / 2^64.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }

 private:
  std::uint64_t state_;
};

}  // namespace satchel_bench
