"""What anybody may ask, signed in or not: is this document ours, and does this bundle hold?"""

from django.urls import path, re_path

from pitboss.portal.views import verify

app_name = "verify"

urlpatterns = [
    path("", verify.page, name="page"),
    path("worker.js", verify.worker, name="worker"),
    path("pitboss_verify.py", verify.verifier, name="verifier"),
    re_path(r"^known/(?P<sha256>[0-9a-f]{64})$", verify.Known.as_view(), name="known"),
]
