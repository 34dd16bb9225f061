from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "pitboss.exports"

    def ready(self) -> None:
        # The rules that this process has read, not those that may lie there when the first bundle is made
        from pitboss.exports.engine import rules_archive

        rules_archive()
