#include "common/codeobject/occupancy.hpp"

#include <algorithm>

namespace gputest {
namespace {

struct NvidiaLimits {
  std::string_view target;
  std::uint32_t warps, blocks, shared_kib, shared_granule, shared_overhead;
};
constexpr NvidiaLimits kNvidia[]{
    {"sm_75", 32, 16, 64, 256, 0},      {"sm_80", 64, 32, 164, 128, 1024},
    {"sm_86", 48, 16, 100, 128, 1024},  {"sm_87", 48, 16, 164, 128, 1024},
    {"sm_89", 48, 24, 100, 128, 1024},  {"sm_90", 64, 32, 228, 128, 1024},
    {"sm_100", 64, 32, 228, 128, 1024}, {"sm_120", 48, 24, 100, 128, 1024},
};

/// Four sub-partitions of 16384 registers each. A warp gets multiples of 256: 8 per thread.
Multiprocessor of_nvidia(const NvidiaLimits& limits) {
  return {.simds = 4,
          .wavefronts_a_simd = limits.warps / 4,
          .vector_registers = 512,
          .register_granule = 8,
          .scalar_registers = 0,
          .scalar_granule = 1,
          .shared_bytes = limits.shared_kib * 1024,
          .shared_granule = limits.shared_granule,
          .shared_overhead = limits.shared_overhead,
          .blocks = limits.blocks,
          .counts_single_wavefronts = true};
}

// AMD's limit of blocks comes from barriers, which a block of one wavefront does not need.

/// GCN and CDNA 1: a compute unit has four SIMD units.
constexpr Multiprocessor kGcn{.simds = 4,
                              .wavefronts_a_simd = 10,
                              .vector_registers = 256,
                              .register_granule = 4,
                              .scalar_registers = 800,
                              .scalar_granule = 16,
                              .shared_bytes = 65536,
                              .shared_granule = 512,
                              .shared_overhead = 0,
                              .blocks = 16,
                              .counts_single_wavefronts = false};
/// CDNA 2, with vector and accumulation registers in one file.
constexpr Multiprocessor kCdna2{.simds = 4,
                                .wavefronts_a_simd = 8,
                                .vector_registers = 512,
                                .register_granule = 8,
                                .scalar_registers = 800,
                                .scalar_granule = 16,
                                .shared_bytes = 65536,
                                .shared_granule = 512,
                                .shared_overhead = 0,
                                .blocks = 16,
                                .counts_single_wavefronts = false};
/// RDNA 2 in workgroup processor mode, hipcc's default: two compute units share a block.
constexpr Multiprocessor kRdna2{.simds = 4,
                                .wavefronts_a_simd = 16,
                                .vector_registers = 1024,
                                .register_granule = 16,
                                .scalar_registers = 0,
                                .scalar_granule = 1,
                                .shared_bytes = 131072,
                                .shared_granule = 512,
                                .shared_overhead = 0,
                                .blocks = 32,
                                .counts_single_wavefronts = false};

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t granule) {
  return (value + granule - 1) / granule * granule;
}

/// The number of wavefronts for which a SIMD unit's registers suffice.
std::uint32_t wavefronts_a_simd(const Multiprocessor& on, const KernelResources& kernel) {
  std::uint32_t number = on.wavefronts_a_simd;
  const auto limit = [&](std::uint32_t has, std::uint32_t takes) {
    if (takes > 0) number = std::min(number, has / takes);
  };
  limit(on.vector_registers, rounded_up(kernel.vector_registers, on.register_granule));
  if (on.scalar_registers > 0)
    limit(on.scalar_registers, rounded_up(kernel.scalar_registers, on.scalar_granule));
  return number;
}

}  // namespace

std::optional<Multiprocessor> multiprocessor(std::string_view target, std::uint32_t wavefront) {
  for (const NvidiaLimits& limits : kNvidia)
    if (target == limits.target) return of_nvidia(limits);
  if (target == "gfx90a") return kCdna2;
  if (target.substr(0, 4) == "gfx8" || target.substr(0, 4) == "gfx9") {
    if (target == "gfx940" || target == "gfx941" || target == "gfx942") return std::nullopt;
    return kGcn;
  }
  if (target.substr(0, 6) == "gfx103") {
    Multiprocessor rdna2 = kRdna2;
    if (wavefront == 64) {
      rdna2.vector_registers /= 2;
      rdna2.register_granule /= 2;
    }
    return rdna2;
  }
  return std::nullopt;
}

std::uint32_t largest_block(const Multiprocessor& on, const KernelResources& kernel) {
  return std::min(kernel.max_block, wavefronts_a_simd(on, kernel) * on.simds * kernel.wavefront);
}

Occupancy occupancy(const Multiprocessor& on, const KernelResources& kernel, std::uint32_t block) {
  const std::uint32_t wavefronts_a_block =
      std::max(1u, rounded_up(block, kernel.wavefront) / kernel.wavefront);
  std::uint32_t blocks = wavefronts_a_simd(on, kernel) * on.simds / wavefronts_a_block;
  if (wavefronts_a_block > 1 || on.counts_single_wavefronts) blocks = std::min(blocks, on.blocks);
  const std::uint32_t shared =
      rounded_up(kernel.shared_bytes + on.shared_overhead, on.shared_granule);
  if (shared > 0) blocks = std::min(blocks, on.shared_bytes / shared);
  const std::uint32_t wavefronts = blocks * wavefronts_a_block;
  return {blocks, wavefronts,
          static_cast<double>(wavefronts) / static_cast<double>(on.simds * on.wavefronts_a_simd)};
}

OccupancyLimit occupancy_limit(const Multiprocessor& on, const KernelResources& kernel,
                               std::uint32_t block) {
  const std::uint32_t held = occupancy(on, kernel, block).wavefronts;
  if (held == on.simds * on.wavefronts_a_simd) return OccupancyLimit::none;
  const auto holds_more = [&](bool has_registers, bool has_shared) {
    KernelResources less = kernel;
    if (!has_registers) less.vector_registers = less.scalar_registers = 0;
    if (!has_shared) less.shared_bytes = 0;
    return occupancy(on, less, block).wavefronts > held;
  };
  if (holds_more(false, true)) return OccupancyLimit::registers;
  if (holds_more(true, false)) return OccupancyLimit::shared;
  return holds_more(false, false) ? OccupancyLimit::both : OccupancyLimit::blocks;
}

}  // namespace gputest
