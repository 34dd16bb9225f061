from django.apps import AppConfig


class RemindersConfig(AppConfig):
    name = "pitboss.reminders"
