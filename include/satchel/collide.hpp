// The batch queries: a scene, a list of pairs, a span of one result a pair.
//
// For all of them: result i belongs to pair i and depends on nothing but the pair, whatever its place in the list, the
// batch, the threads or the instruction set. Spans of results are exactly as long as the list of pairs and alias
// nothing. A call allocates nothing that grows with the number of pairs and keeps no reference to its arguments; any
// number of calls may run at once on a scene that nobody changes. O(pairs x product of vertex counts).
// Of compounds: of the parts whose boxes meet.
//
// A call throws `Error`: size_mismatch, bad_body or removed_body (index: that of the pair) before anything is written;
// no_memory, cancelled or internal during the work, after which the results are unspecified and the scene is as it was.
// The std::nothrow forms return the same as a `Status` and never throw.
#pragma once

#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Verdict, normal, separation and deciding feature of each pair of bodies of one scene.
/// @param pairs     n pairs of body indices, in any order; grouped by `a` they run fastest
/// @param contacts  n results, written in place
SATCHEL_API void collide(const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                         const Options& options = {});

/// The same between two scenes: pair.a is a body of `scene_a`, pair.b one of `scene_b`. For a trial against the state,
/// or one shape at many poses against a world. Ties go to the body of `scene_a`.
SATCHEL_API void collide(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                         std::span<Contact> contacts, const Options& options = {});

/// The same, with the parts of compounds (`add_compound`) that decided each contact.
/// @param parts  n results, each for its pair; 0 for a body that is no compound
SATCHEL_API void collide(const Scene& scene, std::span<const Pair> pairs, std::span<Contact> contacts,
                         std::span<PartPair> parts, const Options& options = {});
SATCHEL_API void collide(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                         std::span<Contact> contacts, std::span<PartPair> parts, const Options& options = {});

/// The verdicts alone: the fast yes or no. Always equal to those of `collide`.
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

// The same in double precision: placed vertices, contacts and bounds in double, everything else alike.

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
