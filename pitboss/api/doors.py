"""What every endpoint shares: who may come in, how long lists are cut, how errors are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from pitboss.accounts.models import Person
from pitboss.api.authentication import BearerAuthentication
from pitboss.api.problems import problem


class Door(APIView):
    """An endpoint for people who work somewhere. What they see is cut to their casinos by the queries."""

    authentication_classes = [BearerAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticated]
    renderer_classes = [JSONRenderer]

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        return problem

    @property
    def person(self) -> Person:
        """Whoever is signed in; only to be asked behind the permission."""
        person = self.request.user
        if not isinstance(person, Person):
            raise NotAuthenticated
        return person


class Nowhere(Door):
    """An address under ``/api/`` where there is nothing."""

    permission_classes = [AllowAny]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class NewestFirst(CursorPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    ordering: Any = ("-opened_at", "-id")


class FindingsNewestFirst(NewestFirst):
    ordering = ("-at", "-id")


class InLedgerOrder(NewestFirst):
    page_size = 200
    max_page_size = 2000
    ordering = ("number",)


class SessionsNewestFirst(NewestFirst):
    ordering = ("-opened_at", "-id")


class JobsNewestFirst(NewestFirst):
    ordering = ("-asked_at", "-id")
