#include "cli/scene_file/add_shapes.hpp"

#include <span>
#include <string>

#include <fmt/core.h>

#include <satchel/error.hpp>
#if SATCHEL_CLI_OUTLINE
#include <satchel/outline.hpp>
#endif

#include "cli/failure.hpp"

namespace satchel::cli {
namespace {

[[noreturn]] void refuse(std::size_t shape, const std::string& reason) {
  throw Failure(ExitStatus::bad_input, fmt::format("shapes[{}]: {}", shape, reason));
}

/// Whether the index of an error about a polygon or an outline is the index of a vertex.
bool about_vertex(ErrorCode code) {
  return code == ErrorCode::not_finite || code == ErrorCode::out_of_range || code == ErrorCode::repeated_vertex ||
         code == ErrorCode::collinear || code == ErrorCode::not_convex;
}

/// The offending vertex, if there is one, by its name in the file: "vertices[2]: ".
std::string name_of_vertex(ShapeType type, const Error& error) {
  if (!about_vertex(error.code())) {
    return {};
  }
  switch (type) {
    case ShapeType::circle:
      return "center: ";
    case ShapeType::capsule:
      return error.index() == 0 ? "a: " : "b: ";
    case ShapeType::polygon:
    case ShapeType::concave:
      break;
  }
  return fmt::format("vertices[{}]: ", error.index());
}

/// Adds a convex outline as a polygon, any other outline as the compound of its parts.
template <class T>
ShapeId add_concave([[maybe_unused]] BasicScene<T>& scene, [[maybe_unused]] std::span<const BasicVec2<T>> outline,
                    std::size_t shape) {
#if SATCHEL_CLI_OUTLINE
  try {
    const BasicConvexParts<T> parts = convex_parts(outline);
    std::vector<ShapeId> ids(parts.size());
    scene.add_polygons(parts.vertices, parts.starts, ids);
    return ids.size() == 1 ? ids[0] : scene.add_compound(ids, parts.inner_edges);
  } catch (const Error& error) {
    // The texts of these errors contain more than the message of the code, such as the edges that meet.
    if (error.code() == ErrorCode::meets_itself || error.code() == ErrorCode::clockwise ||
        error.code() == ErrorCode::internal) {
      refuse(shape, error.what());
    }
    throw;
  }
#else
  refuse(shape,
         "this build has no GEOS, which cuts a concave shape into convex parts; build satchel with GEOS, or give "
         "the parts as polygons");
#endif
}

template <class T>
ShapeId add_shape(BasicScene<T>& scene, const RawShape<T>& shape, std::span<const BasicVec2<T>> vertices,
                  std::size_t index) {
  switch (shape.type) {
    case ShapeType::polygon:
      return scene.add_polygon(vertices, shape.radius);
    case ShapeType::circle:
      return scene.add_circle(vertices[0], shape.radius);
    case ShapeType::capsule:
      return scene.add_capsule(vertices[0], vertices[1], shape.radius);
    case ShapeType::concave:
      break;
  }
  return add_concave(scene, vertices, index);
}

}  // namespace

template <class T>
AddedShapes<T> add_shapes(BasicScene<T>& scene, const RawScene<T>& raw) {
  const std::span<const BasicVec2<T>> vertices(raw.vertices);
  AddedShapes<T> added;
  for (std::size_t i = 0; i < raw.shapes.size(); ++i) {
    const RawShape<T>& shape = raw.shapes[i];
    const std::span<const BasicVec2<T>> its = vertices.subspan(shape.first_vertex, shape.vertex_count);
    try {
      added.ids.push_back(add_shape(scene, shape, its, i));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::bad_radius) {
        refuse(i, fmt::format("radius {}: {}", shape.radius, message(error.code())));
      }
      refuse(i, name_of_vertex(shape.type, error) + message(error.code()));
    }
    added.outlines.resize(scene.shape_count());
    if (shape.type == ShapeType::concave) {
      added.outlines.back().assign(its.begin(), its.end());
    }
  }
  return added;
}

template AddedShapes<float> add_shapes(BasicScene<float>&, const RawScene<float>&);
template AddedShapes<double> add_shapes(BasicScene<double>&, const RawScene<double>&);

}  // namespace satchel::cli
