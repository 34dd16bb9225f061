"""What can be set up: casinos, pits, tables, people, who works where as what, options and terms of the house."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import Model, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.casino.clocks import ClockSetting, SpecialDay
from pitboss.casino.models import Casino, HouseSetting, Membership, Pit, Table
from pitboss.setup.forms import ClockForm, OptionForm, PersonAddForm, SpecialDayForm
from pitboss.setup.site import site as site  # registered below: whoever takes it from here gets it whole

LABELS = {"is_active": _("Puede entrar"), "valid_from": _("Rige desde")}
"""Where the model has no word for people."""


def theirs(request: HttpRequest) -> QuerySet[Casino]:
    """Casinos that this person administers; all, for a superuser."""
    person = request.user
    if not isinstance(person, Person):
        return Casino.objects.none()
    if person.is_superuser:
        return Casino.objects.all()
    return Casino.objects.where(person, "administer")


class OfCasino(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own takes no parameters at run time
    """Rows of the casinos that somebody administers; added and changed, never deleted. Who did what when is in the
    log that the database keeps, so Django's own stays empty: it would hold names for good."""

    of_casino = "casino"
    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return super().get_queryset(request).filter(**{f"{self.of_casino}__in": theirs(request)})

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.remote_field.model is Casino:
            kwargs["queryset"] = theirs(request)
        elif db_field.remote_field.model in (Pit, Table):
            kwargs["queryset"] = db_field.remote_field.model.objects.filter(casino__in=theirs(request))
        # Fields that lead to another row are called what that row is called
        kwargs["label"] = capfirst(db_field.remote_field.model._meta.verbose_name)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Without the pencils beside a list: another window to lose one's way in."""
        if db_field.name in LABELS:
            kwargs["label"] = LABELS[db_field.name]
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and isinstance(field.widget, RelatedFieldWidgetWrapper):
            field.widget = field.widget.widget
        return field

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        return HttpResponseRedirect(f"{reverse('audit:setup_log')}?table={self.model._meta.db_table}&row={object_id}")

    def log_addition(self, *args: Any) -> Any:
        return None

    def log_change(self, *args: Any) -> Any:
        return None

    def log_deletions(self, *args: Any) -> Any:
        return None


@admin.register(Casino, site=site)
class CasinoAdmin(OfCasino):
    of_casino = "pk"
    list_display = ("code", "name", "timezone", "currency", "day_starts")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        # The code is in folios that were given out
        return ("code",) if obj else ()


@admin.register(Pit, site=site)
class PitAdmin(OfCasino):
    list_display = ("name", "casino")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return ("casino",) if obj else ()


@admin.register(Table, site=site)
class TableAdmin(OfCasino):
    list_display = ("name", "pit", "casino", "profile")
    exclude = ("casino",)


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    """Roles at casinos of one's own. A role can be taken away: what was done under it stays as it was done."""

    model = Membership
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).filter(casino__in=theirs(request))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.remote_field.model is Casino:
            kwargs["queryset"] = theirs(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


@admin.register(Person, site=site)
class PersonAdmin(OfCasino, UserAdmin):  # type: ignore[type-arg]  # as above
    """People of one's casinos. Who works elsewhere too, inspects, or is superuser, is changed by a superuser alone."""

    form = UserChangeForm
    add_form = PersonAddForm
    list_display = ("name", "username", "badge", "enters")
    list_filter = ("memberships__role",)
    search_fields = ("name", "username", "badge")
    ordering = ("name",)
    filter_horizontal = ()
    fieldsets: ClassVar[Any] = ((None, {"fields": ("username", "password", "name", "badge", "language", "is_active")}),)
    add_fieldsets: Any = ((None, {"fields": ("username", "name", "badge", "language", "password1", "password2")}),)
    inlines = (MembershipInline,)

    @admin.display(boolean=True, description=_("Puede entrar"), ordering="is_active")
    def enters(self, person: Person) -> bool:
        return person.is_active

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        people = Person.objects.all()
        if getattr(request.user, "is_superuser", False):
            return people
        # Who was just added has no role yet
        return people.filter(Q(memberships__casino__in=theirs(request)) | Q(memberships=None)).distinct()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if not self.has_view_permission(request, obj):
            return False
        if not isinstance(obj, Person) or getattr(request.user, "is_superuser", False):
            return True
        elsewhere = obj.memberships.exclude(casino__in=theirs(request)).exists()
        return not (elsewhere or obj.is_superuser or obj.is_staff or obj.inspects)


class WrittenOnce(OfCasino):
    """Settings of the house are rows that are added, each by its verb with who and why."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.by = request.user  # type: ignore[attr-defined]  # a form class made at run time; `ByVerb` declares it
        return form

    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm[Any], change: bool) -> None:
        """The form has called the verb."""

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.written


@admin.register(HouseSetting, site=site)
class HouseSettingAdmin(WrittenOnce):
    form = OptionForm
    list_display = ("casino", "table", "option", "value", "valid_from", "by", "why")


@admin.register(ClockSetting, site=site)
class ClockSettingAdmin(WrittenOnce):
    form = ClockForm
    list_display = ("casino", "clock", "value", "valid_from", "by", "why")


@admin.register(SpecialDay, site=site)
class SpecialDayAdmin(WrittenOnce):
    form = SpecialDayForm
    list_display = ("casino", "day", "business", "by", "why")
