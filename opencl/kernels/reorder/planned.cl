/* gputest kernel: reorder_planned
 *   summary    = dimensions fused, elements widened, then large tiles or boxes of several
 *   source     = Hynninen and Lyakh 2017, cuTT, arXiv:1705.01598; Springer et al. 2016, TTC
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_planned
 *   order      = permuted
 *
 * Elements that stay adjacent are moved as one. If no dimension is too small for tiles, a
 * permutation takes larger tiles than reorder_rows. Otherwise it takes boxes of several
 * dimensions, read in the source's order and written in the result's (reorder::Packing of
 * common/reorder/packing.hpp). The plan selects the code that is compiled. */
#include "opencl/kernels/reorder/reorder.h"
#include "opencl/kernels/reorder/tile.h"

#if REORDER_WAY == 0 /* tiles */

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_planned(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER, REORDER_TILING) {
  __local element_t tile[REORDER_EDGE * (REORDER_EDGE + 1)];
  transpose_tile(source, reordered, tile, REORDER_EDGE + 1, REORDER_TILE_PLACE(REORDER_EDGE), inner,
                 a_to, b_from);
}

#elif REORDER_WAY == 1 /* tiles of short elements, in words of several */

#if REORDER_WORD == 4
typedef uint word_t;
#else
typedef ulong word_t;
#endif
#define PER_WORD (REORDER_WORD / REORDER_BYTES)
#define WORDS (REORDER_EDGE / PER_WORD) /* per row of a tile */
#define ROWS (GT_BLOCK / WORDS)         /* rows of words at a time */
#define BITS (8 * REORDER_BYTES)

/* Transposes a block of as many words as a word has elements: its halves are swapped, then its
 * quarters, and so on. */
inline void transpose_block(word_t* words) {
#pragma unroll
  for (uint half_of = PER_WORD / 2; half_of > 0; half_of /= 2) {
    word_t lower = 0; /* mask of the elements in the lower of each pair of halves */
#pragma unroll
    for (uint k = 0; k < PER_WORD; ++k)
      if ((k & half_of) == 0) lower |= (word_t)(element_t) ~(element_t)0 << (BITS * k);
#pragma unroll
    for (uint i = 0; i < PER_WORD; ++i) {
      if ((i & half_of) != 0) continue;
      const word_t x = words[i], y = words[i + half_of];
      words[i] = (x & lower) | ((y & lower) << (BITS * half_of));
      words[i + half_of] = ((x >> (BITS * half_of)) & lower) | (y & ~lower);
    }
  }
}

/* An item reads one word from each of as many rows as a word has elements, and transposes these;
 * from then on it reads and writes whole words. In local memory the words of a row are permuted by
 * the row's number, so that no two items need the same bank. */
__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_planned(
    __global const word_t* restrict source, __global word_t* restrict reordered, REORDER_ORDER,
    REORDER_TILING) {
  __local word_t tile[REORDER_EDGE * WORDS];
  const TilePlace place = REORDER_TILE_PLACE(REORDER_EDGE);
  const uint column = get_local_id(0) % WORDS, row = get_local_id(0) / WORDS;
  word_t held[WORDS / ROWS][PER_WORD];
#pragma unroll
  for (uint r = 0; r < WORDS / ROWS; ++r) {
#pragma unroll
    for (uint i = 0; i < PER_WORD; ++i) {
      const uint line = (row + r * ROWS) * PER_WORD + i;
      held[r][i] = 0;
      if (column * PER_WORD < place.a && line < place.b)
        held[r][i] = source[(place.from + line * b_from) / PER_WORD + column];
    }
  }
#pragma unroll
  for (uint r = 0; r < WORDS / ROWS; ++r) {
    transpose_block(held[r]);
#pragma unroll
    for (uint i = 0; i < PER_WORD; ++i)
      tile[(column * PER_WORD + i) * WORDS + ((row + r * ROWS) ^ column)] = held[r][i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint line = row; line < REORDER_EDGE; line += ROWS)
    if (column * PER_WORD < place.b && line < place.a)
      reordered[(place.to + line * a_to) / PER_WORD + column] =
          tile[line * WORDS + (column ^ (line / PER_WORD))];
}

#else /* boxes */

/* The place in memory of element i of a walk through a box, and its staging place; `there` is false
 * if this box has no such element. The walk's k-th dimension is dimension ORDER(k) of the box.
 * Division of i by the box's edge, as a product with the edge's reciprocal, gives the index along a
 * dimension. */
#define FIND_IN_BOX(i, ORDER, stride, memory, place, there)                      \
  {                                                                              \
    uint left = (i);                                                             \
    memory = place = 0;                                                          \
    there = (i) < volume;                                                        \
    _Pragma("unroll") for (int k = 0; k < REORDER_DEPTH; ++k) {                  \
      const uint d = ORDER(k);                                                   \
      const uint rest = reciprocal[d] == 0 ? left : mul_hi(left, reciprocal[d]); \
      const uint at = left - rest * box[d];                                      \
      there = there && at < here[d];                                             \
      memory += at * stride[d];                                                  \
      place += at * pitch[d];                                                    \
      left = rest;                                                               \
    }                                                                            \
  }
#define AS_STORED(k) k
#define AS_WRITTEN(k) later[k]
#define AT_ONCE 4 /* overlapping reads */

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_planned(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER, const uint length0, const uint length1, const uint length2, const uint length3,
    const uint length4, const uint length5, const uint from0, const uint from1, const uint from2,
    const uint from3, const uint from4, const uint from5, const uint result0, const uint result1,
    const uint result2, const uint result3, const uint result4, const uint result5, const uint box0,
    const uint box1, const uint box2, const uint box3, const uint box4, const uint box5,
    const uint reciprocal0, const uint reciprocal1, const uint reciprocal2, const uint reciprocal3,
    const uint reciprocal4, const uint reciprocal5, const uint pitch0, const uint pitch1,
    const uint pitch2, const uint pitch3, const uint pitch4, const uint pitch5) {
  __local element_t staged[REORDER_CAPACITY];
  const uint extent[6] = {length0, length1, length2, length3, length4, length5};
  const uint from[6] = {from0, from1, from2, from3, from4, from5};
  const uint to[6] = {result0, result1, result2, result3, result4, result5};
  const uint box[6] = {box0, box1, box2, box3, box4, box5};
  const uint reciprocal[6] = {reciprocal0, reciprocal1, reciprocal2,
                              reciprocal3, reciprocal4, reciprocal5};
  const uint pitch[6] = {pitch0, pitch1, pitch2, pitch3, pitch4, pitch5};
  const uint later[6] = {REORDER_LATER};
  uint here[6];
  uint source_at = 0, result_at = 0, volume = 1, number = get_group_id(0);
#pragma unroll
  for (int k = 0; k < 6; ++k) {
    const uint boxes = (extent[k] - 1) / box[k] + 1, rest = number / boxes;
    const uint first = (number - rest * boxes) * box[k];
    number = rest;
    source_at += first * from[k];
    result_at += first * to[k];
    here[k] = min(extent[k] - first, box[k]);
    volume *= box[k];
  }
  for (uint first = get_local_id(0); first < volume; first += AT_ONCE * GT_BLOCK) {
    element_t held[AT_ONCE];
    uint place[AT_ONCE];
    bool there[AT_ONCE];
#pragma unroll
    for (uint r = 0; r < AT_ONCE; ++r) {
      uint memory;
      FIND_IN_BOX(first + r * GT_BLOCK, AS_STORED, from, memory, place[r], there[r])
      if (there[r]) held[r] = source[source_at + memory];
    }
#pragma unroll
    for (uint r = 0; r < AT_ONCE; ++r)
      if (there[r]) staged[place[r]] = held[r];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
  for (uint e = get_local_id(0); e < volume; e += GT_BLOCK) {
    uint memory, place;
    bool there;
    FIND_IN_BOX(e, AS_WRITTEN, to, memory, place, there)
    if (there) reordered[result_at + memory] = staged[place];
  }
}

#endif
