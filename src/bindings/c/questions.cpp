// The questions about pairs.
#include <satchel/c/questions.h>

#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/hits.hpp>
#include <satchel/manifold.hpp>
#include <satchel/periodic.hpp>
#include <satchel/relate.hpp>
#include <satchel/within.hpp>

#include "bindings/numbers.hpp"
#include "bindings/c/pair_list.hpp"

namespace satchel::c {
namespace {

constexpr auto ask_collide = [](const Options& how, const auto&... given) { return try_collide(given..., how); };
constexpr auto ask_classify = [](const Options& how, const auto&... given) { return try_classify(given..., how); };
constexpr auto ask_find_hits = [](const Options& how, const auto&... given) { return try_find_hits(given..., how); };
constexpr auto ask_distances = [](const Options& how, const auto&... given) { return try_distances(given..., how); };
constexpr auto ask_within = [](const Options& how, const auto&... given) { return try_within(given..., how); };

// The results come last in C, the predicate before them.
auto ask_relate(Predicate predicate) noexcept {
  return [=](const Options& how, const auto& scenes, std::span<const Pair> pairs, std::span<std::uint8_t> results) {
    return try_relate(scenes, pairs, predicate, results, how);
  };
}
static_assert(SATCHEL_EQUALS == static_cast<int>(Predicate::equals));
static_assert(SATCHEL_CONTAINS_PROPERLY == static_cast<int>(Predicate::contains_properly));
static_assert(SATCHEL_IS_WITHIN == static_cast<int>(Predicate::within));

template <class T>
auto ask_manifolds(double margin) noexcept {
  return [=](const Options& how, const auto&... given) {
    return try_manifolds(given..., {narrow_margin<T>(margin), how});
  };
}

template <class T>
auto ask_part_manifolds(double margin) noexcept {
  return [=](const Options& how, const auto&... given) {
    return try_part_manifolds(given..., {narrow_margin<T>(margin), how});
  };
}

template <class T, class Given>
satchel_status collide_parts(const satchel_pair_list* list, Given* contacts, satchel_part_pair* parts,
                             const satchel_options* options) noexcept {
  const PairList pairs = PairList::of<T>(list, plain_pairs);
  const std::size_t count = pairs.size();
  return run(pairs.checks().array(2, contacts, count).array(3, parts, count), options, 4, [&](const Options& how) {
    return pairs.call<T, plain_pairs>([&](const auto&... of) {
      return try_collide(of..., view<BasicContact<T>>(contacts, count), view<PartPair>(parts, count), how);
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::any_pairs;
using satchel::c::ask_each;
using satchel::c::ask_list;
using satchel::c::only_image_pairs;
using satchel::c::plain_pairs;

extern "C" {

satchel_status satchel_collide(const satchel_pair_list* list, satchel_contact* contacts,
                               const satchel_options* options) {
  return ask_each<float, any_pairs, satchel::Contact>(list, contacts, options, satchel::c::ask_collide);
}

satchel_status satchel_collide_d(const satchel_pair_list* list, satchel_contactd* contacts,
                                 const satchel_options* options) {
  return ask_each<double, any_pairs, satchel::Contactd>(list, contacts, options, satchel::c::ask_collide);
}

satchel_status satchel_collide_parts(const satchel_pair_list* list, satchel_contact* contacts, satchel_part_pair* parts,
                                     const satchel_options* options) {
  return satchel::c::collide_parts<float>(list, contacts, parts, options);
}

satchel_status satchel_collide_parts_d(const satchel_pair_list* list, satchel_contactd* contacts,
                                       satchel_part_pair* parts, const satchel_options* options) {
  return satchel::c::collide_parts<double>(list, contacts, parts, options);
}

satchel_status satchel_classify(const satchel_pair_list* list, uint8_t* verdicts, const satchel_options* options) {
  return ask_each<void, any_pairs, satchel::Verdict>(list, verdicts, options, satchel::c::ask_classify);
}

satchel_status satchel_find_hits(const satchel_pair_list* list, satchel_hit* hits, size_t room, size_t* found,
                                 const satchel_options* options) {
  return ask_list<float, plain_pairs, satchel::Hit>(list, hits, room, found, options, satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_d(const satchel_pair_list* list, satchel_hitd* hits, size_t room, size_t* found,
                                   const satchel_options* options) {
  return ask_list<double, plain_pairs, satchel::Hitd>(list, hits, room, found, options, satchel::c::ask_find_hits);
}

satchel_status satchel_find_image_hits(const satchel_pair_list* list, satchel_image_hit* hits, size_t room,
                                       size_t* found, const satchel_options* options) {
  return ask_list<float, only_image_pairs, satchel::ImageHit>(list, hits, room, found, options,
                                                              satchel::c::ask_find_hits);
}

satchel_status satchel_find_image_hits_d(const satchel_pair_list* list, satchel_image_hitd* hits, size_t room,
                                         size_t* found, const satchel_options* options) {
  return ask_list<double, only_image_pairs, satchel::ImageHitd>(list, hits, room, found, options,
                                                                satchel::c::ask_find_hits);
}

satchel_status satchel_manifolds(const satchel_pair_list* list, double margin, satchel_manifold* manifolds,
                                 const satchel_options* options) {
  return ask_each<float, any_pairs, satchel::Manifold>(list, manifolds, options,
                                                       satchel::c::ask_manifolds<float>(margin), 3);
}

satchel_status satchel_manifolds_d(const satchel_pair_list* list, double margin, satchel_manifoldd* manifolds,
                                   const satchel_options* options) {
  return ask_each<double, any_pairs, satchel::Manifoldd>(list, manifolds, options,
                                                         satchel::c::ask_manifolds<double>(margin), 3);
}

satchel_status satchel_part_manifolds(const satchel_pair_list* list, double margin, satchel_part_manifold* manifolds,
                                      size_t room, size_t* found, const satchel_options* options) {
  return ask_list<float, plain_pairs, satchel::PartManifold>(list, manifolds, room, found, options,
                                                             satchel::c::ask_part_manifolds<float>(margin), 3);
}

satchel_status satchel_part_manifolds_d(const satchel_pair_list* list, double margin, satchel_part_manifoldd* manifolds,
                                        size_t room, size_t* found, const satchel_options* options) {
  return ask_list<double, plain_pairs, satchel::PartManifoldd>(list, manifolds, room, found, options,
                                                               satchel::c::ask_part_manifolds<double>(margin), 3);
}

satchel_status satchel_distances(const satchel_pair_list* list, satchel_distance* distances,
                                 const satchel_options* options) {
  return ask_each<float, any_pairs, satchel::Distance>(list, distances, options, satchel::c::ask_distances);
}

satchel_status satchel_distances_d(const satchel_pair_list* list, satchel_distanced* distances,
                                   const satchel_options* options) {
  return ask_each<double, any_pairs, satchel::Distanced>(list, distances, options, satchel::c::ask_distances);
}

satchel_status satchel_within(const satchel_pair_list* list, uint8_t* within, const satchel_options* options) {
  return ask_each<void, plain_pairs, satchel::Within>(list, within, options, satchel::c::ask_within);
}

satchel_status satchel_relate(const satchel_pair_list* list, satchel_predicate predicate, uint8_t* results,
                              const satchel_options* options) {
  if (static_cast<unsigned>(predicate) > SATCHEL_EQUALS) {
    return satchel::c::own_status(SATCHEL_UNKNOWN_VALUE, 2, static_cast<uint64_t>(predicate));
  }
  return ask_each<void, plain_pairs, std::uint8_t>(
      list, results, options, satchel::c::ask_relate(static_cast<satchel::Predicate>(predicate)), 3);
}

}  // extern "C"
