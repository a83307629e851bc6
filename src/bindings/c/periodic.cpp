// Periodic worlds: the questions about image pairs.
#include <satchel/c/periodic.h>

#include <satchel/periodic.hpp>

#include "bindings/c/ask.hpp"
#include "bindings/c/pair_questions.hpp"

using satchel::c::ask_pairs;
using satchel::c::list_pairs;
using satchel::c::of_either;
using satchel::c::OfImages;
using satchel::c::OfOne;
using satchel::c::OfTwo;

extern "C" {

satchel_status satchel_collide_images(const satchel_scene* scene, const satchel_periods* periods,
                                      const satchel_image_pair* pairs, size_t count, satchel_contact* contacts,
                                      const satchel_options* options) {
  return ask_pairs<satchel::Contact>(OfImages{OfOne<float>{scene}, periods}, pairs, count, contacts, options,
                                     satchel::c::ask_collide);
}

satchel_status satchel_collide_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                        const satchel_image_pair* pairs, size_t count, satchel_contactd* contacts,
                                        const satchel_options* options) {
  return ask_pairs<satchel::Contactd>(OfImages{OfOne<double>{scene}, periods}, pairs, count, contacts, options,
                                      satchel::c::ask_collide);
}

satchel_status satchel_collide_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                              const satchel_periods* periods, const satchel_image_pair* pairs,
                                              size_t count, satchel_contact* contacts, const satchel_options* options) {
  return ask_pairs<satchel::Contact>(OfImages{OfTwo<float>{scene_a, scene_b}, periods}, pairs, count, contacts, options,
                                     satchel::c::ask_collide);
}

satchel_status satchel_collide_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_periods* periods, const satchel_image_pair* pairs,
                                                size_t count, satchel_contactd* contacts,
                                                const satchel_options* options) {
  return ask_pairs<satchel::Contactd>(OfImages{OfTwo<double>{scene_a, scene_b}, periods}, pairs, count, contacts,
                                      options, satchel::c::ask_collide);
}

satchel_status satchel_classify_images(const satchel_scene* scene, const satchel_periods* periods,
                                       const satchel_image_pair* pairs, size_t count, uint8_t* verdicts,
                                       const satchel_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return ask_pairs<satchel::Verdict>(OfImages{OfOne<T>{scene}, periods}, pairs, count, verdicts, options,
                                       satchel::c::ask_classify);
  });
}

satchel_status satchel_classify_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                               const satchel_periods* periods, const satchel_image_pair* pairs,
                                               size_t count, uint8_t* verdicts, const satchel_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return ask_pairs<satchel::Verdict>(OfImages{OfTwo<T>{scene_a, scene_b}, periods}, pairs, count, verdicts, options,
                                       satchel::c::ask_classify);
  });
}

satchel_status satchel_find_hits_images(const satchel_scene* scene, const satchel_periods* periods,
                                        const satchel_image_pair* pairs, size_t count, satchel_image_hit* hits,
                                        size_t room, size_t* found, const satchel_options* options) {
  return list_pairs<satchel::ImageHit>(OfImages{OfOne<float>{scene}, periods}, pairs, count, hits, room, found, options,
                                       satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                          const satchel_image_pair* pairs, size_t count, satchel_image_hitd* hits,
                                          size_t room, size_t* found, const satchel_options* options) {
  return list_pairs<satchel::ImageHitd>(OfImages{OfOne<double>{scene}, periods}, pairs, count, hits, room, found,
                                        options, satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_periods* periods, const satchel_image_pair* pairs,
                                                size_t count, satchel_image_hit* hits, size_t room, size_t* found,
                                                const satchel_options* options) {
  return list_pairs<satchel::ImageHit>(OfImages{OfTwo<float>{scene_a, scene_b}, periods}, pairs, count, hits, room,
                                       found, options, satchel::c::ask_find_hits);
}

satchel_status satchel_find_hits_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                  const satchel_periods* periods, const satchel_image_pair* pairs,
                                                  size_t count, satchel_image_hitd* hits, size_t room, size_t* found,
                                                  const satchel_options* options) {
  return list_pairs<satchel::ImageHitd>(OfImages{OfTwo<double>{scene_a, scene_b}, periods}, pairs, count, hits, room,
                                        found, options, satchel::c::ask_find_hits);
}

satchel_status satchel_manifolds_images(const satchel_scene* scene, const satchel_periods* periods,
                                        const satchel_image_pair* pairs, size_t count, double margin,
                                        satchel_manifold* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifold>(OfImages{OfOne<float>{scene}, periods}, pairs, count, manifolds, options,
                                      satchel::c::ask_manifolds<float>(margin), 1);
}

satchel_status satchel_manifolds_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                          const satchel_image_pair* pairs, size_t count, double margin,
                                          satchel_manifoldd* manifolds, const satchel_options* options) {
  return ask_pairs<satchel::Manifoldd>(OfImages{OfOne<double>{scene}, periods}, pairs, count, manifolds, options,
                                       satchel::c::ask_manifolds<double>(margin), 1);
}

satchel_status satchel_manifolds_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_periods* periods, const satchel_image_pair* pairs,
                                                size_t count, double margin, satchel_manifold* manifolds,
                                                const satchel_options* options) {
  return ask_pairs<satchel::Manifold>(OfImages{OfTwo<float>{scene_a, scene_b}, periods}, pairs, count, manifolds,
                                      options, satchel::c::ask_manifolds<float>(margin), 1);
}

satchel_status satchel_manifolds_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                  const satchel_periods* periods, const satchel_image_pair* pairs,
                                                  size_t count, double margin, satchel_manifoldd* manifolds,
                                                  const satchel_options* options) {
  return ask_pairs<satchel::Manifoldd>(OfImages{OfTwo<double>{scene_a, scene_b}, periods}, pairs, count, manifolds,
                                       options, satchel::c::ask_manifolds<double>(margin), 1);
}

satchel_status satchel_distances_images(const satchel_scene* scene, const satchel_periods* periods,
                                        const satchel_image_pair* pairs, size_t count, satchel_distance* distances,
                                        const satchel_options* options) {
  return ask_pairs<satchel::Distance>(OfImages{OfOne<float>{scene}, periods}, pairs, count, distances, options,
                                      satchel::c::ask_distances);
}

satchel_status satchel_distances_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                          const satchel_image_pair* pairs, size_t count, satchel_distanced* distances,
                                          const satchel_options* options) {
  return ask_pairs<satchel::Distanced>(OfImages{OfOne<double>{scene}, periods}, pairs, count, distances, options,
                                       satchel::c::ask_distances);
}

satchel_status satchel_distances_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_periods* periods, const satchel_image_pair* pairs,
                                                size_t count, satchel_distance* distances,
                                                const satchel_options* options) {
  return ask_pairs<satchel::Distance>(OfImages{OfTwo<float>{scene_a, scene_b}, periods}, pairs, count, distances,
                                      options, satchel::c::ask_distances);
}

satchel_status satchel_distances_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                  const satchel_periods* periods, const satchel_image_pair* pairs,
                                                  size_t count, satchel_distanced* distances,
                                                  const satchel_options* options) {
  return ask_pairs<satchel::Distanced>(OfImages{OfTwo<double>{scene_a, scene_b}, periods}, pairs, count, distances,
                                       options, satchel::c::ask_distances);
}

}  // extern "C"
