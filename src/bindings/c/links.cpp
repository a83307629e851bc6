// Seams between bodies.
#include <satchel/c/links.h>

#include <exception>
#include <satchel/scene.hpp>
#include <vector>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

EdgeLink link_of(const satchel_edge_link& given) noexcept {
  EdgeLink link{.body = given.body, .edge = given.edge, .inner = given.inner, .one_sided = given.one_sided};
  if (given.has_before) link.before = Vec2d{given.before.x, given.before.y};
  if (given.has_after) link.after = Vec2d{given.after.x, given.after.y};
  return link;
}

Status link_edges(satchel_scene* scene, std::span<const satchel_edge_link> given) noexcept {
  try {
    std::vector<EdgeLink> links;
    links.reserve(given.size());
    for (const satchel_edge_link& link : given) links.push_back(link_of(link));
    return on_scene(scene, [&](auto& of) { return of.try_link_edges(links); });
  } catch (const std::exception&) {  // std::length_error, too
    return {ErrorCode::no_memory};
  }
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;
using satchel::c::on_scene;
using satchel::c::run;

extern "C" {

satchel_status satchel_link_edges(satchel_scene* scene, const satchel_edge_link* links, size_t count) {
  return run(Checks().one(1, scene).array(2, links, count), [&] {
    return satchel::c::link_edges(scene, {links, count});
  });
}

satchel_status satchel_link_shared_edges(satchel_scene* scene, const uint32_t* bodies, size_t count, double tolerance,
                                         size_t* seams) {
  return run(Checks().one(1, scene).array(2, bodies, count).one(5, seams), [&] {
    return on_scene(scene, [&](auto& of) {
      return of.try_link_shared_edges(satchel::c::view<const satchel::BodyId>(bodies, count), tolerance, *seams);
    });
  });
}

satchel_status satchel_unlink(satchel_scene* scene, uint32_t body) {
  return run(Checks().one(1, scene), [&] { return on_scene(scene, [&](auto& of) { return of.try_unlink(body); }); });
}

bool satchel_is_linked(const satchel_scene* scene, uint32_t body) {
  if (scene == nullptr) return false;
  return on_scene(scene, [&](const auto& of) { return of.has_body(body) && of.is_linked(body); });
}

}  // extern "C"
