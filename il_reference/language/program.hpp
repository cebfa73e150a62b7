// A parsed IL program. The parser makes it; the checker, the printer, the interpreter and the
// translator read it. The parser expands macros, so a Program has none.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/language/instructions.hpp"

namespace gputest::il {

/// A place in the text, line and column counted from 1. In a macro's expansion it is the line in
/// the macro.
struct Location {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  /// By line, then by column.
  friend auto operator<=>(const Location&, const Location&) = default;
};

/// The sets of registers. The thread ids have two families of names for the same registers; the
/// later family's names are printed.
enum class File : std::uint8_t {
  temp,                  ///< r0
  literal,               ///< l0
  input,                 ///< v0, an interpolated input of a pixel kernel
  output,                ///< o0
  constant,              ///< cb0[3], cb0[r1.x+3]
  indexed_temp,          ///< x0[3], x0[r1.x+3]
  global,                ///< g[3], g[r1.x+3]
  memory,                ///< mem, the destination of stores to LDS and UAVs
  win_coord,             ///< vWinCoord0
  absolute_thread_flat,  ///< vaTid, vAbsTidFlat: slot x: group × threads in a group +
                         ///< thread in the group
  thread_in_group_flat,  ///< vTid, vTidInGrpFlat
  group_flat,            ///< vTGroupid, vThreadGrpIdFlat
  absolute_thread,       ///< vAbsTid, in three dimensions
  thread_in_group,       ///< vTidInGrp, in three dimensions
  group,                 ///< vThreadGrpId, in three dimensions
  object_index,          ///< vObjIndex0: slot x: the thread's place in the domain, row by row
};

/// The source of one slot: a slot of the register, or the bits 0 or 0x3F800000 (1.0f).
enum class Select : std::uint8_t { x, y, z, w, zero, one };
/// Whether the slot reads a register.
constexpr bool is_register(Select select) {
  return select != Select::zero && select != Select::one;
}

/// The slots of a register, by number.
inline constexpr std::string_view kSlots = "xyzw";

/// The effect of an instruction on a slot of its destination: keep it, write the result, or set 0
/// or 1.0f.
/// 1.0f.
enum class Write : std::uint8_t { keep, result, zero, one };

enum class DivComp : std::uint8_t { none, y, z, w, unknown };

/// The index of cb, x and g: `offset`, plus optionally one slot of a register. That register must
/// not have a relative index itself (cb0[cb1[2].x] is not IL).
struct Index {
  bool relative = false;
  File file = File::temp;
  std::uint32_t number = 0;
  std::uint8_t component = 0;  ///< 0 to 3
  std::int32_t offset = 0;
  bool operator==(const Index&) const = default;
};

/// A source operand. The modifiers act in this order on the swizzled value: invert (1 - v), bias (v
/// - 0.5), x2, sign, divComp, abs, neg. All except neg are for floats. `_bx2` is bias and x2. neg
/// flips the sign of a float; in an integer instruction it is two's complement. neg and abs of a
/// double act on its second slot, which holds the sign; neg of either slot negates it.
struct Source {
  File file = File::temp;
  std::uint32_t number = 0;
  Index index;  ///< used if the file is constant, indexed_temp or global
  std::array<Select, 4> swizzle{Select::x, Select::y, Select::z, Select::w};
  std::array<bool, 4> negate{};
  bool absolute = false;
  bool x2 = false;
  bool bias = false;
  bool invert = false;
  bool sign = false;
  DivComp divide = DivComp::none;
  /// Letters in the written swizzle, 0 if there is none. Only the parser and the checker use it.
  std::uint8_t letters = 0;
  Location location;

  bool plain() const;  ///< no modifier except the swizzle
};

/// A destination operand.
struct Destination {
  File file = File::temp;
  std::uint32_t number = 0;
  Index index;
  std::array<Write, 4> mask{Write::result, Write::result, Write::result, Write::result};
  Location location;
};

/// `_zeroop(…)`: the result of rsq, rcp and div for a divisor of zero.
enum class ZeroOp : std::uint8_t { fltmax, zero, infinity, inf_else_max };

/// `_relop(…)` of ifc, breakc and continuec.
enum class Relation : std::uint8_t { eq, ne, gt, ge, lt, le };

/// The suffixes after a mnemonic. InstructionInfo says which of them an instruction takes.
struct Suffixes {
  bool saturate = false;
  std::int8_t shift = 0;  ///< _x2 _x4 _x8 are 1 2 3, _d2 _d4 _d8 are -1 -2 -3
  bool ieee = false;
  ZeroOp zero_op = ZeroOp::fltmax;
  Relation relation = Relation::eq;
  std::uint32_t resource = 0;
  std::uint32_t sampler = 0;
  std::array<float, 3> offset{};     ///< _aoffimmi(u,v,w), in texels
  std::optional<bool> unnormalized;  ///< _coordtype(…), if written
  std::uint32_t id = 0;              ///< _id(n) of a UAV or of LDS; first_gds + n of GDS
  bool cached = false;               ///< _cached
  std::uint8_t size = 4;             ///< _size(dword|short|byte) of arena accesses, bytes
  std::uint32_t lds_offset = 0;      ///< _lOffset(n), in 32-bit words
  std::optional<bool> lds_absolute;  ///< _sharingMode(abs|rel), if written
  bool neighbour_exchange = false;   ///< _neighborExch
  bool fence_threads = false, fence_lds = false, fence_memory = false, fence_shared = false;
  bool operator==(const Suffixes&) const = default;
};

/// `match` of an instruction without a partner.
inline constexpr std::uint32_t no_match = 0xFFFFFFFF;

/// One instruction. `match` is the index, in Program::instructions, of the partner in control flow:
///   if*            → its else or endif          else → its endif      endif → its if
///   whileloop, loop → its endloop               endloop → its loop
///   break*         → the endloop or endswitch that it leaves to
///   continue*      → the loop that it continues
///   switch, case, default → the next case, default or endswitch of that switch
///   endswitch      → its switch
///   call*          → the func called            func → its endfunc    endfunc → its func
struct Instruction {
  Opcode opcode = Opcode::mov;
  Suffixes suffixes;
  bool has_destination = false;
  Destination destination;
  std::uint8_t source_count = 0;
  std::array<Source, 4> sources;
  std::uint32_t label = 0;  ///< the number after func, call and case (an integer's bits)
  /// The number of coordinates of a sample, load or typed access, from the declaration.
  std::uint8_t coordinates = 2;
  std::uint32_t match = no_match;
  Location location;  ///< of the mnemonic
};

/// The four words of a literal register.
struct Literal {
  std::uint32_t number = 0;
  std::array<std::uint32_t, 4> bits{};
  Location location;
};

enum class Dimension : std::uint8_t { one, two, three, buffer, two_array };
enum class ElementType : std::uint8_t { floating, unknown, uint, sint, unorm, snorm, mixed };

/// dcl_resource_id(n)_type(2d,unnorm)_fmtx(float)…
struct Resource {
  std::uint32_t id = 0;
  Dimension dimension = Dimension::two;
  bool unnormalized = false;
  std::array<ElementType, 4> format{};
  Location location;
};

/// The number of icb, the constant buffer that the program itself fills.
inline constexpr std::uint32_t immediate_buffer = 0xFFFFFFFF;

/// dcl_cb cb0[n], or dcl_cb icb[n] with its values
struct ConstantBuffer {
  std::uint32_t number = 0;
  std::uint32_t size = 0;             ///< in 16-byte elements
  std::vector<std::uint32_t> values;  ///< four words per element; empty if the host binds them
  Location location;
};

/// dcl_input… v0, vWinCoord0 and so on; `form` is the declaration's mnemonic with its suffixes, for
/// example "dcl_input_interp(linear)".
struct Input {
  std::string form;
  Destination target;
};

/// dcl_output… o0
struct Output {
  std::string form;
  Destination target;
};

/// dcl_indexed_temp_array x0[n]
struct IndexedTemp {
  std::uint32_t number = 0;
  std::uint32_t size = 0;  ///< in registers
  Location location;
};

/// dcl_lds_id(n) bytes, or dcl_struct_lds_id(n) stride, count
struct Lds {
  std::uint32_t id = 0;
  std::uint32_t bytes = 0;
  std::uint32_t stride = 0;  ///< bytes of a structure, 0 if there are none
  Location location;
};

enum class UavKind : std::uint8_t { raw, arena, structured, typed, typeless };

/// GDS is memory that all groups share, as a UAV of the program's own: its number is above those of
/// UAVs.
inline constexpr std::uint32_t first_gds = 65536;

/// Whether the number is that of a GDS.
constexpr bool is_gds(std::uint32_t uav) { return uav >= first_gds; }
std::string uav_name(std::uint32_t uav);  ///< "uav1", "gds0"

/// dcl_raw_uav_id(n), dcl_arena_uav_id(n), dcl_struct_uav_id(n) stride,
/// dcl_uav_id(n)_type(…)_fmtx(…), dcl_typeless_uav_id(n)_stride(…)_length(…)_access(…);
/// dcl_gds_id(n) bytes, dcl_struct_gds_id(n) stride, count
struct Uav {
  std::uint32_t id = 0;
  UavKind kind = UavKind::raw;
  std::uint32_t stride = 0;  ///< in bytes, for structured UAVs
  std::uint32_t bytes = 0;   ///< of GDS
  Dimension dimension = Dimension::one;
  ElementType format = ElementType::unknown;
  Location location;
};

enum class Stage : std::uint8_t { pixel, compute };

/// A whole program. Declarations are in the order written. The instructions of the main program
/// come first and end with one endmain; functions follow, each from its func to its endfunc.
struct Program {
  std::string client;   ///< the source language, which tokens record too: "dx11_ps"; empty if
                        ///< generic
  std::string version;  ///< "il_ps_2_0"
  Stage stage = Stage::pixel;
  std::vector<Literal> literals;
  std::vector<Resource> resources;
  std::vector<ConstantBuffer> constant_buffers;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<IndexedTemp> indexed_temps;
  std::vector<Lds> lds;
  std::vector<Uav> uavs;
  std::optional<std::array<std::uint32_t, 3>> threads_per_group;  ///< dcl_num_thread_per_group
  bool max_threads = false;                ///< written as dcl_max_thread_per_group
  std::uint32_t lds_words_per_thread = 0;  ///< dcl_lds_size_per_thread
  bool lds_absolute = false;               ///< dcl_lds_sharing_mode _wavefrontAbs
  std::vector<Instruction> instructions;

  std::uint32_t temps = 0;  ///< one more than the highest r in use; many below it may be unused
};

/// The declared size of a group, or one wavefront of 64.
std::array<std::uint32_t, 3> group_size(const Program& program);

/// Whether a sample's coordinates go from 0 to 1 over the resource instead of counting elements.
/// _coordtype decides; without it, a resource declared without unnorm is normalised.
bool is_normalized(const Program& program, const Suffixes& sample);

/// Whether the resource is an array of 2D resources, indexed by the third coordinate.
bool is_array(const Program& program, std::uint32_t resource);

/// Whether two programs are equal except for locations and abbreviated swizzles.
bool equivalent(const Program& a, const Program& b);

std::string_view name(File file);                   ///< "r", "vAbsTidFlat"
bool is_indexed(File file);                         ///< cb, x and g
std::string name(File file, std::uint32_t number);  ///< "r5", "cb0", "icb", "g", "vWinCoord0"

/// The values that the program gives a constant buffer; empty if the host binds it.
std::span<const std::uint32_t> immediate_values(const Program& program, std::uint32_t buffer);

/// The number of coordinates of an element of that shape: 1 to 3.
unsigned coordinates_of(Dimension dimension);

}  // namespace gputest::il
