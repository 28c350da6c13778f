"""Run every `bench_*.py` beside this file and print their figures as one JSON object.

    python benchmarks/run.py [NAME ...]        NAME: bench_attack, or just attack

Each bench file has `def main() -> dict[str, object]`, which returns figures that JSON can hold, with the unit in the
figure's name (`clone_us`, `battles_per_second`). One that fails is named under "failed" and makes the exit status 1.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import sys
import time
import traceback
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # benches share modules as benchmarks.serving

from highground import compiled  # noqa: E402 - found by the line above


def chosen(names: list[str]) -> list[Path]:
    files = sorted(HERE.glob("bench_*.py"))
    if not names:
        return files
    wanted = {name.removesuffix(".py").removeprefix("bench_") for name in names}
    unknown = wanted - {file.stem.removeprefix("bench_") for file in files}
    if unknown:
        known = ", ".join(file.stem for file in files) or "none"
        sys.exit(f"No bench named {', '.join(sorted(unknown))}; there are: {known}")
    return [file for file in files if file.stem.removeprefix("bench_") in wanted]


def figures(file: Path) -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    result: dict[str, Any] = module.main()
    return result


def main() -> int:
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), "rules_compiled": compiled.in_use()}
    report: dict[str, Any] = {"machine": machine}
    failed: dict[str, str] = {}
    for file in chosen(sys.argv[1:]):
        name = file.stem.removeprefix("bench_")
        print(f"{file.stem} ...", file=sys.stderr, flush=True)
        started = time.perf_counter()
        try:
            report[name] = {**figures(file), "bench_seconds": round(time.perf_counter() - started, 2)}
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            failed[name] = f"{type(error).__name__}: {error}"
    if failed:
        report["failed"] = failed
    print(json.dumps(report, indent=2))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
