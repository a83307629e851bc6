// Assertions of what has to hold inside the library between two calls. They cost as much as the calls, so no build has them
// but those with SATCHEL_ASSERTS: preset fuzz.
#pragma once

#if defined(SATCHEL_ASSERTS)
#include <cstdio>
#include <cstdlib>

/// Ends the program unless the condition holds.
#define SATCHEL_ASSERT(condition)                                                     \
  do {                                                                                \
    if (!(condition)) {                                                               \
      std::fprintf(stderr, "fault: %s:%d: not %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                   \
    }                                                                                 \
  } while (false)
#else
#define SATCHEL_ASSERT(condition) static_cast<void>(0)
#endif
