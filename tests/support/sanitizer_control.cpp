// Faults on purpose, which the sanitizers and the guard pages have to report: else a clean run of the tests says
// nothing.
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>

#include "exact_alloc.hpp"

namespace {

volatile int one = 1;  // or the compiler sees the faults itself

int overrun() {
  const auto numbers = std::make_unique<int[]>(5);
  return numbers[static_cast<std::size_t>(4 + one)];
}

int overflow() {
  int number = std::numeric_limits<int>::max();
  number += one;
  return number;
}

int race() {
  int number = 0;
  std::thread thread([&] { number += one; });
  number += one;
  thread.join();
  return number;
}

int guard_page() {
  const satchel::test::ExactBuffer<int> buffer(5, 3);
  return buffer.span().data()[4 + one];
}

}  // namespace

int main(int count, char** arguments) {
  const char* const wanted = count == 2 ? arguments[1] : "";
  if (std::strcmp(wanted, "overrun") == 0) std::printf("%d\n", overrun());
  if (std::strcmp(wanted, "overflow") == 0) std::printf("%d\n", overflow());
  if (std::strcmp(wanted, "race") == 0) std::printf("%d\n", race());
  if (std::strcmp(wanted, "guard_page") == 0) std::printf("%d\n", guard_page());
}
