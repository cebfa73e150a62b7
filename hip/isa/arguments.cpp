#include "hip/isa/arguments.hpp"

#include <cstring>

#include "hip/isa/memory.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {
namespace {

/// A hidden argument's value.
std::uint64_t hidden_value(const Launch& launch, const std::string& kind) {
  const auto axis_of = [&](std::string_view prefix) -> int {
    return kind.size() == prefix.size() + 1 && kind.starts_with(prefix) ? kind.back() - 'x' : -1;
  };
  if (const int axis = axis_of("hidden_block_count_"); axis >= 0)
    return launch.grid[static_cast<std::size_t>(axis)];
  if (const int axis = axis_of("hidden_group_size_"); axis >= 0)
    return launch.block[static_cast<std::size_t>(axis)];
  if (axis_of("hidden_remainder_") >= 0 || axis_of("hidden_global_offset_") >= 0) return 0;
  if (kind == "hidden_grid_dims") return launch.grid[2] > 1 ? 3 : launch.grid[1] > 1 ? 2 : 1;
  if (kind == "hidden_dynamic_lds_size") return launch.dynamic_lds;
  // The upper words of the addresses of LDS and of private memory.
  if (kind == "hidden_shared_base") return kLdsAperture << 16;
  if (kind == "hidden_private_base") return kScratchAperture << 16;
  // Services of AMD's run-time library that these kernels do not use: null, so a use faults.
  for (const char* service : {"hidden_none", "hidden_printf_buffer", "hidden_hostcall_buffer",
                              "hidden_default_queue", "hidden_completion_action",
                              "hidden_multigrid_sync_arg", "hidden_heap_v1", "hidden_queue_ptr"})
    if (kind == service) return 0;
  throw Fault("the argument " + kind + " is not implemented");
}

template <class T>
void put_at(std::vector<std::uint8_t>& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

}  // namespace

std::vector<std::uint8_t> argument_segment(const Launch& launch) {
  const Kernel& kernel = *launch.kernel;
  std::size_t bytes = kernel.descriptor.argument_bytes;
  for (const KernelArgument& argument : kernel.arguments)
    bytes = std::max<std::size_t>(bytes, argument.offset + std::size_t{argument.size});
  std::vector<std::uint8_t> segment(bytes + 8);
  std::size_t explicit_number = 0;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind.starts_with("hidden_")) {
      const std::uint64_t value = hidden_value(launch, argument.kind);
      std::memcpy(segment.data() + argument.offset, &value,
                  std::min<std::size_t>(argument.size, 8));
    } else {
      std::memcpy(segment.data() + argument.offset, launch.arguments[explicit_number++],
                  argument.size);
    }
  }
  constexpr std::size_t kAlignment = 16;  // a load of four words may go past the last one
  segment.resize(std::max<std::size_t>((bytes + kAlignment - 1) / kAlignment, 1) * kAlignment);
  return segment;
}

std::vector<std::uint8_t> dispatch_packet(const Launch& launch, std::uint64_t arguments) {
  std::vector<std::uint8_t> packet(64);
  put_at<std::uint16_t>(packet, 0, 2);  // a kernel dispatch
  put_at<std::uint16_t>(packet, 2, 3);  // three dimensions
  for (std::size_t axis = 0; axis < 3; ++axis) {
    put_at(packet, 4 + 2 * axis, static_cast<std::uint16_t>(launch.block[axis]));
    put_at(packet, 12 + 4 * axis, launch.grid[axis] * launch.block[axis]);
  }
  put_at(packet, 24, launch.kernel->descriptor.scratch_bytes);
  put_at(packet, 28, launch.kernel->descriptor.lds_bytes + launch.dynamic_lds);
  put_at(packet, 40, arguments);
  return packet;
}

}  // namespace gputest::isa
