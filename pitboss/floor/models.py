"""Tables of the floor. Django finds models here; each part keeps its own in a module of its own.

The live side adds its import below ours; its migrations come after `0001_people` and `0002_append_only`.
"""

from pitboss.floor.device_models import Device, DeviceLog, Enrolment, Signature, SigningKey
from pitboss.floor.handover_models import Handover
from pitboss.floor.presence import Presence

__all__ = ["Device", "DeviceLog", "Enrolment", "Handover", "Presence", "Signature", "SigningKey"]
