"""What helper processes have in common."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from multiprocessing import forkserver

_PR_SET_PDEATHSIG = 1


def end_with_parent(parent: int | None = None) -> None:
    """Have the kernel kill this process as soon as its parent is gone, however busy this process is then.

    A thread that waits for that would not do: compiled code does not give it the interpreter. `parent` is who has to be
    the parent still; where it ended before this call, this process ends here. Does nothing but on Linux.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def end_with_forkserver() -> None:
    """The same for a process that `multiprocessing` forked from its forkserver, which ends with who started it.

    That is noticed by a pipe whose other end every process that it forks is given too; one that hangs would keep the
    forkserver and so itself. A process that starts others later has a forkserver of its own.
    """
    server = getattr(forkserver, "_forkserver", None)
    alive = getattr(server, "_forkserver_alive_fd", None)
    if server is not None and alive is not None:
        os.close(alive)
        server._forkserver_alive_fd = None
    end_with_parent()


def forget_main() -> None:
    """Have processes that `multiprocessing` starts from here not run this program's file again.

    None of ours needs it, and it takes each of them up to half a second.
    """
    main = sys.modules["__main__"]
    main.__spec__ = None
    vars(main).pop("__file__", None)


def give_way(niceness: int) -> None:
    """Leave the processor to the processes that answer people."""
    with suppress(OSError, AttributeError):
        os.nice(niceness)
