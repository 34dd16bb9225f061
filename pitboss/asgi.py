"""What uvicorn serves. In `local` mode our own static files as well; in production a web server has them."""

from __future__ import annotations

import os
from typing import cast

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from pitboss.api.bounded import Bounded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")


class OwnFiles(ASGIStaticFilesHandler):
    """Sends a file in one piece: Django's file answers are read line by line, which an async server cannot."""

    def serve(self, request: HttpRequest) -> HttpResponse:
        answer = super().serve(request)
        if not isinstance(answer, StreamingHttpResponse):
            return answer
        whole = HttpResponse(b"".join(cast("list[bytes]", answer.streaming_content)))
        for name, value in answer.headers.items():
            whole.headers[name] = value
        answer.close()
        return whole


_django = get_asgi_application()
application = Bounded(_django if settings.PRODUCTION else OwnFiles(_django))
