/* Calls a function of the host with a pointer to each of its arguments. */
#ifndef GPUTEST_HOST_CALL_H
#define GPUTEST_HOST_CALL_H

#include <utility>

namespace gputest_own {

template <class... All, std::size_t... K>
void call(void (*kernel)(All...), void** arguments, std::index_sequence<K...>) {
  kernel(*static_cast<All*>(arguments[K])...);
}
template <class... All>
void call(void (*kernel)(All...), void** arguments) {
  call(kernel, arguments, std::index_sequence_for<All...>());
}

}  // namespace gputest_own

#define GPUTEST_CALL(kernel) \
  extern "C" void gputest_call(void** arguments) { gputest_own::call(kernel, arguments); }

#endif
