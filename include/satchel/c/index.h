/* An index of the bodies of a scene that is kept from call to call, for the queries about all bodies (spatial.h) and
 * for pairs that are kept (pairs.h). As in satchel/index.hpp.
 *
 * An index is of one scene and of its precision. It is updated after bodies have changed; queries take both, the
 * bodies as they were at the last update. Shapes may be added. Answers are the same bits for every history of the
 * index, and those of the calls without an index. Any number of threads may ask one index at once; a call that changes
 * it needs it for itself. The index keeps no pointer to the scene, which may be destroyed first. */
#ifndef SATCHEL_C_INDEX_H
#define SATCHEL_C_INDEX_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes an index of the scene as it is, which the caller destroys. `index`: one handle, written; NULL after an error.
 * Errors: SATCHEL_NO_MEMORY, SATCHEL_CANCELLED, SATCHEL_INTERNAL. */
SATCHEL_C satchel_status satchel_index_create(const satchel_scene* scene, satchel_index** index,
                                              const satchel_options* options);

/* Ends the life of an index; does nothing for NULL. */
SATCHEL_C void satchel_index_destroy(satchel_index* index);

/* Makes it an index of this scene, of the same precision, whatever it was before; it keeps its memory. Errors, after
 * which it is as it was: the same. */
SATCHEL_C satchel_status satchel_index_build(satchel_index* index, const satchel_scene* scene,
                                             const satchel_options* options);

/* Follows all changes of the scene since the last update. moved: NULL and count 0: the call finds by itself which
 * bodies changed; or count indices for a caller who knows, in any order, any of them more than once, bodies that did
 * not change among them. Errors, after which the index is as it was: SATCHEL_OTHER_SCENE, SATCHEL_LEFT_OUT (index: a
 * body that changed and is not in the list), and the same. */
SATCHEL_C satchel_status satchel_index_update(satchel_index* index, const satchel_scene* scene, const uint32_t* moved,
                                              size_t count, const satchel_options* options);

/* Whether queries with index and scene are accepted; false if either is NULL. */
SATCHEL_C bool satchel_index_is_current(const satchel_index* index, const satchel_scene* scene);
SATCHEL_C size_t satchel_index_memory_bytes(const satchel_index* index); /* 0 for NULL */

#ifdef __cplusplus
}
#endif
#endif
