"""A bot for any seat of any game at a rivertable: ``python bot.py http://localhost:8000 TABLE SECRET [NAME]``.

It takes the decision that leaves it the highest total, any of several, and knows no rule: the table says what may be
decided.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

if len(sys.argv) not in (4, 5):
    sys.exit("Say which seat it takes: python bot.py http://localhost:8000 TABLE SECRET [NAME]")
ADDRESS, TABLE, SECRET, NAME = (*sys.argv[1:], "Bot")[:4]


def ask(path: str, body: Any = None) -> Any:
    """Ask the table, again when it is too busy or does not answer; a refusal by rule or version gives None."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    while True:
        try:
            request = urllib.request.Request(f"{ADDRESS}/api/tables/{TABLE}{path}", data, headers)
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            if error.code == 409:
                return None
            if error.code not in (429, 502, 503):
                sys.exit(error.read().decode())
            time.sleep(int(error.headers.get("Retry-After", 1)))
        except OSError:
            time.sleep(1)


table = ask("")
known = table["version"]
if table["status"] == "waiting":
    ask(f"/seats/{table['viewer']}", {"name": NAME})
while table["status"] in ("waiting", "playing"):
    if table["turn"] is not None and table["turn"]["seat"] == table["viewer"]:
        draft = {"decisions": [], "is_complete": False}
        while draft is not None and not draft["is_complete"]:
            if draft.get("choices"):
                best = max(draft["choices"], key=lambda choice: (choice["total"], random.random()))
                draft["decisions"].append(best["decision"])
            draft = ask("/draft", {"version": known, "decisions": draft["decisions"]})
        if draft is not None:
            ask("/moves", {"version": known, "decisions": draft["decisions"], "key": uuid.uuid4().hex})
    news = ask(f"/events?since={known}&wait=20")
    table, known = news["table"], news["version"]
