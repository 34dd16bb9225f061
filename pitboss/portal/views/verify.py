"""The public page that checks a document or a bundle. The file stays in the browser: all that comes here is a hash."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

import pitboss_verify
from pitboss.content_security import HEADER, policy
from pitboss.evidence.models import Key
from pitboss.floor.engine_archive import addresses
from pitboss.home import CHECKOUT
from pitboss.portal.registry import known

WORKER: Final = CHECKOUT / "pitboss" / "static" / "pitboss" / "verify" / "verify-worker.js"
SHA256: Final = "pitboss/vendor/noble-hashes-2.4.0/sha2.js"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """``#`` and a hash, as a printed QR code says it, is looked up at once; a browser keeps it to itself until then."""
    parts = addresses()["engine"]
    told: dict[str, Any] = {
        "worker": reverse("verify:worker"),
        "sha256": request.build_absolute_uri(static(SHA256)),
        "known": reverse("verify:known", args=["0" * 64]).removesuffix("0" * 64),
        "verifier": reverse("verify:verifier"),
        "engine": parts and {"pyodide": parts["pyodide"], "wheel": parts["wheel"]},
        "keys": [str(key.verifier) for key in Key.objects.order_by("pk")],
        "language": "en" if get_language() == "en" else "es",
    }
    return render(request, "portal/verify.html", {"told": told, "words": _words()})


def _words() -> dict[str, str]:
    """What the script says."""
    return {
        "hashing": gettext("Calculando la huella…"),
        "loading": gettext("Preparando el verificador en este equipo…"),
        "checking": gettext("Comprobando firmas y cadenas, y jugando de nuevo los pases…"),
        "issued": gettext("Salió de este sistema: [kind], [at]."),
        "about": gettext("Solicitud [about]."),
        "checkpoint": gettext("Se apoya en la firma del registro de [size] asientos."),
        "unknown": gettext("Nada con esta huella ha salido de este sistema. Un solo byte distinto da otra huella."),
        "often": gettext("Demasiadas consultas desde su conexión. Espere un minuto."),
        "noEngine": gettext(
            "Esta instalación no tiene el verificador para el navegador. Use el que viene en el paquete."
        ),
        "failed": gettext("No se pudo terminar."),
    }


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker's script under a policy of its own: it may compile WebAssembly, and reach nothing but the files that
    it runs on. An engine out of somebody's bundle could not ask this server for anything else, whoever is signed in."""
    own = [request.build_absolute_uri(path) for path in (f"{settings.STATIC_URL}engine/", reverse("verify:verifier"))]
    allowed = policy({"script-src": ["'wasm-unsafe-eval'"]}).replace(
        "connect-src 'self'", f"connect-src {' '.join(own)}"
    )
    return HttpResponse(
        WORKER.read_bytes(), content_type="text/javascript", headers={"Cache-Control": "no-cache", HEADER: allowed}
    )


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The verifier, the very file that lies in every bundle."""
    return HttpResponse(Path(pitboss_verify.__file__).read_bytes(), content_type="text/x-python; charset=utf-8")


class Lookups(AnonRateThrottle):
    """So many an address and minute. What a proxy says of an address is the server's to judge, not ours."""

    scope = "lookups"
    rate = "60/min"

    def get_ident(self, request: Request) -> str:
        return str(request.META.get("REMOTE_ADDR", ""))


class Known(APIView):
    """``{"known": [{"kind", "words", "at", "about", "checkpoint"}]}``; empty where nothing of that hash went out."""

    authentication_classes = []
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]
    throttle_classes = [Lookups]
    schema = None

    def get(self, request: Request, sha256: str) -> Response:
        found = [
            {
                "kind": one.kind.value,
                "words": str(one.kind.label),
                "at": one.at.isoformat(),
                "about": one.about,
                "checkpoint": one.checkpoint,
            }
            for one in known(sha256)
        ]
        response = Response({"known": found})
        patch_cache_control(response, no_store=True)
        return response
