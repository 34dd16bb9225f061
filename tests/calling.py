"""Programs of the cast, each with its own token."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from pitboss.api.models import issue
from pitboss.casino.cast import Cast

Calling = Callable[..., APIClient]


@pytest.fixture
def calling(cast: Cast) -> Calling:
    """``calling("rosa")`` is a client with Rosa's token; ``calling(None)`` has none."""

    def client(username: str | None, language: str = "es-CL") -> APIClient:
        headers = {"accept-language": language}
        if username is not None:
            token = issue(person=cast.people[username], name="test", now=timezone.now())
            headers["authorization"] = f"Bearer {token}"
        return APIClient(headers=headers)

    return client
