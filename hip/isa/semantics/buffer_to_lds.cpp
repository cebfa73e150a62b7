#include "hip/isa/semantics/buffer_to_lds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hip/isa/semantics/bind_memory.hpp"
#include "hip/isa/semantics/lane_access.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/semantics/resolver.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

constexpr u32 kWord = 4;

/// The LDS address of lane 0's word: the lower half of M0, in[2], plus the immediate offset.
u64 begin_in_lds(const Wave& wave, const Operation& op) {
  constexpr u32 kOffset = 0xFFFF;
  if ((~defined_bits(wave, op.in[2]) & kOffset) != 0)
    throw Fault("M0, the address in LDS, is undefined");
  return (scalar_value(wave, op.in[2]) & kOffset) + static_cast<u64>(op.offset);
}

/// Word k from there on is lane k's (AMD's ISA manuals, "Memory Buffer Load to LDS"). It is
/// undefined until the load is waited for.
void load_to_lds(Wave& wave, const Operation& op) {
  Resolver memory(wave, op, Space::buffer, Use::read);
  const u64 begin = begin_in_lds(wave, op);
  Block& block = *wave.block;
  LoadToLds load{static_cast<u32>(begin), 0};
  for_active(wave, [&](unsigned lane) {
    u32 word = 0;
    bool is_written = true;
    if (memory.reaches(lane, 0, kWord)) {
      std::memcpy(&word, memory.at(lane, 0, kWord), kWord);
      is_written = has_value<kWord>(wave, op, lane, memory);
    }
    const u64 at = begin + u64{kWord} * lane;
    if (at + kWord > block.lds.size())
      throw Fault(
          fmt::format("lane {} loads to LDS at {}, of {} bytes", lane, at, block.lds.size()));
    touch_lds(wave, lane, at, kWord, Use::write);
    std::memcpy(block.lds.data() + at, &word, kWord);
    std::memset(block.lds_written.data() + at, static_cast<int>(Written::never), kWord);
    if (is_written) load.lanes |= u64{1} << lane;
  });
  wave.lds_loads.push_back(load);
  Outstanding outstanding;
  outstanding.is_to_lds = true;
  issue(wave, wave.vector_memory, outstanding);
}

}  // namespace

void bind_buffer_load_dword(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.find("lds") == nullptr) return bind_vector_load(syntax, in, op);
  // M0 takes the place of a store's data.
  Syntax store = syntax;
  std::erase_if(store.modifiers, [](const Modifier& modifier) { return modifier.name == "lds"; });
  store.operands.insert(store.operands.begin(), "m0");
  bind_vector_store(store, in, op);
  op.run = &load_to_lds;
}

}  // namespace gputest::isa
