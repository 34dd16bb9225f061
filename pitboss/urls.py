"""Every address begins here; each app keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("pitboss.accounts.urls")),
    path("", include("pitboss.floor.urls")),
    path("api/", include("pitboss.api.urls")),
    path("", include("pitboss.reports.urls")),
    path("", include("pitboss.audit.urls")),
]
