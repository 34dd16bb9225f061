from django.urls import path

from pitboss.audit.views import (
    acts,
    affected,
    assigning,
    catalogue,
    clauses,
    front,
    inbox,
    incident,
    ledger,
    patterns,
    profiles,
    saved,
    upload,
)

app_name = "audit"

urlpatterns = [
    path("", front.home, name="home"),
    path("theme/", front.theme, name="theme"),
    path("incidents/", inbox.incident_list, name="inbox"),
    path("incidents/assign/", assigning.assign, name="assign"),
    path("incidents/filters/", saved.filters, name="filters"),
    path("incidents/filters/save/", saved.save, name="save_filter"),
    path("incidents/filters/<int:pk>/rename/", saved.rename, name="rename_filter"),
    path("incidents/filters/<int:pk>/drop/", saved.drop, name="drop_filter"),
    path("incidents/<str:casino>/<str:folio>/", incident.incident, name="incident"),
    path("incidents/<str:casino>/<str:folio>/news/", incident.news, name="news"),
    path("incidents/<str:casino>/<str:folio>/do/<slug:act>/", acts.act, name="act"),
    path("incidents/<str:casino>/<str:folio>/footage/<slug:sha256>/", acts.evidence, name="evidence"),
    path("ledger/", ledger.sessions, name="ledger"),
    path("ledger/<int:session>/", ledger.session, name="session"),
    path("affected/", affected.affected, name="affected"),
    path("affected/csv/", affected.sheet, name="affected_sheet"),
    path("patterns/", patterns.show, name="patterns"),
    path("upload/", upload.upload, name="upload"),
    path("upload/<int:job>/", upload.progress, name="progress"),
    path("rules/", catalogue.catalogue, name="catalogue"),
    path("rules/clauses/", clauses.clauses, name="clauses"),
    path("rules/profiles/<str:profile>/", profiles.profile, name="profile"),
    path("rules/<str:code>/", catalogue.rule, name="rule"),
]
