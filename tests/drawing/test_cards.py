import pytest
from django.utils import translation

from pitboss.drawing.cards import face, split_cards
from pitboss.drawing.templatetags.drawing import card, cards


def test_ten_is_printed_as_ten_and_spoken_in_spanish() -> None:
    with translation.override("es-cl"):
        seen = face("Td")
    assert (seen.rank, seen.suit, seen.red, seen.spoken) == ("10", "d", True, "diez de diamantes")


def test_a_card_is_spoken_in_english_after_the_switch() -> None:
    with translation.override("en"):
        assert face("As").spoken == "ace of spades"


@pytest.mark.parametrize("code", ["", "1s", "Kx", "10d", "kd", "Kd "])
def test_what_is_no_card_has_no_face(code: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        face(code)


def test_cards_are_found_in_a_sentence() -> None:
    assert list(split_cards("Sale 10♦, iba a la 2.")) == [
        ("Sale ", False),
        ("Td", True),
        (", iba a la 2.", False),
    ]


def test_a_number_before_a_suit_is_not_half_a_card() -> None:
    assert list(split_cards("110♦")) == [("110♦", False)]


def test_everything_else_in_a_sentence_is_escaped() -> None:
    with translation.override("es-cl"):
        drawn = cards("<b>K♠</b>")
    assert drawn.startswith("&lt;b&gt;<span")
    assert 'aria-label="rey de picas"' in drawn


def test_a_card_nobody_saw_says_so() -> None:
    with translation.override("es-cl"):
        assert "carta oculta" in card(None)
