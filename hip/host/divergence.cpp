#include "hip/host/divergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hip_host::detail {
namespace {

struct Group {
  const Thread* first;
  unsigned threads;
};

bool together(const Thread& a, const Thread& b) {
  return a.state == b.state && (a.state == State::returned || same_site(a.site, b.site));
}

std::string triple(uint3 index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string whereabouts(const Thread& thread) {
  if (thread.state == State::returned) return "returned";
  return fmt::format("at the {} of {}:{}",
                     thread.state == State::at_barrier ? "barrier" : "wavefront operation",
                     thread.site.file, thread.site.line);
}

}  // namespace

std::string describe_divergence(uint3 block, std::span<const Thread> threads) {
  std::vector<Group> groups;
  for (const Thread& thread : threads) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& candidate) {
      return together(*candidate.first, thread);
    });
    if (group == groups.end())
      groups.push_back({&thread, 1});
    else
      ++group->threads;
  }

  std::string sentence =
      fmt::format("the threads of block {} wait at different places:", triple(block));
  for (const Group& group : groups)
    sentence += fmt::format("{} {} {} (the first is thread {})", &group == groups.data() ? "" : ",",
                            group.threads, whereabouts(*group.first), triple(group.first->index));
  return sentence;
}

}  // namespace hip_host::detail
