// Makes errors that several rooms return.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>

namespace satchel::detail {

/// A span of the wrong length.
constexpr Status size_error(Argument argument, std::size_t expected, std::size_t given,
                            std::size_t index = 0) noexcept {
  return {ErrorCode::size_mismatch, index, argument, {expected, given}};
}

/// A list longer than the caller's memory.
constexpr Status room_error(std::size_t needed, std::size_t given) noexcept {
  return {ErrorCode::no_room, 0, Argument::found, {needed, given}};
}

/// A margin or a tolerance that is negative or not finite.
constexpr Status margin_error(Argument argument, double value) noexcept {
  return {ErrorCode::bad_margin, 0, argument, {}, value};
}

}  // namespace satchel::detail
