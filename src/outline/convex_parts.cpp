// convex_parts: triangulate the rings, make the triangles less narrow, merge them into convex parts. The sweep that
// triangulates finds whether the rings are an outline; if not, slower checks say why.
#include <satchel/outline.hpp>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "outline/flip_edges.hpp"
#include "outline/merge_triangles.hpp"
#include "outline/ring_errors.hpp"
#include "outline/simple_rings.hpp"
#include "outline/triangulate.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/range.hpp"

namespace satchel {
namespace outline {
namespace {

using Starts = std::span<const std::uint32_t>;

Status check_size(std::size_t vertices) noexcept {
  if (vertices <= most_vertices) return {};
  return {ErrorCode::too_many_vertices, vertices, Argument::outline, {0, vertices}};
}

Status check_starts(Starts starts, std::size_t vertices) noexcept {
  if (starts.size() < 2 || starts.front() != 0 || starts.back() != vertices ||
      !std::is_sorted(starts.begin(), starts.end())) {
    return {ErrorCode::bad_starts, 0, Argument::outline};
  }
  return {};
}

/// Checks single vertices and their neighbours, and the number of vertices of each ring.
template <class T>
Status check_vertices(std::span<const BasicVec2<T>> vertices, Starts starts) noexcept {
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const std::size_t first = starts[k], count = starts[k + 1] - first;
    const std::span<const BasicVec2<T>> ring = vertices.subspan(first, count);
    const auto error_at = [&](ErrorCode code, std::size_t i) {
      return Status{code, first + i, Argument::outline, {k, i}};
    };
    for (std::size_t i = 0; i < count; ++i) {
      for (const double value : {static_cast<double>(ring[i].x), static_cast<double>(ring[i].y)}) {
        if (!detail::in_range<T>(value)) return error_at(detail::range_error(value), i);
      }
    }
    if (count < 3) return {ErrorCode::too_few_vertices, k, Argument::outline, {k, count}};
    if (ring[count - 1] == ring[0]) return error_at(ErrorCode::closed_ring, count - 1);
    for (std::size_t i = 1; i < count; ++i) {
      if (ring[i] == ring[i - 1]) return error_at(ErrorCode::repeated_vertex, i);
    }
  }
  return {};
}

/// Checks that rings of which no edges meet run the right way round.
template <class T>
Status check_windings(const Rings<T>& rings) {
  if (rings.is_clockwise(0)) return {ErrorCode::clockwise, 0, Argument::outline};
  for (std::size_t k = 1; k < rings.count(); ++k) {
    if (!rings.is_clockwise(k)) return {ErrorCode::bad_hole, k, Argument::outline, {k, 1}};
  }
  return {};
}

/// Names the first fault of rings that are no outline.
template <class T>
Status find_fault(std::span<const BasicVec2<T>> vertices, Starts starts, const Options& run) {
  const Rings<T> rings(vertices, starts);
  if (const Meeting meeting = rings.first_meeting(run); meeting.found) {
    const std::size_t ring = rings.ring_of(meeting.edge), other = rings.ring_of(meeting.other);
    return meeting_error<T>(meeting, meeting.edge, Argument::outline,
                            {ring, meeting.edge - starts[ring], other, meeting.other - starts[other]});
  }
  if (const Status status = check_windings(rings); !status.ok()) return status;
  if (const std::size_t hole = rings.misplaced_hole(run); hole != 0) {
    return {ErrorCode::bad_hole, hole, Argument::outline, {hole}};
  }
  return {ErrorCode::internal, 0, Argument::outline};
}

/// Checks the rings and cuts them into `parts`.
template <class T>
Status cut(std::span<const BasicVec2<T>> vertices, Starts starts, BasicConvexParts<T>& parts,
           parallel::Progress& progress) {
  const Options& run = progress.options();
  if (const Status status = check_size(vertices.size()); !status.ok()) return status;
  const std::uint32_t one_ring[] = {0, static_cast<std::uint32_t>(vertices.size())};
  if (starts.empty()) starts = one_ring;
  if (const Status status = check_starts(starts, vertices.size()); !status.ok()) return status;
  if (const Status status = check_vertices(vertices, starts); !status.ok()) return status;
  const std::size_t share = vertices.size();
  progress.begin(share);
  Triangles triangles;
  const bool is_outline = triangulate(vertices, starts, Region::outline, triangles, run);
  progress.begin(share);
  if (const Status status = is_outline ? check_windings<T>({vertices, starts}) : find_fault(vertices, starts, run);
      !status.ok()) {
    return status;
  }
  flip_edges(vertices, triangles, run);
  progress.begin(share);
  BasicConvexParts<T> merged = merge_triangles(vertices, triangles, run);
  const Status status = progress.finish({});
  if (status.ok()) parts = std::move(merged);
  return status;
}

}  // namespace
}  // namespace outline

template <class T>
Status try_convex_parts(std::span<const BasicVec2<std::type_identity_t<T>>> outline,
                        std::span<const std::uint32_t> starts, BasicConvexParts<T>& out,
                        const Options& options) noexcept {
  const FpEnvironment environment;
  try {
    parallel::Progress progress(options, 3 * outline.size());
    return satchel::outline::cut<T>(outline, starts, out, progress);
  } catch (const satchel::outline::Cancelled&) {
    return {ErrorCode::cancelled, 0};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status try_convex_parts(std::span<const BasicVec2<float>>, std::span<const std::uint32_t>,
                                 BasicConvexParts<float>&, const Options&) noexcept;
template Status try_convex_parts(std::span<const BasicVec2<double>>, std::span<const std::uint32_t>,
                                 BasicConvexParts<double>&, const Options&) noexcept;

}  // namespace satchel
