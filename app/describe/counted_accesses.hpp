// Counts the memory accesses of a kernel that reports them through
// opencl/kernels/course/counted.h. Counts need no timing: any device that runs the kernel will do.
#pragma once

#include <cstdint>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

constexpr unsigned kCountedWavefront = 32;  ///< items that access memory together
constexpr unsigned kCountedLine = 128;      ///< bytes per line
constexpr unsigned kCountedBanks = 32;      ///< banks, each 4 bytes wide

/// The counts of counted.h: its values of GT_COUNT.
enum class Counted : std::uint32_t {
  place_read = 1,
  place_written,
  reads,
  place_in_local,
  additions  ///< number of atomic additions to each result
};

/// The number that each item writes in place of its result; negative if it writes none. Throws
/// Error like Kernel::prepare() and a launch.
std::vector<double> counted_of_items(const Kernel& kernel, Device& device, const Problem& problem,
                                     const Configuration& configuration, Counted what);

/// The outputs of a launch that numbers the items of a group from its end. On a device that runs
/// items one after the other, an item that must wait for another then comes before it. Throws like
/// counted_of_items().
std::vector<HostArray> outputs_of_reversed_items(const Kernel& kernel, Device& device,
                                                 const Problem& problem,
                                                 const Configuration& configuration);

/// Mean number of lines that a wavefront touches; `bytes` is the size of an element.
double lines_of_wavefronts(const std::vector<double>& places, std::uint64_t bytes);
/// Mean over wavefronts of the largest number of different words requested from one bank.
double turns_of_wavefronts(const std::vector<double>& places);
/// The sum over all items that wrote a number.
double total_of_items(const std::vector<double>& counts);

}  // namespace gputest
