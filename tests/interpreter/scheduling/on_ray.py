"""Games on a local Ray; `test_clusters` runs this in a network of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray

from tests.interpreter.scheduling.test_clusters import kills_a_worker, same_random_games


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[None]:
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def test_a_killed_worker(tmp_path: Path) -> None:
    kills_a_worker("ray", tmp_path)


def test_random_games() -> None:
    same_random_games("ray")
    same_random_games(ray)
