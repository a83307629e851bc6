// 4 floats or 2 doubles: x86-64 with SSE4.2.
#include "kernels/lanes_x86.hpp"
#include "kernels/table.hpp"

constinit const satchel::kernels::KernelTable satchel::kernels::sse42_kernels = {
    "sse4.2", kernels_of<Sse42Lanes<float>, Sse42Lanes<float>, Sse42Lanes<float>, Sse42Lanes<double>>(),
    kernels_of<Sse42Lanes<double>, Sse42Lanes<double>, Sse42Lanes<double>, Sse42Lanes<double>>(), survey,
    find_overlaps<Sse42Lanes<double>>};
