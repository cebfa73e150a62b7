// Records accesses to LDS and to arrays (touches.hpp).
#pragma once

#include <fmt/format.h>

#include "hip/isa/memory.hpp"
#include "hip/isa/touches.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// "reads", "writes" or "changes".
constexpr const char* verb(Use use) {
  return use == Use::read ? "reads" : use == Use::write ? "writes" : "changes";
}

[[noreturn]] inline void fault_lds_race(unsigned lane, std::uint64_t at, std::uint32_t bytes,
                                        Use use, std::uint32_t other) {
  const std::string who = other == Touches::kSeveral ? "several wavefronts use"
                                                     : fmt::format("wavefront {} uses", other - 1);
  throw Fault(
      fmt::format("a race: lane {} {} {} bytes of LDS at {}, which {} with no barrier between",
                  lane, verb(use), bytes, at, who));
}

/// Notes a lane's access to those bytes of LDS. Throws if another wavefront's access conflicts.
inline void touch_lds(Wave& wave, unsigned lane, std::uint64_t at, std::uint32_t bytes, Use use) {
  Block& block = *wave.block;
  if (block.lds_touches.empty()) return;  // only one wavefront
  for_words(at, bytes, [&](std::uint64_t word, std::uint32_t mask) {
    const std::uint32_t other =
        Touches::note(block.lds_touches[word], block.barriers, wave.index + 1, use, mask);
    if (other != 0) fault_lds_race(lane, at, bytes, use, other);
  });
}

[[noreturn]] inline void fault_array_race(const Allocation& array, unsigned lane, std::uint64_t at,
                                          std::uint32_t bytes, Use use, std::uint32_t other) {
  const std::string who = other == Touches::kSeveral
                              ? "several blocks use"
                              : fmt::format("block number {} uses", other - 1);
  throw Fault(fmt::format("a race: lane {} {} {} bytes at byte {} of {}, which {} in this launch",
                          lane, verb(use), bytes, at, array.name, who));
}

/// Notes the wavefront's access to those bytes of an array. Calls fault(other, byte) if another
/// block's access to that byte conflicts. After an acquire of device memory the wavefront may be
/// ordered after the others, so its accesses are then only noted.
template <class F>
void touch_bytes(const Wave& wave, const Allocation& array, std::uint64_t offset,
                 std::uint64_t bytes, Use use, F&& fault) {
  const std::uint32_t who = wave.block->number, since = wave.memory->launch();
  if (who == 0) return;
  Shadow& shadow = *array.shadow;
  for (const std::uint64_t end = offset + bytes; offset < end;) {
    const std::uint64_t number = offset / Touches::kLine, next = (number + 1) * Touches::kLine;
    const bool is_whole = offset % Touches::kLine == 0 && next <= end;
    bool has_words = true;
    const std::uint32_t of_line =
        is_whole ? Touches::note_line(shadow.line(number), since, who, use, has_words)
                 : Touches::enter_line(shadow.line(number), since, who, use);
    if (of_line != 0 && !wave.has_acquired) fault(of_line, offset);
    const std::uint64_t stop = next < end ? next : end;
    if (has_words)
      for_words(offset, static_cast<std::uint32_t>(stop - offset),
                [&](std::uint64_t word, std::uint32_t mask) {
                  const std::uint32_t other =
                      Touches::note(shadow.touches(word), since, who, use, mask);
                  if (other != 0 && !wave.has_acquired)
                    fault(other, word * 4 < offset ? offset : word * 4);
                });
    offset = stop;
  }
}

/// The same for one lane's bytes. Throws if another block's access conflicts.
inline void touch_array(const Wave& wave, const Allocation& array, unsigned lane,
                        std::uint64_t offset, std::uint32_t bytes, Use use) {
  touch_bytes(wave, array, offset, bytes, use, [&](std::uint32_t other, std::uint64_t) {
    fault_array_race(array, lane, offset, bytes, use, other);
  });
}

/// The same for `count` lanes: the first accesses the bytes from `offset` on, and each other lane
/// the bytes after the previous lane's.
inline void touch_run(const Wave& wave, const Allocation& array, unsigned lane, unsigned count,
                      std::uint64_t offset, std::uint32_t bytes, Use use) {
  touch_bytes(wave, array, offset, std::uint64_t{count} * bytes, use,
              [&](std::uint32_t other, std::uint64_t at) {
                const std::uint64_t before = (at - offset) / bytes;
                fault_array_race(array, lane + static_cast<unsigned>(before),
                                 offset + before * bytes, bytes, use, other);
              });
}

/// Whether `Bytes` bytes are defined, by their states; null: they are.
template <unsigned Bytes>
bool all_have_value(const std::uint8_t* states) {
  if (states == nullptr) return true;
  for (unsigned k = 0; k < Bytes; ++k)
    if (states[k] != static_cast<std::uint8_t>(Written::value)) return false;
  return true;
}

}  // namespace gputest::isa
