#include "app/table/count_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/command/fitted_table.hpp"
#include "app/table/case_names.hpp"
#include "app/table/prefix.hpp"

namespace gputest {
namespace {

double ratio_of(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

std::string mean_text(double mean) { return fmt::format("{:.3g}", mean); }

/// Empty if the count is.
std::string mean_text(const std::optional<std::uint64_t>& count, std::uint64_t of) {
  return count ? mean_text(ratio_of(*count, of)) : "";
}

std::string percent_text(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Cells of a row with the names of their columns.
using NamedCells = std::vector<std::pair<std::string, std::string>>;

/// Adds a column for each name, in the order of the rows, and to each row the cells of these names.
void add_named(Table& table, const std::vector<NamedCells>& of_rows) {
  std::vector<std::string> names;
  for (const NamedCells& cells : of_rows)
    for (const auto& [name, text] : cells)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  for (const std::string& name : names) {
    table.columns.push_back({name, Align::right});
    for (std::size_t k = 0; k < of_rows.size(); ++k) {
      const auto found = std::find_if(of_rows[k].begin(), of_rows[k].end(),
                                      [&](const auto& cell) { return cell.first == name; });
      table.rows[k].cells.push_back(found == of_rows[k].end() ? "" : found->second);
    }
  }
}

Table unit_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"instructions"},
                   {"wavefronts", Align::right},
                   {"all", Align::right},
                   {"lanes", Align::right}};
  std::vector<NamedCells> units;
  for (const CountedCase& one : cases) {
    const LaunchCounts& counts = *one.counts;
    table.rows.push_back(
        {{one.name, count_text(static_cast<double>(counts.wavefronts)),
          count_text(static_cast<double>(counts.instructions)), mean_text(counts.mean_lanes())}});
    NamedCells& cells = units.emplace_back();
    for (const UnitCounts& unit : counts.units)
      cells.emplace_back(unit.unit, count_text(static_cast<double>(unit.instructions)));
  }
  add_named(table, units);
  table.columns.push_back({"VALU cycles", Align::right});
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::optional<std::uint64_t> cycles = cases[k].counts->sums().valu_cycles;
    table.rows[k].cells.push_back(cycles ? count_text(static_cast<double>(*cycles)) : "");
  }
  return table;
}

Table memory_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"memory"},
                   {"access"},
                   {"requests", Align::right},
                   {"lanes", Align::right},
                   {"bytes asked", Align::right},
                   {"moved", Align::right},
                   {"asked/moved", Align::right},
                   {"lines of 32", Align::right},
                   {"of 64", Align::right},
                   {"of 128", Align::right},
                   {"L1 hits", Align::right}};
  for (const CountedCase& one : cases)
    for (const MemoryCounts& of : one.counts->memory) {
      const std::uint64_t moved = one.counts->bytes_moved(of);
      table.rows.push_back(
          {{one.name, of.access, count_text(static_cast<double>(of.requests)),
            mean_text(of.lanes, of.requests), count_text(static_cast<double>(of.bytes)),
            count_text(static_cast<double>(moved)),
            fmt::format("{:.2f}", ratio_of(of.bytes, moved)),
            mean_text(ratio_of(of.lines_32, of.requests)), mean_text(of.lines_64, of.requests),
            mean_text(of.lines_128, of.requests),
            of.hits ? percent_text(ratio_of(*of.hits, of.lines_32)) : ""}});
    }
  return table;
}

Table bank_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"LDS"},
                   {"access"},
                   {"requests", Align::right},
                   {"cycles", Align::right},
                   {"without conflicts", Align::right},
                   {"times", Align::right},
                   {"most in a row", Align::right}};
  for (const CountedCase& one : cases)
    for (const BankCounts& of : one.counts->banks)
      table.rows.push_back(
          {{one.name, of.access, count_text(static_cast<double>(of.requests)),
            count_text(static_cast<double>(of.cycles)), count_text(static_cast<double>(of.without)),
            fmt::format("{:.2f}", ratio_of(of.cycles, of.without)),
            of.most_in_a_row ? std::to_string(*of.most_in_a_row) : ""}});
  return table;
}

Table atomic_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"atomics"},
                   {"operations", Align::right},
                   {"addresses", Align::right},
                   {"mean on one", Align::right},
                   {"most on one", Align::right}};
  for (const CountedCase& one : cases)
    if (const AtomicCounts of = one.counts->atomics.value_or(AtomicCounts()); of.operations > 0)
      table.rows.push_back({{one.name, count_text(static_cast<double>(of.operations)),
                             count_text(static_cast<double>(of.addresses)),
                             mean_text(ratio_of(of.operations, of.addresses)),
                             count_text(static_cast<double>(of.most))}});
  return table;
}

Table kernel_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"registers"},
                   {"launches", Align::right},
                   {"vector", Align::right},
                   {"scalar", Align::right},
                   {"LDS per block", Align::right},
                   {"scratch per thread", Align::right},
                   {"occupancy", Align::right}};
  for (const CountedCase& one : cases)
    for (const CountedKernel& of : one.counts->kernels) {
      table.rows.push_back(
          {{one.name, std::to_string(of.launches), std::to_string(of.vector_registers),
            std::to_string(of.scalar_registers), std::to_string(of.shared_bytes),
            std::to_string(of.scratch_bytes),
            of.occupancy > 0 ? fmt::format("{:.0f} %", of.occupancy * 100) : ""}});
    }
  return table;
}

/// The rates of the parts of a GPU, as shares of the greatest.
Table part_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"busy"}, {"cycles", Align::right}, {"warps", Align::right}};
  std::vector<NamedCells> shares;
  for (const CountedCase& one : cases) {
    if (!one.counts->card) continue;
    const CardCounts& card = *one.counts->card;
    table.rows.push_back(
        {{one.name, count_text(static_cast<double>(card.cycles)), percent_text(card.occupancy)}});
    NamedCells& cells = shares.emplace_back();
    cells.emplace_back("issue", percent_text(card.issue_share));
    for (const UnitCounts& unit : one.counts->units)
      if (unit.share) cells.emplace_back(unit.unit, percent_text(*unit.share));
    for (const LevelCounts& level : card.levels)
      cells.emplace_back(level.level, percent_text(level.share));
  }
  add_named(table, shares);
  return table;
}

Table level_table(const std::vector<CountedCase>& cases) {
  Table table;
  table.columns = {{"level"},
                   {"of"},
                   {"bytes", Align::right},
                   {"read", Align::right},
                   {"found there", Align::right},
                   {"share of its rate", Align::right}};
  for (const CountedCase& one : cases)
    if (one.counts->card)
      for (const LevelCounts& of : one.counts->card->levels)
        table.rows.push_back(
            {{one.name, of.level, count_text(static_cast<double>(of.bytes)),
              of.read ? count_text(static_cast<double>(*of.read)) : "",
              of.hits ? percent_text(ratio_of(*of.hits, of.bytes)) : "", percent_text(of.share)}});
  return table;
}

/// The longest waits of warps.
Table stall_table(const std::vector<CountedCase>& cases) {
  constexpr std::size_t kShown = 3;
  Table table;
  table.columns = {{"waits"}, {"warps wait for"}, {"of their time", Align::right}};
  for (const CountedCase& one : cases)
    if (one.counts->card)
      for (std::size_t k = 0; k < std::min(kShown, one.counts->card->stalls.size()); ++k) {
        const StallCounts& stall = one.counts->card->stalls[k];
        table.rows.push_back({{one.name, stall.reason, percent_text(stall.share)}});
      }
  return table;
}

/// Without the columns that no row fills.
Table without_empty_columns(Table table) {
  for (std::size_t column = table.columns.size(); column-- > 1;) {
    const auto fills = [&](const Table::Row& row) { return !row.cells[column].empty(); };
    if (std::any_of(table.rows.begin(), table.rows.end(), fills)) continue;
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (Table::Row& row : table.rows) row.cells.erase(row.cells.begin() + at);
  }
  return table;
}

}  // namespace

std::string count_text(double count) {
  if (count < 100'000) return fmt::format("{:.0f}", count);
  const Prefix prefix = prefix_for(count);
  return fmt::format("{:.4g} {}", count / prefix.factor, prefix.symbol);
}

std::vector<int> ranks_of_counts(const Table& table) {
  static const std::map<std::string, int> kRanks{// instructions
                                                 {"all", kNeededColumn},
                                                 {"wavefronts", 8},
                                                 {"lanes", 1},
                                                 {"VALU", 9},
                                                 {"VMEM", 8},
                                                 {"LDS", 7},
                                                 {"SMEM", 6},
                                                 {"SALU", 5},
                                                 {"transcendental", 4},
                                                 {"VALU cycles", 3},
                                                 // memory and LDS
                                                 {"access", kNeededColumn},
                                                 {"requests", 5},
                                                 {"moved", 3},
                                                 {"bytes asked", 2},
                                                 {"asked/moved", kNeededColumn},
                                                 {"lines of 32", kNeededColumn},
                                                 {"of 64", kNeededColumn},
                                                 {"of 128", kNeededColumn},
                                                 {"L1 hits", 4},
                                                 {"cycles", 4},
                                                 {"times", kNeededColumn},
                                                 {"most in a row", kNeededColumn},
                                                 // atomics
                                                 {"operations", 4},
                                                 {"addresses", 3},
                                                 {"most on one", kNeededColumn},
                                                 // registers
                                                 {"vector", 5},
                                                 {"LDS per block", 4},
                                                 {"scratch per thread", 3},
                                                 {"occupancy", kNeededColumn},
                                                 // of a GPU's counters
                                                 {"issue", kNeededColumn},
                                                 {"warps", 7},
                                                 {"FMA", 6},
                                                 {"LSU", 6},
                                                 {"L1", 8},
                                                 {"L2", 8},
                                                 {"device memory", kNeededColumn},
                                                 {"of", kNeededColumn},
                                                 {"bytes", 8},
                                                 {"found there", 8},
                                                 {"share of its rate", kNeededColumn},
                                                 {"warps wait for", kNeededColumn},
                                                 {"of their time", kNeededColumn}};
  std::vector<int> ranks;
  for (const Table::Column& column : table.columns) {
    const auto known = kRanks.find(column.title);
    ranks.push_back(ranks.empty() ? kNameColumn : known == kRanks.end() ? 1 : known->second);
  }
  return ranks;
}

std::vector<CountedCase> counted_cases(const std::vector<ResultRow>& rows) {
  std::vector<const ResultRow*> counted;
  for (const ResultRow& row : rows)
    if (row.counts) counted.push_back(&row);
  const std::vector<std::string> names = case_names(counted);
  std::vector<CountedCase> cases;
  for (std::size_t k = 0; k < counted.size(); ++k)
    cases.push_back({names[k], &*counted[k]->counts});
  return cases;
}

std::vector<Table> count_tables(const std::vector<CountedCase>& cases) {
  std::vector<Table> tables;
  for (Table table :
       {unit_table(cases), memory_table(cases), bank_table(cases), atomic_table(cases),
        kernel_table(cases), part_table(cases), level_table(cases), stall_table(cases)})
    if (!table.rows.empty()) tables.push_back(without_empty_columns(std::move(table)));
  return tables;
}

}  // namespace gputest
