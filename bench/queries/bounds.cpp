#include "queries/bounds.hpp"

#include <satchel/isa.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "harness/timing.hpp"

namespace satchel_bench {
namespace {

struct BoundKernels {
  std::string_view isa;
  /// Runs a fixed number of operations. @return  this number
  std::size_t (*arithmetic)();
  /// Reads `bytes`, a multiple of 512, aligned to 64.
  void (*read)(const std::byte* from, std::size_t bytes);
};

constexpr std::size_t steps = 1000;
constexpr std::size_t chains = 10;  // fewer do not hide the latency, more do not fit into sixteen registers

// Defines the two loops for one register width. A step of a chain is m = min(m, e m - f n), with n from the next chain.
// The compiler can neither drop nor precompute a value, and the values stay in range.
#define SATCHEL_BOUND_KERNELS(ISA, TARGET, BYTES)                                               \
  TARGET std::size_t arithmetic_##ISA() {                                                       \
    typedef float Vector __attribute__((vector_size(BYTES)));                                   \
    Vector m[chains + 1], e = Vector{} + 0.5f, f = Vector{} + 0.25f;                            \
    for (std::size_t k = 0; k <= chains; ++k) m[k] = Vector{} + (1.0f + static_cast<float>(k)); \
    benchmark::DoNotOptimize(e);                                                                \
    benchmark::DoNotOptimize(f);                                                                \
    for (std::size_t i = 0; i < steps; ++i) {                                                   \
      _Pragma("GCC unroll 16") for (std::size_t k = 0; k < chains; ++k) {                       \
        const Vector t = e * m[k] - f * m[k + 1];                                               \
        m[k] = t < m[k] ? t : m[k];                                                             \
      }                                                                                         \
    }                                                                                           \
    benchmark::DoNotOptimize(m);                                                                \
    return steps * chains * 4 * (BYTES / sizeof(float));                                        \
  }                                                                                             \
  TARGET void read_##ISA(const std::byte* from, std::size_t bytes) {                            \
    typedef std::uint64_t Vector __attribute__((vector_size(BYTES)));                           \
    constexpr std::size_t ways = 8;                                                             \
    Vector sums[ways]{};                                                                        \
    for (const std::byte* const end = from + bytes; from != end; from += ways * BYTES) {        \
      _Pragma("GCC unroll 8") for (std::size_t k = 0; k < ways; ++k) {                          \
        sums[k] ^= reinterpret_cast<const Vector*>(from)[k];                                    \
      }                                                                                         \
    }                                                                                           \
    benchmark::DoNotOptimize(sums);                                                             \
  }

#if defined(__x86_64__)
SATCHEL_BOUND_KERNELS(sse42, __attribute__((target("sse4.2"))), 16)
SATCHEL_BOUND_KERNELS(avx2, __attribute__((target("avx2"))), 32)
SATCHEL_BOUND_KERNELS(avx512, __attribute__((target("avx512f"))), 64)
constexpr BoundKernels all_kernels[] = {{"sse4.2", arithmetic_sse42, read_sse42},
                                        {"avx2", arithmetic_avx2, read_avx2},
                                        {"avx512", arithmetic_avx512, read_avx512}};
#else
SATCHEL_BOUND_KERNELS(neon64, , 16)
constexpr BoundKernels all_kernels[] = {{"neon64", arithmetic_neon64, read_neon64}};
#endif

void register_arithmetic(const BoundKernels& kernels) {
  const std::string name = "bound/arithmetic/" + std::string(kernels.isa);
  register_benchmark(name, [kernels](benchmark::State& state) {
    std::size_t operations = 0;
    const double ns = mean_ns(state, [&] { operations = kernels.arithmetic(); });
    state.counters["ops_per_ns"] = static_cast<double>(operations) / ns;
  });
}

/// Reads small buffers several times per iteration, so that reading the clock costs little.
void register_read(const BoundKernels& kernels, const char* level, std::size_t bytes) {
  const std::string name = std::string("bound/read/") + level;
  register_benchmark(name, [kernels, bytes](benchmark::State& state) {
    const std::size_t passes = bytes < (std::size_t{1} << 20) ? (std::size_t{1} << 20) / bytes : 1;
    std::vector<std::byte> memory(bytes + 64, std::byte{1});
    const std::byte* const start = memory.data() + (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64) % 64;
    const double ns = mean_ns(state, [&] {
      for (std::size_t pass = 0; pass < passes; ++pass) kernels.read(start, bytes);
    });
    state.counters["bytes_per_ns"] = static_cast<double>(passes * bytes) / ns;
  });
}

void register_copy(std::size_t bytes) {
  register_benchmark("bound/copy/dram", [bytes](benchmark::State& state) {
    std::vector<std::byte> from(bytes, std::byte{1}), to(bytes);
    const double ns = mean_ns(state, [&] { std::memcpy(to.data(), from.data(), bytes); });
    state.counters["bytes_per_ns"] = static_cast<double>(2 * bytes) / ns;
  });
}

}  // namespace

void register_bound_benchmarks() {
  const BoundKernels* widest = nullptr;
  for (const BoundKernels& kernels : all_kernels) {
    for (const std::string_view isa : satchel::available_isas()) {
      if (isa != kernels.isa) continue;
      register_arithmetic(kernels);
      widest = &kernels;
    }
  }
  if (widest == nullptr) return;
  constexpr std::size_t kib = 1024, mib = 1024 * kib;
  register_read(*widest, "l1", 16 * kib);
  register_read(*widest, "l2", 256 * kib);
  register_read(*widest, "l3", 8 * mib);
  register_read(*widest, "dram", 256 * mib);
  register_copy(128 * mib);
}

}  // namespace satchel_bench
