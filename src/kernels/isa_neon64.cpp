// 4 floats or 2 doubles: AArch64.
#include "kernels/lanes_neon64.hpp"
#include "kernels/table.hpp"

constinit const satchel::kernels::KernelTable satchel::kernels::neon64_kernels = {
    "neon64", kernels_of<Neon64Lanes<float>, Neon64Lanes<float>, Neon64Lanes<float>, Neon64Lanes<double>>(),
    kernels_of<Neon64Lanes<double>, Neon64Lanes<double>, Neon64Lanes<double>, Neon64Lanes<double>>(), survey,
    find_overlaps<Neon64Lanes<double>>};
