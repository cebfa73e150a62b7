/* gputest kernel: fmm_lists
 *   summary    = a group lists a cell's interactions, another sums them, an item per acting cell
 *   source     = Dehnen 2002, J. Comput. Phys. 179, 27
 *   layouts    = float4
 *   precisions = fp32 fp64
 *   blocks     = 32 64
 *   degree     = 6 4 10
 *   launch     = fmm
 *
 * Passes over cells go level by level, from the last one up for multipoles, and from the root
 * down for lists and expansions. get_global_offset(1) is the number of this pass in its series. */
#define GT_FMM 1
#include "opencl/kernels/tree/tree.h"

#include "common/fmm/cell.h"
#include "common/fmm/lists.h"

/* The sum of `value` over the group's items before this one; `all` receives the sum over all.
 * `values` is in use until the next barrier. */
uint gt_sum_below(__local uint* values, uint value, uint* all) {
  const uint l = get_local_id(0);
  uint before = 0, sum = 0;
  values[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < GT_BLOCK; ++k) {
    before += k < l ? values[k] : 0;
    sum += values[k];
  }
  *all = sum;
  return before;
}

/* Ranges, radii and multipoles of a level. */
__kernel void fmm_gather(GT_TREE_PARAMETERS) {
  const uint level = GT_LEVELS - 1 - get_global_offset(1);
  const uint end = gt_first_cell(sums, level + 1, n);
  if (get_global_id(0) == 0 && level == 0) {
    pool[0] = GT_POOL_USED;
    pool[1] = 0;
  }
  for (uint cell = gt_first_cell(sums, level, n) + get_global_id(0); cell < end;
       cell += get_global_size(0))
    gt_gather_cell(sorted, centres, boxes, links, radii, ranges, parents, multipoles, cell);
}

/* The lists of a level's cells. */
GT_GROUP_KERNEL void fmm_list(GT_TREE_PARAMETERS) {
  __local uint values[3][GT_BLOCK], place;
  const uint l = get_local_id(0), level = get_global_offset(1);
  const uint end = gt_first_cell(sums, level + 1, n);
  for (uint cell = gt_first_cell(sums, level, n) + get_group_id(0); cell < end;
       cell += get_num_groups(0)) {
    const uint parent = parents[cell];
    const uint begin = cell == 0 ? 1 : lists[GT_LISTS * parent + GT_NEAR_BEGIN];
    const uint count = cell == 0 ? 1 : lists[GT_LISTS * parent + GT_NEAR_COUNT];
    gt_found found;
    uint fars, wholes, nears, needed, at;
    found.fars = found.wholes = found.nears = 0;
    const gt_listed listed = gt_listed_cell(centres, radii, links, ranges, multipoles, cell, pull,
                                            theta, share, GT_DEGREE);
    for (uint k = begin + l; k < begin + count; k += GT_BLOCK)
      gt_look_at(listed, centres, radii, links, ranges, multipoles, 0, pool[k], &found);
    const uint far_before = gt_sum_below(values[0], found.fars, &fars);
    const uint whole_before = gt_sum_below(values[1], found.wholes, &wholes);
    const uint near_before = gt_sum_below(values[2], found.nears, &nears);
    needed = fars + wholes + nears;
    if (l == 0) place = atomic_add(pool, needed);
    barrier(CLK_LOCAL_MEM_FENCE);
    at = place;
    const bool has_room = at <= capacity && needed <= capacity - at;
    found.far_at = at + far_before;
    found.whole_at = at + fars + whole_before;
    found.near_at = at + fars + wholes + near_before;
    for (uint k = begin + l; has_room && k < begin + count; k += GT_BLOCK)
      gt_look_at(listed, centres, radii, links, ranges, multipoles, pool, pool[k], &found);
    if (l == 0) {
      __global uint* const own = lists + GT_LISTS * cell;
      if (!has_room) atomic_sub(pool, needed);
      own[GT_FAR_BEGIN] = at;
      own[GT_FAR_COUNT] = has_room ? fars : 0;
      own[GT_WHOLE_BEGIN] = at + fars;
      own[GT_WHOLE_COUNT] = has_room ? wholes : 0;
      own[GT_NEAR_BEGIN] = has_room ? at + fars + wholes : begin;
      own[GT_NEAR_COUNT] = has_room ? nears : count;
    }
    barrier(CLK_LOCAL_MEM_FENCE); /* the place has been read */
  }
}

/* Expands the cells of each cell's list into its local expansion, for all cells. */
#define GT_SUMMED_TERMS 16 /* at a time */
GT_GROUP_KERNEL void fmm_expand(GT_TREE_PARAMETERS) {
  __local gt_real partial[GT_SUMMED_TERMS][GT_BLOCK];
  const uint l = get_local_id(0), cells = gt_first_cell(sums, GT_LEVELS, n);
  for (uint cell = get_group_id(0); cell < cells; cell += get_num_groups(0)) {
    const uint begin = lists[GT_LISTS * cell + GT_FAR_BEGIN];
    const uint end = begin + lists[GT_LISTS * cell + GT_FAR_COUNT];
    gt_real local_terms[GT_TERMS(GT_DEGREE)];
    for (int t = 0; t < GT_TERMS(GT_DEGREE); ++t) local_terms[t] = 0;
    for (uint k = begin + l; k < end; k += GT_BLOCK)
      gt_expand(local_terms, centres[cell], radii[cell], centres, radii, multipoles, eps2, pool[k]);
    for (int first = 0; first < GT_TERMS(GT_DEGREE); first += GT_SUMMED_TERMS) {
      const int count = min(GT_TERMS(GT_DEGREE) - first, GT_SUMMED_TERMS);
      for (int t = 0; t < count; ++t) partial[t][l] = local_terms[first + t];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < count) {
        gt_real sum = 0;
        for (uint k = 0; k < GT_BLOCK; ++k) sum += partial[l][k];
        locals[(size_t)cell * GT_TERMS(GT_DEGREE) + first + l] = sum;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}

/* Adds the parents' local expansions to those of a level's cells. */
__kernel void fmm_shift(GT_TREE_PARAMETERS) {
  const uint level = 1 + get_global_offset(1), end = gt_first_cell(sums, level + 1, n);
  for (uint cell = gt_first_cell(sums, level, n) + get_global_id(0); cell < end;
       cell += get_global_size(0))
    gt_shift_local(centres, radii, parents, locals, cell);
}

/* The accelerations of all bodies: each group has a leaf. A power of 2 of items, at least as many
 * as bodies, have one body each. The other items have the same bodies, and they share the
 * interactions. */
#define GT_NEAR_BODIES (4 * GT_BLOCK)
GT_GROUP_KERNEL void fmm_lists(GT_TREE_PARAMETERS) {
  __local gt_real4 bodies[GT_NEAR_BODIES], results[GT_BLOCK];
  __local uint firsts[GT_BLOCK], befores[GT_BLOCK], values[GT_BLOCK];
  const uint l = get_local_id(0), cells = gt_first_cell(sums, GT_LEVELS, n);
  for (uint cell = get_group_id(0); cell < cells; cell += get_num_groups(0)) {
    if (!gt_is_leaf(links[cell])) continue;
    __global const uint* const own = lists + GT_LISTS * cell;
    const uint first = ranges[2 * cell], count = ranges[2 * cell + 1];
    const uint wholes = own[GT_WHOLE_BEGIN], wholes_end = wholes + own[GT_WHOLE_COUNT];
    const uint nears = own[GT_NEAR_BEGIN], nears_end = nears + own[GT_NEAR_COUNT];
    uint width = 1;
    while (width < count && width < GT_BLOCK) width *= 2;
    const uint part = l / width, parts = GT_BLOCK / width;
    for (uint base = 0; base < count; base += width) {
      const uint mine = base + l % width;
      const gt_real4 self = sorted[first + min(mine, count - 1)];
      gt_real4 sum = (gt_real4)(0);
      if (part == 0)
        sum = gt_local_at(self, centres[cell], radii[cell],
                          locals + (size_t)cell * GT_TERMS(GT_DEGREE));
      for (uint k = wholes + part; k < wholes_end; k += parts)
        gt_add_whole(&sum, self, centres, radii, multipoles, eps2, pool[k]);
      for (uint from = nears; from < nears_end; from += GT_BLOCK) {
        const bool is_one = from + l < nears_end;
        const uint met = pool[is_one ? from + l : nears];
        uint all;
        befores[l] = gt_sum_below(values, is_one ? ranges[2 * met + 1] : 0, &all);
        firsts[l] = ranges[2 * met];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint window = 0; window < all; window += GT_NEAR_BODIES) {
          const uint staged = min(all - window, (uint)GT_NEAR_BODIES);
          for (uint k = l; k < staged; k += GT_BLOCK) {
            uint which = 0; /* the last cell with no more than this many bodies before it */
            for (uint step = GT_BLOCK / 2; step > 0; step /= 2)
              if (befores[which + step] <= window + k) which += step;
            bodies[k] = sorted[firsts[which] + (window + k - befores[which])];
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          for (uint k = part; k < staged; k += parts) {
            const gt_real4 other = bodies[k];
            const gt_real dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
            GT_MEET_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, other.w);
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      }
      results[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (part == 0 && mine < count) {
        for (uint other = l + width; other < GT_BLOCK; other += width) sum += results[other];
        accelerations[order[first + mine]] = sum;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
