"""The machine of a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

from gputest.document import Document, no_result
from gputest.members import member


@dataclass(frozen=True)
class Device:
    """A device with at least one row."""

    id: str
    name: str
    vendor: str
    driver: str
    emulated: bool
    """The device is not hardware of its API: its answers count, its times do not."""


@dataclass(frozen=True)
class Machine:
    """A host with its devices."""

    cpu: str
    cores: int
    """The number of hardware threads that the operating system reports."""
    os: str
    devices: tuple[Device, ...]
    """The devices that ran a case, each once."""


def machine_of(document: Document) -> Machine:
    """The machine of a result.

    :raises GputestError: a value is of the wrong kind.
    """
    name = document.name
    devices: dict[str, Device] = {}
    for place, row in enumerate(document.rows):
        if row.get("kernel") is None:
            continue
        where = f"results[{place}]"
        texts = {key: member(name, where, row, f"device.{key}", "text") or ""
                 for key in ("id", "name", "vendor", "driver")}
        emulated = bool(member(name, where, row, "device.emulated", "truth"))
        devices.setdefault(texts["id"], Device(**texts, emulated=emulated))
    cpu = member(name, "", document.json, "host.cpu", "text")
    cores = member(name, "", document.json, "host.cores", "count")
    os = member(name, "", document.json, "host.os", "text")
    if cpu is None or cores is None or os is None:
        raise no_result(name, "it does not describe its host")
    return Machine(cpu, cores, os, tuple(devices.values()))


def one_machine(machines: Iterable[Machine]) -> Machine | None:
    """One machine with the devices of all; None if there are several hosts or none."""
    machines = list(machines)
    if len({(machine.cpu, machine.cores, machine.os) for machine in machines}) != 1:
        return None
    devices = {device: None for machine in machines for device in machine.devices}
    return Machine(machines[0].cpu, machines[0].cores, machines[0].os, tuple(devices))
