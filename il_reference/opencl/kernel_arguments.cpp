#include "il_reference/opencl/kernel_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace gputest::il {
namespace {

using Kind = KernelArgument::Kind;

/// The element of a pitched buffer: uint, uint2 or uint4.
std::string element_type(Format format) { return type_name(Type::unsigned_integer, words(format)); }

std::string argument_text(const KernelArgument& argument, const TranslationOptions& options) {
  const std::uint32_t n = argument.number;
  switch (argument.kind) {
    case Kind::image:
      return fmt::format("__read_only image2d_t i{}", n);
    case Kind::resource:
      return fmt::format("__global const {}* restrict i{}, const uint4 i{}_shape",
                         element_type(format_of(options.resources, n)), n, n);
    case Kind::constant:
      return fmt::format("__constant uint4* cb{}, const uint cb{}_count", n, n);
    case Kind::output:
      return fmt::format("__global {}* o{}_memory, const uint4 o{}_shape",
                         element_type(format_of(options.outputs, n)), n, n);
    case Kind::global:
      return "__global uint4* g, const uint g_count";
    case Kind::uav:
      return fmt::format("__global uint* {0}, const uint4 {0}_shape, const uint {0}_depth",
                         uav_name(n));
    case Kind::domain:
      return "const uint4 domain";
    case Kind::fault:
      return "__global uint* fault";
  }
  return "";
}

std::string hexadecimal(std::uint32_t bits) {
  return bits < 10 ? fmt::format("{}u", bits) : fmt::format("0x{:08X}u", bits);
}

/// A float as a literal that OpenCL C reads back to the same bits.
std::string float_text(std::uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  if (!std::isfinite(value)) return fmt::format("as_float(0x{:08X}u)", bits);
  std::string text = fmt::format("{}", value);  // the shortest text that reads back
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

std::string literal_text(const Literal& literal, Type type) {
  std::vector<std::string> slots;
  for (const std::uint32_t bits : literal.bits)
    slots.push_back(type == Type::floating ? float_text(bits) : hexadecimal(bits));
  return fmt::format("  const {} l{} = ({})({});\n", type_name(type, 4), literal.number,
                     type_name(type, 4), fmt::join(slots, ", "));
}

std::string thread_ids(const UsedNames& used) {
  std::string text;
  const auto flat = [&](File file, std::string_view value) {
    if (used.files.count(file) != 0)
      text += fmt::format("  const uint4 {} = (uint4)({}, 0u, 0u, 0u);\n", name(file), value);
  };
  flat(File::absolute_thread_flat, "il_thread");
  flat(File::thread_in_group_flat, "il_local");
  flat(File::group_flat, "il_group");
  const auto in_3d = [&](File file, std::string_view value) {
    if (used.files.count(file) != 0)
      text += fmt::format("  const uint4 {} = (uint4)({}, 0u);\n", name(file), value);
  };
  in_3d(File::thread_in_group, "il_local_at");
  in_3d(File::group, "il_group_at");
  in_3d(File::absolute_thread, "il_group_at * il_group_size + il_local_at");
  return text;
}

/// Fills LDS with zeros. Choice: on AMD's hardware it kept the values of the previous group.
std::string lds_declarations(const Program& program, const UsedNames& used) {
  std::vector<std::pair<std::string, std::uint32_t>> arrays;
  const std::uint32_t threads = threads_of(program);
  if (used.owned_lds) arrays.emplace_back("lds_area", program.lds_words_per_thread * threads);
  if (used.exchanged_lds) arrays.emplace_back("il_exchanged", threads);
  for (const Lds& lds : program.lds)
    if (used.lds.count(lds.id) != 0)
      arrays.emplace_back(fmt::format("lds{}", lds.id), (lds.bytes + 3) / 4);
  std::string text;
  for (const auto& [name, words] : arrays)
    text += fmt::format(
        "  __local uint {}[{}];\n"
        "  for (uint k = il_local; k < {}u; k += {}u) {}[k] = 0u;\n",
        name, std::max(1u, words), words, threads, name);
  if (!arrays.empty()) text += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  return text;
}

}  // namespace

UsedNames::UsedNames(const Program& program) {
  const auto see = [&](File file, std::uint32_t number) {
    files.insert(file);
    if (file == File::temp) temps.insert(number);
    if (file == File::literal) literals.insert(number);
    if (file == File::input) inputs.insert(number);
    if (file == File::constant) constants.insert(number);
    if (file == File::indexed_temp) indexed_temps.insert(number);
    if (file == File::output) outputs.insert(number);
  };
  const auto see_operand = [&](const auto& operand) {
    see(operand.file, operand.number);
    if (is_indexed(operand.file) && operand.index.relative)
      see(operand.index.file, operand.index.number);
  };
  for (const Instruction& instruction : program.instructions) {
    if (instruction.has_destination) see_operand(instruction.destination);
    for (unsigned k = 0; k < instruction.source_count; ++k) see_operand(instruction.sources[k]);
    const Shape shape = info(instruction.opcode).shape;
    if (shape == Shape::texture) resources.insert(instruction.suffixes.resource);
    if (shape == Shape::uav) uavs.insert(instruction.suffixes.id);
    const bool owned =
        instruction.opcode == Opcode::lds_write_vec || instruction.opcode == Opcode::lds_read_vec;
    owned_lds = owned_lds || owned;
    exchanged_lds = exchanged_lds || instruction.suffixes.neighbour_exchange;
    if (shape == Shape::lds && !owned) lds.insert(instruction.suffixes.id);
  }
}

std::uint32_t threads_of(const Program& program) {
  const auto size = group_size(program);
  return size[0] * size[1] * size[2];
}

Dimension dimension_of(const Program& program, std::uint32_t resource) {
  for (const Resource& declared : program.resources)
    if (declared.id == resource) return declared.dimension;
  return Dimension::two;
}

Format format_of(const std::map<std::uint32_t, Format>& formats, std::uint32_t number) {
  const auto found = formats.find(number);
  return found == formats.end() ? Format::float4 : found->second;
}

bool is_image(const Program& program, const TranslationOptions& options, std::uint32_t resource) {
  return options.images && words(format_of(options.resources, resource)) == 4 &&
         coordinates_of(dimension_of(program, resource)) < 3;
}

std::vector<KernelArgument> kernel_arguments(const Program& program,
                                             const TranslationOptions& options) {
  const UsedNames used(program);
  std::vector<KernelArgument> arguments;
  for (const std::uint32_t n : used.resources)
    arguments.push_back({is_image(program, options, n) ? Kind::image : Kind::resource, n});
  for (const std::uint32_t n : used.constants)
    if (immediate_values(program, n).empty()) arguments.push_back({Kind::constant, n});
  for (const std::uint32_t n : used.outputs) arguments.push_back({Kind::output, n});
  if (used.global()) arguments.push_back({Kind::global});
  for (const std::uint32_t n : used.uavs) arguments.push_back({Kind::uav, n});
  arguments.push_back({Kind::domain});
  arguments.push_back({Kind::fault});
  return arguments;
}

std::string kernel_head(const Program& program, const TranslationOptions& options,
                        const UsedNames& used) {
  std::vector<std::string> arguments;
  for (const KernelArgument& argument : kernel_arguments(program, options))
    arguments.push_back(argument_text(argument, options));
  if (program.stage == Stage::pixel) {
    std::string text =
        fmt::format("__kernel void {}({}) {{\n", options.entry, fmt::join(arguments, ",\n    "));
    text +=
        "  /* One thread for each element of the domain, x the nearest dimension. */\n"
        "  const uint il_thread = (uint)get_global_id(0);\n"
        "  if (il_thread >= domain.z * domain.w) return;\n"
        "  const uint il_x = domain.x + il_thread % domain.z;\n"
        "  const uint il_y = domain.y + il_thread / domain.z;\n";
    const std::string at = "(float4)((float)il_x + 0.5f, (float)il_y + 0.5f, 0.0f, 0.0f)";
    if (used.files.count(File::win_coord) != 0)
      text += fmt::format("  const uint4 vWinCoord0 = as_uint4({});\n", at);
    if (used.files.count(File::object_index) != 0)
      text += "  const uint4 vObjIndex0 = (uint4)(il_thread, 0u, 0u, 0u);\n";
    for (const std::uint32_t n : used.inputs)
      text += fmt::format("  const uint4 v{} = as_uint4({});\n", n, at);
    return text;
  }
  const auto size = group_size(program);
  return fmt::format(
      "__kernel __attribute__((reqd_work_group_size({}, 1, 1)))\n"
      "void {}({}) {{\n"
      "  /* Groups of {} x {} x {} threads; domain.xyz counts the groups. */\n"
      "  const uint3 il_group_size = (uint3)({}u, {}u, {}u);\n"
      "  const uint il_thread = (uint)get_global_id(0);\n"
      "  const uint il_local = (uint)get_local_id(0);\n"
      "  const uint il_group = (uint)get_group_id(0);\n"
      "  const uint3 il_local_at = (uint3)(il_local % {}u, il_local / {}u % {}u, il_local / {}u);\n"
      "  const uint3 il_group_at = (uint3)(il_group % domain.x, il_group / domain.x % domain.y,\n"
      "                                    il_group / (domain.x * domain.y));\n",
      threads_of(program), options.entry, fmt::join(arguments, ",\n    "), size[0], size[1],
      size[2], size[0], size[1], size[2], size[0], size[0], size[1], size[0] * size[1]);
}

/// The constant buffers that the program itself fills.
std::string immediate_declarations(const Program& program, const UsedNames& used) {
  std::string text;
  for (const ConstantBuffer& buffer : program.constant_buffers) {
    if (buffer.values.empty() || used.constants.count(buffer.number) == 0) continue;
    const std::string array = name(File::constant, buffer.number);
    std::vector<std::string> elements;
    for (std::size_t k = 0; k < buffer.values.size(); k += 4)
      elements.push_back(fmt::format("(uint4)({}, {}, {}, {})", hexadecimal(buffer.values[k]),
                                     hexadecimal(buffer.values[k + 1]),
                                     hexadecimal(buffer.values[k + 2]),
                                     hexadecimal(buffer.values[k + 3])));
    text +=
        fmt::format("  __constant uint4 {}[{}] = {{{}}};\n  const uint {}_count = {}u;\n", array,
                    elements.size(), fmt::join(elements, ",\n      "), array, elements.size());
  }
  return text;
}

std::string declarations(const Program& program, const TranslationOptions& options,
                         const UsedNames& used, const Operands& operands) {
  std::string text =
      immediate_declarations(program, used) + thread_ids(used) + lds_declarations(program, used);
  for (const Literal& literal : program.literals)
    if (used.literals.count(literal.number) != 0)
      text += literal_text(literal, operands.type_of(File::literal, literal.number));
  for (const IndexedTemp& array : program.indexed_temps)
    if (used.indexed_temps.count(array.number) != 0)
      text += fmt::format(
          "  const uint x{}_count = {}u;\n"
          "  uint4 x{}[{}] = {{(uint4)(0u)}};\n",
          array.number, array.size, array.number, array.size);
  const auto declare = [&](Type type, const std::vector<std::string>& registers) {
    if (registers.empty()) return;
    const std::string zero = type == Type::floating ? "0.0f" : "0u";
    std::vector<std::string> initialised;
    for (const std::string& name : registers) initialised.push_back(name + " = " + zero);
    constexpr std::size_t kInALine = 8;
    for (std::size_t k = 0; k < initialised.size(); k += kInALine) {
      const auto first = initialised.begin() + static_cast<std::ptrdiff_t>(k);
      const auto last =
          first + static_cast<std::ptrdiff_t>(std::min(kInALine, initialised.size() - k));
      text += fmt::format("  {} {};\n", type_name(type, 4), fmt::join(first, last, ", "));
    }
  };
  for (const Type type : {Type::floating, Type::unsigned_integer}) {
    std::vector<std::string> registers;
    for (const std::uint32_t n : used.temps)
      if (operands.type_of(File::temp, n) == type) registers.push_back(fmt::format("r{}", n));
    if (type == Type::unsigned_integer)
      for (const std::uint32_t n : used.outputs) registers.push_back(fmt::format("o{}", n));
    declare(type, registers);
  }
  if (options.loop_limit != 0)
    text += fmt::format("  ulong il_turns = {}ul;\n", options.loop_limit);
  return text + "\n";
}

std::string output_writes(const TranslationOptions& options, const UsedNames& used) {
  constexpr std::string_view parts[]{"", ".x", ".xy", "", ""};
  std::string text;
  for (const std::uint32_t n : used.outputs)
    text += fmt::format("  o{}_memory[il_y * o{}_shape.z + il_x] = o{}{};\n", n, n, n,
                        parts[words(format_of(options.outputs, n))]);
  return text;
}

}  // namespace gputest::il
