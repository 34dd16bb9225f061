"""Coming in by both factors without a phone at hand: for tests that are about something else."""

from __future__ import annotations

import time

from django.test import Client

from pitboss.accounts.gate import PASSED, SEEN
from pitboss.accounts.models import Person

BACKEND = "django.contrib.auth.backends.ModelBackend"


def both_factors(client: Client, person: Person) -> Client:
    """Signed in, the second factor shown."""
    client.force_login(person, backend=BACKEND)
    session = client.session
    session[PASSED], session[SEEN] = [person.pk, int(time.time())], int(time.time())
    session.save()
    return client
