// `try_overlap_areas`, `try_ious`, `try_overlap_measures`.
//
// One file, because its steps share the lists and areas of a chunk.
//
//   verdicts of a chunk; for its overlapping pairs:
//     polygons of up to 16 vertices: the kernel of areas, by lane classes
//     what it leaves open, and other convex bodies: one at a time
//     compounds: the areas of their pairs of near parts, added up in the order of the parts
#include <satchel/areas.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "areas/known_areas.hpp"
#include "areas/overlap.hpp"
#include "areas/region_overlap.hpp"
#include "query/compound/near_parts.hpp"
#include "query/compound/overlapping_parts.hpp"
#include "query/pipeline/driver.hpp"
#include "query/questions/rough_ious.hpp"
#include "scene/core_of.hpp"
#include "scene/region_of.hpp"

namespace satchel {
namespace {

using kernels::PairAreas;
using query::RoughIou;
using query::Scenes;
template <class T>
using VerdictBatch = query::Batch<query::VerdictQuery<T>>;

/// Sorts positions of pairs by the lane classes of their bodies. The last list holds all other pairs.
class ByClasses {
 public:
  static constexpr unsigned lists = kernels::lane_class_count * kernels::lane_class_count + 1;
  static constexpr unsigned others = lists - 1;

  template <class ListOf>
  void set(std::span<const std::uint32_t> positions, std::uint32_t* to, ListOf list_of) {
    std::array<std::uint32_t, lists> next{};
    for (const std::uint32_t i : positions) ++next[list_of(i)];
    std::uint32_t end = 0;
    for (unsigned list = 0; list < lists; ++list) {
      begins_[list] = end;
      end += next[list];
      next[list] = begins_[list];
    }
    begins_[lists] = end;
    for (const std::uint32_t i : positions) to[next[list_of(i)]++] = i;
  }
  std::uint32_t begin(unsigned list) const { return begins_[list]; }
  std::uint32_t count(unsigned list) const { return begins_[list + 1] - begins_[list]; }

  /// The list of a pair of bodies of these kinds (Place::kind), in evaluation order.
  static unsigned list_of(std::uint8_t kind_a, std::uint8_t kind_b) {
    if (kind_a > kernels::box_kind || kind_b > kernels::box_kind) return others;
    return kernels::lane_class_count * (kind_a % kernels::box_kind) + kind_b % kernels::box_kind;
  }

 private:
  std::array<std::uint32_t, lists + 1> begins_;
};
static_assert(kernels::box_kind == kernels::lane_class_count, "a box is of class 0");

/// The areas of the chunks of one thread.
template <class T>
class ChunkAreas {
 public:
  static constexpr std::size_t most = 2048;

  /// @param rough  areas of the arithmetic of doubles suffice
  ChunkAreas(const Scenes<T>& scenes, const kernels::KernelTable& table, bool rough)
      : scenes_(scenes),
        kernel_(table.area.template of<T>()),
        compound_kernels_(table.compound.template of<T>()),
        rough_(rough) {}

  /// Finds the pairs of a chunk that overlap, and their areas; calls use(i, areas, told) for these, in no particular
  /// order.
  template <class Use>
  void run(VerdictBatch<T>& batch, std::span<const Pair> chunk, const Use& use) {
    std::array<Verdict, most> verdicts;
    batch.run(chunk, verdicts.data());
    std::array<std::uint32_t, most> convex, compound;
    std::size_t convex_count = 0, compound_count = 0;
    if (!batch.has_compounds()) {
      for (std::uint32_t i = 0; i < chunk.size(); ++i) {  // without branches, which nothing would foretell
        convex[convex_count] = i;
        convex_count += verdicts[i] == Verdict::overlapping ? 1 : 0;
      }
    } else {
      for (std::uint32_t i = 0; i < chunk.size(); ++i) {
        if (verdicts[i] != Verdict::overlapping) continue;
        const bool is_compound = scenes_.a.kinds[chunk[i].a] == kernels::compound_kind ||
                                 scenes_.b.kinds[chunk[i].b] == kernels::compound_kind;
        (is_compound ? compound[compound_count++] : convex[convex_count++]) = i;
      }
    }
    std::array<PairAreas, most> areas;
    kernels::PairJob<T> job = batch.job();
    job.set_list({chunk.data(), nullptr, chunk.size()});
    job.may_stop = rough_;
    of_convex(job, {convex.data(), convex_count}, true, areas.data());
    for (const std::uint32_t i : std::span(convex).first(convex_count))
      use(i, areas[i], rough_ ? told_[i] : RoughIou::exact);
    for (const std::uint32_t i : std::span(compound).first(compound_count))
      use(i, of_compounds(chunk[i]), RoughIou::exact);
  }

 private:
  /// The areas of the job's pairs at these positions, none of which is of compounds.
  /// @param overlap  whether all of them are known to overlap; if not, the areas of others are 0
  void of_convex(kernels::PairJob<T>& job, std::span<const std::uint32_t> positions, bool overlap, PairAreas* areas) {
    std::array<std::uint32_t, most> sorted;
    ByClasses lists;
    lists.set(positions, sorted.data(), [&](std::uint32_t i) {
      const Pair pair = job.pairs[i];
      const bool swapped = job.is_swapped(pair);
      return ByClasses::list_of(job.a.kinds[swapped ? pair.b : pair.a], job.b.kinds[swapped ? pair.a : pair.b]);
    });
    for (unsigned list = 0; list < ByClasses::lists; ++list) {
      if (lists.count(list) == 0) continue;
      const bool is_rough = job.may_stop && list != ByClasses::others;
      if (job.may_stop) {
        for (std::uint32_t k = lists.begin(list); k < lists.begin(list + 1); ++k) {
          told_[sorted[k]] = is_rough ? RoughIou::rough : RoughIou::exact;
        }
      }
      job.open = sorted.data() + lists.begin(list);
      std::size_t open = lists.count(list);
      if (list != ByClasses::others) {
        open = kernel_.areas(job, list / kernels::lane_class_count, list % kernels::lane_class_count, open, areas);
      }
      for (std::size_t k = 0; k < open; ++k) {
        if (is_rough) {
          areas[job.open[k]] = {0, 0, 0};
          told_[job.open[k]] = RoughIou::none;
        } else {
          areas[job.open[k]] = one_by_one(job, job.pairs[job.open[k]], overlap);
        }
      }
    }
  }

  PairAreas one_by_one(const kernels::PairJob<T>& job, Pair pair, bool overlap) {
    const bool swapped = job.is_swapped(pair);
    const exact::Core<T> a = query::core_of(scenes_.a, job.a.bodies[swapped ? pair.b : pair.a]);
    const exact::Core<T> b = query::core_of(scenes_.b, job.b.bodies[swapped ? pair.a : pair.b]);
    exact::Stage stage{};
    if (!overlap && exact::resolve_verdict(a, b, stage) != Verdict::overlapping) return {0, 0, 0};
    PairAreas areas = one_pair_.areas(a, b);
    if (swapped) std::swap(areas.a, areas.b);
    return areas;
  }

  /// Areas of an outline and another one or a polygon, by edges. Near a body's area it is decided exactly whether it is that.
  PairAreas of_regions(Pair pair) {
    const bool swapped = scenes_.is_swapped(pair);
    const BodyId first = swapped ? pair.b : pair.a, second = swapped ? pair.a : pair.b;
    const query::BodyBlock<T> a(scenes_.a, first, polygons_[0]), b(scenes_.b, second, polygons_[1]);
    const double dx = b.origin().x - a.origin().x, dy = b.origin().y - a.origin().y;
    areas::KnownAreas<T>&of_a = known_areas_[0], &of_b = known_areas_[scenes_.is_one_scene ? 0 : 1];
    PairAreas areas{region_overlap_.area(a.block(), b.block(), dx, dy), of_a.rough(first, a.block()),
                    of_b.rough(second, b.block())};
    const double error = region_overlap_.error(), smaller = std::min(areas.a, areas.b);
    // A float is rounded by far more than 2^-34 of itself.
    if (areas.overlap + error >= smaller && (sizeof(T) == sizeof(double) || error > 0x1p-34 * smaller)) {
      areas.a = of_a.precise(first, a.block());
      areas.b = of_b.precise(second, b.block());
      const exact::Relation relation = query::relation_of(scenes_.a, scenes_.b, {first, second});
      if (!relation.a_leaves_b) areas.overlap = areas.a;
      if (!relation.b_leaves_a) areas.overlap = areas.b;
    }
    areas.overlap = std::min({areas.overlap, areas.a, areas.b});
    if (swapped) std::swap(areas.a, areas.b);
    return areas;
  }

  /// The sum over the pairs of near parts, in the order of the parts.
  PairAreas of_compounds(Pair pair) {
    if (query::are_regions(scenes_.a, scenes_.b, pair)) return of_regions(pair);
    const bool swapped = scenes_.is_swapped(pair);
    const query::Bodies<T> bodies(scenes_.a, scenes_.b, swapped ? pair.b : pair.a, swapped ? pair.a : pair.b);
    parts_.clear();
    query::for_each_near_parts(
        compound_kernels_, bodies, -std::numeric_limits<T>::infinity(), [&] { return bodies.slack; },
        [&](std::uint32_t i, std::uint32_t j) {
          parts_.push_back({bodies.a.first + i, bodies.b.first + j});
        });
    std::sort(parts_.begin(), parts_.end());
    kernels::PairJob<T> job{};
    job.a = bodies.a.view();
    job.b = bodies.b.view();
    PairAreas sum{0, area_of_parts(bodies.a), area_of_parts(bodies.b)};
    std::array<std::uint32_t, most> positions;
    std::array<PairAreas, most> areas;
    for (std::size_t begin = 0; begin < parts_.size(); begin += most) {
      const std::size_t count = std::min(most, parts_.size() - begin);
      job.set_list({parts_.data() + begin, nullptr, count});
      for (std::uint32_t i = 0; i < count; ++i) positions[i] = i;
      of_convex(job, {positions.data(), count}, false, areas.data());
      for (std::size_t i = 0; i < count; ++i) sum.overlap += areas[i].overlap;
    }
    sum.overlap = std::min(sum.overlap, std::min(sum.a, sum.b));
    if (swapped) std::swap(sum.a, sum.b);
    return sum;
  }

  double area_of_parts(const query::PartsOf<T>& parts) const {
    double sum = 0;
    for (std::uint32_t k = 0; k < parts.count; ++k) {
      sum += areas::area_of(query::core_of(*parts.scene, parts.records()[parts.first + k]));
    }
    return sum;
  }

  const Scenes<T>& scenes_;
  const kernels::AreaKernels<T>& kernel_;
  const kernels::CompoundKernels<T>& compound_kernels_;
  bool rough_;
  std::array<RoughIou, most> told_;  ///< by position, if areas may be rough
  areas::OverlapAreas<T> one_pair_;
  areas::RegionOverlap<T> region_overlap_;
  areas::KnownAreas<T> known_areas_[2];  ///< by scene
  std::vector<T> polygons_[2];           ///< memory of blocks that polygons get beside outlines
  std::vector<Pair> parts_;
};

template <class T>
T ratio(double overlap, double whole) {  // from 0 to 1
  return whole > 0 ? static_cast<T>(std::min(overlap / whole, 1.0)) : T(0);
}
template <class T>
T iou_of(const PairAreas& areas) {
  return ratio<T>(areas.overlap, areas.a + areas.b - areas.overlap);
}

/// Sets the results of all overlapping pairs to measure(areas), those of others to 0.
/// @param told  empty, or one a pair: rough areas suffice
template <class T, class Result, class Measure>
Status find_areas(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<Result> results,
                  const Options& options, const Measure& measure, std::span<RoughIou> told = {}) noexcept {
  const Scenes<T> scenes(given);
  return query::with_kernels([&](const kernels::KernelTable& table) {
    if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
    const auto run = [&](VerdictBatch<T>& batch, parallel::Progress& progress) {
      if (const Status status = query::check_parts(scenes, pairs); !status.ok()) return status;
      const Status lacking =
          query::check_has_parts(scenes.a, scenes.b, scenes.is_one_scene, pairs,
                                 [&](const Pair& pair) { return query::are_regions(scenes.a, scenes.b, pair); });
      if (!lacking.ok()) return lacking;
      const Options how = query::options_for(pairs.size(), progress.options());
      progress.begin(pairs.size());
      const std::size_t size = std::min(ChunkAreas<T>::most, batch.chunk_pairs(pairs.size(), how));
      return query::for_each_throwing_chunk((pairs.size() + size - 1) / size, how, [&](std::size_t chunk) {
        const std::size_t begin = chunk * size, count = std::min(size, pairs.size() - begin);
        std::fill_n(results.data() + begin, count, Result{});
        if (!told.empty()) std::fill_n(told.data() + begin, count, RoughIou::exact);
        ChunkAreas<T>(scenes, table, !told.empty())
            .run(batch, pairs.subspan(begin, count), [&](std::uint32_t i, const PairAreas& areas, RoughIou by) {
              results[begin + i] = measure(areas);
              if (!told.empty()) told[begin + i] = by;
            });
      });
    };
    return query::with_batch<query::VerdictQuery<T>>(scenes, table, pairs, options, run);
  });
}

}  // namespace

Status query::rough_ious(const Scened& scene, std::span<const Pair> pairs, std::span<double> ious,
                         std::span<RoughIou> told, const Options& options) noexcept {
  return find_areas<double>(scene, pairs, ious, options, iou_of<double>, told);
}

template <class T>
Status try_overlap_areas(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                         std::span<std::type_identity_t<T>> areas, const Options& options) noexcept {
  return find_areas<T>(scenes, pairs, areas, options,
                       [](const PairAreas& of_pair) { return static_cast<T>(of_pair.overlap); });
}
template <class T>
Status try_ious(BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<std::type_identity_t<T>> ious,
                const Options& options) noexcept {
  return find_areas<T>(scenes, pairs, ious, options, iou_of<T>);
}
template <class T>
Status try_overlap_measures(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                            std::span<std::type_identity_t<BasicOverlap<T>>> overlaps,
                            const Options& options) noexcept {
  return find_areas<T>(scenes, pairs, overlaps, options, [](const PairAreas& areas) {
    return BasicOverlap<T>{static_cast<T>(areas.overlap), iou_of<T>(areas), ratio<T>(areas.overlap, areas.a)};
  });
}

template Status try_overlap_areas(ScenePair, std::span<const Pair>, std::span<float>, const Options&) noexcept;
template Status try_ious(ScenePair, std::span<const Pair>, std::span<float>, const Options&) noexcept;
template Status try_overlap_measures(ScenePair, std::span<const Pair>, std::span<Overlap>, const Options&) noexcept;
template Status try_overlap_areas(ScenePaird, std::span<const Pair>, std::span<double>, const Options&) noexcept;
template Status try_ious(ScenePaird, std::span<const Pair>, std::span<double>, const Options&) noexcept;
template Status try_overlap_measures(ScenePaird, std::span<const Pair>, std::span<Overlapd>, const Options&) noexcept;

}  // namespace satchel
