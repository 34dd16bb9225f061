"""Django's administration, for setting a casino up and for nothing else: no incident, no ledger, no deleting.

It is entered by our own sign-in page, for a superuser or whoever administers a casino. What is changed here is logged
by the tables themselves; all that is added is who was signed in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino


class SetupSite(AdminSite):
    site_title = _("Configuración")
    site_header = _("Configuración de pitboss")
    index_title = _("Lo que se configura")
    site_url = "/"
    enable_nav_sidebar = False
    index_template = "admin/setup_index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        person = request.user
        if not isinstance(person, Person) or not person.is_active:
            return False
        return person.is_superuser or Casino.objects.where(person, "administer").exists()

    def login(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Our own page signs people in, with its lock against guessing."""
        if request.user.is_authenticated:
            raise PermissionDenied(f"{request.user} sets nothing up")
        return redirect_to_login(request.GET.get("next") or "/setup/")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return super().admin_view(_signed(view), cacheable)


def _signed(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Say to the database who is changing things, for the length of the change."""

    @wraps(view)
    def signed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('pitboss.person', %s, true)", [str(request.user.pk)])
            return view(request, *args, **kwargs)

    return signed


site = SetupSite(name="setup")
