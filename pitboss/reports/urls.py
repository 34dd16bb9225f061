from django.urls import path

from pitboss.reports import views

app_name = "reports"

urlpatterns = [
    path("rules/handbook.pdf", views.handbook, name="handbook"),
    path("patterns.pdf", views.statistics, name="statistics"),
    path("incidents/<str:casino>/<str:folio>/report.pdf", views.incident, name="incident"),
    path("complaints/<str:casino>/<str:folio>/receipt.pdf", views.receipt, name="receipt"),
]
