from django.contrib.auth import views as auth_views
from django.urls import path

from pitboss.accounts import second_factor_views, views
from pitboss.accounts.sign_in import SignIn

app_name = "accounts"

urlpatterns = [
    path(
        "sign-in/",
        auth_views.LoginView.as_view(authentication_form=SignIn, redirect_authenticated_user=True),
        name="sign_in",
    ),
    path("sign-out/", auth_views.LogoutView.as_view(), name="sign_out"),
    path("second-factor/", second_factor_views.second_factor, name="second_factor"),
    path("second-factor/enrol/", second_factor_views.enrol, name="second_factor_enrol"),
    path("second-factor/own/", second_factor_views.own, name="own_factor"),
    path("language/", views.language, name="language"),
]
