/* The schedule of gravity_symmetric: every unordered pair of tiles once. One text for CUDA, HIP and
 * OpenCL C.
 *
 * The bodies are `tiles` tiles of `per_tile` chunks in a ring. Tile I is paired with its own chunks
 * and those of the (tiles-1)/2 tiles that follow it. If the number of tiles is even, the first half
 * of the tiles is also paired with the opposite tile. A unit is one tile by one chunk.
 *
 * Between two sets of bodies, all tiles of one are paired with all chunks of the other: a
 * rectangle. */
#ifndef GPUTEST_SYMMETRIC_RING_H
#define GPUTEST_SYMMETRIC_RING_H

#include "common/portable/portable.h"

typedef struct {
  gt_uint tiles, per_tile;
  gt_uint row;       /* units of a tile: its own chunks and those of the tiles that follow */
  gt_ulong opposite; /* units of tiles paired with the opposite one */
} gt_symmetric_ring;

/* A run of units that share their tile: chunk, chunk + 1, ... around the ring. */
typedef struct {
  gt_uint tile, chunk, run;
} gt_symmetric_unit;

/* The ring of n bodies in tiles of `tile`, with `per_tile` chunks each. It is an output parameter:
 * with a return value, nvcc 13.0 placed the kernel's registers in other banks, which cost 3 % on an
 * H100. */
GT_FN void gt_symmetric_ring_make(gt_symmetric_ring* ring, gt_uint n, gt_uint tile,
                                  gt_uint per_tile) {
  ring->tiles = (n + tile - 1) / tile;
  ring->per_tile = per_tile;
  ring->row = ring->per_tile * ((ring->tiles + 1) / 2);
  ring->opposite = ring->tiles % 2 == 0 ? (gt_ulong)(ring->tiles / 2) * ring->per_tile : 0;
}

/* The rectangle of `targets` bodies in tiles of `tile` with n others in chunks of `chunk`. Each
 * row has all chunks. No chunk belongs to a tile, so every row begins with chunk 0. */
GT_FN void gt_symmetric_rectangle_make(gt_symmetric_ring* ring, gt_uint n, gt_uint targets,
                                       gt_uint tile, gt_uint chunk) {
  ring->tiles = (targets + tile - 1) / tile;
  ring->per_tile = 0;
  ring->row = (n + chunk - 1) / chunk;
  ring->opposite = 0;
}

GT_FN gt_uint gt_symmetric_chunks(const gt_symmetric_ring* ring) {
  return ring->per_tile == 0 ? ring->row : ring->tiles * ring->per_tile;
}

GT_FN gt_ulong gt_symmetric_units(const gt_symmetric_ring* ring) {
  return (gt_ulong)ring->tiles * ring->row + ring->opposite;
}

/* The tile and chunk of unit u, and the number of units from it on with the same tile. */
GT_FN gt_symmetric_unit gt_symmetric_unit_of(const gt_symmetric_ring* ring, gt_ulong u) {
  const gt_ulong in_rows = (gt_ulong)ring->tiles * ring->row;
  gt_uint tile, offset, run, chunk;
  gt_symmetric_unit unit;
  /* A rectangle has only rows. PoCL 7.1 crashes on a branch that divides by a constant zero. */
  if (u < in_rows || ring->per_tile == 0) {
    tile = (gt_uint)(u / ring->row);
    offset = (gt_uint)(u % ring->row);
    run = ring->row - offset;
  } else {
    tile = (gt_uint)((u - in_rows) / ring->per_tile);
    offset = (gt_uint)((u - in_rows) % ring->per_tile);
    run = ring->per_tile - offset;
    offset += ring->row;
  }
  chunk = tile * ring->per_tile + offset;
  unit.tile = tile;
  unit.chunk = chunk < gt_symmetric_chunks(ring) ? chunk : chunk - gt_symmetric_chunks(ring);
  unit.run = run;
  return unit;
}

#endif
