#include "common/device/lost_context.hpp"

#include <utility>

namespace gputest {
namespace {

thread_local bool is_kept = false;
thread_local void (*waiting)() = nullptr;

}  // namespace

LostContextKept::LostContextKept() { is_kept = true; }

LostContextKept::~LostContextKept() {
  is_kept = false;
  if (void (*const renew)() = std::exchange(waiting, nullptr)) renew();
}

void renew_context(void (*renew)()) {
  if (is_kept)
    waiting = renew;
  else
    renew();
}

}  // namespace gputest
