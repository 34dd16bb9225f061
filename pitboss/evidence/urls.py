from django.urls import path

from pitboss.evidence import views

app_name = "evidence"

urlpatterns = [
    path("", views.log, name="log"),
    path("keys", views.keys, name="keys"),
    path("log/<slug:name>/checkpoint", views.newest, name="newest"),
    path("log/<slug:name>/checkpoints/<int:size>", views.signed, name="signed"),
    path("log/<slug:name>/checkpoints/<int:size>.tsr", views.stamp, name="stamp"),
    path("log/<slug:name>/tile/entries/<path:which>", views.entries, name="entries"),
    path("log/<slug:name>/tile/<int:level>/<path:which>", views.tile, name="tile"),
]
