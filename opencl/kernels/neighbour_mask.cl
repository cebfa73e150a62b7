/* A work-group of 32 has an i each, of particles that lie together, and tests the same candidates,
 * 32 at a time, of which each item gets a mask. Candidates are the particles whose distance from
 * the box around the group's i is within the radius. Entries are written from the masks, when the
 * lists are known: every item writes the k-th of its list in the same step, so that writes of a
 * k-major list are consecutive. */
#include "opencl/kernels/neighbour.h"

#define GT_MASKS 32 /* of an item, before its entries are written */
#define GT_CANDIDATES (32 * GT_MASKS)
#define GT_STAGE 64 /* fewer than 64 candidates are not tested */
#define GT_FAR ((gt_real)1e30f)

#if GT_REAL_BITS == 64
#define GT_IS_NEGATIVE(x) ((uint)(as_ulong(x) >> 63))
#else
#define GT_IS_NEGATIVE(x) (as_uint(x) >> 31)
#endif

/* A coordinate's image nearest to another. */
#if GT_PERIODIC
#define GT_IMAGE(at, other, axis) \
  ((at)-edge_##axis * gt_rint(((at) - (other)) * inverse_edge_##axis))
#else
#define GT_IMAGE(at, other, axis) (at)
#endif

/* Cells along an axis: `count` of them, from `first` on, modulo the number there is. */
typedef struct {
  uint first, count;
} gt_cell_range;

typedef struct {
  gt_real4 stage[GT_STAGE];       /* the c-th candidate at c % GT_STAGE */
  gt_real4 self[32];              /* the items' i */
  uint numbers[32];               /* and their numbers */
  uint own[32];                   /* which candidate is each item's i */
  uint stage_numbers[GT_STAGE];   /* and its number */
  uint candidates[GT_CANDIDATES]; /* numbers of those tested, whose masks are kept */
  uint masks[GT_MASKS][32];       /* bit 31 is a group's first candidate */
  uint begins[32], ends[32];      /* of runs of sorted particles */
  uint words[3];                  /* gt_ballot's */
} gt_mask_memory;

/* What one search of a group has come to. */
typedef struct {
  uint staged, tested, written; /* candidates */
  uint found, listed;           /* entries of the item's list */
  uint turn;                    /* of gt_ballot */
} gt_progress;

int gt_below(gt_real x) {
  const int whole = (int)x;
  return (gt_real)whole > x ? whole - 1 : whole;
}

/* The cells along an axis that can hold neighbours of particles between two coordinates. */
gt_cell_range gt_around(gt_real from, gt_real to, int periodic, gt_real low, gt_real cells_a_length,
                        int cells) {
  int first = gt_below((from - low) * cells_a_length) - 1;
  int last = gt_below((to - low) * cells_a_length) + 1;
  gt_cell_range range;
  if (periodic && last - first + 1 >= cells) {
    first = 0;
    last = cells - 1;
  } else if (periodic) {
    const int wrapped = (first % cells + cells) % cells;
    last += wrapped - first;
    first = wrapped;
  } else {
    first = clamp(first, 0, cells - 1);
    last = clamp(last, first, cells - 1);
  }
  range.first = first;
  range.count = last - first + 1;
  return range;
}

/* The next entry that an item's masks tell: its candidate's number. */
uint gt_next_entry(__local const gt_mask_memory* memory, uint* group, uint* mask) {
  const uint l = get_local_id(0);
  while (*mask == 0) *mask = memory->masks[++*group][l];
  const uint bit = 31 - clz(*mask);
  *mask ^= 1u << bit;
  return memory->candidates[*group * 32 + 31 - bit];
}

/* Writes the entries of all masks, of the item's i. */
void gt_list_masks(GT_SEARCH_PARAMETERS, uint i, __local gt_mask_memory* memory, gt_progress* at) {
  const uint l = get_local_id(0);
  uint group = 0, mask = at->found > at->listed ? memory->masks[0][l] : 0;
  for (uint k = at->listed; k < at->found; ++k) {
    const uint j = gt_next_entry(memory, &group, &mask);
    GT_WRITE_ENTRY(i, k, j);
  }
  at->listed = at->found;
}

/* Tests the next 32 candidates against the item's particle i. */
void gt_test(GT_SEARCH_PARAMETERS, gt_real4 self, uint i, const int counting,
             __local gt_mask_memory* memory, gt_progress* at) {
  const uint l = get_local_id(0);
  __local const gt_real4* group = memory->stage + at->tested % GT_STAGE;
  uint mask = 0;
#pragma unroll
  for (uint c = 0; c < 32; ++c) {
    const gt_real4 other = group[c];
    const gt_real dx = self.x - other.x, dy = self.y - other.y, dz = self.z - other.z;
    uint inside = GT_IS_NEGATIVE(gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, -radius2))));
#if GT_NEWTON3
    inside &= memory->stage_numbers[at->tested % GT_STAGE + c] > i ? 1 : 0;
#endif
    mask |= inside << (31 - c); /* Oclgrind 21.10 knows no funnel shift, as of mask << 1 */
  }
#if !GT_NEWTON3
  const uint own = memory->own[l] - at->tested;
  if (own < 32) mask &= ~(0x80000000u >> own);
#endif
  at->found += popcount(mask);
  if (!counting) {
    memory->masks[(at->tested - at->written) / 32][l] = mask;
    memory->candidates[at->tested - at->written + l] =
        memory->stage_numbers[at->tested % GT_STAGE + l];
  }
  at->tested += 32;
}

/* The lists of the group's particles, written or only counted. Their entries begin on the masks'
 * memory being free, which barriers see to. */
void gt_search(GT_SEARCH_PARAMETERS, const int counting, __local gt_mask_memory* memory) {
  const uint l = get_local_id(0);
  const uint first = get_group_id(0) * 32;
  const bool by_place = GT_SCATTERED > n / 8;
  const uint which = min(first + l, n - 1);
  const uint own_place = by_place ? which : slots[which];
  const gt_real4 at_input = sorted[own_place];
  const uint i = order[own_place];
  memory->numbers[l] = i;
  if (l < 3) memory->words[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint lowest = i;
  for (uint item = 0; item < 32; ++item) lowest = min(lowest, memory->numbers[item]);

  uint turn = 0;
  uint waiting = gt_ballot(first + l < n, memory->words, turn++);
  while (waiting != 0) {
    /* Those taken together: near the one in the middle, or else the first, of those waiting. */
    const uint leader = (waiting >> 16) != 0 ? 16 + popcount((waiting >> 16 & -(waiting >> 16)) - 1)
                                             : popcount((waiting & -waiting) - 1);
    memory->self[l] = at_input;
    barrier(CLK_LOCAL_MEM_FENCE);
    const gt_real4 there = memory->self[leader];
    barrier(CLK_LOCAL_MEM_FENCE);
    const gt_real radius = sqrt(radius2);
    gt_real4 self = at_input;
    bool taken = (waiting >> l & 1) != 0;
#define GT_TAKE(axis)                                                                             \
  self.axis = GT_IMAGE(at_input.axis, there.axis, axis);                                          \
  taken = taken && fabs(self.axis - there.axis) <=                                                \
                       (edge_##axis > 0 ? clamp(edge_##axis / 2 - radius, (gt_real)0, 2 * radius) \
                                        : 2 * radius);
    GT_TAKE(x)
    GT_TAKE(y)
    GT_TAKE(z)
    const uint together = gt_ballot(taken, memory->words, turn++);

    /* The box around them, and runs of cells along x. */
    memory->self[l] = self;
    barrier(CLK_LOCAL_MEM_FENCE);
    gt_real4 low = GT_FAR, high = -GT_FAR;
    for (uint item = 0; item < 32; ++item) {
      if ((together >> item & 1) == 0) continue;
      low = fmin(low, memory->self[item]);
      high = fmax(high, memory->self[item]);
    }
    const gt_real4 centre = (low + high) / 2;
    const gt_real4 box = fmax(high - centre, centre - low);
#define GT_AROUND(axis) \
  gt_around(low.axis, high.axis, edge_##axis > 0, low_##axis, cells_a_length_##axis, cells_##axis)
    const gt_cell_range range_x = GT_AROUND(x), range_y = GT_AROUND(y), range_z = GT_AROUND(z);
    const uint last_x = range_x.first + range_x.count; /* may be past the row's end */
    const uint parts = last_x > cells_x ? 2 : 1;
    const uint runs = parts * range_y.count * range_z.count;

    if (!taken) self = GT_FAR; /* too far to have neighbours */
    memory->own[l] = ~0u;      /* overwritten when that candidate is staged */
    gt_progress at = {0, 0, 0, 0, 0, turn};
    /* After the runs a step that fills up the last 32 candidates and lists what is left. */
    for (uint base = 0; base <= runs; base += 32) {
      if (base + l < runs) {
        const uint row = (base + l) / parts;
        const uint y = (range_y.first + row % range_y.count) % cells_y;
        const uint z = (range_z.first + row / range_y.count) % cells_z;
        const uint cell = (z * cells_y + y) * cells_x;
        const bool wrapped = (base + l) % parts == 1;
        memory->begins[l] = cell_starts[cell + (wrapped ? 0 : range_x.first)];
        memory->ends[l] = cell_starts[cell + (wrapped ? last_x - cells_x : min(last_x, cells_x))];
      } else {
        memory->begins[l] = 0;
        memory->ends[l] = 1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint run = 0; run < min(runs + 1 - base, 32u); ++run) {
        const bool last = base + run == runs;
        const uint end = memory->ends[run];
        for (uint k = memory->begins[run]; k < end; k += 32) {
          const uint place = min(k + l, end - 1);
          gt_real4 other = sorted[place];
          const uint j = order[place];
          other.x = GT_IMAGE(other.x, centre.x, x);
          other.y = GT_IMAGE(other.y, centre.y, y);
          other.z = GT_IMAGE(other.z, centre.z, z);
          const gt_real4 outside = fmax(fabs(other - centre) - box, (gt_real4)0);
          /* A little more than the radius, for what rounds otherwise in the test. */
          bool candidate = outside.x * outside.x + outside.y * outside.y + outside.z * outside.z <
                               radius2 * (gt_real)1.001f &&
                           k + l < end;
#if GT_NEWTON3
          candidate = candidate && j > lowest;
#endif
          if (last) {
            candidate = l < (32 - at.staged % 32) % 32;
            other = -GT_FAR;
          }
          const uint all = gt_ballot(candidate, memory->words, at.turn++);
          if (candidate) {
            const uint c = at.staged + popcount(all & ((1u << l) - 1));
            memory->stage[c % GT_STAGE] = other;
            memory->stage_numbers[c % GT_STAGE] = j;
            const uint item = (by_place ? place : j) - first;
            if (item < 32 && !last) memory->own[item] = c;
          }
          at.staged += popcount(all);
          barrier(CLK_LOCAL_MEM_FENCE);
          if (at.staged - at.tested >= 32)
            gt_test(GT_SEARCH_ARGUMENTS, self, i, counting, memory, &at);
          barrier(
              CLK_LOCAL_MEM_FENCE); /* here, as PoCL 3.1 wants none where not all steps come by */
          if (last || at.tested - at.written == GT_CANDIDATES) {
            if (!counting) gt_list_masks(GT_SEARCH_ARGUMENTS, i, memory, &at);
            at.written = at.tested;
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (taken && counting) starts[i + 1] = at.found;
    if (taken && counting && i == 0) starts[0] = 0;
    if (taken && !counting) GT_WRITE_LENGTH(i, at.found);
    turn = at.turn;
    waiting &= ~together;
  }
}

/* The lists' lengths, each one place on, of a csr list. */
GT_GROUP_KERNEL void neighbour_mask_count(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_mask_memory memory;
  gt_search(GT_SEARCH_ARGUMENTS, 1, &memory);
}

GT_GROUP_KERNEL void neighbour_mask(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_mask_memory memory;
  gt_search(GT_SEARCH_ARGUMENTS, 0, &memory);
}
