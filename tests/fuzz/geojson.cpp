// The tool's reader of GeoJSON.
#include "read_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  satchel::fuzz::try_map<float>(text, "bodies.geojson");
  satchel::fuzz::try_map<double>(text, "bodies.geojson");
  return 0;
}
