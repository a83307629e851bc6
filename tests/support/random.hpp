// A seeded source of numbers that is the same on every machine (the standard's distributions are not).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <span>
#include <utility>

namespace satchel::test {

/// 0, or what the environment variable SATCHEL_TEST_SEED says: each number gives all tests cases of their own.
inline std::uint64_t seed_of_run() {
  static const char* const text = std::getenv("SATCHEL_TEST_SEED");
  static const std::uint64_t seed = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return seed;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed + 0x9e3779b97f4a7c15 * seed_of_run()) {}

  /// In [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  /// In [low, high].
  int integer(int low, int high) {
    const auto count = static_cast<std::uint64_t>(std::int64_t{high} - low + 1);
    return static_cast<int>(low + static_cast<std::int64_t>(engine_() % count));
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool chance(double probability) { return uniform(0, 1) < probability; }

  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t n = items.size(); n > 1; --n) std::swap(items[n - 1], items[below(n)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace satchel::test
