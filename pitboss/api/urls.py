"""Addresses under ``/api/``."""

from django.urls import path

from pitboss.api.doors import Nowhere
from pitboss.api.views import acts, complaints
from pitboss.api.views.affected import AffectedRounds
from pitboss.api.views.assigning import Assign, AssignMany
from pitboss.api.views.docs import Docs, Schema
from pitboss.api.views.due import DueList
from pitboss.api.views.events import Events
from pitboss.api.views.exports import ExportBundle, ExportDetail, ExportList, RetryExport
from pitboss.api.views.incidents import FindingDetail, FindingList, IncidentDetail, IncidentList
from pitboss.api.views.jobs import JobDetail, JobList
from pitboss.api.views.ledger import EntryList, SessionDetail, SessionList, SessionVerify
from pitboss.api.views.reaudits import (
    CancelReaudit,
    ReauditDetail,
    ReauditDifference,
    ReauditLines,
    ReauditList,
    RetryReaudit,
)
from pitboss.api.views.rules import RuleDetail, RuleList

app_name = "api"

urlpatterns = [
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="docs"),
    path("v1/events/", Events.as_view(), name="events"),
    path("v1/sessions/", SessionList.as_view(), name="sessions"),
    path("v1/sessions/<int:pk>/", SessionDetail.as_view(), name="session"),
    path("v1/sessions/<int:pk>/entries/", EntryList.as_view(), name="entries"),
    path("v1/sessions/<int:pk>/verify/", SessionVerify.as_view(), name="verify"),
    path("v1/sessions/<int:pk>/affected/", AffectedRounds.as_view(), name="affected"),
    path("v1/findings/", FindingList.as_view(), name="findings"),
    path("v1/findings/<uuid:pk>/", FindingDetail.as_view(), name="finding"),
    path("v1/incidents/", IncidentList.as_view(), name="incidents"),
    path("v1/incidents/assign/", AssignMany.as_view(), name="assign-incidents"),
    path("v1/incidents/<int:pk>/assign/", Assign.as_view(), name="assign-incident"),
    path("v1/incidents/<int:pk>/", IncidentDetail.as_view(), name="incident"),
    path("v1/incidents/<int:pk>/rule/", acts.Rule.as_view(), name="rule-incident"),
    path("v1/incidents/<int:pk>/ask-footage/", acts.AskFootage.as_view(), name="ask-footage"),
    path("v1/incidents/<int:pk>/preserve-footage/", acts.PreserveFootage.as_view(), name="preserve-footage"),
    path("v1/incidents/<int:pk>/find-footage/", acts.FindFootage.as_view(), name="find-footage"),
    path("v1/incidents/<int:pk>/complete/", acts.Complete.as_view(), name="complete-incident"),
    path("v1/incidents/<int:pk>/hand-over-cards/", acts.HandOverCards.as_view(), name="hand-over-cards"),
    path("v1/incidents/<int:pk>/review/", acts.Review.as_view(), name="review-incident"),
    path("v1/incidents/<int:pk>/close/", acts.Close.as_view(), name="close-incident"),
    path("v1/incidents/<int:pk>/reopen/", acts.Reopen.as_view(), name="reopen-incident"),
    path("v1/incidents/<int:pk>/comment/", acts.Comment.as_view(), name="comment-incident"),
    path("v1/complaints/", complaints.ComplaintList.as_view(), name="complaints"),
    path("v1/complaints/<int:pk>/", complaints.ComplaintDetail.as_view(), name="complaint"),
    path("v1/complaints/<int:pk>/issue-receipt/", complaints.IssueReceipt.as_view(), name="issue-receipt"),
    path("v1/complaints/<int:pk>/link/", complaints.Link.as_view(), name="link-complaint"),
    path("v1/complaints/<int:pk>/answer/", complaints.Answer.as_view(), name="answer-complaint"),
    path("v1/complaints/<int:pk>/appeal/", complaints.Appeal.as_view(), name="appeal-complaint"),
    path("v1/complaints/<int:pk>/extend/", complaints.Extend.as_view(), name="extend-complaint"),
    path("v1/complaints/<int:pk>/decide/", complaints.Decide.as_view(), name="decide-complaint"),
    path("v1/complaints/<int:pk>/close/", complaints.Close.as_view(), name="close-complaint"),
    path("v1/complaints/<int:pk>/withdraw/", complaints.Withdraw.as_view(), name="withdraw-complaint"),
    path("v1/complaints/<int:pk>/comment/", complaints.Comment.as_view(), name="comment-complaint"),
    path("v1/due/", DueList.as_view(), name="due"),
    path("v1/rules/", RuleList.as_view(), name="rules"),
    path("v1/rules/<str:code>/", RuleDetail.as_view(), name="rule"),
    path("v1/reaudits/", ReauditList.as_view(), name="reaudits"),
    path("v1/reaudits/<int:pk>/", ReauditDetail.as_view(), name="reaudit"),
    path("v1/reaudits/<int:pk>/difference/", ReauditDifference.as_view(), name="reaudit-difference"),
    path("v1/reaudits/<int:pk>/lines/", ReauditLines.as_view(), name="reaudit-lines"),
    path("v1/reaudits/<int:pk>/cancel/", CancelReaudit.as_view(), name="cancel-reaudit"),
    path("v1/reaudits/<int:pk>/retry/", RetryReaudit.as_view(), name="retry-reaudit"),
    path("v1/exports/", ExportList.as_view(), name="exports"),
    path("v1/exports/<int:pk>/", ExportDetail.as_view(), name="export"),
    path("v1/exports/<int:pk>/retry/", RetryExport.as_view(), name="retry-export"),
    path("v1/exports/<int:pk>/<int:number>/", ExportBundle.as_view(), name="bundle"),
    path("v1/jobs/", JobList.as_view(), name="jobs"),
    path("v1/jobs/<int:pk>/", JobDetail.as_view(), name="job"),
    # What programs ask for in vain is told to them as all else is, not as a page
    path("<path:anything>", Nowhere.as_view()),
]
