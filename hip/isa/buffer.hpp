// Buffers as a kernel finds them: the descriptor that four scalar registers hold, and where it puts
// what an instruction accesses. AMD's ISA manuals of CDNA3 and RDNA 3.5, "Buffer Addressing" and
// "Range Checking", the latter's "Buffer Out Of Bounds Selection".
#pragma once

#include <cstdint>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// What of a buffer's access is compared with its number of records.
enum class Bounds : std::uint8_t {
  none,        ///< nothing
  offset,      ///< where it begins, in bytes, without the scalar offset
  index,       ///< the record
  record,      ///< the record, and where the access ends in it
  not_empty,   ///< nothing, but a buffer of no records has no bytes
  end_of_raw,  ///< where it ends, in bytes, with the scalar offset
};

/// A descriptor's fields. Elements of a swizzled buffer have four bytes on all targets.
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;   ///< bytes of a record
  std::uint32_t records = 0;  ///< their number, or bytes, as the bounds have it
  bool is_swizzled = false, adds_lane = false;
  std::uint32_t index_stride = 8;     ///< records beside each other where it is swizzled
  std::uint32_t selected_bounds = 0;  ///< OOB_SELECT of RDNA
  bool is_rdna = false;
  bool is_bound = true;  ///< else what is loaded is zero, and stores do nothing

  /// What is checked of an instruction that takes an index from a register, or does not.
  Bounds bounds(bool has_index) const;
};

/// How an instruction makes an address, and whether its elements have a format: bits of its
/// operation's `immediate`.
constexpr std::uint32_t kHasOffset = 1, kHasIndex = 2, kIsTyped = 4;

/// Of the four words, for an instruction with those bits. Throws Fault for those of something else
/// than a buffer.
BufferDescriptor decode_buffer(const std::uint32_t* words, bool is_rdna, std::uint32_t instruction);

/// What an instruction accesses through a buffer: in[0] has its index's and offset's registers,
/// in[3] the descriptor's, in[4] the scalar offset.
class BufferAccess {
 public:
  /// Throws Fault as decode_buffer() does.
  BufferAccess(const Wave& wave, const Operation& op);

  /// Whether it is the wavefront's own memory (scratch), which is not checked.
  bool is_own() const { return is_own_; }
  bool is_swizzled() const { return buffer_.is_swizzled; }
  bool is_bound() const { return buffer_.is_bound; }
  /// The address of what lies so many bytes behind a lane's first one.
  std::uint64_t address(unsigned lane, unsigned into) const {
    return begin_ + place(index(lane), offset(lane) + into);
  }
  /// Whether so many bytes there are within the buffer's range.
  bool is_within(unsigned lane, unsigned into, unsigned bytes) const;

 private:
  std::uint64_t index(unsigned lane) const {
    std::uint64_t index = buffer_.adds_lane ? lane : 0;
    if (index_ != nullptr) index += index_->lane[lane];
    return index;
  }
  std::uint64_t offset(unsigned lane) const {
    const std::uint64_t offset = offset_ != nullptr ? immediate_ + offset_->lane[lane] : immediate_;
    // Compilers rely on sums of 32 bits in a thread's own memory: a register that is -4 and
    // offset:4 are its beginning.
    return is_own_ ? offset & 0xFFFF'FFFF : offset;
  }
  /// From the buffer's beginning.
  std::uint64_t place(std::uint64_t index, std::uint64_t offset) const {
    constexpr std::uint64_t kElement = 4;
    const std::uint64_t stride = buffer_.stride, beside = buffer_.index_stride;
    if (!buffer_.is_swizzled) return offset + stride * index;
    return (index / beside * stride + offset / kElement * kElement) * beside +
           index % beside * kElement + offset % kElement;
  }

  BufferDescriptor buffer_;
  Bounds bounds_ = Bounds::none;
  const VectorRegister *index_ = nullptr, *offset_ = nullptr;
  std::uint64_t immediate_ = 0;
  std::uint64_t scalar_offset_ = 0;
  std::uint64_t begin_ = 0;
  bool is_own_ = false;
};

/// A scalar load through a buffer's descriptor, in[0]'s registers: where it begins, and how many of
/// out[0]'s words are within the range. The others are zero.
struct ScalarBufferLoad {
  std::uint64_t address = 0;
  unsigned words = 0;
};
/// Throws Fault as decode_buffer() does.
ScalarBufferLoad scalar_buffer_load(const Wave& wave, const Operation& op);

}  // namespace gputest::isa
