#include "cli/scene_file/read_scene.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <concepts>
#include <filesystem>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/pose.hpp>

#include "cli/geometry_file/raw_geometries.hpp"
#include "cli/raw_scene/outline_message.hpp"
#include "cli/raw_scene/shape_message.hpp"
#include "cli/scene_file/add_shapes.hpp"
#include "cli/scene_file/parse_scene.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/input_text.hpp"
#include "cli/support/system.hpp"
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
    const bool is_left_out = raw.form != FileForm::scene && raw.body_shapes[i] == no_raw_shape;
    if (raw.body_shapes[i] >= raw.shapes.size() && !is_left_out) {
      refuse("bodies", i,
             fmt::format("shape {} does not exist; the scene has {}", raw.body_shapes[i],
                         count_text(raw.shapes.size(), "shape", "shapes")));
    }
  }
  std::vector<ShapeId> shapes(count);
  std::vector<BodyId> absent;
  for (std::size_t i = 0; i < count; ++i) {
    shapes[i] = raw.body_shapes[i] == no_raw_shape ? no_shape : ids_of_shapes[raw.body_shapes[i]];
    if (shapes[i] == no_shape) {
      absent.push_back(static_cast<BodyId>(i));
      shapes[i] = 0;  // of any shape, and removed
    }
  }
  if (absent.size() == count) {
    return;
  }
  std::vector<Pose> poses(count);
  std::vector<BodyId> ids(count);
  try {
    poses_at(raw.x_y_angle, poses);
    scene.add_bodies(shapes, poses, ids);
  } catch (const Error& error) {
    refuse("bodies", error.index(), message(error.code()));
  }
  for (const BodyId body : absent) {
    scene.remove_body(body);
  }
}

/// The shapes by index in the file: of a map by body, `no_shape` for those that are left out.
template <class T>
std::vector<ShapeId> shapes_of(const RawScene<T>& raw, std::vector<ShapeId> ids) {
  if (raw.form == FileForm::scene) {
    return ids;
  }
  std::vector<ShapeId> shapes;
  for (const ShapeId shape : raw.body_shapes) {
    shapes.push_back(shape == no_raw_shape ? no_shape : ids[shape]);
  }
  return shapes;
}

/// Links the edges that bodies share, if the file asks for it.
template <class T>
void link_bodies(BasicScene<T>& scene, const RawScene<T>& raw) {
  if (!raw.has_links) {
    return;
  }
  // Bodies that move differently are no surface together.
  std::map<std::array<double, 3>, std::vector<BodyId>> groups;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    const Motion motion = body < raw.motions.size() ? raw.motions[body] : Motion{};
    groups[{motion.x, motion.y, motion.angle}].push_back(body);
  }
  for (const auto& [motion, bodies] : groups) {
    scene.link_shared_edges(bodies, raw.link_tolerance);
  }
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
RawScene<T> parse(std::string_view text, FileForm form, bool skip_invalid, std::optional<Vec2d> origin = {},
                  const std::vector<bool>& apart = {}) {
  // The reader of JSON takes it for the end.
  if (const std::size_t nul = text.find('\0'); form != FileForm::wkt && nul != std::string_view::npos) {
    throw Failure(ExitStatus::bad_input, fmt::format("byte {} is NUL, which no text has", nul));
  }
  if (form == FileForm::scene) {
    return parse_scene<T>(text);
  }
  return raw_geometries<T>(form == FileForm::wkt ? read_wkt(text, skip_invalid) : read_geojson(text, skip_invalid),
                           form, skip_invalid, origin, apart);
}

bool double_takes(const RawScene<double>& raw, const ReadOptions& options, std::size_t shape) {
  Scened scene;
  RingChanges ignored;
  try {
    add_shape(scene, raw, shape, options, ignored);
  } catch (const ShapeRefused&) {
    return false;
  }
  return true;
}

/// The message about a shape that float refuses, although double takes it. The advice behind the semicolon is replaced.
std::string rounding_message(const std::string& message, ErrorCode code, FileForm form) {
  const std::string fault = message.substr(0, message.find("; "));
  if (code == ErrorCode::out_of_range || code == ErrorCode::bad_radius) {
    return fault + " of float; use --precision double";
  }
  return fmt::format("{}, but only after rounding to float; use --precision double{}", fault,
                     form == FileForm::scene ? ", or give coordinates near the shape's own origin" : "");
}

/// As `add_shapes`; a message about a shape that only float refuses says so.
template <class T>
AddedShapes<T> add_shapes_of(std::string_view text, const RawScene<T>& raw, const ReadOptions& options,
                             BasicScene<T>& scene) {
  try {
    return add_shapes(scene, raw, options);
  } catch (const ShapeRefused& refused) {
    if (std::same_as<T, float> && double_takes(parse<double>(text, raw.form, false), options, refused.shape())) {
      throw Failure(ExitStatus::bad_input, rounding_message(refused.what(), refused.code(), raw.form));
    }
    throw;
  }
}

/// Which geometries of a map in float are left out in double too, by body: not those that the origin alone makes invalid.
/// @param shapes  those that are left out in float
std::vector<bool> apart_of(std::string_view text, const RawScene<float>& raw, std::span<const std::size_t> shapes,
                           const ReadOptions& options) {
  const RawScene<double> in_double = parse<double>(text, raw.form, true);
  std::vector<bool> is_left_out(raw.shapes.size()), apart;
  for (const std::size_t shape : shapes) {
    is_left_out[shape] = !double_takes(in_double, options, shape);
  }
  for (const ShapeId shape : raw.body_shapes) {
    apart.push_back(shape == no_raw_shape || is_left_out[shape]);
  }
  return apart;
}

/// How far rounding moved a coordinate or radius of a shape that is not left out.
template <class T>
double rounding_of(const RawScene<T>& raw, std::span<const std::size_t> left_out) {
  double most = raw.rounding;
  for (std::size_t shape = 0; shape < raw.shapes.size(); ++shape) {
    if (!std::binary_search(left_out.begin(), left_out.end(), shape)) {
      most = std::max(most, raw.shapes[shape].rounding);
    }
  }
  return most;
}

/// Adds the geometries that are not valid to those that are no polygons, and sorts them by body.
/// @param shapes  indices in raw.shapes; shape i is that of one body
template <class T>
std::vector<LeftOut> left_out_of(std::string_view text, RawScene<T>& raw, std::span<const std::size_t> shapes,
                                 const ReadOptions& options) {
  std::vector<LeftOut> all = std::move(raw.left_out);
  if (shapes.empty()) {
    return all;
  }
  RawScene<double> in_double;  // empty: not needed
  if constexpr (std::same_as<T, float>) {
    in_double = parse<double>(text, raw.form, true);
  }
  std::vector<BodyId> body_of(raw.shapes.size());
  for (std::size_t body = 0; body < raw.body_shapes.size(); ++body) {
    if (raw.body_shapes[body] != no_raw_shape) {
      body_of[raw.body_shapes[body]] = static_cast<BodyId>(body);
    }
  }
  for (const std::size_t shape : shapes) {
    const Status fault = outline_fault(raw, shape, options.even_odd);
    std::string reason = outline_message(raw, raw.shapes[shape], fault);
    if (std::same_as<T, float> && double_takes(in_double, options, shape)) {
      reason = rounding_message(reason, fault.code, raw.form);
    }
    all.push_back({body_of[shape], shape_name(raw.form, raw.shapes[shape].number), std::move(reason)});
  }
  std::sort(all.begin(), all.end(), [](const LeftOut& a, const LeftOut& b) { return a.body < b.body; });
  return all;
}

}  // namespace

FileForm form_of(const std::string& path) {
  std::string end = name_of(path_of(path).extension());
  for (char& c : end) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return end == ".wkt" ? FileForm::wkt : end == ".geojson" ? FileForm::geojson : FileForm::scene;
}

template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path, const ReadOptions& options) {
  SceneFile<T> file;
  file.path = path;
  try {
    const FileForm form = form_of(path);
    ReadOptions how = options;
    how.skip_invalid = options.skip_invalid && form != FileForm::scene;
    RawScene<T> raw = parse<T>(text, form, how.skip_invalid, options.origin);
    file.scene.reserve({.shapes = raw.shapes.size(), .bodies = raw.body_shapes.size()});
    AddedShapes<T> shapes = add_shapes_of(text, raw, how, file.scene);
    if constexpr (std::same_as<T, float>) {
      if (!options.origin && !shapes.left_out.empty()) {  // they have no say in the origin of the others
        RawScene<T> again = parse<T>(text, form, true, {}, apart_of(text, raw, shapes.left_out, how));
        if (again.map_origin->x != raw.map_origin->x || again.map_origin->y != raw.map_origin->y) {
          raw = std::move(again);
          file.scene.clear();
          shapes = add_shapes_of(text, raw, how, file.scene);
        }
      }
    }
    add_bodies(file.scene, raw, shapes.ids);
    link_bodies(file.scene, raw);
    file.shapes = shapes_of(raw, std::move(shapes.ids));
    file.outlines = std::move(shapes.outlines);
    file.inner_edges = std::move(shapes.inner_edges);
    file.changes = shapes.changes;
    file.left_out = left_out_of(text, raw, shapes.left_out, how);
    check_pairs(raw);
    check_motions(raw);
    file.name = clean_text(raw.name.empty() ? name_of(path_of(path).stem()) : raw.name);
    file.units = clean_text(raw.units);
    file.pairs = std::move(raw.pairs);
    file.has_pairs = raw.has_pairs;
    file.motions = std::move(raw.motions);
    file.has_motions = raw.has_motions;
    file.rounding = rounding_of(raw, shapes.left_out);
    file.ignored_keys = std::move(raw.ignored_keys);
    file.empty_parts = raw.empty_parts;
    file.map_origin = raw.map_origin;
  } catch (const Failure& failure) {
    throw Failure(failure.status(), fmt::format("{}: {}", path, failure.what()));
  }
  return file;
}

template <class T>
SceneFile<T> read_scene(const std::string& path, const ReadOptions& options) {
  return read_scene_text<T>(input_text(path), path, options);
}

template SceneFile<float> read_scene(const std::string&, const ReadOptions&);
template SceneFile<double> read_scene(const std::string&, const ReadOptions&);
template SceneFile<float> read_scene_text(std::string_view, const std::string&, const ReadOptions&);
template SceneFile<double> read_scene_text(std::string_view, const std::string&, const ReadOptions&);

}  // namespace satchel::cli
