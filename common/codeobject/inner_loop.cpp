#include "common/codeobject/inner_loop.hpp"

#include <algorithm>
#include <numeric>

namespace gputest {
namespace {

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}
bool begins_any(std::string_view text, std::initializer_list<std::string_view> with) {
  return std::any_of(with.begin(), with.end(), [&](auto each) { return begins(text, each); });
}

/// AMD's mnemonics: "v_" vector, "s_" scalar, "ds_" shared memory.
InstructionKind amd_kind(std::string_view m) {
  if (begins_any(m, {"v_fma", "v_mac_f", "v_mad_f", "v_madmk", "v_madak", "v_pk_fma"}))
    return InstructionKind::fma;
  if (begins_any(m, {"v_mul_f", "v_mul_legacy", "v_pk_mul_f"})) return InstructionKind::mul;
  if (begins_any(m, {"v_add_f", "v_sub_f", "v_subrev_f", "v_pk_add_f"}))
    return InstructionKind::add;
  if (begins_any(m, {"v_rsq_", "v_rcp_", "v_sqrt_", "v_exp_", "v_log_", "v_sin_", "v_cos_"}))
    return InstructionKind::special;
  if (begins(m, "ds_")) return InstructionKind::shared;
  if (begins_any(m, {"global_", "flat_", "buffer_", "scratch_", "s_load", "s_buffer", "s_store"}))
    return InstructionKind::global;
  if (begins(m, "image_")) return InstructionKind::image;
  if (begins_any(m, {"s_cbranch", "s_branch", "s_barrier", "s_wait", "s_nop", "s_endpgm", "s_setpc",
                     "s_swappc", "s_sleep", "s_clause", "s_inst_prefetch", "s_trap"}))
    return InstructionKind::control;
  return InstructionKind::other;
}

InstructionKind sass_kind(std::string_view mnemonic) {
  const std::string_view m = mnemonic.substr(0, mnemonic.find('.'));
  const auto is = [&](std::initializer_list<std::string_view> any) {
    return std::find(any.begin(), any.end(), m) != any.end();
  };
  if (is({"FFMA", "DFMA", "HFMA2", "FFMA2", "FFMA32I"})) return InstructionKind::fma;
  if (is({"FMUL", "DMUL", "HMUL2", "FMUL2", "FMUL32I"})) return InstructionKind::mul;
  if (is({"FADD", "DADD", "HADD2", "FADD2", "FADD32I"})) return InstructionKind::add;
  if (is({"MUFU"})) return InstructionKind::special;
  if (is({"LDS", "STS", "LDSM", "ATOMS", "SHFL"})) return InstructionKind::shared;
  if (is({"LDG", "STG", "LD", "ST", "LDL", "STL", "RED", "REDG", "ATOM", "ATOMG"}))
    return InstructionKind::global;
  if (is({"TEX", "TLD", "TLD4", "TXD", "TMML"})) return InstructionKind::image;
  if (is({"BRA", "BRX", "JMP", "EXIT", "RET", "CALL", "BAR", "BSSY", "BSYNC", "BREAK", "WARPSYNC",
          "YIELD", "NOP", "DEPBAR", "MEMBAR"}))
    return InstructionKind::control;
  return InstructionKind::other;
}

InstructionKind ptx_kind(std::string_view m) {
  const bool real = m.find(".f32") != m.npos || m.find(".f64") != m.npos;
  if (real && begins_any(m, {"fma.", "mad."})) return InstructionKind::fma;
  if (real && begins(m, "mul.")) return InstructionKind::mul;
  if (real && begins_any(m, {"add.", "sub."})) return InstructionKind::add;
  if (begins_any(m, {"rsqrt.", "rcp.", "sqrt.", "ex2.", "lg2.", "sin.", "cos."}))
    return InstructionKind::special;
  if (begins_any(m, {"ld.shared", "st.shared", "atom.shared", "shfl."}))
    return InstructionKind::shared;
  if (begins_any(m, {"ld.global", "st.global", "ld.local", "st.local", "red.", "atom."}))
    return InstructionKind::global;
  if (begins_any(m, {"tex.", "tld4."})) return InstructionKind::image;
  if (begins_any(m, {"bra", "bar.", "barrier.", "ret", "exit", "call"}))
    return InstructionKind::control;
  return InstructionKind::other;
}

unsigned floating_point(const LoopCount& loop) {
  return loop.of(InstructionKind::fma) + loop.of(InstructionKind::mul) +
         loop.of(InstructionKind::add);
}

}  // namespace

std::string_view name(InstructionKind kind) {
  constexpr std::array<std::string_view, kInstructionKinds.size()> names{
      "fma", "mul", "add", "special", "shared", "global", "image", "control", "other"};
  return names[static_cast<std::size_t>(kind)];
}

InstructionKind kind_of(std::string_view mnemonic) {
  if (mnemonic.empty()) return InstructionKind::other;
  if (mnemonic[0] >= 'A' && mnemonic[0] <= 'Z') return sass_kind(mnemonic);
  const std::string_view head = mnemonic.substr(0, mnemonic.find('.'));
  return head.find('_') != head.npos ? amd_kind(mnemonic) : ptx_kind(mnemonic);
}

unsigned LoopCount::total() const { return std::accumulate(by_kind.begin(), by_kind.end(), 0u); }

std::optional<LoopCount> inner_loop(const std::vector<Instruction>& kernel) {
  struct Range {
    std::uint64_t first, last;
    bool operator==(const Range&) const = default;
  };
  std::vector<Range> loops;
  for (const Instruction& instruction : kernel)
    if (instruction.branches_to && *instruction.branches_to < instruction.address)
      loops.push_back({*instruction.branches_to, instruction.address});

  std::optional<LoopCount> best;
  for (const Range& loop : loops) {
    const bool has_another = std::any_of(loops.begin(), loops.end(), [&](const Range& other) {
      return other != loop && other.first >= loop.first && other.last <= loop.last;
    });
    if (has_another) continue;
    LoopCount count;
    for (const Instruction& instruction : kernel)
      if (instruction.address >= loop.first && instruction.address <= loop.last)
        ++count.by_kind[static_cast<std::size_t>(kind_of(instruction.mnemonic))];
    if (!best || floating_point(count) > floating_point(*best)) best = count;
  }
  return best;
}

}  // namespace gputest
