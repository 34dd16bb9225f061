from django.urls import URLPattern, path

from pitboss.imports.views import files, runs

app_name = "imports"
urlpatterns: list[URLPattern] = [
    path("imports/", files.imports, name="imports"),
    path("imports/<int:pk>/", files.mapping, name="mapping"),
    path("imports/trials/<int:pk>/", runs.trial, name="trial"),
    path("imports/trials/<int:pk>/rejected.csv", runs.trial_sheet, name="trial_sheet"),
    path("imports/done/<int:pk>/", runs.done, name="import"),
    path("imports/done/<int:pk>/rejected.csv", runs.import_sheet, name="import_sheet"),
]
