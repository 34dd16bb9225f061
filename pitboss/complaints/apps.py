from django.apps import AppConfig


class ComplaintsConfig(AppConfig):
    name = "pitboss.complaints"
    label = "complaints"
    default_auto_field = "django.db.models.BigAutoField"
