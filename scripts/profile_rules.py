"""Remake the profile of battles by which GCC optimises the rules (`make profile`, about five minutes).

The rules are compiled with counters of each branch, battles are fought with them, and the counts are packed into an
archive beside this file. Then the rules are compiled by the new profile.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import compile_rules  # noqa: E402

COUNTING = ["-fprofile-generate", "-fprofile-update=single"]
ROUNDS = 3
"""Battles on each layout."""
PLAYED_ON = 6
"""Battles that are also replayed, and played on from their second round to the end or for two turns as in a search."""


def fight() -> None:
    """With other seeds than the benchmarks. The strongest level is left out: its trials would outweigh all else."""
    from benchmarks.bench_battle import rollouts, setups
    from highground.engine.log import dump, load, log_of
    from highground.simulation.battles import run_battle
    from highground.simulation.players import PlayerNames

    fights = [(board, 1_000 + number) for number in range(ROUNDS) for board in setups()]
    battles = [run_battle(board, seed, PlayerNames()(seed)) for board, seed in fights]
    logs = [load(dump(log_of(battle, ("one", "other")))) for battle in battles]
    rollouts(logs[:PLAYED_ON], None)
    rollouts(logs[:PLAYED_ON], 2)


def pack(scratch: Path) -> None:
    """Without times and owners, so that the same counts give the same archive."""
    before = compile_rules.counts_of(scratch)
    with tarfile.open(compile_rules.PROFILE, "w:xz", preset=9) as profile:
        for file in sorted(Path(scratch, "profile").glob(f"{before}*.gcda")):
            entry = tarfile.TarInfo(file.name.removeprefix(before))
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                profile.addfile(entry, content)


def main() -> None:
    os.chdir(ROOT)
    if not compile_rules.reads_the_profile():
        sys.exit("The profile is made by GCC 12, which is not the compiler here.")
    with TemporaryDirectory() as folder:
        scratch = Path(folder)
        print("Compiling the rules with counters ...", flush=True)
        wrong = compile_rules.compile_again(scratch, [*COUNTING, f"-fprofile-dir={scratch / 'profile'}"])
        if wrong is not None:
            sys.exit(wrong)
        print("Fighting battles ...", flush=True)
        subprocess.run([sys.executable, __file__, "fight"], check=True)
        pack(scratch)
    compile_rules.main()


if __name__ == "__main__":
    fight() if sys.argv[1:] == ["fight"] else main()
