"""Two accounts of one table, and the video's."""

from django.urls import URLPattern, path

from pitboss.sources import views

app_name = "sources"
urlpatterns: list[URLPattern] = [
    path("sources/", views.sources, name="sources"),
    path("sources/<int:session>/", views.beside, name="beside"),
    path("sources/<int:session>/rounds/<int:number>/video/", views.video, name="video"),
]
