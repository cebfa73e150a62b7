#include "hip/isa/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hip/isa/program.hpp"

namespace gputest::isa {
namespace {

std::string instruction(const Wave& wave, const Operation& op) {
  std::string text = op.text == nullptr ? "" : *op.text;
  std::replace(text.begin(), text.end(), '\t', ' ');
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  text.erase(text.find_last_not_of(' ') + 1);
  if (wave.program == nullptr) return fmt::format("instruction \"{}\"", text);
  const std::string line = wave.program->line_of(op.address);
  return fmt::format("instruction \"{}\" at 0x{:x} of it{}", text, op.address - wave.program->begin,
                     line.empty() ? "" : " (" + line + ")");
}

}  // namespace

std::string where(const Wave& wave, const Operation& op) {
  return fmt::format("kernel {}, {}, block ({}, {}, {}), wavefront {}",
                     wave.program == nullptr ? "" : wave.program->kernel, instruction(wave, op),
                     wave.block->id[0], wave.block->id[1], wave.block->id[2], wave.index);
}

void remark(Wave& wave, const Operation& op, unsigned lane, const std::string& what) {
  constexpr std::size_t kMost = 3;
  if (wave.remarks.size() >= kMost) return;
  for (const Remark& before : wave.remarks)
    if (before.op == &op) return;
  wave.remarks.push_back({&op, lane, what});
}

std::string remarks(const Wave& wave) {
  std::string all;
  for (const Remark& remark : wave.remarks)
    all += fmt::format("{}{}: lane {} {}", all.empty() ? "" : "; ", instruction(wave, *remark.op),
                       remark.lane, remark.what);
  return all.empty() ? "" : " (before that, " + all + ")";
}

}  // namespace gputest::isa
