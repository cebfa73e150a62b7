#include "il_reference/language/program.hpp"

#include <algorithm>

namespace gputest::il {
namespace {

template <typename T, typename Same>
bool all_same(const std::vector<T>& a, const std::vector<T>& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_index(File file, const Index& a, const Index& b) { return !is_indexed(file) || a == b; }

bool same(const Source& a, const Source& b) {
  return a.file == b.file && a.number == b.number && same_index(a.file, a.index, b.index) &&
         a.swizzle == b.swizzle && a.negate == b.negate && a.absolute == b.absolute &&
         a.x2 == b.x2 && a.bias == b.bias && a.invert == b.invert && a.sign == b.sign &&
         a.divide == b.divide;
}

bool same(const Destination& a, const Destination& b) {
  return a.file == b.file && a.number == b.number && same_index(a.file, a.index, b.index) &&
         a.mask == b.mask;
}

bool same(const Instruction& a, const Instruction& b) {
  return a.opcode == b.opcode && a.suffixes == b.suffixes &&
         a.has_destination == b.has_destination &&
         (!a.has_destination || same(a.destination, b.destination)) &&
         a.source_count == b.source_count &&
         std::equal(a.sources.begin(), a.sources.begin() + a.source_count, b.sources.begin(),
                    [](const Source& x, const Source& y) { return same(x, y); }) &&
         a.label == b.label && a.match == b.match;
}

}  // namespace

bool Source::plain() const {
  return negate == std::array<bool, 4>{} && !absolute && !x2 && !bias && !invert && !sign &&
         divide == DivComp::none;
}

std::string uav_name(std::uint32_t uav) {
  return is_gds(uav) ? fmt::format("gds{}", uav - first_gds) : fmt::format("uav{}", uav);
}

std::array<std::uint32_t, 3> group_size(const Program& program) {
  return program.threads_per_group.value_or(std::array<std::uint32_t, 3>{64, 1, 1});
}

bool is_normalized(const Program& program, const Suffixes& sample) {
  if (sample.unnormalized.has_value()) return !*sample.unnormalized;
  return std::any_of(program.resources.begin(), program.resources.end(),
                     [&](const Resource& r) { return r.id == sample.resource && !r.unnormalized; });
}

bool is_array(const Program& program, std::uint32_t resource) {
  return std::any_of(program.resources.begin(), program.resources.end(), [&](const Resource& r) {
    return r.id == resource && r.dimension == Dimension::two_array;
  });
}

bool equivalent(const Program& a, const Program& b) {
  const auto same_literal = [](const Literal& x, const Literal& y) {
    return x.number == y.number && x.bits == y.bits;
  };
  const auto same_resource = [](const Resource& x, const Resource& y) {
    return x.id == y.id && x.dimension == y.dimension && x.unnormalized == y.unnormalized &&
           x.format == y.format;
  };
  const auto same_sized = [](const auto& x, const auto& y) {
    return x.number == y.number && x.size == y.size;
  };
  const auto same_buffer = [](const ConstantBuffer& x, const ConstantBuffer& y) {
    return x.number == y.number && x.size == y.size && x.values == y.values;
  };
  const auto same_target = [](const auto& x, const auto& y) {
    return x.form == y.form && same(x.target, y.target);
  };
  const auto same_lds = [](const Lds& x, const Lds& y) {
    return x.id == y.id && x.bytes == y.bytes && x.stride == y.stride;
  };
  const auto same_uav = [](const Uav& x, const Uav& y) {
    return x.id == y.id && x.kind == y.kind && x.stride == y.stride && x.bytes == y.bytes &&
           x.dimension == y.dimension && x.format == y.format;
  };
  return a.client == b.client && a.version == b.version && a.stage == b.stage &&
         all_same(a.literals, b.literals, same_literal) &&
         all_same(a.resources, b.resources, same_resource) &&
         all_same(a.constant_buffers, b.constant_buffers, same_buffer) &&
         all_same(a.inputs, b.inputs, same_target) && all_same(a.outputs, b.outputs, same_target) &&
         all_same(a.indexed_temps, b.indexed_temps, same_sized) &&
         all_same(a.lds, b.lds, same_lds) && all_same(a.uavs, b.uavs, same_uav) &&
         a.threads_per_group == b.threads_per_group && a.max_threads == b.max_threads &&
         a.lds_words_per_thread == b.lds_words_per_thread && a.lds_absolute == b.lds_absolute &&
         all_same(a.instructions, b.instructions,
                  [](const Instruction& x, const Instruction& y) { return same(x, y); }) &&
         a.temps == b.temps;
}

std::string_view name(File file) {
  switch (file) {
    case File::temp:
      return "r";
    case File::literal:
      return "l";
    case File::input:
      return "v";
    case File::output:
      return "o";
    case File::constant:
      return "cb";
    case File::indexed_temp:
      return "x";
    case File::global:
      return "g";
    case File::memory:
      return "mem";
    case File::win_coord:
      return "vWinCoord";
    case File::absolute_thread_flat:
      return "vAbsTidFlat";
    case File::thread_in_group_flat:
      return "vTidInGrpFlat";
    case File::group_flat:
      return "vThreadGrpIdFlat";
    case File::absolute_thread:
      return "vAbsTid";
    case File::thread_in_group:
      return "vTidInGrp";
    case File::group:
      return "vThreadGrpId";
    case File::object_index:
      return "vObjIndex";
  }
  return "?";
}

bool is_indexed(File file) {
  return file == File::constant || file == File::indexed_temp || file == File::global;
}

std::string name(File file, std::uint32_t number) {
  if (file == File::constant && number == immediate_buffer) return "icb";
  if (file == File::win_coord || file == File::object_index) return std::string(name(file)) + "0";
  const bool numbered = file == File::temp || file == File::literal || file == File::input ||
                        file == File::output || file == File::constant ||
                        file == File::indexed_temp;
  return numbered ? std::string(name(file)) + std::to_string(number) : std::string(name(file));
}

std::span<const std::uint32_t> immediate_values(const Program& program, std::uint32_t buffer) {
  for (const ConstantBuffer& declared : program.constant_buffers)
    if (declared.number == buffer) return declared.values;
  return {};
}

unsigned coordinates_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::one:
    case Dimension::buffer:
      return 1;
    case Dimension::two:
      return 2;
    case Dimension::three:
    case Dimension::two_array:
      return 3;
  }
  return 2;
}

}  // namespace gputest::il
