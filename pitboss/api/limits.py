"""How long a body may be, in bytes. A longer file goes in by ``manage.py ingest``, which has no limit."""

LARGEST_JSON = 1024 * 1024
LARGEST_NDJSON = 64 * 1024 * 1024
LARGEST_UPLOAD = 512 * 1024 * 1024
ORDINARY = 2 * 1024 * 1024
"""What any form of ours stays far below."""
