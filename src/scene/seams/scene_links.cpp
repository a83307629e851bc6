// The members of a scene that link bodies.
#include <satchel/scene.hpp>

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "scene/checks.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/range.hpp"
#include "scene/seams/shared_edges.hpp"

namespace satchel {
namespace {

using detail::EdgeSeam;
using detail::SceneData;

/// From vertex `v` of the core to a point of the world, off by a rounding or two.
template <class T>
Vec2d from_vertex(const exact::Core<T>& core, std::uint32_t v, const Vec2d& to) noexcept {
  return {(to.x - core.origin_x) - static_cast<double>(core.x[v]),
          (to.y - core.origin_y) - static_cast<double>(core.y[v])};
}

template <class T>
Status check_link(const SceneData<T>& scene, const EdgeLink& link, std::size_t index) noexcept {
  const auto refused = [&](ErrorCode code) { return Status{code, index, Argument::link, {link.body, link.edge}}; };
  if (!scene.has_body(link.body)) {
    return refused(link.body < scene.bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body);
  }
  if (scene.bodies[link.body].place.is_compound()) return refused(ErrorCode::unsupported);
  const exact::Core<T> core = query::core_of(scene, link.body);
  const std::uint32_t edges = core.count >= 3 ? core.count : core.count - 1;
  if (link.edge >= edges) return refused(ErrorCode::bad_edge);
  for (const auto& [ghost, end] : {std::pair(&link.before, link.edge), std::pair(&link.after, link.edge + 1)}) {
    if (!*ghost) continue;
    for (const double value : {(*ghost)->x, (*ghost)->y}) {
      if (!detail::in_range<T>(value)) return refused(detail::range_error(value));
    }
    if (from_vertex(core, end == core.count ? 0 : end, **ghost) == Vec2d{}) return refused(ErrorCode::bad_neighbour);
  }
  return {};
}

/// What a link tells its edge.
template <class T>
EdgeSeam seam_of(const SceneData<T>& scene, const EdgeLink& link) noexcept {
  const exact::Core<T> core = query::core_of(scene, link.body);
  EdgeSeam seam{.inner = link.inner, .one_sided = link.one_sided};
  if (link.before) {
    const Vec2d back = from_vertex(core, link.edge, *link.before);
    seam.has_before = true;
    seam.before = {-back.x, -back.y};
  }
  if (link.after) {
    seam.has_after = true;
    seam.after = from_vertex(core, link.edge + 1 == core.count ? 0 : link.edge + 1, *link.after);
  }
  return seam;
}

}  // namespace

template <class T>
Status BasicScene<T>::try_link_edges(std::span<const EdgeLink> links) noexcept {
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (const Status status = check_link(scene, links[i], i); !status.ok()) return status;
    }
    const detail::LinkingCall linking(scene.links);
    for (const EdgeLink& link : links) {
      const std::uint32_t count = query::core_of(scene, link.body).count;
      scene.links.make_room_for(link.body, count >= 3 ? count : 1, scene.pose(link.body));
    }
    for (const EdgeLink& link : links) {
      scene.links.uncover(link.body, link.edge);
      const EdgeSeam before = scene.links.edit(link.body, link.edge);
      scene.links.untell_after(before.before_body, link.body);
      scene.links.untell_before(before.after_body, link.body);
      scene.links.set(link.body, link.edge, seam_of(scene, link));
      scene.links.free_partner(before);
    }
    if (!links.empty()) detail::count_change(revisions_, &SceneRevisions::bodies);
    return {};
  });
}

template <class T>
Status BasicScene<T>::try_link_shared_edges(std::span<const BodyId> bodies, double tolerance,
                                            std::size_t& out) noexcept {
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    if (!(tolerance >= 0 && std::isfinite(tolerance))) return detail::margin_error(Argument::tolerance, tolerance);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Status status = detail::check_body(scene, bodies[i]);
      if (!status.ok()) return {status.code, i, Argument::body_element, {bodies[i]}};
    }
    const detail::LinkingCall linking(scene.links);
    detail::SharedEdges<T> edges(scene, {bodies.begin(), bodies.end()}, tolerance);
    out = edges.link();
    if (out != 0) detail::count_change(revisions_, &SceneRevisions::bodies);
    return {};
  });
}

template <class T>
Status BasicScene<T>::try_unlink(BodyId body) noexcept {
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    if (const Status status = detail::check_body(scene, body); !status.ok()) return status;
    scene.links.drop(body);
    detail::count_change(revisions_, &SceneRevisions::bodies);
    return {};
  });
}

template <class T>
bool BasicScene<T>::is_linked(BodyId body) const noexcept {
  return detail::SceneAccess::data(*this).links.is_linked(body);
}

template Status BasicScene<float>::try_link_edges(std::span<const EdgeLink>) noexcept;
template Status BasicScene<float>::try_link_shared_edges(std::span<const BodyId>, double, std::size_t&) noexcept;
template Status BasicScene<float>::try_unlink(BodyId) noexcept;
template bool BasicScene<float>::is_linked(BodyId) const noexcept;
template Status BasicScene<double>::try_link_edges(std::span<const EdgeLink>) noexcept;
template Status BasicScene<double>::try_link_shared_edges(std::span<const BodyId>, double, std::size_t&) noexcept;
template Status BasicScene<double>::try_unlink(BodyId) noexcept;
template bool BasicScene<double>::is_linked(BodyId) const noexcept;

}  // namespace satchel
