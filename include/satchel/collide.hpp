// The batch queries: a scene, a list of pairs, a span of one result a pair.
//
// For all batch queries: result i belongs to pair i and depends on this pair alone, not on its place in the list, the
// other pairs, the threads or the instruction set. A span of results is exactly as long as the list of pairs and
// aliases no other argument. A call allocates nothing that grows with the number of pairs and keeps no reference to its
// arguments. Any number of calls may run at once on a scene that no thread changes.
// O(pairs x product of vertex counts); for compounds, the product for each two parts whose boxes meet.
//
// A call throws `Error`: size_mismatch, bad_body or removed_body (index: of the pair) before anything is written;
// no_memory, cancelled or internal during the work, after which the results are unspecified and the scene is unchanged.
// The std::nothrow forms never throw; they return the error as a `Status`.
#pragma once

#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Computes verdict, normal, separation and deciding feature of each pair of bodies of one scene.
/// @param pairs     n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param contacts  n results, written in place
SATCHEL_API void collide(const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                         const Options& options = {});

/// As above, between two scenes: pair.a is a body of `scene_a`, pair.b a body of `scene_b`. Ties go to the body of
/// `scene_a`. Use: trial poses against the present state, or one shape at many poses against a world.
SATCHEL_API void collide(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                         std::span<Contact> contacts, const Options& options = {});

/// As above, and writes the parts of compounds (`add_compound`) that decided each contact.
/// @param parts  n results, one a pair; the part of a body that is no compound is 0
SATCHEL_API void collide(const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                         std::span<PartPair> parts, const Options& options = {});
SATCHEL_API void collide(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                         std::span<Contact> contacts, std::span<PartPair> parts, const Options& options = {});

/// Computes the verdicts alone, always equal to the verdicts of `collide`.
SATCHEL_API void classify(const Scene& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                          const Options& options = {});
SATCHEL_API void classify(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                          std::span<Verdict> verdicts, const Options& options = {});

SATCHEL_API Status collide(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                           const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                           std::span<Contact> contacts, const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                           std::span<PartPair> parts, const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                           std::span<Contact> contacts, std::span<PartPair> parts,
                           const Options& options = {}) noexcept;
SATCHEL_API Status classify(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const Options& options = {}) noexcept;
SATCHEL_API Status classify(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const Options& options = {}) noexcept;

// As above, for scenes in double precision: placed vertices, contacts and error bounds are double.

SATCHEL_API void collide(const Scened& scene, std::span<const Pair> pairs, std::span<Contactd> contacts,
                         const Options& options = {});
SATCHEL_API void collide(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                         std::span<Contactd> contacts, const Options& options = {});
SATCHEL_API void collide(const Scened& scene, std::span<const Pair> pairs, std::span<Contactd> contacts,
                         std::span<PartPair> parts, const Options& options = {});
SATCHEL_API void collide(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                         std::span<Contactd> contacts, std::span<PartPair> parts, const Options& options = {});
SATCHEL_API void classify(const Scened& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                          const Options& options = {});
SATCHEL_API void classify(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                          std::span<Verdict> verdicts, const Options& options = {});

SATCHEL_API Status collide(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                           std::span<Contactd> contacts, const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                           std::span<Contactd> contacts, const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                           std::span<Contactd> contacts, std::span<PartPair> parts,
                           const Options& options = {}) noexcept;
SATCHEL_API Status collide(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                           std::span<Contactd> contacts, std::span<PartPair> parts,
                           const Options& options = {}) noexcept;
SATCHEL_API Status classify(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const Options& options = {}) noexcept;
SATCHEL_API Status classify(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const Options& options = {}) noexcept;

}  // namespace satchel
