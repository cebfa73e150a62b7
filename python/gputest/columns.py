"""The frame's columns: a line for each, which says its unit and where it is in a row's JSON. Where
--format=csv has the field, the name is that of CSV."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column of the frame."""

    name: str
    path: str
    """Where it is in a row's JSON; a second path is of results of schema version 1."""
    kind: str
    """As in members.py."""
    unit: str = ""


COLUMNS = [
    Column("api", "api", "text"),
    Column("device", "device.id", "text"),
    Column("device_name", "device.name", "text"),
    Column("emulated", "device.emulated", "truth"),
    Column("kernel", "kernel", "text"),
    Column("algorithm", "algorithm", "text"),
    Column("variant", "variant", "text"),
    Column("layout", "layout", "text"),
    Column("precision", "precision", "text"),
    Column("n", "n", "count"),
    Column("block", "block", "count"),
    Column("status", "status", "text"),
    Column("reason", "reason", "text"),
    Column("max_error", "verify.max_error", "number"),
    Column("rms_error", "verify.rms_error", "number"),
    Column("tolerance", "verify.tolerance", "number"),
    Column("median_s", "time.median_s", "number", "s"),
    Column("interval_s", "time.interval_s", "numbers", "s"),
    Column("min_s", "time.min_s", "number", "s"),
    Column("relative_stdev", "time.relative_stdev", "number"),
    Column("samples_s", "time.samples_s", "numbers", "s"),
    Column("launches_per_sample", "time.launches_per_sample", "count"),
    Column("event_median_s", "time.event_median_s", "number", "s"),
    Column("upload_s", "time.upload_s", "number", "s"),
    Column("download_s", "time.download_s", "number", "s"),
    Column("strategy", "time.strategy", "text"),
    Column("convergence", "time.convergence", "text"),
    Column("items", "work.items work.interactions", "number", "rate_unit"),
    Column("flops", "work.flops", "number", "flop"),
    Column("bytes", "work.bytes", "number", "B"),
    Column("rate_unit", "rate.unit", "text"),
    Column("interactions_per_s", "rate.per_s rate.interactions_per_s", "number", "rate_unit/s"),
    Column("gflops", "rate.gflops", "number", "1e9 flop/s"),
    Column("gbytes_per_s", "rate.gbytes_per_s", "number", "1e9 B/s"),
    Column("rate_over_baseline", "rate_over_baseline", "number"),
    Column("bound_ceiling", "bound.ceiling", "text"),
    Column("bound_share", "bound.share", "number"),
    Column("core_mhz", "monitor.core_mhz", "number", "MHz"),
    Column("memory_mhz", "monitor.memory_mhz", "number", "MHz"),
    Column("watts", "monitor.watts", "number", "W"),
    Column("celsius", "monitor.celsius", "number", "°C"),
    Column("joules_per_launch", "energy.joules_per_launch", "number", "J"),
    Column("items_per_joule", "energy.items_per_joule", "number", "rate_unit/J"),
    Column("mean_watts", "energy.mean_watts", "number", "W"),
    Column("rate_per_price", "price.rate_per_price", "number", "rate_unit/s/currency"),
    Column("currency", "price.currency", "text"),
    Column("text_checksum", "text.checksum", "text"),
    Column("text_replaced", "text.replaced", "texts"),
    Column("instructions", "counts.instructions", "count"),
    Column("mean_active_lanes", "counts.mean_active_lanes", "number"),
    Column("valu_cycles", "counts.valu_cycles", "count"),
    Column("global_bytes_asked", "counts.global_bytes_asked", "count", "B"),
    Column("global_bytes_moved", "counts.global_bytes_moved", "count", "B"),
    Column("lds_cycles", "counts.lds_cycles", "count"),
    Column("lds_cycles_without_conflicts", "counts.lds_cycles_without_conflicts", "count"),
    Column("atomic_operations", "counts.atomic_operations", "count"),
    Column("atomic_most_on_one", "counts.atomic_most_on_one", "count"),
]

REQUIRED = {"api", "n", "status"}  # of every row; "device" may be that of an absent API
STATUSES = ["ok", "noisy", "disturbed", "throttled", "failed", "skipped", "error"]
DOUBTFUL = ["noisy", "disturbed", "throttled"]  # the answer is right, the speed not to be relied on
