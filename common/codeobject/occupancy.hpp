// The occupancy: the number of wavefronts of a kernel that are resident on a multiprocessor.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/codeobject/kernel_resources.hpp"

namespace gputest {

/// The resources of a multiprocessor for its wavefronts. It is an SM, a compute unit or, from RDNA
/// on, a workgroup processor.
struct Multiprocessor {
  std::uint32_t simds;              ///< each with a register file
  std::uint32_t wavefronts_a_simd;  ///< most per SIMD unit
  std::uint32_t vector_registers;   ///< of a SIMD unit, per lane of a wavefront
  std::uint32_t register_granule;   ///< a thread's registers are rounded up to this
  std::uint32_t scalar_registers;   ///< of a SIMD unit; 0: no limit
  std::uint32_t scalar_granule;     ///< a wavefront's registers are rounded up to this
  std::uint32_t shared_bytes;
  std::uint32_t shared_granule;
  std::uint32_t shared_overhead;  ///< per block, in addition to the kernel's
  std::uint32_t blocks;           ///< most per multiprocessor
  bool counts_single_wavefronts;  ///< whether blocks of one wavefront count towards `blocks`
};

/// The multiprocessor of a target by the compilers' name ("gfx906", "sm_90"), for that wavefront
/// size; none for an unknown target.
///
/// AMD: LLVM 15, llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp (namespace IsaInfo). NVIDIA: CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability", and the allocation
/// units of cuda_occupancy.h.
std::optional<Multiprocessor> multiprocessor(std::string_view target, std::uint32_t wavefront);

/// The most threads of a block that can be launched: the kernel's limit, or fewer if registers run
/// out.
std::uint32_t largest_block(const Multiprocessor& on, const KernelResources& kernel);

/// The resident blocks and wavefronts of a multiprocessor.
struct Occupancy {
  std::uint32_t blocks;      ///< per multiprocessor
  std::uint32_t wavefronts;  ///< per multiprocessor
  double fraction;           ///< of the most possible wavefronts
};

/// The occupancy for blocks of that many threads without dynamic shared memory. Zeros if no block
/// fits.
Occupancy occupancy(const Multiprocessor& on, const KernelResources& kernel, std::uint32_t block);

/// The resource that limits the occupancy.
enum class OccupancyLimit {
  none,       ///< the occupancy is full
  registers,  ///< without registers the occupancy would be higher
  shared,     ///< without shared memory it would be higher
  both,       ///< only without both it would be higher
  blocks,     ///< the limit of blocks, or wavefronts that are too few for another block
};

/// The limit for blocks of that many threads, as in occupancy().
OccupancyLimit occupancy_limit(const Multiprocessor& on, const KernelResources& kernel,
                               std::uint32_t block);

}  // namespace gputest
