// A decoded instruction: its action and its operands. Decoded once, executed often.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace gputest::isa {

struct Wave;
struct Operation;

/// Executes an operation for a wavefront. Throws errors as a Fault (fault.hpp).
using Handler = void (*)(Wave&, const Operation&);

/// The meaning of an operand's bits.
enum class Type : std::uint8_t {
  none,
  b16,     ///< 16 bits of an integer
  f16,     ///< half precision
  b32,     ///< 32 bits of an integer
  f32,     ///< single precision
  b64,     ///< two registers: 64 bits of an integer
  f64,     ///< two registers: double precision
  pair,    ///< two registers: two numbers in single precision
  halves,  ///< one register: two numbers of 16 bits
  mask,    ///< one bit per lane, in scalar registers
};

/// The place of an operand.
enum class Place : std::uint8_t { none, vector, scalar, constant, condition };

/// The numbers of scalar registers in the encoding.
namespace scalar {
constexpr std::uint16_t kVcc = 106, kM0 = 124, kNull = 125, kExec = 126, kCount = 128;
}  // namespace scalar

/// The part of a register that SDWA reads or writes.
enum class Part : std::uint8_t { dword, byte0, byte1, byte2, byte3, word0, word1 };

/// An operand. Its first register names several words.
struct Operand {
  Place place = Place::none;
  std::uint8_t words = 0;  ///< registers
  Part part = Part::dword;
  bool negate = false, absolute = false, sign_extend = false;
  std::uint16_t index = 0;  ///< register number; accumulation registers follow the vector registers
  std::uint64_t value = 0;  ///< of a constant, in the operand's type
};

/// The lane from which each lane reads its first source (DPP); 0xFF if there is none.
struct LanePermutation {
  std::array<std::uint8_t, 64> from;
  std::uint64_t enabled = 0;     ///< lanes in enabled rows and banks
  bool zero_if_invalid = false;  ///< bound_ctrl: if not set, a lane without a source is not written
  bool fetch_inactive = false;   ///< fi
};

/// The field of a wavefront's mode that rounds a result.
enum class Rounding : std::uint8_t { none, of_single, of_double, unknown };

/// An instruction of a kernel.
struct Operation {
  Handler run = nullptr;
  std::array<Operand, 2> out;
  std::array<Operand, 5> in;
  std::int64_t offset = 0;      ///< bytes added to an address; a branch's target
  std::uint32_t offset1 = 0;    ///< of a second access to LDS
  std::uint32_t immediate = 0;  ///< other bits of the instruction
  std::uint8_t multiplier = 0;  ///< omod: 1 doubles, 2 quadruples, 3 halves
  bool clamp = false;
  Rounding rounding = Rounding::none;
  bool is_vector = false;                        ///< works on lanes
  bool returns = false;                          ///< glc of an atomic: it returns the old value
  Part out_part = Part::dword;                   ///< SDWA's dst_sel
  std::uint8_t unused = 0;                       ///< SDWA's dst_unused: 0 zero, 1 sign, 2 preserve
  std::uint8_t select = 0, select_high = 0;      ///< op_sel, op_sel_hi: one bit per source
  std::uint8_t negate_low = 0, negate_high = 0;  ///< neg_lo, neg_hi
  std::shared_ptr<const LanePermutation> permutation;  ///< DPP; null if there is none
  std::uint64_t address = 0;                           ///< in the code object
  const std::string* text = nullptr;                   ///< in LLVM's text form
  const std::string* reason = nullptr;                 ///< why this machine cannot execute it
};

}  // namespace gputest::isa
