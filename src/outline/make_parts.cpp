// Makes the convex parts of outlines that are in a scene.
//
//   in parallel, for chunks of shapes: triangulate the rings, flip edges, merge triangles (convex_parts.cpp does the same)
//   leave out shapes that have none, or refuse them if they are listed
//   make room; store the parts as shapes, and give them to the outlines
//   give parts to the bodies of these shapes, and place them at the poses that the bodies have
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include <satchel/outline.hpp>
#include <satchel/scene.hpp>

#include "dispatch/dispatch.hpp"
#include "outline/flip_edges.hpp"
#include "outline/merge_triangles.hpp"
#include "outline/ring_errors.hpp"
#include "outline/triangulate.hpp"
#include "parallel/parallel.hpp"
#include "parallel/progress.hpp"
#include "scene/checks.hpp"
#include "scene/room.hpp"
#include "scene/shapes/add_shapes.hpp"
#include "scene/threads.hpp"

namespace satchel {
namespace outline {
namespace {

using detail::SceneData;

/// The convex parts of a shape that is an outline. May throw bad_alloc.
template <class T>
BasicConvexParts<T> parts_of(const SceneData<T>& scene, ShapeId id) {
  const detail::Outlines<T>& outlines = scene.compounds.outlines;
  const kernels::Place place = scene.shapes[id].place;
  const kernels::OutlineShape& shape = outlines.shapes[place.block()];
  std::vector<BasicVec2<T>> vertices(shape.count);
  outlines.copy_vertices(place, vertices.data());
  std::vector<std::uint32_t> starts{0};
  for (std::uint32_t k = 0; k < shape.rings; ++k) {
    starts.push_back(starts.back() + outlines.ring_counts[shape.ring_counts + k]);
  }
  Triangles triangles;
  if (!triangulate<T>(vertices, starts, Region::even_odd, triangles, {})) return {};
  flip_edges<T>(vertices, triangles, {});
  return merge_triangles<T>(vertices, triangles, {});
}

/// The shapes of a list, or all, that are outlines without parts; each once.
template <class T>
std::vector<ShapeId> wanted(const SceneData<T>& scene, std::span<const ShapeId> shapes) {
  std::vector<ShapeId> list(shapes.begin(), shapes.end());
  if (shapes.empty()) {
    list.resize(scene.shapes.size());
    for (ShapeId id = 0; id < list.size(); ++id) list[id] = id;
  } else {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  std::erase_if(list, [&](ShapeId id) { return !scene.shape_lacks_parts(id); });
  return list;
}

/// ok, or why a scene cannot hold the parts of this shape.
template <class T>
Status check_parts(const BasicConvexParts<T>& parts, ShapeId id) noexcept {
  if (parts.size() == 0) return {ErrorCode::internal, id, Argument::shape};
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (parts.starts[p + 1] - parts.starts[p] > most_vertices)
      return {ErrorCode::too_many_vertices, id, Argument::shape};
  }
  return {};
}

/// Stores the parts of a shape, which has room.
template <class T>
void store(SceneData<T>& scene, ShapeId id, const BasicConvexParts<T>& parts) noexcept {
  detail::Compounds<T>& compounds = scene.compounds;
  const std::uint32_t index = scene.shapes[id].place.block();
  const auto first = static_cast<std::uint32_t>(compounds.part_shapes.size());
  bool always_convex = compounds.outlines.shapes[index].stays_simple;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::size_t begin = parts.starts[k], count = parts.starts[k + 1] - begin;
    const std::span<const BasicVec2<T>> vertices(parts.vertices.data() + begin, count);
    const ShapeId part = detail::add_checked_core<T>(scene, vertices, T(0));
    always_convex = always_convex && scene.shapes[part].always_convex;
    compounds.add_part(part, {parts.inner_edges.data() + begin, count});
  }
  compounds.shapes[index] = {first, static_cast<std::uint32_t>(parts.size())};
  compounds.outlines.shapes[index].parts = static_cast<std::uint32_t>(parts.size());
  scene.shapes[id].always_convex = always_convex;
}

/// Gives the parts of their shapes to bodies that have none yet, and places them.
template <class T>
void give_to_bodies(SceneData<T>& scene, const kernels::KernelTable& table, std::span<const BodyId> bodies,
                    std::span<const Pose> poses) noexcept {
  for (const BodyId body : bodies) {
    const kernels::ShapeRecord<T>& shape = scene.shapes[scene.body_shapes[body]];
    scene.bodies[body].map_or_shape = detail::give_parts(scene, scene.compounds.parts_of_shape(shape.place));
    --scene.compounds.without_parts;
    scene.bodies_to_check += detail::needs_checks(shape) ? 1 : 0;
  }
  (void)detail::place_bodies(scene, table, poses, {bodies.data(), 0}, {.max_threads = 1});
}

template <class T>
Status make_parts(SceneData<T>& scene, SceneRevisions& revisions, const kernels::KernelTable& table,
                  std::span<const ShapeId> shapes, const Options& options, unsigned max_threads) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] >= scene.shapes.size()) {
      return {ErrorCode::bad_shape, i, Argument::query_shape, {shapes[i], scene.shapes.size()}};
    }
  }
  std::vector<ShapeId> list = wanted(scene, shapes);
  if (list.empty()) return {};
  std::vector<BasicConvexParts<T>> parts(list.size());
  parallel::Progress progress(options, list.size(), max_threads);
  progress.begin(list.size());
  constexpr std::size_t a_chunk = 16;
  std::atomic<bool> out_of_memory{false};
  Status status = parallel::for_each_chunk((list.size() + a_chunk - 1) / a_chunk, progress.options(),
                                           [&](std::size_t chunk) noexcept {
                                             try {
                                               const std::size_t end = std::min(list.size(), (chunk + 1) * a_chunk);
                                               for (std::size_t k = chunk * a_chunk; k < end; ++k)
                                                 parts[k] = parts_of(scene, list[k]);
                                             } catch (const std::exception&) {
                                               out_of_memory.store(true, std::memory_order_relaxed);
                                             }
                                           });
  if (out_of_memory) return {ErrorCode::no_memory};
  if (status = progress.finish(status); !status.ok()) return status;

  std::size_t kept = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Status has_none = check_parts(parts[k], list[k]);
    if (has_none.ok()) {
      list[kept] = list[k];
      std::swap(parts[kept++], parts[k]);
    } else if (!shapes.empty()) {
      return has_none;
    }
  }
  list.resize(kept);
  parts.resize(kept);
  if (list.empty()) return {};

  std::array<std::size_t, kernels::class_count> more{};
  std::size_t count = 0, words = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::size_t p = 0; p < parts[k].size(); ++p) {
      const std::size_t vertices = parts[k].starts[p + 1] - parts[k].starts[p];
      ++more[detail::class_for(vertices)];
      words += detail::words_for(vertices);
    }
    count += parts[k].size();
  }
  if (count > detail::most_items - scene.shapes.size() ||
      count > kernels::Place::max_blocks - scene.compounds.part_shapes.size()) {
    return {ErrorCode::too_many, 0, Argument::shapes};
  }
  std::vector<BodyId> bodies;
  std::vector<Pose> poses;
  detail::Room room;
  const std::size_t slots = scene.compounds.without_parts == 0 ? 0 : scene.bodies.size();
  for (BodyId body = 0; body < slots; ++body) {
    if (!scene.has_body(body) || !scene.lacks_parts(body)) continue;
    const ShapeId shape = scene.body_shapes[body];
    const auto listed = std::lower_bound(list.begin(), list.end(), shape);
    if (listed == list.end() || *listed != shape) continue;
    bodies.push_back(body);
    poses.push_back({scene.bodies[body].x, scene.bodies[body].y, scene.rotations[body]});
    const BasicConvexParts<T>& shape_parts = parts[static_cast<std::size_t>(listed - list.begin())];
    room.parts += shape_parts.size();
    for (std::size_t p = 0; p < shape_parts.size(); ++p)
      ++room.blocks[detail::class_for(shape_parts.starts[p + 1] - shape_parts.starts[p])];
  }
  if (!scene.local_blocks.has_indices_for(more) || !detail::has_room_for(scene, room)) {
    return {ErrorCode::too_many, 0, Argument::bodies};
  }
  detail::make_room_for_cores(scene, more);
  detail::make_room(scene.shapes, scene.shapes.size() + count);
  std::size_t most_parts = 0;
  for (const BasicConvexParts<T>& shape_parts : parts) most_parts = std::max(most_parts, shape_parts.size());
  scene.compounds.make_room_for_parts(count, most_parts, words);
  detail::make_room_for_bodies(scene, room);
  for (std::size_t k = 0; k < list.size(); ++k) store(scene, list[k], parts[k]);
  give_to_bodies<T>(scene, table, bodies, poses);
  detail::count_change(revisions, &SceneRevisions::shapes);
  return {};
}

}  // namespace
}  // namespace outline

template <class T>
Status BasicScene<T>::try_make_parts(std::span<const ShapeId> shapes, const Options& options) noexcept {
  return detail::change(data_, [&](detail::SceneData<T>& scene) -> Status {
    Status status;
    const kernels::KernelTable* const table = dispatch::active(status);
    if (table == nullptr) return status;
    return outline::make_parts<T>(scene, revisions_, *table, shapes, options, max_threads_);
  });
}

template Status BasicScene<float>::try_make_parts(std::span<const ShapeId>, const Options&) noexcept;
template Status BasicScene<double>::try_make_parts(std::span<const ShapeId>, const Options&) noexcept;

}  // namespace satchel
