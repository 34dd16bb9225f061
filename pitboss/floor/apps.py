from django.apps import AppConfig


class FloorConfig(AppConfig):
    name = "pitboss.floor"
