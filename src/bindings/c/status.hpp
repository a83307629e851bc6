// The codes of C++ and of C, and how one status becomes the other.
#pragma once

#include <satchel/c/status.h>

#include <satchel/error.hpp>

#include "bindings/c/code_numbers.hpp"

namespace satchel::c {

constexpr satchel_status ok{};

constexpr satchel_status status_of(const Status& status) noexcept {
  return {code_of(status.code), static_cast<std::int32_t>(status.argument),
          status.index,         {status.numbers[0], status.numbers[1], status.numbers[2], status.numbers[3]},
          status.value,         status.value_y};
}

/// A status of a code of this interface alone. @param parameter  counted from 1
constexpr satchel_status own_status(satchel_code code, unsigned parameter, std::uint64_t first = 0,
                                    std::uint64_t second = 0) noexcept {
  return {code, SATCHEL_ARGUMENT_NONE, parameter, {first, second, 0, 0}, 0, 0};
}
/// The same of a member of the parameter's struct.
constexpr satchel_status own_status(satchel_code code, unsigned parameter, satchel_argument member) noexcept {
  return {code, member, parameter, {}, 0, 0};
}

}  // namespace satchel::c
