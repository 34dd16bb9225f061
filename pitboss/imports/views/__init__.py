"""Pages of the desk: files of other systems, their mapping, the dry run, the import."""
