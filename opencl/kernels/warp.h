/* A work-group of 32 items that votes and waits as a warp. NVIDIA's compiler takes PTX: such a
 * group is one warp there. */
#ifndef GPUTEST_WARP_H
#define GPUTEST_WARP_H

/* Waits for the group's items, and for what they wrote to local memory. */
void gt_warp_barrier(void) {
#ifdef __NV_CL_C_VERSION
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
#else
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

/* A word with one bit an item, of those that pass true. Elsewhere than on NVIDIA it is put together
 * in `words`, three that were 0 at the start, and `turn` counts the calls: one of them is being
 * filled, one read and one cleared. */
uint gt_ballot(bool bit, __local uint* words, uint turn) {
#ifdef __NV_CL_C_VERSION
  uint all;
  __asm__ volatile(
      "{\n\t.reg .pred %%p;\n\tsetp.ne.u32 %%p, %1, 0;\n\t"
      "vote.sync.ballot.b32 %0, %%p, 0xffffffff;\n\t}"
      : "=r"(all)
      : "r"((uint)bit)
      : "memory");
  return all;
#else
  const uint l = get_local_id(0);
  if (bit) atomic_or(words + turn % 3, 1u << l);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) words[(turn + 2) % 3] = 0;
  return words[turn % 3];
#endif
}

#endif
