#include "common/many/shared_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <numeric>

#include "common/core/error.hpp"
#include "common/core/threads.hpp"
#include "common/many/connection.hpp"
#include "common/many/shared_kernels.hpp"

namespace gputest::many {
namespace {

/// Orders of rank 0 to all ranks.
enum Order : std::uint32_t {
  kConnect = 1,
  kPrepare,
  kMeasure,
  kUpload,
  kDivide,
  kSpoil,
  kLaunch,
  kDownload,
  kForget,
  kLinks,
  kDisconnect,
  kOrders
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

/// The values of all ranks, in rank order.
template <class T>
std::vector<T> joined(const std::vector<std::string>& texts) {
  std::vector<T> all;
  for (const std::string& text : texts)
    for (const T& value : values_of<T>(text)) all.push_back(value);
  return all;
}

/// Work that devices of all ranks share. Each rank has an instance with the same number. The other
/// ranks follow rank 0's calls by its orders. Rank 0 throws any rank's failure.
class WorkOfRanks {
 public:
  WorkOfRanks(const ManyDevices& devices, MakePart make, std::uint32_t number)
      : devices_(devices), ranks_(devices.ranks()), make_(std::move(make)), number_(number) {}
  /// The other ranks forget it too.
  ~WorkOfRanks() {
    try {
      tell(kForget);
    } catch (const std::exception&) {  // the ranks end
    }
  }
  WorkOfRanks(const WorkOfRanks&) = delete;
  WorkOfRanks& operator=(const WorkOfRanks&) = delete;

  /// Call it before prepare().
  void connect() {
    tell(kConnect);
    connection_ = many::connect(devices_);
  }

  /// `assignment` is rank 0's; it is ignored on other ranks.
  void prepare(const Assignment& assignment) {
    tell(kPrepare);
    assignment_ = assignment_of(ranks_.broadcast(ranks_.rank() == 0 ? to_message(assignment) : ""));
    ranks_.together([&] {
      part_.reset();
      const auto threads = static_cast<int>(devices_.devices().size()) + 1;
      require_threads(threads, "--devices");
      if (omp_get_thread_limit() < threads)
        throw Error(
            Status::bad_input,
            "OMP_THREAD_LIMIT is too low: each device needs a thread, and one more is needed");
      part_ = make_(devices_, assignment_, connection_.direct);
    });
  }

  /// Items per second of each device by itself; on rank 0.
  std::vector<double> measured_speeds() {
    tell(kMeasure);
    return joined<double>(ranks_.gather_made([&] { return text_of(part_->speeds()); }));
  }

  /// `inputs` are rank 0's: all of them, or only the first ones.
  void upload(const std::vector<HostArray>& inputs) {
    tell(kUpload);
    std::uint64_t count = inputs.size();
    ranks_.broadcast(&count, sizeof count);
    for (std::size_t c = 0; c < count; ++c) {
      const std::uint64_t bytes = assignment_.arguments.inputs[c].bytes();
      std::vector<std::byte> received(ranks_.rank() == 0 ? 0 : bytes);
      const std::byte* const numbers =
          ranks_.rank() == 0 ? inputs.at(c).data.data() : received.data();
      ranks_.broadcast(const_cast<std::byte*>(numbers), bytes);
      ranks_.together([&] { part_->upload(c, numbers); });
    }
  }

  /// `counts` are rank 0's.
  void divide(const std::vector<std::uint64_t>& counts) {
    tell(kDivide);
    assignment_.counts = values_of<std::uint64_t>(ranks_.broadcast(text_of(counts)));
    ranks_.together([&] { part_->divide(assignment_.counts); });
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

  /// The results of all items, on rank 0.
  std::vector<std::byte> download() {
    tell(kDownload);
    std::vector<std::byte> all;
    if (outgrown()) {
      ranks_.together([&] {
        part_->divide(assignment_.counts);
        part_->launch();
      });
      if (outgrown()) {
        if (ranks_.rank() != 0) return all;
        throw Error(Status::out_of_memory,
                    "devices have more to send to each other than their buffers hold");
      }
    }
    for (const std::string& results :
         ranks_.gather_made([&] { return text_of(part_->results()); })) {
      const auto* const first = reinterpret_cast<const std::byte*>(results.data());
      all.insert(all.end(), first, first + results.size());
    }
    return all;
  }

  /// For the other ranks: carries out rank 0's order.
  void follow(std::uint32_t order) {
    if (order == kConnect) connect();
    if (order == kPrepare) prepare({});
    if (order == kMeasure) measured_speeds();
    if (order == kUpload) upload({});
    if (order == kDivide) divide({});
    if (order == kSpoil) spoil();
    if (order == kLaunch) launch();
    if (order == kDownload) download();
  }

  const Part& part() const { return *part_; }
  const Assignment& assignment() const { return assignment_; }
  /// Connection::copies, on rank 0.
  const std::string& copies() const { return connection_.copies; }
  /// The times of each device in the last launch, on rank 0.
  const std::vector<DeviceSeconds>& seconds() const { return seconds_; }

 private:
  /// Whether any rank's part has outgrown its memory. If that is unknown, results() fails as well.
  bool outgrown() {
    std::string mine;
    try {
      if (part_->outgrown()) mine = "yes";
    } catch (const std::exception&) {
    }
    const auto texts = ranks_.gather(mine);
    return !ranks_.broadcast(fmt::format("{}", fmt::join(texts, ""))).empty();
  }
  void tell(Order order) {
    if (ranks_.rank() == 0) ranks_.give_order(number_ * kOrders + order);
  }

  const ManyDevices& devices_;
  Ranks& ranks_;
  MakePart make_;
  std::uint32_t number_;
  Connection connection_;
  Assignment assignment_;
  std::unique_ptr<Part> part_;
  std::vector<DeviceSeconds> seconds_;
};

/// The execution on rank 0.
class SharedExecution : public Execution, public SharesWork {
 public:
  SharedExecution(ManyDevices& devices, const std::string& kernel,
                  const Configuration& configuration, const KernelSignature& arguments,
                  const MakePart& make)
      : devices_(devices), work_(devices, make, devices.next_work()) {
    Assignment assignment{kernel, configuration, arguments, {}, {}};
    for (const Listed& one : devices.all()) assignment.ranks.push_back(one.rank);
    const std::vector<double> alike(assignment.devices(), 1.0);
    assignment.counts = shares_of(arguments.items, alike);
    work_.connect();
    work_.prepare(assignment);
    if (are_alike() || work_.part().divides_by_inputs()) return;
    assignment.counts = measured_shares();
    work_.prepare(assignment);
  }

  void upload(const std::vector<HostArray>& inputs) override {
    work_.upload(inputs);
    const std::size_t all = work_.assignment().arguments.inputs.size();
    // If only the particles are uploaded again, the division stays as it was, or as their part
    // says.
    if (work_.part().divides_by_inputs() && inputs.size() == all && (all > 1 || !is_divided_)) {
      work_.divide(work_.assignment().counts);
      is_divided_ = true;
      if (!are_alike() && split_ != kBySpeed) work_.divide(measured_shares());
    }
    work_.spoil();
  }
  void spoil() override { work_.spoil(); }
  void launch() override { work_.launch(); }
  void synchronize() override {}  // a launch waits for every device

  std::vector<HostArray> download(std::uint32_t) override {
    return work_.part().outputs(work_.download());
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
    const std::vector<std::uint64_t> items = work_.part().items();
    for (std::size_t k = 0; k < devices_.all().size(); ++k) {
      const Listed& one = devices_.all()[k];
      const DeviceSeconds seconds = work_.seconds().at(k);
      shared.shares.push_back({one.info.id, work_.part().kernel_on(one.info), items.at(k),
                               seconds.copies, seconds.kernels, seconds.waits, one.rank, one.host});
    }
    return shared;
  }

 private:
  static constexpr const char* kBySpeed = "measured speed";

  bool are_alike() const {
    const DeviceInfo& first = devices_.all().front().info;
    return std::all_of(devices_.all().begin(), devices_.all().end(), [&](const Listed& one) {
      return one.info.name == first.name && one.info.driver == first.driver;
    });
  }

  std::vector<std::uint64_t> measured_shares() {
    split_ = kBySpeed;
    return shares_of(work_.assignment().arguments.items, work_.measured_speeds());
  }

  ManyDevices& devices_;
  std::string split_ = "equal";
  bool is_divided_ = false;
  WorkOfRanks work_;
};

}  // namespace

std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds) {
  if (n < speeds.size())
    throw Error(Status::bad_input, fmt::format("{} bodies cannot be shared by {} devices: "
                                               "each needs at least one",
                                               n, speeds.size()));
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto spare = static_cast<double>(n - speeds.size());  // in addition to one for each
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

SharedKernel::SharedKernel(KernelInfo info, std::size_t devices, MakePart make)
    : Kernel(std::move(info)), devices_(devices), make_(std::move(make)) {}

std::unique_ptr<Execution> SharedKernel::prepare(Device& device, const Configuration& configuration,
                                                 const KernelSignature& arguments) const {
  return std::make_unique<SharedExecution>(static_cast<ManyDevices&>(device), info().name(),
                                           configuration, arguments, make_);
}

std::string SharedKernel::skip_reason(const DeviceInfo&, const Configuration&,
                                      std::uint64_t n) const {
  if (n >= devices_) return "";
  return fmt::format("{} bodies cannot be shared by {} devices: each needs at least one", n,
                     devices_);
}

std::optional<ShareCost> SharedKernel::share_cost(const ManyDevices& devices,
                                                  const Configuration& configuration,
                                                  const Problem& problem,
                                                  const std::vector<HostArray>& inputs,
                                                  std::size_t count) const {
  constexpr int kNobody = -1;
  Assignment assignment{info().name(), configuration, problem.shapes(configuration), {}, {}};
  assignment.counts = shares_of(problem.n(), std::vector<double>(count, 1.0));
  assignment.ranks.assign(count, kNobody);
  assignment.ranks.front() = devices.ranks().rank();
  const auto part = make_(devices, assignment, nullptr);
  if (!part->divides_by_inputs()) return std::nullopt;
  for (std::size_t k = 0; k < inputs.size(); ++k) part->upload(k, inputs[k].data.data());
  part->divide(assignment.counts);
  return part->cost();
}

Links measured_links(const ManyDevices& devices) {
  devices.ranks().give_order(kLinks);
  return measure_links(devices);
}

void disconnect_ranks(const ManyDevices& devices) {
  devices.ranks().give_order(kDisconnect);
  disconnect(devices);
}

void serve_rank(const ManyDevices& devices) {
  const auto make = [](const ManyDevices& all, const Assignment& assignment,
                       std::shared_ptr<Communicators> direct) {
    return part_of(assignment.kernel)(all, assignment, std::move(direct));
  };
  std::map<std::uint32_t, WorkOfRanks> works;
  while (const std::uint32_t order = devices.ranks().next_order()) {
    const std::uint32_t number = order / kOrders;
    if (order % kOrders == kLinks) {
      measure_links(devices);
    } else if (order % kOrders == kDisconnect) {
      works.clear();
      disconnect(devices);
    } else if (order % kOrders == kForget) {
      works.erase(number);
    } else {
      works.try_emplace(number, devices, make, number).first->second.follow(order % kOrders);
    }
  }
}

}  // namespace gputest::many
