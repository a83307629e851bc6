// Throws the library's errors. Their text is the item, then the message of the error code.
#pragma once

#include <cstddef>
#include <string>

#include <satchel/error.hpp>

namespace satchel::detail {

[[noreturn]] inline void fail(Status status, const std::string& item) {
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
