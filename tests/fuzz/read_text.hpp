// The tool's readers of scenes, on any bytes: they refuse them with a message that names the file, or return a scene whose
// every index is good and which can be collided.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <satchel/satchel.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scene_file/read_scene.hpp"
#include "cli/support/failure.hpp"
#include "target.hpp"

namespace satchel::fuzz {

template <class T>
void check_scene(cli::SceneFile<T>& file) {
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
  std::vector<ShapeId> shapes(scene.shape_count());
  std::iota(shapes.begin(), shapes.end(), ShapeId{0});
  require(scene.try_make_parts(shapes).ok(), "outlines without parts");
  std::vector<BasicContact<T>> contacts(pairs.size());
  require(try_collide(scene, pairs, contacts).ok(), "pairs that were checked are refused");
}

inline void check_message(const cli::Failure& failure, const std::string& name) {
  const std::string_view message = failure.what();
  require(failure.status() == cli::ExitStatus::bad_input, "not called bad input");
  require(message.starts_with(name + ": ") && message.size() > name.size() + 10, "a message that says nothing");
  const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f; };
  require(std::none_of(message.begin(), message.end(), is_control), "control characters in a message");
}

/// The scene, or nothing where the text is refused.
template <class T>
std::optional<cli::SceneFile<T>> try_text(std::string_view text, const std::string& name,
                                          const cli::ReadOptions& options) {
  try {
    cli::SceneFile<T> file = cli::read_scene_text<T>(text, name, options);
    check_scene(file);
    return file;
  } catch (const cli::Failure& failure) {
    check_message(failure, name);
    return {};
  }
}

/// A map, read in full, without what is not valid, and as even-odd regions: each takes what the one before takes.
template <class T>
void try_map(std::string_view text, const std::string& name) {
  const auto all = try_text<T>(text, name, {});
  const auto valid = try_text<T>(text, name, {.skip_invalid = true});
  const auto even_odd = try_text<T>(text, name, {.even_odd = true});
  if (!all) return;
  require(valid.has_value(), "a map is refused because geometries that are not valid may be left out");
  require(valid->left_out.empty() && valid->scene.body_count() == all->scene.body_count(),
          "a valid geometry is left out");
  require(even_odd && even_odd->scene.body_count() == all->scene.body_count(), "a valid map is refused as even-odd");
  require(all->scene.body_slots() == 0 || !all->pairs.empty() || !all->has_pairs, "pairs without pairs");
}

}  // namespace satchel::fuzz
