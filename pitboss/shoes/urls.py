from django.urls import URLPattern

app_name = "shoes"
urlpatterns: list[URLPattern] = []
