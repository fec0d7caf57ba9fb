"""Enclosures after a fork."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import os, signal, threading
from lapwing.exact import to_float_up
from lapwing.exact._enclosure import working_precision
from lapwing.maps import ln

held, done = threading.Event(), threading.Event()

def hold():
    with working_precision(64):
        held.set()
        done.wait()

thread = threading.Thread(target=hold)
thread.start()
held.wait()
child = os.fork()
if child == 0:
    signal.alarm(30)  # a child that waits for a thread it does not have would wait for ever
    os._exit(0 if to_float_up(ln(2)) == 0.6931471805599454 else 1)
status = os.waitpid(child, 0)[1]
done.set()
thread.join()
raise SystemExit(status)
"""


def test_a_child_computes_though_a_thread_held_the_lock() -> None:
    """The lock around flint's precision is new in a forked child."""
    # Newer Pythons warn of a fork beside threads, which is what this test is about.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
