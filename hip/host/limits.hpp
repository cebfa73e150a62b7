// The limits of the host device are those of an AMD GPU: a launch that fails there fails here too.
#pragma once

#include <cstddef>

namespace hip_host::detail {

inline constexpr unsigned kMaxThreadsPerBlock = 1024;                  ///< in all
inline constexpr unsigned kMaxThreads[3] = {1024, 1024, 1024};         ///< a block, along x, y, z
inline constexpr unsigned kMaxBlocks[3] = {2147483647, 65535, 65535};  ///< a grid, along x, y, z
inline constexpr std::size_t kSharedBytesPerBlock = 64 * 1024;         ///< static and dynamic
inline constexpr std::size_t kMaxPitchBytes = 2147483647;     ///< between the rows of a copy
inline constexpr std::size_t kMaxTexels[2] = {16384, 16384};  ///< of a 2D array

}  // namespace hip_host::detail
