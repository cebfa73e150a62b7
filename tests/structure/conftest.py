"""What the tests of the tree share."""


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: for scripts/test.sh --all")
