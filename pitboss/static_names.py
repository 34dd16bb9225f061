"""File names with a hash of their content, so that a browser may keep them for ever."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Rewrites the imports between our ES modules as well, or a module would import an old neighbour."""

    support_js_module_import_aggregation = True
