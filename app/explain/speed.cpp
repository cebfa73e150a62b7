// The speed of a row, the cost of its copies, and how reliable the figures are.
#include <fmt/format.h>

#include <cmath>

#include "app/command/figures.hpp"
#include "app/explain/explanation.hpp"

namespace gputest {

Aspect speed_aspect(const ExplainedRow& row) {
  Aspect aspect{"speed", {}};
  if (!row.is_timed()) {
    aspect.sentences.push_back(
        row.emulated
            ? "It has no speed: the device is emulated, so its times mean nothing."
            : fmt::format("It has no speed; its status is {}: {}.", row.status, row.reason));
    return aspect;
  }
  std::string text = fmt::format("A launch takes {}", time_words(*row.entry.median));
  if (row.per_s && !row.symbol.empty())
    text += fmt::format(", which is {:.4g} {}", *row.per_s * 1e-9, row.symbol);
  else if (row.per_s)
    text += fmt::format(", which is {:.4g} {} per second", *row.per_s, row.unit);
  if (row.entry.doubtful()) text += fmt::format("; this is unreliable ({})", row.status);
  aspect.sentences.push_back(text + ".");
  aspect.figures["median_s"] = *row.entry.median;
  if (row.per_s) aspect.figures["per_s"] = *row.per_s;
  return aspect;
}

Aspect transfer_aspect(const ExplainedRow& row) {
  Aspect aspect{"transfers", {}};
  if (!row.is_timed() || !row.upload || !row.download || row.api == "cpu") return aspect;
  const double launch = *row.entry.median, both = *row.upload + *row.download;
  aspect.figures["upload_s"] = *row.upload;
  aspect.figures["download_s"] = *row.download;
  const double share = both / launch;
  aspect.sentences.push_back(
      fmt::format("Copying the inputs to the device took {}, the outputs back {}: {}. The launch's "
                  "time does not include them.",
                  time_words(*row.upload), time_words(*row.download),
                  share < 1 ? fmt::format("together {} of a launch's time", share_words(share))
                            : fmt::format("together {:.3g} times a launch's time", share)));
  return aspect;
}

namespace {

std::string interval_sentence(const ExplainedRow& row, const Interval& interval) {
  return fmt::format("The median of {} samples is known to ±{:.2g} %: it lies between {} and {}{}.",
                     row.entry.samples.size(), relative_half_width(interval) * 100,
                     time_words(interval.low), time_words(interval.high),
                     row.entry.samples.size() < 8 ? ", their range" : ", with 99 % confidence");
}

}  // namespace

Aspect noise_aspect(const ExplainedRow& row) {
  Aspect aspect{"noise", {}};
  if (!row.is_timed()) return aspect;
  const std::size_t count = row.entry.samples.size();
  const Interval interval = median_interval(row.entry.samples);
  aspect.figures["samples"] = count;
  aspect.figures["interval_s"] = {interval.low, interval.high};
  aspect.figures["status"] = row.status;
  if (count < kMinCompared)
    aspect.sentences.push_back(
        fmt::format("{} no estimate of the noise; --strategy=hot takes 10 samples or more.",
                    count == 1 ? "One sample allows" : "Two samples allow"));
  else
    aspect.sentences.push_back(interval_sentence(row, interval));
  if (row.entry.doubtful())
    aspect.sentences.push_back(
        fmt::format("The speed is unreliable, because the row is {}: {}.", row.status, row.reason));
  if (row.core_mhz)
    aspect.sentences.push_back(fmt::format(
        "The device's clock was {:.0f} MHz{}.", *row.core_mhz,
        row.watts ? fmt::format(" and its power {:.0f} W", *row.watts) : std::string()));
  return aspect;
}

}  // namespace gputest
