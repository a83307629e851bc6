// Makes errors that several rooms return.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

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

/// The margin of a body.
constexpr Status margin_error(std::size_t body, double value) noexcept {
  return {ErrorCode::bad_margin, body, Argument::margin, {1}, value};
}

/// A period along x (axis 0) or y (1).
constexpr Status period_error(ErrorCode code, unsigned axis, double value) noexcept {
  return {code, 0, Argument::coordinate, {2 + axis}, value};
}

/// Two bodies that may meet at more images than are listed.
constexpr Status images_error(BodyId a, BodyId b, double images) noexcept {
  return {ErrorCode::too_many, a, Argument::body, {a, b}, images};
}

/// A pair whose image has an origin outside the range of coordinates.
constexpr Status image_error(std::size_t pair) noexcept { return {ErrorCode::out_of_range, pair, Argument::pair}; }

}  // namespace satchel::detail
