// Prints the name of the best instruction set of this machine (x86-64), or nothing.
#include <cstdio>

#include "dispatch/machine.hpp"

int main() {
  using namespace satchel::dispatch;
  std::fputs(has_avx512() ? "avx512" : has_avx2() ? "avx2" : has_sse42() ? "sse42" : "", stdout);
}
