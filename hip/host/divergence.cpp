#include "hip/host/divergence.hpp"

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

std::string triple(uint3 index) {
  return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " +
         std::to_string(index.z) + ")";
}

std::string whereabouts(const Thread& thread) {
  if (thread.state == State::returned) return "returned";
  const std::string line = std::string(thread.site.file) + ":" + std::to_string(thread.site.line);
  if (thread.state == State::at_barrier) return "at the barrier of " + line;
  return "at the wavefront operation of " + line;
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

  std::string sentence = "the threads of block " + triple(block) + " cannot meet:";
  for (const Group& group : groups)
    sentence += (&group == groups.data() ? " " : ", ") + std::to_string(group.threads) + " " +
                whereabouts(*group.first) + " (the first is thread " + triple(group.first->index) +
                ")";
  return sentence;
}

}  // namespace hip_host::detail
