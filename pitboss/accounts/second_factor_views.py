"""The pages of the second factor: asking for it, turning it on, and what one may do with one's own."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from pitboss.accounts.gate import has_passed, passed
from pitboss.accounts.models import Person, SecondFactor
from pitboss.accounts.pins import Checked
from pitboss.accounts.second_factor import begin, check_factor, codes_left, confirm, remove, renew_codes, shown
from pitboss.accounts.second_factor_forms import CodeForm
from pitboss.drawing.qr import qr


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
@login_required
def second_factor(request: HttpRequest) -> HttpResponse:
    """Asks for a code and goes on to ``next``; whoever has none yet is led to make one."""
    person = cast(Person, request.user)
    onward = _next(request)
    if not person.second_factor:
        return redirect(f"{reverse('accounts:second_factor_enrol')}?{urlencode({'next': onward})}")
    if request.method != "POST" and has_passed(request):
        return redirect(onward)
    form = CodeForm(request.POST or None)
    if form.is_valid():
        checked = check_factor(person=person, code=form.cleaned_data["code"], place=_from(request))
        if checked.why is None:
            passed(request, person)
            return redirect(onward)
        form.add_error("code", _why(checked))
    return _page(request, "accounts/second_factor.html", form, {"next": onward})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
@login_required
def enrol(request: HttpRequest) -> HttpResponse:
    """Shows the secret as a QR code; its first code turns it on and shows the codes for paper, once."""
    person = cast(Person, request.user)
    if person.second_factor:
        return redirect("accounts:second_factor")
    onward = _next(request)
    form = CodeForm(request.POST or None)
    if form.is_valid():
        codes = confirm(person=person, code=form.cleaned_data["code"], place=_from(request))
        if codes is not None:
            passed(request, person)
            return render(request, "accounts/recovery_codes.html", {"codes": codes, "next": onward})
        form.add_error("code", gettext("No es el código que muestra la aplicación. Revise la hora del teléfono."))
    address, secret = shown(begin(person=person))
    drawn = qr(address, gettext("Código QR para la aplicación de códigos"))
    spaced = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return _page(request, "accounts/enrol_factor.html", form, {"qr": drawn, "secret": spaced, "next": onward})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """What one has: since when, how many codes are left. POST ``code`` and ``do``: ``codes`` or ``remove``; an
    inspector's is not removed."""
    person = cast(Person, request.user)
    form = CodeForm(request.POST or None)
    asked = request.POST.get("do", "")
    if person.second_factor and form.is_valid() and asked in ("codes", "remove"):
        checked = check_factor(person=person, code=form.cleaned_data["code"], place=_from(request))
        if checked.why is not None:
            form.add_error("code", _why(checked))
        elif asked == "codes":
            codes = renew_codes(person=person, place=_from(request))
            return render(request, "accounts/recovery_codes.html", {"codes": codes, "next": request.path})
        elif person.inspects:
            form.add_error("code", gettext("Quien fiscaliza entra siempre con segundo factor."))
        else:
            remove(person=person, by=person, place=_from(request))
            return redirect("accounts:own_factor")
    factor = SecondFactor.objects.filter(person=person).exclude(confirmed_at=None).first()
    return _page(request, "accounts/own_factor.html", form, {"factor": factor, "left": codes_left(person)})


def _page(request: HttpRequest, template: str, form: CodeForm, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def _next(request: HttpRequest) -> str:
    onward = request.POST.get("next") or request.GET.get("next") or "/"
    return onward if url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure()) else "/"


def _from(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _why(checked: Checked) -> str:
    if checked.why == "locked" and checked.until is not None:
        minutes = max(1, -(-int((checked.until - timezone.now()).total_seconds()) // 60))
        return ngettext(
            "Demasiados códigos equivocados. Espere %(minutes)s minuto.",
            "Demasiados códigos equivocados. Espere %(minutes)s minutos.",
            minutes,
        ) % {"minutes": minutes}
    return ngettext(
        "Ese código no vale, o ya se usó. Queda %(left)s intento.",
        "Ese código no vale, o ya se usó. Quedan %(left)s intentos.",
        checked.left,
    ) % {"left": checked.left}
