// `try_relate`: verdicts first, by the kernels; then the exact relation of the pairs that these leave undecided.
#include <satchel/relate.hpp>

#include <algorithm>
#include <vector>

#include <satchel/collide.hpp>

#include "exact/region.hpp"
#include "query/pipeline/driver.hpp"
#include "scene/region_of.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Whether the verdict decides a predicate: 0 no, 1 yes, 2 not alone.
/// @param has_thin_body  has_thin_body(): whether rounding left a body of the pair without area. Touching, it may lie in the
///                       other one. Asked only where that decides.
template <class HasThinBody>
std::uint8_t by_verdict(Predicate predicate, Verdict verdict, const HasThinBody& has_thin_body) {
  switch (predicate) {
    case Predicate::intersects:
      return verdict != Verdict::disjoint;
    case Predicate::disjoint:
      return verdict == Verdict::disjoint;
    case Predicate::touches:
      return verdict == Verdict::touching;
    case Predicate::overlaps:
    case Predicate::contains_properly:
      return verdict == Verdict::overlapping ? 2 : 0;
    default:
      return verdict == Verdict::overlapping || (verdict == Verdict::touching && has_thin_body()) ? 2 : 0;
  }
}

constexpr bool holds(Predicate predicate, const exact::Relation& relation) {
  switch (predicate) {
    case Predicate::overlaps:
      return relation.a_leaves_b && relation.b_leaves_a;
    case Predicate::within:
    case Predicate::covered_by:
      return !relation.a_leaves_b;
    case Predicate::contains:
    case Predicate::covers:
      return !relation.b_leaves_a;
    case Predicate::contains_properly:
      return !relation.b_leaves_a && !relation.boundaries_meet;
    case Predicate::equals:
      return !relation.a_leaves_b && !relation.b_leaves_a;
    default:
      return false;
  }
}

/// Whether rounding left a polygon of a pair without area. May throw bad_alloc.
template <class T>
bool has_thin_body(const Scenes<T>& scenes, Pair pair) {
  const auto lacks_area = [](const detail::SceneData<T>& scene, BodyId body) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    return !record.place.is_outline() && query::is_thin(query::core_of(scene, record));
  };
  return lacks_area(scenes.a, pair.a) || lacks_area(scenes.b, pair.b);
}

/// The first pair with a body that is no outline and no polygon without radius, or ok.
template <class T>
Status check_areas(const Scenes<T>& scenes, std::span<const Pair> pairs) noexcept {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool of_a = !query::is_region(scenes.a, pairs[i].a);
    if (!of_a && query::is_region(scenes.b, pairs[i].b)) continue;
    return {ErrorCode::unsupported,
            i,
            Argument::relation,
            {of_a ? pairs[i].a : pairs[i].b, of_a || scenes.is_one_scene ? 0u : 1u}};
  }
  return {};
}

}  // namespace

template <class T>
Status try_relate(BasicScenePair<T> given, std::span<const Pair> pairs, Predicate predicate,
                  std::span<std::uint8_t> results, const Options& options) noexcept {
  const Scenes<T> scenes(given);
  return query::with_kernels([&](const kernels::KernelTable& table) -> Status {
    if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
    return query::with_batch<query::VerdictQuery<T>>(
        scenes, table, pairs, options, [&](query::Batch<query::VerdictQuery<T>>& batch, parallel::Progress& progress) {
          if (const Status status = check_areas(scenes, pairs); !status.ok()) return status;
          const Options how = query::options_for(pairs.size(), progress.options());
          progress.begin(pairs.size());
          const std::size_t size = std::min<std::size_t>(1024, batch.chunk_pairs(pairs.size(), how));
          return query::for_each_throwing_chunk((pairs.size() + size - 1) / size, how, [&](std::size_t chunk) {
            const std::size_t begin = chunk * size, count = std::min(size, pairs.size() - begin);
            std::vector<Verdict> verdicts(count);
            batch.run(pairs.subspan(begin, count), verdicts.data());
            for (std::size_t i = 0; i < count; ++i) {
              const Pair pair = pairs[begin + i];
              std::uint8_t& result = results[begin + i];
              result = by_verdict(predicate, verdicts[i], [&] { return has_thin_body(scenes, pair); });
              if (result != 2) continue;
              result = holds(predicate, query::relation_of(scenes.a, scenes.b, pair)) ? 1 : 0;
            }
          });
        });
  });
}

template Status try_relate(ScenePair, std::span<const Pair>, Predicate, std::span<std::uint8_t>,
                           const Options&) noexcept;
template Status try_relate(ScenePaird, std::span<const Pair>, Predicate, std::span<std::uint8_t>,
                           const Options&) noexcept;

}  // namespace satchel
