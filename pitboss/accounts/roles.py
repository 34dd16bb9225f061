"""What somebody is at a casino."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    DEALER = "dealer", _("croupier")
    PIT_BOSS = "pit_boss", _("jefe de mesa")
    SECTION_HEAD = "section_head", _("jefe de sección")
    SURVEILLANCE = "surveillance", _("vigilancia")
    AUDITOR = "auditor", _("auditoría")
    INSPECTOR = "inspector", _("fiscalización")
    ADMINISTRATOR = "administrator", _("administración")
