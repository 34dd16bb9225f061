"""What the database itself refuses: a shoe that becomes another one, a revocation undone, reads counted backwards, a
log or a refusal changed. ``ENABLE ALWAYS``: no session can switch it off by its replication role."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION shoes_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION shoes_device_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.casino_id, NEW.table_id, NEW.name, NEW.token_hash, NEW.mode, NEW.made_at, NEW.made_by_id)
       IS DISTINCT FROM
       (OLD.casino_id, OLD.table_id, OLD.name, OLD.token_hash, OLD.mode, OLD.made_at, OLD.made_by_id)
       OR (OLD.revoked_at IS NOT NULL AND (NEW.revoked_at, NEW.revoked_by_id)
           IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by_id))
       OR (NEW.boot = OLD.boot AND NEW.last_n < OLD.last_n) THEN
        RAISE EXCEPTION 'shoe % stays what it is: another one is made beside it', OLD.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER shoes_device_stands BEFORE UPDATE ON shoes_shoedevice
    FOR EACH ROW EXECUTE FUNCTION shoes_device_stands();
CREATE TRIGGER shoes_devices_are_kept BEFORE DELETE OR TRUNCATE ON shoes_shoedevice
    FOR EACH STATEMENT EXECUTE FUNCTION shoes_refuse();
CREATE TRIGGER shoes_log_is_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON shoes_shoelog
    FOR EACH STATEMENT EXECUTE FUNCTION shoes_refuse();
CREATE TRIGGER shoes_refusals_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON shoes_shoerefusal
    FOR EACH STATEMENT EXECUTE FUNCTION shoes_refuse();
CREATE TRIGGER portal_only_looks BEFORE INSERT ON shoes_shoedevice
    FOR EACH ROW EXECUTE FUNCTION portal_only_looks('made_by_id');

ALTER TABLE shoes_shoedevice ENABLE ALWAYS TRIGGER shoes_device_stands;
ALTER TABLE shoes_shoedevice ENABLE ALWAYS TRIGGER shoes_devices_are_kept;
ALTER TABLE shoes_shoedevice ENABLE ALWAYS TRIGGER portal_only_looks;
ALTER TABLE shoes_shoelog ENABLE ALWAYS TRIGGER shoes_log_is_written_once;
ALTER TABLE shoes_shoerefusal ENABLE ALWAYS TRIGGER shoes_refusals_are_written_once;

REVOKE UPDATE, DELETE, TRUNCATE ON shoes_shoelog, shoes_shoerefusal FROM pitboss_app;
REVOKE DELETE, TRUNCATE ON shoes_shoedevice FROM pitboss_app;
"""

BACKWARD = """
DROP TRIGGER portal_only_looks ON shoes_shoedevice;
DROP TRIGGER shoes_device_stands ON shoes_shoedevice;
DROP TRIGGER shoes_devices_are_kept ON shoes_shoedevice;
DROP TRIGGER shoes_log_is_written_once ON shoes_shoelog;
DROP TRIGGER shoes_refusals_are_written_once ON shoes_shoerefusal;
DROP FUNCTION shoes_refuse, shoes_device_stands;
GRANT UPDATE, DELETE ON shoes_shoelog, shoes_shoerefusal TO pitboss_app;
GRANT DELETE ON shoes_shoedevice TO pitboss_app;
"""


class Migration(migrations.Migration):
    dependencies = [("shoes", "0001_initial"), ("portal", "0001_inspectors_only_look")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
