"""The page of shoes, for administration."""

from django.urls import URLPattern, path

from pitboss.shoes import views

app_name = "shoes"
urlpatterns: list[URLPattern] = [
    path("shoes/", views.shoes, name="shoes"),
    path("shoes/<int:pk>/revoke/", views.revoke_shoe, name="revoke"),
]
