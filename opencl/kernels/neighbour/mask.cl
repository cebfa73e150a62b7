/* gputest kernel: neighbour_mask
 *   summary    = a group's particles i test the same candidates; bit masks place the entries
 *   source     = this project
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 32
 *   launch     = mask_builder
 *   probe      = local_values
 *   newton3    = off on
 *   list       = ell csr
 *   unroll     = 32 8 1
 *
 * A work-group of 32 has one particle i per item; these particles lie together. All items test
 * the same candidates, 32 at a time, and each item gets a mask. Candidates are the particles
 * within the radius of the box around the group's i. The entries are written from the masks at
 * the end. For an ell list every item writes its k-th entry in the same step, so that writes are
 * consecutive. For a csr list a tile of local memory transposes the entries. */
#include "opencl/kernels/neighbour/neighbour.h"
#include "opencl/kernels/unroll.h"
#include "opencl/kernels/warp.h"

#define GT_MASKS 32 /* per item, before its entries are written */
#define GT_CANDIDATES (32 * GT_MASKS)
#define GT_STAGE 64 /* two candidates per item; up to 63 may be staged and untested */
#define GT_FAR ((gt_real)1e30f)

/* A word with the sign of x in its highest bit. */
#if GT_REAL_BITS == 64
#define GT_SIGN_WORD(x) ((uint)(as_ulong(x) >> 32))
#else
#define GT_SIGN_WORD(x) as_uint(x)
#endif

/* A coordinate's image nearest to another. */
#if GT_PERIODIC
#define GT_IMAGE(at, other, axis) \
  ((at)-edge_##axis * gt_rint(((at) - (other)) * inverse_edge_##axis))
#else
#define GT_IMAGE(at, other, axis) (at)
#endif

#define GT_TILE 16 /* entries per item, for a csr list */

/* A group's local memory for searching, */
typedef struct {
  gt_real4 stage[GT_STAGE];  /* the c-th candidate at c % GT_STAGE */
  gt_real4 centre, box;      /* around the items' i, from the centre to its sides */
  uint own[32];              /* the number of the candidate that is the item's i */
  uint begins[32], ends[32]; /* of runs of sorted particles */
  uint words[3];             /* gt_ballot's */
} gt_search_memory;

/* and for the found entries until they are written. */
typedef struct {
  uint numbers[GT_CANDIDATES]; /* of the tested candidates */
  uint masks[GT_MASKS][32];    /* bit 31 is a group's first candidate */
#if !GT_ELL
  uint tile[32][GT_TILE + 1];
  uint rows[32], lengths[32]; /* the targets of the tile's rows, and their lengths */
#endif
} gt_list_memory;

/* The progress of one search of a group. */
typedef struct {
  uint staged, tested, written; /* candidates */
  uint found, listed;           /* entries of the item's list */
  uint turn;                    /* of gt_ballot */
} gt_progress;

/* The remaining bits of an item's masks. */
typedef struct {
  __local const uint* masks;   /* the item's masks, a row apart */
  __local const uint* numbers; /* of the mask's last candidate, the lowest bit */
  uint mask;
} gt_masked_numbers;

/* The number of the next candidate with a set bit; one must be left. */
uint gt_next_number(gt_masked_numbers* left) {
  while (left->mask == 0) {
    left->masks += 32;
    left->numbers += 32;
    left->mask = *left->masks;
  }
  const int bit = 31 - clz(left->mask);
  left->mask ^= 1u << bit;
  return left->numbers[-bit];
}

/* Writes the entries of all masks for the item's i. */
void gt_list_masks(GT_SEARCH_PARAMETERS, uint i, __local gt_search_memory* memory,
                   __local gt_list_memory* lists, gt_progress* at) {
  const uint l = get_local_id(0);
  gt_masked_numbers entry = {&lists->masks[0][l], lists->numbers + 31, 0};
  if (at->found > at->listed) entry.mask = *entry.masks;
#if !GT_ELL
  uint left = at->found - at->listed;
  uint start = left > 0 ? starts[i] + at->listed : 0;
  while (gt_ballot(left > 0, memory->words, at->turn++) != 0) {
    const uint here = min(left, (uint)GT_TILE);
    for (uint t = 0; t < here; ++t) lists->tile[l][t] = gt_next_number(&entry);
    lists->rows[l] = start;
    lists->lengths[l] = here;
    gt_warp_barrier();
#pragma unroll 4
    for (uint step = 0; step < GT_TILE; ++step) {
      const uint row = step * (32 / GT_TILE) + l / GT_TILE, t = l % GT_TILE;
      const uint place = lists->rows[row] + t;
      if (t < lists->lengths[row] && place < capacity) entries[place] = lists->tile[row][t];
    }
    gt_warp_barrier();
    left -= here;
    start += here;
  }
#else
  if (at->found > at->listed) {
    GT_ROW(i);
    const uint end = min(at->found, room);
    __global uint* target = row + at->listed * step;
    for (uint k = at->listed; k < end; ++k) {
      *target = gt_next_number(&entry);
      target += step;
    }
  }
#endif
  at->listed = at->found;
}

/* Tests the next 32 candidates against the item's particle i. */
void gt_test(gt_real4 self, uint i, gt_real radius2, const int counting,
             __local gt_search_memory* memory, __local gt_list_memory* lists, gt_progress* at) {
  const uint l = get_local_id(0);
  __local const gt_real4* group = memory->stage + at->tested % GT_STAGE;
  uint mask = 0;
  GT_UNROLL_AS_CHOSEN
  for (uint c = 0; c < 32; ++c) {
    const gt_real4 other = group[c];
    const gt_real dx = self.x - other.x, dy = self.y - other.y, dz = self.z - other.z;
    uint inside = GT_SIGN_WORD(gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, -radius2))));
#if GT_NEWTON3
    inside &= i - GT_NUMBER(other); /* both are below 2^31 */
#endif
    /* This is mask << 1 | inside >> 31, one instruction on NVIDIA; Oclgrind 21.10 does not
     * support that form. */
    mask = (uint)(upsample(mask, inside) >> 31);
  }
#if !GT_NEWTON3
  const uint own = memory->own[l] - at->tested;
  if (own < 32) mask &= ~(0x80000000u >> own);
#endif
  at->found += popcount(mask);
  if (!counting) {
    lists->masks[(at->tested - at->written) / 32][l] = mask;
    lists->numbers[at->tested - at->written + l] = GT_NUMBER(group[l]);
  }
  at->tested += 32;
}

/* The lists of the group's particles, written or only counted; counting does not use `lists`. */
void gt_search(GT_SEARCH_PARAMETERS, const int counting, __local gt_search_memory* memory,
               __local gt_list_memory* lists) {
  const uint l = get_local_id(0);
  const uint first = get_group_id(0) * 32;
  const bool by_place = GT_SCATTERED > n / 8;
  const uint which = min(first + l, n - 1);
  const uint own_place = by_place ? which : slots[which];
  const gt_real4 at_input = sorted[own_place];
  const uint i = GT_NUMBER(at_input);
  memory->stage[l] = at_input;
  if (l < 3) memory->words[l] = 0;
  gt_warp_barrier();
  uint lowest = GT_NUMBER(memory->stage[0]);
  if (by_place)
    for (uint item = 1; item < 32; ++item) lowest = min(lowest, GT_NUMBER(memory->stage[item]));
  gt_warp_barrier();

  uint turn = 0;
  uint waiting = gt_ballot(first + l < n, memory->words, turn++);
  while (waiting != 0) {
    /* The particles taken together: those near the leader, which is the middle one of the waiting,
     * or else the first. */
    const uint leader = (waiting >> 16) != 0 ? 16 + popcount((waiting >> 16 & -(waiting >> 16)) - 1)
                                             : popcount((waiting & -waiting) - 1);
    memory->stage[l] = at_input;
    gt_warp_barrier();
    const gt_real4 there = memory->stage[leader];
    gt_warp_barrier();
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
    gt_real4 low = taken ? self : (gt_real4)GT_FAR, high = taken ? self : (gt_real4)-GT_FAR;
    for (uint step = 1; step < 32; step *= 2) {
      memory->stage[l] = low;
      memory->stage[l + 32] = high;
      gt_warp_barrier();
      low = fmin(low, memory->stage[l ^ step]);
      high = fmax(high, memory->stage[(l ^ step) + 32]);
      gt_warp_barrier();
    }
    /* In local memory: otherwise NVIDIA's compiler would recompute them at each step below. */
    if (l == 0) {
      memory->centre = (low + high) / 2;
      memory->box = fmax(high - memory->centre, memory->centre - low);
    }
#define GT_AROUND(axis)                                                                      \
  gt_cells_around(low.axis, high.axis, edge_##axis > 0, low_##axis, cells_per_length_##axis, \
                  cells_##axis)
    const gt_cell_range range_x = GT_AROUND(x), range_y = GT_AROUND(y), range_z = GT_AROUND(z);
    const uint last_x = range_x.first + range_x.count; /* may be past the row's end */
    const uint parts = last_x > cells_x ? 2 : 1;
    const uint runs = parts * range_y.count * range_z.count;

    if (!taken) self = GT_FAR; /* too far to have neighbours */
    memory->own[l] = ~0u;      /* overwritten when that candidate is staged */
    gt_progress at = {0, 0, 0, 0, 0, turn};
    /* After the runs, one more step fills up the last 32 candidates and lists the rest. */
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
      gt_warp_barrier();
      for (uint run = 0; run < min(runs + 1 - base, 32u); ++run) {
        const bool last = base + run == runs;
        const uint end = memory->ends[run];
        const uint most = max(end, 1u) - 1;                         /* the first run may be empty */
        gt_real4 next = sorted[min(memory->begins[run] + l, most)]; /* loaded a step ahead */
        for (uint k = memory->begins[run]; k < end; k += 32) {
          const uint place = min(k + l, most);
          gt_real4 other = next;
          if (k + 32 < end) next = sorted[min(k + 32 + l, most)];
          const uint j = GT_NUMBER(other);
          const gt_real4 centre = memory->centre, box = memory->box;
          other.x = GT_IMAGE(other.x, centre.x, x);
          other.y = GT_IMAGE(other.y, centre.y, y);
          other.z = GT_IMAGE(other.z, centre.z, z);
          const gt_real4 outside = fmax(fabs(other - centre) - box, (gt_real4)0);
          /* Slightly more than the radius, because the test rounds differently. */
          bool candidate = outside.x * outside.x + outside.y * outside.y + outside.z * outside.z <
                               radius2 * (gt_real)1.001f &&
                           k + l < end;
#if GT_NEWTON3
          candidate = candidate && j > lowest;
#endif
          if (last) {
            candidate = l < (32 - at.staged % 32) % 32;
            other.x = -GT_FAR;
          }
          const uint all = gt_ballot(candidate, memory->words, at.turn++);
          if (candidate) {
            const uint c = at.staged + popcount(all & ((1u << l) - 1));
            memory->stage[c % GT_STAGE] = other;
            const uint item = (by_place ? place : j) - first;
            if (item < 32 && !last) memory->own[item] = c;
          }
          at.staged += popcount(all);
          gt_warp_barrier();
          if (at.staged - at.tested >= 32) gt_test(self, i, radius2, counting, memory, lists, &at);
          gt_warp_barrier(); /* here: PoCL 3.1 needs it in all steps */
          if (last || at.tested - at.written == GT_CANDIDATES) {
            if (!counting) gt_list_masks(GT_SEARCH_ARGUMENTS, i, memory, lists, &at);
            at.written = at.tested;
          }
        }
      }
      gt_warp_barrier();
    }
    if (taken && counting) GT_COUNT_LENGTH(i, at.found);
    if (taken && !counting) GT_WRITE_LENGTH(i, at.found);
    turn = at.turn;
    waiting &= ~together;
  }
}

/* The lengths of a csr list's rows. */
GT_GROUP_KERNEL void neighbour_mask_count(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_search_memory memory;
  gt_search(GT_SEARCH_ARGUMENTS, 1, &memory, 0);
}

GT_GROUP_KERNEL void neighbour_mask(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_search_memory memory;
  __local gt_list_memory lists;
  gt_search(GT_SEARCH_ARGUMENTS, 0, &memory, &lists);
}
