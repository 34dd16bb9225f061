"""What a page of ours may load: our own files, and nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

HEADER = "Content-Security-Policy"
OWN_FILES_ONLY: Mapping[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "script-src": ("'self'",),
    "style-src": ("'self'",),
    "img-src": ("'self'",),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "manifest-src": ("'self'",),
    "worker-src": ("'self'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
    "base-uri": ("'none'",),
}

View = TypeVar("View", bound=Callable[..., Any])


def policy(widened: Mapping[str, Iterable[str]] | None = None) -> str:
    """The header's value; `widened` adds sources to a directive, for one view."""
    parts = {name: list(sources) for name, sources in OWN_FILES_ONLY.items()}
    for name, sources in (widened or {}).items():
        parts[name] = [source for source in parts.get(name, []) if source != "'none'"] + list(sources)
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in parts.items())


class ContentSecurityMiddleware(MiddlewareMixin):
    """Puts the policy on every answer that a view has not given one of its own."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault(HEADER, policy())
        response.headers.setdefault("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
        return response


def widen(**sources: Iterable[str]) -> Callable[[View], View]:
    """Let one view load more, e.g. `@widen(style_src=["'unsafe-inline'"])` for a vendored page."""
    value = policy({name.replace("_", "-"): given for name, given in sources.items()})

    def decorate(view: View) -> View:
        if iscoroutinefunction(view):

            @wraps(view)
            async def answer_later(*args: Any, **kwargs: Any) -> Any:
                response = await view(*args, **kwargs)
                response.headers[HEADER] = value
                return response

            return answer_later  # type: ignore[return-value]

        @wraps(view)
        def answer(*args: Any, **kwargs: Any) -> Any:
            response = view(*args, **kwargs)
            response.headers[HEADER] = value
            return response

        return answer  # type: ignore[return-value]

    return decorate
