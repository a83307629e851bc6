// `try_intersections`: one pair after another, those that overlap.
#include <satchel/areas.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <satchel/collide.hpp>

#include "areas/overlap.hpp"
#include "parallel/progress.hpp"
#include "query/compound/near_parts.hpp"
#include "query/compound/overlapping_parts.hpp"
#include "query/pipeline/check_pairs.hpp"
#include "query/stages/scenes.hpp"
#include "scene/core_of.hpp"

namespace satchel {
namespace {

/// Gathers both lists, whose lengths are known at the end alone, and copies them to where the caller wants them.
template <class T>
class Pieces {
 public:
  Pieces(const Output<IntersectionPiece>& pieces, const Output<BasicVec2<T>>& vertices)
      : pieces_out_(pieces), vertices_out_(vertices) {}

  void add(std::uint32_t pair, PartPair parts, std::span<const BasicVec2<T>> corners) {
    pieces_.push_back(
        {pair, static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(corners.size()), parts});
    vertices_.insert(vertices_.end(), corners.begin(), corners.end());
  }

  Status finish() const {
    const Status pieces = copy(pieces_, pieces_out_), vertices = copy(vertices_, vertices_out_);
    return pieces.ok() ? vertices : pieces;
  }

 private:
  template <class Item>
  static Status copy(const std::vector<Item>& from, const Output<Item>& out) {
    Item* const to = out.resize(from.size());
    if (to == nullptr && !from.empty()) return detail::room_error(from.size(), out.room());
    std::copy(from.begin(), from.end(), to);
    return {};
  }

  const Output<IntersectionPiece>& pieces_out_;
  const Output<BasicVec2<T>>& vertices_out_;
  std::vector<IntersectionPiece> pieces_;
  std::vector<BasicVec2<T>> vertices_;
};

/// The first pair of which a body has a radius, or ok. Bodies without area, which have no intersection, pass.
template <class T>
Status check_radii(const detail::SceneData<T>& scene, std::span<const Pair> pairs) noexcept {
  const auto has_radius = [&](BodyId id) {
    const kernels::BodyRecord<T>& body = scene.bodies[id];
    if (!body.place.is_compound()) return body.radius() > 0;
    const detail::PartRange range = scene.parts_of_body(id);
    const auto* const parts = scene.compounds.parts.data() + range.first;
    return std::any_of(parts, parts + range.count, [](const auto& part) { return part.radius() > 0; });
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const BodyId id : {pairs[i].a, pairs[i].b}) {
      if (has_radius(id)) return {ErrorCode::unsupported, i, Argument::pair, {id}};
    }
  }
  return {};
}

template <class T>
void add_pair(const detail::SceneData<T>& scene, const kernels::CompoundKernels<T>& kernel,
              areas::OverlapAreas<T>& one_pair, std::uint32_t i, Pair pair, Pieces<T>& pieces) {
  const query::Bodies<T> bodies(scene, scene, pair.a, pair.b);
  std::vector<Pair> parts;
  query::for_each_near_parts(
      kernel, bodies, -std::numeric_limits<T>::infinity(), [&] { return bodies.slack; },
      [&](std::uint32_t k, std::uint32_t j) {
        parts.push_back({k, j});
      });
  std::sort(parts.begin(), parts.end());
  std::vector<BasicVec2<T>> corners;
  for (const Pair& part : parts) {
    const exact::Core<T> a = query::core_of(scene, bodies.a.records()[bodies.a.first + part.a]);
    const exact::Core<T> b = query::core_of(scene, bodies.b.records()[bodies.b.first + part.b]);
    exact::Stage stage{};
    if (exact::resolve_verdict(a, b, stage) != Verdict::overlapping || a.count < 3 || b.count < 3) continue;
    corners.resize(std::size_t{a.count} + b.count);
    const kernels::BodyRecord<T>& from = scene.bodies[pair.a];
    const std::size_t count = one_pair.corners(a, b, from.x, from.y, corners.data());
    if (count != 0) pieces.add(i, {part.a, part.b}, std::span(corners).first(count));
  }
}

template <class T>
Status find_intersections(const BasicScene<T>& scene, std::span<const Pair> pairs,
                          const Output<IntersectionPiece>& pieces_out, const Output<BasicVec2<T>>& vertices_out,
                          const Options& options) noexcept {
  try {
    std::vector<Verdict> verdicts(pairs.size());
    parallel::Progress progress(options, 2 * pairs.size(), scene.max_threads());
    progress.begin(pairs.size());
    if (const Status status = try_classify(scene, pairs, verdicts, progress.options()); !status.ok()) return status;
    const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
    if (const Status status = query::check_has_parts(data, data, true, pairs); !status.ok()) return status;
    if (const Status status = check_radii(data, pairs); !status.ok()) return status;
    if (const Status status = query::check_parts(query::Scenes<T>(scene), pairs); !status.ok()) return status;
    return query::with_kernels([&](const kernels::KernelTable& table) {
      Pieces<T> pieces(pieces_out, vertices_out);
      areas::OverlapAreas<T> one_pair;
      progress.begin(pairs.size());
      constexpr std::size_t pairs_a_report = 64;
      for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (i % pairs_a_report == 0 && !parallel::report(progress.options(), i, pairs.size())) {
          return Status{ErrorCode::cancelled};
        }
        if (verdicts[i] != Verdict::overlapping) continue;
        add_pair(data, table.compound.template of<T>(), one_pair, i, pairs[i], pieces);
      }
      return progress.finish(pieces.finish());
    });
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

}  // namespace

template <class T>
Status try_intersections(const BasicScene<T>& scene, std::span<const Pair> pairs, Output<IntersectionPiece> pieces,
                         Output<std::type_identity_t<BasicVec2<T>>> vertices, const Options& options) noexcept {
  return find_intersections<T>(scene, pairs, pieces, vertices, options);
}

template Status try_intersections(const Scene&, std::span<const Pair>, Output<IntersectionPiece>, Output<Vec2>,
                                  const Options&) noexcept;
template Status try_intersections(const Scened&, std::span<const Pair>, Output<IntersectionPiece>, Output<Vec2d>,
                                  const Options&) noexcept;

}  // namespace satchel
