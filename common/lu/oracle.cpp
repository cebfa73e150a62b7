#include "common/lu/oracle.hpp"

#include <cmath>
#include <functional>

namespace gputest::lu {
namespace {

constexpr double kHeats = 1.4;  // c1, the ratio of the specific heats
constexpr double kPressure = kHeats - 1;
constexpr double kViscosity = 0.1, kPrandtl = 1.4;  // c3 c4 and c5
constexpr double kOmega = 1.2;
constexpr std::array<double, 3> kSecondOrder{0.75, 0.75, 1.0};  // dissipation along x, y, z
constexpr double kFourthOrder = 0.25;

using Matrix = std::array<Five, 5>;  // an array of rows

/// RNR-94-007, table of the coefficients of the exact solution.
constexpr std::array<std::array<double, 13>, 5> kPolynomial{{
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
}};

void for_inner(const Grid& grid,
               const std::function<void(std::uint32_t, std::uint32_t, std::uint32_t)>& f) {
  for (std::uint32_t z = 1; z + 1 < grid.edge; ++z)
    for (std::uint32_t y = 1; y + 1 < grid.edge; ++y)
      for (std::uint32_t x = 1; x + 1 < grid.edge; ++x) f(x, y, z);
}

/// The same for cells that are independent of each other, in any order.
void for_inner_at_once(const Grid& grid,
                       const std::function<void(std::uint32_t, std::uint32_t, std::uint32_t)>& f) {
  const auto last = static_cast<std::int64_t>(grid.edge) - 1;
#pragma omp parallel for schedule(static)
  for (std::int64_t z = 1; z < last; ++z)
    for (std::uint32_t y = 1; y + 1 < grid.edge; ++y)
      for (std::uint32_t x = 1; x + 1 < grid.edge; ++x) f(x, y, static_cast<std::uint32_t>(z));
}

double velocity(const Five& u, std::size_t axis) { return u[axis + 1] / u[0]; }
double squared_speed(const Five& u) {
  return std::pow(velocity(u, 0), 2) + std::pow(velocity(u, 1), 2) + std::pow(velocity(u, 2), 2);
}
double pressure(const Five& u) { return kPressure * (u[4] - u[0] * squared_speed(u) / 2); }

/// Euler's flux along an axis.
Five convection(const Five& u, std::size_t axis) {
  const double w = velocity(u, axis), p = pressure(u);
  Five flux{u[0] * w, u[1] * w, u[2] * w, u[3] * w, (u[4] + p) * w};
  flux[axis + 1] += p;
  return flux;
}

/// The viscous flux between two neighbours along an axis: the difference of the velocities, with
/// weight 4/3 along the axis, and its share of the energy.
Five shear(const Five& low, const Five& high, std::size_t axis) {
  Five flux{};
  for (std::size_t c = 0; c < 3; ++c)
    flux[c + 1] = (c == axis ? 4.0 / 3 : 1.0) * (velocity(high, c) - velocity(low, c));
  const double heat = kHeats * kPrandtl;
  flux[4] = (1 - heat) / 2 * (squared_speed(high) - squared_speed(low)) +
            (std::pow(velocity(high, axis), 2) - std::pow(velocity(low, axis), 2)) / 6 +
            heat * (high[4] / high[0] - low[4] / low[0]);
  return flux;
}

/// The weights of the fourth-order dissipation at position p of n, for the cells p - 2 to p + 2.
std::array<double, 5> fourth_difference(std::uint32_t p, std::uint32_t n) {
  if (p == 1) return {0, 0, 5, -4, 1};
  if (p == 2) return {0, -4, 6, -4, 1};
  if (p == n - 3) return {1, -4, 6, -4, 0};
  if (p == n - 2) return {1, -4, 5, 0, 0};
  return {1, -4, 6, -4, 1};
}

/// The change of an inner cell due to the flow alone, without forcing.
Five change(const Grid& flow, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const double n1 = flow.edge - 1;
  Five sum{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t p = axis == 0 ? x : axis == 1 ? y : z;
    const auto beside = [&](int by) -> const Five& {
      const auto moved = [&](std::uint32_t at, std::size_t along) {
        return along == axis ? at + static_cast<std::uint32_t>(by) : at;
      };
      return flow.at(moved(x, 0), moved(y, 1), moved(z, 2));
    };
    const Five &before = beside(-1), &here = beside(0), &after = beside(1);
    const Five in = convection(before, axis), out = convection(after, axis);
    const Five low = shear(before, here, axis), high = shear(here, after, axis);
    const auto weights = fourth_difference(p, flow.edge);
    for (std::size_t c = 0; c < 5; ++c) {
      sum[c] -= n1 / 2 * (out[c] - in[c]);
      sum[c] += n1 * n1 * kViscosity * (high[c] - low[c]);
      sum[c] += n1 * n1 * kSecondOrder[axis] * (before[c] - 2 * here[c] + after[c]);
      for (int k = 0; k < 5; ++k)
        if (const double weight = weights[static_cast<std::size_t>(k)]; weight != 0)
          sum[c] -= kFourthOrder * weight * beside(k - 2)[c];
    }
  }
  return sum;
}

/// The derivative of convection() by u: of u_k w + (p for the axis's k), and of (u_5 + p) w.
Matrix convection_jacobian(const Five& u, std::size_t axis) {
  const double w = velocity(u, axis), enthalpy = (u[4] + pressure(u)) / u[0];
  const Five speed{-w / u[0], axis == 0 ? 1 / u[0] : 0, axis == 1 ? 1 / u[0] : 0,
                   axis == 2 ? 1 / u[0] : 0, 0};  // the derivative of w
  const Five push{kPressure * squared_speed(u) / 2, -kPressure * velocity(u, 0),
                  -kPressure * velocity(u, 1), -kPressure * velocity(u, 2), kPressure};  // of p
  Matrix a{};
  for (std::size_t k = 0; k < 5; ++k)
    for (std::size_t j = 0; j < 5; ++j) {
      a[k][j] = u[k] * speed[j] + (k == j ? w : 0);
      if (k == axis + 1) a[k][j] += push[j];
    }
  for (std::size_t j = 0; j < 5; ++j)
    a[4][j] = u[0] * enthalpy * speed[j] + w * ((j == 4 ? 1 : 0) + push[j]);
  return a;
}

/// The derivative of the viscous terms along an axis by each cell's own numbers, and of the
/// second-order dissipation.
Matrix diffusion_jacobian(const Five& u, std::size_t axis) {
  const double conduction = kViscosity * kHeats * kPrandtl;
  Matrix a{};
  a[4][0] = -conduction * u[4] / (u[0] * u[0]);
  a[4][4] = conduction / u[0];
  for (std::size_t c = 1; c < 4; ++c) {
    const double k = (c == axis + 1 ? 4.0 / 3 : 1.0) * kViscosity;
    a[c][0] = -k * u[c] / (u[0] * u[0]);
    a[c][c] = k / u[0];
    a[4][0] -= (k - conduction) * u[c] * u[c] / (u[0] * u[0] * u[0]);
    a[4][c] = (k - conduction) * u[c] / (u[0] * u[0]);
  }
  for (std::size_t c = 0; c < 5; ++c) a[c][c] += kSecondOrder[axis];
  return a;
}

/// Solves a x = b by elimination; b becomes x.
void solve(Matrix a, Five& b) {
  for (std::size_t pivot = 0; pivot < 5; ++pivot)
    for (std::size_t row = pivot + 1; row < 5; ++row) {
      const double factor = a[row][pivot] / a[pivot][pivot];
      for (std::size_t column = pivot; column < 5; ++column)
        a[row][column] -= factor * a[pivot][column];
      b[row] -= factor * b[pivot];
    }
  for (std::size_t row = 5; row-- > 0;) {
    for (std::size_t column = row + 1; column < 5; ++column) b[row] -= a[row][column] * b[column];
    b[row] /= a[row][row];
  }
}

/// For the neighbours on one side, at the distance `side`, -1 or 1: the sum of block times change.
Five joined(const Grid& flow, const Grid& v, std::array<std::uint32_t, 3> cell, int side,
            double dt) {
  const double n1 = flow.edge - 1;
  Five sum{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<std::uint32_t, 3> next = cell;
    next[axis] += static_cast<std::uint32_t>(side);
    const Five &u = flow.at(next[0], next[1], next[2]), &w = v.at(next[0], next[1], next[2]);
    const Matrix convected = convection_jacobian(u, axis), diffused = diffusion_jacobian(u, axis);
    for (std::size_t row = 0; row < 5; ++row)
      for (std::size_t column = 0; column < 5; ++column)
        sum[row] += dt *
                    (side * n1 / 2 * convected[row][column] - n1 * n1 * diffused[row][column]) *
                    w[column];
  }
  return sum;
}

/// A cell's own block.
Matrix own_block(const Five& u, double n1, double dt) {
  Matrix block{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Matrix diffused = diffusion_jacobian(u, axis);
    for (std::size_t row = 0; row < 5; ++row)
      for (std::size_t column = 0; column < 5; ++column)
        block[row][column] += 2 * dt * n1 * n1 * diffused[row][column];
  }
  for (std::size_t c = 0; c < 5; ++c) block[c][c] += 1;
  return block;
}

void sweep_cell(const Grid& flow, Grid& v, std::array<std::uint32_t, 3> cell, int side, double dt) {
  Five& here = v.at(cell[0], cell[1], cell[2]);
  const Matrix block = own_block(flow.at(cell[0], cell[1], cell[2]), flow.edge - 1, dt);
  Five sum = joined(flow, v, cell, side, dt);
  for (double& s : sum) s *= kOmega;
  if (side > 0) {
    solve(block, sum);
    for (std::size_t c = 0; c < 5; ++c) here[c] -= sum[c];
  } else {
    for (std::size_t c = 0; c < 5; ++c) here[c] -= sum[c];
    solve(block, here);
  }
}

}  // namespace

Grid::Grid(std::uint32_t along)
    : edge(along), cells(std::uint64_t{along} * along * along, Five{}) {}

Five exact_solution(double x, double y, double z) {
  const double xx = x * x, yy = y * y, zz = z * z;
  Five value{};
  for (std::size_t c = 0; c < 5; ++c) {
    const auto& k = kPolynomial[c];
    value[c] = k[0] + k[1] * x + k[2] * y + k[3] * z + k[4] * xx + k[5] * yy + k[6] * zz +
               k[7] * x * xx + k[8] * y * yy + k[9] * z * zz + k[10] * xx * xx + k[11] * yy * yy +
               k[12] * zz * zz;
  }
  return value;
}

Grid exact_flow(std::uint32_t edge) {
  Grid flow(edge);
  const double n1 = edge - 1;
  for (std::uint32_t z = 0; z < edge; ++z)
    for (std::uint32_t y = 0; y < edge; ++y)
      for (std::uint32_t x = 0; x < edge; ++x)
        flow.at(x, y, z) = exact_solution(x / n1, y / n1, z / n1);
  return flow;
}

Grid first_guess(std::uint32_t edge) {
  Grid flow = exact_flow(edge);
  const double n1 = edge - 1;
  for_inner_at_once(flow, [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const double x = i / n1, y = j / n1, z = k / n1;
    const Five x0 = exact_solution(0, y, z), x1 = exact_solution(1, y, z);
    const Five y0 = exact_solution(x, 0, z), y1 = exact_solution(x, 1, z);
    const Five z0 = exact_solution(x, y, 0), z1 = exact_solution(x, y, 1);
    for (std::size_t c = 0; c < 5; ++c) {
      const double a = (1 - x) * x0[c] + x * x1[c], b = (1 - y) * y0[c] + y * y1[c],
                   d = (1 - z) * z0[c] + z * z1[c];
      flow.at(i, j, k)[c] = a + b + d - a * b - b * d - d * a + a * b * d;
    }
  });
  return flow;
}

Grid forcing(std::uint32_t edge) {
  const Grid flow = exact_flow(edge);
  Grid force(edge);
  for_inner_at_once(flow, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    force.at(x, y, z) = change(flow, x, y, z);
  });
  return force;
}

Grid residual(const Grid& flow, const Grid& force) {
  Grid result(flow.edge);
  for_inner_at_once(flow, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    Five& here = result.at(x, y, z) = change(flow, x, y, z);
    for (std::size_t c = 0; c < 5; ++c) here[c] -= force.at(x, y, z)[c];
  });
  return result;
}

Grid solved(Grid flow, const Grid& force, double dt, std::uint32_t steps) {
  const double weight = 1 / (kOmega * (2 - kOmega));
  const std::uint32_t last = flow.edge - 2;
  for (std::uint32_t step = 0; step < steps; ++step) {
    Grid v = residual(flow, force);
    for (Five& five : v.cells)
      for (double& number : five) number *= dt;
    for_inner(flow, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      sweep_cell(flow, v, {x, y, z}, -1, dt);
    });
    for_inner(flow, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      sweep_cell(flow, v, {last + 1 - x, last + 1 - y, last + 1 - z}, 1, dt);
    });
    for (std::uint64_t i = 0; i < flow.cells.size(); ++i)
      for (std::size_t c = 0; c < 5; ++c) flow.cells[i][c] += weight * v.cells[i][c];
  }
  return flow;
}

Five norm(const Grid& grid) {
  Five sum{};
  for_inner(grid, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    for (std::size_t c = 0; c < 5; ++c) sum[c] += std::pow(grid.at(x, y, z)[c], 2);
  });
  for (double& s : sum) s = std::sqrt(s / std::pow(grid.edge - 2, 3));
  return sum;
}

Five error_norm(const Grid& flow) {
  Grid difference = exact_flow(flow.edge);
  for (std::uint64_t i = 0; i < flow.cells.size(); ++i)
    for (std::size_t c = 0; c < 5; ++c) difference.cells[i][c] -= flow.cells[i][c];
  return norm(difference);
}

double surface_integral(const Grid& flow) {
  // The box of the specification's subroutine: cells 2 to n - 1 along x, 2 to n - 2 along y and 3
  // to n - 1 along z, counted from 1.
  const std::array<std::uint32_t, 3> low{1, 1, 2};
  const std::array<std::uint32_t, 3> high{flow.edge - 2, flow.edge - 3, flow.edge - 2};
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    for (const std::uint32_t side : {low[axis], high[axis]})
      for (std::uint32_t a = low[first]; a <= high[first]; ++a)
        for (std::uint32_t b = low[second]; b <= high[second]; ++b) {
          std::array<std::uint32_t, 3> cell{};
          cell[axis] = side, cell[first] = a, cell[second] = b;
          const double edges = (a == low[first] || a == high[first] ? 0.5 : 1) *
                               (b == low[second] || b == high[second] ? 0.5 : 1);
          sum += edges * pressure(flow.at(cell[0], cell[1], cell[2]));
        }
  }
  // Each square of the surface has the mean of its corners. So the corners of a face of the box
  // have a weight of a quarter, and its edges of a half.
  return sum / std::pow(flow.edge - 1, 2);
}

}  // namespace gputest::lu
