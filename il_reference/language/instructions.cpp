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

// Instructions of other IL texts: graphics, filtered sampling, and instructions that CAL's
// compilers gained later.
constexpr std::string_view unsupported[] = {"acos",
                                            "append_buf_alloc",
                                            "append_buf_consume",
                                            "asin",
                                            "atan",
                                            "class_call",
                                            "clg",
                                            "clip",
                                            "colorclamp",
                                            "crs",
                                            "cut",
                                            "dcl",
                                            "def",
                                            "defb",
                                            "det",
                                            "dist",
                                            "dp2add",
                                            "dst",
                                            "dsx",
                                            "dsy",
                                            "dxsincos",
                                            "emit",
                                            "emitcut",
                                            "eval_centroid",
                                            "eval_sample_index",
                                            "eval_snapped",
                                            "expp",
                                            "f2f16",
                                            "f16tof32",
                                            "f32tof16",
                                            "faceforward",
                                            "fetch4",
                                            "fog",
                                            "fwidth",
                                            "global_read",
                                            "global_write",
                                            "initv",
                                            "invariant_move",
                                            "kill",
                                            "len",
                                            "lit",
                                            "lod",
                                            "logp",
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
                                            "sample_c",
                                            "sampleinfo",
                                            "samplepos",
                                            "scatter",
                                            "sign",
                                            "sincos",
                                            "srv_raw_load",
                                            "srv_struct_load",
                                            "tan",
                                            "texld",
                                            "texldb",
                                            "texldd",
                                            "texldms",
                                            "texweight",
                                            "while",
                                            "dabs",
                                            "dmov"};

// Other names that compilers of the time wrote.
struct Alias {
  std::string_view name;
  Opcode opcode;
};
constexpr Alias aliases[] = {{"and", Opcode::iand},
                             {"or", Opcode::ior},
                             {"xor", Opcode::ixor},
                             {"not", Opcode::inot},
                             {"ifnz", Opcode::if_logicalnz},
                             {"callnz", Opcode::call_logicalnz},
                             {"round_posinf", Opcode::round_plusinf}};

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == '_');
}

}  // namespace

std::span<const InstructionInfo> instructions() { return table; }

const InstructionInfo& info(Opcode opcode) { return table[static_cast<std::size_t>(opcode)]; }

bool is_loop(Opcode opcode) { return opcode == Opcode::whileloop || opcode == Opcode::loop; }

bool opens_block(Opcode opcode) {
  return opcode == Opcode::if_logicalz || opcode == Opcode::if_logicalnz || opcode == Opcode::ifc ||
         is_loop(opcode) || opcode == Opcode::switch_ || opcode == Opcode::func;
}

bool closes_block(Opcode opcode) {
  return opcode == Opcode::endif || opcode == Opcode::endloop || opcode == Opcode::endswitch ||
         opcode == Opcode::endfunc;
}

bool is_call(Opcode opcode) {
  return opcode == Opcode::call || opcode == Opcode::call_logicalz ||
         opcode == Opcode::call_logicalnz;
}

const InstructionInfo* find_instruction(std::string_view text, std::size_t* length) {
  const InstructionInfo* found = nullptr;
  std::size_t longest = 0;
  const auto consider = [&](std::string_view name, const InstructionInfo& row) {
    if (name.size() <= longest || !begins_with_word(text, name)) return;
    found = &row;
    longest = name.size();
  };
  for (const InstructionInfo& row : table) consider(row.mnemonic, row);
  for (const Alias& alias : aliases) consider(alias.name, info(alias.opcode));
  if (length != nullptr) *length = longest;
  return found;
}

bool known_unsupported(std::string_view text) {
  std::size_t length = 0;
  find_instruction(text, &length);
  if (length == 0 && (text.starts_with("i64") || text.starts_with("u64"))) return true;
  return std::any_of(std::begin(unsupported), std::end(unsupported), [&](std::string_view word) {
    return word.size() > length && begins_with_word(text, word);
  });
}

}  // namespace gputest::il
