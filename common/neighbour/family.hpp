// The family "neighbour": building a neighbour list, binning and sorting included.
#pragma once

#include <memory>

#include "common/cells/periodic_box.hpp"
#include "common/cells/short_range.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// The arguments of a list builder are the layout's arrays, with finite positions. The outputs
/// depend on the axis `list`: for "ell", "counts" (n) and "entries" (capacity rows of `stride`)
/// like EllList; for "csr", "starts" (n + 1) and "entries" (`capacity` of them) like VerletList. A
/// pair with r^2 < radius2 is an entry of both particles or, with newton3 = on, of the
/// lower-numbered one. A particle's entries may be in any order. But a builder must give the same
/// list, in the same order, whenever it gets the same particles on the same kind of device: exact
/// restarts depend on it. Counts and starts are those of the whole list, even if the capacity is
/// smaller: so a builder reports that its list overflowed, and drops nothing silently.
/// reports that its list overflowed, and drops nothing in silence.
///
/// Scratch, for a grid of cells with edges of at least the radius, x fastest: "cell_starts" (cells
/// + 1), "slots" (n), "order" (n), "sorted" (n, four numbers) and "work" (sort_work_words(n)).
/// "work" holds keys and the memory that sort and sum libraries need. A builder may use scratch as
/// it likes.
///
/// Scalars: n, stride (0 for csr), capacity, radius2, the six of the periodic box
/// (box_scalars), cells_x …, low_x … (the grid's corner) and cells_per_length_x ….
/// Constants: newton3, ell, periodic.
///
/// Verification compares every particle's entries as a set: a missing, extra or repeated entry is
/// wrong, except for pairs with a distance within rounding of the radius. The error is the fraction
/// of wrong entries; none is allowed.
///
/// A rate counts entries made; flops are 8 per entry; bytes are the positions and the list, once
/// each.
std::unique_ptr<Family> make_neighbour();

/// The options of short-range families and --capacity.
struct NeighbourOptions : ShortRangeOptions {
  std::uint32_t capacity = 0;  ///< entries per particle that a built list holds; 0: enough
};
/// The command-line options for these.
const OptionSet<NeighbourOptions>& neighbour_options();

}  // namespace gputest
