from tests.audit.conftest import play, sign_in  # noqa: F401
