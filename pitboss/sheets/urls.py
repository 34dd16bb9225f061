from django.urls import path

from pitboss.sheets.views import confirming, printing, sending

app_name = "sheets"

urlpatterns = [
    path("sheets/", sending.sheets, name="sheets"),
    path("sheets/print/", printing.print_sheets, name="print"),
    path("sheets/sent/<uuid:pk>/", sending.sent, name="sent"),
    path("sheets/pictures/<int:pk>/", confirming.picture, name="picture"),
    path("sheets/<uuid:pk>/", confirming.sheet, name="sheet"),
]
