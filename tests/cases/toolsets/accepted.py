# Holds what is on stdin against the types of Anthropic's own SDK: entries for a request's tools, results that fit and
# results that must not. Says `accepted N refused M`, or what is not so.

import json
import sys
from collections.abc import Iterable

from anthropic.types.beta import BetaToolResultBlockParam, BetaToolUnionParam
from pydantic import TypeAdapter

entry = TypeAdapter(BetaToolUnionParam)
result = TypeAdapter(BetaToolResultBlockParam)


def plain(value):
    """The value with its lazy lists read to their end, which is what checks them."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(member) for member in value]
    return value


def check(kind, value):
    # A member that the types do not know is left out of what comes back.
    read = plain(kind.validate_python(value))
    if read != value:
        raise ValueError(f"{json.dumps(value)[:500]} was read as {json.dumps(read)[:500]}")


def fits(kind, value):
    try:
        check(kind, value)
    except ValueError:
        return False
    return True


given = json.load(sys.stdin)
for tool in given["tools"]:
    check(entry, tool)
for answer in given["results"]:
    check(result, answer)
refused = [answer for answer in given["wrong"] if not fits(result, answer)]
print("accepted", len(given["tools"]) + len(given["results"]), "refused", len(refused))
