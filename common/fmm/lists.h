/* Lists of the cells and bodies that act on a cell; one text for g++, nvcc, hipcc and OpenCL C.
 * Included after cell.h, under the same conditions.
 *
 * A cell has candidates: the cells that were too near for its parent. The root's candidate is the
 * root. A candidate that is far acts as a whole. Otherwise it is opened, and its children are
 * examined. If the cell has children, cells that are too near become their candidates. A leaf keeps
 * opening until each cell is far, or is near: its bodies are summed one by one. So each pair of
 * bodies meets exactly once, on one level. The number of cells that a cell examines does not depend
 * on the number of bodies.
 *
 * Lists lie in a pool. Its first number is the length in use, its second is the root. Lists are
 * counted before they are written. If the pool has no room for a cell's lists, the cell has none:
 * its children take its candidates as theirs, and a leaf's bodies meet all of the candidates'
 * bodies one by one. */
#ifndef GPUTEST_FMM_LISTS_ONCE
#define GPUTEST_FMM_LISTS_ONCE
#define GT_POOL_USED 2u /* of an empty pool */
/* The numbers of each cell in `lists`: */
#define GT_LISTS 6u
#define GT_FAR_BEGIN 0   /* start of the cells in the pool that act on its local expansion */
#define GT_FAR_COUNT 1   /* their number */
#define GT_WHOLE_BEGIN 2 /* for a leaf: cells that act on each body */
#define GT_WHOLE_COUNT 3
#define GT_NEAR_BEGIN 4 /* its children's candidates or, for a leaf, cells to sum body by body */
#define GT_NEAR_COUNT 5
/* The results of gt_judge(). */
#define GT_IS_FAR 0u
#define GT_IS_WHOLE 1u
#define GT_IS_NEAR 2u
#define GT_IS_OPEN 3u
#endif

/* The cells that one item finds. They are counted, and written if `pool` is not null. */
typedef struct {
  gt_uint fars, wholes, nears;       /* numbers of cells */
  gt_uint far_at, whole_at, near_at; /* places of the next ones */
} gt_found;

/* The approximate acceleration of a cell's bodies by everything else: the usual one, or less if its
 * bodies are far from the centre of all. */
GT_FN gt_real gt_pull_at(gt_real4 centre, gt_real radius, gt_real4 root, gt_real mass,
                         gt_real usual) {
  const gt_real dx = centre.x - root.x, dy = centre.y - root.y, dz = centre.z - root.z;
  const gt_real d = gt_sqrt(dx * dx + dy * dy + dz * dz) + radius, d2 = d * d;
  return mass < usual * d2 ? mass / d2 : usual;
}

/* Whether a cell is far enough to act as a whole on everything within a radius of a place. Its
 * multipoles neglect an acceleration of about m / d^2 (r / d)^degree, with r its own radius and
 * d the distance (W. Dehnen, Comput. Astrophys. Cosmol. 1, 1, 2014, section 3.1). This must be
 * less than the tolerance. The degree is even. Expansions converge for r < d and are used for r
 * < 0.7 d. */
GT_FN int gt_acts_whole(gt_real d2, gt_real radius, gt_real mass, gt_real tolerance,
                        gt_uint degree) {
  const gt_real ratio = radius * radius / d2;
  gt_real left_out = mass;
  gt_uint k;
  for (k = 0; k < degree; k += 2) left_out *= ratio;
  return ratio < (gt_real)0.49 && left_out < tolerance * d2;
}

/* A cell for which lists are made. */
typedef struct {
  gt_real4 centre;
  gt_real radius, theta, tolerance;
  gt_uint few; /* a leaf sums this many bodies of another cell one by one */
  gt_uint degree;
  int is_leaf, all_pairs;
} gt_listed;

/* The cell that lists are made for. The tolerance is a share, theta^degree / 32, of its pull. A
 * share of 0 means that all pairs are summed. */
GT_FN gt_listed gt_listed_cell(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                               GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* ranges,
                               GT_GLOBAL const gt_real* multipoles, gt_uint cell, gt_real usual,
                               gt_real theta, gt_real share, gt_uint degree) {
  gt_listed listed;
  listed.centre = centres[cell];
  listed.radius = radii[cell];
  listed.theta = theta;
  listed.tolerance =
      share * gt_pull_at(listed.centre, listed.radius, centres[0], multipoles[0], usual);
  listed.few = GT_TERMS(degree) / ranges[2 * (size_t)cell + 1];
  listed.degree = degree;
  listed.is_leaf = gt_is_leaf(links[cell]);
  listed.all_pairs = share == 0;
  return listed;
}

/* A cell that may act on the listed cell. */
typedef struct {
  gt_real4 centre;
  gt_real radius, mass;
  gt_uint bodies;
  gt_ulong link;
} gt_acting;

GT_FN gt_acting gt_acting_cell(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                               GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* ranges,
                               GT_GLOBAL const gt_real* multipoles, gt_uint cell, gt_uint degree) {
  gt_acting acting;
  acting.centre = centres[cell];
  acting.radius = radii[cell];
  acting.mass = multipoles[(size_t)cell * GT_TERMS(degree)];
  acting.bodies = ranges[2 * (size_t)cell + 1];
  acting.link = links[cell];
  return acting;
}

/* Decides about another cell: it acts on the local expansion, it acts on each body, it is near,
 * or it is opened. Only leaves open the children of candidates. A leaf sums the bodies of a cell
 * one by one if this takes no more pairs than an expansion has terms: it costs less. A cell's
 * own expansion neglects about (R / d)^degree of another cell's effect, with R its radius. This
 * error is alike for all cells on one side, so R must be less than theta d. If that fails for a
 * leaf, because its few bodies are far apart, other cells act on each of its bodies singly. */
GT_FN gt_uint gt_judge(gt_listed listed, gt_acting other, int is_candidate) {
  const gt_real dx = listed.centre.x - other.centre.x, dy = listed.centre.y - other.centre.y,
                dz = listed.centre.z - other.centre.z;
  const gt_real d2 = dx * dx + dy * dy + dz * dz;
  if (listed.all_pairs || (listed.is_leaf && other.bodies <= listed.few)) return GT_IS_NEAR;
  if (listed.radius * listed.radius < listed.theta * listed.theta * d2 &&
      gt_acts_whole(d2, listed.radius + other.radius, other.mass, listed.tolerance, listed.degree))
    return GT_IS_FAR;
  if (listed.is_leaf && 2 * other.bodies > GT_TERMS(listed.degree)) {
    const gt_real least = gt_sqrt(d2) - listed.radius;
    if (least > 0 &&
        gt_acts_whole(least * least, other.radius, other.mass, listed.tolerance, listed.degree))
      return GT_IS_WHOLE;
  }
  return gt_is_leaf(other.link) || !(listed.is_leaf || is_candidate) ? GT_IS_NEAR : GT_IS_OPEN;
}

/* Finds the cells within a candidate that act on a cell. */
GT_FN void gt_look_at(gt_listed listed, GT_GLOBAL const gt_real4* centres,
                      GT_GLOBAL const gt_real* radii, GT_GLOBAL const gt_ulong* links,
                      GT_GLOBAL const gt_uint* ranges, GT_GLOBAL const gt_real* multipoles,
                      GT_GLOBAL gt_uint* pool, gt_uint candidate, gt_found* found) {
  gt_uint stack[GT_CHILDREN * GT_LEVELS]; /* at most seven siblings per level wait */
  gt_uint top = 0, k;
  stack[top++] = candidate;
  while (top > 0) {
    const gt_uint other = stack[--top];
    const gt_acting acting =
        gt_acting_cell(centres, radii, links, ranges, multipoles, other, listed.degree);
    const gt_uint kind = gt_judge(listed, acting, other == candidate);
    if (kind == GT_IS_FAR) {
      if (pool != 0) pool[found->far_at++] = other;
      ++found->fars;
    } else if (kind == GT_IS_WHOLE) {
      if (pool != 0) pool[found->whole_at++] = other;
      ++found->wholes;
    } else if (kind == GT_IS_NEAR) {
      if (pool != 0) pool[found->near_at++] = other;
      ++found->nears;
    } else {
      const gt_uint first = gt_link_first(acting.link);
      for (k = gt_link_count(acting.link); k > 0; --k) stack[top++] = first + k - 1;
    }
  }
}
