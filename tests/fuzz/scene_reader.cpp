// The tool's reader of scene, WKT and GeoJSON files, on any bytes: it refuses them with a message that names the file, or
// returns a scene whose every index is good and which can be collided.
#include <algorithm>
#include <satchel/satchel.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scene_file/read_scene.hpp"
#include "cli/support/failure.hpp"
#include "target.hpp"

namespace satchel::fuzz {
namespace {

template <class T>
void check(cli::SceneFile<T> file) {
  BasicScene<T>& scene = file.scene;
  require(!file.name.empty(), "a scene without a name");
  require(scene.body_count() == 0 || scene.body_slots() == scene.body_count() + file.left_out.size(),
          "bodies that are neither there nor left out");
  for (const cli::LeftOut& its : file.left_out) {
    require(!scene.has_body(its.body) && !its.reason.empty(), "a geometry that is left out for no reason");
  }
  for (BodyId i = 0; i < scene.body_slots(); ++i) {
    if (scene.has_body(i)) require(scene.shape(i) < scene.shape_count(), "a body of no shape");
  }
  for (const Pair pair : file.pairs) require(scene.has_body(pair.a) && scene.has_body(pair.b), "a pair of no bodies");
  require(file.has_pairs || file.pairs.empty(), "pairs from nowhere");
  const auto pairs = std::span<const Pair>(file.pairs).first(std::min<std::size_t>(file.pairs.size(), 100));
  require(scene.try_make_parts().ok(), "outlines without parts");
  std::vector<BasicContact<T>> contacts(pairs.size());
  require(try_collide(scene, pairs, contacts).ok(), "pairs that were checked are refused");
}

template <class T>
void try_text(std::string_view text, const std::string& name, const cli::ReadOptions& options) {
  try {
    check(cli::read_scene_text<T>(text, name, options));
  } catch (const cli::Failure& failure) {
    const std::string_view message = failure.what();
    require(failure.status() == cli::ExitStatus::bad_input, "not called bad input");
    require(message.starts_with(name + ": ") && message.size() > name.size() + 10, "a message that says nothing");
    const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f; };
    require(std::none_of(message.begin(), message.end(), is_control), "control characters in a message");
  }
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"scene.json", "bodies.wkt", "bodies.geojson"}) {
    satchel::fuzz::try_text<float>(text, name, {});
    satchel::fuzz::try_text<double>(text, name, {.skip_invalid = true});
  }
  satchel::fuzz::try_text<float>(text, "scene.json", {.rings = true});
  return 0;
}
