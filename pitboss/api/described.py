"""Answers that several endpoints can give, for the description."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from pitboss.api.problems import CONTENT_TYPE
from pitboss.api.schemas import ProblemSerializer

Key = int | tuple[int, str]


def _problem(status: int, description: str) -> dict[Key, Any]:
    return {
        (status, CONTENT_TYPE): OpenApiResponse(response=ProblemSerializer, description=description),
    }


NOBODY = _problem(401, "Nobody is signed in.")
FORBIDDEN = _problem(403, "Your role does not allow it, or the form token is missing.")
NOT_THERE = {**_problem(404, "Not there, or of a casino that you do not work for."), **NOBODY}
WRONG = {**_problem(400, "The request cannot be understood."), **_problem(404, "No such page."), **NOBODY}
TOO_LARGE = _problem(413, "The body is longer than one request may be.")
NOT_THIS_TYPE = _problem(415, "Neither JSON nor NDJSON.")
DONE_WRONG = {
    **_problem(400, "A field is missing or cannot be understood; errors names it."),
    **NOBODY,
    **FORBIDDEN,
    **_problem(404, "Not there, or of a casino that you do not work for."),
    **_problem(409, "The case as it stands does not allow it; reasons says everything that is in the way."),
    **_problem(415, "A content type that is not read here."),
}


class PitbossSchema(AutoSchema):
    """Describes what ``Door`` answers: one media type for answers, problems in their own."""
