import os
import subprocess
import sys
from pathlib import Path

import pytest

from dropfour.game import Fault
from dropfour.players.process import ProcessLimits, SupervisedProcess
from leftovers import left_running, marked_processes
from platforms import linux_only, posix_only
from values import some

PATIENCE_S = 120.0


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_messages_go_both_ways_to_the_last_one() -> None:
    text = "for line in iter(input, 'end'): print(line.upper(), flush=True)"
    with SupervisedProcess(python(text)) as process:
        for word in ("one", "two"):
            process.send(word)
            assert process.receive(PATIENCE_S) == word.upper()
        process.send("end")
        process.wait(PATIENCE_S)
        assert process.exit_code == 0
    with SupervisedProcess(python("import sys; sys.stdout.write('a\\r\\nb')")) as process:
        assert [process.receive(PATIENCE_S), process.receive(PATIENCE_S)] == ["a", "b"]
    with SupervisedProcess(python("import sys; sys.exit('that was it')")) as process:
        for _ in range(2):
            with pytest.raises(Fault, match="exit code 1: that was it"):
                process.receive(PATIENCE_S)


def test_files_are_in_a_scratch_directory_that_is_removed() -> None:
    text = "print(open('in.txt').read()); open('out.txt', 'w').write('done')"
    with SupervisedProcess(python(text), files={"in.txt": "hello"}) as process:
        assert process.receive(PATIENCE_S) == "hello"
        process.wait(PATIENCE_S)
        assert (process.scratch / "out.txt").read_text() == "done"
    assert not process.scratch.exists()


def test_waiting_ends_in_time() -> None:
    with SupervisedProcess(python("import time; time.sleep(1000)")) as process:
        with pytest.raises(TimeoutError):
            process.receive(0.05)
        with pytest.raises(TimeoutError):
            process.wait(0.05)


@linux_only
def test_processor_time_is_limited() -> None:
    with (
        SupervisedProcess(python("while True: pass"), ProcessLimits(cpu_s=1)) as process,
        pytest.raises(Fault, match="more than 1 s of processor time"),
    ):
        process.wait(PATIENCE_S)


@linux_only
def test_the_size_of_files_is_limited() -> None:
    text = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    text += "open('x', 'wb').write(bytes(10**6))"
    with (
        SupervisedProcess(python(text), ProcessLimits(file_bytes=1000)) as process,
        pytest.raises(Fault, match="SIGXFSZ"),
    ):
        process.wait(PATIENCE_S)


@posix_only
def test_a_swarm_of_processes_is_ended() -> None:
    text = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                if os.fork() == 0:
                    time.sleep(0.05)
                    os._exit(0)
                time.sleep(0.01)
                try:
                    while os.waitpid(-1, os.WNOHANG)[0]: pass
                except ChildProcessError: pass
        os._exit(0)
print("ready", flush=True)
time.sleep(1000)
"""
    with SupervisedProcess(python(text)) as process:
        assert process.receive(PATIENCE_S) == "ready"


@linux_only
def test_all_processes_end_when_the_runner_is_killed(tmp_path: Path) -> None:
    mark = os.environ["DROPFOUR_TEST_MARK"]
    program = (
        "import os, time\nif os.fork() == 0: os.setsid()\nprint('up', flush=True)\ntime.sleep(1000)"
    )
    caller = f"""
import sys, time
from dropfour.players.process import SupervisedProcess
process = SupervisedProcess([sys.executable, "-c", {program!r}])
process.receive(60), process.receive(60)
print("up", flush=True)
time.sleep(1000)
"""
    with subprocess.Popen([sys.executable, "-c", caller], stdout=subprocess.PIPE) as process:
        try:
            assert some(process.stdout).readline() == b"up\n"
            assert len(marked_processes(mark)) == 4  # caller, supervisor, program and its child
        finally:
            process.kill()
    assert not left_running(mark)
