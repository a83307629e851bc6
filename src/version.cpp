#include <satchel/version.hpp>

#define SATCHEL_TEXT_OF(x) #x
#define SATCHEL_TEXT(x) SATCHEL_TEXT_OF(x)

namespace satchel {

std::string_view version() noexcept {
  return SATCHEL_TEXT(SATCHEL_VERSION_MAJOR) "." SATCHEL_TEXT(SATCHEL_VERSION_MINOR) "." SATCHEL_TEXT(
      SATCHEL_VERSION_PATCH);
}

}  // namespace satchel
