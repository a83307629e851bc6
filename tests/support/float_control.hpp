// The calling thread's floating-point control: rounding mode and flush-to-zero.
#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace satchel::test {

/// Control bits alone; the sticky flags of past exceptions are no concern of anybody.
inline std::uint64_t float_control() {
#if defined(__x86_64__)
  return _mm_getcsr() & 0xFFC0u;
#elif defined(__aarch64__)
  std::uint64_t bits;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
#else
  return static_cast<std::uint64_t>(std::fegetround());
#endif
}

inline void set_float_control(std::uint64_t bits) {
#if defined(__x86_64__)
  _mm_setcsr(static_cast<unsigned>(bits) | (_mm_getcsr() & 0x3Fu));
#elif defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(bits));
#else
  std::fesetround(static_cast<int>(bits));
#endif
}

/// Control bits that spoil results: the rounding mode, and denormals flushed to zero where the machine can do that.
inline std::uint64_t spoiled(int rounding) {
  const int before = std::fegetround();
  std::fesetround(rounding);
  std::uint64_t bits = float_control();
  std::fesetround(before);
#if defined(__x86_64__)
  bits |= 0x8040u;  // FTZ, DAZ
#elif defined(__aarch64__)
  bits |= 1u << 24;  // FZ
#endif
  return bits;
}

/// Whether a denormal number has been computed with since the last call. Always false where the machine does not tell.
inline bool took_denormals() {
#if defined(__x86_64__)
  const unsigned bits = _mm_getcsr();
  _mm_setcsr(bits & ~2u);
  return (bits & 2u) != 0;
#else
  return false;
#endif
}

/// Sets the control bits, and the old ones when it goes.
class FloatControlScope {
 public:
  explicit FloatControlScope(std::uint64_t bits) : before_(float_control()) { set_float_control(bits); }
  ~FloatControlScope() { set_float_control(before_); }
  FloatControlScope(const FloatControlScope&) = delete;
  FloatControlScope& operator=(const FloatControlScope&) = delete;

 private:
  std::uint64_t before_;
};

}  // namespace satchel::test
