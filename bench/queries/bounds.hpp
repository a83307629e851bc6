// Benchmarks bound/...: the measured limits of this machine, for comparison with the figures of the engines.
//
//   bound/arithmetic/ISA   operations per nanosecond of one thread on floats in registers, in the mix of the
//                          separating-axis test: two products, one difference, one minimum
//   bound/read/LEVEL       bytes per nanosecond that one thread reads sequentially from a cache or from memory
//   bound/copy/dram        bytes per nanosecond that one thread reads and writes, counting both
#pragma once

namespace satchel_bench {

void register_bound_benchmarks();

}  // namespace satchel_bench
