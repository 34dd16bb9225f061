"""Who reads a name, and what the others read."""

from __future__ import annotations

from pitboss.accounts.names import masked_for, names_for, pseudonym
from pitboss.casino.cast import Cast


def test_whoever_answers_for_the_record_reads_names_and_a_croupier_only_the_own(cast: Cast) -> None:
    for who in ("rosa", "sergio", "lucia", "marta", "felipe", "ana"):
        assert names_for(cast.people[who], cast.casino).of(cast.ivan) == "Iván Rojas", who
    seen = names_for(cast.carla, cast.casino)
    assert seen.of(cast.carla) == "Carla Muñoz"
    assert seen.of(cast.ivan) == f"Persona {pseudonym(cast.casino.pk, 'R-2117')}"


def test_a_stranger_reads_no_name_and_the_word_of_a_person_differs_from_casino_to_casino(cast: Cast) -> None:
    seen = names_for(cast.tomas, cast.casino)
    assert not seen.staff
    assert not seen.witnesses
    assert "Rojas" not in seen.of(cast.ivan)
    words = {masked_for(casino.pk).of(cast.ivan) for casino in cast.casinos.values()}
    assert len(words) == len(cast.casinos)


def test_badges_of_the_ledger_become_names_and_an_unknown_one_is_none(cast: Cast) -> None:
    told = names_for(cast.rosa, cast.casino).of_badges(["R-2117", "X-1"])
    assert told == {"R-2117": "Iván Rojas", "X-1": "X-1"}
    assert masked_for(cast.casino.pk).of_badges(["X-1"])["X-1"] != "X-1"


def test_witnesses_are_named_to_those_who_work_the_case(cast: Cast) -> None:
    for who, told in (("rosa", True), ("marta", True), ("lucia", True), ("felipe", False), ("ivan", False)):
        assert (names_for(cast.people[who], cast.casino).of_witness("Pedro Díaz") == "Pedro Díaz") is told, who
    assert names_for(cast.rosa, cast.casino).of_witness("") == "(nombre retirado)"
