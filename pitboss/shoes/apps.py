from django.apps import AppConfig


class ShoesConfig(AppConfig):
    name = "pitboss.shoes"
