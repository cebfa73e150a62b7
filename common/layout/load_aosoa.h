/* aosoa: blocks of 32 particles, each block 32 x, 32 y, 32 z, 32 m. Consecutive like soa within
 * a block, one stream of memory like aos. */
#define GT_AOSOA_BLOCK 32
#define GT_AOSOA_ARRAYS(A) A(gt_real, blocks)
#define GT_AOSOA_INDEX(j) (((j) / GT_AOSOA_BLOCK) * (4 * GT_AOSOA_BLOCK) + ((j) % GT_AOSOA_BLOCK))
#define GT_AOSOA_LOAD(body, j)                                 \
  do {                                                         \
    (body).x = blocks[GT_AOSOA_INDEX(j)];                      \
    (body).y = blocks[GT_AOSOA_INDEX(j) + GT_AOSOA_BLOCK];     \
    (body).z = blocks[GT_AOSOA_INDEX(j) + 2 * GT_AOSOA_BLOCK]; \
    (body).m = blocks[GT_AOSOA_INDEX(j) + 3 * GT_AOSOA_BLOCK]; \
  } while (0)
