/* Tiles of a permutation, which launch = reorder_tiles and reorder_planned cut
 * (reorder::Tiling of common/reorder/tiling.hpp). */
#ifndef GPUTEST_REORDER_TILE_H
#define GPUTEST_REORDER_TILE_H

#define REORDER_TILING                                                                            \
  const uint inner, const uint a, const uint a_to, const uint b, const uint b_from,               \
      const uint outer0, const uint outer1, const uint outer2, const uint outer3,                 \
      const uint from0, const uint from1, const uint from2, const uint from3, const uint result0, \
      const uint result1, const uint result2, const uint result3

/* A tile of a matrix: its corner in the source and in the result, and how much of it there is. */
typedef struct {
  uint from, to, a, b;
} TilePlace;

#define REORDER_MATRIX(k)                             \
  rest = matrix / outer##k;                           \
  place.from += (matrix - rest * outer##k) * from##k; \
  place.to += (matrix - rest * outer##k) * result##k; \
  matrix = rest;

/* The tile of that number, its edge `edge` runs. */
inline TilePlace tile_place(const uint edge, const uint number, REORDER_TILING) {
  const uint along_a = (a - 1) / edge + 1, along_b = (b - 1) / edge + 1;
  const uint row = number / along_a;
  const uint first_a = (number - row * along_a) * edge;
  uint matrix = row / along_b, rest;
  const uint first_b = (row - matrix * along_b) * edge;
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

/* Reads the group's tile row by row of the source and writes it row by row of the result, one
 * element of every run after the other. `tile` has `edge` rows, `pitch` elements apart. */
inline void transpose_tile(__global const element_t* restrict source,
                           __global element_t* restrict reordered, __local element_t* tile,
                           const uint edge, const uint pitch, const TilePlace place,
                           const uint inner, const uint a_to, const uint b_from) {
  const uint column = get_local_id(0) % edge, row = get_local_id(0) / edge;
  const uint rows = GT_BLOCK / edge;
  for (uint k = 0; k < inner; ++k) {
    if (k > 0) barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = row; r < edge; r += rows)
      if (column < place.a && r < place.b)
        tile[r * pitch + column] = source[place.from + column * inner + r * b_from + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = row; r < edge; r += rows)
      if (column < place.b && r < place.a)
        reordered[place.to + column * inner + r * a_to + k] = tile[column * pitch + r];
  }
}

#endif
