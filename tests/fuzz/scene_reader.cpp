// The tool's reader of scene files.
#include "read_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  satchel::fuzz::try_text<float>(text, "scene.json", {});
  satchel::fuzz::try_text<double>(text, "scene.json", {});
  satchel::fuzz::try_text<float>(text, "scene.json", {.rings = true});
  return 0;
}
