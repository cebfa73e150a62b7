"""Markers of the tests of the tree."""


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: for scripts/test.sh --all")
