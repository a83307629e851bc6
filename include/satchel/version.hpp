// The version of these headers (macros) and of the linked library (`version()`).
#pragma once

#include <string_view>

#include <satchel/export.hpp>

#define SATCHEL_VERSION_MAJOR 0
#define SATCHEL_VERSION_MINOR 9
#define SATCHEL_VERSION_PATCH 0

namespace satchel {

/// "major.minor.patch" of the compiled library.
[[nodiscard]] SATCHEL_API std::string_view version() noexcept;

}  // namespace satchel
