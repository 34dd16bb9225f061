from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "pitboss.audit"
    label = "audit"
