// What a kernel that says where it reads and writes does to memory, counted and not timed: any
// device that runs it will do (opencl/kernels/course/counted.h).
#pragma once

#include <cstdint>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

constexpr unsigned kCountedWavefront = 32;  ///< items whose accesses are one
constexpr unsigned kCountedLine = 128;      ///< bytes of a line
constexpr unsigned kCountedBanks = 32;      ///< of 4 bytes each

/// What counted.h can be asked for: its values of GT_COUNT.
enum class Counted : std::uint32_t {
  place_read = 1,
  place_written,
  reads,
  place_in_local,
  additions  ///< in the place of each result: how many atomic additions were made to it
};

/// What stands in the place of each result, as each item says; negative where nothing does. Throws
/// Error as Kernel::prepare() and a launch do.
std::vector<double> counted_of_items(const Kernel& kernel, Device& device, const Problem& problem,
                                     const Configuration& configuration, Counted what);

/// The outputs of a launch in which the items of a group are numbered from its end, so that where a
/// device does them one after the other an item that must wait for another comes before it. Throws
/// likewise.
std::vector<HostArray> outputs_of_reversed_items(const Kernel& kernel, Device& device,
                                                 const Problem& problem,
                                                 const Configuration& configuration);

/// Lines that a wavefront's items touch, on average over the wavefronts; `bytes` is an element's.
double lines_of_wavefronts(const std::vector<double>& places, std::uint64_t bytes);
/// The most different words that a wavefront's items want of one bank, on average likewise.
double turns_of_wavefronts(const std::vector<double>& places);
/// The sum over the items, of those that wrote a result.
double total_of_items(const std::vector<double>& counts);

}  // namespace gputest
