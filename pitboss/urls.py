"""Every address begins here; each app keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path

from pitboss.setup.admin import site

urlpatterns: list[URLPattern | URLResolver] = [
    path("setup/", site.urls),
    path("", include("pitboss.accounts.urls")),
    path("", include("pitboss.floor.urls")),
    path("api/shoes/", include("pitboss.shoes.api_urls")),
    path("api/", include("pitboss.api.urls")),
    path("evidence/", include("pitboss.evidence.urls")),
    path("", include("pitboss.portal.urls")),
    path("verify/", include("pitboss.portal.verify_urls")),
    path("", include("pitboss.reports.urls")),
    path("", include("pitboss.shoes.urls")),
    path("", include("pitboss.sheets.urls")),
    path("", include("pitboss.imports.urls")),
    path("", include("pitboss.sources.urls")),
    path("", include("pitboss.audit.urls")),
]
