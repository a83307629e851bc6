#include "cli/scene_file/read_scene.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/pose.hpp>

#include "cli/scene_file/add_shapes.hpp"
#include "cli/failure.hpp"
#include "cli/scene_file/parse_scene.hpp"
#include "cli/output/text.hpp"

namespace satchel::cli {
namespace {

std::string file_text(const std::string& path) {
  const auto fail = [&](int reason) {
    throw Failure(ExitStatus::file,
                  fmt::format("{}: cannot be read: {}", path, std::generic_category().message(reason)));
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    fail(errno);
  }
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20;
  for (std::size_t got = step; got == step;) {
    const std::size_t size = text.size();
    text.resize(size + step);
    got = std::fread(text.data() + size, 1, step, file.get());
    text.resize(size + got);
  }
  if (std::ferror(file.get()) != 0) {
    fail(errno);
  }
  return text;
}

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

}  // namespace

template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path) {
  SceneFile<T> file;
  file.path = path;
  try {
    RawScene<T> raw = parse_scene<T>(text);
    file.scene.reserve(raw.shapes.size(), raw.body_shapes.size());
    AddedShapes<T> shapes = add_shapes(file.scene, raw);
    add_bodies(file.scene, raw, shapes.ids);
    file.outlines = std::move(shapes.outlines);
    check_pairs(raw);
    check_motions(raw);
    file.name = raw.name.empty() ? std::filesystem::path(path).stem().string() : raw.name;
    file.units = raw.units;
    file.pairs = std::move(raw.pairs);
    file.has_pairs = raw.has_pairs;
    file.motions = std::move(raw.motions);
    file.has_motions = raw.has_motions;
  } catch (const Failure& failure) {
    throw Failure(failure.status(), fmt::format("{}: {}", path, failure.what()));
  }
  return file;
}

template <class T>
SceneFile<T> read_scene(const std::string& path) {
  return read_scene_text<T>(file_text(path), path);
}

template SceneFile<float> read_scene(const std::string& path);
template SceneFile<double> read_scene(const std::string& path);
template SceneFile<float> read_scene_text(std::string_view text, const std::string& path);
template SceneFile<double> read_scene_text(std::string_view text, const std::string& path);

}  // namespace satchel::cli
