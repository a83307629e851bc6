// Faults on purpose, which the sanitizers have to report: else a clean run of the tests says nothing.
#include <cstdio>
#include <cstring>
#include <thread>

#include "exact_alloc.hpp"

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "overrun") == 0) {
    volatile int size = 5;  // or the compiler sees the fault itself
    const satchel::test::ExactBuffer<int> buffer(5, 3);
    std::printf("%d\n", buffer.span().data()[size]);
  }
  if (count == 2 && std::strcmp(arguments[1], "race") == 0) {
    int number = 0;
    std::thread thread([&] { ++number; });
    ++number;
    thread.join();
    std::printf("%d\n", number);
  }
}
