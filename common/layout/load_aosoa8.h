/* aosoa8: blocks of 8 particles, each block 8 x, 8 y, 8 z, 8 m. In fp32 a block is 128 bytes,
 * one cache line of a GPU and two of a CPU. A gather of single particles touches as few lines as
 * with float4; a read of consecutive particles gets vectors of 8. */
#define GT_AOSOA8_BLOCK 8
#define GT_AOSOA8_ARRAYS(A) A(gt_real, blocks)
#define GT_AOSOA8_INDEX(j) \
  (((j) / GT_AOSOA8_BLOCK) * (4 * GT_AOSOA8_BLOCK) + ((j) % GT_AOSOA8_BLOCK))
#define GT_AOSOA8_LOAD(body, j)                                  \
  do {                                                           \
    (body).x = blocks[GT_AOSOA8_INDEX(j)];                       \
    (body).y = blocks[GT_AOSOA8_INDEX(j) + GT_AOSOA8_BLOCK];     \
    (body).z = blocks[GT_AOSOA8_INDEX(j) + 2 * GT_AOSOA8_BLOCK]; \
    (body).m = blocks[GT_AOSOA8_INDEX(j) + 3 * GT_AOSOA8_BLOCK]; \
  } while (0)
