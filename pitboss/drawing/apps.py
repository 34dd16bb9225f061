from django.apps import AppConfig


class DrawingConfig(AppConfig):
    name = "pitboss.drawing"
    label = "drawing"
