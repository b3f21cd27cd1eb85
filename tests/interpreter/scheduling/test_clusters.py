"""Games on a local Dask cluster and a local Ray, with a worker killed in the middle: the same as on one core."""

import json
import logging
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest

from ludparse import LudError, load
from ludparse.exporters.cli import main
from ludparse.interpreter.game.many_games import stream
from ludparse.interpreter.scheduling import Places, dask_engine, in_order
from ludparse.interpreter.scheduling.dask_engine import Dask
from ludparse.interpreter.scheduling.places import EngineLostError
from ludparse.interpreter.scheduling.ray_engine import Ray
from tests.corpus import REPO
from tests.exporters.verification.record import trace_lines, write_jsonl, write_library
from tests.interpreter.descriptions import IN_A_ROW as LINE
from tests.interpreter.scheduling.works import Deadly, Squares
from tests.storm import alone, can_be_alone


@pytest.fixture(scope="module")
def dask() -> Iterator[str]:
    """The address of a scheduler with two workers, processes of their own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1", silence_logs="CRITICAL"
    ) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def kills_a_worker(address: Any, folder: Path) -> None:
    found = list(in_order(Deadly(str(folder), 25, 1), range(60), Places(on=address)))
    assert found == [n * n for n in range(60)]
    assert (folder / "deaths.txt").read_text() == "x"


def same_random_games(address: Any) -> None:
    game = load(LINE)
    game.optimise()  # once: each worker would compile it
    alone = game.playouts(500, seed=3)
    parts = list(stream(game, 500, seed=3, on=address))
    assert len(parts) > 3  # they grow
    assert [length for part in parts for length in part.lengths] == list(alone.lengths)
    there = game.playouts(500, seed=3, on=address)
    assert (there.games, there.moves, there.cut) == (alone.games, alone.moves, alone.cut)
    assert [*there.rankings] == [*alone.rankings]


def test_a_killed_worker_of_dask(dask: str, tmp_path: Path) -> None:
    kills_a_worker(dask, tmp_path)


def test_a_task_of_dask_that_fails(dask: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="-1 is below 0"):
        list(in_order(Squares(str(tmp_path)), [1, 2, -1, 4], Places(on=dask)))


def test_random_games_on_dask(dask: str, tmp_path: Path) -> None:
    same_random_games(dask)
    address = dask.replace("dask://", "tcp://")
    (tmp_path / "scheduler.json").write_text(json.dumps({"address": address}))
    same_random_games(str(tmp_path / "scheduler.json"))
    with pytest.importorskip("distributed").Client(address) as client:
        same_random_games(client)
        assert client.status == "running"  # it is not ours


def test_ray() -> None:
    """Ray listens on all interfaces: its tests get a network of their own."""
    pytest.importorskip("ray")
    if not can_be_alone():
        pytest.skip("this system makes no network for a process of its own")
    file = "tests/interpreter/scheduling/on_ray.py"
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    command = alone([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file])
    done = subprocess.run(command, cwd=REPO, env=os.environ | token, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout + done.stderr


def told(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    """What a command says with --json, without times."""
    assert main([*command, "--json"]) == 0
    return untimed(json.loads(capsys.readouterr().out))


def untimed(value: Any) -> Any:
    if isinstance(value, dict):
        timed = ("second", "per_s", "timing", "jobs", "cluster")
        return {k: untimed(v) for k, v in value.items() if not any(word in k for word in timed)}
    return [untimed(v) for v in value] if isinstance(value, list) else value


COMMANDS = {
    "playouts": ("playouts", LINE, "-n", "300"),
    "evaluate": ("evaluate", LINE, "-n", "20", "--jobs", "1"),
    "compare": ("compare", LINE, LINE.replace("(is Line 3)", "(is Line 2)"), "-n", "25", "--jobs", "1"),
    "contest": ("contest", LINE, "uct(iterations=20)", "random", "-n", "8", "--all-games"),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.telling("evaluate")
def test_commands_say_the_same_on_dask(name: str, dask: str, capsys: pytest.CaptureFixture[str]) -> None:
    alone = told(capsys, *COMMANDS[name])
    assert told(capsys, *COMMANDS[name], "--cluster", dask) == alone


def test_data_sets_are_the_same_on_dask(dask: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    command = ["dataset", LINE, "-n", "12", "--chunk", "4", "--output"]
    assert main([*command, str(tmp_path / "alone")]) == 0
    assert main([*command, str(tmp_path / "dask"), "--cluster", dask]) == 0
    files = {p.name: p.read_bytes() for p in (tmp_path / "alone" / "Line").iterdir()}
    assert len(files) == 7
    assert {p.name: p.read_bytes() for p in (tmp_path / "dask" / "Line").iterdir()} == files


def test_cross_checks_are_the_same_on_dask(dask: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = ["board/line/One", "board/line/Two"]
    for path in paths:
        write_jsonl(tmp_path / "traces" / path / "seed1.jsonl.gz", trace_lines(path=path))
        write_library(tmp_path / "res", LINE, path)
    command = ["--library", str(tmp_path / "res"), "crosscheck", str(tmp_path / "traces"), "--json"]
    for more in ([], ["--cluster", dask]):
        assert main([*command, *more]) == 0
        games = json.loads(capsys.readouterr().out)["games"]
        assert [(g["path"], g["checks"]["identical"], g["plies"]) for g in games] == [(path, True, 7) for path in paths]


def stand_in(monkeypatch: pytest.MonkeyPatch, **has: Any) -> Any:
    """In the place of Ray, with a session as soon as one was begun."""
    ray, strategies = ModuleType("ray"), ModuleType("ray.util.scheduling_strategies")
    sessions: list[str] = []
    ray.__dict__.update({
        "init": lambda address, **_: sessions.append(address), "shutdown": sessions.clear, "remote": Mock(),
        "is_initialized": lambda: bool(sessions), "wait": Mock(return_value=([], [])), "sessions": sessions,
    } | has)  # fmt: skip
    strategies.NodeAffinitySchedulingStrategy = Mock()  # type: ignore[attr-defined]
    modules = {"ray": ray, "ray.util": ModuleType("ray.util"), strategies.__name__: strategies}
    for name, module in (modules | {"ray.util.client.logsclient": Mock()}).items():
        monkeypatch.setitem(sys.modules, name, module)
    return ray


GRPC = 'broken: <of RPC:\n\tdetails = "Socket closed"\n\tdebug_error_string = "UNAVAILABLE"\n>'


@pytest.mark.parametrize(
    ("found", "told", "text"),
    [
        (ConnectionError("its server:\nTraceback\n  File\nError: no node\n"), LudError, "'ray://HOST': Error: no node"),
        (ConnectionError(GRPC), LudError, "'ray://HOST': \"Socket closed\"$"),
        (SystemExit(15), KeyboardInterrupt, "^$"),
    ],
)
def test_a_ray_that_cannot_be_reached(
    found: BaseException, told: type[BaseException], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its server says is a traceback, and a SIGTERM meanwhile is an exit."""
    stand_in(monkeypatch, init=Mock(side_effect=found))
    with pytest.raises(told, match=text):
        Ray("ray://HOST")


class Broken(Exception):
    """As gRPC's errors, of no kind that Python knows."""


def test_a_head_of_ray_that_is_lost_while_it_is_reached_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new head does not know what the old one was given; and without a session, Ray would begin one anywhere."""
    ray = stand_in(monkeypatch)
    engine = Ray("ray://HOST")
    assert os.environ["RAY_CLIENT_RECONNECT_GRACE_PERIOD"] == "0"  # otherwise Ray waits for ever
    prints = sys.modules["ray.util.client.logsclient"].LogstreamClient.stdstream
    assert prints(level=-2, msg="a node was lost") is None and not isinstance(prints, Mock)  # nobody need see that
    engine.give("node", len, [])
    number = Mock(side_effect=ConnectionError(GRPC))
    ray.remote()().options().remote.return_value = type("Ref", (), {"__hash__": number})()
    with pytest.raises(EngineLostError, match=r'^"Socket closed"$'):
        engine.give("node", len, [])
    ray.sessions.clear()
    for asked in (engine.workers, lambda: engine.give("node", len, []), lambda: [*engine.answers(0)]):
        with pytest.raises(EngineLostError, match="the session has ended"):
            asked()
    with monkeypatch.context() as patch, pytest.raises(EngineLostError, match="no connection"):
        patch.setattr(ray, "is_initialized", Mock(side_effect=Broken("no connection")))
        engine.workers()
    broken = [ConnectionError("Stream removed"), Broken("no connection"), ConnectionAbortedError("no process")]
    begin = ray.init

    def init(address: str, **_: Any) -> None:
        if broken:
            raise broken.pop()
        begin(address)

    ray.init = init
    engine.again()
    assert not broken and ray.sessions == ["ray://HOST"]
    assert [*engine.answers(0)] == []
    ray.wait.assert_not_called()


class Client:
    """The client of a Dask scheduler, as far as it tells how it is; the last word holds from then on."""

    scheduler = Mock(address="tcp://here:1")

    def __init__(self, *said: str) -> None:
        self.said = [*said]

    @property
    def status(self) -> str:
        return self.said.pop(0) if len(self.said) > 1 else self.said[0]


def test_a_client_that_is_connected_again_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself it tries to reach its scheduler again, unless it was closed."""
    pytest.importorskip("distributed")
    client = Client("connecting", "connecting", "running")
    engine = Dask(client)
    assert engine.name == "dask://here:1"
    assert [*engine.answers(0)] == []
    client.said = ["closed"]
    with pytest.raises(EngineLostError, match="does not answer"):
        list(engine.answers(0))
    with pytest.raises(LudError, match="'dask://here:1' does not answer"):
        engine.again()
    monkeypatch.setattr(dask_engine, "SECONDS", 0.01)
    client.said = ["connecting"]
    with pytest.raises(LudError, match="does not answer"):
        engine.again()


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("ludparse.interpreter.scheduling.dask_engine.SECONDS", 1)
    with pytest.raises(LudError, match=r"there is no Dask scheduler at 'dask://127\.0\.0\.1:9'"):
        list(in_order(Squares(str(tmp_path)), [1], Places(on="dask://127.0.0.1:9")))
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)  # users need no traceback
