"""The second factor: set once, asked for at each sign-in, locked against guessing, and never usable twice."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from io import StringIO

import pyotp
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from pitboss.accounts.models import Person, PinLog, SecondFactor
from pitboss.accounts.second_factor import begin, check_factor, codes_left, confirm, remove, renew_codes, shown
from pitboss.casino.cast import Cast

NOW = datetime(2026, 11, 30, 12, 0, 10, tzinfo=UTC)
PASSWORD = "seis mazos y una carta"


def phone_of(person: Person) -> pyotp.TOTP:
    return pyotp.TOTP(shown(begin(person=person))[1])


def equipped(person: Person) -> tuple[pyotp.TOTP, list[str]]:
    phone = phone_of(person)
    codes = confirm(person=person, code=phone.at(NOW), now=NOW)
    assert codes is not None
    return phone, codes


def later(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_it_counts_from_the_first_code_that_the_phone_shows(cast: Cast) -> None:
    phone = phone_of(cast.marta)
    assert confirm(person=cast.marta, code="000000", now=NOW) is None
    assert check_factor(person=cast.marta, code=phone.at(NOW), now=NOW).why == "none"
    assert len(confirm(person=cast.marta, code=phone.at(NOW), now=NOW) or []) == 10
    assert Person.objects.get(pk=cast.marta.pk).second_factor
    with pytest.raises(ValueError, match="already"):
        begin(person=cast.marta)
    with pytest.raises(ValueError, match="once"):
        shown(SecondFactor.objects.get(person=cast.marta))


def test_the_secret_of_rfc_6238_gives_its_codes(cast: Cast) -> None:
    """Appendix B's secret, SHA-1, eight digits there: its last six here."""
    begin(person=cast.marta)
    from pitboss.accounts.second_factor import _seal

    sealed = _seal("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    SecondFactor.objects.update(secret=sealed)
    at = datetime.fromtimestamp(1111111109, UTC)
    assert confirm(person=cast.marta, code="081804", now=at) is not None
    assert check_factor(person=cast.marta, code="050471", now=at + timedelta(seconds=2)).why is None


def test_a_code_counts_once_and_none_before_it(cast: Cast) -> None:
    phone, _ = equipped(cast.marta)
    assert check_factor(person=cast.marta, code=phone.at(NOW), now=NOW).why == "wrong"
    assert check_factor(person=cast.marta, code=phone.at(later(30)), now=later(30)).why is None
    assert check_factor(person=cast.marta, code=phone.at(later(30)), now=later(31)).why == "wrong"


def test_a_phone_may_be_half_a_minute_off_and_no_more(cast: Cast) -> None:
    phone, _ = equipped(cast.marta)
    assert check_factor(person=cast.marta, code=phone.at(later(30)), now=later(120)).why == "wrong"
    assert check_factor(person=cast.marta, code=phone.at(later(90)), now=later(120)).why is None
    assert check_factor(person=cast.marta, code=phone.at(later(180)), now=later(150)).why is None


def test_five_wrong_codes_lock_it_also_for_the_right_one(cast: Cast) -> None:
    phone, codes = equipped(cast.marta)
    told = [check_factor(person=cast.marta, code="000000", now=later(60)).why for _ in range(5)]
    assert told == ["wrong"] * 4 + ["locked"]
    assert check_factor(person=cast.marta, code=phone.at(later(60)), now=later(60)).why == "locked"
    assert check_factor(person=cast.marta, code=codes[0], now=later(60)).why == "locked"
    over = later(60 + 15 * 60 + 1)
    assert check_factor(person=cast.marta, code=phone.at(over), now=over).why is None
    logged = list(PinLog.objects.filter(person=cast.marta).values_list("what", flat=True).order_by("id"))
    assert logged == ["factor_set", *["factor_wrong"] * 5, "factor_locked", "factor_passed"]


def test_a_code_on_paper_stands_for_the_phone_once(cast: Cast) -> None:
    _, codes = equipped(cast.marta)
    assert check_factor(person=cast.marta, code=codes[3].lower().replace("-", " "), now=later(60)).why is None
    assert check_factor(person=cast.marta, code=codes[3], now=later(60)).why == "wrong"
    assert codes_left(cast.marta) == 9
    new = renew_codes(person=cast.marta)
    assert check_factor(person=cast.marta, code=codes[4], now=later(60)).why == "wrong"
    assert check_factor(person=cast.marta, code=new[0], now=later(60)).why is None


def test_a_code_of_somebody_else_is_none(cast: Cast) -> None:
    _, codes = equipped(cast.marta)
    phone, _ = equipped(cast.ana)
    assert check_factor(person=cast.ana, code=codes[0], now=later(60)).why == "wrong"
    assert check_factor(person=cast.marta, code=phone.at(later(60)), now=later(60)).why == "wrong"


def test_the_database_alone_tells_neither_the_secret_nor_the_codes(cast: Cast) -> None:
    phone, codes = equipped(cast.marta)
    factor = SecondFactor.objects.get(person=cast.marta)
    kept = factor.secret + "".join(factor.codes.values_list("digest", flat=True))
    assert phone.secret not in kept
    assert not any(code.replace("-", "").lower() in kept.lower() for code in codes)


def test_an_auditor_who_chose_it_is_asked_for_it_and_sees_nothing_before(client: Client, cast: Cast) -> None:
    cast.marta.set_password(PASSWORD)
    cast.marta.save(update_fields=["password"])
    _, codes = equipped(cast.marta)
    client.post("/sign-in/", {"username": "marta", "password": PASSWORD})
    asked = client.get("/incidents/?status=open")
    assert asked["Location"] == "/second-factor/?next=%2Fincidents%2F%3Fstatus%3Dopen"
    assert client.get("/api/v1/incidents/").status_code == 403
    assert client.get("/incidents/", headers={"hx-request": "true"})["HX-Redirect"].startswith("/second-factor/")
    assert client.post("/second-factor/", {"code": "12", "next": "/due/"}).status_code == 422
    before = client.session.session_key
    assert client.post("/second-factor/", {"code": codes[0], "next": "/due/"})["Location"] == "/due/"
    assert client.session.session_key != before
    assert client.get("/due/").status_code == 200
    assert client.post("/second-factor/", {"code": codes[1], "next": "https://elsewhere.example/"})["Location"] == "/"


def test_a_tablet_is_the_other_factor_beside_the_pin_for_its_own_pages_only(client: Client, cast: Cast) -> None:
    from pitboss.floor.devices import COOKIE, enrol, make_code

    equipped(cast.rosa)
    _, code = make_code(casino=cast.casino, by=cast.ana, name="Foso 1")
    device, token = enrol(code=code, name="Foso 1")
    client.force_login(cast.rosa, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies[COOKIE] = token
    assert client.get("/floor/")["Location"].startswith("/second-factor/")
    session = client.session
    session["device"] = device.pk
    session.save()
    assert client.get("/floor/").status_code == 200
    assert client.get("/incidents/")["Location"].startswith("/second-factor/")


def test_who_did_not_choose_it_is_not_asked(client: Client, cast: Cast) -> None:
    client.force_login(cast.rosa, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/incidents/").status_code == 200
    assert "Activar" in client.get("/second-factor/own/").content.decode()


def test_it_is_turned_on_with_the_page_and_off_again_with_a_code(client: Client, cast: Cast) -> None:
    client.force_login(cast.marta, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/second-factor/enrol/").content.decode()
    secret = re.search(r'enrol__secret">([A-Z2-7 ]+)<', page)
    assert secret is not None
    assert "<svg" in page
    assert "no-store" in client.get("/second-factor/enrol/")["Cache-Control"]
    assert client.post("/second-factor/enrol/", {"code": "000000"}).status_code == 422
    phone = pyotp.TOTP(secret[1].replace(" ", ""))
    done = client.post("/second-factor/enrol/", {"code": phone.now()})
    codes = re.findall(r"<code>([0-9A-Z]{5}-[0-9A-Z]{5})</code>", done.content.decode())
    assert len(codes) == 10
    assert client.get("/incidents/").status_code == 200
    assert client.post("/second-factor/own/", {"code": "111111", "do": "remove"}).status_code == 422
    assert client.post("/second-factor/own/", {"code": codes[0], "do": "remove"}).status_code == 302
    assert not SecondFactor.objects.exists()


def test_whoever_runs_the_installation_takes_a_lost_one_away_and_it_is_logged(cast: Cast) -> None:
    equipped(cast.marta)
    call_command("remove_second_factor", cast.marta.badge, stdout=StringIO())
    assert not Person.objects.get(pk=cast.marta.pk).second_factor
    assert PinLog.objects.filter(person=cast.marta).first().what == "factor_removed"  # type: ignore[union-attr]
    with pytest.raises(CommandError, match="no second factor"):
        call_command("remove_second_factor", cast.marta.badge)


def test_removing_is_by_the_person_only(cast: Cast) -> None:
    equipped(cast.marta)
    equipped(cast.ana)
    remove(person=cast.marta, by=cast.marta)
    assert list(SecondFactor.objects.values_list("person", flat=True)) == [cast.ana.pk]
