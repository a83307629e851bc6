// `try_within`: boxes first, then one pair after another in exact arithmetic.
#include <satchel/within.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/containment.hpp"
#include "exact/region.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/pipeline/driver.hpp"
#include "scene/core_of.hpp"
#include "scene/region_of.hpp"

namespace satchel {
namespace {

using query::PartsOf;
using query::Scenes;

template <class T>
Status check_containers(const Scenes<T>& scenes, std::span<const Pair> pairs) noexcept {
  if (scenes.b.compounds.bodies == 0) return {};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BodyId b = pairs[i].b;
    const kernels::Place place = scenes.b.bodies[b].place;
    if (!place.is_compound() || place.is_outline()) continue;
    if (scenes.b.parts_of_body(b).count == 1) continue;
    return {ErrorCode::unsupported, i, Argument::container, {b, scenes.is_one_scene ? 0u : 1u}};
  }
  return {};
}

template <class T>
class OnePair {
 public:
  OnePair(const Scenes<T>& scenes, Pair pair)
      : a_(scenes.a, pair.a), b_(scenes.b, pair.b), scenes_(scenes), pair_(pair) {}

  Within run() {
    if (boxes_say_no()) return Within::no;
    const bool a_is_outline = scenes_.a.bodies[pair_.a].place.is_outline();
    const bool b_is_outline = scenes_.b.bodies[pair_.b].place.is_outline();
    if (b_is_outline) return a_is_outline ? run_outlines() : run_parts();
    return a_is_outline ? run_hull() : run_convex();
  }

 private:
  /// Whether the box of a reaches out of that of b for certain. A box holds its body, so the other way round is open.
  bool boxes_say_no() const {
    const kernels::BodyRecord<T>&a = scenes_.a.bodies[pair_.a], &b = scenes_.b.bodies[pair_.b];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double slack = 0x1p-20 * (static_cast<double>(a.reach) + static_cast<double>(b.reach)) +
                         0x1p-50 * (std::fabs(a.x) + std::fabs(a.y) + std::fabs(b.x) + std::fabs(b.y));
    const auto beyond = [&](T number, T bound, double d) {
      return static_cast<double>(number) - static_cast<double>(bound) > d + slack;
    };
    return beyond(a_.whole.max_x, b_.whole.max_x, dx) || beyond(a_.whole.minus_min_x, b_.whole.minus_min_x, -dx) ||
           beyond(a_.whole.max_y, b_.whole.max_y, dy) || beyond(a_.whole.minus_min_y, b_.whole.minus_min_y, -dy);
  }

  exact::Core<T> core_a(std::uint32_t part) const { return query::core_of(scenes_.a, a_.records()[a_.first + part]); }
  exact::Core<T> core_b(std::uint32_t part) const { return query::core_of(scenes_.b, b_.records()[b_.first + part]); }

  Within run_convex() const {
    const exact::Core<T> outer = core_b(0);
    const exact::Ring<T> outer_ring(outer);
    int least = 1;
    for (std::uint32_t i = 0; i < a_.count && least >= 0; ++i) {
      const exact::Core<T> inner = core_a(i);
      const exact::Ring<T> inner_ring(inner);
      least = std::min(least, exact::Containment<T>(outer_ring, inner_ring).place(outer.radius, inner.radius));
    }
    return of(least);
  }

  Within run_outlines() const {
    const query::BodyRegion<T> a(scenes_.a, pair_.a), b(scenes_.b, pair_.b);
    const exact::Relation relation = exact::relate(a.region(), b.region(), false);
    return of(relation.a_leaves_b ? -1 : relation.boundaries_meet ? 0 : 1);
  }

  Within run_parts() const {
    const query::BodyRegion<T> b(scenes_.b, pair_.b);
    int least = 1;
    for (std::uint32_t i = 0; i < a_.count && least >= 0; ++i) {
      least = std::min(least, exact::place_in(b.region(), core_a(i)));
    }
    return of(least);
  }

  /// b is convex, so that it holds an outline if it holds its vertices.
  Within run_hull() const {
    const query::BodyRegion<T> a(scenes_.a, pair_.a);
    const exact::Region<T> region = a.region();
    std::vector<T> x, y;
    for (const exact::RegionEdge<T>& edge : region.edges) {
      x.push_back(edge.start_x);
      y.push_back(edge.start_y);
    }
    const exact::Core<T> outer = core_b(0);
    const exact::Core<T> inner{.x = x.data(),
                               .y = y.data(),
                               .count = static_cast<std::uint32_t>(x.size()),
                               .origin_x = region.origin_x,
                               .origin_y = region.origin_y,
                               .strictly_convex = false};
    const exact::Ring<T> outer_ring(outer), inner_ring(inner);
    return of(exact::Containment<T>(outer_ring, inner_ring).place(outer.radius, T(0)));
  }

  static Within of(int place) { return place < 0 ? Within::no : place == 0 ? Within::touching : Within::inside; }

  PartsOf<T> a_, b_;
  const Scenes<T>& scenes_;
  Pair pair_;
};

}  // namespace

template <class T>
Status try_within(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<Within> results,
                  const Options& options) noexcept {
  const Scenes<T> scenes(given);
  return query::with_kernels([&](const kernels::KernelTable& table) -> Status {
    if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
    bool swapped = false;
    parallel::Progress progress(options, pairs.size(), scenes.max_threads);
    const Status bad = query::check_pairs(scenes.a, scenes.b, pairs, table, progress.options(), swapped);
    if (!bad.ok()) return query::name_bad_body(bad, scenes.a, scenes.is_one_scene, pairs);
    if (const Status status = check_containers(scenes, pairs); !status.ok()) return status;
    progress.begin(pairs.size());
    constexpr std::size_t pairs_a_chunk = 512;
    const std::size_t chunks = (pairs.size() + pairs_a_chunk - 1) / pairs_a_chunk;
    return progress.finish(query::for_each_throwing_chunk(chunks, progress.options(), [&](std::size_t chunk) {
      const std::size_t end = std::min(pairs.size(), (chunk + 1) * pairs_a_chunk);
      for (std::size_t i = chunk * pairs_a_chunk; i < end; ++i) results[i] = OnePair<T>(scenes, pairs[i]).run();
    }));
  });
}

template Status try_within(ScenePair, std::span<const Pair>, std::span<Within>, const Options&) noexcept;
template Status try_within(ScenePaird, std::span<const Pair>, std::span<Within>, const Options&) noexcept;

}  // namespace satchel
