// Kernels as source texts: they compile, their code has only the features of a case, and the cache
// keeps compiled code.
#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "app/describe/kernel_plans.hpp"
#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/texts/cache.hpp"
#include "common/texts/first_use.hpp"
#include "common/texts/nvidia_compiler.hpp"

namespace gputest::texts_test {
namespace {

namespace fs = std::filesystem;

/// An ELF file with only those symbols.
std::string elf_with(const std::vector<std::string>& names) {
  std::string strings(1, '\0');
  std::vector<Elf64_Sym> symbols(1);
  for (const std::string& name : names) {
    symbols.push_back({});
    symbols.back().st_name = static_cast<Elf64_Word>(strings.size());
    strings += name + '\0';
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  Elf64_Shdr sections[3] = {};
  sections[1].sh_type = SHT_SYMTAB;
  sections[1].sh_link = 2;
  sections[1].sh_offset = sizeof header + sizeof sections;
  sections[1].sh_size = symbols.size() * sizeof(Elf64_Sym);
  sections[2].sh_type = SHT_STRTAB;
  sections[2].sh_offset = sections[1].sh_offset + sections[1].sh_size;
  sections[2].sh_size = strings.size();
  const auto bytes = [](const auto& of, std::size_t size) {
    return std::string(reinterpret_cast<const char*>(&of), size);
  };
  return bytes(header, sizeof header) + bytes(sections, sizeof sections) +
         bytes(*symbols.data(), sections[1].sh_size) + strings;
}

/// A case of a kernel; members that are not set keep the defaults.
struct Case {
  std::string kernel;
  std::map<std::string, std::string> options = {}, axes = {};
  Precision precision = Precision::fp32;
};

/// The images for the case's launch on the API's platform, for the target.
std::vector<std::shared_ptr<const texts::Image>> images_of(const Registry& registry,
                                                           const std::string& api,
                                                           const std::string& target,
                                                           const Case& one) {
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api != api || info.name() != one.kernel) continue;
    ProblemRequest request;
    request.n = 961;
    request.options = one.options;
    const auto problem = registry.find_family(info.family)->make_problem(request);
    Configuration configuration{info.layouts.front(), one.precision,
                                info.blocks.empty() ? 0 : info.blocks.front()};
    for (const auto& [name, values] : info.axes) configuration.axes[name] = values.front();
    for (const auto& [name, value] : one.axes) configuration.axes[name] = value;
    DeviceInfo on;
    on.id = api == "cuda" ? "cuda" : "hip:amd";
    on.compute_units = 100;
    on.wavefront = wavefront_of_target(target);
    const auto plan = kernel->plan(on, configuration, problem->planned_shapes(configuration));
    if (!plan) return {};
    return kernel->images(*plan, target);
  }
  return {};
}

bool has_nvrtc(const Registry& registry) {
  const auto& kernels = registry.kernels();
  return texts::nvidia_compiler().absence().empty() &&
         std::any_of(kernels.begin(), kernels.end(),
                     [](const auto& kernel) { return kernel->info().api == "cuda"; });
}

/// The PTX of the case's first image.
std::string ptx_of(const Registry& registry, const Case& one) {
  const auto images = images_of(registry, "cuda", "sm_90", one);
  return images.empty() ? "" : images.front()->compiled.ptx;
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t times = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++times;
  return times;
}

TEST(Texts, AKernelIsFoundAmongTheSymbolsOfItsCompiler) {
  const texts::Instance instance{"gputest::simt::lj<float>", "float"};
  const std::string name = "_ZN7gputest4simt2ljIfEEvf";
  texts::Image image{"lj.inl", "gfx90a", {instance}, {}, ""};
  image.compiled.machine_code = elf_with({name + ".kd", name + ".private_seg_size", name});
  EXPECT_EQ(image.symbol(instance), name);
}

TEST(Texts, EveryKernelCompilesForBothVendors) {
  const Registry registry = make_registry();
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api != "cuda" && info.api != "hip") continue;
    for (const Precision precision : info.precisions) {
      // hiprtc is many times as slow, and conformance compiles the rest.
      if (info.api == "hip" && precision != info.precisions.front()) continue;
      EXPECT_NO_THROW(images_of(registry, info.api, info.api == "cuda" ? "sm_90" : "gfx90a",
                                {info.name(), {}, {}, precision}))
          << info.api << " " << info.name();
    }
  }
}

TEST(Texts, UnrequestedFeaturesAreNotInTheCode) {
  const Registry registry = make_registry();
  if (!has_nvrtc(registry)) GTEST_SKIP() << "no CUDA in this build, or no NVRTC";
  const auto sums = [&](const Case& one) {
    const std::string ptx = ptx_of(registry, one);
    return count(ptx, "fma.rn") + count(ptx, "add.ftz.f") + count(ptx, "mul.ftz.f");
  };
  EXPECT_LT(sums({"gravity_naive", {{"potential", "off"}}}), sums({"gravity_naive"}));
  EXPECT_LT(sums({"gravity_naive", {{"potential", "off"}, {"eps", "0"}}}),
            sums({"gravity_naive", {{"eps", "0"}}}));
  const std::map<std::string, std::string> morse{{"pair", "morse"}};
  EXPECT_LT(sums({"lj_naive", {{"energy", "off"}}, morse}), sums({"lj_naive", {}, morse}));
}

TEST(Texts, ALawIsInTheCodeOnlyOnRequest) {
  const Registry registry = make_registry();
  if (!has_nvrtc(registry)) GTEST_SKIP() << "no CUDA in this build, or no NVRTC";
  const auto exponentials = [&](const char* law, const char* sum) {
    return count(ptx_of(registry, {"central_direct", {{"law", law}}, {{"sum", sum}}}),
                 "ex2.approx");
  };
  for (const char* sum : {"plain", "kahan"}) {
    EXPECT_EQ(exponentials("gravity", sum), 0u) << sum;
    EXPECT_EQ(exponentials("lj", sum), 0u) << sum;
    EXPECT_GT(exponentials("morse", sum), 0u) << sum;
  }
}

TEST(Texts, ALoopIsUnrolledAsOftenAsItsAxisSays) {
  const Registry registry = make_registry();
  if (!has_nvrtc(registry)) GTEST_SKIP() << "no CUDA in this build, or no NVRTC";
  for (const char* kernel : {"gravity_tiled", "gravity_unrolled"}) {
    const auto turns = [&](const char* unroll) {
      return count(ptx_of(registry, {kernel, {}, {{"unroll", unroll}}}), "rsqrt.approx");
    };
    EXPECT_EQ(turns("8"), 8u) << kernel;
    EXPECT_EQ(turns("32"), 32u) << kernel;
  }
  EXPECT_EQ(count(ptx_of(registry, {"gravity_tiled", {}, {{"unroll", "1"}}}), "rsqrt.approx"), 1u);
}

TEST(Texts, ACompilersMessageNamesTheFile) {
  if (!texts::nvidia_compiler().absence().empty()) GTEST_SKIP() << "no NVRTC";
  texts::Program wrong{"common/wrong.inl", "#include \"common/wrong.inl\"\n", {}};
  wrong.headers["common/wrong.inl"] = "\nint wrong = not_there;\n";
  try {
    texts::nvidia_compiler().compile(wrong, "sm_90");
    FAIL() << "it compiles";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_NE(error.api_failure().build_log.find("common/wrong.inl(2)"), std::string::npos)
        << error.api_failure().build_log;
  }
}

/// Each test has its own cache.
class Cache : public ::testing::Test {
 protected:
  Cache() {
    if (const char* before = std::getenv("GPUTEST_CACHE_DIR")) before_ = before;
    std::string name = (fs::temp_directory_path() / "gputest-cache-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("GPUTEST_CACHE_DIR", folder_.c_str(), 1);
  }
  ~Cache() override {
    fs::remove_all(folder_);
    before_.empty() ? unsetenv("GPUTEST_CACHE_DIR")
                    : setenv("GPUTEST_CACHE_DIR", before_.c_str(), 1);
  }

  const texts::CacheKey key_{"0123", "sm_90", "NVRTC 13.0 --some"};
  const texts::Compiled compiled_{"PTX", "machine code", "more PTX", "NVRTC 13.0", {"--some"}};
  fs::path folder_;
  std::string before_;
};

TEST_F(Cache, ReturnsKeptCode) {
  EXPECT_FALSE(texts::cached(key_));
  texts::keep(key_, "common/a.inl", compiled_);
  const auto kept = texts::cached(key_);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->code, compiled_.code);
  EXPECT_EQ(kept->machine_code, compiled_.machine_code);
  EXPECT_EQ(kept->ptx, compiled_.ptx);
  EXPECT_EQ(kept->compiler, compiled_.compiler);
  EXPECT_EQ(kept->options, compiled_.options);
  EXPECT_TRUE(texts::cached({"0123", "sm_90", ""})) << "without a compiler";
  EXPECT_FALSE(texts::cached({"0123", "sm_90", "NVRTC 13.1 --some"}));
  EXPECT_FALSE(texts::cached({"0123", "sm_80", "NVRTC 13.0 --some"}));
  ASSERT_EQ(texts::cache_entries().size(), 1u);
  EXPECT_EQ(texts::cache_entries()[0].file, "common/a.inl");
  EXPECT_EQ(texts::clear_cache(), 1u);
  EXPECT_FALSE(texts::cached(key_));
}

TEST_F(Cache, IgnoresDamagedEntries) {
  texts::keep(key_, "common/a.inl", compiled_);
  const std::string path = texts::cache_entries().at(0).path;
  const auto size = fs::file_size(path);
  for (const std::uintmax_t cut : {size - 1, size / 2, std::uintmax_t{3}, std::uintmax_t{0}}) {
    fs::resize_file(path, cut);
    EXPECT_FALSE(texts::cached(key_)) << cut;
  }
  texts::keep(key_, "common/a.inl", compiled_);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(-1, std::ios::end)
      .put('!');
  EXPECT_FALSE(texts::cached(key_));
}

TEST_F(Cache, IsRefusedIfOtherUsersCanWrite) {
  texts::keep(key_, "common/a.inl", compiled_);
  chmod(folder_.c_str(), 0777);
  EXPECT_FALSE(texts::cached(key_));
  EXPECT_THROW(texts::cache_entries(), Error);
}

/// Compiles nothing: each call waits until `together` calls run, and the target "refused" is
/// refused.
class TogetherCompiler : public texts::Compiler {
 public:
  explicit TogetherCompiler(unsigned together, Status refusal = Status::bad_input)
      : together_(together), refusal_(refusal) {}
  std::string absence() const override { return ""; }
  std::string name() const override { return "a compiler"; }
  texts::Reader reader() const override { return texts::Reader::library; }
  std::vector<std::string> options() const override { return {}; }
  texts::Compiled compile(const texts::Program&, const std::string& target) const override {
    std::unique_lock lock(mutex_);
    ++begun;
    more_.notify_all();
    if (!more_.wait_for(lock, std::chrono::minutes(1), [&] { return begun >= together_; }))
      ADD_FAILURE() << "only one text is compiled at a time";
    if (target == "refused") throw Error(refusal_, "it is refused");
    return {"code", "code", "", name(), {}};
  }
  std::vector<texts::Wanted> wanted(const std::vector<std::string>& targets) const {
    std::vector<texts::Wanted> all;
    for (const std::string& target : targets)
      all.push_back({this, texts::kernel_files().front(), {{"gputest::a<1>", "int"}}, target});
    return all;
  }

  mutable unsigned begun = 0;

 private:
  unsigned together_;
  Status refusal_;
  mutable std::mutex mutex_;
  mutable std::condition_variable more_;
};

TEST_F(Cache, IsFilledBySeveralCompilersAtOnce) {
  const TogetherCompiler compiler(std::min(std::thread::hardware_concurrency(), 4u));
  const auto missing =
      texts::not_compiled(compiler.wanted({"gfx1", "gfx2", "refused", "gfx3", "gfx1", "gfx4"}));
  EXPECT_EQ(missing.size(), 5u) << "each text once";
  std::vector<std::size_t> done;
  texts::compile_all(missing, [&](std::size_t number) { done.push_back(number); });
  EXPECT_EQ(done, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
  const auto rest = texts::not_compiled(missing);
  ASSERT_EQ(rest.size(), 1u) << "a refused text does not affect the others";
  EXPECT_EQ(rest[0].target, "refused");
  EXPECT_THROW(texts::images_of(compiler, rest[0].file, rest[0].instances, "refused"), Error);
}

/// The compiler of a machine with neither the library nor its process; its reader is the process.
class AbsentCompiler : public texts::Compiler {
 public:
  std::string absence() const override { return "there is no compiler"; }
  std::string name() const override { return "no compiler"; }
  texts::Reader reader() const override { return texts::Reader::process; }
  std::vector<std::string> options() const override { return {}; }
  texts::Compiled compile(const texts::Program&, const std::string&) const override {
    throw Error(Status::unavailable, absence());
  }
};

TEST_F(Cache, ServesAMachineWithoutACompiler) {
  const TogetherCompiler packer(1);
  const auto wanted = packer.wanted({"gfx7"}).front();
  const AbsentCompiler none;
  EXPECT_THROW(texts::images_of(none, wanted.file, wanted.instances, "gfx7"), Error);
  texts::images_of(packer, wanted.file, wanted.instances, "gfx7");
  const auto images = texts::images_of(none, wanted.file, wanted.instances, "gfx7");
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0]->compiled.code, "code");
}

TEST_F(Cache, IsNotFilledForATargetUnknownToTheCompiler) {
  const TogetherCompiler compiler(1, Status::unavailable);
  std::vector<texts::Wanted> all = compiler.wanted({"refused"});
  for (int k = 1; k < 500; ++k) {
    all.push_back(all.front());
    all.back().instances[0].name = "gputest::a<" + std::to_string(k) + ">";
  }
  texts::compile_all(all, [](std::size_t) {});
  EXPECT_LE(compiler.begun, std::thread::hardware_concurrency());
}

TEST_F(Cache, NothingIsCompiledInAdvanceThatCannotBeKept) {
  const TogetherCompiler compiler(1);
  setenv("GPUTEST_CACHE_DIR", "/proc/no/such/folder", 1);
  EXPECT_TRUE(texts::not_compiled(compiler.wanted({"gfx1", "gfx2"})).empty());
}

TEST_F(Cache, NeedNotBeWritable) {
  setenv("GPUTEST_CACHE_DIR", "/proc/no/such/folder", 1);
  texts::keep(key_, "common/a.inl", compiled_);  // prints a warning once
  EXPECT_FALSE(texts::cached(key_));
}

}  // namespace
}  // namespace gputest::texts_test
