// What JavaScript needs beside the C interface.
#include <cstdint>

extern "C" {

/// The loader (a page or a program) has this function. It calls the progress function of the running call; 0 ends the call.
int satchel_host_progress(void* context, std::uint64_t done, std::uint64_t all);

/// The pointer that goes into satchel_options.progress.
__attribute__((export_name("satchel_progress_function"))) int (*satchel_progress_function())(void*, std::uint64_t,
                                                                                             std::uint64_t) {
  return satchel_host_progress;
}
}
