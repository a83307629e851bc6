// What every fuzz target is made of: the function that libFuzzer and replay.cpp call, and how a target reports a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace satchel::fuzz {

/// Ends the program with a message unless the condition holds: what a fuzzer takes for a finding.
inline void require(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "fault: %s\n", what.c_str());
  std::abort();
}

}  // namespace satchel::fuzz
