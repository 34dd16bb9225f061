from django.apps import AppConfig


class ReauditConfig(AppConfig):
    name = "pitboss.reaudit"

    def ready(self) -> None:
        # The rules that this process has read, not those that may lie there when the first part is done
        from pitboss.replay.readings import fingerprint

        fingerprint()
