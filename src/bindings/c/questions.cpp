// The questions about pairs.
#include <satchel/c/questions.h>

#include <satchel/collide.hpp>
#include <satchel/manifold.hpp>
#include <satchel/within.hpp>

#include "bindings/c/ask.hpp"
#include "bindings/c/numbers.hpp"
#include "bindings/c/pair_questions.hpp"

namespace satchel::c {
namespace {

constexpr auto ask_within = [](const Options& how, const auto&... given) { return try_within(given..., how); };

template <class T>
auto ask_part_manifolds(double margin) noexcept {
  return [=](const Options& how, const auto&... given) {
    return try_part_manifolds(given..., {narrow_margin<T>(margin), how});
  };
}

template <class Of, class Result>
satchel_status collide_parts(const Of& of, const satchel_pair* pairs, std::size_t count, Result* contacts,
                             satchel_part_pair* parts, const satchel_options* options) noexcept {
  using Contact = BasicContact<typename Of::Scalar>;
  const unsigned out = of.last + 3;
  const Checks checks =
      of.check().array(of.last + 1, pairs, count).array(out, contacts, count).array(out + 1, parts, count);
  return run(checks, options, out + 2, [&](const Options& how) {
    return of.call([&](const auto&... scenes) {
      return try_collide(scenes..., view<const Pair>(pairs, count), view<Contact>(contacts, count),
                         view<PartPair>(parts, count), how);
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::ask_pairs;
using satchel::c::list_pairs;
using satchel::c::of_either;
using satchel::c::OfOne;
using satchel::c::OfTwo;

extern "C" {

satchel_status satchel_collide(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                               satchel_contact* contacts, const satchel_options* options) {
  return ask_pairs<satchel::Contact>(OfOne<float>{scene}, pairs, count, contacts, options, satchel::c::ask_collide);
}

satchel_status satchel_collide_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                 satchel_contactd* contacts, const satchel_options* options) {
  return ask_pairs<satchel::Contactd>(OfOne<double>{scene}, pairs, count, contacts, options, satchel::c::ask_collide);
}

satchel_status satchel_collide_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                       const satchel_pair* pairs, size_t count, satchel_contact* contacts,
                                       const satchel_options* options) {
  return ask_pairs<satchel::Contact>(OfTwo<float>{scene_a, scene_b}, pairs, count, contacts, options,
                                     satchel::c::ask_collide);
}

satchel_status satchel_collide_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_contactd* contacts,
                                         const satchel_options* options) {
  return ask_pairs<satchel::Contactd>(OfTwo<double>{scene_a, scene_b}, pairs, count, contacts, options,
                                      satchel::c::ask_collide);
}

satchel_status satchel_collide_parts(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                     satchel_contact* contacts, satchel_part_pair* parts,
                                     const satchel_options* options) {
  return satchel::c::collide_parts(OfOne<float>{scene}, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                       satchel_contactd* contacts, satchel_part_pair* parts,
                                       const satchel_options* options) {
  return satchel::c::collide_parts(OfOne<double>{scene}, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                             const satchel_pair* pairs, size_t count, satchel_contact* contacts,
                                             satchel_part_pair* parts, const satchel_options* options) {
  return satchel::c::collide_parts(OfTwo<float>{scene_a, scene_b}, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                               const satchel_pair* pairs, size_t count, satchel_contactd* contacts,
                                               satchel_part_pair* parts, const satchel_options* options) {
  return satchel::c::collide_parts(OfTwo<double>{scene_a, scene_b}, pairs, count, contacts, parts, options);
}

satchel_status satchel_find_hits(const satchel_scene* scene, const satchel_pair* pairs, size_t count, satchel_hit* hits,
                                 size_t room, size_t* found, const satchel_options* options) {
  return list_pairs<satchel::Hit>(OfOne<float>{scene}, pairs, count, hits, room, found, options,
                                  satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                   satchel_hitd* hits, size_t room, size_t* found, const satchel_options* options) {
  return list_pairs<satchel::Hitd>(OfOne<double>{scene}, pairs, count, hits, room, found, options,
                                   satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_hit* hits, size_t room,
                                         size_t* found, const satchel_options* options) {
  return list_pairs<satchel::Hit>(OfTwo<float>{scene_a, scene_b}, pairs, count, hits, room, found, options,
                                  satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, satchel_hitd* hits, size_t room,
                                           size_t* found, const satchel_options* options) {
  return list_pairs<satchel::Hitd>(OfTwo<double>{scene_a, scene_b}, pairs, count, hits, room, found, options,
                                   satchel::c::ask_find_hits);
}

satchel_status satchel_manifolds(const satchel_scene* scene, const satchel_pair* pairs, size_t count, double margin,
                                 satchel_manifold* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifold>(OfOne<float>{scene}, pairs, count, manifolds, options,
                                      satchel::c::ask_manifolds<float>(margin), 1);
}

satchel_status satchel_manifolds_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count, double margin,
                                   satchel_manifoldd* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifoldd>(OfOne<double>{scene}, pairs, count, manifolds, options,
                                       satchel::c::ask_manifolds<double>(margin), 1);
}

satchel_status satchel_manifolds_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, double margin,
                                         satchel_manifold* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifold>(OfTwo<float>{scene_a, scene_b}, pairs, count, manifolds, options,
                                      satchel::c::ask_manifolds<float>(margin), 1);
}

satchel_status satchel_manifolds_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, double margin,
                                           satchel_manifoldd* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifoldd>(OfTwo<double>{scene_a, scene_b}, pairs, count, manifolds, options,
                                       satchel::c::ask_manifolds<double>(margin), 1);
}

satchel_status satchel_distances(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                 satchel_distance* distances, const satchel_options* options) {
  return ask_pairs<satchel::Distance>(OfOne<float>{scene}, pairs, count, distances, options, satchel::c::ask_distances);
}

satchel_status satchel_distances_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                   satchel_distanced* distances, const satchel_options* options) {
  return ask_pairs<satchel::Distanced>(OfOne<double>{scene}, pairs, count, distances, options,
                                       satchel::c::ask_distances);
}

satchel_status satchel_distances_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_distance* distances,
                                         const satchel_options* options) {
  return ask_pairs<satchel::Distance>(OfTwo<float>{scene_a, scene_b}, pairs, count, distances, options,
                                      satchel::c::ask_distances);
}

satchel_status satchel_distances_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, satchel_distanced* distances,
                                           const satchel_options* options) {
  return ask_pairs<satchel::Distanced>(OfTwo<double>{scene_a, scene_b}, pairs, count, distances, options,
                                       satchel::c::ask_distances);
}

satchel_status satchel_part_manifolds(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                      double margin, satchel_part_manifold* manifolds, size_t room, size_t* found,
                                      const satchel_options* options) {
  return list_pairs<satchel::PartManifold>(OfOne<float>{scene}, pairs, count, manifolds, room, found, options,
                                           satchel::c::ask_part_manifolds<float>(margin), 1);
}

satchel_status satchel_part_manifolds_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                        double margin, satchel_part_manifoldd* manifolds, size_t room, size_t* found,
                                        const satchel_options* options) {
  return list_pairs<satchel::PartManifoldd>(OfOne<double>{scene}, pairs, count, manifolds, room, found, options,
                                            satchel::c::ask_part_manifolds<double>(margin), 1);
}

satchel_status satchel_part_manifolds_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                              const satchel_pair* pairs, size_t count, double margin,
                                              satchel_part_manifold* manifolds, size_t room, size_t* found,
                                              const satchel_options* options) {
  return list_pairs<satchel::PartManifold>(OfTwo<float>{scene_a, scene_b}, pairs, count, manifolds, room, found,
                                           options, satchel::c::ask_part_manifolds<float>(margin), 1);
}

satchel_status satchel_part_manifolds_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_pair* pairs, size_t count, double margin,
                                                satchel_part_manifoldd* manifolds, size_t room, size_t* found,
                                                const satchel_options* options) {
  return list_pairs<satchel::PartManifoldd>(OfTwo<double>{scene_a, scene_b}, pairs, count, manifolds, room, found,
                                            options, satchel::c::ask_part_manifolds<double>(margin), 1);
}

satchel_status satchel_classify(const satchel_scene* scene, const satchel_pair* pairs, size_t count, uint8_t* verdicts,
                                const satchel_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return ask_pairs<satchel::Verdict>(OfOne<T>{scene}, pairs, count, verdicts, options, satchel::c::ask_classify);
  });
}

satchel_status satchel_classify_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                        const satchel_pair* pairs, size_t count, uint8_t* verdicts,
                                        const satchel_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return ask_pairs<satchel::Verdict>(OfTwo<T>{scene_a, scene_b}, pairs, count, verdicts, options,
                                       satchel::c::ask_classify);
  });
}

satchel_status satchel_within(const satchel_scene* scene, const satchel_pair* pairs, size_t count, uint8_t* results,
                              const satchel_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return ask_pairs<satchel::Within>(OfOne<T>{scene}, pairs, count, results, options, satchel::c::ask_within);
  });
}

satchel_status satchel_within_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                      const satchel_pair* pairs, size_t count, uint8_t* results,
                                      const satchel_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return ask_pairs<satchel::Within>(OfTwo<T>{scene_a, scene_b}, pairs, count, results, options,
                                      satchel::c::ask_within);
  });
}

satchel_vec2 satchel_mtv(satchel_contact contact) {
  const satchel::Vec2 mtv =
      satchel::mtv(satchel::Contact{contact.normal_x, contact.normal_y, contact.separation, contact.feature});
  return {mtv.x, mtv.y};
}

satchel_vec2d satchel_mtv_d(satchel_contactd contact) {
  const satchel::Vec2d mtv =
      satchel::mtv(satchel::Contactd{contact.normal_x, contact.normal_y, contact.separation, contact.feature});
  return {mtv.x, mtv.y};
}

}  // extern "C"
