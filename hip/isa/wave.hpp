// The state of a wavefront, for the semantics of every instruction.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "hip/isa/fault.hpp"
#include "hip/isa/operation.hpp"

namespace gputest::isa {

class Memory;
struct Program;

constexpr unsigned kLanes = 64;  ///< of the widest wavefront

/// A vector register: a word for each lane.
struct alignas(64) VectorRegister {
  std::array<std::uint32_t, kLanes> lane;
};

/// The state that the wavefronts of a block share.
struct Block {
  std::array<std::uint32_t, 3> id{};
  std::vector<std::uint8_t> lds;
  std::vector<std::uint8_t> lds_written;   ///< by byte: 0 if never written
  std::vector<std::uint64_t> lds_touches;  ///< by word, by wavefront (touches.hpp)
  std::uint32_t barriers = 0;              ///< so far
  std::uint32_t number = 1;                ///< of the block in the launch; 0: races are not checked
  std::vector<std::uint8_t> scratch;       ///< of all wavefronts, one after another
  unsigned waves = 1;
};

enum class WaveState : std::uint8_t { running, at_barrier, ended };

/// Loads that have not been waited for.
struct Outstanding {
  std::uint16_t first = 0;
  std::uint8_t count = 0;  ///< registers; 0 for a store
  bool is_scalar = false, in_order = true;
  bool is_to_lds = false;  ///< the oldest of the wavefront's lds_loads
};

/// A load to LDS that has not been waited for: one word per lane, contiguous.
struct LoadToLds {
  std::uint32_t begin = 0;
  std::uint64_t lanes = 0;  ///< lanes with a defined word
};

/// An action that is an error only if its result is used (report.hpp).
struct Remark {
  const Operation* op;
  unsigned lane;
  std::string what;
};

/// A wavefront.
struct Wave {
  unsigned lanes = kLanes;  ///< 64 or 32
  std::array<std::uint32_t, scalar::kCount> scalars{};
  std::array<std::uint32_t, scalar::kCount> scalar_defined{};  ///< one bit per bit
  bool scc = false, scc_defined = false;
  bool preserves_high_half = false;  ///< of a register that a 16-bit instruction writes
  std::uint32_t mode = 0;            ///< rounding, subnormal numbers, DX10_CLAMP, IEEE
  std::vector<VectorRegister> vectors;
  std::vector<std::uint64_t> defined;  ///< of vector registers: one bit per lane

  const Program* program = nullptr;
  Memory* memory = nullptr;
  Block* block = nullptr;
  unsigned index = 0;         ///< in the block
  std::uint64_t started = 0;  ///< lanes with a thread
  std::size_t next = 0;       ///< operation
  bool yields = false;        ///< lets the other wavefronts run
  WaveState state = WaveState::running;
  std::uint64_t executed = 0, lane_executed = 0;  ///< operations, and active lanes of vector ones

  std::vector<Outstanding> vector_memory, other_memory;  ///< vmcnt, lgkmcnt
  std::vector<LoadToLds> lds_loads;                      ///< in their order
  std::vector<std::uint8_t> vector_pending;  ///< number of outstanding loads that write it
  std::array<std::uint8_t, scalar::kCount> scalar_pending{};
  bool any_pending = false;
  bool is_rdna = false;               ///< stores have a separate counter (vscnt)
  std::uint32_t stores = 0;           ///< outstanding, if they have a separate counter
  bool must_wait_for_stores = false;  ///< before a barrier: the block's wavefronts use two caches
  bool has_acquired = false;          ///< after an acquire of device memory: races are not reported
  std::vector<Remark> remarks;

  std::uint64_t exec() const { return pair(scalar::kExec); }
  std::uint64_t all_lanes() const { return lanes == 64 ? ~0ull : 0xFFFF'FFFFull; }
  bool flushes_32() const { return (mode >> 4 & 3) != 3; }
  bool rounds_otherwise() const { return (mode & 0xF) != 0; }  ///< not to the nearest
  bool flushes_64() const { return (mode >> 6 & 3) != 3; }

  std::uint64_t pair(unsigned index_) const {
    return scalars[index_] | static_cast<std::uint64_t>(scalars[index_ + 1]) << 32;
  }
  void set_pair(unsigned index_, std::uint64_t value) {
    scalars[index_] = static_cast<std::uint32_t>(value);
    scalars[index_ + 1] = static_cast<std::uint32_t>(value >> 32);
  }
};

/// Throws the Fault of an operand that an unfinished load writes.
[[noreturn]] void fault_pending(const Operand& operand);

/// Throws if a load to one of the operand's registers has not been waited for.
inline void require_ready(const Wave& wave, const Operand& operand) {
  if (!wave.any_pending) return;
  for (unsigned k = 0; k < operand.words; ++k) {
    if (operand.place == Place::vector && wave.vector_pending[operand.index + k] != 0)
      fault_pending(operand);
    if (operand.place == Place::scalar && wave.scalar_pending[operand.index + k] != 0)
      fault_pending(operand);
  }
}

/// The lanes in which the operand is defined.
inline std::uint64_t defined_lanes(const Wave& wave, const Operand& operand) {
  if (operand.place == Place::constant) return ~0ull;
  require_ready(wave, operand);
  std::uint64_t lanes = ~0ull;
  if (operand.place == Place::vector) {
    for (unsigned k = 0; k < operand.words; ++k) lanes &= wave.defined[operand.index + k];
  } else if (operand.place == Place::scalar) {
    for (unsigned k = 0; k < operand.words; ++k)
      if (~wave.scalar_defined[operand.index + k] != 0) lanes = 0;
  }
  return lanes;
}

/// The defined bits of a scalar operand.
inline std::uint64_t defined_bits(const Wave& wave, const Operand& operand) {
  if (operand.place == Place::condition) return wave.scc_defined ? ~0ull : 0;
  if (operand.place != Place::scalar) return ~0ull;
  require_ready(wave, operand);
  std::uint64_t bits = wave.scalar_defined[operand.index];
  if (operand.words > 1)
    bits |= static_cast<std::uint64_t>(wave.scalar_defined[operand.index + 1]) << 32;
  return bits;
}

/// The bits of a scalar operand of one or two words.
inline std::uint64_t scalar_value(const Wave& wave, const Operand& operand) {
  switch (operand.place) {
    case Place::constant:
      return operand.value;
    case Place::condition:
      return wave.scc ? 1 : 0;
    default:
      return operand.words > 1 ? wave.pair(operand.index) : wave.scalars[operand.index];
  }
}

/// Writes a scalar operand of one or two words; `defined` are its defined bits.
inline void put_scalar(Wave& wave, const Operand& to, std::uint64_t value, std::uint64_t defined) {
  require_ready(wave, to);
  if (to.place != Place::scalar || to.index == scalar::kNull) return;
  const std::uint64_t bits = to.words > 1 ? ~0ull : 0xFFFF'FFFFull;
  if (to.index >= scalar::kExec && (defined & bits) != bits)
    throw Fault("the mask of active lanes depends on an undefined value");
  wave.scalars[to.index] = static_cast<std::uint32_t>(value);
  wave.scalar_defined[to.index] = static_cast<std::uint32_t>(defined);
  if (to.words > 1) {
    wave.scalars[to.index + 1] = static_cast<std::uint32_t>(value >> 32);
    wave.scalar_defined[to.index + 1] = static_cast<std::uint32_t>(defined >> 32);
  }
}

/// Marks those lanes of the register as written, and as defined if `defined` says so.
inline void mark(Wave& wave, unsigned vector, std::uint64_t written, std::uint64_t defined) {
  std::uint64_t& now = wave.defined[vector];
  now = (now & ~written) | (defined & written);
}

}  // namespace gputest::isa
