// Runs the kernel `reverse` of hip/isa/tests/samples/reverse.hip:
// isa_reverse reverse_gfx90a.co gfx90a
#include <cstdio>
#include <fstream>
#include <gputest/isa.hpp>
#include <iterator>
#include <vector>

int main(int count, char** words) {
  namespace isa = gputest::isa;
  if (count != 3) return 2;
  std::ifstream file(words[1], std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(file), {}};
  std::vector<float> from(128, 1), to(128);
  from.front() = 41;
  const float* in = from.data();
  float* out = to.data();
  std::uint32_t n = 128;
  void* arguments[]{&in, &out, &n};
  isa::Memory memory;
  memory.add({reinterpret_cast<std::uint64_t>(in), n * sizeof(float), false, "from"});
  memory.add({reinterpret_cast<std::uint64_t>(out), n * sizeof(float), true, "to"});
  isa::CodeObject object(code, words[2], memory);
  isa::Launch launch{object.kernel("reverse"), {1, 1, 1}, {128, 1, 1}};
  launch.arguments = arguments;
  const isa::Counts counts = isa::run(launch, memory, words[2]);
  std::printf("%g %g, %llu instructions\n", to.front(), to.back(),
              static_cast<unsigned long long>(counts.instructions));
}
