! Forces of bodies in a cube by a GRAPE-5 library, and their potential energy. Units: G = M = 1.
program direct
  implicit none
  integer, parameter :: n = 1000
  double precision :: x(3, n), m(n), a(3, n), p(n), eps, energy
  integer :: i, k
  integer(8) :: state

  state = 20030601_8
  do i = 1, n
     do k = 1, 3
        state = mod(state * 16807_8, 2147483647_8)
        x(k, i) = dble(state) / 2147483647d0
     end do
     m(i) = 1d0 / n
  end do
  eps = 0.01d0
  call g5_open()
  call g5_set_range(0d0, 1d0, m(1))
  call g5_set_eps_to_all(eps)
  call g5_set_xmj(0, n, x, m)
  call g5_set_n(n)
  call g5_calculate_force_on_x(x, a, p, n)
  call g5_close()
  energy = 0
  do i = 1, n
     energy = energy - 0.5d0 * m(i) * (p(i) - m(i) / eps)
  end do
  print '(a, f12.8)', 'energy ', energy
  do i = 1, 4
     print '(a, i2, 3f14.8)', 'body', i, a(:, i)
  end do
end program
