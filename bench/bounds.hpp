// bound/...: what this machine can do at best, measured, for the figures to be put against.
//
//   bound/arithmetic/ISA   operations a nanosecond of one thread: products, differences and minima of floats as the
//                          separating-axis test has them (two, one, one), in registers alone
//   bound/read/LEVEL       bytes a nanosecond that one thread reads from the caches and from memory, one line after the
//                          other; bound/copy/dram: reads and writes, both counted
#pragma once

namespace satchel_bench {

void register_bound_benchmarks();

}  // namespace satchel_bench
