"""One view may load more; no other is widened by it."""

from __future__ import annotations

import asyncio

from django.http import HttpRequest, HttpResponse

from pitboss.content_security import HEADER, ContentSecurityMiddleware, policy, widen


def directives(response: HttpResponse) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in response.headers[HEADER].split("; "))


@widen(style_src=["'unsafe-inline'"], object_src=["'self'"])
def vendored(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page of somebody else's")


@widen(img_src=["data:"])
async def later(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a stream")


def test_a_view_is_widened_by_what_it_says_and_no_more() -> None:
    answer = vendored(HttpRequest())
    assert directives(answer)["style-src"] == "'self' 'unsafe-inline'"
    assert directives(answer)["object-src"] == "'self'"
    assert directives(answer)["script-src"] == "'self'"
    assert "unsafe-inline" not in policy()


def test_an_async_view_is_widened_too() -> None:
    assert directives(asyncio.run(later(HttpRequest())))["img-src"] == "'self' data:"


def test_the_middleware_leaves_a_policy_that_a_view_has_set() -> None:
    middleware = ContentSecurityMiddleware(vendored)
    answer = middleware(HttpRequest())
    assert isinstance(answer, HttpResponse)
    assert "unsafe-inline" in answer.headers[HEADER]
