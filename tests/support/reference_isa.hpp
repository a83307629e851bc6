// The instruction set that all others are compared with.
#pragma once

#include <satchel/isa.hpp>
#include <string_view>

namespace satchel::test {

/// Scalar, where its kernels are built.
inline std::string_view reference_isa() { return available_isas().front(); }

}  // namespace satchel::test
