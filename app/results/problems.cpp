#include "app/results/problems.hpp"

#include <algorithm>

namespace gputest {

std::string sizes_of(const ResultRow& row) {
  return row.problem.contains("sizes") ? row.problem.at("sizes").dump() : "";
}

std::vector<std::string> problem_of(const Report& report, const ResultRow& row) {
  std::vector<std::string> problem{row.kernel.family, std::to_string(row.n), sizes_of(row),
                                   std::string(name(row.configuration.precision))};
  for (const std::string& axis : report.problem_axes)
    problem.push_back(row.configuration.on_axis(axis));
  return problem;
}

std::vector<std::vector<std::size_t>> rows_by_problem(const Report& report) {
  std::vector<std::vector<std::string>> problems;
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    if (!report.rows[k].timing) continue;
    std::vector<std::string> problem = problem_of(report, report.rows[k]);
    const auto found = std::find(problems.begin(), problems.end(), problem);
    if (found == problems.end()) {
      problems.push_back(std::move(problem));
      rows.push_back({k});
    } else {
      rows[static_cast<std::size_t>(found - problems.begin())].push_back(k);
    }
  }
  return rows;
}

}  // namespace gputest
