/* A tile of GT_BLOCK bodies in local memory, one loaded by each work-item. Past the end of the
 * bodies stands the last one without mass, which pulls nothing. */
#define GT_LOAD_FOR_TILE(body, j, end) \
  do {                                 \
    GT_LOAD(body, min((j), n - 1));    \
    if ((j) >= (end)) (body).m = 0;    \
  } while (0)
