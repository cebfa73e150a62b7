/* A tile of GT_BLOCK bodies in local memory, one loaded by each work-item. Past the end of the
 * bodies stands the last one without mass, which pulls nothing. */
#define GT_LOAD_FOR_TILE(body, j, end) \
  do {                                 \
    GT_LOAD(body, min((j), n - 1));    \
    if ((j) >= (end)) (body).m = 0;    \
  } while (0)

/* A body as the kernels that count issue slots keep it in local memory: one vector, m x y z. With
 * the mass first, x, y and z come into other register banks than those of a body held as x y z m
 * (common/simt/simt.hpp). A struct of the same order cost NVIDIA's compiler 8 %. */
#define GT_STAGED(body) ((gt_real4)((body).m, (body).x, (body).y, (body).z))
#define GT_FROM_STAGED(body, staged) \
  do {                               \
    const gt_real4 staged_ = staged; \
    (body).m = staged_.x;            \
    (body).x = staged_.y;            \
    (body).y = staged_.z;            \
    (body).z = staged_.w;            \
  } while (0)
