// A fake ROCm SMI with one GPU, at 0000:03:00.0.
#include <cstdint>

extern "C" {

int rsmi_init(std::uint64_t) { return 0; }
int rsmi_num_monitor_devices(std::uint32_t* count) {
  *count = 1;
  return 0;
}
int rsmi_dev_pci_id_get(std::uint32_t, std::uint64_t* address) {
  *address = 0x03u << 8;
  return 0;
}
int rsmi_dev_power_ave_get(std::uint32_t, std::uint32_t, std::uint64_t* microwatts) {
  *microwatts = 150000000;
  return 0;
}
int rsmi_dev_temp_metric_get(std::uint32_t, std::uint32_t, unsigned, std::int64_t* millidegrees) {
  *millidegrees = 55000;
  return 0;
}
int rsmi_dev_energy_count_get(std::uint32_t, std::uint64_t* counter, float* microjoules,
                              std::uint64_t* time) {
  *counter = 2000000;
  *microjoules = 15.3f;
  *time = 0;
  return 0;
}

}  // extern "C"
