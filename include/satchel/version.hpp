// The version of these headers. `version()` is that of the library linked.
#pragma once

#include <string_view>

#include <satchel/export.hpp>

#define SATCHEL_VERSION_MAJOR 0
#define SATCHEL_VERSION_MINOR 1
#define SATCHEL_VERSION_PATCH 0

namespace satchel {

/// "major.minor.patch" of the compiled library.
[[nodiscard]] SATCHEL_API std::string_view version() noexcept;

}  // namespace satchel
