"""A bar for work that takes a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(count: int, of: str = "Battles") -> Iterator[Callable[[int, int], None] | None]:
    """A bar on the terminal, where there is one."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal or count < 2:
        yield None
        return
    columns = (
        TextColumn(of),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=count)
        yield lambda done, _of: bar.update(task, completed=done)
