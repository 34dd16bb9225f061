"""The addresses of the floor: people and their devices here, what is live at the tables in `live_urls`.

Migrations of this app: `0001_people` holds what people need; presence and the rest of the live side follow it.
"""

from django.urls import URLPattern, URLResolver, include, path

from pitboss.floor import live_urls

app_name = "floor"

_people: list[URLPattern | URLResolver] = []

urlpatterns: list[URLPattern | URLResolver] = [
    path("floor/", include(_people)),
    path("", include(live_urls.urlpatterns)),
]
