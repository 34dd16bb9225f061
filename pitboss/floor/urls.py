"""The addresses of the floor: people and their devices here, what is live at the tables in `live_urls`."""

from django.urls import URLPattern, URLResolver, include, path

from pitboss.floor import live_urls, views_devices, views_handover, views_pages, views_people, views_pins, views_sign_in

app_name = "floor"

_people: list[URLPattern | URLResolver] = [
    path("", views_pages.wall, name="wall"),
    path("tables/<int:pk>/", views_pages.table, name="table"),
    path("sign-in/", views_sign_in.sign_in, name="sign_in"),
    path("api/sign-in/", views_people.sign_in, name="api_sign_in"),
    path("api/sign-out/", views_people.sign_out, name="api_sign_out"),
    path("api/lock/", views_people.lock, name="api_lock"),
    path("api/resume/", views_people.resume, name="api_resume"),
    path("api/me/", views_people.me, name="api_me"),
    path("api/locked/", views_people.locked, name="api_locked"),
    path("devices/", views_devices.devices, name="devices"),
    path("devices/new/", views_devices.new_code, name="new_code"),
    path("devices/<int:pk>/revoke/", views_devices.revoke_device, name="revoke_device"),
    path("enrol/<str:code>/", views_devices.enrol_here, name="enrol"),
    path("handover/", views_handover.handover, name="handover"),
    path("handover.pdf", views_handover.draft, name="handover_draft"),
    path("handover/<int:pk>.pdf", views_handover.pdf, name="handover_pdf"),
    path("api/handover/<int:pit>/", views_handover.sign, name="api_handover"),
    path("people/", views_pins.people, name="people"),
    path("people/<int:pk>/pin/", views_pins.reset, name="reset_pin"),
    path("people/<int:pk>/unlock/", views_pins.unlock, name="unlock"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("floor/", include(_people)),
    path("", include(live_urls.urlpatterns)),
]
