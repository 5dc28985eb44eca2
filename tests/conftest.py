"""What all tests share: the option that rewrites golden scenarios, and the rule that nothing is skipped in CI."""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the only way in which golden files change."""
    parser.addoption("--rewrite-golden", action="store_true", help="write what is told into tests/scenarios/")


@pytest.fixture
def rewrites_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--rewrite-golden"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where everything is required (REQUIRE_ALL=1)."""
    report = yield
    if report.skipped and os.environ.get("REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although REQUIRE_ALL=1: {report.longrepr}"
    return report
