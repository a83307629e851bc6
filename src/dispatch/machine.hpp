// Which instruction sets of x86-64 the machine can run, for the choice of kernels, and for builds for one machine
// (cmake/IsaNames.cmake). __builtin_cpu_supports tests CPUID, and whether the operating system saves the registers.
#pragma once

#if defined(__x86_64__)

namespace satchel::dispatch {

inline bool has_sse42() { return __builtin_cpu_supports("sse4.2") != 0; }

inline bool has_bits() { return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"); }

inline bool has_avx2() { return __builtin_cpu_supports("avx2") && has_bits(); }

inline bool has_avx512() {
  return has_bits() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

}  // namespace satchel::dispatch

#endif
