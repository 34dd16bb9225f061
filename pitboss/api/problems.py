"""What went wrong, as ``application/problem+json`` (RFC 9457), in the reader's language."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from pitboss.incidents.refusal import Refused

CONTENT_TYPE = "application/problem+json"


class TooLarge(exceptions.APIException):
    """The body is longer than may be sent in one request."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


def titles() -> dict[int, str]:
    return {
        400: _("No se entiende lo que se envió"),
        401: _("Falta identificarse"),
        403: _("Sin permiso"),
        404: _("No existe, o no es de un casino suyo"),
        405: _("Método no admitido"),
        409: _("El caso no lo permite"),
        406: _("No hay respuesta en ese formato"),
        413: _("Demasiado grande"),
        415: _("Tipo de contenido no admitido"),
        429: _("Demasiadas solicitudes"),
    }


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler, its answer put into the standard's form. None: not ours, a 500."""
    if isinstance(error, Refused):
        return _refused(error)
    response = exception_handler(error, context)
    if response is None:
        return None
    fields: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        fields["errors"] = response.data
        detail = _("Revise los campos nombrados en errors.")
    elif isinstance(error, Http404):
        detail = titles()[404]
    elif isinstance(error, PermissionDenied):
        detail = titles()[403]
    else:
        detail = str(getattr(error, "detail", error))
    response.data = {
        "type": "about:blank",
        "title": titles().get(response.status_code, _("Solicitud rechazada")),
        "status": response.status_code,
        "detail": detail,
        **fields,
    }
    response.content_type = CONTENT_TYPE
    return response


def _refused(error: Refused) -> Response:
    reasons = [{"code": reason.code, "words": str(reason.words)} for reason in error.reasons]
    body = {
        "type": "about:blank",
        "title": titles()[409],
        "status": 409,
        "detail": " ".join(reason["words"] for reason in reasons),
        "reasons": reasons,
    }
    return Response(body, status=status.HTTP_409_CONFLICT, content_type=CONTENT_TYPE)
