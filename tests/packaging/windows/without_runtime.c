/* A program as cl and link make it, but for the runtime, which this machine does not have: it calls the DLL through satchel.lib and
 * returns 0 if the answer is right. */
#include <satchel/satchel.h>

int _fltused; /* the runtime would define it: this program uses floating-point numbers */

__declspec(dllimport) void __stdcall ExitProcess(unsigned status);

static unsigned is_wrong(void) {
  satchel_scene* scene = 0;
  uint32_t box = 0, body = 0;
  satchel_pose at[2];
  satchel_pair pair;
  satchel_contact contact;
  satchel_status status = satchel_scene_create(SATCHEL_FLOAT, &scene);
  int i;
  if (satchel_check_abi(SATCHEL_ABI).code != SATCHEL_OK) return 2;
  at[0].x = at[0].y = at[1].y = 0;
  at[1].x = 1.5;
  at[0].cos = at[1].cos = 1;
  at[0].sin = at[1].sin = 0;
  pair.a = 0;
  pair.b = 1;
  if (status.code == SATCHEL_OK) status = satchel_add_box(scene, 1.0, 1.0, 0.0, &box);
  for (i = 0; i < 2 && status.code == SATCHEL_OK; ++i) status = satchel_add_body(scene, box, &at[i], &body);
  if (status.code == SATCHEL_OK) status = satchel_collide_scene(scene, &pair, 1, &contact);
  satchel_scene_destroy(scene);
  if (status.code != SATCHEL_OK) return 1;
  return contact.separation == -0.5f && satchel_verdict_of(contact.feature) == SATCHEL_OVERLAPPING ? 0 : 3;
}

void start(void);
void start(void) { ExitProcess(is_wrong()); }
