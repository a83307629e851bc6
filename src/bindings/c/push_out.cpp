// Push-out.
#include <satchel/c/questions.h>

#include <satchel/push_out.hpp>

#include "bindings/c/call.hpp"

extern "C" satchel_status satchel_push_out(const satchel_scene* scene, const uint32_t* bodies, size_t count,
                                           const uint32_t* starts, const uint32_t* candidates, size_t candidate_count,
                                           satchel_push* pushes, const satchel_push_out_options* options) {
  using namespace satchel;
  using c::view;
  c::Checks checks = c::Checks()
                         .one(1, scene)
                         .array(2, bodies, count)
                         .starts(4, starts, count)
                         .array(5, candidates, candidate_count)
                         .array(7, pushes, count);
  satchel_push_out_options taken{};
  taken.rounds = PushOutOptions{}.rounds;
  if (options != nullptr) checks.add(c::take_struct(*options, 8, taken));
  checks.array(8, taken.last_motions, taken.last_motion_count);
  return c::run(checks, taken.run, 8, [&](const Options& how) {
    PushOutOptions chosen{.rounds = taken.rounds,
                          .last_motions = view<const Motion>(taken.last_motions, taken.last_motion_count),
                          .front_tolerance = taken.front_tolerance};
    chosen.run = how;
    return c::on_scene(scene, [&](const auto& of) {
      return try_push_out(of, view<const BodyId>(bodies, count), view<const std::uint32_t>(starts, count + 1),
                          view<const BodyId>(candidates, candidate_count), view<PushOut>(pushes, count), chosen);
    });
  });
}
