// How many wavefronts of a kernel a multiprocessor holds at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/codeobject/kernel_resources.hpp"

namespace gputest {

/// What a multiprocessor has for the wavefronts that share it: an SM, a compute unit or, from RDNA
/// on, a workgroup processor.
struct Multiprocessor {
  std::uint32_t simds;              ///< with a register file each
  std::uint32_t wavefronts_a_simd;  ///< at most
  std::uint32_t vector_registers;   ///< of a SIMD unit, a lane of a wavefront
  std::uint32_t register_granule;   ///< a thread's are rounded up to this
  std::uint32_t scalar_registers;   ///< of a SIMD unit; 0: they never limit
  std::uint32_t scalar_granule;     ///< a wavefront's are rounded up to this
  std::uint32_t shared_bytes;
  std::uint32_t shared_granule;
  std::uint32_t shared_overhead;  ///< per block, beyond its own
  std::uint32_t blocks;           ///< at most
  bool counts_single_wavefronts;  ///< whether a block of one wavefront counts among them
};

/// Of a target as the compilers name it ("gfx906", "sm_90"), for wavefronts of that size; none for
/// a target that is not known.
///
/// AMD: LLVM 15, llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp (namespace IsaInfo). NVIDIA: CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability", and the allocation
/// units of cuda_occupancy.h.
std::optional<Multiprocessor> multiprocessor(std::string_view target, std::uint32_t wavefront);

/// The largest block that may be launched, in threads: the kernel's own or as many as have
/// registers.
std::uint32_t largest_block(const Multiprocessor& on, const KernelResources& kernel);

/// How many blocks and wavefronts a multiprocessor holds at once.
struct Occupancy {
  std::uint32_t blocks;      ///< a multiprocessor
  std::uint32_t wavefronts;  ///< a multiprocessor
  double fraction;           ///< of the wavefronts that it can hold
};

/// For blocks of that many threads with no dynamic shared memory. Zeros where not one fits.
Occupancy occupancy(const Multiprocessor& on, const KernelResources& kernel, std::uint32_t block);

/// What keeps a multiprocessor from holding more wavefronts than that.
enum class OccupancyLimit {
  none,       ///< it holds all that it can
  registers,  ///< without them it would hold more
  shared,     ///< likewise of shared memory
  both,       ///< without both of them, and not without one
  blocks,     ///< how many blocks it can hold, or that whole blocks of that size do not fill it
};

/// Of blocks of that many threads, as occupancy() counts.
OccupancyLimit occupancy_limit(const Multiprocessor& on, const KernelResources& kernel,
                               std::uint32_t block);

}  // namespace gputest
