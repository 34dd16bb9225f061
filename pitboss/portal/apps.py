from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PortalConfig(AppConfig):
    name = "pitboss.portal"
    verbose_name = _("Fiscalización")
