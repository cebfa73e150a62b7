#include "il_reference/language/instructions.hpp"

#include <algorithm>
#include <array>

namespace gputest::il {
namespace {

constexpr InstructionInfo table[] = {
#define IL_INSTRUCTION(id, mnemonic, shape, result, sources, suffixes, semantics) \
  {Opcode::id, mnemonic, Shape::shape, result, sources, suffixes, semantics},
#include "il_reference/language/instructions.def"
#undef IL_INSTRUCTION
};

// What other IL texts hold: graphics, sampling with filters, and instructions that CAL's compilers
// gained later.
constexpr std::string_view unsupported[] = {"append_buf_alloc",
                                            "append_buf_consume",
                                            "class_call",
                                            "clamp",
                                            "clip",
                                            "cmp",
                                            "cmov",
                                            "colorclamp",
                                            "cut",
                                            "dcl",
                                            "def",
                                            "defb",
                                            "det",
                                            "dst",
                                            "dsx",
                                            "dsy",
                                            "dxsincos",
                                            "emit",
                                            "emitcut",
                                            "eval_centroid",
                                            "eval_sample_index",
                                            "eval_snapped",
                                            "f2f16",
                                            "f16tof32",
                                            "f32tof16",
                                            "faceforward",
                                            "fetch4",
                                            "fog",
                                            "fwidth",
                                            "gds_load",
                                            "gds_store",
                                            "global_read",
                                            "global_write",
                                            "i64add",
                                            "i64max",
                                            "i64min",
                                            "i64mul",
                                            "i64div",
                                            "i64mod",
                                            "i64shl",
                                            "i64shr",
                                            "u64shr",
                                            "initv",
                                            "invariant_move",
                                            "kill",
                                            "len",
                                            "lit",
                                            "lod",
                                            "memexport",
                                            "memimport",
                                            "mmul",
                                            "mova",
                                            "movc",
                                            "noise",
                                            "nrm",
                                            "pireduce",
                                            "pow",
                                            "project",
                                            "reflect",
                                            "resinfo",
                                            "sample_b",
                                            "sample_c",
                                            "sample_c_lz",
                                            "sample_g",
                                            "sample_l",
                                            "sampleinfo",
                                            "samplepos",
                                            "scatter",
                                            "set",
                                            "sign",
                                            "srv_raw_load",
                                            "srv_struct_load",
                                            "texld",
                                            "texldb",
                                            "texldd",
                                            "texldms",
                                            "texweight",
                                            "transpose",
                                            "while",
                                            "dtoi",
                                            "dtou",
                                            "itod",
                                            "utod",
                                            "dabs",
                                            "dmov"};

// Other names that compilers of the time wrote.
struct Alias {
  std::string_view name;
  Opcode opcode;
};
constexpr Alias aliases[] = {
    {"and", Opcode::iand}, {"or", Opcode::ior}, {"xor", Opcode::ixor}, {"not", Opcode::inot}};

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == '_');
}

}  // namespace

std::span<const InstructionInfo> instructions() { return table; }

const InstructionInfo& info(Opcode opcode) { return table[static_cast<std::size_t>(opcode)]; }

bool is_loop(Opcode opcode) { return opcode == Opcode::whileloop || opcode == Opcode::loop; }

bool is_call(Opcode opcode) {
  return opcode == Opcode::call || opcode == Opcode::call_logicalz ||
         opcode == Opcode::call_logicalnz;
}

const InstructionInfo* find_instruction(std::string_view text) {
  for (const Alias& alias : aliases) {
    if (text == alias.name) return &info(alias.opcode);
  }
  const InstructionInfo* found = nullptr;
  for (const InstructionInfo& row : table) {
    if (begins_with_word(text, row.mnemonic) &&
        (found == nullptr || row.mnemonic.size() > found->mnemonic.size())) {
      found = &row;
    }
  }
  return found;
}

bool known_unsupported(std::string_view text) {
  const InstructionInfo* const supported = find_instruction(text);
  const std::size_t length = supported == nullptr ? 0 : supported->mnemonic.size();
  return std::any_of(std::begin(unsupported), std::end(unsupported), [&](std::string_view word) {
    return word.size() > length && begins_with_word(text, word);
  });
}

}  // namespace gputest::il
