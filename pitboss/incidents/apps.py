from django.apps import AppConfig


class IncidentsConfig(AppConfig):
    name = "pitboss.incidents"
    label = "incidents"
    default_auto_field = "django.db.models.BigAutoField"
