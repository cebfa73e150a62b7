#include "il_reference/opencl/translator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "il_reference/language/located_error.hpp"
#include "il_reference/opencl/kernel_arguments.hpp"
#include "il_reference/opencl/lock_step.hpp"
#include "il_reference/opencl/memory_access.hpp"
#include "il_reference/opencl/native_arithmetic.hpp"
#include "il_reference/opencl/preamble.hpp"
#include "il_reference/opencl/shared_arithmetic.hpp"
#include "il_reference/opencl/value_numbers.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t kMostStatements = 1u << 18;
constexpr unsigned kDeepestCall = 32;

/// The text's lines without comments, for quotation.
std::vector<std::string> quotable_lines(std::string_view source) {
  std::vector<std::string> lines;
  while (!source.empty()) {
    const auto end = source.find('\n');
    std::string line(source.substr(0, std::min(end, source.find(';'))));
    for (char& c : line)  // nothing that could end or continue a C comment
      if (c == '\\' || c == '?' || static_cast<unsigned char>(c) < ' ') c = ' ';
    const auto first = line.find_first_not_of(' ');
    const auto last = line.find_last_not_of(' ');
    lines.push_back(first == line.npos ? "" : line.substr(first, last - first + 1));
    source = end == source.npos ? "" : source.substr(end + 1);
  }
  return lines;
}

/// Escapes a name for a string literal of OpenCL C.
std::string quotable_name(std::string_view name) {
  std::string quoted;
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return quoted;
}

std::string_view relation_text(Relation relation) {
  switch (relation) {
    case Relation::eq:
      return "==";
    case Relation::ne:
      return "!=";
    case Relation::gt:
      return ">";
    case Relation::ge:
      return ">=";
    case Relation::lt:
      return "<";
    case Relation::le:
      return "<=";
  }
  return "";
}

/// Writes one program's kernel function.
class KernelWriter {
 public:
  KernelWriter(const Program& program, std::string_view source, const TranslationOptions& options)
      : program_(program),
        options_(options),
        lines_(quotable_lines(source)),
        line_file_(quotable_name(options.line_file)),
        operands_(options.mode == Mode::fast
                      ? Operands(RegisterTypes(program))
                      : Operands(RegisterTypes(), SlotFacts(program, Fact::number))),
        used_(program),
        counters_(program, options.mode),
        memory_(program, options, operands_, counters_),
        values_(operands_),
        lock_step_(program) {}

  std::string write() {
    const auto endmain = std::find_if(
        program_.instructions.begin(), program_.instructions.end(),
        [](const Instruction& instruction) { return instruction.opcode == Opcode::endmain; });
    main_end_ = static_cast<std::size_t>(endmain - program_.instructions.begin());
    std::string body;
    std::swap(text_, body);
    write_block(0, main_end_, "il_end");
    std::swap(text_, body);

    text_ += kernel_head(program_, options_, used_);
    text_ += counters_.declarations();
    text_ += declarations(program_, options_, used_, operands_);
    for (unsigned k = 1; k <= kept_conditions_; ++k)
      text_ += fmt::format("  bool il_if_{} = false;\n", k);
    text_ += body;
    if (end_is_jumped_to_) text_ += "il_end:;\n";
    if (main_end_ < program_.instructions.size())
      name_line(program_.instructions[main_end_].location.line);
    text_ += output_writes(options_, used_);
    return text_ + "}\n";
  }

 private:
  // Writes one statement, followed by its IL as a comment.
  void statement(const Instruction& instruction, const std::string& text) {
    if (++statements_ > kMostStatements)
      throw LocatedError(instruction.location,
                         "the program is too long once its functions are written out where they "
                         "are called");
    constexpr std::size_t kColumn = 72;
    std::string line = indent() + text;
    const std::uint32_t number = instruction.location.line;
    name_line(number);
    if (number != quoted_ && number >= 1 && number <= lines_.size()) {
      line.resize(std::max(line.size() + 2, kColumn), ' ');
      line += fmt::format("// {}: {}", number, lines_[number - 1]);
      quoted_ = number;
    }
    text_ += line + "\n";
  }

  /// Marks the following code as that line of the IL text.
  void name_line(std::uint32_t number) {
    if (!line_file_.empty()) text_ += fmt::format("#line {} \"{}\"\n", number, line_file_);
  }

  std::string indent() const { return std::string(2 * (depth_ + 1), ' '); }

  void write_block(std::size_t first, std::size_t last, const std::string& end_label) {
    for (std::size_t k = first; k < last; ++k) write(k, end_label);
  }

  void write(std::size_t k, const std::string& end_label) {
    const Instruction& instruction = program_.instructions[k];
    operands_.set_place(place_of(instruction));
    switch (info(instruction.opcode).shape) {
      case Shape::flow:
        values_.forget();
        write_flow(k, end_label);
        return values_.forget();
      case Shape::texture:
      case Shape::lds:
      case Shape::uav:
        write_memory(instruction);
        break;
      case Shape::fence:
        write_fence(instruction);
        break;
      default:
        write_arithmetic(instruction);
    }
    if (options_.mode == Mode::fast) values_.note(instruction);
  }

  void write_fence(const Instruction& instruction) {
    const Suffixes& fence = instruction.suffixes;
    const bool waits = fence.fence_threads || fence.fence_lds || lock_step_.one_wavefront();
    if (!waits || !lock_step_.can_meet()) return write_memory(instruction);
    write_barrier(instruction, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    lock_step_.met();
  }

  /// Writes a barrier for all threads of the group, outside of the blocks that only some are in.
  void write_barrier(const Instruction& instruction, const std::string& barrier) {
    const std::vector<LockStep::Block> split = lock_step_.blocks_to_split();
    for (std::size_t k = 0; k < split.size(); ++k) close(instruction);
    statement(instruction, barrier);
    for (const LockStep::Block& block : split) {
      const bool plain = block.condition.empty();
      open(instruction,
           plain ? "{" : fmt::format("if ({}{}) {{", block.in_else ? "!" : "", block.condition));
    }
  }

  void write_memory(const Instruction& instruction) {
    if (info(instruction.opcode).shape == Shape::lds && lock_step_.access(instruction))
      write_barrier(instruction, "barrier(CLK_LOCAL_MEM_FENCE);");
    const MemoryAccess access = memory_.of(instruction, place_of(instruction));
    for (const std::string& line : access.statements) statement(instruction, line);
    if (!access.value.empty()) {
      const std::vector<unsigned> slots = result_slots(instruction.destination);
      assign(
          instruction, slots,
          {slots.size() == 4 ? access.value : fmt::format("({}){}", access.value, swizzle(slots)),
           static_cast<unsigned>(slots.size()), Type::unsigned_integer});
    }
  }

  void write_arithmetic(const Instruction& instruction) {
    const std::vector<unsigned> slots = result_slots(instruction.destination);
    if (slots.empty()) return assign(instruction, slots, {});
    const auto width = static_cast<unsigned>(slots.size());
    if (is_plain_move(instruction) && !reads_bits_of_numbers(instruction, slots))
      return assign(instruction, slots,
                    operands_.native(instruction.sources[0], slots, destination_type(instruction)));
    if (options_.mode == Mode::fast) {
      if (instruction.opcode == Opcode::mov && !turns_signs_only(instruction))
        return assign(instruction, slots,
                      native_suffixes(instruction, operands_.native(instruction.sources[0], slots,
                                                                    Type::floating)));
      if (const NativeForm* form = native_form(instruction)) {
        if (instruction.opcode == Opcode::mad)
          if (const auto shared = values_.shared_product(instruction, slots))
            return write_shared_product(instruction, slots, *shared);
        return assign(
            instruction, slots,
            native_suffixes(instruction, native_result(operands_, instruction, *form, slots)));
      }
    }
    std::vector<std::string> values = shared_results(operands_, instruction, slots);
    if (std::all_of(values.begin(), values.end(),
                    [&](const std::string& value) { return value == values.front(); }))
      return assign(instruction, slots, {values.front(), 1, Type::unsigned_integer});
    assign(instruction, slots,
           {fmt::format("(uint{})({})", width, fmt::join(values, ", ")), width,
            Type::unsigned_integer});
  }

  /// Writes a b + c for slots that share all factors of a b except one.
  void write_shared_product(const Instruction& mad, const std::vector<unsigned>& slots,
                            const SharedProduct& shared) {
    std::vector<std::string> values;
    for (const unsigned slot : slots) {
      const auto operand = [&](unsigned k) {
        return operands_.native(mad.sources[k], {slot}, Type::floating).text;
      };
      const std::string& left = shared.factors[slot];
      values.push_back(left.empty()
                           ? fmt::format("{} * {} + {}", operand(0), operand(1), operand(2))
                           : fmt::format("{} * il_shared + {}", left, operand(2)));
    }
    open(mad, fmt::format("{{ const float il_shared = {};", shared.text));
    const auto width = static_cast<unsigned>(values.size());
    assign(mad, slots,
           native_suffixes(mad, {fmt::format("({})({})", type_name(Type::floating, width),
                                             fmt::join(values, ", ")),
                                 width, Type::floating}));
    close(mad);
  }

  static bool is_plain_move(const Instruction& instruction) {
    return instruction.opcode == Opcode::mov && instruction.sources[0].plain() &&
           instruction.suffixes == Suffixes{};
  }

  /// Whether a move keeps all bits except signs, which may be those of doubles.
  static bool turns_signs_only(const Instruction& instruction) {
    Source source = instruction.sources[0];
    source.negate = {};
    source.absolute = false;
    return source.plain() && instruction.suffixes == Suffixes{};
  }

  /// Whether a move is from a slot with arbitrary NaN bits to one that needs the canonical NaN.
  bool reads_bits_of_numbers(const Instruction& move, const std::vector<unsigned>& slots) const {
    const Source& source = move.sources[0];
    const Destination& destination = move.destination;
    return std::any_of(slots.begin(), slots.end(), [&](unsigned slot) {
      const Select read = source.swizzle[slot];
      return is_register(read) &&
             operands_.holds_numbers(source.file, source.number, static_cast<unsigned>(read)) &&
             !operands_.holds_numbers(destination.file, destination.number, slot);
    });
  }

  Type destination_type(const Instruction& instruction) const {
    return operands_.type_of(instruction.destination.file, instruction.destination.number);
  }

  /// The instruction's number for the host: 1 + its index.
  std::uint32_t place_of(const Instruction& instruction) const {
    return static_cast<std::uint32_t>(&instruction - program_.instructions.data()) + 1;
  }

  static std::string swizzle(const std::vector<unsigned>& slots) {
    std::string letters = ".";
    for (const unsigned slot : slots) letters += kSlots[slot];
    return letters == ".xyzw" ? "" : letters;
  }

  /// Assigns the value to the destination's slots, and 0 or 1 to those in its mask.
  void assign(const Instruction& instruction, const std::vector<unsigned>& slots,
              const Expression& value) {
    const Destination& destination = instruction.destination;
    const std::string target =
        operands_.register_text(destination.file, destination.number, destination.index);
    const Type type = destination_type(instruction);
    std::string text;
    if (!slots.empty())
      text =
          fmt::format("{}{} = {};", target, swizzle(slots),
                      widened(reinterpret(value, type), static_cast<unsigned>(slots.size())).text);
    for (unsigned slot = 0; slot < 4; ++slot) {
      const Write write = destination.mask[slot];
      if (write != Write::zero && write != Write::one) continue;
      const bool one = write == Write::one;
      text += fmt::format(
          "{}{}.{} = {};", text.empty() ? "" : " ", target, kSlots[slot],
          type == Type::floating ? (one ? "1.0f" : "0.0f") : (one ? "0x3F800000u" : "0u"));
    }
    text += counters_.update(instruction);
    if (!text.empty()) statement(instruction, text);
  }

  std::string condition(const Instruction& instruction) const {
    switch (instruction.opcode) {
      case Opcode::ifc:
      case Opcode::breakc:
      case Opcode::continuec:
        return fmt::format("as_float({}) {} as_float({})",
                           operands_.bits(instruction.sources[0], 0, 'f'),
                           relation_text(instruction.suffixes.relation),
                           operands_.bits(instruction.sources[1], 0, 'f'));
      case Opcode::if_logicalz:
      case Opcode::break_logicalz:
      case Opcode::continue_logicalz:
      case Opcode::call_logicalz:
      case Opcode::ret_logicalz:
      case Opcode::discard_logicalz:
        return operands_.bits(instruction.sources[0], 0, 'u') + " == 0u";
      default:
        return operands_.bits(instruction.sources[0], 0, 'u') + " != 0u";
    }
  }

  void open(const Instruction& instruction, const std::string& text) {
    statement(instruction, text);
    ++depth_;
  }

  void close(const Instruction& instruction, const std::string& text = "}") {
    --depth_;
    statement(instruction, text);
  }

  void write_flow(std::size_t k, const std::string& end_label) {
    const Instruction& instruction = program_.instructions[k];
    switch (instruction.opcode) {
      case Opcode::if_logicalz:
      case Opcode::if_logicalnz:
      case Opcode::ifc:
        return open_if(k);
      case Opcode::else_:
        lock_step_.take_else();
        --depth_;
        return open(instruction, "} else {");
      case Opcode::whileloop:
      case Opcode::loop:
        if (is_short_sampling_loop(k)) text_ += indent() + "#pragma unroll 4\n";
        open(instruction, "for (;;) {");
        lock_step_.open(k);
        if (options_.loop_limit != 0)
          statement(instruction,
                    fmt::format("if (il_turns-- == 0ul) {{ il_fault(fault, {}u); return; }}",
                                place_of(instruction)));
        return;
      case Opcode::switch_:
        open(instruction,
             fmt::format("switch ({}) {{", operands_.bits(instruction.sources[0], 0, 'u')));
        return lock_step_.open(k);
      case Opcode::case_:
        lock_step_.take_case();
        return statement(instruction, fmt::format("case {}u:;", instruction.label));
      case Opcode::default_:
        lock_step_.take_case();
        return statement(instruction, "default:;");
      case Opcode::endif:
      case Opcode::endloop:
      case Opcode::endswitch:
        lock_step_.close();
        return close(instruction);
      case Opcode::break_:
        lock_step_.leave(k);
        return statement(instruction, "break;");
      case Opcode::break_logicalz:
      case Opcode::break_logicalnz:
      case Opcode::breakc:
        lock_step_.leave(k);
        return statement(instruction, fmt::format("if ({}) break;", condition(instruction)));
      case Opcode::continue_:
        return statement(instruction, "continue;");
      case Opcode::continue_logicalz:
      case Opcode::continue_logicalnz:
      case Opcode::continuec:
        return statement(instruction, fmt::format("if ({}) continue;", condition(instruction)));
      case Opcode::ret:
      case Opcode::ret_dyn:
        lock_step_.leave(k);
        jumped_to_.insert(end_label);
        if (end_label == "il_end") end_is_jumped_to_ = true;
        return statement(instruction, fmt::format("goto {};", end_label));
      case Opcode::ret_logicalz:
      case Opcode::ret_logicalnz:
        lock_step_.leave(k);
        jumped_to_.insert(end_label);
        if (end_label == "il_end") end_is_jumped_to_ = true;
        return statement(instruction,
                         fmt::format("if ({}) goto {};", condition(instruction), end_label));
      case Opcode::discard_logicalz:
      case Opcode::discard_logicalnz:
        return statement(instruction, fmt::format("if ({}) return;", condition(instruction)));
      case Opcode::call:
      case Opcode::call_logicalz:
      case Opcode::call_logicalnz:
        return write_call(k);
      default:
        return;
    }
  }

  /// Opens an if or the block of a conditional call.
  void open_if(std::size_t k) {
    const Instruction& instruction = program_.instructions[k];
    std::string tested = condition(instruction);
    std::string kept;
    if (lock_step_.keeps_condition(k)) {
      kept = fmt::format("il_if_{}", ++kept_conditions_);
      statement(instruction, fmt::format("{} = {};", kept, tested));
      tested = kept;
    }
    open(instruction, fmt::format("if ({}) {{", tested));
    lock_step_.open(k, kept);
  }

  /// Whether to unroll a loop, so that texels of several iterations are loaded before the first
  /// arrives: it samples images, is short, and contains neither loops nor calls.
  bool is_short_sampling_loop(std::size_t k) const {
    constexpr std::ptrdiff_t kMostInstructions = 64;
    const Instruction* const first = &program_.instructions[k] + 1;
    const Instruction* const last = &program_.instructions[program_.instructions[k].match];
    if (options_.mode != Mode::fast || last - first > kMostInstructions) return false;
    const auto samples = [&](const Instruction& instruction) {
      return info(instruction.opcode).shape == Shape::texture &&
             is_image(program_, options_, instruction.suffixes.resource);
    };
    const auto is_kept_whole = [](const Instruction& instruction) {
      return is_loop(instruction.opcode) || is_call(instruction.opcode);
    };
    return std::any_of(first, last, samples) && std::none_of(first, last, is_kept_whole);
  }

  /// Writes a function's body at its call: all functions share the registers.
  void write_call(std::size_t k) {
    const Instruction& instruction = program_.instructions[k];
    if (++calls_ > kDeepestCall)
      throw LocatedError(instruction.location,
                         fmt::format("functions call each other more than {} deep", kDeepestCall));
    if (instruction.opcode == Opcode::call) {
      open(instruction, "{");
      lock_step_.open(k);
    } else {
      open_if(k);
    }
    const std::string label = fmt::format("il_return_{}", ++labels_);
    const std::size_t func = instruction.match;
    write_block(func + 1, program_.instructions[func].match, label);
    if (jumped_to_.count(label) != 0) text_ += label + ":;\n";
    lock_step_.close();
    close(program_.instructions[program_.instructions[func].match]);
    --calls_;
  }

  const Program& program_;
  const TranslationOptions& options_;
  std::vector<std::string> lines_;
  std::string line_file_;
  Operands operands_;
  UsedNames used_;
  Counters counters_;
  MemoryAccesses memory_;
  ValueNumbers values_;
  LockStep lock_step_;
  std::string text_;
  std::set<std::string> jumped_to_;
  std::size_t main_end_ = 0;
  std::size_t statements_ = 0;
  std::size_t depth_ = 0;
  std::uint32_t quoted_ = 0;
  unsigned calls_ = 0;
  unsigned labels_ = 0;
  unsigned kept_conditions_ = 0;
  bool end_is_jumped_to_ = false;
};

}  // namespace

Translation translate(const Program& program, std::string_view source,
                      const TranslationOptions& options) {
  Translation translation;
  translation.entry = options.entry;
  translation.kernel = KernelWriter(program, source, options).write();
  translation.arguments = kernel_arguments(program, options);
  translation.preamble = preamble_for(program, options.mode, translation.kernel);
  return translation;
}

}  // namespace gputest::il
