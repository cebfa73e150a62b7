#include "hip/isa/instruction_kind.hpp"

#include <cmath>
#include <utility>

#include "common/codeobject/occupancy.hpp"
#include "common/codeobject/throughput.hpp"
#include "hip/isa/syntax.hpp"

namespace gputest::isa {
namespace {

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts)
    if (has(name, part)) return true;
  return false;
}

bool begins(std::string_view name, std::initializer_list<std::string_view> with) {
  for (const std::string_view part : with)
    if (name.starts_with(part)) return true;
  return false;
}

Unit vector_unit(std::string_view name) {
  if (begins(name, {"v_mfma", "v_accvgpr"})) return Unit::matrix;
  if (begins(name, {"v_rcp", "v_rsq", "v_sqrt", "v_exp", "v_log", "v_sin", "v_cos"}))
    return Unit::transcendental;
  if (begins(name, {"v_mul_lo_u32", "v_mul_lo_i32", "v_mul_hi_u32", "v_mul_hi_i32", "v_mad_u64_u32",
                    "v_mad_i64_i32"}))
    return Unit::integer_product;
  return has(name, "f64") ? Unit::fp64 : Unit::valu;
}

Unit unit_of(std::string_view name) {
  if (begins(name, {"ds_"})) return Unit::lds;
  if (begins(name, {"flat_"})) return Unit::flat;
  if (begins(name, {"global_", "buffer_", "scratch_", "image_", "tbuffer_"})) return Unit::vmem;
  if (begins(name, {"s_load", "s_buffer_load", "s_store", "s_scratch", "s_dcache", "s_memtime",
                    "s_memrealtime", "s_atomic", "s_gl1"}))
    return Unit::smem;
  if (begins(name, {"s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call"})) return Unit::branch;
  if (begins(name, {"s_waitcnt", "s_barrier", "s_nop", "s_endpgm", "s_sleep", "s_clause",
                    "s_inst_prefetch", "s_sethalt", "s_setprio", "s_sendmsg", "s_trap", "s_icache",
                    "s_code_end"}))
    return Unit::wait;
  return begins(name, {"s_"}) ? Unit::salu : vector_unit(name);
}

/// Wavefronts of 64 according to LLVM's SISchedule.td: passes of four cycles.
std::uint32_t matrix_cycles(std::string_view name) {
  if (!has(name, "mfma")) return 4;
  const bool is_double = has(name, "f64_");
  if (has(name, "32x32")) return 64;
  if (has(name, "16x16")) return 32;
  return is_double ? 16 : 8;
}

/// The cycles of a wavefront, from the results per cycle of a SIMD unit.
std::uint32_t cycles_of(Unit unit, std::string_view name, const std::string& target,
                        unsigned wavefront) {
  const auto rates = throughput(target);
  const auto on = multiprocessor(target, wavefront);
  if (!rates || !on) return 0;
  const auto of_rate = [&](double rate) {
    return static_cast<std::uint32_t>(std::lround(wavefront * on->simds / rate));
  };
  const std::uint32_t issue = of_rate(rates->fp32);
  switch (unit) {
    case Unit::fp64:
      return of_rate(rates->fp64);
    case Unit::transcendental:
      return has(name, "f64") ? 4 * of_rate(rates->fp64) : of_rate(rates->special);
    case Unit::integer_product:
      return 4 * issue;
    case Unit::matrix:
      return matrix_cycles(name);
    case Unit::valu:
      return has_any(name, {"shlrev_b64", "lshrrev_b64", "ashrrev_i64"}) ? 2 * issue : issue;
    default:
      return issue;
  }
}

/// The bytes of a name such as "dwordx4", "ubyte_d16_hi", "short".
std::uint32_t bytes_of_memory(std::string_view what) {
  if (begins(what, {"dwordx"})) return 4 * static_cast<std::uint32_t>(what[6] - '0');
  if (begins(what, {"dword"})) return 4;
  if (constexpr std::string_view kTyped = "format_"; begins(what, {kTyped}))  // "format_xyz"
    return 4 * static_cast<std::uint32_t>(what.size() - kTyped.size());
  if (has(what, "byte")) return 1;
  return has(what, "short") ? 2 : 0;
}

void read_memory(std::string_view name, InstructionKind& kind) {
  for (const auto& [prefix, space] : {std::pair<std::string_view, Space>{"global_", Space::global},
                                      {"flat_", Space::flat},
                                      {"scratch_", Space::scratch},
                                      {"buffer_", Space::buffer},
                                      {"tbuffer_", Space::buffer}}) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size());
    if (begins(rest, {"load_"}))
      kind.bytes = bytes_of_memory(rest.substr(5));
    else if (begins(rest, {"store_"}))
      kind.bytes = bytes_of_memory(rest.substr(6));
    else if (begins(rest, {"atomic_"}))
      kind.bytes = has_any(rest, {"_x2", "_f64"}) ? 8 : 4;
    kind.does = begins(rest, {"load_"})    ? Does::load
                : begins(rest, {"store_"}) ? Does::store
                                           : Does::atomic;
    if (kind.bytes != 0) kind.space = space;
  }
}

void read_scalar(std::string_view name, InstructionKind& kind) {
  constexpr std::string_view kWords = "load_dword";
  if (!begins(name, {"s_load_dword", "s_buffer_load_dword"})) return;
  const std::string count(name.substr(name.find(kWords) + kWords.size()));  // "", "x2" … "x16"
  kind.space = Space::scalar;
  kind.bytes = count.empty() ? 4 : 4 * static_cast<std::uint32_t>(std::stoul(count.substr(1)));
}

/// The bytes from the number of bits at (or near) the end of the name: "b128", "u16_d16_hi", "f64".
std::uint32_t bytes_of_lds(std::string_view name) {
  for (const auto& [part, bytes] :
       {std::pair<std::string_view, std::uint32_t>{"128", 16}, {"96", 12}, {"64", 8}, {"32", 4}})
    if (name.ends_with(part)) return bytes;
  if (has_any(name, {"_u8", "_i8", "_b8"})) return 1;
  return has_any(name, {"_u16", "_i16", "_b16"}) ? 2 : 0;
}

void read_lds(std::string_view name, InstructionKind& kind) {
  if (has_any(name, {"permute", "swizzle", "ds_gws", "ds_append", "ds_consume", "ds_nop"})) return;
  kind.bytes = bytes_of_lds(name);
  if (kind.bytes == 0) return;
  kind.space = Space::lds;
  kind.does = begins(name, {"ds_read"})    ? Does::load
              : begins(name, {"ds_write"}) ? Does::store
                                           : Does::atomic;
  if (!begins(name, {"ds_read2", "ds_write2"})) return;
  kind.accesses = 2;
  kind.scale = kind.bytes * (has(name, "st64") ? 64 : 1);
}

}  // namespace

InstructionKind kind_of(const std::string& text, const std::string& target, unsigned wavefront) {
  InstructionKind kind;
  const std::string name = parse_syntax(text).mnemonic;
  kind.unit = unit_of(name);
  kind.cycles = cycles_of(kind.unit, name, target, wavefront);
  if (kind.unit == Unit::vmem || kind.unit == Unit::flat) read_memory(name, kind);
  if (kind.unit == Unit::smem) read_scalar(name, kind);
  if (kind.unit == Unit::lds) read_lds(name, kind);
  return kind;
}

}  // namespace gputest::isa
