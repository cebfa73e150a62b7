#include "hip/isa/buffer.hpp"

#include <algorithm>

#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// Whether a descriptor is that of the wavefronts' private memory. initial_state.cpp makes it, and
/// kernels change its address.
bool is_scratch(const BufferDescriptor& buffer, const Block& block) {
  const auto begin = reinterpret_cast<u64>(block.scratch.data());
  return buffer.is_swizzled && buffer.adds_lane && buffer.stride == 0 &&
         buffer.base - begin <= block.scratch.size();
}

}  // namespace

Bounds BufferDescriptor::bounds(bool has_index) const {
  if (is_rdna) {
    switch (selected_bounds) {
      case 0:
        return Bounds::record;
      case 1:
        return Bounds::index;
      case 2:
        return Bounds::not_empty;
      default:
        return is_swizzled && stride != 0 ? Bounds::record : Bounds::end_of_raw;
    }
  }
  if (adds_lane && !has_index) return Bounds::none;
  return has_index && stride != 0 ? Bounds::index : Bounds::offset;
}

BufferDescriptor decode_buffer(const u32* words, bool is_rdna, u32 instruction) {
  if (words[3] >> 30 != 0) throw Fault("the descriptor is not a buffer's (TYPE)");
  BufferDescriptor buffer;
  buffer.base = words[0] | u64{words[1] & 0xFFFF} << 32;
  buffer.stride = words[1] >> 16 & 0x3FFF;
  buffer.is_swizzled = words[1] >> 31 != 0;
  buffer.records = words[2];
  buffer.adds_lane = (words[3] >> 23 & 1) != 0;
  buffer.index_stride = 8u << (words[3] >> 21 & 3);
  buffer.is_rdna = is_rdna;
  // If the lane is added and the format is not needed, these bits have another meaning.
  const bool has_format = !buffer.adds_lane || (instruction & kIsTyped) != 0;
  if (is_rdna) {
    buffer.selected_bounds = words[3] >> 28 & 3;
    buffer.is_bound = !has_format || (words[3] >> 12 & 0x7F) != 0;
    return buffer;
  }
  const u32 format = words[3] >> 15 & 15;
  if (!has_format) buffer.stride |= format << 14;
  buffer.is_bound = !has_format || format != 0;
  return buffer;
}

BufferAccess::BufferAccess(const Wave& wave, const Operation& op) {
  const Operand &vector = op.in[0], &words = op.in[3];
  const bool has_index = (op.immediate & kHasIndex) != 0;
  const bool has_offset = (op.immediate & kHasOffset) != 0;
  buffer_ = decode_buffer(wave.scalars.data() + words.index, wave.is_rdna, op.immediate);
  bounds_ = buffer_.bounds(has_index);
  if (has_index) index_ = &wave.vectors[vector.index];
  if (has_offset) offset_ = &wave.vectors[vector.index + (has_index ? 1u : 0u)];
  immediate_ = static_cast<u64>(op.offset);
  scalar_offset_ = scalar_value(wave, op.in[4]) & 0xFFFF'FFFF;
  begin_ = buffer_.base + scalar_offset_;
  is_own_ = is_scratch(buffer_, *wave.block);
}

bool BufferAccess::is_within(unsigned lane, unsigned into, unsigned bytes) const {
  if (is_own_) return true;
  if (!buffer_.is_bound) return false;
  const u64 begin = offset(lane) + into, records = buffer_.records;
  switch (bounds_) {
    case Bounds::none:
      return true;
    case Bounds::offset:
      return begin < records;
    case Bounds::index:
      return index(lane) < records;
    case Bounds::record:
      return index(lane) < records && begin + bytes <= buffer_.stride;
    case Bounds::not_empty:
      return records != 0;
    case Bounds::end_of_raw:
      return begin + bytes + scalar_offset_ <= records;
  }
  return false;
}

ScalarBufferLoad scalar_buffer_load(const Wave& wave, const Operation& op) {
  constexpr u64 kWord = 4;
  const BufferDescriptor buffer =
      decode_buffer(wave.scalars.data() + op.in[0].index, wave.is_rdna, kIsTyped);
  u64 offset = static_cast<u64>(op.offset);
  if (op.in[1].words != 0) offset += scalar_value(wave, op.in[1]);
  offset = offset / kWord * kWord;
  const u64 bytes = u64{buffer.stride == 0 ? 1 : buffer.stride} * buffer.records;
  const u64 within = offset < bytes ? (bytes - offset + kWord - 1) / kWord : 0;
  return {(buffer.base + offset) / kWord * kWord,
          static_cast<unsigned>(std::min<u64>(within, op.out[0].words))};
}

}  // namespace gputest::isa
