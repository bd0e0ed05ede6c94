"""Options of games as text."""

from __future__ import annotations

from typing import Dict, Mapping, Optional

from tilewright._tilewright import GameError


def option_texts(
    options: Optional[Mapping[str, object]], variant: Optional[str] = None
) -> Dict[str, str]:
    """Returns names and values as a game reads them: ``free_start=True`` is ``free-start=on``.

    Values that are ``None`` are left out, as `Game` does.
    """
    texts: Dict[str, str] = {}
    for name, value in [*dict(options or {}).items(), ("variant", variant)]:
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text, not {name!r}")
        if value is None:
            continue
        if not isinstance(value, (bool, int, str)):
            raise GameError(f"option {name}: {value!r} is neither a text nor a number nor True or False")
        text = ("on" if value else "off") if isinstance(value, bool) else str(value)
        if texts.setdefault(name.replace("_", "-"), text) != text:
            raise GameError(f"option {name} is given twice, and not the same")
    return texts
