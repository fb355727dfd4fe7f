#!/usr/bin/env python3
"""Inputs of h200-probes.cu, and the table made from its outputs.

    h200-probes.py accesses            patterns for the section `patterns`: "id op mask offsets"
    h200-probes.py sequences           sequences for the section `sequences`
    h200-probes.py collect DIR DATE    DIR/*.jsonl (launches, self-timed rows) and DIR/*.csv (profiler) into one JSON
"""
import csv
import json
import pathlib
import random
import re
import sys

FULL = 0xFFFFFFFF
# Tag bank of a line address, as measured: bits that add 01, 10 and 11.
ONE, TWO, BOTH = {0, 2, 5, 9, 11, 13, 16, 18, 22}, {1, 3, 6, 8, 10, 15, 20}, {4, 7, 12, 14, 17, 19, 21, 23}


def tag_bank(line):
    bank = 0
    for bit in range(24):
        if line >> bit & 1:
            bank ^= 1 if bit in ONE else 2 if bit in TWO else 3
    return bank


def store_patterns(rng):
    """Stores that touch 8 to 32 lines; `free` ones fall on distinct shared-memory banks, so that only lines matter."""
    line_pool = {b: [n for n in range(1, 1024) if tag_bank(n) == b] for b in range(4)}

    def rows(op, width, tag):
        word = lambda lane: lane * width % 128  # conflict-free within each group of lanes served together
        free = lambda lines: [n * 128 + word(k) for k, n in enumerate(lines)]
        for n in range(8, 33, 2):
            yield f"{tag}-block{n}", FULL, free([k * n // 32 for k in range(32)])
            if width == 4:
                yield f"{tag}-cycle{n}", FULL, free([k % n for k in range(32)])
        for n in (4, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32):  # n lines, all of one tag bank
            yield f"{tag}-onebank{n}", FULL, free([line_pool[1][k * n // 32] for k in range(32)])
        for n in (9, 12, 16):  # the same, lanes of a line far apart; two tag banks
            yield f"{tag}-onebankcycle{n}", FULL, free([line_pool[2][k % n] for k in range(32)])
            yield f"{tag}-twobanks{n}", FULL, free([line_pool[k % 2][k // 2 % n] for k in range(32)])
        for banks in (2, 3, 4):  # n lines in each of several tag banks: the lines' lanes in turn, or bank after bank
            for n in (8, 9, 10, 11, 12, 14, 16):
                if n * banks <= 32:
                    yield f"{tag}-turn{banks}x{n}", FULL, free([line_pool[k % banks][k // banks % n] for k in range(32)])
                    yield f"{tag}-blocks{banks}x{n}", FULL, free([line_pool[k // n % banks][k % n] for k in range(32)])
        for a in range(9, 17):  # a lines in one bank, the others spread
            lines = [line_pool[0][k] for k in range(a)] + [line_pool[1 + k % 3][k] for k in range(32 - a)]
            yield f"{tag}-head{a}", FULL, free(lines)
            rng.shuffle(lines)
            yield f"{tag}-mixed{a}", FULL, free(lines)
        for stride in (128, 256, 384, 512, 640, 1024, 2048, 4096, 8192):
            yield f"{tag}-skew{stride}", FULL, [k * stride + word(k) for k in range(32)]
        for k in range(8):
            lines = rng.sample(range(8192), 32)
            yield f"{tag}-free{k}", FULL, free(lines)
            yield f"{tag}-words{k}", FULL, [n * 128 + rng.randrange(128 // width) * width for n in lines]
        for k in range(4):
            few = rng.sample(range(8192), rng.randrange(12, 30))
            yield f"{tag}-few{k}", FULL, [rng.choice(few) * 128 + rng.randrange(128 // width) * width for _ in range(32)]
            yield f"{tag}-part{k}", rng.getrandbits(32), [rng.randrange(8192) * 128 + rng.randrange(128 // width) * width for _ in range(32)]
            lanes = rng.sample(range(32), 32)
            yield f"{tag}-perm{k}", FULL, [line_pool[3][lanes[j] % 14] * 128 + word(j) for j in range(32)]

    for op, width in (("st4", 4), ("st8", 8), ("st16", 16), ("st1", 1), ("st2", 2)):
        some = list(rows(op, width, op))
        if width in (1, 2):
            some = [r for r in some if re.search(r"onebank|free|few|words[0-4]|block(16|32)|turn|mixed", r[0])]
        yield from ((i, op, m, o) for i, m, o in some)
    for i, m, o in rows("red4", 4, "red4w"):
        if re.search(r"onebank|free[0-3]|words[0-3]|few|skew(128|1024)|block(16|32)|turn|blocks|head|mixed", i):
            yield i, "red4", m, o


def atomic_patterns(rng):
    for op, w in (("red4", 4), ("atom4", 4), ("red8", 8), ("atom8", 8), ("exch4", 4), ("cas4", 4), ("exch8", 8), ("cas8", 8), ("redmin4", 4), ("redf4", 4)):
        short = op not in ("red4", "atom4", "red8", "atom8")
        kinds = {
            "same": [0] * 32, "pairs": [k // 2 * w for k in range(32)], "unit": [k * w for k in range(32)], "stride32": [k * 32 for k in range(32)],
            "stride128": [k * 128 for k in range(32)], "random256": [rng.randrange(256) * w for _ in range(32)], "four": [k % 4 * 128 for k in range(32)],
        }
        if not short:
            kinds |= {
                "stride4": [k * 4 * (w // 4) * 2 for k in range(32)], "stride8w": [k * 8 * w for k in range(32)], "farpairs": [k % 16 * w for k in range(32)],
                "quads": [k // 4 * w for k in range(32)], "pairlines": [k // 2 * 128 for k in range(32)], "sector8": [k % 8 * 4 // w * w for k in range(32)],
                "random32": [rng.randrange(32) * w for _ in range(32)], "random4096": [rng.randrange(4096) * w for _ in range(32)],
                "few": [rng.choice([0, 132, 640]) // w * w for _ in range(32)], "reversed": [(31 - k) * w for k in range(32)],
                "samesectorline": [(k % 4) * 32 for k in range(32)],
            }
        for name, offsets in kinds.items():
            yield f"{op}-{name}", op, FULL, offsets
        for k in range(1 if short else 4):
            yield f"{op}-mask{k}", op, rng.getrandbits(32), [rng.randrange(64) * w for _ in range(32)]
        yield f"{op}-half", op, 0xFFFF, [0] * 32


def shared_patterns(rng):
    for op, w in (("ssst4", 4), ("sred4", 4), ("satom4", 4), ("sredmin4", 4), ("smin4", 4), ("sexch4", 4), ("scas4", 4), ("sred8", 8), ("satom8", 8),
                  ("sexch8", 8), ("scas8", 8), ("sredf4", 4)):
        kinds = {
            "unit": [k * w for k in range(32)], "same": [0] * 32, "pairs": [k // 2 * w for k in range(32)], "two": [k * 2 * w for k in range(32)],
            "four": [k * 4 * w for k in range(32)], "onebank": [k * 128 for k in range(32)], "skew": [k * (128 + w) for k in range(32)],
            "random": [rng.randrange(1024) * w for _ in range(32)], "few": [rng.choice([0, 4 * w, 128 * w]) for _ in range(32)],
            "twowords": [k % 2 * 128 for k in range(32)],
        }
        for name, offsets in kinds.items():
            yield f"{op}-{name}", op, FULL, offsets
        yield f"{op}-mask", op, rng.getrandbits(32), [rng.randrange(256) * w for _ in range(32)]
        yield f"{op}-halfsame", op, 0xFFFF, [0] * 32


def accesses():
    rng = random.Random(20250)
    for op in ("st4", "red4", "atom4", "satom4"):  # what the kernel costs with no access at all
        yield f"{op}-none", op, 0, [0] * 32
    yield from store_patterns(rng)
    yield from atomic_patterns(rng)
    yield from shared_patterns(rng)


def sequences():
    """A line is 32 lanes x 4 B. `a.b` = step a, then b, each waited for; x = suffix for a part of the line."""
    parts = {"": ("ffffffff", 0, 4), "/1w": ("01010101", 0, 4), "/s0": ("000000ff", 0, 4), "/s1": ("0000ff00", 0, 4), "/half": ("0f0f0f0f", 0, 4),
             "/w0": ("00000001", 0, 4), "/next": ("ffffffff", 128, 4), "/spread": ("0000000f", 0, 32), "/odd": ("000000f7", 0, 4)}
    ops = ["ld.ca", "ld.cg", "ld.cs", "ld.cv", "ld.lu", "ld.nc", "ld.volatile", "ld.relaxed"]
    rows = ["ld.ca", "st", "red", "atom"]
    rows += [f"{a} {a}" for a in ops] + [f"ld.ca {a}" for a in ops[1:]] + [f"{a} ld.ca" for a in ops[1:]] + [f"ld.ca {a} ld.ca" for a in ops[1:]]
    rows += [f"{a} {a} {a}" for a in ("ld.lu", "ld.cg", "ld.cs")]
    rows += [f"{s} ld.ca" for s in ("st", "st.cg", "st.cs", "st.wt", "st.u8", "red", "atom", "st/1w", "st/half", "st/s0", "st/w0")]
    rows += [f"{s} wait ld.ca" for s in ("st", "st/1w", "st/half", "st/s0", "st/w0")]
    rows += [f"ld.ca {s} ld.ca" for s in ("st", "st.cg", "st.cs", "st.wt", "st.u8", "red", "atom", "st/1w", "st/half", "st/s0", "fence", "wait", "st/next")]
    rows += ["st ld.ca/s0", "st/s0 ld.ca/s0", "st/s0 ld.ca/s1", "st/s1 ld.ca/s0 ld.ca/s1", "st/half ld.ca/half", "st/1w ld.ca/1w", "st/w0 ld.ca/w0",
             "st/w0 ld.ca/w0 ld.ca", "st/1w ld.ca/1w ld.ca", "st/half ld.ca ld.ca"]
    rows += ["st st", "st/1w st", "st st/1w", "st/1w st/1w", "st/s0 st/s1", "st/s0 st", "st st st", "st wait st", "st/w0 st/w0", "st/half st/half", "st.u8 st.u8",
             "st.cg st.cg", "st.wt st.wt", "st.cs st.cs", "st fence st", "st red", "red st", "red red", "atom atom", "ld.ca red", "ld.ca red red", "st atom"]
    rows += ["ld.ca st", "ld.ca st st", "ld.ca st/1w", "ld.ca/s0 st/s0", "ld.ca/s0 st/s1", "ld.ca/s0 st/s1 ld.ca/s1", "ld.ca/s0 st ld.ca", "ld.cg st", "ld.cg st st",
             "ld.nc st ld.nc", "ld.nc st ld.ca", "ld.ca st.cg", "ld.ca st.wt", "st ld.ca st", "st ld.cg", "st ld.cg ld.ca", "st ld.nc", "st ld.lu", "st fence ld.ca"]
    rows += ["ld2far/s0", "ld2near/odd", "ld2late/odd", "ld.ca/s0 ld2far/s0", "st2/s0", "ld ld", "ld ld.ca", "ld.ca ld", "st ld", "ld st ld", "ld ld.cg ld", "ld red ld", "ld.ca/s0 ld.ca/s1", "ld.ca/s0 ld.ca", "ld.u8 ld.u8", "ld.ca/spread ld.ca"]
    for row in rows:
        steps = []
        for step in row.split():
            op, slash, part = step.partition("/")
            steps.append(f"{op},{parts[slash + part][0]},{parts[slash + part][1]},{parts[slash + part][2]}")
        yield row.replace(" ", "+"), ";".join(steps)


MEANING = {
    "bandwidth": "One 4-byte element a thread, 256 threads a block, caches flushed first; MiB is the size of each array (write_strided: the range).",
    "turnover": "Whole kernels that do next to nothing, profiled; shared_bytes 204800 lets one block be resident on an SM.",
    "turnover_times": "The same kernels with a clock read at each block's start and end by thread 0, not profiled: cycles from one block's end to the "
                      "next one's start on the same SM (gap; below 0 where blocks overlap), from start to start, and a block's life.",
    "l2_capacity": "264 blocks of 1,024 threads read a footprint 4 times, 16 B a thread, past L1. shift_threads 0: a line is read by the same SM each time.",
    "in_flight": "One SM only. Each warp issues `unroll` loads, then uses them; cycles_per_round is the time of that. from l2: a 16 MiB footprint just "
                 "read; from dram: never read before.",
    "sm_sets": "One block of 1,024 threads on each SM of a set reads the same 16 MiB from L2, four 16-byte loads at a time. first: SMs 0..n-1; spread: "
               "evenly spaced; a+b: those two.",
    "stride_loops": "A grid-stride loop, not unrolled, one block an SM, 64 MiB never read before.",
    "sequences": "One warp runs the steps `op,mask,offset,lane stride`, each load waited for. A counter not shown read 0; the kernel itself adds 1 data wavefront.",
    "patterns": "One warp, one access with these lane offsets from base. A counter not shown read 0; the kernel itself adds 1 data wavefront, and its load "
                "of the offsets one more, one request and 4 sectors.",
}


def number(text):
    text = text.replace(",", "")
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value == int(value) else value


def profiler_rows(path, wanted):
    lines = [line for line in path.read_text().splitlines() if line.startswith('"')]
    table = list(csv.reader(lines))
    head = table[0]
    for row in table[2:]:  # the second line holds the units
        yield {k: number(v) for k, v in zip(head, row) if k in wanted}


def collect(folder, date):
    folder = pathlib.Path(folder)
    about = json.loads((folder / "about.json").read_text())
    about["date"] = date
    out = {"about": about}
    for path in sorted(folder.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]
        table = path.with_suffix(".csv")
        if table.exists():
            wanted = set(path.with_suffix(".metrics").read_text().split())
            counters = list(profiler_rows(table, wanted))
            if len(counters) != len(rows):
                sys.exit(f"{path}: {len(rows)} launches but {len(counters)} profiled")
            for row, measured in zip(rows, counters):
                row["measured"] = {k: v for k, v in measured.items() if v != 0 or path.stem not in ("sequences", "patterns")}
        out[path.stem] = {"meaning": MEANING[path.stem], "rows": rows}
    return out


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "accesses":
        for name, op, mask, offsets in accesses():
            print(name, op, f"{mask:08x}", *offsets)
    elif what == "sequences":
        for name, steps in sequences():
            print(name, steps)
    elif what == "collect" and len(sys.argv) == 4:
        out = collect(sys.argv[2], sys.argv[3])
        parts = [f'"about": {json.dumps(out.pop("about"))}']
        for section, body in out.items():  # one row a line
            rows = ",\n".join(json.dumps(r, separators=(",", ":")) for r in body["rows"])
            parts.append(f'{json.dumps(section)}: {{"meaning": {json.dumps(body["meaning"])}, "rows": [\n{rows}\n]}}')
        print("{\n" + ",\n".join(parts) + "\n}")
    else:
        sys.exit(__doc__)


main()
