// Convex parts of outlines: part of satchel::outline.
#include <satchel/c/outline.h>

#include <algorithm>
#include <satchel/outline.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

template <class T, class Point>
satchel_status convex_parts(const Point* outline, std::size_t count, const std::uint32_t* ring_starts,
                            std::size_t start_count, Point* vertices, std::uint32_t* indices, std::uint8_t* inner_edges,
                            std::size_t vertex_room, std::uint32_t* part_starts, std::size_t start_room,
                            satchel_parts_found* found, const satchel_options* options) noexcept {
  const Checks checks = Checks()
                            .array(1, outline, count)
                            .array(3, ring_starts, start_count)
                            .array(5, vertices, vertex_room)
                            .array(6, indices, vertex_room)
                            .array(7, inner_edges, vertex_room)
                            .array(9, part_starts, start_room)
                            .one(11, found);
  return run(checks, options, 12, [&](const Options& how) -> Status {
    BasicConvexParts<T> parts;
    const Status status = try_convex_parts(view<const BasicVec2<T>>(outline, count),
                                           view<const std::uint32_t>(ring_starts, start_count), parts, how);
    if (!status.ok()) return status;
    *found = {parts.vertices.size(), parts.size()};
    if (parts.vertices.size() > vertex_room) {
      return {ErrorCode::no_room, 0, Argument::found, {parts.vertices.size(), vertex_room}};
    }
    if (parts.starts.size() > start_room) {
      return {ErrorCode::no_room, 0, Argument::found, {parts.starts.size(), start_room}};
    }
    std::copy(parts.vertices.begin(), parts.vertices.end(), view<BasicVec2<T>>(vertices, vertex_room).begin());
    std::copy(parts.indices.begin(), parts.indices.end(), indices);
    std::copy(parts.inner_edges.begin(), parts.inner_edges.end(), inner_edges);
    std::copy(parts.starts.begin(), parts.starts.end(), part_starts);
    return {};
  });
}

}  // namespace
}  // namespace satchel::c

extern "C" {

satchel_status satchel_convex_parts(const satchel_vec2* outline, size_t count, const uint32_t* ring_starts,
                                    size_t start_count, satchel_vec2* vertices, uint32_t* indices, uint8_t* inner_edges,
                                    size_t vertex_room, uint32_t* part_starts, size_t start_room,
                                    satchel_parts_found* found, const satchel_options* options) {
  return satchel::c::convex_parts<float>(outline, count, ring_starts, start_count, vertices, indices, inner_edges,
                                         vertex_room, part_starts, start_room, found, options);
}

satchel_status satchel_convex_parts_d(const satchel_vec2d* outline, size_t count, const uint32_t* ring_starts,
                                      size_t start_count, satchel_vec2d* vertices, uint32_t* indices,
                                      uint8_t* inner_edges, size_t vertex_room, uint32_t* part_starts,
                                      size_t start_room, satchel_parts_found* found, const satchel_options* options) {
  return satchel::c::convex_parts<double>(outline, count, ring_starts, start_count, vertices, indices, inner_edges,
                                          vertex_room, part_starts, start_room, found, options);
}

}  // extern "C"
