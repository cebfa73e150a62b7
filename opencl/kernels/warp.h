/* A work-group of 32 items that votes and waits like a warp. NVIDIA's compiler takes PTX: there the
 * group is one warp. */
#ifndef GPUTEST_WARP_H
#define GPUTEST_WARP_H

/* Waits for the group's items and for their writes to local memory. */
void gt_warp_barrier(void) {
#ifdef __NV_CL_C_VERSION
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
#else
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

/* A word with one bit per item, set for those that pass true. Except on NVIDIA, `words` collects
 * it: three words that are 0 at the start. `turn` counts the calls: at each, one word is filled,
 * one read and one cleared. */
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
