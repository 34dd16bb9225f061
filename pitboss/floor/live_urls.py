"""The wall, the tables, the stream of what happens at them, and what makes a tablet go on without the network."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
