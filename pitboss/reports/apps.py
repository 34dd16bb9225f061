from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "pitboss.reports"
    label = "reports"
