"""The wall, the tables, the stream of what happens at them, and what makes a tablet go on without the network."""

from django.urls import URLPattern, URLResolver, path

from pitboss.floor import engine_archive, folios, shell, stream, tables_api, wall

urlpatterns: list[URLPattern | URLResolver] = [
    path("floor/api/wall/", wall.wall, name="api_wall"),
    path("floor/api/tables/<int:pk>/", tables_api.table, name="api_table"),
    path("floor/api/tables/<int:pk>/entries/", tables_api.entries, name="api_entries"),
    path("floor/api/tables/<int:pk>/events/", tables_api.events, name="api_events"),
    path("floor/api/tables/<int:pk>/here/", tables_api.here, name="api_here"),
    path("floor/api/tables/<int:pk>/forms/", tables_api.declarable, name="api_forms"),
    path("floor/api/tables/<int:pk>/preview/", tables_api.preview, name="api_preview"),
    path("floor/api/tables/<int:pk>/differs/", tables_api.differs, name="api_differs"),
    path("floor/api/tables/<int:pk>/folio/<uuid:event>/", folios.folio, name="api_folio"),
    path("floor/api/stream/", stream.stream, name="api_stream"),
    path("floor/api/engine/", engine_archive.engine, name="api_engine"),
    path("floor/engine/rules-<slug:digest>.zip", engine_archive.archive, name="engine_archive"),
    path("floor/engine/worker.js", engine_archive.worker, name="engine_worker"),
    path("floor/shell/<slug:language>/", shell.table_page, name="shell"),
    path("sw.js", shell.service_worker, name="service_worker"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
]
