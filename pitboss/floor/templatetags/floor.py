"""Tags of the floor's pages: ``{% load floor %}``."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString

from pitboss.floor.texts import texts

register = template.Library()
_IMPORTED = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.[^"']+)["']""", re.MULTILINE)
_FOLDER = "pitboss/floor/js"
_known: dict[str, list[str]] = {}


@register.simple_tag
def floor_texts() -> SafeString:
    """What the page's modules say, in the reader's language, as the block that `words.js` reads."""
    return json_script(texts(), "texts")


@register.simple_tag(takes_context=True)
def device_setting(context: Context, name: str, otherwise: str, *others: str) -> str:
    """A choice kept on this device in a cookie; anything but the values listed counts as not chosen."""
    request = context.get("request")
    chosen = request.COOKIES.get(f"pitboss_floor_{name}", otherwise) if request else otherwise
    return chosen if chosen in others else otherwise


@register.simple_tag(takes_context=True)
def floor_zone(context: Context) -> str:
    """The zone of the clocks on the page: the casino's, where the view names one."""
    casino: Any = context.get("casino")
    return str(casino.timezone if casino else settings.TIME_ZONE)


@register.simple_tag
def floor_module(name: str) -> SafeString:
    """The script of a page, and word to the browser of all that it imports: it need not find out file after file."""
    wanted = imported_by(f"{_FOLDER}/{name}")
    links = format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(one),) for one in wanted))
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(f"{_FOLDER}/{name}"))


def imported_by(name: str) -> list[str]:
    """Static names of the modules that this one needs, its neighbours' neighbours too, in the order met."""
    if name in _known:
        return _known[name]
    found: list[str] = []
    waiting = [name]
    while waiting:
        here = waiting.pop(0)
        file = finders.find(here)
        if file is None:
            continue
        with open(str(file), encoding="utf-8") as source:
            text = source.read()
        for address in _IMPORTED.findall(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(here), address))
            if other != name and other not in found:
                found.append(other)
                waiting.append(other)
    if settings.PRODUCTION:
        _known[name] = found
    return found
