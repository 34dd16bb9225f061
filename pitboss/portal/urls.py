from django.urls import path

from pitboss.portal.sign_in import SignInView
from pitboss.portal.views import accesses, front

app_name = "portal"

urlpatterns = [
    path("regulator/", front.front, name="front"),
    path("regulator/sign-in/", SignInView.as_view(), name="sign_in"),
    path("accesses/", accesses.accesses, name="accesses"),
]
