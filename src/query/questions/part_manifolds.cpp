// `try_part_manifolds`: contacts and manifolds of all parts that are near each other, as if parts were bodies.
//
//   for each chunk of pairs:
//     list the near parts; group them by which bodies are compounds, by evaluation order and by kind
//     for each group: contacts, in evaluation order; limit them to what seams leave; manifolds
//   sort the manifolds that have points
#include <satchel/manifold.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <tuple>
#include <vector>

#include "query/compound/near_parts.hpp"
#include "query/pipeline/driver.hpp"
#include "query/seams/limit_contact.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Two parts that are near each other.
struct NearParts {
  std::uint32_t pair;  ///< of the call
  Pair bodies;         ///< as the caller has them
  PartPair parts;
  Pair records;              ///< bodies or placed parts
  std::uint8_t group, kind;  ///< group: bit 0 a is a compound, bit 1 b is, bit 2 b is evaluated first

  auto order() const { return std::tuple(group, kind, pair, parts); }
};

template <class T>
class PartManifolds {
  using Query = query::ContactQuery<T>;

 public:
  PartManifolds(const Scenes<T>& scenes, const query::Batch<Query>& batch, const kernels::ManifoldKernels<T>& kernel,
                T margin)
      : scenes_(scenes), batch_(batch), kernel_(kernel), margin_(margin) {}

  /// Appends the manifolds of a chunk of pairs, the first of which is number `begin` of the call.
  void find(std::span<const Pair> pairs, std::size_t begin, std::vector<BasicPartManifold<T>>& found) {
    std::vector<NearParts> near;
    for (std::size_t i = 0; i < pairs.size(); ++i) list_near(static_cast<std::uint32_t>(begin + i), pairs[i], near);
    std::sort(near.begin(), near.end(), [](const NearParts& p, const NearParts& q) { return p.order() < q.order(); });
    for (std::size_t i = 0, end = 0; i < near.size(); i = end) {
      while (end < near.size() && end - i < capacity && near[end].group == near[i].group &&
             near[end].kind == near[i].kind) {
        ++end;
      }
      run({near.data() + i, end - i}, found);
    }
  }

 private:
  static constexpr std::size_t capacity = 64;

  void list_near(std::uint32_t number, Pair pair, std::vector<NearParts>& near) const {
    const bool swapped = scenes_.is_swapped(pair);
    const query::Bodies<T> bodies = swapped ? query::Bodies<T>(scenes_.b, scenes_.a, pair.b, pair.a)
                                            : query::Bodies<T>(scenes_.a, scenes_.b, pair.a, pair.b);
    const auto group =
        static_cast<std::uint8_t>(((swapped ? bodies.b : bodies.a).is_compound ? 1 : 0) |
                                  ((swapped ? bodies.a : bodies.b).is_compound ? 2 : 0) | (swapped ? 4 : 0));
    query::for_each_near_parts(
        batch_.stages().compound_kernels(), bodies, -std::numeric_limits<T>::infinity(),
        [&] { return margin_ + bodies.slack; },
        [&](std::uint32_t i, std::uint32_t j) {
          const Pair records{bodies.a.first + i, bodies.b.first + j};
          query::PairKind kind = query::kind_by_class(bodies.a.kinds()[records.a], bodies.b.kinds()[records.b]);
          if (kind == query::PairKind::half_long) kind = query::PairKind::long_polygons;
          near.push_back({number, pair, swapped ? PartPair{j, i} : PartPair{i, j},
                          swapped ? Pair{records.b, records.a} : records, group,
                          static_cast<std::uint8_t>(index(kind))});
        });
  }

  kernels::PairJob<T> job_for(unsigned group, bool in_evaluation_order) {
    kernels::PairJob<T> job = batch_.job();
    if ((group & 1) != 0) job.a = query::view_of_parts(scenes_.a);
    if ((group & 2) != 0) job.b = query::view_of_parts(scenes_.b);
    if (in_evaluation_order && (group & 4) != 0) std::swap(job.a, job.b);
    job.knows_inner = false;
    job.some_swapped = false;
    job.prefetch = false;
    job.uniform = false;
    job.open = open_.data();
    job.in_doubles = &in_doubles_;
    return job;
  }

  /// Runs near parts of one group and kind.
  void run(std::span<const NearParts> near, std::vector<BasicPartManifold<T>>& found) {
    const unsigned group = near[0].group;
    const bool swapped = (group & 4) != 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const Pair records = near[i].records;
      pairs_[i] = swapped ? Pair{records.b, records.a} : records;
    }
    kernels::PairJob<T> job = job_for(group, true);
    job.set_list({pairs_.data(), nullptr, near.size()});
    batch_.stages().decide(job, static_cast<query::PairKind>(near[0].kind), contacts_.data(),
                           [](std::uint32_t, exact::Stage) {});
    std::size_t left = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (contacts_[i].separation > margin_) continue;
      BasicContact<T> contact = swapped ? query::mirrored(contacts_[i]) : contacts_[i];
      const query::SeamPair<T> seams = seams_of(near[i]);
      const query::Limited limited = query::limit_contact(seams, contact);
      if (limited == query::Limited::nothing || limited == query::Limited::neighbours) continue;
      contacts_[left] = contact;
      pairs_[left] = near[i].records;
      which_[left++] = static_cast<std::uint32_t>(i);
    }
    if (left == 0) return;
    std::memset(static_cast<void*>(manifolds_.data()), 0, left * sizeof manifolds_[0]);
    job = job_for(group, false);
    job.set_list({pairs_.data(), nullptr, left});
    kernel_.manifolds(job, contacts_.data(), margin_, manifolds_.data());
    for (std::size_t k = 0; k < left; ++k) {
      const NearParts& parts_near = near[which_[k]];
      const query::SeamPair<T> seams = seams_of(parts_near);
      if (seams.is_limited() && query::may_claim_depth(manifolds_[k]))
        query::correct_separations(seams.a.core(), seams.b.core(), manifolds_[k], margin_);
      query::limit_points(seams, manifolds_[k]);
      if (manifolds_[k].count == 0) continue;
      found.emplace_back();
      std::memset(static_cast<void*>(&found.back()), 0, sizeof found.back());
      found.back().pair = parts_near.pair;
      found.back().parts = parts_near.parts;
      found.back().manifold = manifolds_[k];
    }
  }

  query::SeamPair<T> seams_of(const NearParts& near) const {
    return query::seam_pair(scenes_.a, scenes_.b, near.bodies, near.parts, (near.group & 4) != 0, true);
  }

  const Scenes<T>& scenes_;
  const query::Batch<Query>& batch_;
  const kernels::ManifoldKernels<T>& kernel_;
  T margin_;
  std::size_t in_doubles_ = 0;  ///< not looked at
  std::array<Pair, capacity> pairs_;
  std::array<std::uint32_t, capacity> open_, which_;
  std::array<BasicContact<T>, capacity> contacts_;
  std::array<BasicManifold<T>, capacity> manifolds_;
};

}  // namespace

template <class T>
Status try_part_manifolds(BasicScenePair<T> given, std::span<const Pair> pairs,
                          Output<std::type_identity_t<BasicPartManifold<T>>> out,
                          const BasicManifoldOptions<std::type_identity_t<T>>& options) noexcept {
  const Scenes<T> scenes(given);
  const T margin = options.margin;
  return query::with_kernels([&](const kernels::KernelTable& table) -> Status {
    if (!(margin >= 0 && std::isfinite(margin))) {
      return detail::margin_error(Argument::margin, static_cast<double>(margin));
    }
    std::mutex mutex;
    std::vector<BasicPartManifold<T>> found;
    const Status status = query::for_each_chunk_of_pairs<query::ContactQuery<T>>(
        scenes, table, pairs, options.run, query::long_chunk,
        [&](query::Batch<query::ContactQuery<T>>& batch, std::span<const Pair> chunk, std::size_t begin) {
          std::vector<BasicPartManifold<T>> of_chunk;
          PartManifolds<T>(scenes, batch, table.manifold.template of<T>(), margin).find(chunk, begin, of_chunk);
          const std::lock_guard lock(mutex);
          found.insert(found.end(), of_chunk.begin(), of_chunk.end());
        });
    if (!status.ok()) return status;
    std::sort(found.begin(), found.end(),
              [](const auto& p, const auto& q) { return p.pair != q.pair ? p.pair < q.pair : p.parts < q.parts; });
    BasicPartManifold<T>* const to = out.resize(found.size());
    if (to == nullptr && !found.empty()) return detail::room_error(found.size(), out.room());
    if (!found.empty()) std::memcpy(static_cast<void*>(to), found.data(), found.size() * sizeof found[0]);
    return {};
  });
}

template Status try_part_manifolds(ScenePair, std::span<const Pair>, Output<PartManifold>,
                                   const ManifoldOptions&) noexcept;
template Status try_part_manifolds(ScenePaird, std::span<const Pair>, Output<PartManifoldd>,
                                   const ManifoldOptionsd&) noexcept;

}  // namespace satchel
