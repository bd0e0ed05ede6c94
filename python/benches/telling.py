"""How the scripts of this folder tell what they measured: a line for people, or JSON with `--json`."""

from __future__ import annotations

import json
import sys
import time
from typing import Callable

AS_JSON = "--json" in sys.argv
ARGUMENTS = [word for word in sys.argv[1:] if word != "--json"]


def measure(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Units that the work says it did, for each second of the clock and of the processor.

    It works for so many seconds of the processor, which is what it gets where others use the machine too.
    """
    units, clock, processor = 0, time.perf_counter(), time.process_time()
    while time.process_time() - processor < seconds:
        units += work()
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    return units / clock, units / processor


def tell(name: str, unit: str, rates: tuple[float, float]) -> None:
    clock, processor = rates
    if AS_JSON:
        line = {"name": name, "unit": unit, "per_second": clock, "per_processor_second": processor}
        print(json.dumps(line), flush=True)
    else:
        print(f"{name:42} {clock:12,.0f} {unit}/s  by processor time {processor:12,.0f}/s", flush=True)
