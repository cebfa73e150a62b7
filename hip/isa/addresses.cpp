#include "hip/isa/addresses.hpp"

#include "hip/isa/buffer.hpp"
#include "hip/isa/memory.hpp"

namespace gputest::isa {
namespace {

std::uint64_t of_vector(const Wave& wave, const Operand& operand, unsigned lane) {
  if (operand.place != Place::vector) return 0;
  std::uint64_t value = wave.vectors[operand.index].lane[lane];
  if (operand.words > 1) value |= std::uint64_t{wave.vectors[operand.index + 1u].lane[lane]} << 32;
  return value;
}

/// The value of an operand that may be absent.
std::uint64_t of_scalar(const Wave& wave, const Operand& operand) {
  return operand.place == Place::none ? 0 : scalar_value(wave, operand);
}

/// Offsets are signed; 32-bit addresses that are added to a base are unsigned.
std::uint64_t address(const Wave& wave, const Operation& op, const InstructionKind& kind,
                      unsigned access, unsigned lane) {
  const auto offset = static_cast<std::uint64_t>(op.offset);
  switch (kind.space) {
    case Space::scalar:
      return (scalar_value(wave, op.in[0]) + offset + of_scalar(wave, op.in[1])) &
             ~std::uint64_t{3};
    case Space::lds: {
      const std::uint64_t which = access == 0 ? offset : op.offset1;
      return (of_vector(wave, op.in[0], lane) + which * kind.scale) & 0xFFFF'FFFF;
    }
    case Space::scratch:
      return (of_vector(wave, op.in[0], lane) + offset + of_scalar(wave, op.in[1])) & 0xFFFF'FFFF;
    default:
      return of_vector(wave, op.in[0], lane) + offset + of_scalar(wave, op.in[1]);
  }
}

}  // namespace

LaneAddresses lane_addresses(const Wave& wave, const Operation& op, const InstructionKind& kind,
                             unsigned access) {
  LaneAddresses found;
  if (constexpr unsigned kDescriptor = 4;
      kind.space == Space::scalar && op.in[0].words == kDescriptor) {
    const ScalarBufferLoad load = scalar_buffer_load(wave, op);
    found.lanes = load.words != 0 ? 1 : 0;
    found.at[0] = load.address;
    return found;
  }
  found.lanes = kind.space == Space::scalar ? 1 : wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    if ((found.lanes >> lane & 1) != 0) found.at[lane] = address(wave, op, kind, access, lane);
  return found;
}

std::uint64_t place_in_scratch(const Wave& wave, std::uint64_t offset, unsigned lane) {
  return (offset / 4 * wave.lanes + lane) * 4 + offset % 4;
}

}  // namespace gputest::isa
