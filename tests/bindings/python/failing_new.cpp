// tests/support/failing_new.cpp for a program that is not ours: preloaded, it takes the place of operator new.
#include "support/failing_new.hpp"

#include <optional>

namespace {
std::optional<satchel::test::FailingAllocation> fault;
}

/// From now on the allocation so many further on fails, once.
extern "C" void satchel_fail_after(std::size_t nth) { fault.emplace(nth); }
/// No more; whether it has failed.
extern "C" int satchel_end_failing() {
  const bool happened = fault->has_happened();
  fault.reset();
  return happened ? 1 : 0;
}
