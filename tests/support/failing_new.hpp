// An operator new that counts, knows what is held, and fails on demand, for the executables that link failing_new.cpp.
#pragma once

#include <cstddef>

namespace satchel::test {

/// Allocations so far, on all threads.
std::size_t allocations();

/// The bytes that are allocated now, as the C library rounds them; 0 where it does not tell (other libraries than glibc).
std::size_t bytes_held();

/// While it lives, the allocation so many further on fails (0: the next one), once.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::size_t nth);
  ~FailingAllocation();
  /// Whether there were so many allocations that one has failed.
  [[nodiscard]] bool has_happened() const;

  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace satchel::test
