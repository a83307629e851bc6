// Calls whose allocations fail one by one, for the executables that link failing_new.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <new>
#include <satchel/error.hpp>

#include "failing_new.hpp"

namespace satchel::test {

/// Runs the call with the first allocation failing, then the second, ..., until none is left to fail. It reports each
/// failure as one of memory, or does without that memory, and afterwards does what it does undisturbed.
inline void survives_failing_allocations(const std::function<void()>& call, const std::function<void()>& check,
                                         std::size_t at_least) {
  std::size_t failures = 0;
  for (bool more = true; more; ++failures) {
    bool failed = false;
    {
      const FailingAllocation fault(failures);
      try {
        call();
      } catch (const Error& error) {
        failed = true;
        EXPECT_EQ(error.code(), ErrorCode::no_memory) << error.what();
      } catch (const std::bad_alloc&) {  // where there was no memory for the text of an Error, and from convex_hull
        failed = true;
      }
      more = fault.has_happened();
    }
    if (!failed) check();
    ASSERT_NO_THROW(call());
    check();
  }
  EXPECT_GT(failures, at_least) << "the call allocates less than the test is made for";
}

}  // namespace satchel::test
