// The entry point of satchel::outline: check the rings, triangulate them, merge triangles into convex parts.
#include <satchel/outline.hpp>

#include <algorithm>
#include <string>

#include "outline/clip_ears.hpp"
#include "outline/join_holes.hpp"
#include "outline/merge_triangles.hpp"
#include "outline/ring_text.hpp"
#include "outline/simple_rings.hpp"
#include "outline/triangulate.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"

namespace satchel {
namespace outline {
namespace {

using Starts = std::span<const std::uint32_t>;

/// "outline: ", and with holes also which ring: "outline: ring 2: ".
std::string item(std::size_t ring, Starts starts) {
  return starts.size() > 2 ? "outline: ring " + std::to_string(ring) + ": " : "outline: ";
}

void check_size(std::size_t vertices) {
  if (vertices <= most_vertices) return;
  detail::fail({ErrorCode::too_many_vertices, vertices}, "outline: " + std::to_string(vertices) + " vertices");
}

void check_starts(Starts starts, std::size_t vertices) {
  if (starts.size() < 2 || starts.front() != 0 || starts.back() != vertices ||
      !std::is_sorted(starts.begin(), starts.end())) {
    detail::fail({ErrorCode::bad_starts, 0}, "outline");
  }
}

/// Checks single vertices and their neighbours, and the number of vertices of each ring.
template <class T>
void check_vertices(std::span<const BasicVec2<T>> vertices, Starts starts) {
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const std::size_t first = starts[k], count = starts[k + 1] - first;
    const std::span<const BasicVec2<T>> ring = vertices.subspan(first, count);
    const auto fail_at = [&](ErrorCode code, std::size_t i) {
      detail::fail({code, first + i}, item(k, starts) + "vertex " + std::to_string(i));
    };
    for (std::size_t i = 0; i < count; ++i) {
      for (const double value : {static_cast<double>(ring[i].x), static_cast<double>(ring[i].y)}) {
        if (!detail::in_range<T>(value)) fail_at(detail::range_error(value), i);
      }
    }
    if (count < 3) {
      detail::fail({ErrorCode::too_few_vertices, k}, item(k, starts) + std::to_string(count) + " vertices");
    }
    if (ring[count - 1] == ring[0]) fail_at(ErrorCode::closed_ring, count - 1);
    for (std::size_t i = 1; i < count; ++i) {
      if (ring[i] == ring[i - 1]) fail_at(ErrorCode::repeated_vertex, i);
    }
  }
}

/// Checks that the rings do not meet, run the right way round, and lie in each other as they should.
template <class T>
void check_rings(std::span<const BasicVec2<T>> vertices, Starts starts) {
  const Rings<T> rings(vertices, starts);
  if (const Meeting meeting = rings.first_meeting(); meeting.found) {
    const std::size_t ring = rings.ring_of(meeting.edge), other = rings.ring_of(meeting.other);
    const std::string edge = std::to_string(meeting.edge - starts[ring]);
    const std::string other_edge = std::to_string(meeting.other - starts[other]);
    detail::fail({ErrorCode::meets_itself, meeting.edge},
                 (ring == other ? item(ring, starts) + "edges " + edge + " and " + other_edge
                                : "outline: edge " + edge + " of ring " + std::to_string(ring) + " and edge " +
                                      other_edge + " of ring " + std::to_string(other)) +
                     " " + place_text<T>(meeting));
  }
  if (rings.is_clockwise(0)) {
    throw Error({ErrorCode::clockwise, 0},
                item(0, starts) +
                    "the vertices run clockwise, as those of a hole do; give the outer boundary counter-clockwise "
                    "(clean_ring does)");
  }
  for (std::size_t k = 1; k < rings.count(); ++k) {
    if (!rings.is_clockwise(k)) {
      throw Error({ErrorCode::bad_hole, k},
                  item(k, starts) +
                      "the vertices run counter-clockwise; those of a hole run clockwise (clean_ring with "
                      "Winding::clockwise)");
    }
  }
  if (const std::size_t hole = rings.misplaced_hole(); hole != 0) {
    detail::fail({ErrorCode::bad_hole, hole}, "outline: ring " + std::to_string(hole));
  }
}

}  // namespace
}  // namespace outline

template <class T>
BasicConvexParts<T> convex_parts(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts) {
  const FpEnvironment environment;
  outline::check_size(vertices.size());
  const std::uint32_t one_ring[] = {0, static_cast<std::uint32_t>(vertices.size())};
  if (starts.empty()) starts = one_ring;
  outline::check_starts(starts, vertices.size());
  outline::check_vertices(vertices, starts);
  outline::check_rings(vertices, starts);
  const std::vector<std::uint32_t> ring = outline::join_holes(vertices, starts);
  std::vector<outline::Triangle> triangles = outline::triangulate<T>(vertices, ring);
  if (!outline::is_triangulation<T>(vertices, starts, triangles)) {
    triangles = outline::clip_ears<T>(vertices, ring);
    if (!outline::is_triangulation<T>(vertices, starts, triangles)) {
      throw Error({ErrorCode::internal, 0}, "outline: it could not be triangulated");
    }
  }
  return outline::merge_triangles<T>(vertices, triangles);
}

template BasicConvexParts<float> convex_parts(std::span<const BasicVec2<float>>, std::span<const std::uint32_t>);
template BasicConvexParts<double> convex_parts(std::span<const BasicVec2<double>>, std::span<const std::uint32_t>);

}  // namespace satchel
