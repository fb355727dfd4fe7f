"""validate_configs.py FOLDER: every configuration holds to schema.json, and broken ones do not."""
import json
import pathlib
import sys

import jsonschema

folder = pathlib.Path(sys.argv[1])
schema = json.loads((folder / "schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

files = [path for path in sorted(folder.glob("*.json")) if path.name != "schema.json"]
assert files, f"no configurations in {folder}"
for path in files:
    for error in validator.iter_errors(json.loads(path.read_text())):
        sys.exit(f"{path.name}: {'/'.join(map(str, error.path))}: {error.message}")

for broken in (
    {"l1": {"hit_latncy": 3}},
    {"l1": {"hit_latency": 0}},
    {"l1": {"hit_latency": {"value": 3, "unit": "ns"}}},
    {"l1": {"hit_latency": {"value": 3}}},
    {"sm": {"count": 1.5}},
    {"sm": {"scheduler": "oldest"}},
    {"l1": {"tag_bank_masks": ["5", "a"]}},
    {"l3": {}},
):
    assert not validator.is_valid(broken), f"the schema lets this pass: {broken}"
print(f"{len(files)} configurations hold to the schema")
