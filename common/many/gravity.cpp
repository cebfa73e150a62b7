#include "common/many/gravity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "common/core/error.hpp"
#include "common/core/threads.hpp"
#include "common/many/connection.hpp"
#include "common/many/devices.hpp"
#include "common/many/rank_part.hpp"

namespace gputest::many {
namespace {

/// What rank 0 has all do.
enum Order : std::uint32_t {
  kConnect = 1,
  kPrepare,
  kMeasure,
  kUpload,
  kSpoil,
  kLaunch,
  kDownload,
  kLinks
};

template <class T>
std::string text_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::vector<T> values_of(const std::string& text) {
  std::vector<T> values(text.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), text.data(), values.size() * sizeof(T));
  return values;
}

/// Everyone's values behind each other, by rank.
template <class T>
std::vector<T> joined(const std::vector<std::string>& texts) {
  std::vector<T> all;
  for (const std::string& text : texts)
    for (const T& value : values_of<T>(text)) all.push_back(value);
  return all;
}

/// The work that devices of all ranks share. Each rank has one; what rank 0 calls, the others call
/// because of its order. What one cannot do, rank 0 throws.
class SharedGravityWork {
 public:
  SharedGravityWork(const ManyDevices& devices, SharedGravity::MakeExchange exchange)
      : devices_(devices), ranks_(devices.ranks()), exchange_(std::move(exchange)) {}

  /// Before prepare().
  void connect() {
    tell(kConnect);
    connection_ = many::connect(devices_);
  }

  /// `task` is rank 0's.
  void prepare(SharedTask task) {
    tell(kPrepare);
    struct {
      std::uint32_t fp64, both_sides;
      std::uint64_t n;
      double eps2;
    } head{task.precision == Precision::fp64, task.both_sides, task.n, task.eps2};
    ranks_.broadcast(&head, sizeof head);
    task.precision = head.fp64 != 0 ? Precision::fp64 : Precision::fp32;
    task.both_sides = head.both_sides != 0;
    task.n = head.n;
    task.eps2 = head.eps2;
    task.counts = values_of<std::uint64_t>(ranks_.broadcast(text_of(task.counts)));
    task.ranks = values_of<int>(ranks_.broadcast(text_of(task.ranks)));
    task_ = std::move(task);
    ranks_.together([&] {
      part_.reset();
      require_threads(static_cast<int>(devices_.devices().size()) + 1, "--devices");
      column_.resize(ranks_.rank() == 0 ? 0 : task_.n * task_.bytes_per_number());
      part_ = std::make_unique<RankPart>(devices_, task_, exchange_, connection_.direct);
    });
  }

  /// Bodies a second, of each device by itself; on rank 0.
  std::vector<double> measured_speeds() {
    tell(kMeasure);
    return joined<double>(ranks_.gather_made([&] { return text_of(part_->speeds()); }));
  }

  /// `inputs` are rank 0's.
  void upload(const std::vector<HostArray>& inputs) {
    tell(kUpload);
    constexpr std::size_t kColumns = 4;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::byte* const numbers =
          ranks_.rank() == 0 ? inputs.at(c).data.data() : column_.data();
      ranks_.broadcast(const_cast<std::byte*>(numbers), task_.n * task_.bytes_per_number());
      ranks_.together([&] { part_->upload(c, numbers); });
    }
  }

  void spoil() {
    tell(kSpoil);
    ranks_.together([&] { part_->spoil(); });
  }

  void launch() {
    tell(kLaunch);
    seconds_ = joined<DeviceSeconds>(ranks_.gather_made([&] {
      part_->launch();
      return text_of(part_->seconds());
    }));
  }

  /// The sums of all bodies, on rank 0.
  std::vector<std::byte> download() {
    tell(kDownload);
    std::vector<std::byte> all;
    for (const std::string& sums : ranks_.gather_made([&] { return text_of(part_->sums()); })) {
      const auto* const first = reinterpret_cast<const std::byte*>(sums.data());
      all.insert(all.end(), first, first + sums.size());
    }
    return all;
  }

  /// Another rank's: what rank 0 orders, until it wants nothing more.
  void serve() {
    while (const std::uint32_t order = ranks_.next_order()) {
      if (order == kConnect) connect();
      if (order == kPrepare) prepare({});
      if (order == kMeasure) measured_speeds();
      if (order == kUpload) upload({});
      if (order == kSpoil) spoil();
      if (order == kLaunch) launch();
      if (order == kDownload) download();
      if (order == kLinks) measure_links(devices_);
    }
  }

  const RankPart& part() const { return *part_; }
  const SharedTask& task() const { return task_; }
  /// On rank 0.
  const std::string& copies() const { return connection_.copies; }
  /// Of the last launch, each device's, on rank 0.
  const std::vector<DeviceSeconds>& seconds() const { return seconds_; }

 private:
  void tell(Order order) {
    if (ranks_.rank() == 0) ranks_.give_order(order);
  }

  const ManyDevices& devices_;
  Ranks& ranks_;
  SharedGravity::MakeExchange exchange_;
  Connection connection_;
  SharedTask task_;
  std::unique_ptr<RankPart> part_;
  std::vector<std::byte> column_;  ///< of the inputs, where they come from rank 0
  std::vector<DeviceSeconds> seconds_;
};

/// On rank 0.
class SharedExecution : public Execution, public SharesWork {
 public:
  SharedExecution(ManyDevices& devices, const Configuration& configuration,
                  const KernelSignature& arguments, bool both_sides,
                  const SharedGravity::MakeExchange& exchange)
      : devices_(devices), arguments_(arguments), work_(devices, exchange) {
    SharedTask task;
    task.precision = configuration.precision;
    task.both_sides = both_sides;
    task.n = arguments.items;
    for (const Scalar& scalar : arguments.scalars)
      if (scalar.name == "eps2") task.eps2 = std::get<double>(scalar.value);
    for (const Listed& one : devices.all()) task.ranks.push_back(one.rank);
    task.counts = shares_of(task.n, std::vector<double>(task.ranks.size(), 1.0));
    work_.connect();
    work_.prepare(task);
    if (alike()) return;
    task.counts = shares_of(task.n, work_.measured_speeds());
    work_.prepare(task);
    split_ = "measured speed";
  }

  void upload(const std::vector<HostArray>& inputs) override {
    work_.upload(inputs);
    work_.spoil();
  }
  void spoil_outputs() override { work_.spoil(); }
  void launch() override { work_.launch(); }
  void synchronize() override {}  // a launch waits for every device

  std::vector<HostArray> download() override {
    return {HostArray{arguments_.outputs.at(0), work_.download()}};
  }

  LaunchPlan plan() const override {
    LaunchPlan plan;
    plan.passes = work_.part().passes();
    plan.parameters = {{"devices", devices_.all().size()}};
    return plan;
  }

  SharedWork shared_work() const override {
    const bool alone = devices_.all().size() == 1;
    SharedWork shared{alone ? "none: one device" : work_.copies(), split_, {}};
    for (std::size_t k = 0; k < devices_.all().size(); ++k) {
      const Listed& one = devices_.all()[k];
      const DeviceSeconds seconds = work_.seconds().at(k);
      const std::string kernel = member_kernel(one.info, work_.task()).name;
      shared.shares.push_back({one.info.id, kernel, work_.task().counts[k], seconds.copies,
                               seconds.kernels, seconds.waits, one.rank, one.host});
    }
    return shared;
  }

 private:
  bool alike() const {
    const DeviceInfo& first = devices_.all().front().info;
    return std::all_of(devices_.all().begin(), devices_.all().end(), [&](const Listed& one) {
      return one.info.name == first.name && one.info.driver == first.driver;
    });
  }

  ManyDevices& devices_;
  KernelSignature arguments_;
  std::string split_ = "equal";
  SharedGravityWork work_;
};

constexpr const char* kSymmetric = "symmetric";

KernelInfo shared_info(const std::string& variant) {
  KernelInfo info;
  info.api = kApi;
  info.family = "gravity";
  info.variant = variant;
  info.layouts = {"soa"};
  info.precisions = {Precision::fp32, Precision::fp64};
  info.summary =
      variant == kSymmetric
          ? "bodies shared by several devices, of which one computes a pair for both its bodies"
          : "bodies shared by several devices, between which they go round in a ring";
  info.source = "Makino 2002, New Astronomy 7, 373: the ring algorithm";
  return info;
}

}  // namespace

std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds) {
  if (n < speeds.size())
    throw Error(Status::bad_input, fmt::format("{} bodies cannot be shared by {} devices, of which "
                                               "each takes one at least",
                                               n, speeds.size()));
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto spare = static_cast<double>(n - speeds.size());  // beside one for each
  std::vector<std::uint64_t> counts;
  std::uint64_t given = 0;
  double speed = 0;
  for (const double one : speeds) {
    speed += one;
    const auto end = counts.size() + 1 + static_cast<std::uint64_t>(spare * (speed / all));
    counts.push_back(std::min<std::uint64_t>(end, n) - given);
    given += counts.back();
  }
  counts.back() += n - given;
  return counts;
}

SharedGravity::SharedGravity(const std::string& variant, std::size_t devices, MakeExchange exchange)
    : Kernel(shared_info(variant)), devices_(devices), exchange_(std::move(exchange)) {}

std::unique_ptr<Execution> SharedGravity::prepare(Device& device,
                                                  const Configuration& configuration,
                                                  const KernelSignature& arguments) const {
  return std::make_unique<SharedExecution>(static_cast<ManyDevices&>(device), configuration,
                                           arguments, info().variant == kSymmetric, exchange_);
}

std::string SharedGravity::skip_reason(const DeviceInfo&, const Configuration&,
                                       std::uint64_t n) const {
  if (n >= devices_) return "";
  return fmt::format("{} bodies cannot be shared by {} devices, of which each takes one at least",
                     n, devices_);
}

Links measured_links(const ManyDevices& devices) {
  devices.ranks().give_order(kLinks);
  return measure_links(devices);
}

void serve_rank(const ManyDevices& devices) { SharedGravityWork(devices, through_host).serve(); }

}  // namespace gputest::many
