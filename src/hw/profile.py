#!/usr/bin/env python3
"""Profiles kernels under Nsight Compute with the metrics that warpmem's reports name, and prints JSON.

use: profile.py PATH/warpmem-hw KERNEL...          kernels of warpmem-hw: NAME[,key=value...]
     profile.py -- PROGRAM [ARGUMENT...]           all kernels of any program
"""
import csv
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def output_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def split_known(metrics, ncu):
    """Which of the metrics this profiler has; launch facts are not in its list and always there."""
    listed = set(re.findall(r"^([a-z0-9]+__[a-z0-9_]+)", output_of([ncu, "--query-metrics"]), re.M))
    known = [m for m in metrics if not listed or m.startswith("launch__") or m.split(".")[0] in listed]
    return known, [m for m in metrics if m not in known]


def number(text):
    value = float(text.replace(",", ""))
    return int(value) if value == int(value) else value


def rows_of(path, metrics):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.startswith('"')]
    table = csv.reader(lines)
    head = next(table)
    next(table)  # units
    for fields in table:
        row = dict(zip(head, fields))
        yield {
            "kernel": row["Kernel Name"],
            "grid": [int(n) for n in re.findall(r"\d+", row["Grid Size"])],
            "block": [int(n) for n in re.findall(r"\d+", row["Block Size"])],
            "metrics": {m: number(row[m]) for m in metrics if row.get(m) not in (None, "", "n/a")},
        }


def main():
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if words else 2
    own = words[0] != "--"
    specs = words[1:] if own else []
    if own and not specs:
        print("profile.py: name the kernels to profile", file=sys.stderr)
        return 2
    command = [words[0], "run", *specs] if own else words[1:]
    ncu = shutil.which("ncu")
    if ncu is None:
        print("profile.py: ncu is not on the PATH; it comes with Nsight Compute", file=sys.stderr)
        return 2
    wanted = (HERE / "metrics.txt").read_text(encoding="utf-8").split()
    metrics, missing = split_known(wanted, ncu)
    with tempfile.TemporaryDirectory() as folder:
        log = str(pathlib.Path(folder) / "ncu.csv")
        # Clocks are left alone and caches are emptied before each kernel, as the simulator starts them.
        done = subprocess.run(
            [ncu, "--clock-control", "none", "--cache-control", "all", "--csv", "--page", "raw", "--print-units", "base",
             "--log-file", log, "--metrics", ",".join(metrics), *command], stdout=sys.stderr, check=False)
        if done.returncode != 0 or not pathlib.Path(log).exists():
            print(f"profile.py: the profiler ended with status {done.returncode}", file=sys.stderr)
            if pathlib.Path(log).exists():
                print(pathlib.Path(log).read_text(encoding="utf-8")[-2000:], file=sys.stderr)
            return 1
        kernels = list(rows_of(log, metrics))
    if own:
        if len(kernels) != len(specs):
            print(f"profile.py: {len(specs)} kernels were named, {len(kernels)} were profiled", file=sys.stderr)
            return 1
        kernels = [{"source": "kernel:" + spec, **kernel} for spec, kernel in zip(specs, kernels)]
    facts = output_of(["nvidia-smi", "-i", "0", "--query-gpu=name,driver_version", "--format=csv,noheader"]).strip().split(", ")
    about = {
        "schema": "warpmem-profile-kernels/1",
        "gpu": facts[0],
        "driver": facts[-1],
        "profiler": output_of([ncu, "--version"]).strip().splitlines()[-1],
        "settings": "--clock-control none --cache-control all",
        "date": datetime.date.today().isoformat(),
        "metrics_unknown_here": missing,
    }
    # One kernel a line: a difference between two runs is then a readable one.
    print(json.dumps(about, indent=1)[:-2] + ',\n "kernels": [')
    print(",\n".join("  " + json.dumps(kernel) for kernel in kernels))
    print(" ]\n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
