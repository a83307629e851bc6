// The questions about pairs.
#include <satchel/c/questions.h>

#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/hits.hpp>
#include <satchel/manifold.hpp>
#include <satchel/sweep.hpp>

#include "bindings/c/call.hpp"
#include "bindings/c/numbers.hpp"

namespace satchel::c {
namespace {

template <class T, class Result>
satchel_status collide(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count, Result* contacts,
                       const satchel_options* options) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, pairs, count).array(4, contacts, count), options, 5,
             [&](const Options& how) {
               return try_collide(scene_of<T>(scene), view<const Pair>(pairs, count),
                                  view<BasicContact<T>>(contacts, count), how);
             });
}

template <class T, class Result>
satchel_status collide_between(const satchel_scene* scene_a, const satchel_scene* scene_b, const satchel_pair* pairs,
                               std::size_t count, Result* contacts, const satchel_options* options) noexcept {
  return run(Checks()
                 .scene<T>(1, scene_a)
                 .same_precision(2, scene_b, scene_a)
                 .array(3, pairs, count)
                 .array(5, contacts, count),
             options, 6, [&](const Options& how) {
               return try_collide(scene_of<T>(scene_a), scene_of<T>(scene_b), view<const Pair>(pairs, count),
                                  view<BasicContact<T>>(contacts, count), how);
             });
}

template <class T, class Result>
satchel_status collide_parts(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count, Result* contacts,
                             satchel_part_pair* parts, const satchel_options* options) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, pairs, count).array(4, contacts, count).array(5, parts, count),
             options, 6, [&](const Options& how) {
               return try_collide(scene_of<T>(scene), view<const Pair>(pairs, count),
                                  view<BasicContact<T>>(contacts, count), view<PartPair>(parts, count), how);
             });
}

template <class T, class Result>
satchel_status collide_parts_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                     const satchel_pair* pairs, std::size_t count, Result* contacts,
                                     satchel_part_pair* parts, const satchel_options* options) noexcept {
  return run(Checks()
                 .scene<T>(1, scene_a)
                 .same_precision(2, scene_b, scene_a)
                 .array(3, pairs, count)
                 .array(5, contacts, count)
                 .array(6, parts, count),
             options, 7, [&](const Options& how) {
               return try_collide(scene_of<T>(scene_a), scene_of<T>(scene_b), view<const Pair>(pairs, count),
                                  view<BasicContact<T>>(contacts, count), view<PartPair>(parts, count), how);
             });
}

template <class T, class Result>
satchel_status manifolds(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count, double margin,
                         Result* manifolds, const satchel_options* options) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, pairs, count).array(5, manifolds, count), options, 6,
             [&](const Options& how) {
               return try_manifolds(scene_of<T>(scene), view<const Pair>(pairs, count),
                                    view<BasicManifold<T>>(manifolds, count), {narrow_margin<T>(margin), how});
             });
}

template <class T, class Result>
satchel_status manifolds_between(const satchel_scene* scene_a, const satchel_scene* scene_b, const satchel_pair* pairs,
                                 std::size_t count, double margin, Result* manifolds,
                                 const satchel_options* options) noexcept {
  return run(Checks()
                 .scene<T>(1, scene_a)
                 .same_precision(2, scene_b, scene_a)
                 .array(3, pairs, count)
                 .array(6, manifolds, count),
             options, 7, [&](const Options& how) {
               return try_manifolds(scene_of<T>(scene_a), scene_of<T>(scene_b), view<const Pair>(pairs, count),
                                    view<BasicManifold<T>>(manifolds, count), {narrow_margin<T>(margin), how});
             });
}

template <class T, class Result>
satchel_status distances(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count, Result* distances,
                         const satchel_options* options) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, pairs, count).array(4, distances, count), options, 5,
             [&](const Options& how) {
               return try_distances(scene_of<T>(scene), view<const Pair>(pairs, count),
                                    view<BasicDistance<T>>(distances, count), how);
             });
}

template <class T, class Result>
satchel_status distances_between(const satchel_scene* scene_a, const satchel_scene* scene_b, const satchel_pair* pairs,
                                 std::size_t count, Result* distances, const satchel_options* options) noexcept {
  return run(Checks()
                 .scene<T>(1, scene_a)
                 .same_precision(2, scene_b, scene_a)
                 .array(3, pairs, count)
                 .array(5, distances, count),
             options, 6, [&](const Options& how) {
               return try_distances(scene_of<T>(scene_a), scene_of<T>(scene_b), view<const Pair>(pairs, count),
                                    view<BasicDistance<T>>(distances, count), how);
             });
}

template <class T, class Result>
satchel_status find_hits(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count, Result* hits,
                         std::size_t room, std::size_t* found, const satchel_options* options) noexcept {
  const Checks checks = Checks().scene<T>(1, scene).array(2, pairs, count).array(4, hits, room).one(6, found);
  return run(checks, options, 7, [&](const Options& how) {
    return with_count(found, [&](std::size_t& n) {
      return try_find_hits(scene_of<T>(scene), view<const Pair>(pairs, count), {view<BasicHit<T>>(hits, room), n}, how);
    });
  });
}

template <class T, class Result>
satchel_status sweep(const satchel_scene* scene, const satchel_motion* motions, std::size_t motion_count,
                     const satchel_pair* pairs, std::size_t count, double tolerance, Result* impacts,
                     const satchel_options* options) noexcept {
  const Checks checks =
      Checks().scene<T>(1, scene).array(2, motions, motion_count).array(4, pairs, count).array(7, impacts, count);
  return run(checks, options, 8, [&](const Options& how) {
    return try_sweep(scene_of<T>(scene), view<const Motion>(motions, motion_count), view<const Pair>(pairs, count),
                     view<BasicImpact<T>>(impacts, count), {.tolerance = narrow_margin<T>(tolerance), .run = how});
  });
}

template <class T, class Result>
satchel_status find_hits_between(const satchel_scene* scene_a, const satchel_scene* scene_b, const satchel_pair* pairs,
                                 std::size_t count, Result* hits, std::size_t room, std::size_t* found,
                                 const satchel_options* options) noexcept {
  const Checks checks = Checks()
                            .scene<T>(1, scene_a)
                            .same_precision(2, scene_b, scene_a)
                            .array(3, pairs, count)
                            .array(5, hits, room)
                            .one(7, found);
  return run(checks, options, 8, [&](const Options& how) {
    return with_count(found, [&](std::size_t& n) {
      return try_find_hits(scene_of<T>(scene_a), scene_of<T>(scene_b), view<const Pair>(pairs, count),
                           {view<BasicHit<T>>(hits, room), n}, how);
    });
  });
}

template <class T, class Result>
satchel_status sweep_between(const satchel_scene* scene_a, const satchel_motion* motions_a, std::size_t motion_count_a,
                             const satchel_scene* scene_b, const satchel_motion* motions_b, std::size_t motion_count_b,
                             const satchel_pair* pairs, std::size_t count, double tolerance, Result* impacts,
                             const satchel_options* options) noexcept {
  const Checks checks = Checks()
                            .scene<T>(1, scene_a)
                            .array(2, motions_a, motion_count_a)
                            .same_precision(4, scene_b, scene_a)
                            .array(5, motions_b, motion_count_b)
                            .array(7, pairs, count)
                            .array(10, impacts, count);
  return run(checks, options, 11, [&](const Options& how) {
    return try_sweep(scene_of<T>(scene_a), view<const Motion>(motions_a, motion_count_a), scene_of<T>(scene_b),
                     view<const Motion>(motions_b, motion_count_b), view<const Pair>(pairs, count),
                     view<BasicImpact<T>>(impacts, count), {.tolerance = narrow_margin<T>(tolerance), .run = how});
  });
}

}  // namespace
}  // namespace satchel::c

extern "C" {

satchel_status satchel_collide(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                               satchel_contact* contacts, const satchel_options* options) {
  return satchel::c::collide<float>(scene, pairs, count, contacts, options);
}

satchel_status satchel_collide_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                 satchel_contactd* contacts, const satchel_options* options) {
  return satchel::c::collide<double>(scene, pairs, count, contacts, options);
}

satchel_status satchel_collide_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                       const satchel_pair* pairs, size_t count, satchel_contact* contacts,
                                       const satchel_options* options) {
  return satchel::c::collide_between<float>(scene_a, scene_b, pairs, count, contacts, options);
}

satchel_status satchel_collide_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_contactd* contacts,
                                         const satchel_options* options) {
  return satchel::c::collide_between<double>(scene_a, scene_b, pairs, count, contacts, options);
}

satchel_status satchel_collide_parts(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                     satchel_contact* contacts, satchel_part_pair* parts,
                                     const satchel_options* options) {
  return satchel::c::collide_parts<float>(scene, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                       satchel_contactd* contacts, satchel_part_pair* parts,
                                       const satchel_options* options) {
  return satchel::c::collide_parts<double>(scene, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                             const satchel_pair* pairs, size_t count, satchel_contact* contacts,
                                             satchel_part_pair* parts, const satchel_options* options) {
  return satchel::c::collide_parts_between<float>(scene_a, scene_b, pairs, count, contacts, parts, options);
}

satchel_status satchel_collide_parts_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                               const satchel_pair* pairs, size_t count, satchel_contactd* contacts,
                                               satchel_part_pair* parts, const satchel_options* options) {
  return satchel::c::collide_parts_between<double>(scene_a, scene_b, pairs, count, contacts, parts, options);
}

satchel_status satchel_find_hits(const satchel_scene* scene, const satchel_pair* pairs, size_t count, satchel_hit* hits,
                                 size_t room, size_t* found, const satchel_options* options) {
  return satchel::c::find_hits<float>(scene, pairs, count, hits, room, found, options);
}

satchel_status satchel_find_hits_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                   satchel_hitd* hits, size_t room, size_t* found, const satchel_options* options) {
  return satchel::c::find_hits<double>(scene, pairs, count, hits, room, found, options);
}

satchel_status satchel_find_hits_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_hit* hits, size_t room,
                                         size_t* found, const satchel_options* options) {
  return satchel::c::find_hits_between<float>(scene_a, scene_b, pairs, count, hits, room, found, options);
}

satchel_status satchel_find_hits_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, satchel_hitd* hits, size_t room,
                                           size_t* found, const satchel_options* options) {
  return satchel::c::find_hits_between<double>(scene_a, scene_b, pairs, count, hits, room, found, options);
}

satchel_status satchel_manifolds(const satchel_scene* scene, const satchel_pair* pairs, size_t count, double margin,
                                 satchel_manifold* manifolds, const satchel_options* options) {
  return satchel::c::manifolds<float>(scene, pairs, count, margin, manifolds, options);
}

satchel_status satchel_manifolds_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count, double margin,
                                   satchel_manifoldd* manifolds, const satchel_options* options) {
  return satchel::c::manifolds<double>(scene, pairs, count, margin, manifolds, options);
}

satchel_status satchel_manifolds_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, double margin,
                                         satchel_manifold* manifolds, const satchel_options* options) {
  return satchel::c::manifolds_between<float>(scene_a, scene_b, pairs, count, margin, manifolds, options);
}

satchel_status satchel_manifolds_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, double margin,
                                           satchel_manifoldd* manifolds, const satchel_options* options) {
  return satchel::c::manifolds_between<double>(scene_a, scene_b, pairs, count, margin, manifolds, options);
}

satchel_status satchel_distances(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                 satchel_distance* distances, const satchel_options* options) {
  return satchel::c::distances<float>(scene, pairs, count, distances, options);
}

satchel_status satchel_distances_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                   satchel_distanced* distances, const satchel_options* options) {
  return satchel::c::distances<double>(scene, pairs, count, distances, options);
}

satchel_status satchel_distances_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                         const satchel_pair* pairs, size_t count, satchel_distance* distances,
                                         const satchel_options* options) {
  return satchel::c::distances_between<float>(scene_a, scene_b, pairs, count, distances, options);
}

satchel_status satchel_distances_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                           const satchel_pair* pairs, size_t count, satchel_distanced* distances,
                                           const satchel_options* options) {
  return satchel::c::distances_between<double>(scene_a, scene_b, pairs, count, distances, options);
}

satchel_status satchel_sweep(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                             const satchel_pair* pairs, size_t count, double tolerance, satchel_impact* impacts,
                             const satchel_options* options) {
  return satchel::c::sweep<float>(scene, motions, motion_count, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_d(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                               const satchel_pair* pairs, size_t count, double tolerance, satchel_impactd* impacts,
                               const satchel_options* options) {
  return satchel::c::sweep<double>(scene, motions, motion_count, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_between(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                     size_t motion_count_a, const satchel_scene* scene_b,
                                     const satchel_motion* motions_b, size_t motion_count_b, const satchel_pair* pairs,
                                     size_t count, double tolerance, satchel_impact* impacts,
                                     const satchel_options* options) {
  return satchel::c::sweep_between<float>(scene_a, motions_a, motion_count_a, scene_b, motions_b, motion_count_b, pairs,
                                          count, tolerance, impacts, options);
}

satchel_status satchel_sweep_between_d(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                       size_t motion_count_a, const satchel_scene* scene_b,
                                       const satchel_motion* motions_b, size_t motion_count_b,
                                       const satchel_pair* pairs, size_t count, double tolerance,
                                       satchel_impactd* impacts, const satchel_options* options) {
  return satchel::c::sweep_between<double>(scene_a, motions_a, motion_count_a, scene_b, motions_b, motion_count_b,
                                           pairs, count, tolerance, impacts, options);
}

satchel_status satchel_classify(const satchel_scene* scene, const satchel_pair* pairs, size_t count, uint8_t* verdicts,
                                const satchel_options* options) {
  using namespace satchel;
  return c::run(
      c::Checks().one(1, scene).array(2, pairs, count).array(4, verdicts, count), options, 5, [&](const Options& how) {
        return c::on_scene(scene, [&](const auto& asked) {
          return try_classify(asked, c::view<const Pair>(pairs, count), c::view<Verdict>(verdicts, count), how);
        });
      });
}

satchel_status satchel_classify_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                        const satchel_pair* pairs, size_t count, uint8_t* verdicts,
                                        const satchel_options* options) {
  using namespace satchel;
  const c::Checks checks =
      c::Checks().one(1, scene_a).same_precision(2, scene_b, scene_a).array(3, pairs, count).array(5, verdicts, count);
  return c::run(checks, options, 6, [&](const Options& how) {
    return c::on_scene(scene_a, [&]<class T>(const BasicScene<T>& asked) {
      return try_classify(asked, c::scene_of<T>(scene_b), c::view<const Pair>(pairs, count),
                          c::view<Verdict>(verdicts, count), how);
    });
  });
}

satchel_status satchel_advance(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                               satchel_scene* end, const satchel_options* options) {
  using namespace satchel;
  return c::run(c::Checks().one(1, scene).array(2, motions, motion_count).same_precision(4, end, scene), options, 5,
                [&](const Options& how) {
                  return c::on_scene(scene, [&]<class T>(const BasicScene<T>& start) {
                    return try_advance(start, c::view<const Motion>(motions, motion_count), c::scene_of<T>(end), how);
                  });
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
