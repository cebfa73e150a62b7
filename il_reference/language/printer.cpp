#include "il_reference/language/printer.hpp"

#include <fmt/format.h>

namespace gputest::il {
namespace {

constexpr std::string_view shift_names[] = {"_d8", "_d4", "_d2", "", "_x2", "_x4", "_x8"};
constexpr std::string_view zero_op_names[] = {"fltmax", "zero", "infinity", "inf_else_max"};
constexpr std::string_view relation_names[] = {"eq", "ne", "gt", "ge", "lt", "le"};
constexpr std::string_view dimension_names[] = {"1d", "2d", "3d", "buffer", "2darray"};
constexpr std::string_view type_names[] = {"float", "unknown", "uint", "sint",
                                           "unorm", "snorm",   "mixed"};
constexpr std::string_view div_comp_names[] = {"", "y", "z", "w", "unknown"};

template <typename Enum>
std::string_view text(const std::string_view* names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

std::string register_text(File file, std::uint32_t number, const Index* index) {
  std::string made = name(file, number);
  if (!is_indexed(file)) return made;
  if (!index->relative) return made + fmt::format("[{}]", index->offset);
  made += fmt::format("[{}.{}", register_text(index->file, index->number, nullptr),
                      "xyzw"[index->component]);
  if (index->offset != 0) made += fmt::format("{:+}", index->offset);
  return made + "]";
}

void append_suffixes(std::string& made, const Instruction& instruction) {
  const InstructionInfo& row = info(instruction.opcode);
  const Suffixes& s = instruction.suffixes;
  if (s.ieee) made += "_ieee";
  const ZeroOp usual = row.result == 'd' ? ZeroOp::infinity : ZeroOp::fltmax;
  if ((row.suffixes & suffix::zero_op) != 0 && s.zero_op != usual) {
    made += fmt::format("_zeroop({})", text(zero_op_names, s.zero_op));
  }
  if ((row.suffixes & suffix::relation) != 0) {
    made += fmt::format("_relop({})", text(relation_names, s.relation));
  }
  if ((row.suffixes & suffix::sampling) != 0) {
    made += fmt::format("_resource({})", s.resource);
    made += fmt::format("_sampler({})", s.sampler);
    if (s.unnormalized) {
      made += fmt::format("_coordtype({})", *s.unnormalized ? "unnormalized" : "normalized");
    }
    if (s.offset != std::array<float, 3>{}) {
      made += fmt::format("_aoffimmi({},{},{})", s.offset[0], s.offset[1], s.offset[2]);
    }
  }
  if ((row.suffixes & suffix::id) != 0) made += fmt::format("_id({})", s.id % first_gds);
  if (s.cached) made += "_cached";
  if ((row.suffixes & suffix::size) != 0) {
    made += fmt::format("_size({})", s.size == 4 ? "dword" : s.size == 2 ? "short" : "byte");
  }
  if ((row.suffixes & suffix::lds_offset) != 0) made += fmt::format("_lOffset({})", s.lds_offset);
  if (s.lds_absolute) made += fmt::format("_sharingMode({})", *s.lds_absolute ? "abs" : "rel");
  if (s.neighbour_exchange) made += "_neighborExch";
  if (s.fence_threads) made += "_threads";
  if (s.fence_lds) made += "_lds";
  if (s.fence_memory) made += "_memory";
  if (s.fence_shared) made += "_sr";
  made += shift_names[s.shift + 3];
  if (s.saturate) made += "_sat";
}

bool between(Opcode opcode) {
  return opcode == Opcode::else_ || opcode == Opcode::case_ || opcode == Opcode::default_;
}

void append_declarations(std::string& made, const Program& program) {
  for (const Input& input : program.inputs) {
    made += fmt::format("{} {}\n", input.form, to_text(input.target));
  }
  for (const Output& output : program.outputs) {
    made += fmt::format("{} {}\n", output.form, to_text(output.target));
  }
  for (const Resource& r : program.resources) {
    made += fmt::format("dcl_resource_id({})_type({}{})", r.id, text(dimension_names, r.dimension),
                        r.unnormalized ? ",unnorm" : "");
    for (std::size_t slot = 0; slot < 4; ++slot) {
      made += fmt::format("_fmt{}({})", "xyzw"[slot], text(type_names, r.format[slot]));
    }
    made += "\n";
  }
  for (const ConstantBuffer& c : program.constant_buffers) {
    made += fmt::format("dcl_cb {}[{}]", name(File::constant, c.number), c.size);
    for (const std::uint32_t word : c.values) made += fmt::format(", 0x{:08X}", word);
    made += "\n";
  }
  for (const IndexedTemp& x : program.indexed_temps) {
    made += fmt::format("dcl_indexed_temp_array x{}[{}]\n", x.number, x.size);
  }
  if (program.threads_per_group) {
    const auto& size = *program.threads_per_group;
    made += fmt::format("dcl_{}_thread_per_group {}, {}, {}\n", program.max_threads ? "max" : "num",
                        size[0], size[1], size[2]);
  }
  if (program.lds_words_per_thread != 0) {
    made += fmt::format("dcl_lds_size_per_thread {}\n", program.lds_words_per_thread);
  }
  if (program.lds_absolute) made += "dcl_lds_sharing_mode _wavefrontAbs\n";
  for (const Lds& l : program.lds) {
    made += l.stride == 0
                ? fmt::format("dcl_lds_id({}) {}\n", l.id, l.bytes)
                : fmt::format("dcl_struct_lds_id({}) {}, {}\n", l.id, l.stride, l.bytes / l.stride);
  }
  for (const Uav& u : program.uavs) {
    if (is_gds(u.id)) {
      const std::uint32_t id = u.id - first_gds;
      made += u.stride == 0
                  ? fmt::format("dcl_gds_id({}) {}\n", id, u.bytes)
                  : fmt::format("dcl_struct_gds_id({}) {}, {}\n", id, u.stride, u.bytes / u.stride);
      continue;
    }
    switch (u.kind) {
      case UavKind::raw:
        made += fmt::format("dcl_raw_uav_id({})", u.id);
        break;
      case UavKind::arena:
        made += fmt::format("dcl_arena_uav_id({})", u.id);
        break;
      case UavKind::structured:
        made += fmt::format("dcl_struct_uav_id({}) {}", u.id, u.stride);
        break;
      case UavKind::typed:
      case UavKind::typeless:
        made += fmt::format("dcl_{}uav_id({})_type({})_fmtx({})",
                            u.kind == UavKind::typed ? "" : "typeless_", u.id,
                            text(dimension_names, u.dimension), text(type_names, u.format));
        if (u.stride != 0) made += fmt::format("_stride({})", u.stride);
        break;
    }
    made += "\n";
  }
  for (const Literal& l : program.literals) {
    made += fmt::format("dcl_literal l{}, 0x{:08X}, 0x{:08X}, 0x{:08X}, 0x{:08X}\n", l.number,
                        l.bits[0], l.bits[1], l.bits[2], l.bits[3]);
  }
}

}  // namespace

std::string to_text(const Source& source) {
  std::string made = register_text(source.file, source.number, &source.index);
  if (source.swizzle != std::array{Select::x, Select::y, Select::z, Select::w}) {
    made += ".";
    for (const Select select : source.swizzle) made += "xyzw01"[static_cast<std::size_t>(select)];
  }
  if (source.invert) made += "_invert";
  if (source.bias) made += "_bias";
  if (source.x2) made += "_x2";
  if (source.sign) made += "_sign";
  if (source.divide != DivComp::none) {
    made += fmt::format("_divComp({})", text(div_comp_names, source.divide));
  }
  if (source.absolute) made += "_abs";
  std::string negated;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    if (source.negate[slot]) negated += "xyzw"[slot];
  }
  if (!negated.empty()) made += fmt::format("_neg({})", negated);
  return made;
}

std::string to_text(const Destination& destination) {
  std::string made = register_text(destination.file, destination.number, &destination.index);
  bool whole = true;
  std::string mask;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    switch (destination.mask[slot]) {
      case Write::keep:
        mask += '_';
        break;
      case Write::result:
        mask += "xyzw"[slot];
        break;
      case Write::zero:
        mask += '0';
        break;
      case Write::one:
        mask += '1';
        break;
    }
    whole = whole && destination.mask[slot] == Write::result;
  }
  if (!whole) made += "." + mask;
  return made;
}

std::string to_text(const Instruction& instruction) {
  std::string made(info(instruction.opcode).mnemonic);
  append_suffixes(made, instruction);
  std::string_view separator = " ";
  if (instruction.has_destination) {
    made += fmt::format(" {}", to_text(instruction.destination));
    separator = ", ";
  }
  for (std::size_t i = 0; i < instruction.source_count; ++i) {
    made += fmt::format("{}{}", separator, to_text(instruction.sources[i]));
    separator = ", ";
  }
  switch (instruction.opcode) {
    case Opcode::func:
    case Opcode::call:
    case Opcode::call_logicalz:
    case Opcode::call_logicalnz:
    case Opcode::case_:
      made += fmt::format("{}{}", separator, instruction.label);
      break;
    default:
      break;
  }
  return made;
}

std::string to_text(const Program& program) {
  std::string made = program.client.empty() ? "" : program.client + "\n";
  made += program.version + "\n";
  append_declarations(made, program);
  std::size_t depth = 0;
  for (const Instruction& instruction : program.instructions) {
    const bool back = closes_block(instruction.opcode) || between(instruction.opcode);
    if (back && depth > 0) --depth;
    made += fmt::format("{}{}\n", std::string(2 * depth, ' '), to_text(instruction));
    if (opens_block(instruction.opcode) || between(instruction.opcode)) ++depth;
  }
  return made + "end\n";
}

}  // namespace gputest::il
