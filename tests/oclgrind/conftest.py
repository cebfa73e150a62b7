"""Markers of the tests under Oclgrind."""


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: for scripts/test.sh --nightly")
