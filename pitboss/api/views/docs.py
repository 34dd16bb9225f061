"""The description of the API, for programs and for people."""

from __future__ import annotations

from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from pitboss.content_security import widen


class Schema(SpectacularAPIView):
    """OpenAPI 3. Public: it describes, and shows nothing of any casino."""

    permission_classes = [AllowAny]
    authentication_classes = []


# The vendored style sheet draws its arrows as data: images; they are pictures, not scripts
@method_decorator(widen(img_src=["data:"]), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """The description as a page to read and try. Its script is a file: the policy allows none inline."""

    permission_classes = [AllowAny]
    template_name = "api/docs.html"
    url_name = "api:schema"
    title = "pitboss"
