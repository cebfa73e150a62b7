#include "il_reference/binary/codes.hpp"

#include <algorithm>

namespace gputest::il::binary {
namespace {

std::string_view mnemonic(Opcode opcode) { return info(opcode).mnemonic; }

const Code* first_code() {
  static const Code table[] = {
#define IL_CODE(number, id, control) \
  {number, Code::Kind::instruction, Opcode::id, control, mnemonic(Opcode::id)},
#define IL_STATEMENT(number, id) {number, Code::Kind::statement, Opcode::mov, 0, #id},
#define IL_UNREAD(number, name) {number, Code::Kind::unread, Opcode::mov, 0, name},
#include "il_reference/binary/opcodes.def"
#undef IL_CODE
#undef IL_STATEMENT
#undef IL_UNREAD
  };
  return table;
}

constexpr std::size_t code_count = 0
#define IL_CODE(number, id, control) +1
#define IL_STATEMENT(number, id) +1
#define IL_UNREAD(number, name) +1
#include "il_reference/binary/opcodes.def"
#undef IL_CODE
#undef IL_STATEMENT
#undef IL_UNREAD
    ;

std::span<const Code> codes() { return {first_code(), code_count}; }

struct FileNumber {
  File file;
  std::uint32_t number;
};
constexpr FileNumber file_numbers[] = {{File::temp, 4},
                                       {File::object_index, 7},
                                       {File::win_coord, 22},
                                       {File::indexed_temp, 30},
                                       {File::constant, 31},
                                       {File::literal, 32},
                                       {File::input, 33},
                                       {File::output, 34},
                                       {File::global, 38},
                                       {File::thread_in_group, 41},
                                       {File::thread_in_group_flat, 42},
                                       {File::absolute_thread, 43},
                                       {File::absolute_thread_flat, 44},
                                       {File::group, 45},
                                       {File::group_flat, 46},
                                       {File::memory, 47}};
constexpr std::uint32_t immediate_buffer_number = 35;

}  // namespace

const Code* find_code(Opcode opcode) {
  const auto found = std::find_if(codes().begin(), codes().end(), [&](const Code& code) {
    return code.kind == Code::Kind::instruction && code.opcode == opcode;
  });
  return found == codes().end() ? nullptr : &*found;
}

const Code* find_code(std::uint32_t number, std::uint32_t control) {
  const auto found = std::find_if(codes().begin(), codes().end(), [&](const Code& code) {
    const bool shared = code.kind == Code::Kind::instruction && code.opcode >= Opcode::ffb_hi &&
                        code.opcode <= Opcode::ffb_shi;
    return code.number == number && (!shared || code.control == control);
  });
  return found == codes().end() ? nullptr : &*found;
}

std::uint32_t number_of(File file, std::uint32_t register_number) {
  if (file == File::constant && register_number == immediate_buffer) return immediate_buffer_number;
  return std::find_if(std::begin(file_numbers), std::end(file_numbers),
                      [&](const FileNumber& row) { return row.file == file; })
      ->number;
}

std::optional<NumberedFile> file_of(std::uint32_t number) {
  if (number == immediate_buffer_number) return NumberedFile{File::constant, true};
  for (const FileNumber& row : file_numbers)
    if (row.number == number) return NumberedFile{row.file, false};
  return std::nullopt;
}

bool has_number(File file) {
  return file == File::temp || file == File::literal || file == File::input ||
         file == File::output || file == File::constant || file == File::indexed_temp;
}

std::span<const SuffixField> suffix_fields() {
  static constexpr SuffixField fields[] = {
      {suffix::ieee, opcode::ieee, &Suffixes::ieee},
      {suffix::sampling, opcode::resource, &Suffixes::resource, "the resource"},
      {suffix::sampling, opcode::sampler, &Suffixes::sampler, "the sampler"},
      {suffix::id, opcode::id, &Suffixes::id},
      {suffix::lds_offset, opcode::lds_offset, &Suffixes::lds_offset, "_lOffset"},
      {suffix::lds_sharing, opcode::neighbour_exchange, &Suffixes::neighbour_exchange},
      {suffix::fence, opcode::fence_threads, &Suffixes::fence_threads},
      {suffix::fence, opcode::fence_lds, &Suffixes::fence_lds},
      {suffix::fence, opcode::fence_memory, &Suffixes::fence_memory},
      {suffix::fence, opcode::fence_shared, &Suffixes::fence_shared},
  };
  return fields;
}

std::uint32_t control_bits(const InstructionInfo& row) {
  const auto takes = [&](std::uint32_t wanted) { return (row.suffixes & wanted) != 0; };
  std::uint32_t bits = 0;
  for (const SuffixField& held : suffix_fields())
    if (takes(held.suffix)) bits |= held.field.mask();
  if (takes(suffix::zero_op) && row.opcode != Opcode::ddiv) bits |= opcode::zero_op.mask();
  if (takes(suffix::relation)) bits |= opcode::relation.mask();
  if (takes(suffix::sampling)) bits |= opcode::address_offset.mask();
  if (row.opcode == Opcode::uav_raw_load) bits |= opcode::raw_caching.mask();
  if (takes(suffix::size)) bits |= opcode::arena_size.mask();
  if (takes(suffix::lds_offset | suffix::lds_sharing)) bits |= opcode::sharing.mask();
  if (takes(suffix::fence))
    bits |= opcode::fence_write_only.mask() | opcode::fence_read_only.mask();
  if (row.opcode == Opcode::ffb_hi || row.opcode == Opcode::ffb_lo || row.opcode == Opcode::ffb_shi)
    bits |= opcode::first_bit.mask();
  return bits;
}

}  // namespace gputest::il::binary
