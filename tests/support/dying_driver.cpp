// A driver that ends the process which loads it.
#include <cstdlib>

namespace {
__attribute__((constructor)) void die() { std::abort(); }
}  // namespace
