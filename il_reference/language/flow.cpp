// Pairs the instructions of control flow.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t deepest_blocks = 256;

enum class Kind { branch, loop, choice, function };

struct Block {
  Kind kind;
  std::uint32_t opening;               // the instruction that opened it
  std::uint32_t last;                  // the latest else, case or default, or the opening
  std::vector<std::uint32_t> leaving;  // breaks, to be matched with the end
  bool has_else = false, has_default = false;
  std::vector<std::uint32_t> labels;  // of a switch's cases
};

Kind opened_by(Opcode opcode) {
  switch (opcode) {
    case Opcode::whileloop:
    case Opcode::loop:
      return Kind::loop;
    case Opcode::switch_:
      return Kind::choice;
    case Opcode::func:
      return Kind::function;
    default:
      return Kind::branch;
  }
}

class Matcher {
 public:
  Matcher(Program& program, Diagnostics& diagnostics)
      : instructions_(program.instructions), diagnostics_(diagnostics) {}

  void run() {
    for (std::uint32_t at = 0; at < instructions_.size() && !too_deep_; ++at) visit(at);
    if (too_deep_) return;  // no block beyond has its partner
    for (const Block& block : open_) not_closed(block);
    for (Instruction& i : instructions_) {
      if (!is_call(i.opcode)) continue;
      const auto function = functions_.find(i.label);
      if (function == functions_.end()) {
        // If a block is not closed, the text may have ended before its functions.
        if (!any_open_) error(i, fmt::format("function {} is not defined", i.label));
      } else {
        i.match = function->second;
      }
    }
  }

 private:
  void visit(std::uint32_t at) {
    Instruction& i = instructions_[at];
    switch (i.opcode) {
      case Opcode::if_logicalz:
      case Opcode::if_logicalnz:
      case Opcode::ifc:
      case Opcode::whileloop:
      case Opcode::loop:
      case Opcode::switch_:
        if (open_.size() >= deepest_blocks) {
          too_deep_ = true;
          error(i, fmt::format("blocks are nested deeper than {}", deepest_blocks));
          return;
        }
        open_.push_back({opened_by(i.opcode), at, at, {}, false, false, {}});
        return;
      case Opcode::func:
        if (!functions_.emplace(i.label, at).second) {
          error(i, fmt::format("function {} is already defined", i.label));
        }
        open_.push_back({Kind::function, at, at, {}, false, false, {}});
        return;
      case Opcode::else_:
        otherwise(at);
        return;
      case Opcode::endif:
        close(at, Kind::branch, "if");
        return;
      case Opcode::endloop:
        close(at, Kind::loop, "loop");
        return;
      case Opcode::endswitch:
        close(at, Kind::choice, "switch");
        return;
      case Opcode::case_:
      case Opcode::default_:
        label(at);
        return;
      case Opcode::break_:
      case Opcode::break_logicalz:
      case Opcode::break_logicalnz:
      case Opcode::breakc:
        leave(at);
        return;
      case Opcode::continue_:
      case Opcode::continue_logicalz:
      case Opcode::continue_logicalnz:
      case Opcode::continuec:
        go_on(at);
        return;
      case Opcode::endmain:
        close_all();
        return;
      case Opcode::endfunc:
        while (open_.size() > 1) {
          not_closed(open_.back());
          open_.pop_back();
        }
        close(at, Kind::function, "func");
        return;
      default:
        return;
    }
  }

  void otherwise(std::uint32_t at) {
    if (open_.empty() || open_.back().kind != Kind::branch) {
      return error(instructions_[at], "else without its if");
    }
    Block& block = open_.back();
    if (block.has_else) return error(instructions_[at], "a second else of the same if");
    block.has_else = true;
    instructions_[block.last].match = at;
    block.last = at;
  }

  void label(std::uint32_t at) {
    Instruction& i = instructions_[at];
    if (open_.empty() || open_.back().kind != Kind::choice) {
      return error(i, fmt::format("{} without its switch", info(i.opcode).mnemonic));
    }
    Block& block = open_.back();
    if (i.opcode == Opcode::default_) {
      if (block.has_default) return error(i, "a second default of the same switch");
      block.has_default = true;
    } else {
      if (std::find(block.labels.begin(), block.labels.end(), i.label) != block.labels.end()) {
        return error(i, fmt::format("a second case {} of the same switch", i.label));
      }
      block.labels.push_back(i.label);
    }
    instructions_[block.last].match = at;
    block.last = at;
  }

  void close(std::uint32_t at, Kind kind, std::string_view opening) {
    Instruction& i = instructions_[at];
    if (open_.empty() || open_.back().kind != kind) {
      return error(i, fmt::format("{} without its {}", info(i.opcode).mnemonic, opening));
    }
    const Block block = std::move(open_.back());
    open_.pop_back();
    i.match = block.opening;
    instructions_[block.last].match = at;
    for (const std::uint32_t leaving : block.leaving) instructions_[leaving].match = at;
  }

  void leave(std::uint32_t at) {
    for (auto block = open_.rbegin(); block != open_.rend(); ++block) {
      if (block->kind == Kind::loop || block->kind == Kind::choice) {
        block->leaving.push_back(at);
        return;
      }
    }
    error(instructions_[at],
          fmt::format("{} outside of a loop or switch", info(instructions_[at].opcode).mnemonic));
  }

  void go_on(std::uint32_t at) {
    for (auto block = open_.rbegin(); block != open_.rend(); ++block) {
      if (block->kind == Kind::loop) {
        instructions_[at].match = block->opening;
        return;
      }
    }
    error(instructions_[at],
          fmt::format("{} outside of a loop", info(instructions_[at].opcode).mnemonic));
  }

  void close_all() {
    for (const Block& block : open_) not_closed(block);
    open_.clear();
  }

  void not_closed(const Block& block) {
    any_open_ = true;
    const Instruction& i = instructions_[block.opening];
    error(i, fmt::format("{} is not closed", info(i.opcode).mnemonic));
  }

  void error(const Instruction& at, std::string message) {
    diagnostics_.push_back({Severity::error, at.location, std::move(message)});
  }

  std::vector<Instruction>& instructions_;
  Diagnostics& diagnostics_;
  std::vector<Block> open_;
  bool any_open_ = false;
  bool too_deep_ = false;
  std::map<std::uint32_t, std::uint32_t> functions_;
};

}  // namespace

void match_blocks(Program& program, Diagnostics& diagnostics) {
  Matcher(program, diagnostics).run();
}

}  // namespace gputest::il
