/* A tile of GT_BLOCK bodies in local memory, one loaded by each work-item. Past the end of the
 * bodies stands the last one without mass, which pulls nothing. */
#define GT_LOAD_FOR_TILE(body, j, end) \
  do {                                 \
    GT_LOAD(body, min((j), n - 1));    \
    if ((j) >= (end)) (body).m = 0;    \
  } while (0)

/* A body as the kernels that count issue slots keep it in local memory: one aligned load of four
 * numbers. The mass stands first, so that x, y and z come into other register banks than those of a
 * body held as x y z m (common/simt/simt.hpp). */
typedef struct {
  gt_real m, x, y, z;
} __attribute__((aligned(4 * sizeof(gt_real)))) gt_staged_body;

#define GT_STAGE(staged, body) \
  do {                         \
    (staged).m = (body).m;     \
    (staged).x = (body).x;     \
    (staged).y = (body).y;     \
    (staged).z = (body).z;     \
  } while (0)
