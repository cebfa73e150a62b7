/* Tiles of a permutation, for launch = reorder_tiles and reorder_planned (reorder::Tiling of
 * common/reorder/tiling.hpp). */
#ifndef GPUTEST_REORDER_TILE_H
#define GPUTEST_REORDER_TILE_H

#define REORDER_TILING                                                                            \
  const uint inner, const uint a, const uint a_to, const uint b, const uint b_from,               \
      const uint outer0, const uint outer1, const uint outer2, const uint outer3,                 \
      const uint from0, const uint from1, const uint from2, const uint from3, const uint result0, \
      const uint result1, const uint result2, const uint result3

/* A tile of a matrix: its corner in the source and in the result, and its size. */
typedef struct {
  uint from, to, a, b;
} TilePlace;

#define REORDER_MATRIX(k)                             \
  rest = matrix / outer##k;                           \
  place.from += (matrix - rest * outer##k) * from##k; \
  place.to += (matrix - rest * outer##k) * result##k; \
  matrix = rest;

/* The tile number `number`, with an edge of `edge` runs. Tiles are numbered first along the rows
 * that are farther apart in memory, of the source or of the result. So concurrent groups write
 * or read these rows whole. */
inline TilePlace tile_place(const uint edge, const uint number, REORDER_TILING) {
  const uint along_a = (a - 1) / edge + 1, along_b = (b - 1) / edge + 1;
  const bool b_first = b_from <= a_to;
  const uint first = b_first ? along_b : along_a, second = b_first ? along_a : along_b;
  const uint row = number / first, in_row = number - row * first;
  uint matrix = row / second, rest;
  const uint in_matrix = row - matrix * second;
  const uint first_a = (b_first ? in_matrix : in_row) * edge;
  const uint first_b = (b_first ? in_row : in_matrix) * edge;
  TilePlace place;
  place.from = first_a * inner + first_b * b_from;
  place.to = first_a * a_to + first_b * inner;
  place.a = min(a - first_a, edge);
  place.b = min(b - first_b, edge);
  REORDER_MATRIX(0)
  REORDER_MATRIX(1)
  REORDER_MATRIX(2)
  REORDER_MATRIX(3)
  return place;
}

#define REORDER_TILE_PLACE(edge)                                                               \
  tile_place(edge, get_group_id(0), inner, a, a_to, b, b_from, outer0, outer1, outer2, outer3, \
             from0, from1, from2, from3, result0, result1, result2, result3)

#define REORDER_EACH (REORDER_EDGE * REORDER_EDGE / GT_BLOCK)

/* Reads the group's tile by rows of the source and writes it by rows of the result, one element
 * of every run after another. `tile` has REORDER_EDGE rows, `pitch` elements apart. */
inline void transpose_tile(__global const element_t* restrict source,
                           __global element_t* restrict reordered, __local element_t* tile,
                           const uint pitch, const TilePlace place, const uint inner,
                           const uint a_to, const uint b_from) {
  const uint column = get_local_id(0) % REORDER_EDGE, row = get_local_id(0) / REORDER_EDGE;
  const uint rows = GT_BLOCK / REORDER_EDGE;
  for (uint k = 0; k < inner; ++k) {
    element_t held[REORDER_EACH] = {(element_t)(0)};
    if (k > 0) barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) {
      const uint b = row + r * rows;
      if (column < place.a && b < place.b)
        held[r] = source[place.from + column * inner + b * b_from + k];
    }
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) tile[(row + r * rows) * pitch + column] = held[r];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) {
      const uint a = row + r * rows;
      if (column < place.b && a < place.a)
        reordered[place.to + column * inner + a * a_to + k] = tile[column * pitch + a];
    }
  }
}

#endif
