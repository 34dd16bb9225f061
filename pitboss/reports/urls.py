from django.urls import path

from pitboss.reports import views

app_name = "reports"

urlpatterns = [
    path("rules/handbook.pdf", views.handbook, name="handbook"),
    path("complaints/<str:casino>/<str:folio>/receipt.pdf", views.receipt, name="receipt"),
]
