/* Satchel's C interface: batched overlap tests of convex 2D shapes, in plain C99. Part of the library; the headers of
 * C++ say what each answer means, these say how to call it.
 *
 *   satchel_scene* scene = NULL;
 *   uint32_t box, body;
 *   satchel_pose at[2] = {{0, 0, 1, 0}, {1.5, 0, 1, 0}};
 *   satchel_pair pairs[1] = {{0, 1}};
 *   satchel_contact contacts[1];
 *   satchel_status s = satchel_scene_create(SATCHEL_FLOAT, &scene);
 *   if (s.code == SATCHEL_OK) s = satchel_add_box(scene, 1.0, 1.0, 0.0, &box);
 *   for (int i = 0; i < 2 && s.code == SATCHEL_OK; ++i) s = satchel_add_body(scene, box, &at[i], &body);
 *   if (s.code == SATCHEL_OK) s = satchel_collide_scene(scene, pairs, 1, contacts);
 *   if (s.code != SATCHEL_OK) puts(satchel_message(s));
 *   satchel_scene_destroy(scene);
 *
 * Names. A function with arrays of a scene's numbers has two forms: NAME for a scene of SATCHEL_FLOAT, NAME_d for one
 * of SATCHEL_DOUBLE. Single numbers are double for both; a scene of floats rounds them to the nearest float.
 *
 * Pairs. A question about pairs is one function (two, by precision) on a satchel_pair_list, which says what they are
 * of: one scene or two, as they stand or in a periodic world. What is kept from call to call, an index or the memory of
 * the broad phase, is a member of the options.
 *
 *   satchel_pair_list list = SATCHEL_PAIRS_OF(scene, pairs, count);
 *   s = satchel_distances(&list, distances, NULL);
 *
 * Errors. Every function that can fail returns a satchel_status, and checks all input before it writes anything. A function
 * that fails to make a handle writes NULL in its place. No function throws, and no exception passes through: one that
 * leaves the caller's executor becomes SATCHEL_INTERNAL.
 *
 * Pointers. What holds for every parameter, unless its function says otherwise:
 * - Ownership: the caller's, before, during and after the call; nothing keeps a pointer beyond the call. A handle
 *   belongs to the caller from _create until _destroy.
 * - Length: as many elements as the count that follows the pointer, or as the comment says. Where the count is 0 the
 *   pointer may be NULL, else not (SATCHEL_NULL_POINTER).
 * - Alignment: that of its type (SATCHEL_MISALIGNED).
 * - Aliasing: const parameters may overlap each other; a buffer that is written overlaps nothing else.
 * - Options: may be NULL: the defaults.
 *
 * Lists whose length the call finds are written to the caller's memory: `room` elements at most, their number to
 * `found`. If there is too little room, the call returns SATCHEL_NO_ROOM, `found` is the number needed, and the
 * contents of the memory are unspecified. If the input is refused, nothing is written, not even `found`.
 *
 * Threads. Any number of calls that take a const satchel_scene may run on one scene at once while no thread changes it.
 * A call that changes a scene needs it for itself. Different scenes are independent. The same holds for an index.
 *
 * Stability. Result structs are frozen: their layout never changes, in no later version of this interface. Structs with
 * a struct_size, which says their size, alone grow: options, satchel_pair_list, satchel_outline_starts and
 * satchel_trajectories.
 * satchel_check_abi tells whether header and library belong together.
 */
#ifndef SATCHEL_SATCHEL_H
#define SATCHEL_SATCHEL_H

#include <satchel/c/areas.h>
#include <satchel/c/index.h>
#include <satchel/c/isa.h>
#include <satchel/c/links.h>
#include <satchel/c/options.h>
#include <satchel/c/outline.h>
#include <satchel/c/pairs.h>
#include <satchel/c/questions.h>
#include <satchel/c/results.h>
#include <satchel/c/rings.h>
#include <satchel/c/scene.h>
#include <satchel/c/shapes.h>
#include <satchel/c/spatial.h>
#include <satchel/c/status.h>
#include <satchel/c/types.h>

#endif
