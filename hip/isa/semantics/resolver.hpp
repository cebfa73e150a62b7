// Turns the addresses of a vector memory instruction's lanes into the host's.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <optional>
#include <vector>

#include "hip/isa/buffer.hpp"
#include "hip/isa/instruction_kind.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/operation.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {

/// Throws if the operand is undefined in an active lane.
inline void require_defined(const Wave& wave, const Operand& operand, std::string_view what) {
  const u64 undefined = wave.exec() & ~defined_lanes(wave, operand);
  if (undefined != 0)
    throw Fault(fmt::format("{} in lane {} is undefined", what, std::countr_zero(undefined)));
}

/// Lanes that access contiguous bytes of an array.
struct Run {
  unsigned lane = 0, count = 0;  ///< the first one, and the number; 0: not contiguous
  u8* at = nullptr;
  u8* states = nullptr;  ///< of the bytes, a Written each; null: they are defined
};

/// Turns lanes' addresses into the host's.
class Resolver {
 public:
  Resolver(Wave& wave, const Operation& op, Space space, Use use)
      : wave_(wave), op_(op), space_(space), use_(use) {
    // Coherent loads and stores (glc) are from atomics and volatile variables.
    is_checked_ = use == Use::atomic || !op.returns;
    if (op.in[0].words != 0) require_defined(wave, op.in[0], "the address");
    if (op.in[1].words != 0) require_defined(wave, op.in[1], "the address");
    if (space == Space::buffer) read_descriptor();
  }

  /// The host address of `bytes` bytes of the lane, `into` bytes into its access.
  u8* at(unsigned lane, unsigned into, unsigned bytes) {
    switch (space_) {
      case Space::buffer:
        return in_buffer(lane, into, bytes);
      case Space::scratch:
        return in_scratch(wave_offset() + swizzled(private_offset(lane) + into, lane), lane, bytes);
      default:
        break;
    }
    const u64 address = flat_address(lane) + into;
    if (space_ == Space::flat) {
      if (address >> 48 == kLdsAperture) return in_lds(address & 0xFFFF'FFFF, lane, bytes);
      if (address >> 48 == kScratchAperture)
        return in_scratch(wave_offset() + swizzled(address & 0xFFFF'FFFF, lane), lane, bytes);
    }
    return in_array(address, lane, bytes, "");
  }

  /// Whether the descriptor describes a buffer.
  bool is_bound() const { return buffer_ && buffer_->is_bound(); }

  /// Whether a lane accesses those bytes at all. Beyond a buffer's range it does not: it loads zero
  /// and stores nothing.
  bool reaches(unsigned lane, unsigned into, unsigned bytes) const {
    return !buffer_ || buffer_->is_within(lane, into, bytes);
  }

  /// All active lanes as one run of `bytes` bytes each in global memory, if they are contiguous.
  /// Does not update the array's records: touch() does.
  Run run(unsigned bytes) {
    const u64 exec = wave_.exec();
    const auto lane = static_cast<unsigned>(std::countr_zero(exec));
    const auto count = static_cast<unsigned>(std::popcount(exec));
    if (count < 2 || std::countr_one(exec >> lane) != static_cast<int>(count)) return {};
    const bool is_run =
        buffer_ ? is_run_of_buffer(lane, count, bytes) : is_run_of_addresses(lane, count, bytes);
    if (!is_run) return {};
    const u64 address = buffer_ ? buffer_->address(lane, 0) : flat_address(lane);
    last_ = wave_.memory->find_or_null(address, u64{count} * bytes, use_ != Use::read);
    if (last_ == nullptr) return {};
    return {lane, count, reinterpret_cast<u8*>(address),
            last_->shadow ? last_->shadow->written(address - last_->begin) : nullptr};
  }
  void touch(const Run& run, unsigned bytes) const {
    if (is_checked_ && run.states != nullptr)
      touch_run(wave_, *last_, run.lane, run.count, reinterpret_cast<u64>(run.at) - last_->begin,
                bytes, use_);
  }

  /// The states of the bytes of the last at(): a Written each. Null if every byte is defined.
  u8* states() const { return states_; }
  /// The array of these bytes; null for LDS.
  const Allocation* array() const { return is_lds_ ? nullptr : last_; }

 private:
  /// Whether the lanes' addresses in registers are contiguous.
  bool is_run_of_addresses(unsigned lane, unsigned count, unsigned bytes) const {
    const Operand& vector = op_.in[0];
    if (vector.words == 0) return false;
    const u32* const low = &wave_.vectors[vector.index].lane[lane];
    if (u64{low[0]} + u64{count} * bytes > 0xFFFF'FFFF) return false;
    u32 different = 0;
    for (u32 k = 0; k < count; ++k) different |= low[k] ^ (low[0] + k * bytes);
    if (vector.words > 1) {
      const u32* const high = &wave_.vectors[vector.index + 1u].lane[lane];
      for (u32 k = 0; k < count; ++k) different |= high[k] ^ high[0];
    }
    return different == 0;
  }
  /// The same for accesses through a buffer; all must be within the range.
  bool is_run_of_buffer(unsigned lane, unsigned count, unsigned bytes) const {
    if (buffer_->is_own() || buffer_->is_swizzled()) return false;
    const u64 first = buffer_->address(lane, 0);
    for (unsigned k = 0; k < count; ++k)
      if (buffer_->address(lane + k, 0) != first + u64{k} * bytes ||
          !buffer_->is_within(lane + k, bytes - 4, 4))
        return false;
    return true;
  }
  u64 flat_address(unsigned lane) const {
    const Operand& vector = op_.in[0];
    u64 address = static_cast<u64>(op_.offset);
    if (vector.words > 0) address += wave_.vectors[vector.index].lane[lane];
    if (vector.words > 1)
      address += static_cast<u64>(wave_.vectors[vector.index + 1u].lane[lane]) << 32;
    if (op_.in[1].words != 0) address += scalar_value(wave_, op_.in[1]);
    return address;
  }
  /// Private memory: the same word of all lanes is contiguous.
  u64 swizzled(u64 offset, unsigned lane) const {
    return (offset / 4 * wave_.lanes + lane) * 4 + offset % 4;
  }
  u64 private_offset(unsigned lane) const {
    i64 offset = op_.offset;
    if (op_.in[0].words > 0)
      offset += static_cast<std::int32_t>(wave_.vectors[op_.in[0].index].lane[lane]);
    if (op_.in[1].words > 0) offset += static_cast<std::int32_t>(scalar_value(wave_, op_.in[1]));
    return static_cast<u64>(offset);
  }
  u64 wave_offset() const {
    return u64{wave_.index} * (wave_.block->scratch.size() / wave_.block->waves);
  }

  void read_descriptor() {
    const Operand& words = op_.in[3];
    require_ready(wave_, words);
    for (unsigned k = 0; k < 4; ++k)
      if (~wave_.scalar_defined[words.index + k] != 0)
        throw Fault("the buffer's descriptor is undefined");
    if ((~defined_bits(wave_, op_.in[4]) & 0xFFFF'FFFF) != 0)
      throw Fault("the buffer's scalar offset is undefined");
    buffer_.emplace(wave_, op_);
  }
  u8* in_buffer(unsigned lane, unsigned into, unsigned bytes) {
    const u64 address = buffer_->address(lane, into);
    if (buffer_->is_own())
      return in_scratch(address - reinterpret_cast<u64>(wave_.block->scratch.data()), lane, bytes);
    if (buffer_->is_swizzled() && address % 4 + bytes > 4)
      throw Fault(
          fmt::format("lane {} accesses {} bytes at 0x{:x}, but an element of a swizzled "
                      "buffer has 4",
                      lane, bytes, address));
    return in_array(address, lane, bytes, ", within the buffer's range");
  }

  u8* in_array(u64 address, unsigned lane, unsigned bytes, std::string_view of_buffer) {
    if (last_ == nullptr || !last_->holds(address, bytes, use_ != Use::read)) {
      try {
        last_ = &wave_.memory->find(address, bytes, use_ != Use::read);
      } catch (const Fault& fault) {
        throw Fault(fmt::format("lane {}{}: {}", lane, of_buffer, fault.what()));
      }
    }
    states_ = nullptr;
    if (last_->shadow) {
      states_ = last_->shadow->written(address - last_->begin);
      if (is_checked_) touch_array(wave_, *last_, lane, address - last_->begin, bytes, use_);
    }
    return reinterpret_cast<u8*>(address);
  }
  u8* in_scratch(u64 offset, unsigned lane, unsigned bytes) {
    states_ = nullptr;
    std::vector<u8>& scratch = wave_.block->scratch;
    if (offset > scratch.size() || bytes > scratch.size() - offset)
      throw Fault(fmt::format("lane {} accesses its private memory beyond its end", lane));
    return scratch.data() + offset;
  }
  u8* in_lds(u64 offset, unsigned lane, unsigned bytes) {
    std::vector<u8>& lds = wave_.block->lds;
    if (offset > lds.size() || bytes > lds.size() - offset)
      throw Fault(fmt::format("lane {} accesses {} bytes of LDS at {}, of {}", lane, bytes, offset,
                              lds.size()));
    touch_lds(wave_, lane, offset, bytes, use_);
    states_ = wave_.block->lds_written.data() + offset;
    is_lds_ = true;
    return lds.data() + offset;
  }

  Wave& wave_;
  const Operation& op_;
  Space space_;
  Use use_;
  bool is_checked_ = true, is_lds_ = false;
  const Allocation* last_ = nullptr;
  u8* states_ = nullptr;
  std::optional<BufferAccess> buffer_;
};

}  // namespace gputest::isa
