#include "cli/scene_file/read_scene.hpp"

#include <cctype>
#include <concepts>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/pose.hpp>

#include "cli/geometry_file/raw_geometries.hpp"
#include "cli/scene_file/add_shapes.hpp"
#include "cli/scene_file/parse_scene.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/input_text.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

[[noreturn]] void refuse(const char* list, std::size_t index, std::string_view reason) {
  throw Failure(ExitStatus::bad_input, fmt::format("{}[{}]: {}", list, index, reason));
}

template <class T>
void add_bodies(BasicScene<T>& scene, const RawScene<T>& raw, const std::vector<ShapeId>& ids_of_shapes) {
  const std::size_t count = raw.body_shapes.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (raw.body_shapes[i] >= raw.shapes.size()) {
      refuse("bodies", i,
             fmt::format("shape {} does not exist; the scene has {}", raw.body_shapes[i],
                         count_text(raw.shapes.size(), "shape", "shapes")));
    }
  }
  std::vector<ShapeId> shapes(count);
  for (std::size_t i = 0; i < count; ++i) {
    shapes[i] = ids_of_shapes[raw.body_shapes[i]];
  }
  std::vector<Pose> poses(count);
  std::vector<BodyId> ids(count);
  try {
    poses_at(raw.x_y_angle, poses);
    scene.add_bodies(shapes, poses, ids);
  } catch (const Error& error) {
    refuse("bodies", error.index(), message(error.code()));
  }
}

/// Links the edges that bodies share, if the file asks for it.
template <class T>
void link_bodies(BasicScene<T>& scene, const RawScene<T>& raw) {
  if (!raw.has_links) {
    return;
  }
  std::vector<BodyId> bodies(scene.body_slots());
  std::iota(bodies.begin(), bodies.end(), BodyId{0});
  scene.link_shared_edges(bodies, raw.link_tolerance);
}

template <class T>
void check_pairs(const RawScene<T>& raw) {
  const std::size_t bodies = raw.body_shapes.size();
  for (std::size_t i = 0; i < raw.pairs.size(); ++i) {
    for (const BodyId body : {raw.pairs[i].a, raw.pairs[i].b}) {
      if (body >= bodies) {
        refuse("pairs", i,
               fmt::format("body {} does not exist; the scene has {}", body, count_text(bodies, "body", "bodies")));
      }
    }
  }
}

template <class T>
void check_motions(const RawScene<T>& raw) {
  const std::size_t bodies = raw.body_shapes.size();
  if (raw.has_motions && raw.motions.size() != bodies) {
    throw Failure(ExitStatus::bad_input, fmt::format("motions: {} for {}; give one [dx, dy, dangle] for each body",
                                                     count_text(raw.motions.size(), "motion", "motions"),
                                                     count_text(bodies, "body", "bodies")));
  }
}

template <class T>
RawScene<T> parse(std::string_view text, FileForm form) {
  if (form == FileForm::scene) {
    return parse_scene<T>(text);
  }
  return raw_geometries<T>(form == FileForm::wkt ? read_wkt(text) : read_geojson(text), form);
}

bool double_takes(std::string_view text, FileForm form, bool clean, std::size_t shape) {
  const RawScene<double> raw = parse<double>(text, form);
  Scened scene;
  RingChanges ignored;
  try {
    add_shape(scene, raw, shape, clean, ignored);
  } catch (const ShapeRefused&) {
    return false;
  }
  return true;
}

/// The message about a shape that float refuses, although double takes it. The advice behind the semicolon is replaced.
std::string rounding_message(const ShapeRefused& refused, FileForm form) {
  const std::string message = refused.what();
  const std::string fault = message.substr(0, message.find("; "));
  if (refused.code() == ErrorCode::out_of_range || refused.code() == ErrorCode::bad_radius) {
    return fault + " of float; use --precision double";
  }
  return fmt::format("{}, but only after rounding to float; use --precision double{}", fault,
                     form == FileForm::scene ? ", or give coordinates near the shape's own origin" : "");
}

/// As `add_shapes`; a message about a shape that only float refuses says so.
template <class T>
AddedShapes<T> add_shapes_of(std::string_view text, const RawScene<T>& raw, bool clean, BasicScene<T>& scene) {
  try {
    return add_shapes(scene, raw, clean);
  } catch (const ShapeRefused& refused) {
    if (std::same_as<T, float> && double_takes(text, raw.form, clean, refused.shape())) {
      throw Failure(ExitStatus::bad_input, rounding_message(refused, raw.form));
    }
    throw;
  }
}

}  // namespace

FileForm form_of(const std::string& path) {
  std::string end = std::filesystem::path(path).extension().string();
  for (char& c : end) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return end == ".wkt" ? FileForm::wkt : end == ".geojson" ? FileForm::geojson : FileForm::scene;
}

template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path, bool rings) {
  SceneFile<T> file;
  file.path = path;
  try {
    const FileForm form = form_of(path);
    RawScene<T> raw = parse<T>(text, form);
    file.scene.reserve({.shapes = raw.shapes.size(), .bodies = raw.body_shapes.size()});
    AddedShapes<T> shapes = add_shapes_of(text, raw, rings || form != FileForm::scene, file.scene);
    add_bodies(file.scene, raw, shapes.ids);
    link_bodies(file.scene, raw);
    file.shapes = std::move(shapes.ids);
    file.outlines = std::move(shapes.outlines);
    file.inner_edges = std::move(shapes.inner_edges);
    file.changes = shapes.changes;
    check_pairs(raw);
    check_motions(raw);
    file.name = raw.name.empty() ? std::filesystem::path(path).stem().string() : raw.name;
    file.units = raw.units;
    file.pairs = std::move(raw.pairs);
    file.has_pairs = raw.has_pairs;
    file.motions = std::move(raw.motions);
    file.has_motions = raw.has_motions;
    file.rounding = raw.rounding;
    file.ignored_keys = std::move(raw.ignored_keys);
    file.empty_parts = raw.empty_parts;
  } catch (const Failure& failure) {
    throw Failure(failure.status(), fmt::format("{}: {}", path, failure.what()));
  }
  return file;
}

template <class T>
SceneFile<T> read_scene(const std::string& path, bool rings) {
  return read_scene_text<T>(input_text(path), path, rings);
}

template SceneFile<float> read_scene(const std::string& path, bool rings);
template SceneFile<double> read_scene(const std::string& path, bool rings);
template SceneFile<float> read_scene_text(std::string_view text, const std::string& path, bool rings);
template SceneFile<double> read_scene_text(std::string_view text, const std::string& path, bool rings);

}  // namespace satchel::cli
