// Instructions that address lanes by number: moves of one lane's word to a scalar register and
// back, and counts of lower lanes.
#include <bit>

#include "hip/isa/semantics.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

unsigned first_lane(const Wave& wave) {
  const u64 exec = wave.exec();
  return exec == 0 ? 0 : static_cast<unsigned>(std::countr_zero(exec));
}

u32 word_of(const Wave& wave, const Operand& from, unsigned lane) {
  return from.place == Place::vector ? wave.vectors[from.index].lane[lane]
                                     : static_cast<u32>(scalar_value(wave, from));
}

unsigned lane_number(const Wave& wave, const Operand& from) {
  if ((~defined_bits(wave, from) & 0xFFFF'FFFF) != 0)
    throw Fault("the number of the lane is undefined");
  return static_cast<unsigned>(scalar_value(wave, from)) & (wave.lanes - 1);
}

void read(Wave& wave, const Operation& op, unsigned lane) {
  const bool defined = (defined_lanes(wave, op.in[0]) >> lane & 1) != 0;
  put_scalar(wave, op.out[0], word_of(wave, op.in[0], lane), defined ? ~0ull : 0);
}
void read_lane(Wave& wave, const Operation& op) { read(wave, op, lane_number(wave, op.in[1])); }
void read_first_lane(Wave& wave, const Operation& op) { read(wave, op, first_lane(wave)); }

void write_lane(Wave& wave, const Operation& op) {
  const unsigned lane = lane_number(wave, op.in[1]);
  require_ready(wave, op.out[0]);
  wave.vectors[op.out[0].index].lane[lane] = static_cast<u32>(scalar_value(wave, op.in[0]));
  const bool defined = (~defined_bits(wave, op.in[0]) & 0xFFFF'FFFF) == 0;
  mark(wave, op.out[0].index, u64{1} << lane, defined ? ~0ull : 0);
}

/// Counts the bits of in[0] below the lane's own, among 32, and adds in[1].
void count_below(Wave& wave, const Operation& op, unsigned first) {
  const u64 defined = defined_lanes(wave, op.in[0]) & defined_lanes(wave, op.in[1]);
  require_ready(wave, op.out[0]);
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if ((exec >> lane & 1) == 0) continue;
    const unsigned below = lane <= first ? 0 : lane - first >= 32 ? 32 : lane - first;
    const u32 mask = below == 32 ? ~0u : (1u << below) - 1;
    const u32 count = static_cast<u32>(std::popcount(word_of(wave, op.in[0], lane) & mask));
    wave.vectors[op.out[0].index].lane[lane] = count + word_of(wave, op.in[1], lane);
  }
  mark(wave, op.out[0].index, exec, defined);
}
void count_below_low(Wave& wave, const Operation& op) { count_below(wave, op, 0); }
void count_below_high(Wave& wave, const Operation& op) { count_below(wave, op, 32); }

const Semantics kCrossLane[]{
    {"v_readlane_b32", &read_lane, {Type::b32}, {Type::b32, Type::b32}},
    {"v_readfirstlane_b32", &read_first_lane, {Type::b32}, {Type::b32}},
    {"v_writelane_b32", &write_lane, {Type::b32}, {Type::b32, Type::b32}},
    {"v_mbcnt_lo_u32_b32", &count_below_low, {Type::b32}, {Type::b32, Type::b32}},
    {"v_mbcnt_hi_u32_b32", &count_below_high, {Type::b32}, {Type::b32, Type::b32}},
};

void nothing_at_all(Wave&, const Operation&) {}
void bind_none(const Syntax&, const Surroundings&, Operation&) {}
constexpr Semantics idle(std::string_view mnemonic) {
  Semantics entry{mnemonic, &nothing_at_all};
  entry.bind = &bind_none;
  return entry;
}
const Semantics kIdle[]{idle("v_nop")};

}  // namespace

std::span<const Semantics> lane_instructions() { return kCrossLane; }
std::span<const Semantics> idle_instructions() { return kIdle; }

}  // namespace gputest::isa
