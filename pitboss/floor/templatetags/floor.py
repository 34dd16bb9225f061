"""Tags of the floor's pages: ``{% load floor %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import json_script
from django.utils.safestring import SafeString

from pitboss.floor.texts import texts

register = template.Library()


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
