// 8 floats or 4 doubles: x86-64 with AVX2.
#include "kernels/lanes_x86.hpp"
#include "kernels/table.hpp"

constinit const satchel::kernels::KernelTable satchel::kernels::avx2_kernels = {
    "avx2", kernels_of<Avx2Lanes<float>, Sse42Lanes<float>, Avx2Lanes<float>, Avx2Lanes<double>>(),
    kernels_of<Avx2Lanes<double>, Avx2Lanes<double>, Avx2Lanes<double>, Avx2Lanes<double>>(), survey,
    find_overlaps<Avx2Lanes<double>>};
