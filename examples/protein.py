#!/usr/bin/env python3
"""Writes parallel alpha helices of polyalanine in vacuum as a data file of LAMMPS, style full:

  protein.py [chains [residues of each]] > protein.data

Units are LAMMPS's real ones: angstrom, kcal/mol, g/mol, e. A residue has 10 atoms; ends are not capped. Parameters are
similar to those of force fields, but belong to none. Bonds and angles start at equilibrium.
"""

import itertools
import math
import sys

# Mass, epsilon, sigma.
TYPES = {"N": (14.007, 0.17, 3.2), "H": (1.008, 0.02, 1.1), "CT": (12.011, 0.10, 3.4),
         "HC": (1.008, 0.02, 2.5), "C": (12.011, 0.09, 3.4), "O": (15.999, 0.20, 3.0)}
# The atoms of a residue: name, type, charge. The charges add up to 0.
ATOMS = [("N", "N", -0.42), ("H", "H", 0.28), ("CA", "CT", 0.03), ("HA", "HC", 0.08), ("CB", "CT", -0.18),
         ("HB1", "HC", 0.06), ("HB2", "HC", 0.06), ("HB3", "HC", 0.06), ("C", "C", 0.58), ("O", "O", -0.55)]
BONDS = [("N", "H"), ("N", "CA"), ("CA", "HA"), ("CA", "CB"), ("CB", "HB1"), ("CB", "HB2"), ("CB", "HB3"),
         ("CA", "C"), ("C", "O")]
PHI, PSI, OMEGA = -57, -47, 180
BETWEEN_CHAINS = 11


def placed(a, b, c, length, angle, torsion):
    """The point at that distance from c, angle b-c-point and torsion a-b-c-point, in degrees."""
    def unit(v):
        size = math.hypot(*v)
        return [x / size for x in v]

    def cross(u, v):
        return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    along = unit([c[k] - b[k] for k in range(3)])
    normal = unit(cross([b[k] - a[k] for k in range(3)], along))
    across = cross(normal, along)
    angle, torsion = math.radians(angle), math.radians(torsion)
    x, y, z = (-length * math.cos(angle), length * math.sin(angle) * math.cos(torsion),
               length * math.sin(angle) * math.sin(torsion))
    return [c[k] + x * along[k] + y * across[k] + z * normal[k] for k in range(3)]


def helix(residues):
    """For each residue a dict of its atoms' positions."""
    chain = []
    for k in range(residues):
        p = {}
        if k == 0:
            p["N"], p["CA"] = [0.0, 0.0, 0.0], [1.46, 0.0, 0.0]
            p["C"] = placed([0.0, 1.0, 0.0], p["N"], p["CA"], 1.52, 111, PHI)
            p["H"] = placed(p["C"], p["CA"], p["N"], 1.01, 119, 60)
        else:
            q = chain[-1]
            p["N"] = placed(q["N"], q["CA"], q["C"], 1.33, 117, PSI)
            p["CA"] = placed(q["CA"], q["C"], p["N"], 1.46, 122, OMEGA)
            p["C"] = placed(q["C"], p["N"], p["CA"], 1.52, 111, PHI)
            p["H"] = placed(q["CA"], q["C"], p["N"], 1.01, 119, OMEGA - 180)
        p["O"] = placed(p["N"], p["CA"], p["C"], 1.23, 121, PSI + 180)
        p["CB"] = placed(p["C"], p["N"], p["CA"], 1.53, 110, -122)
        p["HA"] = placed(p["C"], p["N"], p["CA"], 1.09, 109, 119)
        for h, torsion in (("HB1", 60), ("HB2", 180), ("HB3", 300)):
            p[h] = placed(p["N"], p["CA"], p["CB"], 1.09, 109.5, torsion)
        chain.append(p)
    return chain


def turned(chain):
    """The helix with its axis along z, from the first atom CA to the last."""
    first, last = chain[0]["CA"], chain[-1]["CA"]
    axis = [last[k] - first[k] for k in range(3)]
    size = math.hypot(*axis) or 1
    z = [x / size for x in axis]
    k = min(range(3), key=lambda c: abs(z[c]))
    x = [(1 if c == k else 0) - z[k] * z[c] for c in range(3)]
    size = math.hypot(*x)
    x = [c / size for c in x]
    y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
    return [{name: [sum(of[c] * (at[c] - first[c]) for c in range(3)) for of in (x, y, z)]
             for name, at in residue.items()} for residue in chain]


def angle_between(a, b, c):
    u, v = [a[k] - b[k] for k in range(3)], [c[k] - b[k] for k in range(3)]
    return math.degrees(math.acos(sum(p * q for p, q in zip(u, v)) / math.hypot(*u) / math.hypot(*v)))


def numbered(kinds):
    """Each kind's number, from 1, in order."""
    return {kind: k + 1 for k, kind in enumerate(sorted(set(kinds)))}


def section(title, rows):
    print(f"\n{title}\n")
    for k, row in enumerate(rows):
        print(k + 1, *row)


def main():
    chains = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    residues = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    if chains < 1 or residues < 2:
        sys.exit("protein.py [chains [residues of each, at least 2]]")
    one, across = turned(helix(residues)), math.isqrt(chains - 1) + 1
    place, kind, rows, bonds = [], [], [], []
    for chain in range(chains):
        shift = [BETWEEN_CHAINS * (chain % across), BETWEEN_CHAINS * (chain // across), 0]
        number = {}
        for k, residue in enumerate(one):
            for name, type_, charge in ATOMS:
                number[k, name] = len(place)
                place.append([residue[name][c] + shift[c] for c in range(3)])
                kind.append(type_)
                rows.append((chain + 1, list(TYPES).index(type_) + 1, charge, *(f"{x:.5f}" for x in place[-1])))
            bonds += [(number[k, a], number[k, b]) for a, b in BONDS]
            if k > 0:
                bonds.append((number[k - 1, "C"], number[k, "N"]))
    near = [[] for _ in place]
    for a, b in bonds:
        near[a].append(b)
        near[b].append(a)
    angles = [(a, b, c) for b in range(len(place)) for a, c in itertools.combinations(sorted(near[b]), 2)]
    # Torsions about the bonds that have a rotational barrier.
    torsions = [(a, b, c, d) for b, c in bonds if {kind[b], kind[c]} in ({"C", "N"}, {"CT"})
                for a in near[b] if a != c for d in near[c] if d not in (b, a)]

    def kind_of(atoms):
        kinds = tuple(kind[a] for a in atoms)
        return min(kinds, kinds[::-1])
    bond_types, angle_types = (numbered(map(kind_of, of)) for of in (bonds, angles))
    torsion_types = numbered(kind_of(torsion[1:3]) for torsion in torsions)

    def mean(of_kind, members, measure):
        values = [measure(*(place[a] for a in member)) for member in members if kind_of(member) == of_kind]
        return sum(values) / len(values)
    low = [min(p[c] for p in place) - 20 for c in range(3)]
    high = [max(p[c] for p in place) + 20 for c in range(3)]
    print("polyalanine helices, boundary f f f\n")
    for count, name in ((len(place), "atoms"), (len(bonds), "bonds"), (len(angles), "angles"),
                        (len(torsions), "dihedrals"), (len(TYPES), "atom types"), (len(bond_types), "bond types"),
                        (len(angle_types), "angle types"), (len(torsion_types), "dihedral types")):
        print(count, name)
    for c, name in enumerate("xyz"):
        print(f"{low[c]:.3f} {high[c]:.3f} {name}lo {name}hi")
    section("Masses", [(mass,) for mass, _, _ in TYPES.values()])
    section("Pair Coeffs", [of[1:] for of in TYPES.values()])
    light = {"H", "HC"}
    section("Bond Coeffs", [(340 if light & set(of) else 480 if "N" in of else 320, f"{mean(of, bonds, math.dist):.5f}")
                            for of in bond_types])
    section("Angle Coeffs", [(35 if light & set(of) else 65, f"{mean(of, angles, angle_between):.5f}")
                             for of in angle_types])
    section("Dihedral Coeffs", [(2.5, -1, 2) if "N" in of else (0.15, 1, 3) for of in torsion_types])
    section("Atoms # full", rows)
    for title, members, types in (("Bonds", bonds, bond_types), ("Angles", angles, angle_types)):
        section(title, [(types[kind_of(member)], *(a + 1 for a in member)) for member in members])
    section("Dihedrals", [(torsion_types[kind_of(t[1:3])], *(a + 1 for a in t)) for t in torsions])


main()
