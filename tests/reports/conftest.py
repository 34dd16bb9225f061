from pathlib import Path

import pytest
from django.conf import LazySettings


@pytest.fixture(scope="session")
def pdf_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One key for all tests of this folder: to make one takes longer than to sign with it."""
    from pitboss.reports.signing import own_key

    home = tmp_path_factory.mktemp("signing")
    with pytest.MonkeyPatch.context() as patch:
        from django.conf import settings

        patch.setattr(settings, "HOME", home)
        return own_key()


@pytest.fixture(autouse=True)
def signs_with_it(pdf_key: Path, settings: LazySettings) -> None:
    settings.PDF_KEY = str(pdf_key)
