"""A look at a PDF by other code than the one that made it: what PDF/A-2a and PDF/UA-1 ask for, as far as it goes.

No validator of the veraPDF kind is in the package registries that this project may use; these are the clauses that such
files fail most. An empty list: nothing was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from lxml import etree
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader

PDFA, PDFUA = "{http://www.aiim.org/pdfa/ns/id/}", "{http://www.aiim.org/pdfua/ns/id/}"
DC = "{http://purl.org/dc/elements/1.1/}"
KNOWN = frozenset([
    "Document", "Part", "Sect", "Div", "P", "H", "H1", "H2", "H3", "H4", "L", "LI", "Lbl", "LBody", "Table",
    "THead", "TBody", "TFoot", "TR", "TH", "TD", "Span", "Strong", "Em", "Figure", "Link", "Form", "TOC",
    "TOCI", "Reference", "NonStruct", "Caption", "Note", "Title", "BlockQuote", "Quote", "Code", "Annot",
    "Private", "Art", "Index", "Aside"
])  # fmt: skip


def look(pdf: bytes) -> list[str]:
    """What is wrong, each with the clause that it breaks."""
    reader = PdfFileReader(BytesIO(pdf))
    return [*_catalog(reader), *_metadata(reader), *_structure(reader), *_pages(reader), *_fonts(reader)]


def figures(pdf: bytes) -> list[str]:
    """Alternative texts of all figures, in the order of the structure."""
    root = PdfFileReader(BytesIO(pdf)).root["/StructTreeRoot"]
    return [str(_at(one, "/Alt", "")) for one in _elements(root) if _at(one, "/S") == "/Figure"]


def headings(pdf: bytes) -> list[str]:
    """The levels of all headings, in order: H1, H2, …"""
    root = PdfFileReader(BytesIO(pdf)).root["/StructTreeRoot"]
    return [str(one["/S"])[1:] for one in _elements(root) if str(_at(one, "/S", ""))[1:2] == "H"]


def _catalog(reader: PdfFileReader) -> Iterator[str]:
    root = reader.root
    if not _at(_at(root, "/MarkInfo", {}), "/Marked"):
        yield "UA 7.1: not marked as tagged"
    if not str(_at(root, "/Lang", "")):
        yield "UA 7.2: no language"
    if not _at(_at(root, "/ViewerPreferences", {}), "/DisplayDocTitle"):
        yield "UA 7.1: the window does not show the title"
    if not any(
        _at(one, "/S") == "/GTS_PDFA1" and "/DestOutputProfile" in one for one in _all(_at(root, "/OutputIntents"))
    ):
        yield "A 6.2.3: no output intent with its profile"
    for name in ("/OpenAction", "/AA"):
        if isinstance(_at(root, name), generic.DictionaryObject):
            yield f"A 6.5: {name}"
    if "/EmbeddedFiles" in _at(root, "/Names", {}) or "/JavaScript" in _at(root, "/Names", {}):
        yield "A 6.8: embedded files or scripts"
    if "/XFA" in _at(root, "/AcroForm", {}) or _at(_at(root, "/AcroForm", {}), "/NeedAppearances"):
        yield "A 6.4: XFA or NeedAppearances"
    if "/Encrypt" in reader.trailer:
        yield "A 6.1.3: encrypted"
    if "/ID" not in reader.trailer:
        yield "A 6.1.3: no ID"


def _metadata(reader: PdfFileReader) -> Iterator[str]:
    tree = etree.fromstring(reader.root["/Metadata"].data)
    # Both ways of writing a property
    said = {name: value for one in tree.iter("{*}Description") for name, value in one.attrib.items()}
    said |= {one.tag: one.text for one in tree.iter() if isinstance(one.tag, str) and one.text}
    wanted = {f"{PDFA}part": "2", f"{PDFA}conformance": "A", f"{PDFUA}part": "1"}
    for name, value in wanted.items():
        if said.get(name) != value:
            yield f"XMP: {name} is {said.get(name)!r}, not {value!r}"
    if not "".join(tree.find(f".//{DC}title").itertext()).strip():
        yield "UA 7.1: no title"


def _structure(reader: PdfFileReader) -> Iterator[str]:
    root = reader.root["/StructTreeRoot"]
    roles = {str(name): str(role) for name, role in _at(root, "/RoleMap", {}).items()}
    level = 0
    for one in _elements(root):
        kind = str(_at(one, "/S", ""))
        kind = roles.get(kind, kind)[1:]
        if kind not in KNOWN:
            yield f"UA 7.1: structure type {kind!r} is not mapped"
        if kind == "Figure" and not str(_at(one, "/Alt", "") or _at(one, "/ActualText", "")):
            yield "UA 7.3: a figure without an alternative text"
        if kind == "TH" and "/Scope" not in str(_at(one, "/A", "")) and "/ID" not in one:
            yield "UA 7.5: a header cell without scope"
        if kind[:1] == "H" and kind[1:].isdigit():
            if int(kind[1:]) > level + 1:
                yield f"UA 7.4.2: H{level} is followed by {kind}"
            level = int(kind[1:])
    if "/ParentTree" not in root:
        yield "UA 7.1: no parent tree"


def _pages(reader: PdfFileReader) -> Iterator[str]:
    for number, page in enumerate(_leaves(reader.root["/Pages"]), start=1):
        if "/StructParents" not in page:
            yield f"UA 7.1: page {number} has no place in the structure"
        annotations = list(_all(_at(page, "/Annots")))
        if annotations and _at(page, "/Tabs") != "/S":
            yield f"UA 7.18.3: page {number} has annotations and no order of structure"
        box = [float(side) for side in page["/CropBox" if "/CropBox" in page else "/MediaBox"]]
        for one in annotations:
            rect = [float(side) for side in one["/Rect"]]
            empty = rect[0] == rect[2] and rect[1] == rect[3]
            outside = rect[2] < box[0] or rect[3] < box[1]
            flags = int(_at(one, "/F", 0))
            if not flags & 4 or flags & (1 | 2 | 32):
                yield f"A 6.3.2: page {number}, an annotation that is hidden or not printed"
            if one["/Subtype"] != "/Link" and "/AP" not in one and not empty:
                yield f"A 6.3.3: page {number}, an annotation without an appearance"
            if "/StructParent" not in one and not outside:
                yield f"UA 7.18.1: page {number}, an annotation outside of the structure"


def _fonts(reader: PdfFileReader) -> Iterator[str]:
    seen: set[str] = set()
    for page in _leaves(reader.root["/Pages"]):
        for font in _fonts_of(_at(page, "/Resources"), 0):
            name = str(_at(font, "/BaseFont", ""))
            if name in seen:
                continue
            seen.add(name)
            inner = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(_at(inner, "/FontDescriptor", {})):
                yield f"A 6.2.11.4: {name} is not embedded"
            if "/ToUnicode" not in font:
                yield f"A 6.2.11.7: {name} cannot be read as text"


def _fonts_of(resources: Any, deep: int) -> Iterator[Any]:
    found: Any = next(_all(resources), {})
    fonts: Any = next(_all(_at(found, "/Font")), {})
    yield from (font for name in fonts if _at((font := fonts[name]), "/Subtype") != "/Type3")
    drawings: Any = next(_all(_at(found, "/XObject")), {})
    for name in drawings if deep < 3 else ():
        yield from _fonts_of(_at(drawings[name], "/Resources"), deep + 1)


def _elements(root: Any) -> Iterator[Any]:
    """All elements of the structure in the order in which they are read."""
    waiting = [iter(_all(_at(root, "/K")))]
    while waiting:
        one = next(waiting[-1], None)
        if one is None:
            waiting.pop()
        elif isinstance(one, generic.DictionaryObject) and "/S" in one:
            yield one
            waiting.append(iter(_all(_at(one, "/K"))))


def _leaves(node: Any) -> Iterator[Any]:
    for one in _all(_at(node, "/Kids")):
        if _at(one, "/Type") == "/Pages":
            yield from _leaves(one)
        else:
            yield one


def _all(value: Any) -> Iterator[Any]:
    """An array's things, one thing alone, or nothing; each followed to where it lies."""
    if value is None:
        return
    found: Any = value.get_object() if isinstance(value, generic.IndirectObject) else value  # type: ignore[no-untyped-call]
    for one in found if isinstance(found, generic.ArrayObject) else [found]:
        yield one.get_object() if isinstance(one, generic.IndirectObject) else one  # type: ignore[no-untyped-call]


def _at(value: Any, name: str, default: Any = None) -> Any:
    """What a dictionary holds under that name, followed to where it lies."""
    return value[name] if name in value else default  # noqa: SIM401 (get does not follow)
