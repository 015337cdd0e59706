"""A hook that gives calls other arguments: `python rewriting_hook.py TABLE`.

The TABLE, a JSON file, has them by the text that stands for them in the call.
"""

import json
import sys
from pathlib import Path

table = json.loads(Path(sys.argv[1]).read_text())
given = json.load(sys.stdin)["tool_input"]
for name, arguments in table.items():
    if name in given.values():
        print(json.dumps({"updatedInput": arguments}))
