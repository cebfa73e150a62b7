// Random IL programs that are valid, end, and combine all their results in o0 and o1. A program is
// made from a list of numbers, so RapidCheck shrinks it by shrinking the list.
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/language/instructions.hpp"

namespace gputest::test {

/// Features of a random program.
struct IlProgramOptions {
  bool doubles = true;
  bool control_flow = true;
  bool indexed_writes = true;  ///< writes to elements of x0 that the thread chooses
  bool floats = true;  ///< otherwise only integers and bits, which every device computes alike
};

/// Bits that are special cases of arithmetic: zeros, ones, denormals, infinities, NaN, the ends of
/// integers, halves, and their neighbours.
inline constexpr std::uint32_t awkward_words[] = {
    0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000,
    0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC12345, 0x7F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7FFFFFFF,
    0xFFFFFFFF, 0x3F000000, 0x3EFFFFFF, 0x3FC00000, 0x40200000, 0xC0200000, 0x4B000000, 0x4B7FFFFF,
    0x4EFFFFFF, 0x4F000000, 0xCF000000, 0x4F7FFFFF, 0x4F800000, 0x00000002, 0x0000001F, 0x00000020,
    0x00000021, 0x000000FF, 0x00FFFFFF, 0x01000000, 0x7FEFFFFF, 0x3FF00000, 0xBFF00000, 0x40490FDB,
    0x3FC90FDB, 0x7FF00000, 0x00100000, 0x000FFFFF, 0x42FE0000, 0xC3160000, 0x3DCCCCCD, 0x5F3759DF};

/// `count` words: a quarter special, the rest spread by a simple generator from `seed`.
inline std::vector<std::uint32_t> awkward_data(std::size_t count, std::uint32_t seed) {
  std::vector<std::uint32_t> words(count);
  std::uint32_t state = seed * 2654435761u + 1u;
  for (std::uint32_t& word : words) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t picked = state >> 8;
    if (picked % 4 == 0) {
      word = awkward_words[(picked >> 2) % std::size(awkward_words)];
    } else if (picked % 4 == 1) {
      word = 0x3F800000u ^ (state & 0x81FFFFFFu);  // a float around 1, of either sign
    } else if (picked % 4 == 2) {
      word = picked % 1024;
    } else {
      word = state ^ (state << 13);
    }
  }
  return words;
}

/// Writes a pixel program. It samples resource 0 (2D, any size), reads cb0[0] to cb0[3], writes o0
/// and o1, and needs no other binding.
class IlProgramWriter {
 public:
  IlProgramWriter(const std::vector<std::uint32_t>& choices, const IlProgramOptions& options)
      : choices_(choices), options_(options) {}

  std::string write() {
    text_ =
        "il_ps_2_0\n"
        "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
        "dcl_output_generic o0\n"
        "dcl_output_generic o1\n"
        "dcl_cb cb0[4]\n"
        "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
        "dcl_indexed_temp_array x0[4]\n"
        "dcl_literal l9, 3, 1, 0, 4\n";
    for (int literal = 0; literal < 4; ++literal) {
      text_ += fmt::format("dcl_literal l{}", literal);
      for (int slot = 0; slot < 4; ++slot) text_ += fmt::format(", 0x{:08X}", word());
      text_ += "\n";
    }
    text_ +=
        "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n"
        "sample_resource(0)_sampler(0) r1, vWinCoord0.yxyx\n"
        "mov r2, cb0[0]\n"
        "mov r3, vWinCoord0\n"
        "mov r4, cb0[1].wzyx\n"
        "ftoi r5, vWinCoord0\n"
        "mov x0[1], r0.yzwx\n"
        "mov x0[2], r1\n";
    while (at_ < choices_.size() && statements_ < 60) statement(0);
    text_ +=
        "ixor r0, r0, r2\nixor r0, r0, r4\nixor r0, r0, r6\nixor r0, r0, x0[0]\n"
        "ixor r0, r0, x0[3]\nmov o0, r0\n"
        "ixor r1, r1, r3\nixor r1, r1, r5\nixor r1, r1, r7\nixor r1, r1, x0[1]\n"
        "ixor r1, r1, x0[2]\nmov o1, r1\n"
        "endmain\n";
    for (unsigned function = 0; function < functions_; ++function) {
      text_ += fmt::format("func {}\n", function);
      arithmetic();
      text_ += "ret_logicalnz r1.x\n";
      arithmetic();
      text_ += "ret\nendfunc\n";
    }
    in_macro_ = true;
    for (unsigned macro = 0; macro < macros_; ++macro) {
      text_ += fmt::format("mdef({})_out(1)_in(2)\n", macro);
      arithmetic();
      arithmetic();
      text_ += "mend\n";
    }
    in_macro_ = false;
    return text_ + "end\n";
  }

 private:
  std::uint32_t choose(std::uint32_t count) {
    return at_ < choices_.size() ? choices_[at_++] % count : 0;
  }

  std::uint32_t word() {
    const std::uint32_t pick = choose(4);
    if (pick == 0) return choices_.empty() ? 0 : choices_[at_ % choices_.size()] * 2654435761u;
    return awkward_words[choose(static_cast<std::uint32_t>(std::size(awkward_words)))];
  }

  void statement(unsigned depth) {
    ++statements_;
    const std::uint32_t kind = options_.control_flow ? choose(16) : choose(11);
    if (kind >= 11 && depth >= 3) return arithmetic();
    switch (kind) {
      case 7:
        text_ += fmt::format("mcall({})(r{}),({}, {})\n", macros_++, choose(8),
                             source(options_.floats ? 'f' : 'u'),
                             source(choose(2) == 0 && options_.floats ? 'd' : 'u'));
        return;
      case 8:
        return loops_ > 0 ? leave() : arithmetic();
      case 9:
        if (!options_.indexed_writes) return arithmetic();
        text_ += fmt::format("iand r30.x, {}, l9.x\nmov x0[r30.x], {}\n", source('u'), source('b'));
        return;
      case 10:
        if (!options_.floats) return arithmetic();
        text_ += fmt::format("sample_resource(0)_sampler(0) r{}{}, {}\n", choose(8), mask(false),
                             source('f'));
        return;
      case 11:
      case 12:
        return branch(depth);
      case 13:
        return loop(depth);
      case 14:
        return choice(depth);
      case 15:
        text_ += fmt::format("call {}\n", functions_++);
        return;
      default:
        return arithmetic();
    }
  }

  void block(unsigned depth) {
    const std::uint32_t count = 1 + choose(3);
    for (std::uint32_t i = 0; i < count; ++i) statement(depth + 1);
  }

  void branch(unsigned depth) {
    static constexpr std::string_view relations[] = {"eq", "ne", "gt", "ge", "lt", "le"};
    const std::uint32_t kind = choose(options_.floats ? 3 : 2);
    if (kind == 0) {
      text_ += fmt::format("if_logicalz {}\n", source('u'));
    } else if (kind == 1) {
      text_ += fmt::format("if_logicalnz {}\n", source('u'));
    } else {
      text_ +=
          fmt::format("ifc_relop({}) {}, {}\n", relations[choose(6)], source('f'), source('f'));
    }
    block(depth);
    if (choose(2) != 0) {
      text_ += "else\n";
      block(depth);
    }
    text_ += "endif\n";
  }

  // At most four iterations: nothing else writes the counter's register.
  void loop(unsigned depth) {
    const unsigned counter = 20 + depth;
    text_ += fmt::format(
        "mov r{0}, l9.zzzz\nwhileloop\nige r{0}.y, r{0}.x, l9.w\nbreak_logicalnz r{0}.y\n"
        "iadd r{0}.x, r{0}.x, l9.y\n",
        counter);
    ++loops_;
    block(depth);
    if (choose(2) != 0) {
      leave();
      block(depth);
    }
    --loops_;
    text_ += "endloop\n";
  }

  // Leaves an iteration, or the loop or switch, for some of the threads.
  void leave() {
    switch (options_.floats ? choose(4) : 2 * choose(2)) {
      case 0:
        text_ += fmt::format("break_logicalz {}\n", source('u'));
        return;
      case 1:
        text_ += fmt::format("breakc_relop(lt) {}, {}\n", source('f'), source('f'));
        return;
      case 2:
        text_ += fmt::format("continue_logicalnz {}\n", source('u'));
        return;
      default:
        text_ += fmt::format("continuec_relop(ge) {}, {}\n", source('f'), source('f'));
    }
  }

  void choice(unsigned depth) {
    text_ += fmt::format("iand r31.x, {}, l9.x\nswitch r31.x\ncase 0\n", source('u'));
    block(depth);
    text_ += choose(2) != 0 ? "break\ncase 2\n" : "case 2\n";
    block(depth);
    if (choose(2) != 0) {
      text_ += "break\ndefault\n";
      block(depth);
    }
    text_ += "endswitch\n";
  }

  const il::InstructionInfo& row() {
    const auto rows = il::instructions();
    while (true) {
      const std::uint32_t first = choose(static_cast<std::uint32_t>(rows.size()));
      for (std::size_t step = 0; step < rows.size(); ++step) {
        const il::InstructionInfo& candidate = rows[(first + step) % rows.size()];
        if (computes(candidate)) return candidate;
      }
    }
  }

  bool computes(const il::InstructionInfo& row) const {
    const auto sees = [&](char kind) {
      return row.result == kind || row.sources.find(kind) != std::string_view::npos;
    };
    const bool is_double = sees('d');
    if (!options_.floats && (sees('f') || is_double)) return false;
    switch (row.shape) {
      case il::Shape::slots:
      case il::Shape::scalar:
      case il::Shape::dot:
      case il::Shape::pairs:
      case il::Shape::first_pair:
      case il::Shape::widen:
      case il::Shape::whole:
        return options_.doubles || !is_double;
      default:
        return false;
    }
  }

  void arithmetic() {
    static constexpr std::string_view shifts[] = {"_x2", "_x4", "_x8", "_d2", "_d4", "_d8"};
    static constexpr std::string_view zero_ops[] = {"fltmax", "zero", "infinity", "inf_else_max"};
    const il::InstructionInfo& picked = row();
    text_ += picked.mnemonic;
    const auto takes = [&](std::uint32_t suffix) { return (picked.suffixes & suffix) != 0; };
    if (takes(il::suffix::ieee) && choose(2) != 0) text_ += "_ieee";
    if (takes(il::suffix::zero_op) && choose(2) != 0) {
      text_ += fmt::format("_zeroop({})", zero_ops[choose(4)]);
    }
    const bool of_floats = options_.floats && takes(il::suffix::result);
    if (of_floats && choose(4) == 1) text_ += shifts[choose(6)];
    if (of_floats && choose(4) == 1) text_ += "_sat";
    const std::string target = in_macro_ ? "out0" : fmt::format("r{}", choose(8));
    text_ += fmt::format(" {}{}", target, mask(il::in_pairs(picked.result)));
    for (const char kind : picked.sources) text_ += ", " + source(kind);
    text_ += "\n";
  }

  std::string mask(bool pairs) {
    static constexpr std::string_view of_pairs[] = {"", ".xy__", ".__zw", ".xy01", ".10zw"};
    if (pairs) return std::string(of_pairs[choose(5)]);
    std::string made = ".";
    bool written = false;
    for (const char slot : std::string_view("xyzw")) {
      const std::uint32_t kind = choose(6);
      made += kind == 3 ? '_' : kind == 4 ? '0' : kind == 5 ? '1' : slot;
      written = written || kind < 3;
    }
    return written ? made : "";
  }

  std::string source(char kind) {
    std::string made;
    switch (choose(8)) {
      case 5:
        made = fmt::format("l{}", choose(4));
        break;
      case 6:
        made = fmt::format("cb0[{}]", choose(4));
        break;
      case 7:
        made = choose(2) == 0 ? fmt::format("x0[{}]", choose(4)) : "vWinCoord0";
        break;
      default:
        made = fmt::format("r{}", choose(8));
        break;
    }
    if (in_macro_) made = fmt::format("in{}", choose(2));
    if (choose(2) != 0) {
      made += ".";
      for (int slot = 0; slot < 4; ++slot) made += "xyzwxyzwxyzw01"[choose(14)];
    }
    if (kind == 'f') made += float_modifier();
    const bool signed_value = kind == 'f' || kind == 'b' || kind == 'd';
    if (signed_value && choose(8) == 1) made += "_abs";
    const std::uint32_t negated = choose(8);
    if (negated == 1) made += "_neg(xyzw)";
    if (negated == 2) made += il::in_pairs(kind) ? "_neg(yw)" : "_neg(xz)";
    return made;
  }

  std::string float_modifier() {
    static constexpr std::string_view modifiers[] = {
        "", "", "", "", "", "", "_bx2", "_x2", "_bias", "_invert", "_sign", "_divComp(w)"};
    return std::string(modifiers[choose(12)]);
  }

  const std::vector<std::uint32_t>& choices_;
  IlProgramOptions options_;
  std::size_t at_ = 0;
  unsigned statements_ = 0;
  unsigned functions_ = 0;
  unsigned macros_ = 0;
  bool in_macro_ = false;
  unsigned loops_ = 0;
  std::string text_;
};

/// A random program's text.
inline rc::Gen<std::string> arbitrary_il_program(const IlProgramOptions& options = {}) {
  return rc::gen::map(rc::gen::scale(10.0, rc::gen::container<std::vector<std::uint32_t>>(
                                               rc::gen::inRange<std::uint32_t>(0, 1u << 30))),
                      [options](const std::vector<std::uint32_t>& choices) {
                        return IlProgramWriter(choices, options).write();
                      });
}

}  // namespace gputest::test
