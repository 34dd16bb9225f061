"""Settings. Everything that differs between machines comes from the environment; see CONTRIBUTING.md.

PITBOSS_MODE        `local` (default: plain http, this machine) or `production` (https, hashed file names)
PITBOSS_HOME        folder of what is made at run time (default `var/`)
PITBOSS_DEBUG       `1` shows Django's error pages; only ever in `local`
PITBOSS_HOSTS       names this installation answers to, by comma; needed in `production`
SECRET_KEY          else one is made once and kept in PITBOSS_HOME
DATABASE_URL        PostgreSQL; else the embedded one
DATABASE_OWNER_URL  who migrates, where that is not who DATABASE_URL signs in as
PITBOSS_FLOOR_SECRET  what PINs and signing keys are made with; else made once and kept in PITBOSS_HOME
PITBOSS_LOCK_RULING, PITBOSS_LOCK_CAPTURE  idle seconds until a tablet asks for the PIN again (120, 600)
CELERY_BROKER_URL   Redis or RabbitMQ; else a folder in PITBOSS_HOME
PITBOSS_QUEUE       the name of the queue, where several installations share a broker
PITBOSS_LOG_ORIGIN  what the log of evidence is called, for good from its first signature; else made of the first host
PITBOSS_LOG_KEY     a PEM file with the log's Ed25519 key; else keys are made and kept in PITBOSS_HOME
PITBOSS_LOG_FOLDER, PITBOSS_LOG_MAIL  where checkpoints are sent: a folder; addresses by comma
PITBOSS_TSA, PITBOSS_TSA_ROOTS  the address of a time-stamping authority (RFC 3161), and a PEM file of its roots
PITBOSS_PDF_KEY, PITBOSS_PDF_KEY_PASSWORD  a PKCS #12 file that signs PDFs; else a key is made and kept in PITBOSS_HOME
PITBOSS_PDF_PKCS11, PITBOSS_PDF_TOKEN, PITBOSS_PDF_LABEL, PITBOSS_PDF_PIN  instead, a token: its module, its label, the
                    label of key and certificate, its PIN
PITBOSS_PDF_ADVANCED  `1` if that certificate is of an accredited provider (advanced signature, Ley 19.799)
PITBOSS_EXPORT_DAYS  how many days a bundle lies here to be taken away (30)
PITBOSS_MAIL_URL    smtp://, smtp+tls:// or smtps://user:password@host:port; else each message is a file in PITBOSS_HOME
PITBOSS_MAIL_FROM   who reminders are from
PITBOSS_ADDRESS     https://… of this installation, for the links in reminders (default: the first of PITBOSS_HOSTS)
PITBOSS_WEBHOOK_LOOPBACK  `1` lets webhooks go to this very machine
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from pitboss.database.address import settings_for
from pitboss.home import CHECKOUT, home, kept_secret
from pitboss.jobs.broker import transport_options
from pitboss.mail import settings_for as mail_settings

MODE = os.environ.get("PITBOSS_MODE", "local")
if MODE not in ("local", "production"):
    raise ImproperlyConfigured(f"PITBOSS_MODE is {MODE!r}; it can be 'local' or 'production'")
PRODUCTION = MODE == "production"
DEBUG = not PRODUCTION and os.environ.get("PITBOSS_DEBUG") == "1"

BASE_DIR = CHECKOUT
HOME = home()
SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret("secret-key")

_hosts = [name for name in os.environ.get("PITBOSS_HOSTS", "").split(",") if name]
if PRODUCTION and not _hosts:
    raise ImproperlyConfigured("PITBOSS_HOSTS must name the hosts that this installation answers to")
ALLOWED_HOSTS = _hosts or ["localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "pitboss.database",
    "pitboss.accounts",
    "pitboss.casino",
    "pitboss.ledger",
    "pitboss.jobs",
    "pitboss.evidence",
    "pitboss.replay",
    "pitboss.incidents",
    "pitboss.privacy",
    "pitboss.setup",
    "pitboss.complaints",
    "pitboss.reaudit",
    "pitboss.reminders",
    "pitboss.exports",
    "pitboss.ingest",
    "pitboss.audit",
    "pitboss.reports",
    "pitboss.shoes",
    "pitboss.sheets",
    "pitboss.imports",
    "pitboss.sources",
    "pitboss.floor",
    "pitboss.portal",
    "pitboss.api",
    "pitboss.drawing",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "pitboss.content_security.ContentSecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pitboss.floor.devices.DeviceMiddleware",
    "pitboss.accounts.middleware.PersonMiddleware",
    "pitboss.accounts.gate.SecondFactorMiddleware",
    "pitboss.portal.middleware.InspectorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "pitboss.urls"
ASGI_APPLICATION = "pitboss.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [CHECKOUT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": settings_for(os.environ, HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Who may come in

AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "accounts:sign_in"

# A guesser is shut out by name and address together: a shared tablet must not shut out a whole pit.
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "accounts/locked_out.html"
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False

# The tablets. The secret peppers PINs and makes signing keys: with another one, both have to be made anew.
FLOOR_SECRET = os.environ.get("PITBOSS_FLOOR_SECRET") or kept_secret("floor-secret")
PIN_TRIES = 5
PIN_LOCK_SECONDS = 15 * 60
FLOOR_LOCK_RULING_SECONDS = float(os.environ.get("PITBOSS_LOCK_RULING") or 2 * 60)  # a screen that rules, left alone
FLOOR_LOCK_CAPTURE_SECONDS = float(os.environ.get("PITBOSS_LOCK_CAPTURE") or 10 * 60)  # one that only records
ENROLMENT_SECONDS = 15 * 60

# Jobs

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or "filesystem://localhost"
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("PITBOSS_QUEUE") or "pitboss"
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(CELERY_BROKER_URL, HOME, CELERY_TASK_DEFAULT_QUEUE)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

REMIND_SECONDS = float(os.environ.get("PITBOSS_REMIND") or 60)  # how often it is looked for what falls due
JOB_LEASE_SECONDS = float(os.environ.get("PITBOSS_JOB_LEASE") or 30)  # how long a silent worker is believed
JOB_REAP_SECONDS = float(os.environ.get("PITBOSS_JOB_REAP") or 5)  # how often lost jobs are looked for
JOB_RESEND_SECONDS = float(os.environ.get("PITBOSS_JOB_RESEND") or 20)  # when a message counts as lost
JOB_RETRY_SECONDS = float(os.environ.get("PITBOSS_JOB_RETRY") or 5)  # the first pause after a failure

# The beat wakes nobody twice: what it finds is a row that is there once (docs/clocks.md)
CELERY_BEAT_SCHEDULE = {
    "retention": {"task": "pitboss.retain", "schedule": crontab(hour=6, minute=30)},  # UTC: the casino's small hours
    "exports": {"task": "pitboss.clear_exports", "schedule": crontab(hour=6, minute=45)},
    "reminders": {"task": "pitboss.remind", "schedule": REMIND_SECONDS, "options": {"expires": REMIND_SECONDS}},
    "evidence-entries": {"task": "pitboss.sequence", "schedule": 60.0, "options": {"expires": 60.0}},
    "evidence-checkpoint": {
        "task": "pitboss.checkpoint",
        "schedule": crontab(minute=0),
        "options": {"expires": 1800.0},
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(HOME / "beat")

# Mail and webhooks

_mail = mail_settings(os.environ, HOME)
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _mail.get("EMAIL_FILE_PATH")
EMAIL_HOST, EMAIL_PORT = _mail.get("EMAIL_HOST", ""), _mail.get("EMAIL_PORT", 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_USER", ""), _mail.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT, DEFAULT_FROM_EMAIL = _mail["EMAIL_TIMEOUT"], _mail["DEFAULT_FROM_EMAIL"]
PITBOSS_ADDRESS = (os.environ.get("PITBOSS_ADDRESS") or (f"https://{_hosts[0]}" if PRODUCTION else "")).rstrip("/")
REMINDERS_MAY_STAY_HERE = os.environ.get("PITBOSS_WEBHOOK_LOOPBACK") == "1"

# The log of evidence (docs/evidence.md)

EVIDENCE_ORIGIN = os.environ.get("PITBOSS_LOG_ORIGIN", "")
EVIDENCE_HOST = _hosts[0] if _hosts else "localhost"
EVIDENCE_KEY_FILE = os.environ.get("PITBOSS_LOG_KEY", "")
EVIDENCE_FOLDER = os.environ.get("PITBOSS_LOG_FOLDER", "")
EVIDENCE_MAIL = [address for address in os.environ.get("PITBOSS_LOG_MAIL", "").split(",") if address]
EVIDENCE_TSA = os.environ.get("PITBOSS_TSA", "")
EVIDENCE_TSA_ROOTS = os.environ.get("PITBOSS_TSA_ROOTS", "")

# What signs PDFs (pitboss/reports/signing.py)

PDF_KEY = os.environ.get("PITBOSS_PDF_KEY", "")
PDF_KEY_PASSWORD = os.environ.get("PITBOSS_PDF_KEY_PASSWORD", "")
PDF_PKCS11 = os.environ.get("PITBOSS_PDF_PKCS11", "")
PDF_TOKEN = os.environ.get("PITBOSS_PDF_TOKEN", "")
PDF_LABEL = os.environ.get("PITBOSS_PDF_LABEL", "")
PDF_PIN = os.environ.get("PITBOSS_PDF_PIN", "")
PDF_ADVANCED = os.environ.get("PITBOSS_PDF_ADVANCED") == "1"

# Bundles: how many days they lie here, and who prints their report (pitboss/exports/report.py; empty: nobody)

EXPORTS_KEPT_DAYS = int(os.environ.get("PITBOSS_EXPORT_DAYS") or 30)
EXPORTS_REPORT = "pitboss.reports.period_report.period_report"

# Languages and time

LANGUAGE_CODE = "es-cl"
LANGUAGES = [("es-cl", _("Español")), ("en", _("Inglés"))]
LOCALE_PATHS = [CHECKOUT / "locale"]
LANGUAGE_COOKIE_NAME = "pitboss_language"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "America/Santiago"

# Files

STATIC_URL = "static/"
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [CHECKOUT / "pitboss" / "static"]
if (CHECKOUT / "vendor" / "engine").is_dir():  # made by scripts/engine.sh
    STATICFILES_DIRS.append(("engine", CHECKOUT / "vendor" / "engine"))
STATIC_ROOT = os.environ.get("PITBOSS_STATIC_ROOT") or HOME / "static"
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": HOME / "files"},
    },
    "staticfiles": {
        "BACKEND": "pitboss.static_names.ModuleManifestStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
FILE_UPLOAD_PERMISSIONS = 0o600
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

# The browser is told to trust this host and nothing else

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "pitboss_session"
SESSION_COOKIE_AGE = 10 * 60 * 60  # one shift and its handover
CSRF_COOKIE_NAME = "pitboss_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in _hosts] if PRODUCTION else []
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
if PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

# The API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "rest_framework.authentication.BasicAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "pitboss",
    "DESCRIPTION": "Events in, findings and incidents out.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    # Fields of one name with different choices: each set keeps the name that programs know it by
    "ENUM_NAME_OVERRIDES": {
        "StatusEnum": "pitboss.incidents.models.Status",
        "ChannelEnum": "pitboss.incidents.picks.Channel",
        "ComplaintStatusEnum": "pitboss.complaints.models.Status",
        "ComplaintChannelEnum": "pitboss.complaints.picks.Channel",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("PITBOSS_LOG", "WARNING")},
}
