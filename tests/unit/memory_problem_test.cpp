// The family memory: right results, computed here by hand or by a plain loop over the inputs, pass,
// and one wrong number fails. Indices are permutations, and the chase is one ring.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "common/core/error.hpp"
#include "common/memory/family.hpp"
#include "common/memory/oracle.hpp"
#include "common/memory/shuffle.hpp"
#include "common/run/family.hpp"

namespace gputest::memory_problem_test {
namespace {

using Axes = std::map<std::string, std::string>;

std::unique_ptr<Problem> make(std::uint64_t n) {
  ProblemRequest request;
  request.n = n;
  return make_memory()->make_problem(request);
}

Configuration of(Axes axes, Precision precision = Precision::fp32) {
  return {"row_major", precision, 256, std::move(axes)};
}

/// The output of that configuration; f(i, inputs) gives each number.
template <class Real, class F>
HostArray answer(const Problem& problem, const Configuration& configuration, const F& f) {
  const std::vector<HostArray> inputs = problem.inputs(configuration);
  const ArrayShape shape = problem.shapes(configuration).outputs.at(0);
  HostArray result{shape, std::vector<std::byte>(shape.bytes())};
  for (std::uint64_t i = 0; i < shape.count; ++i) result.as<Real>()[i] = f(i, inputs);
  return result;
}

Verification verdict(const Problem& problem, const Configuration& configuration,
                     const HostArray& result) {
  return problem.verify(configuration, configuration.precision, {result});
}

/// Whether the result passes, and fails if its last number is changed or one is not written.
template <class Real>
void expect_exact(const Problem& problem, const Configuration& configuration, HostArray result) {
  const std::string access = configuration.on_axis("access");
  const Verification right = verdict(problem, configuration, result);
  EXPECT_TRUE(right.passed) << access << ": " << right.reason;
  EXPECT_EQ(right.tolerance, 0);
  EXPECT_EQ(right.checked, result.shape.count);
  Real& last = result.as<Real>()[result.shape.count - 1];
  const Real kept = last;
  last = static_cast<Real>(kept + 1);
  const Verification wrong = verdict(problem, configuration, result);
  EXPECT_FALSE(wrong.passed) << access;
  EXPECT_EQ(wrong.worst_index, result.shape.count - 1) << access;
  std::memset(&last, 0xFF, sizeof last);
  EXPECT_NE(
      verdict(problem, configuration, result).reason.find("was not written; wrong results: 1"),
      std::string::npos)
      << access;
}

template <class Real>
void expect_streams(Precision precision) {
  using Inputs = std::vector<HostArray>;
  const auto problem = make(1000);
  const auto check = [&](const char* access, auto f) {
    const Configuration configuration = of({{"access", access}}, precision);
    expect_exact<Real>(*problem, configuration, answer<Real>(*problem, configuration, f));
  };
  const auto a = [](const Inputs& in, std::uint64_t i) { return in.at(0).as<Real>()[i]; };
  const auto b = [](const Inputs& in, std::uint64_t i) { return in.at(1).as<Real>()[i]; };
  const Real factor = 0.375;
  check("copy", [&](std::uint64_t i, const Inputs& in) { return a(in, i); });
  check("scale", [&](std::uint64_t i, const Inputs& in) { return factor * a(in, i); });
  check("add", [&](std::uint64_t i, const Inputs& in) { return a(in, i) + b(in, i); });
  check("triad", [&](std::uint64_t i, const Inputs& in) { return a(in, i) + factor * b(in, i); });
  check("dot", [&](std::uint64_t, const Inputs& in) {
    Real sum = 0;
    for (std::uint64_t i = 1000; i-- > 0;) sum += a(in, i) * b(in, i);  // in any order
    return sum;
  });
}

TEST(Memory, StreamsAreExactInBothPrecisions) {
  expect_streams<float>(Precision::fp32);
  expect_streams<double>(Precision::fp64);
}

TEST(Memory, StridesReadColumnByColumn) {
  const auto problem = make(12);
  const Configuration configuration = of({{"access", "stride"}, {"stride", "4"}});
  const std::uint64_t places[] = {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11};
  expect_exact<float>(*problem, configuration,
                      answer<float>(*problem, configuration, [&](std::uint64_t i, const auto& in) {
                        return in.at(0).template as<float>()[places[i]];
                      }));
}

TEST(Memory, StridesThatDoNotDivideWrapAround) {
  const auto problem = make(5);
  const Configuration configuration = of({{"access", "stride"}, {"stride", "2"}});
  const std::uint64_t places[] = {0, 2, 4, 1, 3};  // three rows
  expect_exact<float>(*problem, configuration,
                      answer<float>(*problem, configuration, [&](std::uint64_t i, const auto& in) {
                        return in.at(0).template as<float>()[places[i]];
                      }));
  const auto seven = make(7);
  const std::uint64_t of_four[] = {0, 4, 1, 5, 2, 6, 3};  // two rows
  const Configuration by_four = of({{"access", "stride"}, {"stride", "4"}});
  EXPECT_TRUE(
      verdict(*seven, by_four, answer<float>(*seven, by_four, [&](std::uint64_t i, const auto& in) {
        return in.at(0).template as<float>()[of_four[i]];
      })).passed);
}

TEST(Memory, GatherAndScatterFollowTheIndex) {
  for (const char* index : {"sorted", "blocked", "random"}) {
    const auto problem = make(1000);
    const Configuration gather = of({{"access", "gather"}, {"index", index}}, Precision::fp64);
    expect_exact<double>(
        *problem, gather, answer<double>(*problem, gather, [](std::uint64_t i, const auto& in) {
          return in.at(0).template as<double>()[in.at(1).template as<std::uint32_t>()[i]];
        }));
    const Configuration scatter = of({{"access", "scatter"}, {"index", index}});
    const std::vector<HostArray> inputs = problem->inputs(scatter);
    HostArray result{problem->shapes(scatter).outputs.at(0), std::vector<std::byte>(4000)};
    for (std::size_t i = 0; i < 1000; ++i)
      result.as<float>()[inputs.at(1).as<std::uint32_t>()[i]] = inputs.at(0).as<float>()[i];
    expect_exact<float>(*problem, scatter, result);
  }
}

TEST(Memory, IndicesArePermutations) {
  for (const char* order : {"sorted", "blocked", "random"})
    for (const std::uint64_t n : {1, 2, 31, 32, 33, 64, 1000, 4096}) {
      const memory::Task task = memory::task_of(of({{"index", order}}), n, 7);
      const memory::Indices indices(task);
      std::set<std::uint64_t> seen;
      std::uint64_t at_home = 0, beside = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        seen.insert(indices.at(i));
        at_home += indices.at(i) == i;
        beside += i > 0 && indices.at(i) == indices.at(i - 1) + 1;
      }
      EXPECT_EQ(seen.size(), n) << order;
      EXPECT_EQ(*seen.rbegin(), n - 1) << order;
      if (n < 1000) continue;
      if (order == std::string("random")) {
        EXPECT_LT(at_home + beside, n / 50);
      } else if (order == std::string("blocked")) {
        EXPECT_GE(beside, n / 32 * 31);
        EXPECT_LT(at_home, n / 4);
      }
    }
}

TEST(Memory, TheChaseIsOneRingThroughEveryLine) {
  const Configuration configuration = of({{"access", "chase"}});
  for (const std::uint64_t n : {1, 31, 64, 1000, 32 * 70000}) {
    const auto problem = make(n);
    const HostArray next = problem->inputs(configuration).at(0);
    const std::uint64_t nodes = n < 32 ? 1 : n / 32;
    const auto hops = std::get<std::uint32_t>(problem->shapes(configuration).scalars.at(0).value);
    EXPECT_EQ(hops, std::max<std::uint64_t>(nodes, 65536));
    std::set<std::uint32_t> seen;
    std::uint32_t i = 0, sum = 0;
    for (std::uint32_t hop = 0; hop < hops; ++hop) {
      i = next.as<std::uint32_t>()[i];
      ASSERT_EQ(i % 32, 0u);
      seen.insert(i);
      sum += i + 1;
    }
    EXPECT_EQ(seen.size(), nodes);
    expect_exact<std::uint32_t>(
        *problem, configuration,
        answer<std::uint32_t>(*problem, configuration,
                              [&](std::uint64_t k, const auto&) { return k == 0 ? i : sum; }));
  }
}

TEST(Memory, BroadcastReadsAreExact) {
  const auto problem = make(500);
  const Configuration broadcast = of({{"access", "broadcast"}});
  expect_exact<std::uint32_t>(
      *problem, broadcast,
      answer<std::uint32_t>(*problem, broadcast, [](std::uint64_t i, const auto& in) {
        auto number = static_cast<std::uint32_t>(i);
        for (std::size_t k = 0; k < 64; ++k)
          number = (number ^ in.at(0).template as<std::uint32_t>()[k]) * 0x9E3779B1u;
        return number;
      }));
  const Configuration bank = of({{"access", "bank"}, {"stride", "32"}});
  expect_exact<float>(*problem, bank,
                      answer<float>(*problem, bank, [](std::uint64_t i, const auto& in) {
                        float sum = 0;
                        for (std::uint64_t k = 0; k < 256; ++k)
                          sum += in.at(0).template as<float>()[(i % 64 * 32 + 33 * k) % 2048];
                        return sum;
                      }));
}

TEST(Memory, CountersHoldTheirItems) {
  const auto problem = make(300);
  for (const auto& [counters, size] :
       std::map<std::string, std::uint64_t>{{"one", 300}, {"warp", 32}, {"spread", 1}}) {
    const Configuration atomic = of({{"access", "atomic"}, {"counters", counters}});
    EXPECT_EQ(problem->shapes(atomic).outputs.at(0).count, (300 + size - 1) / size);
    const auto right = [items = size](std::uint64_t counter, const auto& in) {
      std::uint32_t sum = 0;
      for (std::uint64_t i = counter * items; i < (counter + 1) * items && i < 300; ++i)
        for (std::uint64_t k = 0; k < 16; ++k)
          sum += in.at(0).template as<std::uint32_t>()[(i + k) % 64];
      return sum;
    };
    expect_exact<std::uint32_t>(*problem, atomic, answer<std::uint32_t>(*problem, atomic, right));
  }
}

TEST(Memory, ALesserPrecisionIsFound) {
  const auto problem = make(1000);
  for (const char* access : {"copy", "scale", "add", "triad", "dot"}) {
    const Configuration configuration = of({{"access", access}}, Precision::fp64);
    const auto in_fp32 = [&](std::uint64_t i, const std::vector<HostArray>& in) -> double {
      const auto a = [&](std::uint64_t k) { return static_cast<float>(in[0].as<double>()[k]); };
      const auto b = [&](std::uint64_t k) { return static_cast<float>(in[1].as<double>()[k]); };
      const std::string what = access;
      if (what == "copy") return a(i);
      if (what == "scale") return 0.375F * a(i);
      if (what == "add") return a(i) + b(i);
      if (what == "triad") return a(i) + 0.375F * b(i);
      double sum = 0;  // only the products are in fp32
      for (std::uint64_t k = 0; k < 1000; ++k) sum += a(k) * b(k);
      return sum;
    };
    EXPECT_FALSE(
        verdict(*problem, configuration, answer<double>(*problem, configuration, in_fp32)).passed)
        << access;
  }
}

/// Therefore the bound on a dot product's error is zero.
TEST(Memory, NoOrderOfADotProductRounds) {
  const Configuration dot = of({{"access", "dot"}});
  EXPECT_EQ(make((1u << 24) + 1)->fillings(of({{"access", "dot"}}, Precision::fp64)), 1u);
  for (const std::uint64_t n : {1u, 1000u, 65536u, (1u << 24) + 12345}) {
    double magnitudes = 0;
    std::uint64_t zeros = 0;
    const memory::Task task = memory::task_of(dot, n, 1);
    for (std::uint64_t i = 0; i < n; ++i) {
      const double product = memory::value_of_a(task, i) * memory::value_of_b(task, i);
      magnitudes += std::abs(product);
      zeros += product == 0;
    }
    EXPECT_LE(magnitudes, 1 << 24) << n;
    EXPECT_LE(zeros, n <= 1 << 24 ? 0 : n / 5 * 4) << n;
    EXPECT_EQ(make(n)->fillings(dot), n <= 1 << 24 ? 1u : 2u);
  }
}

TEST(Memory, StreamsOfAllElementsDiffer) {
  const HostArray a = make(1 << 20)->inputs(of({{"access", "copy"}})).at(0);
  const auto* numbers = a.as<float>();
  EXPECT_EQ(std::set<float>(numbers, numbers + (1 << 20)).size(), std::size_t{1} << 20);
}

TEST(Memory, TexelsAreInTheOrderOfTheWalk) {
  const auto problem = make(12);  // 4 texels per row
  const Axes axes{{"access", "texture"}, {"walk", "columns"}, {"through", "texture"}};
  const Configuration columns = of(axes);
  const KernelSignature shapes = problem->shapes(columns);
  EXPECT_EQ(shapes.inputs.at(0).image_width, 4u);
  EXPECT_EQ(shapes.inputs.at(0).components, 4u);
  const std::uint64_t texels[] = {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11};
  const std::vector<HostArray> inputs = problem->inputs(columns);
  HostArray result{shapes.outputs.at(0), std::vector<std::byte>(12 * 16)};
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(inputs.at(1).as<std::uint32_t>()[i], texels[i]);
    for (std::size_t c = 0; c < 4; ++c)
      result.as<float>()[4 * i + c] = inputs.at(0).as<float>()[4 * texels[i] + c];
  }
  EXPECT_TRUE(verdict(*problem, columns, result).passed);
  std::swap(result.as<float>()[5], result.as<float>()[6]);
  EXPECT_FALSE(verdict(*problem, columns, result).passed);
  const Configuration global = of({{"access", "texture"}, {"walk", "rows"}, {"through", "global"}});
  EXPECT_FALSE(problem->shapes(global).inputs.at(0).is_image());
}

TEST(Memory, RandomTexelsAreAPermutation) {
  for (const std::uint64_t n : {1, 5, 64, 1000}) {
    const memory::Walked walked(memory::task_of(of({{"walk", "random"}}), n, 3));
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < n; ++i) seen.insert(walked.at(i));
    EXPECT_EQ(seen.size(), n);
    EXPECT_EQ(*seen.rbegin(), n - 1);
  }
}

TEST(Memory, ATransferHasOneSideInTheHostsMemory) {
  const auto problem = make(1000);
  for (const char* direction : {"to_device", "from_device"})
    for (const char* host : {"pageable", "pinned"}) {
      const Configuration transfer =
          of({{"access", "transfer"}, {"copied", direction}, {"host_memory", host}});
      const KernelSignature shapes = problem->shapes(transfer);
      const bool to_device = std::string(direction) == "to_device";
      const MemoryKind kind =
          std::string(host) == "pinned" ? MemoryKind::pinned : MemoryKind::pageable;
      EXPECT_EQ(shapes.inputs.at(0).memory, to_device ? kind : MemoryKind::device);
      EXPECT_EQ(shapes.outputs.at(0).memory, to_device ? MemoryKind::device : kind);
      EXPECT_EQ(shapes.device_bytes(), 4000u);
      expect_exact<float>(*problem, transfer,
                          answer<float>(*problem, transfer, [](std::uint64_t i, const auto& in) {
                            return in.at(0).template as<float>()[i];
                          }));
    }
}

TEST(Memory, LaunchesAreCounted) {
  const auto problem = make(64);
  for (const auto& [launched, empty, counting] :
       {std::tuple{"count", 0u, 10u}, std::tuple{"empty", 10u, 1u}}) {
    const Configuration launch =
        of({{"access", "launch"}, {"launches", "10"}, {"launched", launched}});
    const auto numbers = problem->shapes(launch).specializations;
    EXPECT_EQ(numbers.at(0).value, empty);
    EXPECT_EQ(numbers.at(1).value, counting);
    expect_exact<std::uint32_t>(
        *problem, launch,
        answer<std::uint32_t>(*problem, launch, [n = counting](std::uint64_t, const auto& in) {
          return in.at(0).template as<std::uint32_t>()[0] + n;
        }));
    EXPECT_EQ(problem->work(launch).items, 8 * (empty + counting));
  }
}

TEST(Memory, WorkCountsTheBytesThatTheProgramRequests) {
  const auto problem = make(1000);
  const auto bytes = [&](const char* access, Precision precision = Precision::fp32) {
    return problem->work(of({{"access", access}, {"stride", "2"}}, precision)).items;
  };
  EXPECT_EQ(bytes("copy"), 2 * 4 * 1000);
  EXPECT_EQ(bytes("scale", Precision::fp64), 2 * 8 * 1000);
  EXPECT_EQ(bytes("add"), 3 * 4 * 1000);
  EXPECT_EQ(bytes("triad"), 3 * 4 * 1000);
  EXPECT_EQ(bytes("dot", Precision::fp64), 2 * 8 * 1000);
  EXPECT_EQ(bytes("stride"), 2 * 4 * 1000);
  EXPECT_EQ(bytes("gather", Precision::fp64), 20 * 1000);
  EXPECT_EQ(bytes("scatter"), 12 * 1000);
  EXPECT_EQ(bytes("chase"), 4 * 65536);
  EXPECT_EQ(problem->work(of({{"access", "chase"}})).bytes, 4 * 31);
  EXPECT_EQ(bytes("broadcast"), 65 * 4 * 1000);
  EXPECT_EQ(bytes("bank"), 257 * 4 * 1000);
  EXPECT_EQ(bytes("atomic"), 16 * 8 * 1000);
  EXPECT_EQ(bytes("texture"), 36 * 1000);
  EXPECT_EQ(bytes("transfer"), 4 * 1000);
}

TEST(Memory, ParametersNameTheAxesThatAKernelHas) {
  const auto json = make(1000)->parameters(of({{"access", "gather"}, {"index", "random"}}));
  EXPECT_EQ(json.dump(), R"({"elements":"hash","seed":1,"access":"gather","index":"random"})");
}

TEST(Memory, RefusesInvalidOptionsInOneSentence) {
  const auto refusal = [](std::uint64_t n) {
    try {
      make(n);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input) << error.what();
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refusal(0), "memory needs at least one element, not n = 0");
  EXPECT_EQ(refusal((std::uint64_t{1} << 31) + 1),
            "memory takes at most 2147483648 elements, not 2147483649");
}

}  // namespace
}  // namespace gputest::memory_problem_test
