// Push-out.
#include <satchel/c/questions.h>

#include <satchel/push_out.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

/// What both functions are given.
struct Pushed {
  const satchel_scene* scene;
  const std::uint32_t* bodies;
  std::size_t count;
  const std::uint32_t *starts, *candidates;
  std::size_t candidate_count;
  satchel_push* pushes;
};

satchel_status push(const Checks& checks, const Pushed& given, PushOutOptions chosen,
                    const satchel_options* run_options, unsigned parameter) noexcept {
  return run(checks, run_options, parameter, [&](const Options& how) {
    chosen.run = how;
    return on_scene(given.scene, [&](const auto& of) {
      return try_push_out(of, view<const BodyId>(given.bodies, given.count),
                          view<const std::uint32_t>(given.starts, given.count + 1),
                          view<const BodyId>(given.candidates, given.candidate_count),
                          view<PushOut>(given.pushes, given.count), chosen);
    });
  });
}

}  // namespace
}  // namespace satchel::c

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
  const c::Pushed given{scene, bodies, count, starts, candidates, candidate_count, pushes};
  return c::push(checks, given, {.rounds = rounds}, options, 9);
}

extern "C" satchel_status satchel_push_out_with(const satchel_scene* scene, const uint32_t* bodies, size_t count,
                                                const uint32_t* starts, const uint32_t* candidates,
                                                size_t candidate_count, satchel_push* pushes,
                                                const satchel_push_out_options* options) {
  using namespace satchel;
  satchel_push_out_options taken{};
  taken.rounds = PushOutOptions{}.rounds;
  if (options != nullptr) {
    if (const satchel_status status = c::take_options(*options, 0, 8, taken); status.code != SATCHEL_OK) return status;
  }
  const c::Checks checks = c::Checks()
                               .one(1, scene)
                               .array(2, bodies, count)
                               .one(4, starts)
                               .array(5, candidates, candidate_count)
                               .array(7, pushes, count)
                               .array(8, taken.last_motions, taken.last_motion_count);
  const PushOutOptions chosen{.rounds = taken.rounds,
                              .last_motions = c::view<const Motion>(taken.last_motions, taken.last_motion_count),
                              .front_tolerance = taken.front_tolerance};
  const c::Pushed given{scene, bodies, count, starts, candidates, candidate_count, pushes};
  return c::push(checks, given, chosen, taken.run, 8);
}
