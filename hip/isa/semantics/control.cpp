// Branches, barriers, waits, and the wavefront's own state.
#include <fmt/format.h>

#include <algorithm>

#include "hip/isa/memory.hpp"
#include "hip/isa/program.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {
namespace {

void jump(Wave& wave, const Operation& op) { wave.next = op.immediate; }

void require_condition(const Wave& wave) {
  if (!wave.scc_defined) throw Fault("it branches on an undefined condition");
}
void jump_if_scc(Wave& wave, const Operation& op) {
  require_condition(wave);
  if (wave.scc) jump(wave, op);
}
void jump_unless_scc(Wave& wave, const Operation& op) {
  require_condition(wave);
  if (!wave.scc) jump(wave, op);
}
bool is_vcc_zero(const Wave& wave) {
  constexpr unsigned vcc = scalar::kVcc;
  const std::uint64_t width = wave.all_lanes();
  const std::uint64_t defined =
      wave.scalar_defined[vcc] | static_cast<std::uint64_t>(wave.scalar_defined[vcc + 1]) << 32;
  const std::uint64_t value = wave.pair(vcc) & width;
  if ((value & defined) == 0 && (~defined & width) != 0)
    throw Fault("it branches on an undefined mask of lanes");
  return value == 0;
}
void jump_if_vcc_zero(Wave& wave, const Operation& op) {
  if (is_vcc_zero(wave)) jump(wave, op);
}
void jump_unless_vcc_zero(Wave& wave, const Operation& op) {
  if (!is_vcc_zero(wave)) jump(wave, op);
}
void jump_if_idle(Wave& wave, const Operation& op) {
  if (wave.exec() == 0) jump(wave, op);
}
void jump_unless_idle(Wave& wave, const Operation& op) {
  if (wave.exec() != 0) jump(wave, op);
}

/// "65472": words from the next instruction, in 16 bits.
void bind_branch(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 1) throw Fault("a branch has one target");
  const Operand words = parse_operand(syntax.operands[0], Type::b32, in);
  op.offset = static_cast<std::int64_t>(in.next) + 4 * static_cast<std::int16_t>(words.value);
}

void end(Wave& wave, const Operation&) { wave.state = WaveState::ended; }
void wait_for_block(Wave& wave, const Operation&) { wave.state = WaveState::at_barrier; }
void nothing(Wave&, const Operation&) {}
void yield(Wave& wave, const Operation&) { wave.yields = true; }
void trap(Wave&, const Operation&) { throw Fault("the kernel ended itself by a trap"); }

constexpr std::uint32_t kNoWait = 0xFFFF'FFFF;
void wait_for_counters(Wave& wave, const Operation& op) {
  if (op.immediate != kNoWait) wait(wave, wave.vector_memory, op.immediate);
  if (op.offset1 != kNoWait) wait(wave, wave.other_memory, op.offset1);
}
void bind_wait(const Syntax& syntax, const Surroundings&, Operation& op) {
  op.immediate = op.offset1 = kNoWait;
  if (!syntax.operands.empty()) throw Fault("the counters of s_waitcnt are not named");
  for (const Modifier& counter : syntax.modifiers) {
    const auto most = static_cast<std::uint32_t>(number_of(counter));
    if (counter.name == "vmcnt")
      op.immediate = most;
    else if (counter.name == "lgkmcnt")
      op.offset1 = most;
    else if (counter.name != "expcnt")
      throw Fault("the counter " + counter.name + " is not implemented");
  }
}
/// "null, 0" or "s4, 0": the sum of both operands is the number that may remain outstanding.
void bind_wait_for_one(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 2) throw Fault("it has two operands");
  op.in[0] = parse_operand(syntax.operands[0], Type::b32, in);
  op.in[1] = parse_operand(syntax.operands[1], Type::b32, in);
}
std::uint32_t most_left(const Wave& wave, const Operation& op) {
  constexpr std::uint32_t kCounter = 63;
  if ((~defined_bits(wave, op.in[0]) & kCounter) != 0)
    throw Fault("it waits for an undefined number of accesses");
  return (static_cast<std::uint32_t>(scalar_value(wave, op.in[0])) & kCounter) +
         (static_cast<std::uint32_t>(op.in[1].value) & kCounter);
}
void wait_for_stores(Wave& wave, const Operation& op) {
  wave.stores = std::min(wave.stores, most_left(wave, op));
}
void wait_for_vector_loads(Wave& wave, const Operation& op) {
  wait(wave, wave.vector_memory, most_left(wave, op));
}
void wait_for_others(Wave& wave, const Operation& op) {
  wait(wave, wave.other_memory, most_left(wave, op));
}
/// From here on, stores of other blocks are visible if they were waited for.
void acquire(Wave& wave, const Operation&) { wave.has_acquired = true; }
void bind_nothing(const Syntax&, const Surroundings&, Operation&) {}

/// A field of a hardware register: the register, the lowest bit, the width.
struct Field {
  std::string name;
  unsigned from = 0, width = 32;
};
Field parse_field(const std::string& text) {
  Field field;
  constexpr std::string_view kOpen = "hwreg(";
  if (!text.starts_with(kOpen) || text.back() != ')')
    throw Fault("this is not a register: " + text);
  const std::string inner = text.substr(kOpen.size(), text.size() - kOpen.size() - 1);
  const auto comma = inner.find(',');
  field.name = inner.substr(0, comma);
  if (comma != inner.npos) {
    std::size_t used = 0;
    field.from = static_cast<unsigned>(std::stoul(inner.substr(comma + 1), &used));
    field.width = static_cast<unsigned>(std::stoul(inner.substr(inner.find(',', comma + 1) + 1)));
  }
  return field;
}
std::uint32_t mask_of(unsigned width) { return width >= 32 ? ~0u : (1u << width) - 1; }

/// The register of s_setreg or s_getreg.
enum HardwareRegister : std::uint32_t { kMode, kScratchLow, kScratchHigh, kMemoryBases };

/// immediate: the register; offset: the lowest bit; offset1: the width; in[0]: the value.
void bind_set_register(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 2) throw Fault("s_setreg has two operands");
  const Field field = parse_field(syntax.operands[0]);
  if (field.name == "HW_REG_MODE") {
    op.immediate = kMode;
  } else if (field.name == "HW_REG_FLAT_SCR_LO" || field.name == "HW_REG_FLAT_SCR_HI") {
    if (field.width != 32) throw Fault("writing a part of " + field.name + " is not implemented");
    op.immediate = field.name.ends_with("LO") ? kScratchLow : kScratchHigh;
  } else {
    throw Fault("writing " + field.name + " is not implemented");
  }
  op.offset = field.from;
  op.offset1 = field.width;
  op.in[0] = parse_operand(syntax.operands[1], Type::b32, in);
}
/// One half of the address of the wavefront's scratch.
std::uint32_t own_scratch(const Wave& wave, bool is_high) {
  const Block& block = *wave.block;
  const std::uint64_t own = reinterpret_cast<std::uint64_t>(block.scratch.data()) +
                            wave.index * (block.scratch.size() / block.waves);
  return static_cast<std::uint32_t>(is_high ? own >> 32 : own);
}
/// On targets with wave32, a wavefront sets the address of its scratch. The machine knows this
/// address, so any other value is an error.
void expect_own_scratch(const Wave& wave, std::uint32_t value, bool is_high) {
  if (value != own_scratch(wave, is_high))
    throw Fault("it sets the scratch address to a value other than its own");
}
void set_register(Wave& wave, const Operation& op) {
  if ((~defined_bits(wave, op.in[0]) & 0xFFFF'FFFF) != 0)
    throw Fault("it sets a hardware register to an undefined value");
  const std::uint32_t mask = mask_of(op.offset1) << op.offset;
  const auto value = static_cast<std::uint32_t>(scalar_value(wave, op.in[0]));
  if (op.immediate != kMode) return expect_own_scratch(wave, value, op.immediate == kScratchHigh);
  wave.mode = (wave.mode & ~mask) | (value << op.offset & mask);
}
void bind_get_register(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 2) throw Fault("s_getreg has two operands");
  const Field field = parse_field(syntax.operands[1]);
  if (field.name == "HW_REG_MODE")
    op.immediate = kMode;
  else if (field.name == "HW_REG_SH_MEM_BASES")
    op.immediate = kMemoryBases;
  else if (field.name == "HW_REG_FLAT_SCR_LO" || field.name == "HW_REG_FLAT_SCR_HI")
    op.immediate = field.name.ends_with("LO") ? kScratchLow : kScratchHigh;
  else
    throw Fault("reading " + field.name + " is not implemented");
  op.out[0] = parse_operand(syntax.operands[0], Type::b32, in);
  op.offset = field.from;
  op.offset1 = field.width;
}
void get_register(Wave& wave, const Operation& op) {
  const auto bases = static_cast<std::uint32_t>(kScratchAperture | kLdsAperture << 16);
  const std::uint32_t value = op.immediate == kMode ? wave.mode
                              : op.immediate == kMemoryBases
                                  ? bases
                                  : own_scratch(wave, op.immediate == kScratchHigh);
  put_scalar(wave, op.out[0], value >> op.offset & mask_of(op.offset1), ~0ull);
}
void bind_mode_bits(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 1) throw Fault("it has one operand");
  op.in[0] = parse_operand(syntax.operands[0], Type::b32, in);
}
void set_subnormals(Wave& wave, const Operation& op) {
  wave.mode = (wave.mode & ~0xF0u) | (static_cast<std::uint32_t>(op.in[0].value) << 4 & 0xF0);
}
void set_rounding(Wave& wave, const Operation& op) {
  wave.mode = (wave.mode & ~0xFu) | (static_cast<std::uint32_t>(op.in[0].value) & 0xF);
}

void bind_get_pc(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 1) throw Fault("it has one operand");
  op.out[0] = parse_operand(syntax.operands[0], Type::b64, in);
  op.offset = static_cast<std::int64_t>(in.next);
}
void get_pc(Wave& wave, const Operation& op) {
  put_scalar(wave, op.out[0], static_cast<std::uint64_t>(op.offset), ~0ull);
}
void bind_set_pc(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 1) throw Fault("it has one operand");
  op.in[0] = parse_operand(syntax.operands[0], Type::b64, in);
}
void set_pc(Wave& wave, const Operation& op) {
  if (~defined_bits(wave, op.in[0]) != 0) throw Fault("it jumps to an undefined address");
  wave.next = wave.program->at(scalar_value(wave, op.in[0]));
}

constexpr Semantics control(std::string_view mnemonic, Handler run, Binder bind) {
  Semantics entry{mnemonic, run};
  entry.lanes = false;
  entry.bind = bind;
  return entry;
}

const Semantics kControl[]{
    control("s_branch", &jump, &bind_branch),
    control("s_cbranch_scc0", &jump_unless_scc, &bind_branch),
    control("s_cbranch_scc1", &jump_if_scc, &bind_branch),
    control("s_cbranch_vccz", &jump_if_vcc_zero, &bind_branch),
    control("s_cbranch_vccnz", &jump_unless_vcc_zero, &bind_branch),
    control("s_cbranch_execz", &jump_if_idle, &bind_branch),
    control("s_cbranch_execnz", &jump_unless_idle, &bind_branch),
    control("s_endpgm", &end, &bind_nothing),
    control("s_barrier", &wait_for_block, &bind_nothing),
    control("s_waitcnt", &wait_for_counters, &bind_wait),
    control("s_waitcnt_vscnt", &wait_for_stores, &bind_wait_for_one),
    control("s_waitcnt_vmcnt", &wait_for_vector_loads, &bind_wait_for_one),
    control("s_waitcnt_lgkmcnt", &wait_for_others, &bind_wait_for_one),
    control("s_waitcnt_expcnt", &nothing, &bind_wait_for_one),
    control("s_waitcnt_depctr", &nothing, &bind_nothing),
    control("s_nop", &nothing, &bind_nothing),
    control("s_clause", &nothing, &bind_nothing),
    control("s_inst_prefetch", &nothing, &bind_nothing),
    control("s_setprio", &nothing, &bind_nothing),
    control("s_sleep", &yield, &bind_nothing),
    control("s_trap", &trap, &bind_nothing),
    control("s_dcache_wb", &nothing, &bind_nothing),
    control("s_dcache_inv", &nothing, &bind_nothing),
    control("s_icache_inv", &nothing, &bind_nothing),
    control("buffer_wbinvl1", &acquire, &bind_nothing),
    control("buffer_wbinvl1_vol", &acquire, &bind_nothing),
    control("buffer_gl0_inv", &nothing, &bind_nothing),
    control("buffer_gl1_inv", &acquire, &bind_nothing),
    control("buffer_wbl2", &nothing, &bind_nothing),
    control("buffer_invl2", &acquire, &bind_nothing),
    control("buffer_inv", &acquire, &bind_nothing),
    control("s_setreg_imm32_b32", &set_register, &bind_set_register),
    control("s_setreg_b32", &set_register, &bind_set_register),
    control("s_getreg_b32", &get_register, &bind_get_register),
    control("s_denorm_mode", &set_subnormals, &bind_mode_bits),
    control("s_round_mode", &set_rounding, &bind_mode_bits),
    control("s_getpc_b64", &get_pc, &bind_get_pc),
    control("s_setpc_b64", &set_pc, &bind_set_pc),
};

}  // namespace

std::span<const Semantics> control_instructions() { return kControl; }

}  // namespace gputest::isa
