from tests.audit.conftest import sign_in  # noqa: F401
