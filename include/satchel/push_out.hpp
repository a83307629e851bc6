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
  /// World frame, the scene's unit. (0, 0) if the body overlaps no candidate. With its origin at (pose.x + x, pose.y + y),
  /// rounded to double as these sums are, the body overlaps none of its candidates but `left` of them.
  double x, y;
  std::uint32_t left;         ///< candidates that it still overlaps then
  std::uint32_t is_shortest;  ///< 1: but for rounding, no shorter translation would do; 0: found by rounds

  friend bool operator==(const PushOut&, const PushOut&) = default;
};

struct PushOutOptions {
  /// The most rounds for a body whose shortest translation is not computed.
  std::uint32_t rounds = 64;
  Options run{};
};

/// Computes, for each of some bodies, a translation after which it overlaps none of its candidates (it may touch them).
///
///   for two parts, one of each body, the translations that make them overlap are the inside of a convex region, their
///   Minkowski difference; a union of such regions is to be left
///   obstacles = none;  t = (0, 0)
///   repeat: moved by t, the parts that overlap, by their exact verdicts, become obstacles; if there are none: done
///           t = the shortest translation out of all obstacles: the nearest point of an edge or an arc, or a crossing of
///               two, that lies in no obstacle; moved outward until the exact verdicts agree
///
/// An obstacle that is not in the list does not meet the body at t, so the last t is the shortest for all candidates.
/// This ends with is_shortest = 1 unless the obstacles have more than 256 edges together, arcs included; if the Minkowski
/// differences of all parts have at most 64 it always does, unless the candidates leave no way out but a gap that rounding
/// closes. Then rounds follow: from where the body is, the shortest way out of what it overlaps there, as long as there are
/// rounds. Seams (links.hpp) need no regard: the shortest way out of a floor of tiles is up.
///
/// @param bodies      n bodies, any of them more than once
/// @param starts      n + 1 numbers: body i has the candidates [starts[i], starts[i + 1])
/// @param candidates  bodies of the same scene, any of them more than once, but not the body itself
/// @param results     n results, written in place; aliases nothing
/// @param options     rounds; threads, executor and progress in `run`
///
/// The scene does not change; bodies are pushed one by one, as if the others stayed where they are. Results depend on the
/// body, its candidates and their poses alone, not on the order of candidates' duplicates or threads.
/// Throws `Error`: size_mismatch; bad_starts; bad_body, removed_body (index: the place in `bodies`, or in `candidates`; a
/// candidate that is the body itself is a bad_body). For o obstacles with e edges together O(e^2 (log e + o)).
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
