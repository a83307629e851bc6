// 16 floats or 8 doubles: x86-64 with AVX-512 F, BW, DQ and VL.
#include "kernels/lanes_x86.hpp"
#include "kernels/table.hpp"

constinit const satchel::kernels::KernelTable satchel::kernels::avx512_kernels = {
    "avx512", kernels_of<Avx512Lanes<float>, Sse42Lanes<float>, Avx2Lanes<float>, Avx2Lanes<double>>(),
    kernels_of<Avx512Lanes<double>, Avx2Lanes<double>, Avx512Lanes<double>, Avx2Lanes<double>>(), survey,
    find_overlaps<Avx512Lanes<double>>};
