"""Signed notes: the examples of the specification itself, and what must be refused."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as some

from pitboss.evidence.head import Proof, TreeHead, proven, read_checkpoint
from pitboss.evidence.merkle import leaf_hash, node_hash
from pitboss.evidence.note import NotANote, VerifierKey, opened, parse, sign

NAME = "casino.example/evidence/log/main"
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = VerifierKey(NAME, PRIVATE.public_key().public_bytes_raw())
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
OTHER_KEY = VerifierKey(NAME, OTHER.public_key().public_bytes_raw())

SPECIFIED_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
SPECIFIED = (
    "This is an example message.\n\n— example.com/foo"
    " Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


def test_the_example_of_the_specification_holds() -> None:
    key = VerifierKey.read(SPECIFIED_KEY)
    note, by = opened(SPECIFIED, [key])
    assert (note.text, by) == ("This is an example message.\n", (key,))
    assert str(key) == SPECIFIED_KEY


@given(some.text(some.characters(blacklist_categories=["Cc", "Cs"])).map(lambda text: text + "\n"))
def test_what_is_signed_opens_with_its_key_and_no_other(text: str) -> None:
    note = sign(text, [(NAME, PRIVATE)])
    assert opened(note, [OTHER_KEY, KEY]) == (parse(note), (KEY,))
    assert parse(note).text == text
    with pytest.raises(NotANote, match="none of the keys"):
        opened(note, [OTHER_KEY])


@given(some.data())
def test_no_byte_of_a_note_can_change(data: some.DataObject) -> None:
    note = sign(str(TreeHead(NAME, 5, bytes(32))), [(NAME, PRIVATE)])
    raw = note.encode()
    at = data.draw(some.integers(0, len(raw) - 1))
    changed = bytearray(raw)
    changed[at] ^= 1 << data.draw(some.integers(0, 7))
    with pytest.raises((NotANote, UnicodeDecodeError)):
        read_checkpoint(changed.decode(), [KEY])


def test_two_keys_may_sign_one_note_and_each_is_told() -> None:
    note = sign("x\n", [(NAME, PRIVATE), (NAME, OTHER)])
    assert opened(note, [KEY, OTHER_KEY])[1] == (KEY, OTHER_KEY)
    assert opened(note, [OTHER_KEY])[1] == (OTHER_KEY,)


def test_one_bad_signature_of_a_known_key_spoils_the_note() -> None:
    good, forged = sign("x\n", [(NAME, PRIVATE)]), sign("y\n", [(NAME, OTHER)])
    mixed = good + forged.rpartition("\n\n")[2]
    assert opened(mixed, [KEY])[1] == (KEY,)
    with pytest.raises(NotANote, match="does not hold"):
        opened(mixed, [KEY, OTHER_KEY])


@pytest.mark.parametrize(
    "note",
    ["", "x", "x\n", "x\n\n", "x\n\ny\n", "x\n\n— a b\n", "x\n\n— a+b AAAAAAA=\n", "x\n\n— a AAAAAAA=",
     "x\r\n\n— a AAAAAAA=\n", "x\n\n— a AAAAAAB=\n", "x\n\n— a AAAA\n", "x\n\n- a AAAAAAA=\n",
     "\ud800\n\n— a AAAAAAA=\n"],
)  # fmt: skip
def test_what_is_not_a_note_is_not_read(note: str) -> None:
    with pytest.raises(NotANote):
        parse(note)


@pytest.mark.parametrize(
    "key",
    ["", "a", "a+b", SPECIFIED_KEY[:-1], SPECIFIED_KEY.replace("530d", "530e"), SPECIFIED_KEY.replace("+Ae", "+Be"),
     "a b" + SPECIFIED_KEY[15:]],
)  # fmt: skip
def test_what_is_not_a_key_is_not_read(key: str) -> None:
    with pytest.raises(NotANote):
        VerifierKey.read(key)


@pytest.mark.parametrize(
    "text",
    [f"{NAME}\n5\n", f"{NAME}\n05\n{'A' * 43}=\n", f"{NAME}\n5\n{'A' * 43}=\nmore\n", f"{NAME}\n-1\n{'A' * 43}=\n",
     f"\n5\n{'A' * 43}=\n", f"{NAME}\n5\nAAAA\n", f"{NAME}\n５\n{'A' * 43}=\n"],
)  # fmt: skip
def test_a_signed_text_that_is_no_tree_head_is_not_read(text: str) -> None:
    with pytest.raises(NotANote):
        read_checkpoint(sign(text, [(NAME, PRIVATE)]), [KEY])


def test_a_checkpoint_is_signed_in_the_name_of_its_own_log() -> None:
    note = sign(str(TreeHead("other.example/log", 5, bytes(32))), [(NAME, PRIVATE)])
    with pytest.raises(NotANote, match="another name"):
        read_checkpoint(note, [KEY])


def test_a_proof_is_read_as_it_was_written_and_shows_one_record_only() -> None:
    left, right = leaf_hash(b"left"), leaf_hash(b"right")
    head = TreeHead(NAME, 2, node_hash(left, right))
    proof = Proof(1, (left,), sign(str(head), [(NAME, PRIVATE)]))
    text = str(proof)
    assert text.startswith("c2sp.org/tlog-proof@v1\nindex 1\n")
    assert Proof.read(text) == proof
    assert Proof.read(text.replace("index", "extra YQ==\nindex", 1)) == proof
    assert proven(proof, b"right", [KEY]) == head
    for record in (b"left", b"Right"):
        with pytest.raises(NotANote, match="not shown"):
            proven(proof, record, [KEY])


@pytest.mark.parametrize("text", ["", "c2sp.org/tlog-proof@v2\nindex 0\n\nx", "c2sp.org/tlog-proof@v1\n\nx",
                                  "c2sp.org/tlog-proof@v1\nindex 01\n\nx",
                                  "c2sp.org/tlog-proof@v1\nindex 0\nAA==\n\nx"])  # fmt: skip
def test_what_is_not_a_proof_is_not_read(text: str) -> None:
    with pytest.raises(NotANote):
        Proof.read(text)
