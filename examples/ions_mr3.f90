! Molecular dynamics of 64 ions in a periodic box. An MR3 library computes the forces: a Lennard-Jones
! force between atom types, and Coulomb's force by an Ewald sum in two parts. The order of calls is that
! of programs for MDGRAPE. Units: charges, masses and the lattice constant are 1, and energies q q / r.
program ions
  implicit none
  integer, parameter :: edge = 4, n = edge**3, types = 2, kmax = 8, steps = 100, each = 20
  integer, parameter :: periodic = 1, changed = 0
  double precision, parameter :: pi = 3.14159265358979324d0, dt = 0.01d0, alpha = 1.75d0
  double precision :: x(3, n), v(3, n), f(3, n), q(n), box, cell(3, 3), stress(3, 3)
  double precision :: well(types, types), over_s2(types, types), g(types, types), energy, sigma
  integer :: kind(n), k(3, (2 * kmax + 1)**3), waves, step, i, a, b, c
  integer(8) :: state

  box = edge
  cell = 0
  do i = 1, 3
     cell(i, i) = box
  end do
  do a = 1, types
     do b = 1, types
        sigma = 0.92d0 + 0.04d0 * (a + b - 3)
        well(a, b) = 0.1d0
        over_s2(a, b) = 1 / sigma**2
     end do
  end do
  call lattice()
  call half_of_the_waves()

  call mr3init()
  call forces()
  do step = 0, steps
     if (mod(step, each) == 0) call report()
     if (step == steps) exit
     v = v + f * dt / 2
     x = modulo(x + v * dt, box)
     call forces()
     v = v + f * dt / 2
  end do
  call mr3free()
  do i = 1, 4
     print '(a, i2, 3f14.8)', 'ion', i, x(:, i)
  end do

contains

  ! Ions of alternating sign, slightly displaced; their velocities sum to 0.
  subroutine lattice()
    state = 20030601_8
    do i = 1, n
       a = mod(i - 1, edge)
       b = mod((i - 1) / edge, edge)
       c = (i - 1) / edge**2
       kind(i) = 1 + mod(a + b + c, 2)
       q(i) = 3 - 2 * kind(i)
       x(:, i) = (/ a + 0.5d0, b + 0.5d0, c + 0.5d0 /)
       do a = 1, 3
          x(a, i) = x(a, i) + 0.1d0 * (uniform() - 0.5d0)
          v(a, i) = 0.5d0 * (uniform() - 0.5d0)
       end do
    end do
    do a = 1, 3
       v(a, :) = v(a, :) - sum(v(a, :)) / n
    end do
  end subroutine

  double precision function uniform()
    state = mod(state * 16807_8, 2147483647_8)
    uniform = dble(state) / 2147483647d0
  end function

  ! Waves within a sphere, one of each opposite pair.
  subroutine half_of_the_waves()
    waves = 0
    do a = 0, kmax
       do b = -kmax, kmax
          do c = -kmax, kmax
             if (a == 0 .and. (b < 0 .or. (b == 0 .and. c <= 0))) cycle
             if (a**2 + b**2 + c**2 > kmax**2) cycle
             waves = waves + 1
             k(:, waves) = (/ a, b, c /)
          end do
       end do
    end do
  end subroutine

  ! The wave part overwrites the array, and the other parts are added to it.
  subroutine forces()
    double precision :: of_waves
    call mr3calcewald(k, waves, x, n, q, alpha, 1 / (4 * pi), cell, f, of_waves, stress)
    call mr3calccoulomb(x, n, q, alpha, 6, box, periodic, changed, f)
    g = 24 * well * over_s2
    call mr3calcvdw(x, n, kind, types, g, over_s2, 2, box, periodic, changed, f)
  end subroutine

  ! Potentials are in the first of a particle's three numbers, and each pair counts twice.
  subroutine report()
    double precision :: p(3, n), of_waves, kinetic
    call mr3calcewald(k, -waves, x, n, q, alpha, 1 / (4 * pi), cell, p, of_waves, stress)
    p = 0
    call mr3calccoulomb(x, n, q, alpha, 7, box, periodic, changed, p)
    g = 4 * well
    call mr3calcvdw(x, n, kind, types, g, over_s2, 3, box, periodic, changed, p)
    energy = of_waves + sum(p(1, :)) / 2 - alpha / sqrt(pi) * sum(q**2)
    kinetic = sum(v**2) / 2
    print '(a, f6.2, a, f13.7, a, f12.7, a, 3f11.7)', 'time', step * dt, '  energy', &
         energy + kinetic, '  kinetic', kinetic, '  momentum', sum(v(1, :)), sum(v(2, :)), &
         sum(v(3, :))
  end subroutine
end program
