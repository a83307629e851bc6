// A hash of numbers' bits, the same on every machine.
#pragma once

#include <cstdint>

namespace satchel::test {

/// FNV-1a, eight bytes at a time.
class Hash {
 public:
  void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001b3; }
  void add(float value) { add(std::uint64_t{__builtin_bit_cast(std::uint32_t, value)}); }
  void add(double value) { add(__builtin_bit_cast(std::uint64_t, value)); }
  template <class First, class... Others>
  void add(First first, Others... others) {
    add(first);
    (add(others), ...);
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace satchel::test
