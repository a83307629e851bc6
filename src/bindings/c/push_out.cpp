// Push-out.
#include <satchel/c/questions.h>

#include <satchel/push_out.hpp>

#include "bindings/c/call.hpp"

extern "C" satchel_status satchel_push_out(const satchel_scene* scene, const uint32_t* bodies, size_t count,
                                           const uint32_t* starts, const uint32_t* candidates, size_t candidate_count,
                                           uint32_t rounds, satchel_push* pushes, const satchel_options* options) {
  using namespace satchel;
  const c::Checks checks = c::Checks()
                               .one(1, scene)
                               .array(2, bodies, count)
                               .one(4, starts)
                               .array(5, candidates, candidate_count)
                               .array(8, pushes, count);
  return c::run(checks, options, 9, [&](const Options& how) {
    return c::on_scene(scene, [&](const auto& of) {
      return try_push_out(of, c::view<const BodyId>(bodies, count), c::view<const uint32_t>(starts, count + 1),
                          c::view<const BodyId>(candidates, candidate_count), c::view<PushOut>(pushes, count),
                          {.rounds = rounds, .run = how});
    });
  });
}
