// isa_kernels <target> <code object of hipcc --genco> <input> <output>: runs all its kernels in the
// order of their names, for tests/isa/random_kernels.py. For a kernel that ends with a Fault it
// prints a line and exits with status 1.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/codeobject/device_code.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/machine.hpp"

namespace gputest::isa {
namespace {

constexpr std::size_t kThreads = 128, kBlocks = 2, kWords = 24, kResults = 36, kSlots = 16;

std::string contents(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An array of words that a kernel may access, with or without values.
class Words {
 public:
  Words(Memory& memory, std::size_t count, bool have_values)
      : memory_(memory), words_(count), shadow_(std::make_shared<Shadow>(4 * count)) {
    if (have_values) shadow_->set(0, 4 * count, Written::value);
    memory.add(
        {reinterpret_cast<std::uint64_t>(words_.data()), 4 * count, true, "an array", shadow_});
  }
  ~Words() { memory_.remove(reinterpret_cast<std::uint64_t>(words_.data())); }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  std::vector<std::uint32_t>& get() { return words_; }
  std::string blamed() const { return shadow_->blamed(0, 4 * words_.size()); }
  void write(std::ofstream& to) const {
    to.write(reinterpret_cast<const char*>(words_.data()),
             static_cast<std::streamsize>(4 * words_.size()));
  }

 private:
  Memory& memory_;
  std::vector<std::uint32_t> words_;
  std::shared_ptr<Shadow> shadow_;
};

std::string code_for(const std::string& bundle, const std::string& target) {
  for (const DeviceCode& code : find_device_code(bundle))
    if (code.kind == CodeKind::amd && code.target == target) return std::string(code.bytes);
  throw std::runtime_error("there is no code for " + target);
}

int run_all(char** argv) {
  const std::string target = argv[1], bundle = contents(argv[2]), input = contents(argv[3]);
  std::ofstream output(argv[4], std::ios::binary);
  Memory memory;
  CodeObject object(code_for(bundle, target), target, memory);
  int status = 0;
  for (const std::string& name : object.kernels()) {
    Words in(memory, kBlocks * kThreads * kWords, true);
    Words out(memory, kBlocks * kThreads * kResults, false), slots(memory, kSlots, true);
    if (input.size() != 4 * in.get().size()) throw std::runtime_error("the input has another size");
    std::copy(input.begin(), input.end(), reinterpret_cast<char*>(in.get().data()));
    slots.get().assign(kSlots, 3);
    std::string fault;
    try {
      const std::uint32_t* from = in.get().data();
      std::uint32_t *to = out.get().data(), *into = slots.get().data();
      void* arguments[]{&from, &to, &into};
      Launch launch;
      launch.kernel = object.kernel(name);
      launch.grid = {kBlocks, 1, 1};
      launch.block = {kThreads, 1, 1};
      launch.arguments = arguments;
      run(launch, memory, target);
      fault = out.blamed() + slots.blamed();
    } catch (const std::exception& error) {
      fault = error.what();
    }
    if (!fault.empty()) {
      std::printf("%s: %s\n", name.c_str(), fault.c_str());
      status = 1;
    }
    out.write(output);
    slots.write(output);
  }
  output.close();
  return output ? status : 2;
}

}  // namespace
}  // namespace gputest::isa

int main(int argc, char** argv) {
  try {
    if (argc == 5) return gputest::isa::run_all(argv);
    std::fprintf(stderr, "isa_kernels <target> <code> <input> <output>\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 2;
}
