// Makes and throws the library's errors. Their text is the item, then the message of the error code.
#pragma once

#include <cstddef>
#include <string>

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

[[noreturn]] inline void fail(const Status& status, const std::string& item) {
  throw Error(status, item + ": " + message(status.code));
}

[[noreturn]] inline void fail(ErrorCode code, std::size_t index, const char* kind) {
  fail(Status{code, index}, std::string(kind) + ' ' + std::to_string(index));
}

[[noreturn]] inline void fail_size(const char* what, std::size_t expected, std::size_t got) {
  fail(Status{ErrorCode::size_mismatch, 0},
       std::string(what) + ": " + std::to_string(expected) + " elements expected, " + std::to_string(got) + " given");
}

}  // namespace satchel::detail
