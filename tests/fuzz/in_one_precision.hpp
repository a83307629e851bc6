// What targets of all questions begin with: the instruction set and the precision, from a byte each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <string_view>

#include "bytes.hpp"
#include "support/reference_isa.hpp"

namespace satchel::fuzz {

/// Calls attempt(0 of float or double, the other bytes, the instruction set), with the reference's kernels in use.
template <class Attempt>
void in_one_precision(const std::uint8_t* data, std::size_t size, const Attempt& attempt) {
  Bytes bytes(data, size);
  force_isa(test::reference_isa());
  const auto isas = available_isas();
  const std::string_view isa = isas[bytes.byte() % isas.size()];
  if (bytes.byte() % 2 == 0) {
    attempt(float{}, bytes, isa);
  } else {
    attempt(double{}, bytes, isa);
  }
}

}  // namespace satchel::fuzz
