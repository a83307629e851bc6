// clean_ring: drops repeated and collinear points, decides convexity, and checks that the ring is simple.
//
//   drop each point that equals the last one kept, and at the end the one that equals the first
//   drop each point inside the straight segment from its neighbour before to its neighbour after
//   if all turns have one sign and the ring goes around once: it is convex
//   else: no two edges may meet, and the lowest of the leftmost vertices gives the winding
//   reverse the ring if it does not run as asked
//
// One pass finds all collinear points, because dropping one changes no direction: the segment that replaces two edges
// has their direction. Points in which the ring turns back stay, and the second check refuses them.
#include <satchel/ring.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <limits>
#include <utility>

#include "exact/convexity.hpp"
#include "outline/ring_errors.hpp"
#include "outline/simple_rings.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/range.hpp"

namespace satchel {
namespace outline {
namespace {

template <class T>
using Points = std::span<const BasicVec2<T>>;

template <class T>
Status check_coordinates(Points<T> points) {
  if (points.size() >= std::numeric_limits<std::uint32_t>::max()) {
    return {ErrorCode::too_many, points.size(), Argument::ring};
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const double value : {static_cast<double>(points[i].x), static_cast<double>(points[i].y)}) {
      if (!detail::in_range<T>(value)) return {detail::range_error(value), i, Argument::ring};
    }
  }
  return {};
}

template <class T>
Status drop_repeated(Points<T> points, BasicRing<T>& ring) {
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (ring.indices.empty() || points[i] != points[ring.indices.back()]) ring.indices.push_back(i);
  }
  if (ring.indices.size() > 1 && points[ring.indices.back()] == points[ring.indices.front()]) {
    ring.indices.pop_back();
  }
  ring.closed = points.size() > 1 && points.back() == points.front();
  ring.repeated = static_cast<std::uint32_t>(points.size() - ring.indices.size() - (ring.closed ? 1 : 0));
  if (ring.indices.size() < 3) {
    return {ErrorCode::too_few_vertices, ring.indices.size(), Argument::ring, {points.size(), ring.indices.size()}};
  }
  return {};
}

template <class T>
Status drop_collinear(Points<T> points, BasicRing<T>& ring) {
  const std::vector<std::uint32_t>& all = ring.indices;
  std::vector<std::uint32_t> kept;
  bool has_area = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const BasicVec2<T>&before = points[all[i == 0 ? all.size() - 1 : i - 1]], &here = points[all[i]],
          &after = points[all[i + 1 == all.size() ? 0 : i + 1]];
    const bool turns = turn(before, here, after) != 0;
    has_area = has_area || turns;
    if (turns || !runs_forward(before, here, after)) kept.push_back(all[i]);
  }
  if (!has_area) {
    return {ErrorCode::collinear, 0, Argument::ring, {points.size(), all.size()}};
  }
  ring.collinear = static_cast<std::uint32_t>(all.size() - kept.size());
  ring.indices = std::move(kept);
  return {};
}

template <class T>
void take_vertices(Points<T> points, BasicRing<T>& ring) {
  ring.vertices.clear();
  for (const std::uint32_t i : ring.indices) ring.vertices.push_back(points[i]);
}

/// Reverses the ring; the first vertex stays the first.
template <class T>
void reverse(Points<T> points, BasicRing<T>& ring) {
  std::reverse(ring.indices.begin() + 1, ring.indices.end());
  take_vertices(points, ring);
}

/// Whether the ring, which turns at each vertex, is convex when it runs counter-clockwise.
template <class T>
bool is_convex(const BasicRing<T>& ring) {
  const std::size_t n = ring.vertices.size();
  std::vector<T> x(n), y(n);
  const bool backward = turn(ring.vertices[n - 1], ring.vertices[0], ring.vertices[1]) < 0;
  for (std::size_t i = 0; i < n; ++i) {
    const BasicVec2<T>& vertex = ring.vertices[backward ? n - 1 - i : i];
    x[i] = vertex.x;
    y[i] = vertex.y;
  }
  return exact::check_convex(x.data(), y.data(), n).ok();
}

template <class T>
Status check_meetings(const BasicRing<T>& ring, const Rings<T>& rings, const Options& run) {
  const Meeting meeting = rings.first_meeting(run);
  if (!meeting.found) return {};
  const auto from = [&](std::size_t edge) { return ring.indices[edge]; };
  const auto to = [&](std::size_t edge) { return ring.indices[edge + 1 == ring.indices.size() ? 0 : edge + 1]; };
  return meeting_error<T>(meeting, from(meeting.edge), Argument::ring,
                          {from(meeting.edge), to(meeting.edge), from(meeting.other), to(meeting.other)});
}

/// Makes the ring in `ring`, which is empty.
template <class T>
Status make_ring(Points<T> points, Winding winding, BasicRing<T>& ring, const Options& run) {
  if (const Status status = check_coordinates(points); !status.ok()) return status;
  if (const Status status = drop_repeated(points, ring); !status.ok()) return status;
  if (const Status status = drop_collinear(points, ring); !status.ok()) return status;
  take_vertices(points, ring);
  const std::size_t count = ring.vertices.size();
  if (count > most_vertices) return {ErrorCode::too_many_vertices, count, Argument::ring, {points.size(), count}};
  const std::uint32_t starts[] = {0, static_cast<std::uint32_t>(count)};
  const Rings<T> rings(ring.vertices, starts);
  ring.convex = is_convex(ring);
  if (!ring.convex) {
    if (const Status status = check_meetings(ring, rings, run); !status.ok()) return status;
  }
  ring.reversed = rings.is_clockwise(0) != (winding == Winding::clockwise);
  if (ring.reversed) reverse(points, ring);
  return {};
}

}  // namespace
}  // namespace outline

template <class T>
Status try_clean_ring(std::span<const BasicVec2<std::type_identity_t<T>>> points, Winding winding, BasicRing<T>& out,
                      const Options& options) noexcept {
  const FpEnvironment environment;
  try {
    BasicRing<T> ring;
    parallel::Progress progress(options, points.size());
    progress.begin(points.size());
    const Status status = progress.finish(outline::make_ring<T>(points, winding, ring, progress.options()));
    if (status.ok()) out = std::move(ring);
    return status;
  } catch (const outline::Cancelled&) {
    return {ErrorCode::cancelled, 0};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status try_clean_ring(std::span<const BasicVec2<float>>, Winding, BasicRing<float>&, const Options&) noexcept;
template Status try_clean_ring(std::span<const BasicVec2<double>>, Winding, BasicRing<double>&,
                               const Options&) noexcept;

}  // namespace satchel
