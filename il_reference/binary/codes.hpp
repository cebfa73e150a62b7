// The numbers of IL's token stream, shared by assembler and disassembler.
//
// They are from AMD's "Intermediate Language (IL) Specification v2", Appendix B and section 2.2.
// GRVK quotes them in public (libcg/grvk: include/amdil/amdil.h, lines 18 to 537 and 543 on, and
// src/amdilc/amdilc_decoder.c). LLVM's former AMDIL back end shows the layout (AMDILTokenDesc.td;
// its numbers are its own). docs/il.md lists the source of each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "il_reference/language/program.hpp"

namespace gputest::il::binary {

/// Some bits of a token.
struct Field {
  unsigned first, bits;
  constexpr std::uint32_t most() const {
    return bits == 32 ? 0xFFFFFFFFu : (std::uint32_t{1} << bits) - 1;
  }
  constexpr std::uint32_t mask() const { return most() << first; }
  constexpr std::uint32_t get(std::uint32_t token) const { return token >> first & most(); }
  constexpr std::uint32_t put(std::uint32_t value) const { return (value & most()) << first; }
};

/// The two tokens that every stream begins with (section 2.2.1 and 2.2.2).
namespace header {
inline constexpr Field language{0, 8};
inline constexpr Field minor{0, 8}, major{8, 8}, stage{16, 8}, multipass{24, 1}, realtime{25, 1};
inline constexpr std::uint32_t version = 2;
inline constexpr std::uint32_t pixel_stage = 1, compute_stage = 3;
}  // namespace header

/// The first token of an instruction (section 2.2.3).
namespace opcode {
inline constexpr Field code{0, 16}, control{16, 14};
/// Whether the second modifier follows; whether the first follows.
inline constexpr Field second{30, 1}, first{31, 1};
// The content of control, by kind of instruction.
inline constexpr Field ieee{16, 1}, zero_op{16, 2}, relation{16, 3};
inline constexpr Field resource{16, 8}, sampler{24, 4}, address_offset{29, 1};
inline constexpr Field id{16, 14};
inline constexpr Field sharing{16, 2}, neighbour_exchange{18, 1}, lds_offset{18, 6};
inline constexpr Field first_bit{16, 2};
inline constexpr Field fence_threads{16, 1}, fence_lds{17, 1}, fence_memory{18, 1},
    fence_shared{19, 1}, fence_write_only{20, 1}, fence_read_only{21, 1};
inline constexpr Field arena_size{30, 2}, raw_caching{30, 2};
// Declarations.
inline constexpr Field usage{16, 5}, interpolation{21, 3};
inline constexpr Field resource_type{24, 4}, unnormalized{31, 1};
inline constexpr Field uav_id{16, 4}, uav_format{20, 4}, uav_type{24, 4};
}  // namespace opcode

/// A register, as a destination or as a source (sections 2.2.4 and 2.2.6).
namespace operand {
inline constexpr Field number{0, 16}, file{16, 6}, modified{22, 1}, addressing{23, 2},
    two_dimensional{25, 1}, immediate{26, 1}, reserved{27, 4}, extended{31, 1};
inline constexpr std::uint32_t absolute = 0, relative_to_register = 2;
}  // namespace operand

/// The modifier of a destination (section 2.2.5).
namespace destination {
inline constexpr std::array<Field, 4> slots{{{0, 2}, {2, 2}, {4, 2}, {6, 2}}};
inline constexpr Field saturate{8, 1}, shift{9, 4}, reserved{13, 19};
inline constexpr std::uint32_t whole = 0x55;  ///< every slot is written
}  // namespace destination

/// The modifier of a source (section 2.2.7).
namespace source {
inline constexpr std::array<Field, 4> slots{{{0, 3}, {4, 3}, {8, 3}, {12, 3}}};
inline constexpr std::array<Field, 4> negate{{{3, 1}, {7, 1}, {11, 1}, {15, 1}}};
inline constexpr Field invert{16, 1}, bias{17, 1}, x2{18, 1}, sign{19, 1}, absolute{20, 1},
    divide{21, 3}, saturate{24, 1}, reserved{25, 7};
inline constexpr std::uint32_t whole = 0x3210;  ///< x, y, z, w and nothing else
}  // namespace source

/// The second token of a resource's or a typed UAV's declaration.
namespace element {
inline constexpr std::array<Field, 4> formats{{{20, 3}, {23, 3}, {26, 3}, {29, 3}}};
inline constexpr Field reserved{0, 20};
inline constexpr Field uav_format{0, 4}, uav_type{4, 4}, uav_reserved{8, 24};
}  // namespace element

/// A field above the opcode that holds one of an instruction's suffixes unchanged.
struct SuffixField {
  std::uint32_t suffix;  ///< its bit in InstructionInfo::suffixes
  Field field;
  std::variant<bool Suffixes::*, std::uint32_t Suffixes::*> member;
  std::string_view name = {};  ///< for errors of large numbers; empty: the instruction's name
};
std::span<const SuffixField> suffix_fields();

/// The bits above the opcode's number that an instruction's token may use: suffix_fields(), and
/// suffixes encoded in other ways.
std::uint32_t control_bits(const InstructionInfo& row);

/// _aoffimmi, in half texels.
namespace texel_offset {
inline constexpr std::array<Field, 3> axes{{{0, 8}, {8, 8}, {16, 8}}};
inline constexpr Field reserved{24, 8};
}  // namespace texel_offset

/// The number of tokens in a comment.
inline constexpr Field comment_length{0, 16};

/// Statements that are not instructions.
enum class Statement : std::uint16_t {
#define IL_CODE(number, id, control)
#define IL_STATEMENT(number, id) id = number,
#define IL_UNREAD(number, name)
#include "il_reference/binary/opcodes.def"
#undef IL_CODE
#undef IL_STATEMENT
#undef IL_UNREAD
};

/// A row of opcodes.def.
struct Code {
  enum class Kind : std::uint8_t { instruction, statement, unread };
  std::uint16_t number;
  Kind kind;
  Opcode opcode;          ///< if it is an instruction
  std::uint16_t control;  ///< if it is an instruction
  std::string_view name;  ///< the name in the text
};

/// The row of an instruction; null if its number is not published.
const Code* find_code(Opcode opcode);

/// The row of a number; `control` decides if several instructions share it.
const Code* find_code(std::uint32_t number, std::uint32_t control);

/// The number of a set of registers. icb is of file `constant` but has a separate number.
std::uint32_t number_of(File file, std::uint32_t register_number);

/// A set of registers that has a number.
struct NumberedFile {
  File file;
  bool immediate;  ///< icb
};

/// The set that has the number.
std::optional<NumberedFile> file_of(std::uint32_t number);

/// Whether registers of the set are numbered (r5), unlike mem.
bool has_number(File file);

/// The number of a name or value: its place in the list.
template <typename Value, std::size_t size>
constexpr std::optional<std::uint32_t> place(const std::array<Value, size>& list,
                                             const Value& value) {
  for (std::uint32_t at = 0; at < size; ++at)
    if (list[at] == value) return at;
  return std::nullopt;
}

/// The source language of a shader; a text names it above the version.
inline constexpr std::array<std::string_view, 15> languages{
    "generic", "opengl",  "dx8_ps",  "dx8_vs",  "dx9_ps",  "dx9_vs",  "dx10_ps", "dx10_vs",
    "dx10_gs", "dx11_ps", "dx11_vs", "dx11_gs", "dx11_cs", "dx11_hs", "dx11_ds"};

inline constexpr std::array<std::string_view, 6> stages{"vs", "ps", "gs", "cs", "hs", "ds"};

/// The use of an input or an output: dcl_input_<usage>.
inline constexpr std::array<std::string_view, 25> usages{"position",
                                                         "pointsize",
                                                         "color",
                                                         "backcolor",
                                                         "fog",
                                                         "pixelsamplecoverage",
                                                         "generic",
                                                         "clipdistance",
                                                         "culldistance",
                                                         "primitiveid",
                                                         "vertexid",
                                                         "instanceid",
                                                         "isfrontface",
                                                         "lod",
                                                         "coloring",
                                                         "nodecoloring",
                                                         "normal",
                                                         "rendertargetarrayindex",
                                                         "viewportarrayindex",
                                                         "undefined",
                                                         "sampleindex",
                                                         "edgetessfactor",
                                                         "insidetessfactor",
                                                         "detailtessfactor",
                                                         "densitytessfactor"};

/// dcl_input_…_interp(<mode>); the first entry means no mode.
inline constexpr std::array<std::string_view, 8> interpolations{"",
                                                                "constant",
                                                                "linear",
                                                                "linear_centroid",
                                                                "linear_noperspective",
                                                                "linear_noperspective_centroid",
                                                                "linear_sample",
                                                                "linear_noperspective_sample"};

inline constexpr std::array<Relation, 6> relations{Relation::ne, Relation::eq, Relation::ge,
                                                   Relation::gt, Relation::le, Relation::lt};
inline constexpr std::array<ZeroOp, 4> zero_ops{ZeroOp::fltmax, ZeroOp::zero, ZeroOp::infinity,
                                                ZeroOp::inf_else_max};
inline constexpr std::array<Write, 4> writes{Write::keep, Write::result, Write::zero, Write::one};
inline constexpr std::array<Select, 6> selects{Select::x, Select::y,    Select::z,
                                               Select::w, Select::zero, Select::one};
inline constexpr std::array<DivComp, 5> div_comps{DivComp::none, DivComp::y, DivComp::z, DivComp::w,
                                                  DivComp::unknown};
/// _x2 _x4 _x8 _d2 _d4 _d8, as in Suffixes::shift.
inline constexpr std::array<std::int8_t, 7> shifts{0, 1, 2, 3, -1, -2, -3};
/// _size(dword|short|byte), in bytes.
inline constexpr std::array<std::uint8_t, 3> sizes{4, 2, 1};

/// Shapes of resources; null for shapes that the language lacks.
inline constexpr std::array<std::optional<Dimension>, 14> dimensions{
    std::nullopt, Dimension::one, Dimension::two,    Dimension::three, std::nullopt,
    std::nullopt, std::nullopt,   Dimension::buffer, std::nullopt,     Dimension::two_array,
    std::nullopt, std::nullopt,   std::nullopt,      std::nullopt};
inline constexpr std::array<std::string_view, 14> dimension_names{
    "unknown", "1d",      "2d",      "3d",          "cubemap", "2dmsaa",       "4comp",
    "buffer",  "1darray", "2darray", "2darraymsaa", "2dplusw", "cubemapplusw", "cubemaparray"};

/// Types of elements; srgb is null.
inline constexpr std::array<std::optional<ElementType>, 8> element_types{
    ElementType::unknown, ElementType::snorm,    ElementType::unorm, ElementType::sint,
    ElementType::uint,    ElementType::floating, std::nullopt,       ElementType::mixed};

/// The path of uav_raw_load to memory.
enum class Caching : std::uint32_t { compiler_decides, cached, uncached };

}  // namespace gputest::il::binary
