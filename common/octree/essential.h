/* The essential tree: the part of a tree that bodies in a box on another device need, as a
 * message (J. K. Salmon, PhD thesis, Caltech, 1991, chapter 4), and how it is grafted onto the
 * tree there. The same text for g++, nvcc, hipcc and OpenCL C. Like cell.h, included after it.
 *
 * A cell is sent if some point of the box opens all cells above it. It is cut there if it is not
 * opened itself. So no group of bodies in the box opens a cut cell. For leaves that are not cut,
 * the bodies are sent.
 *
 * A message consists of vectors. The first two words of the first vector are the numbers of
 * cells and bodies; if the capacity is too small, the numbers needed. The cells follow, up to
 * the capacity, then the bodies, likewise. A cell has its entry of `centres`, with an opening of
 * -1 if it is cut; its moments; its third moments, if there are any; and its link, to cells or
 * bodies of the message. The root is the first cell.
 *
 * Any work-item may claim the places of any cell's children, so that places differ from run to
 * run. Siblings keep their order, and walks find the same interactions. */
#include "common/portable/portable.h"

#define GT_NO_PARENT 0xffffffffu
#define GT_CUT_AWAY GT_LEAF_MARK /* the link's upper word of a leaf without bodies */

/* Vectors per cell. */
GT_FN gt_uint gt_essential_cell(int has_third) { return has_third ? 7u : 4u; }

/* Pass 1: marks a cell as the parent of its children. For the root, also counts the root as
 * sent. */
GT_FN void gt_name_parent(GT_GLOBAL const gt_ulong* links, GT_GLOBAL gt_uint* parents,
                          GT_GLOBAL gt_real4* message, gt_uint cell) {
  const gt_ulong link = links[cell];
  gt_uint child;
  if (!gt_is_leaf(link))
    for (child = 0; child < gt_link_count(link); ++child)
      parents[gt_link_first(link) + child] = cell;
  if (cell == 0) {
    parents[0] = GT_NO_PARENT;
    ((GT_GLOBAL gt_uint*)message)[0] = 1;
    ((GT_GLOBAL gt_uint*)message)[1] = 0;
  }
}

/* Whether a cell is sent to a box. */
GT_FN int gt_is_sent(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_uint* parents,
                     gt_real4 low, gt_real4 high, gt_uint cell) {
  gt_uint above = parents[cell];
  while (above != GT_NO_PARENT && !gt_is_beyond(centres[above], low, high)) above = parents[above];
  return above == GT_NO_PARENT;
}

/* Pass 2: how many places a cell's children or bodies need. The message's first word counts
 * cells, the second counts bodies; the count before is the cell's entry of `places`. */
GT_FN gt_uint gt_places_wanted(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_ulong* links,
                               GT_GLOBAL const gt_uint* parents, gt_real4 low, gt_real4 high,
                               gt_uint cell) {
  return gt_is_sent(centres, parents, low, high, cell) && !gt_is_beyond(centres[cell], low, high)
             ? gt_link_count(links[cell])
             : 0;
}

/* Pass 3: writes a cell that is sent. `octupoles` is null if there are none. */
GT_FN void gt_pack_cell(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_real4* centres,
                        GT_GLOBAL const gt_real4* moments, GT_GLOBAL const gt_real4* octupoles,
                        GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* parents,
                        GT_GLOBAL const gt_uint* places, gt_real4 low, gt_real4 high,
                        gt_uint most_cells, gt_uint most_bodies, gt_uint cell,
                        GT_GLOBAL gt_real4* message) {
  const gt_uint size = gt_essential_cell(octupoles != 0), parent = parents[cell];
  const gt_ulong link = links[cell];
  const gt_uint first = gt_link_first(link), count = gt_link_count(link), place = places[cell];
  gt_uint slot = 0, k;
  gt_real4 centre = centres[cell];
  GT_GLOBAL gt_real4* to;
  int is_cut;
  if (!gt_is_sent(centres, parents, low, high, cell)) return;
  if (parent != GT_NO_PARENT) slot = places[parent] + (cell - gt_link_first(links[parent]));
  if (slot >= most_cells) return;
  is_cut = gt_is_beyond(centre, low, high) ||
           place + count > (gt_is_leaf(link) ? most_bodies : most_cells);
  if (is_cut) centre.w = -1;
  to = message + 1 + (size_t)slot * size;
  to[0] = centre;
  to[1] = moments[2 * (size_t)cell];
  to[2] = moments[2 * (size_t)cell + 1];
  if (octupoles != 0)
    for (k = 0; k < 3; ++k) to[3 + k] = octupoles[3 * (size_t)cell + k];
  *(GT_GLOBAL gt_ulong*)(to + size - 1) =
      is_cut ? (gt_ulong)GT_CUT_AWAY << 32
             : gt_link(place, count, gt_is_leaf(link) ? GT_LEAF_MARK : 0);
  if (is_cut || !gt_is_leaf(link)) return;
  to = message + 1 + (size_t)most_cells * size + place;
  for (k = 0; k < count; ++k) to[k] = sorted[first + k];
}

/* Puts the item's cell, or its body if the item is at least `most_cells`, into a tree's arrays.
 * The root becomes the cell `at_root`. The message's first cell would be at `at_cells`, and the
 * bodies begin at `at_bodies`. A cell with an impossible entry in the message gets a mass of
 * NaN, and walks take it as a whole. */
GT_FN void gt_graft(GT_GLOBAL const gt_real4* message, gt_uint most_cells, gt_uint most_bodies,
                    gt_uint at_root, gt_uint at_cells, gt_uint at_bodies,
                    GT_GLOBAL gt_real4* sorted, GT_GLOBAL gt_real4* centres,
                    GT_GLOBAL gt_real4* moments, GT_GLOBAL gt_real4* octupoles,
                    GT_GLOBAL gt_ulong* links, gt_uint item) {
  const gt_uint size = gt_essential_cell(octupoles != 0);
  const gt_uint cells = ((GT_GLOBAL const gt_uint*)message)[0],
                bodies = ((GT_GLOBAL const gt_uint*)message)[1];
  if (item >= most_cells) {
    const gt_uint body = item - most_cells;
    if (body < bodies && body < most_bodies)
      sorted[(size_t)at_bodies + body] = message[1 + (size_t)most_cells * size + body];
  } else if (item < cells) {
    GT_GLOBAL const gt_real4* const from = message + 1 + (size_t)item * size;
    const gt_ulong link = *(GT_GLOBAL const gt_ulong*)(from + size - 1);
    const size_t to = item == 0 ? at_root : (size_t)at_cells + item;
    const gt_uint first = gt_link_first(link), count = gt_link_count(link);
    const gt_uint most = gt_is_leaf(link) ? most_bodies : most_cells;
    const int is_right =
        first <= most && count <= most - first && (gt_is_leaf(link) || count <= GT_CHILDREN);
    gt_real4 centre = from[0], p = from[1];
    gt_uint k;
    if (!is_right) {
      centre.w = -1;
      p.x = (gt_real)NAN;
    }
    centres[to] = centre;
    moments[2 * to] = p;
    moments[2 * to + 1] = from[2];
    if (octupoles != 0)
      for (k = 0; k < 3; ++k) octupoles[3 * to + k] = from[3 + k];
    links[to] = !is_right          ? (gt_ulong)GT_CUT_AWAY << 32
                : gt_is_leaf(link) ? gt_link(at_bodies + first, count, GT_LEAF_MARK)
                                   : gt_link(at_cells + first, count, 0);
  }
}

/* Copies the tree's own root to the place where the roots of all trees are consecutive. */
GT_FN void gt_graft_own(GT_GLOBAL gt_real4* centres, GT_GLOBAL gt_real4* moments,
                        GT_GLOBAL gt_real4* octupoles, GT_GLOBAL gt_ulong* links, gt_uint root) {
  gt_uint k;
  centres[root] = centres[0];
  for (k = 0; k < 2; ++k) moments[2 * (size_t)root + k] = moments[k];
  if (octupoles != 0)
    for (k = 0; k < 3; ++k) octupoles[3 * (size_t)root + k] = octupoles[k];
  links[root] = links[0];
}
