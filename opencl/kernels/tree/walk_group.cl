/* gputest kernel: tree_walk_group
 *   summary    = a work-group walks for as many bodies; interactions are listed in local memory
 *   source     = Bedorf, Gaburov and Portegies Zwart 2012, J. Comput. Phys. 231, 2825
 *   layouts    = float4
 *   precisions = fp32 fp64
 *   blocks     = 32 64 128
 *   multipole  = quadrupole monopole octupole
 *   launch     = tree
 *
 * A work-group walks for as many neighbouring bodies together. Its items test as many cells at a
 * time and list the interactions in local memory. When the list has as many entries as the group
 * has items, it is summed for all of the bodies. Items only wait for each other at barriers, so
 * a group may have any number of items that is a multiple of 32. */
#include "opencl/kernels/tree/tree.h"

#define GT_PARENTS (GT_BLOCK / GT_CHILDREN) /* their children are tested in one step */
#define GT_WORDS (GT_BLOCK / 32)

/* A vote of the group: one bit per item. */
#define GT_VOTE(votes) atomic_or((votes) + get_local_id(0) / 32, 1u << get_local_id(0) % 32)

/* How many items before this one have voted; `all` receives the number of all votes. */
uint gt_votes(__local const uint* votes, uint* all) {
  const uint l = get_local_id(0);
  uint before = 0, count = 0;
  for (uint word = 0; word < GT_WORDS; ++word) {
    const uint in_word = popcount(votes[word]);
    before += word < l / 32 ? in_word : 0;
    count += in_word;
  }
  *all = count;
  return before + popcount(votes[l / 32] & ((1u << l % 32) - 1));
}

/* A cell or body to sum: aligned numbers, not vectors, with which PoCL's compiler does not
 * vectorise over work-items. */
typedef struct __attribute__((aligned(4 * sizeof(gt_real)))) {
  gt_real x, y, z, w;
} gt_four;
#define GT_FOUR(to, from)        \
  do {                           \
    const gt_real4 four_ = from; \
    (to).x = four_.x;            \
    (to).y = four_.y;            \
    (to).z = four_.z;            \
    (to).w = four_.w;            \
  } while (0)

GT_GROUP_KERNEL void tree_walk_group(GT_TREE_PARAMETERS) {
  /* The waiting cells are sorted by level, because each step takes the last ones and their children
   * are one level below. At most one step's cells of each level wait. */
  __local uint waiting[GT_BLOCK * (GT_LEVELS - 1)];
  __local uint far[2 * GT_BLOCK];     /* cells taken as a whole; fewer than a step's remain */
  __local uint near_by[2 * GT_BLOCK]; /* bodies of opened leaves, likewise */
  __local ulong leaves[GT_BLOCK];     /* links of leaves that a step opens */
  __local uint votes[3][GT_WORDS];
  __local gt_four met[GT_BLOCK], first[GT_BLOCK], second[GT_BLOCK];
#if GT_OCTUPOLE
  __local gt_four third[3][GT_BLOCK];
#endif
  const uint l = get_local_id(0), k = get_global_id(0), group = k - l;
  const uint group_end = min(group + GT_BLOCK, n);
  gt_four self;
  GT_FOUR(self, sorted[min(k, n - 1)]);
  gt_real ax = 0, ay = 0, az = 0, w = 0;

  /* Roots have no parents: the first step tests only them. */
  uint waits = 0, fars = 0, nears = 0;
  uint rooted = 0; /* roots that were tested before this step's */
  bool tests = l < GT_ROOTS, done = false;
  uint cell = GT_FIRST_ROOT + (tests ? l : 0);
#if GT_SOME
  __local uint some;
  if (l == 0) some = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (GT_IS_ACTIVE(k)) atomic_or(&some, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  done = some == 0; /* the group has nothing to sum */
#endif
  if (l < 3 * GT_WORDS) votes[l / GT_WORDS][l % GT_WORDS] = 0;
  while (!done) {
    barrier(CLK_LOCAL_MEM_FENCE); /* lists have been read, votes are cleared */
    const ulong link = links[cell];
    const bool is_far = tests && gt_is_far(centres[cell], groups, group, group_end);
    const bool is_leaf = tests && !is_far && gt_is_leaf(link);
    const bool is_open = tests && !is_far && !is_leaf;
    if (is_far) GT_VOTE(votes[0]);
    if (is_leaf) GT_VOTE(votes[1]);
    if (is_open) GT_VOTE(votes[2]);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint all_far, all_leaves, all_open;
    const uint far_before = gt_votes(votes[0], &all_far);
    const uint leaves_before = gt_votes(votes[1], &all_leaves);
    const uint open_before = gt_votes(votes[2], &all_open);
    if (is_far) far[fars + far_before] = cell;
    if (is_leaf) leaves[leaves_before] = link;
    if (is_open) waiting[waits + open_before] = cell;
    fars += all_far;
    waits += all_open;
    const bool next_roots = waits == 0 && rooted + GT_BLOCK < GT_ROOTS;
    done = waits == 0 && !next_roots;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 3 * GT_WORDS) votes[l / GT_WORDS][l % GT_WORDS] = 0;

    while (fars >= (done ? 1 : GT_BLOCK)) {
      const uint count = min(fars, (uint)GT_BLOCK);
      fars -= count;
      if (l < count) {
        const size_t whole = far[fars + l];
        GT_FOUR(met[l], centres[whole]);
        GT_FOUR(first[l], moments[2 * whole]);
        if (GT_QUADRUPOLE) GT_FOUR(second[l], moments[2 * whole + 1]);
#if GT_OCTUPOLE
        for (uint t = 0; t < 3; ++t) GT_FOUR(third[t][l], octupoles[3 * whole + t]);
#endif
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint c = 0; c < count; ++c) {
        const gt_real dx = met[c].x - self.x, dy = met[c].y - self.y, dz = met[c].z - self.z;
        GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, first[c], second[c], third[0][c], third[1][c],
                     third[2][c]);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

    uint leaf = 0, taken = 0; /* leaves that are listed completely, and bodies of the next one */
    while (leaf < all_leaves || (done && nears > 0)) {
      if (leaf < all_leaves) {
        const uint begin = gt_link_first(leaves[leaf]) + taken;
        const uint left = gt_link_count(leaves[leaf]) - taken, count = min(left, (uint)GT_BLOCK);
        if (l < count) near_by[nears + l] = begin + l;
        nears += count;
        taken = count < left ? taken + count : 0;
        leaf += count < left ? 0 : 1;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (nears < GT_BLOCK && !(done && leaf == all_leaves)) continue;
      const uint count = min(nears, (uint)GT_BLOCK);
      nears -= count;
      if (l < count) GT_FOUR(met[l], sorted[near_by[nears + l]]);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint c = 0; c < count; ++c) {
        const gt_real dx = met[c].x - self.x, dy = met[c].y - self.y, dz = met[c].z - self.z;
        GT_MEET_BODY(ax, ay, az, w, dx, dy, dz, met[c].w);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

    const uint parents = min(waits, (uint)GT_PARENTS);
    waits -= parents;
    tests = l / GT_CHILDREN < parents;
    if (tests) {
      const ulong parent = links[waiting[waits + l / GT_CHILDREN]];
      tests = l % GT_CHILDREN < gt_link_count(parent);
      cell = gt_link_first(parent) + l % GT_CHILDREN;
    }
    if (next_roots) {
      rooted += GT_BLOCK;
      tests = rooted + l < GT_ROOTS;
      cell = GT_FIRST_ROOT + rooted + l;
    }
    cell = tests ? cell : 0;
  }
  if (k < n) accelerations[order[k]] = (gt_real4)(ax, ay, az, w);
}
