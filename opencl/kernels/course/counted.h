/* Accesses that `gputest exercise` can count, on any device: docs/course. Timed kernels are built
 * without GT_COUNT and read and write as if these macros were absent. With GT_COUNT, an item writes
 * a count instead of its result:
 *
 *   1  the place of its last COUNTED_READ
 *   2  the place of its last COUNTED_WRITE
 *   3  the number of its COUNTED_READs
 *   4  the place of its last COUNTED_LOCAL
 *
 * COUNTED_ADD adds atomically; with GT_COUNT 5 its result is the number of additions to it. A
 * kernel has COUNTED_ITEM before its first access. Numbers are of type COUNTED_AS, gt_real unless
 * the kernel defines another type. */
#ifndef GPUTEST_COUNTED_H
#define GPUTEST_COUNTED_H

/* With GT_ITEMS_REVERSED, the items of a group are numbered from its end. */
#ifdef GT_ITEMS_REVERSED
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_global_id(d) \
  ((d) == 0 ? get_group_id(0) * get_local_size(0) + get_local_id(0) : get_global_id(d))
#endif

#ifndef COUNTED_AS
#define COUNTED_AS gt_real
#endif

#ifndef GT_COUNT
#define COUNTED_ITEM
#define COUNTED_READ(array, place) ((array)[place])
#define COUNTED_LOCAL(array, place) ((array)[place])
#define COUNTED_WRITE(array, place, value) ((array)[place] = (value))
#define COUNTED_ADD(array, place, value) atomic_add(&(array)[place], value)
#else
#define COUNTED_ITEM uint counted_place = 0, counted_reads = 0;
#define COUNTED_NOTE(mode, place) (counted_place = GT_COUNT == (mode) ? (place) : counted_place)
#define COUNTED_READ(array, place) (COUNTED_NOTE(1, place), counted_reads += 1, (array)[place])
#define COUNTED_LOCAL(array, place) (COUNTED_NOTE(4, place), (array)[place])
#define COUNTED_WRITE(array, place, value)                             \
  ((array)[get_global_id(0)] = ((void)(value), COUNTED_NOTE(2, place), \
                                (COUNTED_AS)(GT_COUNT == 3 ? counted_reads : counted_place)))
#define COUNTED_ADD(array, place, value) atomic_add(&(array)[place], GT_COUNT == 5 ? 1 : (value))
#endif

#endif
