#include "app/table/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/table/fastest.hpp"
#include "app/table/prefix.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

using Rows = std::vector<const ResultRow*>;

/// Rows with rates, of one family and precision.
struct Drawing {
  std::string title;
  Rows rows;
};

std::vector<Drawing> drawings_of(const Report& report) {
  std::vector<Drawing> drawings;
  for (const ResultRow& row : report.rows) {
    const auto rate = row.items_per_second();
    if (!rate || !(*rate > 0)) continue;
    const std::string title =
        fmt::format("{} {}", row.kernel.family, name(row.configuration.precision));
    auto found = std::find_if(drawings.begin(), drawings.end(),
                              [&](const Drawing& drawing) { return drawing.title == title; });
    if (found == drawings.end()) found = drawings.insert(drawings.end(), {title, {}});
    found->rows.push_back(&row);
  }
  return drawings;
}

double rate_of(const ResultRow& row) { return *row.items_per_second(); }

double most_of(const Rows& rows) {
  double most = 0;
  for (const ResultRow* row : rows) most = std::max(most, rate_of(*row));
  return most;
}

bool has_doubt(const Rows& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ResultRow* row) { return is_doubtful(row->status); });
}

/// The smallest product of a step and a power of ten that is at least the value.
double round_up(double value, const std::vector<double>& steps) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : steps)
    if (step * power >= value * (1 - 1e-9)) return step * power;
  return 10 * power;
}

std::string cut_to(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 2) + "..";
}

std::string without_end_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Puts the text into the line at `place`; the line grows if necessary.
void put(std::string& line, std::size_t place, const std::string& text) {
  if (line.size() < place + text.size()) line.resize(place + text.size(), ' ');
  line.replace(place, text.size(), text);
}

std::string bars(const Drawing& drawing, std::size_t width) {
  constexpr std::size_t kLongestName = 36, kValueWidth = 9, kTicks = 4;
  std::size_t names = 0;
  for (const ResultRow* row : drawing.rows)
    names = std::max(names, printable(name_among(*row, drawing.rows)).size());
  names = std::min(names, std::min(kLongestName, width / 2));
  const std::size_t room = width - names - kValueWidth - 3;  // " |" and a blank before the value
  const Prefix prefix = prefix_for(most_of(drawing.rows));
  const double end =
      round_up(most_of(drawing.rows) / prefix.factor, {1, 1.2, 1.6, 2, 3, 4, 5, 6, 8});
  std::string text = fmt::format("\n{} n={}, {}{}\n", drawing.title, drawing.rows.front()->n,
                                 prefix.symbol, drawing.rows.front()->unit.symbol.substr(1));
  for (const ResultRow* row : drawing.rows) {
    const double value = rate_of(*row) / prefix.factor;
    const auto length =
        static_cast<std::size_t>(std::lround(value / end * static_cast<double>(room)));
    text += without_end_blanks(fmt::format(
        "{:<{}} |{} {}", cut_to(printable(name_among(*row, drawing.rows)), names), names,
        std::string(length, is_doubtful(row->status) ? '~' : '#'), figure_text(value)));
  }
  std::string axis(names + 1, ' '), labels;
  axis += '+' + std::string(room, '-');
  for (std::size_t tick = 0; tick <= kTicks; ++tick) {
    const std::size_t place = names + 1 + room * tick / kTicks;
    axis[place] = '+';
    const std::string label = fmt::format("{:g}", end * static_cast<double>(tick) / kTicks);
    put(labels, place < label.size() / 2 ? 0 : place - label.size() / 2, label);
  }
  text += axis + "\n" + without_end_blanks(labels);
  if (has_doubt(drawing.rows)) text += "~: an unreliable speed\n";
  return text;
}

/// A logarithmic axis with a length in characters.
struct LogAxis {
  double low = 1, high = 10;
  std::size_t length = 1;

  std::size_t place(double value) const {
    const double share = std::log(value / low) / std::log(high / low);
    return static_cast<std::size_t>(
        std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(length - 1)));
  }
};

/// The marked values of an axis: 1, 2 and 5 times powers of ten, or fewer if there are many.
std::vector<double> ticks_of(const LogAxis& axis, std::size_t most) {
  for (const std::vector<double>& steps : {std::vector<double>{1, 2, 5}, std::vector<double>{1}}) {
    std::vector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high;
         power *= 10)
      for (const double step : steps)
        if (step * power >= axis.low * (1 - 1e-9) && step * power <= axis.high * (1 + 1e-9))
          ticks.push_back(step * power);
    if (ticks.size() <= most) return ticks;
  }
  return {axis.low, axis.high};
}

std::map<std::string, Rows> series_of(const Rows& rows) {
  std::map<std::string, Rows> series;
  for (const ResultRow* row : rows) series[name_among(*row, rows)].push_back(row);
  return series;
}

std::string curves(const Drawing& drawing, std::size_t width) {
  constexpr std::size_t kHeight = 16, kLabels = 8, kMostSeries = 26, kEnd = 4;
  const Prefix prefix = prefix_for(most_of(drawing.rows));
  double least = most_of(drawing.rows), n_low = 1e300, n_high = 0;
  for (const ResultRow* row : drawing.rows) {
    least = std::min(least, rate_of(*row));
    n_low = std::min(n_low, static_cast<double>(row->n));
    n_high = std::max(n_high, static_cast<double>(row->n));
  }
  const double top = round_up(most_of(drawing.rows) / prefix.factor, {1, 2, 5});
  double bottom = top / 10;
  while (bottom > least / prefix.factor) bottom /= 10;
  const LogAxis up{bottom, top, kHeight}, across{n_low, n_high, width - kLabels - 2 - kEnd};

  std::vector<std::string> grid(kHeight, std::string(across.length, ' '));
  std::string legend;
  char letter = 'A';
  std::size_t drawn = 0;
  const auto series = series_of(drawing.rows);
  for (const auto& [name, rows] : series) {
    if (++drawn > kMostSeries) break;
    for (const ResultRow* row : rows) {
      char& point = grid[kHeight - 1 - up.place(rate_of(*row) / prefix.factor)]
                        [across.place(static_cast<double>(row->n))];
      const char own = is_doubtful(row->status) ? static_cast<char>(letter - 'A' + 'a') : letter;
      point = point == ' ' ? own : '*';
    }
    legend += fmt::format("  {} {}\n", letter, cut_to(printable(name), width - 4));
    ++letter;
  }
  if (series.size() > kMostSeries)
    legend += fmt::format("  {} more are not drawn\n", series.size() - kMostSeries);
  std::string overlaps;
  if (std::any_of(grid.begin(), grid.end(),
                  [](const std::string& line) { return line.find('*') != line.npos; }))
    overlaps = "  * several\n";

  std::string text = fmt::format("\n{}, {}{} over n\n", drawing.title, prefix.symbol,
                                 drawing.rows.front()->unit.symbol.substr(1));
  std::vector<std::string> labels(kHeight, std::string(kLabels, ' '));
  for (const double tick : ticks_of(up, kHeight / 2))
    labels[kHeight - 1 - up.place(tick)] = fmt::format("{:>{}g}", tick, kLabels);
  for (std::size_t line = 0; line < kHeight; ++line)
    text += without_end_blanks(
        labels[line] + (labels[line].find_first_not_of(' ') == std::string::npos ? " |" : " +") +
        grid[line]);
  std::string axis(across.length, '-'), below;
  std::set<std::uint64_t> counts;
  for (const ResultRow* row : drawing.rows) counts.insert(row->n);
  std::size_t free = 0;  // the first place without a label
  for (const std::uint64_t n : counts) {
    const std::size_t place = across.place(static_cast<double>(n));
    axis[place] = '+';
    const std::string label = std::to_string(n);
    const std::size_t at = kLabels + 2 + place, first = at - label.size() / 2;
    if (first < free) continue;
    put(below, first, label);
    free = first + label.size() + 1;
  }
  text += std::string(kLabels, ' ') + " +" + axis + "\n" + without_end_blanks(below) + legend +
          overlaps;
  if (has_doubt(drawing.rows)) text += "  small letters: an unreliable speed\n";
  return text;
}

}  // namespace

std::string plot_text(const Report& report, std::size_t width) {
  std::string text;
  for (const Drawing& drawing : drawings_of(report)) {
    const bool one_n = std::all_of(drawing.rows.begin(), drawing.rows.end(), [&](const auto* row) {
      return row->n == drawing.rows.front()->n;
    });
    text += one_n ? bars(drawing, width) : curves(drawing, width);
  }
  return text;
}

}  // namespace gputest
