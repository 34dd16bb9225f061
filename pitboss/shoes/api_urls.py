"""What gateways send to; in front of the API's own addresses, which end in one for whatever is not there."""

from django.urls import URLPattern, path

from pitboss.shoes.api import reads

app_name = "shoes_api"
urlpatterns: list[URLPattern] = [path("reads/", reads, name="reads")]
