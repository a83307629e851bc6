// Push-out: a translation that takes a body out of all it overlaps.
#pragma once

#include <cstdint>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The translation of one body: 24 bytes.
struct PushOut {
  /// World frame, the scene's unit. (0, 0) if the body overlaps no obstacle. With its origin at (pose.x + x, pose.y + y),
  /// rounded to double as these sums are, the body overlaps no obstacle but those of `left` of its candidates.
  double x, y;
  std::uint32_t left;         ///< candidates with obstacles that it still overlaps then
  std::uint32_t is_shortest;  ///< 1: but for rounding, no shorter translation would do; 0: found by rounds

  friend bool operator==(const PushOut&, const PushOut&) = default;
};

struct PushOutOptions {
  /// The most rounds for a body whose shortest translation is not computed.
  std::uint32_t rounds = 64;
  Options run{};

  /// The motions that brought the bodies to their present poses since the last frame, body_slots() elements; those of
  /// removed bodies are ignored; read during the call. With them, a one-sided edge is an obstacle for those bodies alone
  /// that were wholly in front of it before these motions. Empty: for those whose centroid is in front of it now, as
  /// `manifolds` has it; a body that rises through a platform then jumps onto it as soon as its centroid is above.
  std::span<const Motion> last_motions{};

  /// With last_motions: the depth behind a one-sided edge up to which a body counts as wholly in front, in the scene's
  /// unit. 0: 1/8,192 of the smaller reach of the two bodies (largest distance from the origin), or 2^-40 of both
  /// reaches, if more. Finite, 0 or more.
  double front_tolerance = 0;
};

/// Computes, for each of some bodies, a translation after which it overlaps none of its candidates (it may touch them).
///
///   for two parts, one of each body, the translations that make them overlap are the inside of a convex region, their
///   Minkowski difference; a union of such regions is to be left
///   obstacles = none;  t = (0, 0)
///   repeat: moved by t, the parts that overlap, by their exact verdicts, become obstacles; if there are none: done
///           t = the shortest translation out of all obstacles: the nearest point of an edge or an arc, or a crossing of
///               two, that lies in no obstacle; moved outward until the exact verdicts agree, as long as no other is
///               nearer then
///
/// A translation to an origin that is out of range is no way out. An obstacle that is not in the list does not meet the
/// body at t, so the last t is the shortest for all candidates. Edges and arcs wait in a queue by their distance from
/// (0, 0), so only those that are nearer than t are looked at, and of these only what no other obstacle covers;
/// obstacles that are farther never count. This ends with is_shortest = 1 unless the obstacles that were met have more
/// than 2^18 edges and arcs together, or leave no way out but a gap that rounding closes. Then rounds follow: from
/// where the body is, the shortest way out of what it overlaps there, as long as there are rounds. Rounding may close
/// every gap without room to move in, such as a slot exactly as wide as the body that runs along no axis; the shortest
/// is then the shortest of all other ways. Seams (links.hpp) need no regard for bodies with area: the shortest way out
/// of a floor of tiles is up. A point or a segment may end on the line between two bodies or two parts of a compound,
/// which it touches; never inside an outline, nor an outline around it.
///
/// One-sided edges (of chains, and of linked bodies): what is wholly or partly behind such an edge is not pushed out
/// of it; what is in front leaves to the front alone: the region of the edge's part is extended behind the edge
/// without end, so that no way leads through it. In front is a body whose centroid is on the right of the edge's
/// line, at the present poses; or, with `last_motions`, one that was wholly in front at the poses before these
/// motions: at most front_tolerance deep in the region behind the edge's line and behind the lines of those edges of
/// the joined surface (of a chain up to 127 on either side, of a linked body its ghost edges) behind which the edge
/// itself lies, as it does at a bend. What is no obstacle does not count as `left`. Of two one-sided edges that meet,
/// that of the candidate decides. Of linked bodies no more than the ghost edges are known: with `last_motions`,
/// a body pushed out of a closed ring of many linked one-sided segments, as a planet seen from outside, may end less than its
/// radius from the ring with `left` = 0. A closed chain has no such ends.
///
/// At a corner that bends to the front, as those of a room that is seen from inside, the regions of both edges go on to
/// each other if the body is in front of both: no way leads out between them. Nor does one lead behind the edge that
/// follows there, though the body does not overlap it. Of linked bodies this is the edge of the body that gave the ghost point,
/// if that is a candidate; beyond a ghost point that the caller gave, the candidates' edge that lies where the ghost edge is.
///
/// The centroid is that of the body as a whole, a compound or a chain too: that of an arch over a block, or of a closed
/// chain around one, may be behind the edge on which a part of it stands, and the body falls through. Bodies of this kind want
/// `last_motions`, floors that are not one-sided, or an own body for each of their parts.
///
/// @param bodies      n bodies, any of them more than once
/// @param starts      n + 1 numbers: body i has the candidates [starts[i], starts[i + 1])
/// @param candidates  bodies of the same scene, any of them more than once, but not the body itself
/// @param results     n results, written in place; aliases nothing
/// @param options     rounds; motions of the last frame; threads, executor and progress in `run`
///
/// The scene does not change; bodies are pushed one by one, as if the others stayed where they are. Results depend on the
/// body, its candidates, their poses and last motions alone, not on the order of candidates, their duplicates or threads.
/// Throws `Error`: size_mismatch; bad_starts; bad_body, removed_body (index: the place in `bodies`, or in `candidates`; a
/// candidate that is the body itself is a bad_body), needs_parts (index: as well); of the motions size_mismatch, not_finite, out_of_range (index: of the
/// body); bad_margin (front_tolerance). A body with n candidate parts that meets o of them, which have e edges and arcs
/// together of which f are nearer than the way out, takes O(e log e + f e) and at most o times O(n), if few obstacles
/// cover what is covered of each edge; at worst O(f e^2), with arcs O(f e^3).
template <class T>
[[nodiscard]] SATCHEL_API Status try_push_out(const BasicScene<T>& scene, std::span<const BodyId> bodies,
                                              std::span<const std::uint32_t> starts, std::span<const BodyId> candidates,
                                              std::span<PushOut> results, const PushOutOptions& options = {}) noexcept;
template <class T>
void push_out(const BasicScene<T>& scene, std::span<const BodyId> bodies, std::span<const std::uint32_t> starts,
              std::span<const BodyId> candidates, std::span<PushOut> results, const PushOutOptions& options = {}) {
  if (const Status status = try_push_out(scene, bodies, starts, candidates, results, options); !status.ok()) {
    throw_error(status);
  }
}
/// As above, for one body.
template <class T>
[[nodiscard]] PushOut push_out(const BasicScene<T>& scene, BodyId body, std::span<const BodyId> candidates,
                               const PushOutOptions& options = {}) {
  PushOut result{};
  const std::uint32_t starts[2] = {0, static_cast<std::uint32_t>(candidates.size())};
  push_out(scene, std::span<const BodyId>(&body, 1), starts, candidates, std::span<PushOut>(&result, 1), options);
  return result;
}

}  // namespace satchel
