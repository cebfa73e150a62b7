#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <utility>

#include "common/core/error.hpp"
#include "il_reference/r600/alu_syntax.hpp"
#include "il_reference/r600/place.hpp"

namespace gputest::r600 {
namespace {

constexpr unsigned kUnitT = 4;
constexpr std::uint32_t kMostWord = 0xFFFF'FFFFu;

/// "KC0[CB0:16-48]": KC0 is registers 16 to 47 of the constant buffer; "KC0[]": KC0 is empty.
std::optional<Window> take_window(std::string_view& text) {
  take(text, "[");
  std::optional<Window> window;
  if (!text.starts_with("]")) {
    take(text, "CB");
    if (take_number(text, 15) != 0) throw std::runtime_error("only constant buffer 0 exists");
    take(text, ":");
    const std::uint32_t first = take_number(text, 4095);
    take(text, "-");
    const std::uint32_t end = take_number(text, 4096);
    if (end <= first) throw std::runtime_error("the range of locked constants is empty");
    window = Window{first, end - first};
  }
  take(text, "]");
  return window;
}

/// The offset of each table among the program's tables.
std::map<std::string, std::uint32_t> lay_out(Program& program) {
  constexpr std::size_t kFirst = 256, kAlignment = 16;
  std::map<std::string, std::uint32_t> places;
  if (program.code.tables.empty()) return places;
  program.tables.resize(kFirst);
  for (const auto& [symbol, bytes] : program.code.tables) {
    places[symbol] = static_cast<std::uint32_t>(program.tables.size());
    program.tables.insert(program.tables.end(), bytes.begin(), bytes.end());
    program.tables.resize((program.tables.size() + kAlignment - 1) / kAlignment * kAlignment);
  }
  return places;
}

/// Gives each operation of a bundle its unit. An operation goes to t if it runs only there, or if
/// its slot is taken.
void place_in_units(AluBundle& bundle, unsigned slots) {
  int last = -1;
  for (Alu& alu : bundle) {
    if (last == static_cast<int>(kUnitT))
      throw std::runtime_error("an operation follows t in a bundle");
    const bool only_trans = alu.instruction != nullptr && alu.instruction->unit == Unit::trans;
    const bool never_trans = alu.instruction == nullptr || alu.instruction->unit == Unit::vector;
    alu.unit = alu.target.slot;
    const bool taken = static_cast<int>(alu.unit) <= last;
    if (slots == 5 && (only_trans || (taken && !never_trans)))
      alu.unit = kUnitT;
    else if (taken)
      throw std::runtime_error("two operations of a bundle are for the same slot");
    last = static_cast<int>(alu.unit);
  }
}

/// Units with a result for the next bundle.
unsigned results_of(const AluBundle& bundle) {
  unsigned results = 0;
  for (const Alu& alu : bundle)
    if (alu.instruction != nullptr && alu.target.kind != Target::Kind::address &&
        alu.target.kind != Target::Kind::predicate)
      results |= 1u << alu.unit;
  return results;
}

void require_results(const AluBundle& bundle, unsigned before) {
  bool takes = false;
  for (const Alu& alu : bundle) {
    for (unsigned k = 0; k < alu.source_count; ++k) {
      const Source& source = alu.sources[k];
      const unsigned unit = source.kind == Source::Kind::scalar ? kUnitT : source.slot;
      const bool forwarded =
          source.kind == Source::Kind::vector || source.kind == Source::Kind::scalar;
      if (forwarded && (before >> unit & 1) == 0)
        throw std::runtime_error("PV or PS is read, but the previous bundle did not write it");
      if (source.kind != Source::Kind::queue) continue;
      if (takes) throw std::runtime_error("a bundle reads OQAP twice");
      takes = true;
    }
  }
}

class Decoder {
 public:
  Decoder(Code code, const std::string& kernel, unsigned slots) {
    program_.kernel = kernel;
    program_.code = std::move(code);
    program_.slots = slots;
    tables_ = lay_out(program_);
  }

  Program decoded() {
    const Code& code = program_.code;
    program_.steps.resize(code.steps.size());
    for (std::size_t k = 0; k < code.steps.size(); ++k) {
      place_ = {};
      place_.step = k;
      located(code.steps[k], [&] { step(code.steps[k], program_.steps[k]); });
    }
    if (program_.steps.empty()) refuse("there is no code");
    return std::move(program_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(Status::bad_input, fmt::format("kernel {}: {}", program_.kernel, why));
  }

  /// Adds the place to an error within `body`.
  template <class Body>
  void located(const Operation& at, const Body& body) {
    try {
      body();
    } catch (const Error&) {
      throw;
    } catch (const std::runtime_error& error) {
      throw Error(Status::bad_input,
                  fmt::format("{}: {}", where(program_.kernel, place_, at), error.what()));
    }
  }

  void step(const Step& from, Control& to) {
    to.text = &from;
    std::string_view text = from.text;
    const auto blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    using Kind = Control::Kind;
    constexpr std::array<std::pair<std::string_view, Kind>, 7> kJumps{{
        {"JUMP", Kind::jump},
        {"ELSE", Kind::invert},
        {"POP", Kind::pop},
        {"LOOP_START_DX10", Kind::loop_start},
        {"END_LOOP", Kind::loop_end},
        {"LOOP_BREAK", Kind::loop_break},
        {"LOOP_CONTINUE", Kind::loop_continue},
    }};
    for (const auto& [mnemonic, kind] : kJumps)
      if (name == mnemonic) return jump(kind, text, to);
    if (name.starts_with("ALU")) return arithmetic(name, text, from, to);
    if (name == "TEX" || name == "VTX") return fetches(text, from, to);
    if (name == "MEM_RAT" || name == "MEM_RAT_CACHELESS") return store(text, to);
    if (name == "CF_END") {
      to.kind = Kind::end;
    } else if (find_instruction(name) != nullptr) {
      throw std::runtime_error("the compiler wrote it outside of every clause");
    } else if (name != "PAD") {
      throw std::runtime_error(fmt::format("the instruction {} is not implemented", name));
    }
  }

  void jump(Control::Kind kind, std::string_view text, Control& to) const {
    to.kind = kind;
    take(text, "@");
    to.target = take_number(text, kMostWord);
    if (to.target >= program_.steps.size())
      throw std::runtime_error("it jumps out of the kernel's code");
    if (text.empty()) return;
    take(text, " POP:");
    to.pops = take_number(text, 7);
    if (!text.empty()) throw std::runtime_error(fmt::format("\"{}\" is not known", text));
  }

  const Clause& clause_of(const Step& from) const {
    return program_.code.clauses.at(static_cast<std::size_t>(from.clause));
  }

  void arithmetic(std::string_view name, std::string_view text, const Step& from, Control& to) {
    to.kind = Control::Kind::arithmetic;
    to.pushes = name == "ALU_PUSH_BEFORE";
    to.pops = name == "ALU_POP_AFTER" ? 1 : 0;
    to.inverts = name == "ALU_ELSE_AFTER";
    if (name != "ALU" && !to.pushes && to.pops == 0 && !to.inverts)
      throw std::runtime_error(fmt::format("the instruction {} is not implemented", name));
    const std::size_t words = std::size_t{take_number(text, 127)} + 1;
    take(text, ", @");
    take_number(text, kMostWord);
    Surroundings in;
    in.registers = program_.code.registers;
    take(text, ", KC0");
    in.windows[0] = take_window(text);
    take(text, ", KC1");
    in.windows[1] = take_window(text);
    const Clause& clause = clause_of(from);
    std::size_t written = 0;
    for (const Bundle& bundle : clause.bundles)
      written += bundle.operations.size() + (bundle.literals.size() + 1) / 2;
    if (written != words)
      throw std::runtime_error(
          fmt::format("the clause has {} words, but announces {}", written, words));
    unsigned results = 0;
    for (std::size_t k = 0; k < clause.bundles.size(); ++k) {
      place_.bundle = k;
      to.bundles.push_back(bundle(clause.bundles[k], in, results));
      results = results_of(to.bundles.back());
    }
  }

  AluBundle bundle(const Bundle& from, Surroundings& in, unsigned results) {
    in.literals.clear();
    AluBundle made;
    const Operation& first = from.operations.front();
    located(first, [&] {
      for (const std::string& literal : from.literals) in.literals.push_back(value_of(literal));
    });
    for (const Operation& operation : from.operations)
      located(operation, [&] {
        made.push_back(parse_alu(operation, in));
        for (const Source& source : made.back().sources)
          if (source.kind == Source::Kind::constant)
            program_.constants = std::max(program_.constants, source.number + 1);
      });
    located(first, [&] {
      if (made.size() > program_.slots)
        throw std::runtime_error("the bundle has too many operations");
      place_in_units(made, program_.slots);
      require_results(made, results);
    });
    return made;
  }

  std::uint32_t value_of(const std::string& literal) const {
    if (literal.starts_with("@")) {
      const auto found = tables_.find(literal.substr(1));
      if (found == tables_.end())
        throw std::runtime_error(fmt::format("there is no table {}", literal.substr(1)));
      return found->second;
    }
    char* end = nullptr;
    const long long value = std::strtoll(literal.c_str(), &end, 0);
    if (end == literal.c_str() || *end != '\0' || value < -2147483648LL || value > 4294967295LL)
      throw std::runtime_error(fmt::format("\"{}\" is not a literal", literal));
    return static_cast<std::uint32_t>(value);
  }

  /// "T7" at the start of the text; a register of the kernel.
  std::uint32_t take_register(std::string_view& text) const {
    take(text, "T");
    const std::uint32_t number = take_number(text, 127);
    if (number >= program_.code.registers)
      throw std::runtime_error(fmt::format("register T{} is beyond the kernel's {} registers",
                                           number, program_.code.registers));
    return number;
  }

  /// The number of slots: ".X", ".XY", ".XYZW".
  static unsigned take_slots(std::string_view& text) {
    take(text, ".");
    unsigned slots = 0;
    while (slots < 4 && !text.empty() && text.front() == "XYZW"[slots]) {
      text.remove_prefix(1);
      ++slots;
    }
    if (slots == 0) throw std::runtime_error(fmt::format("\"{}\" are not slots", text));
    return slots;
  }

  void fetches(std::string_view text, const Step& from, Control& to) {
    to.kind = Control::Kind::fetch;
    const std::size_t count = std::size_t{take_number(text, 15)} + 1;
    const Clause& clause = clause_of(from);
    if (clause.fetches.size() != count)
      throw std::runtime_error(
          fmt::format("the clause has {} fetches, but announces {}", clause.fetches.size(), count));
    for (const Operation& operation : clause.fetches)
      located(operation, [&] { to.fetches.push_back(fetch(operation)); });
  }

  /// "VTX_READ_128 T0.XYZW, T0.X, 16, #1".
  Fetch fetch(const Operation& operation) const {
    Fetch fetch;
    fetch.text = &operation;
    std::string_view text = operation.text;
    const auto blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank);
    constexpr std::array<std::pair<std::string_view, std::pair<unsigned, unsigned>>, 5> kLoads{{
        {"VTX_READ_8", {8, 1}},
        {"VTX_READ_16", {16, 1}},
        {"VTX_READ_32", {32, 1}},
        {"VTX_READ_64", {32, 2}},
        {"VTX_READ_128", {32, 4}},
    }};
    fetch.slots = 0;
    for (const auto& [mnemonic, shape] : kLoads)
      if (name == mnemonic) std::tie(fetch.bits, fetch.slots) = shape;
    if (fetch.slots == 0)
      throw std::runtime_error(fmt::format("the instruction {} is not implemented", name));
    text.remove_prefix(std::min(blank + 1, text.size()));
    fetch.target = take_register(text);
    if (take_slots(text) != fetch.slots)
      throw std::runtime_error("it does not write the slots that it loads");
    take(text, ", ");
    fetch.address = take_register(text);
    take(text, ".X, ");
    fetch.offset = take_number(text, 0xFFFF);
    take(text, ", #");
    constexpr std::array<Fetch::Space, 4> kSpaces{Fetch::Space::memory, Fetch::Space::memory,
                                                  Fetch::Space::tables, Fetch::Space::arguments};
    const std::uint32_t space = take_number(text, 3);
    if (space == 0) throw std::runtime_error("there is no buffer #0");
    fetch.space = kSpaces.at(space);
    if (!text.empty()) throw std::runtime_error(fmt::format("\"{}\" is not known", text));
    return fetch;
  }

  /// "STORE_RAW T2.XYZW, T0.X, 0", "STORE_DWORD T2.X, T0.X", "MSKOR T1.XW, T0.X",
  /// "ATOMIC_ADD T0, T1.X".
  void store(std::string_view text, Control& to) const {
    const auto blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (name == "STORE_RAW" || name == "STORE_DWORD") {
      to.kind = Control::Kind::store;
    } else if (name == "MSKOR") {
      to.kind = Control::Kind::masked_store;
    } else {
      to.kind = Control::Kind::atomic;
      to.atomic = atomic_kind(name);
    }
    to.data = take_register(text);
    if (to.kind == Control::Kind::store) to.slots = take_slots(text);
    if (to.kind == Control::Kind::masked_store) take(text, ".XW");
    take(text, ", ");
    to.address = take_register(text);
    take(text, ".X");
    if (name == "STORE_RAW") {  // whether the program ends here; CF_END says it too
      take(text, ", ");
      take_number(text, 1);
    }
    if (!text.empty()) throw std::runtime_error(fmt::format("\"{}\" is not known", text));
  }

  static LdsKind atomic_kind(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, LdsKind>, 11> kAtomics{{
        {"ATOMIC_ADD", LdsKind::add},
        {"ATOMIC_SUB", LdsKind::subtract},
        {"ATOMIC_MIN_INT", LdsKind::minimum},
        {"ATOMIC_MAX_INT", LdsKind::maximum},
        {"ATOMIC_MIN_UINT", LdsKind::minimum_unsigned},
        {"ATOMIC_MAX_UINT", LdsKind::maximum_unsigned},
        {"ATOMIC_AND", LdsKind::conjunction},
        {"ATOMIC_OR", LdsKind::disjunction},
        {"ATOMIC_XOR", LdsKind::exclusive},
        {"ATOMIC_XCHG_INT", LdsKind::exchange},
        {"ATOMIC_CMPXCHG_INT", LdsKind::compare_exchange},
    }};
    for (const auto& [mnemonic, kind] : kAtomics)
      if (name == mnemonic) return kind;
    throw std::runtime_error(fmt::format("the instruction MEM_RAT {} is not implemented", name));
  }

  Program program_;
  std::map<std::string, std::uint32_t> tables_;
  Place place_;
};

}  // namespace

Program decode(Code code, const std::string& kernel, unsigned slots) {
  return Decoder(std::move(code), kernel, slots).decoded();
}

}  // namespace gputest::r600
