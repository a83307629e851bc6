// Makes results independent of the caller's floating-point environment. Every public function that computes, and every
// task, sets round-to-nearest with denormals enabled, and restores the caller's settings at its end. Exception flags
// that the computation raises stay raised: restoring them would slow down calls of one pair.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include <cstdint>

namespace satchel {

class FpEnvironment {
 public:
#if defined(__x86_64__)
  // All exceptions masked, round to nearest, neither flush-to-zero nor denormals-are-zero.
  FpEnvironment() noexcept : saved_(_mm_getcsr()) {
    if (is_foreign()) _mm_setcsr(standard);
  }
  ~FpEnvironment() {
    if (is_foreign()) _mm_setcsr(saved_);
  }

 private:
  static constexpr unsigned standard = 0x1F80, flags = 0x3F;
  bool is_foreign() const noexcept { return (saved_ & ~flags) != standard; }
  unsigned saved_;
#elif defined(__aarch64__)
  FpEnvironment() noexcept {
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved_));
    if (saved_ != 0) set(0);
  }
  ~FpEnvironment() {
    if (saved_ != 0) set(saved_);
  }

 private:
  static void set(std::uint64_t fpcr) noexcept { __asm__ volatile("msr fpcr, %0" : : "r"(fpcr)); }
  std::uint64_t saved_;
#elif defined(__wasm__)
  // WebAssembly has one environment: round to nearest, with denormals.
  FpEnvironment() noexcept {}
  ~FpEnvironment() {}
#else
#error "Satchel sets the floating-point environment on x86-64, AArch64 and WebAssembly alone"
#endif

 public:
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;
};

}  // namespace satchel
