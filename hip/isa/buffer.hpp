// Buffers of a kernel: the descriptor in four scalar registers, and the addresses that an
// instruction makes from it. Sources: AMD's ISA manuals of CDNA3 and RDNA 3.5, "Buffer Addressing"
// and "Range Checking" (in the latter "Buffer Out Of Bounds Selection").
#pragma once

#include <cstdint>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// The part of a buffer access that is compared with the number of records.
enum class Bounds : std::uint8_t {
  none,        ///< nothing
  offset,      ///< the access's first byte, without the scalar offset
  index,       ///< the record
  record,      ///< the record, and the access's last byte in it
  not_empty,   ///< nothing, but a buffer without records has no bytes
  end_of_raw,  ///< the access's last byte, with the scalar offset
};

/// A descriptor's fields. Elements of a swizzled buffer have four bytes on all targets.
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;   ///< bytes of a record
  std::uint32_t records = 0;  ///< the number of records or of bytes, depending on the bounds
  bool is_swizzled = false, adds_lane = false;
  std::uint32_t index_stride = 8;     ///< contiguous records in a swizzled buffer
  std::uint32_t selected_bounds = 0;  ///< OOB_SELECT of RDNA
  bool is_rdna = false;
  bool is_bound = true;  ///< if not, loads give zero and stores do nothing

  /// The check for an instruction with, or without, an index in a register.
  Bounds bounds(bool has_index) const;
};

/// How an instruction makes an address, and whether its elements have a format: bits of its
/// operation's `immediate`.
constexpr std::uint32_t kHasOffset = 1, kHasIndex = 2, kIsTyped = 4;

/// Decodes the four words, for an instruction with those bits. Throws Fault if they describe
/// something other than a buffer.
BufferDescriptor decode_buffer(const std::uint32_t* words, bool is_rdna, std::uint32_t instruction);

/// An instruction's access through a buffer: in[0] holds the index's and offset's registers, in[3]
/// the descriptor's, in[4] the scalar offset.
class BufferAccess {
 public:
  /// Throws Fault like decode_buffer().
  BufferAccess(const Wave& wave, const Operation& op);

  /// Whether it is the wavefront's private memory (scratch), which is not checked.
  bool is_own() const { return is_own_; }
  bool is_swizzled() const { return buffer_.is_swizzled; }
  bool is_bound() const { return buffer_.is_bound; }
  /// The address `into` bytes after a lane's first byte.
  std::uint64_t address(unsigned lane, unsigned into) const {
    return begin_ + place(index(lane), offset(lane) + into);
  }
  /// Whether `bytes` bytes there are within the buffer's range.
  bool is_within(unsigned lane, unsigned into, unsigned bytes) const;

 private:
  std::uint64_t index(unsigned lane) const {
    std::uint64_t index = buffer_.adds_lane ? lane : 0;
    if (index_ != nullptr) index += index_->lane[lane];
    return index;
  }
  std::uint64_t offset(unsigned lane) const {
    const std::uint64_t offset = offset_ != nullptr ? immediate_ + offset_->lane[lane] : immediate_;
    // Compilers rely on 32-bit sums in private memory: a register of -4 plus offset:4 is its
    // beginning.
    return is_own_ ? offset & 0xFFFF'FFFF : offset;
  }
  /// The offset from the buffer's beginning.
  std::uint64_t place(std::uint64_t index, std::uint64_t offset) const {
    constexpr std::uint64_t kElement = 4;
    const std::uint64_t stride = buffer_.stride, group = buffer_.index_stride;
    if (!buffer_.is_swizzled) return offset + stride * index;
    return (index / group * stride + offset / kElement * kElement) * group +
           index % group * kElement + offset % kElement;
  }

  BufferDescriptor buffer_;
  Bounds bounds_ = Bounds::none;
  const VectorRegister *index_ = nullptr, *offset_ = nullptr;
  std::uint64_t immediate_ = 0;
  std::uint64_t scalar_offset_ = 0;
  std::uint64_t begin_ = 0;
  bool is_own_ = false;
};

/// A scalar load through a buffer's descriptor in in[0]'s registers: its address, and the number of
/// out[0]'s words within the range. The other words are zero.
struct ScalarBufferLoad {
  std::uint64_t address = 0;
  unsigned words = 0;
};
/// Throws Fault like decode_buffer().
ScalarBufferLoad scalar_buffer_load(const Wave& wave, const Operation& op);

}  // namespace gputest::isa
