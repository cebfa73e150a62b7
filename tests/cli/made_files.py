"""Makes particle files with every freedom that a format permits: order, blanks, comments, line ends, ways to
write a number. If a reader gets other numbers without a word, the reader is wrong."""

import random
from dataclasses import dataclass
from typing import Callable, Dict, List, Sequence, Tuple

Vector = Tuple[float, float, float]


@dataclass
class Particles:
    """The numbers of a file. `ids` are in the order of the lists."""
    ids: List[int]
    positions: List[Vector]
    velocities: List[Vector]
    masses: List[float]
    low: Vector
    high: Vector
    periodic: Tuple[bool, bool, bool]
    has_box: bool = True


def particles(r: random.Random, with_box: bool = True) -> Particles:
    n = r.randint(1, 12)
    low = tuple(r.choice([0.0, 0.0, round(r.uniform(-5, 5), 3)]) for _ in range(3))
    high = tuple(at + round(r.uniform(3, 20), r.randint(0, 6)) for at in low)
    kinds = [round(r.uniform(0.5, 40), r.randint(0, 5)) for _ in range(3)]
    return Particles(
        ids=list(range(1, 1 + n)),
        positions=[tuple(a + r.random() * 0.999 * (b - a) for a, b in zip(low, high)) for _ in range(n)],
        velocities=[tuple(r.gauss(0, 1) for _ in range(3)) for _ in range(n)],
        masses=[r.choice(kinds) for _ in range(n)],
        low=low, high=high,
        periodic=tuple(r.random() < 0.6 for _ in range(3)),
        has_box=with_box)


def number(r: random.Random, value: float) -> str:
    """The value in one of the ways to write it, none of which loses a digit."""
    text = r.choice([repr(value), f"{value:.17g}", f"{value:.17e}", f"{value:.17E}", f"{value:.20f}"])
    if float(text) != value:
        text = repr(value)
    if value >= 0 and r.random() < 0.1:
        text = "+" + text
    if "e" not in text.lower() and r.random() < 0.2:
        if text.startswith("0.") and len(text) > 2:
            text = text[1:]
        elif text.endswith(".0"):
            text = text[:-1]
    return text


def numbers(r: random.Random, values: Sequence[float]) -> List[str]:
    return [number(r, value) for value in values]


def joined(r: random.Random, words: Sequence[str]) -> str:
    """The words with blanks and tabs between them, and perhaps around them."""
    gap = r.choice([" ", " ", "  ", "\t", " \t "])
    line = gap.join(words)
    return r.choice(["", "", "", " ", "\t"]) + line + r.choice(["", "", "", " ", "  "])


def text_of(r: random.Random, lines: List[str]) -> bytes:
    end = r.choice(["\n", "\n", "\r\n"])
    text = end.join(lines) + end + r.choice(["", "", end, end + end])
    return (b"\xef\xbb\xbf" if r.random() < 0.1 else b"") + text.encode()


def shuffled(r: random.Random, items: Sequence) -> List:
    items = list(items)
    r.shuffle(items)
    return items


# Extended XYZ


def xyz_array(r: random.Random, words: Sequence[str]) -> str:
    plain = r.choice([" ", "  "]).join(words)
    return r.choice([f'"{plain}"', f'"{plain}"', f"{{{plain}}}",
                     f"[{', '.join(words)}]", f"[{','.join(words)}]"])


def xyz_flag(r: random.Random, flag: bool) -> str:
    return r.choice(["T", "True", "true", "TRUE"] if flag else ["F", "False", "false", "FALSE"])


def xyz_pair(r: random.Random, key: str, value: str) -> str:
    if r.random() < 0.1:
        key = f'"{key}"'
    return key + r.choice(["=", "=", "=", " = ", "= ", " ="]) + value


def extended_xyz(r: random.Random) -> Tuple[Particles, bytes]:
    p = particles(r, r.random() < 0.85)
    edges = [b - a for a, b in zip(p.low, p.high)]
    if r.random() < 0.7:
        p.positions = [tuple(x - a for x, a in zip(at, p.low)) for at in p.positions]
        p.low = (0.0, 0.0, 0.0)
    p.high = tuple(a + edge for a, edge in zip(p.low, edges))
    with_velocity = r.choice(["vel", "velo", "momenta", ""])
    with_masses = "masses" if with_velocity == "momenta" or r.random() < 0.7 else ""
    columns = [("species:S:1", lambda k: [r.choice(["X", "Ar", "H"])]),
               ("pos:R:3", lambda k: numbers(r, p.positions[k]))]
    if with_velocity in ("vel", "velo"):
        columns.append((f"{with_velocity}:R:3", lambda k: numbers(r, p.velocities[k])))
    elif with_velocity == "momenta":
        momenta = [tuple(p.masses[k] * v for v in p.velocities[k]) for k in range(len(p.ids))]
        columns.append(("momenta:R:3", lambda k: numbers(r, momenta[k])))
    else:
        p.velocities = [(0.0, 0.0, 0.0) for _ in p.ids]
    if with_masses:
        columns.append(("masses:R:1", lambda k: [number(r, p.masses[k])]))
    else:
        p.masses = [1.0 for _ in p.ids]
    for name, make in [("forces:R:3", lambda k: numbers(r, [r.gauss(0, 9) for _ in range(3)])),
                       ("tags:I:1", lambda k: [str(r.randint(0, 9))]),
                       ("group:L:1", lambda k: [r.choice("TF")]),
                       ("name:S:1", lambda k: ["C_1"])]:
        if r.random() < 0.25:
            columns.append((name, make))
    order = list(columns)
    if r.random() < 0.6:
        order = shuffled(r, columns)
    pairs = []
    if p.has_box:
        lattice = [edges[0], 0, 0, 0, edges[1], 0, 0, 0, edges[2]]
        words = numbers(r, lattice)
        pairs.append(xyz_pair(r, "Lattice", xyz_array(r, words)))
        if any(p.low):
            pairs.append(xyz_pair(r, "Origin", xyz_array(r, numbers(r, p.low))))
        if r.random() < 0.7:
            pairs.append(xyz_pair(r, "pbc", xyz_array(r, [xyz_flag(r, flag) for flag in p.periodic])))
        else:
            p.periodic = (True, True, True)
    pairs.append(xyz_pair(r, "Properties", ":".join(name for name, _ in order)))
    for more in ["energy=-1.3e-4", 'config_type="bulk \\"A\\" Lattice=none"', "step=7", 'note="a = b"',
                 "flag", 'stress="1 0 0 0 1 0 0 0 1"', "dft_done=T", 'units_of="kcal"']:
        if r.random() < 0.2:
            pairs.append(more)
    if r.random() < 0.7:
        pairs = shuffled(r, pairs)
    lines = []
    for _ in range(r.choice([0, 0, 0, 1, 2])):  # earlier frames
        lines += ["1", 'Lattice="1 0 0 0 1 0 0 0 1" Properties=species:S:1:pos:R:3', "X 0.5 0.5 0.5"]
    lines.append(r.choice(["", "", " "]) + str(len(p.ids)) + r.choice(["", "", "  "]))
    lines.append(r.choice(["", "", " "]) + " ".join(pairs))
    for k in range(len(p.ids)):
        lines.append(joined(r, [word for _, make in order for word in make(k)]))
    return p, text_of(r, lines)


# LAMMPS


STYLES: Dict[str, Callable[[random.Random, int, int, List[str]], List[str]]] = {
    "atomic": lambda r, i, t, x: [str(i), str(t), *x],
    "charge": lambda r, i, t, x: [str(i), str(t), number(r, r.gauss(0, 1)), *x],
    "bond": lambda r, i, t, x: [str(i), str(r.randint(0, 9)), str(t), *x],
    "molecular": lambda r, i, t, x: [str(i), str(r.randint(0, 9)), str(t), *x],
    "angle": lambda r, i, t, x: [str(i), str(r.randint(0, 9)), str(t), *x],
    "full": lambda r, i, t, x: [str(i), str(r.randint(0, 9)), str(t), number(r, r.gauss(0, 1)), *x],
}


def behind(r: random.Random) -> str:
    return r.choice(["", "", "", " # a comment", "  #"])


def lammps_data(r: random.Random) -> Tuple[Particles, bytes]:
    p = particles(r)
    p.periodic = (True, True, True)
    n = len(p.ids)
    types = sorted(set(p.masses))
    style = r.choice(list(STYLES))
    with_images = r.random() < 0.4
    header = [f"{n} atoms", f"{len(types)} atom types"]
    for axis, low, high in zip("xyz", p.low, p.high):
        header.append(" ".join(numbers(r, [low, high])) + f" {axis}lo {axis}hi")
    for more in ["0 bonds", "0 angles", "0 bond types", "0 impropers", "0 0 0 xy xz yz",
                 "0.0 0.0 0.0 xy xz yz"]:
        if r.random() < 0.15 and not (more.endswith("yz") and any(line.endswith("yz") for line in header)):
            header.append(more)
    if r.random() < 0.7:
        header = shuffled(r, header)
    lines = [r.choice(["LAMMPS data file", "", "# a title", "grain boundary sample, poly fcc",
                       "3 atoms in a title"])]
    for line in header:
        if r.random() < 0.4:
            lines.append(r.choice(["", "  ", "# between"]))
        lines.append(r.choice(["", " "]) + line + behind(r))

    def section(name: str, rows: List[List[str]]) -> List[str]:
        return [*[""] * r.randint(0, 2), name, *[""] * r.randint(1, 1),
                *[joined(r, row) + behind(r) for row in rows]]

    order = shuffled(r, range(n)) if r.random() < 0.6 else list(range(n))
    atoms = []
    for k in order:
        row = STYLES[style](r, p.ids[k], 1 + types.index(p.masses[k]), numbers(r, p.positions[k]))
        atoms.append(row + ([str(r.randint(-2, 2)) for _ in range(3)] if with_images else []))
    sections = [section("Masses" + behind(r),
                        [[str(1 + t), number(r, mass)] for t, mass in enumerate(types)]),
                section(f"Atoms # {style}", atoms)]
    if r.random() < 0.8:
        rows = [[str(p.ids[k]), *numbers(r, p.velocities[k])] for k in shuffled(r, range(n))]
        velocities = section("Velocities", rows)
    else:
        p.velocities = [(0.0, 0.0, 0.0) for _ in p.ids]
        velocities = []
    if r.random() < 0.5:
        sections = shuffled(r, sections)
    lines += [line for part in sections for line in part] + velocities
    return p, text_of(r, lines)


def lammps_dump(r: random.Random) -> Tuple[Particles, bytes]:
    p = particles(r)
    n = len(p.ids)
    edges = [b - a for a, b in zip(p.low, p.high)]
    form = r.choice(["x", "xs", "xu"])
    if form == "xs":
        scaled = [tuple((x - a) / e for x, a, e in zip(at, p.low, edges)) for at in p.positions]
    names = {"x": "x y z", "xs": "xs ys zs", "xu": "xu yu zu"}[form].split()
    types = sorted(set(p.masses))
    at = scaled if form == "xs" else p.positions
    columns: List[Tuple[str, Callable[[int], str]]] = [("id", lambda k: str(p.ids[k]))]
    columns += [(names[c], lambda k, c=c: number(r, at[k][c])) for c in range(3)]
    if r.random() < 0.7:
        columns += [(f"v{axis}", lambda k, c=c: number(r, p.velocities[k][c]))
                    for c, axis in enumerate("xyz")]
    else:
        p.velocities = [(0.0, 0.0, 0.0) for _ in p.ids]
    if r.random() < 0.7:
        columns.append(("mass", lambda k: number(r, p.masses[k])))
    else:
        p.masses = [1.0 for _ in p.ids]
    for name, make in [("type", lambda k: "1"), ("element", lambda k: "Ar"), ("ix", lambda k: "0"),
                       ("c_pe[1]", lambda k: number(r, r.gauss(0, 1))),
                       ("q", lambda k: number(r, r.gauss(0, 1))),
                       ("fx", lambda k: number(r, r.gauss(0, 1)))]:
        if r.random() < 0.3:
            columns.append((name, make))
    if r.random() < 0.5:
        columns = shuffled(r, columns)
    flags = " ".join("pp" if flag else r.choice(["ff", "ss", "mm", "fs"]) for flag in p.periodic)
    lines: List[str] = []
    for _ in range(r.choice([0, 0, 1, 2])):
        lines += ["ITEM: TIMESTEP", "0", "ITEM: NUMBER OF ATOMS", "1", "ITEM: BOX BOUNDS pp pp pp", "0 1", "0 1", "0 1",
                  "ITEM: ATOMS id type x y z", "1 1 0.5 0.5 0.5"]
    if r.random() < 0.2:
        lines += ["ITEM: UNITS", "lj"]
    if r.random() < 0.2:
        lines += ["ITEM: TIME", "0.25"]
    lines += ["ITEM: TIMESTEP", str(r.randint(0, 10**7)), "ITEM: NUMBER OF ATOMS", str(n), f"ITEM: BOX BOUNDS {flags}"]
    lines += [joined(r, numbers(r, pair)) for pair in zip(p.low, p.high)]
    lines.append("ITEM: ATOMS " + " ".join(name for name, _ in columns) + r.choice(["", " "]))
    lines += [joined(r, [make(k) for _, make in columns]) for k in shuffled(r, range(n))]
    return p, text_of(r, lines)


MAKERS = {"xyz": extended_xyz, "data": lammps_data, "dump": lammps_dump}
