"""The textbook sum over a few bodies, and a reader of the file that --forces writes."""

import math
from pathlib import Path
from typing import List, NamedTuple, Sequence, Tuple

Vector = Tuple[float, float, float]


class Body(NamedTuple):
    mass: float
    position: Vector


class Force(NamedTuple):
    id: int
    acceleration: Vector
    potential: float


def read_nbody(path: Path) -> List[Body]:
    """Reads the bodies of a text snapshot: N, 3, time, N masses, N positions, N velocities."""
    words = path.read_text().split()
    n = int(words[0])
    values = [float(word) for word in words[3:]]
    positions = values[n : 4 * n]
    return [Body(values[i], tuple(positions[3 * i : 3 * i + 3])) for i in range(n)]


def direct_sum(bodies: Sequence[Body], eps: float) -> List[Tuple[Vector, float, float, float]]:
    """Acceleration, potential, sum of |pull| and sum of m/r (the body itself included)."""
    result = []
    for i, (_, at) in enumerate(bodies):
        pulls, potentials = [], []
        for j, (mass, other) in enumerate(bodies):
            if i == j:
                continue
            d = [b - a for a, b in zip(at, other)]
            r = math.sqrt(math.fsum(c * c for c in d) + eps * eps)
            pulls.append([mass * c / r**3 for c in d])
            potentials.append(-mass / r)
        acceleration = tuple(math.fsum(pull[k] for pull in pulls) for k in range(3))
        potential = math.fsum(potentials)
        itself = bodies[i].mass / eps if eps > 0 else 0.0
        result.append(
            (acceleration, potential, math.fsum(map(math.hypot, *zip(*pulls))), itself - potential)
        )
    return result


def read_forces(path: Path) -> List[Force]:
    """Reads the file that --forces writes, without its header."""
    forces = []
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        words = line.split()
        assert len(words) == 5, line
        x, y, z, potential = map(float, words[1:])
        forces.append(Force(int(words[0]), (x, y, z), potential))
    return forces
