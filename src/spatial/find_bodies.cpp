// `bodies_at_points` and `bodies_in_boxes`, and their entry points:
//
//   check the queries; make a scene with one body a query, which has a box but no shape
//   broad phase of the two scenes: sorted pairs (query, body) whose boxes meet
//   for each chunk of pairs, in parallel: decide exactly whether query and body meet
//   keep the pairs that meet
#include <satchel/find_bodies.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <string>

#include <satchel/broad_phase.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"
#include "spatial/box_meets_part.hpp"
#include "spatial/point_in_part.hpp"

namespace satchel {
namespace spatial {
namespace {

constexpr std::size_t pairs_per_chunk = 1024;

bool meets_query(const auto& part, Vec2d point) { return contains(part, point); }
bool meets_query(const auto& part, const Box& box) { return meets(part, box); }

template <class T>
ErrorCode number_error(std::initializer_list<double> numbers) noexcept {
  for (const double number : numbers) {
    if (!detail::in_range<T>(number)) return detail::range_error(number);
  }
  return ErrorCode::ok;
}
template <class T>
ErrorCode query_error(Vec2d point) noexcept {
  return number_error<T>({point.x, point.y});
}
template <class T>
ErrorCode query_error(const Box& box) noexcept {
  const ErrorCode code = number_error<T>({box.min_x, box.min_y, box.max_x, box.max_y});
  if (code != ErrorCode::ok) return code;
  return box.min_x <= box.max_x && box.min_y <= box.max_y ? ErrorCode::ok : ErrorCode::bad_box;
}

/// to - from, rounded up to T.
template <class T>
T extent(double from, double to) {
  const double size = (to - from) * (1 + 0x1p-52);
  const T rounded = static_cast<T>(size);
  return static_cast<double>(rounded) < size ? std::nextafter(rounded, std::numeric_limits<T>::infinity()) : rounded;
}

/// Writes the record and the box of a query's body. The origin is the point, or the least corner of the box.
template <class T>
void put(kernels::BodyRecord<T>& body, kernels::OffsetBox<T>& box, Vec2d point) {
  body = {point.x, point.y, 0, 0, {}, 0};
  box = {};
}
template <class T>
void put(kernels::BodyRecord<T>& body, kernels::OffsetBox<T>& offsets, const Box& box) {
  body = {box.min_x, box.min_y, 0, 0, {}, 0};
  offsets = {0, 0, extent<T>(box.min_x, box.max_x), extent<T>(box.min_y, box.max_y)};
}

template <class T, class Query>
BasicScene<T> as_bodies(std::span<const Query> queries) {
  BasicScene<T> scene;
  detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  data.bodies.resize(queries.size());
  data.boxes.resize(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) put(data.bodies[i], data.boxes[i], queries[i]);
  return scene;
}

template <class T, class Query>
bool meets_body(const detail::SceneData<T>& scene, BodyId body, const Query& query) {
  bool met = false;
  for_each_part(scene, body, [&](const Part<T>& part) { met = met || meets_query(part, query); });
  return met;
}

template <class T, class Query>
Status find(const BasicScene<T>& scene, std::span<const Query> queries, const Output<FoundBody>& found,
            const Options& options) {
  std::vector<Pair> pairs;
  const BasicScene<T> query_scene = as_bodies<T>(queries);
  const std::uint64_t bodies = queries.size() + detail::SceneAccess::data(scene).bodies.size();
  parallel::Progress progress(options, 2 * bodies);
  progress.begin(bodies);
  const BasicPairOptions<T> pair_options{.run = progress.options(),
                                         .max_pairs = std::numeric_limits<std::uint32_t>::max()};
  Status status = BroadPhase().try_find_pairs(query_scene, scene, pairs, pair_options);
  if (!status.ok()) return status;
  progress.begin(bodies);

  std::vector<std::uint8_t> meet(pairs.size());
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (pairs.size() + pairs_per_chunk - 1) / pairs_per_chunk;
  status = parallel::for_each_chunk(chunks, progress.options(), [&](std::size_t chunk) noexcept {
    const std::size_t end = std::min(pairs.size(), (chunk + 1) * pairs_per_chunk);
    try {
      for (std::size_t i = chunk * pairs_per_chunk; i < end; ++i) {
        meet[i] = meets_body(detail::SceneAccess::data(scene), pairs[i].b, queries[pairs[i].a]) ? 1 : 0;
      }
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};

  const auto count = static_cast<std::size_t>(std::count(meet.begin(), meet.end(), 1));
  FoundBody* next = found.resize(count);
  if (next == nullptr && count != 0) return detail::room_error(count, found.room());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (meet[i] != 0) *next++ = {pairs[i].a, pairs[i].b};
  }
  return progress.finish({});
}

template <class T, class Query>
Status checked_find(const BasicScene<T>& scene, std::span<const Query> queries, const Output<FoundBody>& found,
                    const Options& options, Argument argument) noexcept {
  const FpEnvironment environment;
  Status status;
  if (dispatch::active(status) == nullptr) return status;
  if (queries.size() >= std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, queries.size()};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (const ErrorCode code = query_error<T>(queries[i]); code != ErrorCode::ok) return {code, i, argument};
  }
  try {
    return find(scene, queries, found, options);
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status try_bodies_at_points(const BasicScene<T>& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                            const Options& options) noexcept {
  return spatial::checked_find(scene, points, found, options, Argument::point);
}
template <class T>
Status try_bodies_in_boxes(const BasicScene<T>& scene, std::span<const Box> boxes, Output<FoundBody> found,
                           const Options& options) noexcept {
  return spatial::checked_find(scene, boxes, found, options, Argument::box);
}

template Status try_bodies_at_points(const Scene&, std::span<const Vec2d>, Output<FoundBody>, const Options&) noexcept;
template Status try_bodies_at_points(const Scened&, std::span<const Vec2d>, Output<FoundBody>, const Options&) noexcept;
template Status try_bodies_in_boxes(const Scene&, std::span<const Box>, Output<FoundBody>, const Options&) noexcept;
template Status try_bodies_in_boxes(const Scened&, std::span<const Box>, Output<FoundBody>, const Options&) noexcept;

}  // namespace satchel
