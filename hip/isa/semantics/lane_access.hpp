// Common parts of the lanes' loads and stores: defined bytes, and outstanding accesses.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "hip/isa/report.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/semantics/resolver.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {

/// Counts a load or a store as outstanding; a load writes the registers `to`.
inline void issue_vector(Wave& wave, Space space, const Operand& to, bool is_store) {
  const Outstanding load{to.index, static_cast<u8>(is_store ? 0 : to.words), false, true};
  if (!is_store || !wave.is_rdna)
    issue(wave, wave.vector_memory, load);
  else
    ++wave.stores;
  if (space != Space::flat) return;
  // It may be in LDS or in memory. RDNA still returns results in the order of the loads, according
  // to LLVM's GCNSubtarget::hasFlatLgkmVMemCountInOrder().
  Outstanding either = load;
  either.in_order = wave.is_rdna;
  issue(wave, wave.other_memory, either);
}

/// Calls f for each active lane.
template <class F>
void for_active(const Wave& wave, F&& f) {
  for (u64 left = wave.exec(); left != 0; left &= left - 1)
    f(static_cast<unsigned>(std::countr_zero(left)));
}

/// Whether the states of a space's bytes are tracked.
constexpr bool has_states(Space space) { return space != Space::scratch; }

/// Notes that some bytes of the last memory.at() are undefined.
inline void remark_unwritten(Wave& wave, const Operation& op, unsigned lane,
                             const Resolver& memory) {
  const Allocation* const array = memory.array();
  if (array == nullptr) return remark(wave, op, lane, "reads an undefined value in LDS");
  auto offset = static_cast<u64>(memory.states() - array->shadow->written(0));
  while (all_have_value<1>(array->shadow->written(offset))) ++offset;
  remark(wave, op, lane,
         fmt::format("reads an undefined value, at byte {} of {}", offset, array->name));
}

/// Whether the bytes of the last memory.at() are defined; adds a remark if not.
template <unsigned Bytes>
bool has_value(Wave& wave, const Operation& op, unsigned lane, const Resolver& memory) {
  if (all_have_value<Bytes>(memory.states())) return true;
  remark_unwritten(wave, op, lane, memory);
  return false;
}

/// Sets whether the bytes of the last memory.at() are defined now.
inline void set_written(Wave& wave, const Operation& op, unsigned lane, const Resolver& memory,
                        unsigned bytes, bool has_value) {
  u8* const states = memory.states();
  if (states == nullptr) return;
  const Allocation* const array = memory.array();
  const auto state = has_value          ? Written::value
                     : array == nullptr ? Written::never
                                        : Written::without_value;
  std::memset(states, static_cast<int>(state), bytes);
  if (has_value || array == nullptr) return;
  array->shadow->blame(fmt::format("{}: lane {} stores an undefined value to byte {} of {}{}",
                                   where(wave, op), lane, states - array->shadow->written(0),
                                   array->name, remarks(wave)));
}

/// Writes a load's result to its registers in the active lanes.
template <unsigned Words>
void put_loaded(Wave& wave, const Operand& to, const u32 (&words)[Words][kLanes],
                const u64 (&defined)[Words]) {
  const u64 exec = wave.exec();
  for (unsigned k = 0; k < Words; ++k) {
    u32* const lanes = wave.vectors[to.index + k].lane.data();
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      if ((exec >> lane & 1) != 0) lanes[lane] = words[k][lane];
    mark(wave, to.index + k, exec, defined[k]);
  }
}

}  // namespace gputest::isa
