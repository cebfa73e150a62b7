// The family "neighbour": building a neighbour list, binning and sorting included.
#pragma once

#include <memory>

#include "common/cells/periodic_box.hpp"
#include "common/cells/short_range.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a list builder: the layout's arrays, of finite positions. Outputs, by the axis
/// `list`: of "ell", "counts" (n) and "entries" (capacity rows of `stride`) as EllList; of
/// "csr", "starts" (n + 1) and "entries" (`capacity` of them) as VerletList. A pair is an entry
/// where r^2 < radius2, of both particles or, with newton3 = on, of the lower-numbered. Entries of
/// a particle may be in any order, but every builder gives the same list, in the same order,
/// whenever it is given the same particles on the same kind of device: exact restarts count on it.
/// Counts and starts are those of the whole list, also where the capacity is less: so a builder
/// reports that its list overflowed, and drops nothing in silence.
///
/// Scratch, for a grid of cells of edge at least the radius, x fastest: "cell_starts" (cells + 1),
/// "slots" (n), "order" (n), "sorted" (n, four numbers) and "work" (sort_work_words(n)), which is
/// for keys and for what libraries want to sort and sum with. A builder may use it as it likes.
///
/// Scalars: n, stride (0 for csr), capacity, radius2, the six of the periodic box
/// (box_scalars), cells_x …, low_x … (the grid's corner) and cells_per_length_x ….
/// Constants: newton3, ell, periodic.
///
/// Verification, of every particle as a set: what is missing, extra, or there twice is wrong, but
/// for pairs whose distance is within rounding of the radius. The error is the wrong entries' part
/// of all and none is allowed.
///
/// A rate counts entries made; flops are 8 an entry, bytes the positions and the list once.
std::unique_ptr<Family> make_neighbour();

/// The options of short-range families and --capacity.
struct NeighbourOptions : ShortRangeOptions {
  std::uint32_t capacity = 0;  ///< entries per particle that a built list holds; 0: enough
};
/// The options that make them.
const OptionSet<NeighbourOptions>& neighbour_options();

}  // namespace gputest
