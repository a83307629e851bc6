// Random numbers that are equal on every machine, unlike those of std::uniform_real_distribution.
#pragma once

#include <cstdint>

namespace satchel::cli {

/// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// A number in [low, high), from 53 random bits.
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }

  /// A number in [0, count), with a bias below count / 2^64.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }

 private:
  std::uint64_t state_;
};

}  // namespace satchel::cli
